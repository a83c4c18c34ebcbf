"""Running scenarios that a test writes down itself, with the cards of `playthings` besides all others."""

from functools import cache
from pathlib import Path
from textwrap import dedent

import oddities
import playthings
from apnap.pool import Pool, load_pool
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import Outcome, run


@cache
def pool() -> Pool:
    return load_pool([("oddities", oddities), ("playthings", playthings)])


def outcomes(folder: Path, text: str) -> list[Outcome]:
    path = folder / "claims.yaml"
    path.write_text(dedent(text), encoding="utf-8")
    books = book_of(pool())
    return [run(s, books) for s in read(path, known(pool()))]


def outcome(folder: Path, text: str) -> Outcome:
    (found,) = outcomes(folder, text)
    return found


def holds(folder: Path, text: str) -> None:
    """Every scenario of the text holds."""
    wrong = [(o.status, o.step, o.detail) for o in outcomes(folder, text) if o.status != "ok"]
    assert not wrong, wrong


def fails(folder: Path, text: str) -> str:
    """Why the one scenario of the text fails, with its step."""
    found = outcome(folder, text)
    assert found.status == "failed", found
    return f"step {found.step}: {found.detail}"


def errs(folder: Path, text: str) -> str:
    """Why the one scenario of the text cannot be played on, with its step."""
    found = outcome(folder, text)
    assert found.status == "error", found
    return f"step {found.step}: {found.detail}"
