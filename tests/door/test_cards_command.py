"""`apnap cards FILE` says what of a file can be played, by whom it is read, and why the rest is not."""

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from apnap import cli
from printed import CARDS, card_file, entry, reader

PAGE = (Path(__file__).parents[2] / "docs/operations.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return reader(tmp_path / "plugins")


def cards(folder: Path, *words: str, file: Path | None = None) -> Result:
    there = file or card_file(folder.parent / "files")
    return CliRunner().invoke(cli.main, ["cards", str(there), "--plugins-dir", str(folder), *words])


def test_it_counts_who_reads_what_and_what_is_refused(folder: Path) -> None:
    more: list[dict[str, Any]] = [CARDS[0], entry("Some Token", layout="token")]
    assert cards(folder, file=card_file(folder.parent / "more", *CARDS, *more)).output.splitlines() == [
        "paper.jsonl: 9 cards, of which 6 can be played",
        "  1 defined by hand",
        "  5 read",
        "    4 by papers",
        "    1 by (no text)",
        "  3 refused",
        "    1: it has more than one face",
        "    1: nobody reads its text",
        "    1: nobody reads its text, and the plugin papers failed",
        "  1 further cards of a name that stands before: the first counts",
        "  1 tokens and the like, passed over",
    ]


def test_json_says_the_same(folder: Path) -> None:
    told = json.loads(cards(folder, "--json").output)
    assert (told["file"], told["cards"], told["by_hand"]) == ("paper.jsonl", 9, 1)
    assert told["read"] == {"papers": 4, "(no text)": 1}
    assert told["refused"]["it has more than one face"] == 1 and sum(told["refused"].values()) == 3
    each = [json.loads(line) for line in cards(folder, "--each", "--json").output.splitlines()]
    assert [card["name"] for card in each] == [card["name"] for card in CARDS]
    assert each[1] == {"name": "Paper Bird", "read_by": "papers", "text": "flying"}
    assert "Paper Bird: read by papers" in cards(folder, "--each").output.splitlines()


@pytest.mark.parametrize(
    ("name", "code", "lines"),
    [
        ("Paper Thought", 0, ["Paper Thought: read by papers", "  you draw 2 cards"]),
        ("Paper Bear", 0, ["Paper Bear: read by (no text)"]),
        ("Paper Riddle", 1, ["Paper Riddle: refused, nobody reads its text"]),
        ("Day", 1, ["Day: refused, it has more than one face"]),
        ("Unwritten", 1, ['Unwritten: refused, there is no card "Unwritten"']),
        (
            "Paper Bomb",
            1,
            ["Paper Bomb: refused, the plugin papers failed: RuntimeError: a secret of Raise."],
        ),
    ],
)
def test_one_card_is_described_in_our_words_or_it_is_said_why_not(
    folder: Path, name: str, code: int, lines: list[str]
) -> None:
    done = cards(folder, "--name", name)
    assert (done.exit_code, done.output.splitlines()) == (code, lines)
    told = json.loads(cards(folder, "--name", name, "--json").output)
    assert told["name"] == name and ("refused" in told) == bool(code)


def test_a_card_that_is_defined_by_hand_is_described_as_that(folder: Path) -> None:
    first, *rest = cards(folder, "--name", "Lightning Bolt").output.splitlines()
    assert first == "Lightning Bolt: defined by starters" and "3 damage" in rest[0]


def test_a_malformed_file_is_refused_with_its_line(folder: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('[{"name": "a"},\n{"name": 3}]', encoding="utf-8")
    done = cards(folder, file=bad)
    assert done.exit_code == 2 and "bad.json, line 2: expected a card" in done.output and "Traceback" not in done.output
    assert "Invalid value for FILE" in done.output


def test_what_a_loyalty_ability_costs_is_said_as_what_is_put_or_removed(folder: Path) -> None:
    _, *lines = cards(folder, "--name", "Liliana Vess").output.splitlines()
    costs = [line.partition(":")[0].strip() for line in lines]
    assert costs == [
        "put 1 loyalty counters on this",
        "remove 2 loyalty counters from this",
        "remove 8 loyalty counters from this",
    ]


def test_the_page_has_each_option() -> None:
    options = [o for p in cli.main.commands["cards"].params if isinstance(p, click.Option) for o in p.opts]
    assert "--name" in options
    for option in options:
        assert re.search(rf"\| `{option}[ `]", PAGE), option
