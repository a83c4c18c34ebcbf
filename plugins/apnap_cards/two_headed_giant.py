"""Two-Headed Giant: a format as a plugin. Two teams take their turns, win and lose together (805, 810).

Teams of more than two heads are of the same size, and begin with more life for each of them (810.11).
"""

from collections.abc import Mapping
from typing import Any

from apnap.cardkit import Format, hookimpl

api_version = 1

#: Life in a Commander game of such teams, where each format alone would say something else.
WITH_COMMANDER = 60

#: What a team usually has of heads, and the least that it may have.
HEADS = 2


def slots(switches: Any) -> Mapping[str, Any]:
    """What a team shares, by the edition's own rules of the format."""
    giant = switches.two_headed_giant
    return {
        "starting_life": giant.life,
        "life_per_head": giant.life_per_head,
        "life_query": giant.life_query,
        "shared_poison": giant.poison == "team",
        "attack_target": giant.attack,
    }


GIANT = Format(
    "two-headed-giant",
    needs="two_headed_giant",
    seats=(2 * HEADS, 10),
    teams=(0, 0),
    same_size=True,
    slots={"heads": HEADS, "shared_turns": True, "team_loses": True, "shared_life": True, "shared_hands": True},
    slots_from=slots,
    settles={("commander", "starting_life"): WITH_COMMANDER},
)


@hookimpl
def apnap_formats() -> list[Any]:
    return [GIANT]
