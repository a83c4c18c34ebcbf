"""`apnap editions`: listing, differences, and one scenario under two editions."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from apnap.cli import main
from apnap.rules.index import EDITIONS

BURN = """
title: Mana is left when a phase ends
edition: "2004"
turn: {of: Ann, step: upkeep}
seats: {Bob: {}, Ann: {mana: "{G}{G}"}}
play:
  - {go: main1, of: Ann}
  - expect: {life: {Ann: 18}}
"""

HOUSE = """
from apnap.cardkit import hookimpl

api_version = 1


@hookimpl
def apnap_editions(editions):
    return [editions["2011"].amended("house", drop=("sba.legend",))]
"""


def told(*words: str) -> str:
    result = CliRunner().invoke(main, ["editions", *words])
    assert result.exit_code == 0, result.output
    return result.output


def as_json(*words: str) -> Any:
    return json.loads(told(*words, "--json"))


def test_without_an_edition_all_are_listed() -> None:
    assert [e["id"] for e in as_json()] == list(EDITIONS)
    assert told().splitlines()[0].split() == ["2004", "11", "state-based", "effects"]


def test_an_edition_is_told_in_both_languages() -> None:
    text = told("2004")
    assert "420.5e" in text and "legendary permanents of one name" in text and "légendaires" in text
    assert "légendaires" not in told("2004", "--lang", "en")
    lines = as_json("2011")["lines"]
    assert {"number", "name", "value", "kind", "en", "fr"} <= set(lines[0])
    assert "704.5t" in {line["number"] for line in lines}


def test_all_lists_every_named_rule() -> None:
    assert "priority.all_pass" in told("2011", "--all") and "priority.all_pass" not in told("2011")


def test_a_difference_shows_what_stood_before_and_after() -> None:
    text = told("--diff", "2011", "current", "--lang", "en")
    assert "- 704.5k" in text and "+ 704.5j" in text and "~ 704.5m -> 704.5k  sba.world" in text
    names = [d["name"] for d in as_json("--diff", "2007", "2008")["differences"]]
    assert sorted(n for n in names if n.startswith("sba.")) == [
        "sba.attached_creature", "sba.aura", "sba.copy", "sba.counters", "sba.draw", "sba.equipment", "sba.legend",
        "sba.lethal", "sba.life", "sba.loyalty", "sba.planeswalker_uniqueness", "sba.poison", "sba.token", "sba.token",
        "sba.toughness", "sba.world",
    ]  # fmt: skip


def test_an_unknown_edition_is_refused() -> None:
    result = CliRunner().invoke(main, ["editions", "1993"])
    assert result.exit_code == 2 and "known are 2004, 2007" in result.output


def test_the_same_inputs_under_two_editions_show_the_events_that_differ(tmp_path: Path) -> None:
    path = tmp_path / "burn.yaml"
    path.write_text(BURN, encoding="utf-8")
    (found,) = as_json("--compare", "2004", "2011", str(path))
    assert found["before"] == {"edition": "2004", "status": "ok", "step": None, "detail": ""}
    burnt = [e for e in found["events"] if e["event"].startswith("LifeLost")]
    assert [(e["edition"], e["number"], e["event"]) for e in burnt] == [
        ("2004", "300.3", "LifeLost seat=Ann amount=2 how=burn")
    ]
    text = told("--compare", "2004", "2011", str(path))
    assert "LifeLost seat=Ann amount=2" in text and text.splitlines()[1] == "- 2004"


def test_equal_editions_make_equal_events(tmp_path: Path) -> None:
    path = tmp_path / "burn.yaml"
    path.write_text(BURN, encoding="utf-8")
    assert "no event differs" in told("--compare", "2004", "2007", str(path))


def test_comparing_needs_a_scenario() -> None:
    result = CliRunner().invoke(main, ["editions", "--compare", "2004", "2007"])
    assert result.exit_code == 2 and "needs a scenario file" in result.output


def test_an_edition_of_a_folder_is_listed(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text(HOUSE, encoding="utf-8")
    assert "house" in [e["id"] for e in as_json("--plugins-dir", str(tmp_path))]
    assert "house" not in [e["id"] for e in as_json()]
