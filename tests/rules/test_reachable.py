"""What the engine cites under an edition is a rule that the edition has, or cannot happen there."""

from functools import cache
from pathlib import Path

import pytest

from apnap.rules import names
from apnap.rules.index import EDITIONS
from citing import cited

ENGINE = Path(__file__).parents[2] / "server" / "apnap" / "engine"

# Where a rule is not cited: a switch keeps it away, or its format or a third player is missing there.
NEVER = {
    "2hg.set_life": {"2004"},
    "combat.damage_on_stack": {"2011", "2012", "2013", "current"},
    "commander.mulligan": {"2004", "2007", "2008", "current"},
    "damage.lifelink": {"2007", "2008"},
    "damage.redirect": {"2004", "current"},
    "leave.choice": {"2004"},
    "leave.control": {"2004"},
    "leave.orphan": {"2004", "2007", "2008", "2011"},
    "leave.turn": {"2004"},
    "teams.damage": {"2004"},
    "teams.defender": {"2004"},
    "win.multiplayer": {"2004", "2007", "2008", "current"},
    "turn.mana_burn": {"2011", "2012", "2013", "current"},
}


@cache
def cited_in_the_engine() -> frozenset[str]:
    return frozenset(name for path in ENGINE.rglob("*.py") for _, name in cited(path.read_text(encoding="utf-8")))


def lacks(edition: str, name: str) -> bool:
    try:
        names.number(edition, name)
    except KeyError:
        return True
    return False


def test_the_engine_cites_many_rules() -> None:
    assert len(cited_in_the_engine()) > 60


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_the_engine_cites_has_a_number(edition: str) -> None:
    cited_names = cited_in_the_engine()
    missing = {name for name in cited_names if lacks(edition, name)}
    assert missing == {name for name, editions in NEVER.items() if edition in editions and name in cited_names}
