"""The demo as a person starts it: a program, real sockets, a winner."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


def test_the_demo_plays_to_the_end_and_names_the_winner() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "apnap.cli", "demo", "--format", "free-for-all", "--players", "3", "--seed", "2"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"Winner: (Ann|Bob|Cat)", lines[-1])
    summary = r"\d+ turns, \d+ decisions, \d+ checks with state-based actions, \d+ messages, \d+ bytes, "
    assert re.match(summary, lines[-2])
    text = done.stdout
    for words in ("Turn 1: Ann", " casts ", " triggers ", " attacks: ", "rule 704.5"):
        assert words in text, words


def test_the_same_seed_makes_the_same_game() -> None:
    def turns(seed: str) -> list[str]:
        command = [sys.executable, "-m", "apnap.cli", "demo", "--format", "duel", "--seed", seed]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
        return [line for line in done.stdout.splitlines() if " seconds" not in line and "port" not in line]

    assert turns("5") == turns("5")
