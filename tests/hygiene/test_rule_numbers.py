"""Rules are cited by name.

Numbers and edition ids stand in `apnap.rules` alone, or in the name table of a plugin's definition.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULE_NUMBER = re.compile(r"(?<![\d.])[1-9]\d\d\.\d+[a-z]{0,2}\b(?!\.\d)")
EDITIONS = frozenset({"2004", "2007", "2008", "2011", "2012", "2013"})
# A plugin's keyword or clause brings its own numbers: keyword(..., numbers={"2012": ...}).
NAME_TABLE = frozenset({"rule", "numbers"})


def docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    """Strings that stand alone: they document, and do nothing."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                yield text


def name_tables(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything inside `numbers={...}` or `rule={...}` of a call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in NAME_TABLE and isinstance(node.value, ast.Dict):
            yield from ast.walk(node.value)


def is_current(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == "current"


def literal_rules(source: str, *, tables: bool = False) -> list[str]:
    """Rule numbers and edition ids in a source; `tables` allows them in name tables."""
    tree = ast.parse(source)
    exempt = {*docstrings(tree), *(name_tables(tree) if tables else ())}
    found = []
    for node in ast.walk(tree):
        match node:
            case _ if node in exempt:
                continue
            case ast.Constant(value=str() as text) if text in EDITIONS or RULE_NUMBER.search(text):
                found.append(f"line {node.lineno}: {text!r}")
            case ast.Compare(left=left, comparators=others) if any(map(is_current, (left, *others))):
                found.append(f"line {node.lineno}: compares an edition's id")
    return found


CHECKED = ["engine", "cardkit", "shell", "scenario"]


def test_no_rule_number_or_edition_outside_the_rules() -> None:
    found = {}
    for folder in (*(ROOT / "server/apnap" / name for name in CHECKED), ROOT / "plugins"):
        paths = sorted(folder.rglob("*.py"))
        assert paths, f"no source under {folder}"
        for path in paths:
            tables = path.is_relative_to(ROOT / "plugins")
            if lines := literal_rules(path.read_text(encoding="utf-8"), tables=tables):
                found[str(path.relative_to(ROOT))] = lines
    assert found == {}


@pytest.mark.parametrize(
    "fault",
    [
        'rule = "704.5f"',
        'rule = "620.5aa"',
        'refuse("you have no priority (117.3c).")',
        'refuse(f"{seat} has no priority, 408.1c")',
        'if edition == "2004": pass',
        'if edition == "current": pass',
        'keyword("Undying", numbers={"2012": "702.91"})',
    ],
)
def test_a_literal_rule_is_noticed(fault: str) -> None:
    assert literal_rules(fault)


def test_a_plugin_may_bring_a_name_table_and_nothing_else() -> None:
    assert literal_rules('keyword("Undying", numbers={"2012": "702.91"})', tables=True) == []
    assert literal_rules('keyword("Undying", rule="702.91")', tables=True)
    assert literal_rules('card("Young Wolf", says="704.5f")', tables=True)


@pytest.mark.parametrize(
    "innocent",
    [
        '"""704.5f (2012): what this does."""',
        'def settle():\n    """704.3 (current)."""',
        "x = 1\n'704.5f (2011) is why.'",
        'listen("127.0.0.1")',
        'listen("192.168.10.1")',
        'rule = "sba.toughness"  # 704.5f (2012)',
        'edition = "current"',
    ],
)
def test_an_innocent_source_is_left_alone(innocent: str) -> None:
    assert literal_rules(innocent) == []
