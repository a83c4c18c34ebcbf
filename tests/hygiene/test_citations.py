"""A rule that a comment or docstring cites stands in the edition it names, or in the current text."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from apnap.rules.index import EDITIONS, exists

ROOT = Path(__file__).parents[2]
EDITION = "|".join(EDITIONS)
CITED = re.compile(
    r"(?<![\d.:])(?P<number>[1-9]\d\d\.\d+[a-z]{0,2})\b(?!\.\d)"
    rf"(?: \((?P<editions>(?:{EDITION})(?:(?:, | to )(?:{EDITION}))*)\))?"
)


def prose(source: str) -> Iterator[str]:
    """The comments and docstrings of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield re.sub(r"\s+", " ", text)


def editions(named: str | None) -> list[str]:
    """ "2004, 2011 to current" in full; nothing named is the current text."""
    found = []
    for part in (named or "current").split(", "):
        first, _, last = part.partition(" to ")
        found += EDITIONS[EDITIONS.index(first) : EDITIONS.index(last or first) + 1]
    return found


def wrong_citations(text: str) -> list[str]:
    """Cited rules that do not stand in their edition."""
    return [
        f"{cited['number']} ({edition})"
        for cited in CITED.finditer(text)
        for edition in editions(cited["editions"])
        if not exists(edition, cited["number"])
    ]


def test_every_cited_rule_exists() -> None:
    found = {}
    for folder in ("server", "protocol", "plugins"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            texts = prose(path.read_text(encoding="utf-8"))
            if wrong := [citation for text in texts for citation in wrong_citations(text)]:
                found[str(path.relative_to(ROOT))] = wrong
    assert found == {}


def test_every_reading_cites_rules_that_exist() -> None:
    page = (ROOT / "docs/adr/readings.md").read_text(encoding="utf-8")
    text = re.sub(r"\s+", " ", page)
    assert len(CITED.findall(text)) > 10
    assert wrong_citations(text) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("# 704.5w (2011)", ["704.5w (2011)"]),
        ("# 704.5w (2012), and 704.5l", ["704.5l (current)"]),
        ("# 408.1c (2004 to 2008)", []),
        ("# 408.1c (2004 to 2011)", ["408.1c (2011)"]),
        ("# 420.5m (2004, 2007)", ["420.5m (2004)"]),
        ("# 117.3c: the same player", []),
        ("# listens on 127.0.0.1, works by current:702.93", []),
    ],
)
def test_a_wrong_citation_is_noticed(text: str, wrong: list[str]) -> None:
    assert wrong_citations(text) == wrong


def test_comments_and_docstrings_are_read_and_code_is_not() -> None:
    source = '"""One 101.1."""\nx = "not 102.1"  # two 103.1\ndef f():\n    """Three\n    104.1."""\n'
    assert list(prose(source)) == ["# two 103.1", "One 101.1.", "Three 104.1."]
