"""What the engine cites under an edition is a rule that the edition has, or cannot happen there."""

import ast
from functools import cache
from pathlib import Path

import pytest

from apnap.rules import names
from apnap.rules.index import EDITIONS

ENGINE = Path(__file__).parents[2] / "server" / "apnap" / "engine"

# Where a rule is not cited: a switch keeps it away, or its format or a third player is missing there.
NEVER = {
    "combat.damage_on_stack": {"2011", "2012", "2013", "current"},
    "commander.mulligan": {"2004", "2007", "2008", "current"},
    "damage.lifelink": {"2007", "2008"},
    "damage.redirect": {"2004", "current"},
    "leave.choice": {"2004"},
    "leave.control": {"2004"},
    "leave.orphan": {"2004", "2007", "2008", "2011"},
    "leave.turn": {"2004"},
    "teams.damage": {"2004"},
    "turn.mana_burn": {"2011", "2012", "2013", "current"},
}


@cache
def cited() -> frozenset[str]:
    """The rule names that stand first in a `Cause` or in `rule=` of a call in the engine."""
    found: set[str] = set()
    for path in sorted(ENGINE.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                places = [k.value for k in call.keywords if k.arg == "rule"]
                places += call.args[:1] if ast.unparse(call.func).endswith("Cause") else []
                found |= {
                    p.value for p in places if isinstance(p, ast.Constant) and isinstance(p.value, str) and p.value
                }
    return frozenset(found)


def lacks(edition: str, name: str) -> bool:
    try:
        names.number(edition, name)
    except KeyError:
        return True
    return False


def test_the_engine_cites_many_rules() -> None:
    assert len(cited()) > 60


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_the_engine_cites_has_a_number(edition: str) -> None:
    missing = {name for name in cited() if lacks(edition, name)}
    assert missing == {name for name, editions in NEVER.items() if edition in editions and name in cited()}
