"""A rule that the code cites by name is one that some edition has a number for."""

from pathlib import Path

import pytest

from apnap.rules import names
from apnap.rules.index import EDITIONS
from citing import cited

ROOT = Path(__file__).parents[2]
KNOWN = frozenset({name for edition in EDITIONS for name in names.numbers(edition)})


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
