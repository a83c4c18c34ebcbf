"""Archenemy: a format as a plugin. One player with a deck of schemes against a team of all others.

Each team takes its turns together, but its players have life of their own and lose one by one.
"""

from collections.abc import Mapping
from typing import Any

from apnap.cardkit import YOU, DeckRules, Format, hookimpl, sets_in_motion, turn_based

api_version = 1

OTHERS_LIFE = 20

set_top_scheme_in_motion = turn_based("main1", sets_in_motion(YOU))


def slots(switches: Any) -> Mapping[str, Any]:
    """Life and blocks by the edition."""
    archenemy = switches.archenemy
    return {"lone_life": archenemy.life, "team_blocks": archenemy.blocks == "team"}


ARCHENEMY = Format(
    "archenemy",
    needs="archenemy",
    teams=(1, 0),
    slots={
        "starting_life": OTHERS_LIFE,
        "shared_turns": True,
        "shared_hands": True,
        "first_draw_skipped_by": "starting_player_of_two",
    },
    slots_from=slots,
    parts=(("turn-based:scheme", set_top_scheme_in_motion),),
    schemes=DeckRules(least=20, copies=2, rule="archenemy.deck"),
)


@hookimpl
def apnap_formats() -> list[Any]:
    return [ARCHENEMY]
