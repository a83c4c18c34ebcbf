"""What measures play: duels of bots, the exercise of every card, and the page that keeps the figures."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def ran(name: str, *arguments: str) -> tuple[int, list[str]]:
    """The exit status of a program of the bench, and the lines that it printed."""
    command = [sys.executable, str(BENCH / f"{name}.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout.splitlines() or [done.stderr[-2000:]]


def test_duels_are_counted_by_how_they_end() -> None:
    status, lines = ran("bots", "--duels", "4", "--seed", "1", "--json")
    assert status == 0, lines
    report: dict[str, Any] = json.loads(lines[-1])
    ends = ("won", "lost", "drawn", "unended")
    assert report["duels"] == 4 == sum(report[end] for end in ends)
    assert all(len(report[f"seeds_{end}"]) == report[end] for end in ends[1:])
    by_deck = [words.split(" of ") for words in report["won_by_deck"].values()]
    assert sum(int(won) for won, _ in by_deck) == report["won"] and sum(int(n) for _, n in by_deck) == 4
    assert report["won"] >= 3, "a sensible bot beats one that answers at random"


def test_a_table_of_commander_ends_and_its_turn_is_told() -> None:
    status, lines = ran("bots", "--tables", "1", "--seed", "5", "--json")
    assert status == 0, lines
    report = json.loads(lines[-1])
    assert report["turns"] == {"5": report["greatest"]}
    assert lines[0].startswith(f"seed 5: turn {report['greatest']},")


def test_the_exercise_tells_what_was_never_done_with_a_card() -> None:
    status, lines = ran("exercise", "--only", "Llanowar Elves", "Lightning Bolt", "--rounds", "0", "--json")
    assert status == 1
    never = json.loads(lines[-1])["never"]
    assert set(never["Llanowar Elves"]) == {"cast", "activated", "copied", "stolen", "killed", "blinked"}
    assert set(never["Lightning Bolt"]) == {"cast", "copied", "killed"}
    status, lines = ran("exercise", "--only", "Llanowar Elves", "Lightning Bolt", "--json")
    assert (status, json.loads(lines[-1])["never"]) == (0, {}), lines


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The program that keeps the page, with a history and a page of its own."""
    monkeypatch.syspath_prepend(str(BENCH))
    module = importlib.import_module("page")
    for name, text in (("HISTORY", ""), ("PAGE", f"before\n{module.BEGIN}\nold\n{module.END}\nafter\n")):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        monkeypatch.setattr(module, name, path)
    return module


def test_the_page_holds_the_last_figures_and_keeps_its_words(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = ['{"bench": "games", "sixty_kb": 7}', "words in between", '{"bench": "games", "sixty_kb": 8}']
    monkeypatch.setattr(sys, "stdin", iter(f"{line}\n" for line in printed))
    assert page.main() == 0
    text = page.PAGE.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{page.BEGIN}\n") and text.endswith(f"{page.END}\nafter\n")
    assert "| sixty_kb | 8 |" in text and "old" not in text and "| sixty_kb | 7 |" not in text
    assert [json.loads(line)["sixty_kb"] for line in page.HISTORY.read_text().splitlines()] == [7, 8]


def test_every_figure_on_the_page_is_one_that_was_measured() -> None:
    sys.path.insert(0, str(BENCH))
    try:
        page = importlib.import_module("page")
    finally:
        sys.path.remove(str(BENCH))
    made = page.PAGE.read_text(encoding="utf-8").partition(page.BEGIN)[2].partition(page.END)[0]
    assert made.strip() == page.figures()
