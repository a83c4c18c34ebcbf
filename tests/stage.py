"""Running scenarios that a test writes down itself."""

from pathlib import Path
from textwrap import dedent

from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import Outcome, run
from apnap.testing import installed


def outcomes(folder: Path, text: str) -> list[Outcome]:
    path = folder / "claims.yaml"
    path.write_text(dedent(text), encoding="utf-8")
    books = book_of(installed())
    return [run(s, books) for s in read(path, known(installed()))]


def outcome(folder: Path, text: str) -> Outcome:
    (found,) = outcomes(folder, text)
    return found


def holds(folder: Path, text: str) -> None:
    """Every scenario of the text holds."""
    assert [(o.status, o.step, o.detail) for o in outcomes(folder, text) if o.status != "ok"] == []


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
