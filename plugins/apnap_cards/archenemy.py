"""Archenemy: a format as a plugin. One player with a deck of schemes against a team of all others.

Each team takes its turns together, but its players have life of their own and lose one by one. With commanders
the team has one life total and loses as one (904.13); in a free-for-all everybody is an archenemy (904.12).
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


def with_commanders(switches: Any) -> Format | None:
    """Archenemy Commander: both sides begin with the same life, which the others share (904.13b)."""
    life = switches.archenemy.commander_life
    if life is None:
        return None
    return ARCHENEMY.amended(
        slots={**ARCHENEMY.slots, "shared_life": True, "team_loses": True},
        slots_from=lambda switches: {**slots(switches), "lone_life": life, "starting_life": life},
        settles={("commander", "starting_life"): life},
        add=(("sba.team_life", "team life"),),
        drop=("sba.life",),
        schemes=DeckRules(least=10, copies=1, rule="archenemy.commander_deck"),
    )


def for_everybody(switches: Any) -> Format:
    """Supervillain Rumble: each player is an archenemy with schemes and a turn of their own (904.12)."""
    return ARCHENEMY.amended(
        teams=(),
        slots={},
        slots_from=lambda switches: {"starting_life": switches.archenemy.life},
    )


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
    beside={"commander": with_commanders, "free-for-all": for_everybody},
)


@hookimpl
def apnap_formats() -> list[Any]:
    return [ARCHENEMY]
