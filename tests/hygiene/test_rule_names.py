"""A rule that the code cites by name is one that some edition has a number for."""

import ast
from pathlib import Path

import pytest

from apnap.rules import names
from apnap.rules.index import EDITIONS

ROOT = Path(__file__).parents[2]
# Calls whose first argument is the name of a rule.
CITING = frozenset({"Cause", "NumberedClause"})
KNOWN = frozenset({name for edition in EDITIONS for name in names.numbers(edition)})


def cited(source: str) -> list[tuple[int, str]]:
    """Rule names that stand literally in `rule=` or first in a citing call, with their lines."""
    found = []
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        places = [keyword.value for keyword in call.keywords if keyword.arg == "rule"]
        if ast.unparse(call.func).rpartition(".")[2] in CITING:
            places += call.args[:1]
        for place in places:
            match place:
                case ast.Constant(value=str(name)) if name:
                    found.append((place.lineno, name))
    return found


def unknown(source: str) -> list[str]:
    """Cited names that no edition has."""
    return [f"line {line}: {name}" for line, name in cited(source) if name not in KNOWN]


def test_every_cited_name_is_known() -> None:
    found = {}
    for folder in ("server", "plugins"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if lines := unknown(path.read_text(encoding="utf-8")):
                found[str(path.relative_to(ROOT))] = lines
    assert found == {}


@pytest.mark.parametrize(
    "fault",
    [
        'Cause("sba.toughnes", 3)',
        'events.Cause("704.5f")',
        'Priority(who=seats, rule="priority.recieve")',
        'NumberedClause("sba.nothing", "toughness")',
    ],
)
def test_an_unknown_name_is_noticed(fault: str) -> None:
    assert len(unknown(fault)) == 1


def test_a_known_name_is_left_alone() -> None:
    assert (
        unknown('Cause("sba.toughness")\nChoose(rule="cast.targets")\nCause()\nkeyword(rule="keyword.undying")') == []
    )
