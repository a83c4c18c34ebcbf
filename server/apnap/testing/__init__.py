"""A pytest plugin for authors of cards. Switch it on in the top-most `conftest.py`:

    pytest_plugins = ["apnap.testing"]

* Every `*.yaml` under a folder called `scenarios` is collected; each scenario is one test, once for each of its
  editions. A scenario whose cards or format nobody provides is skipped and says what it lacks.
* The fixture `table(Ann={...}, Bob={...})` makes a table at a position, `client(seat)` acts and sees for a seat.
* `assert_deterministic(table)`, `assert_survives_restart(table)`, `assert_hides(client(1), "Pond Otter")`.
* `self_play(cards)` plays these cards at random against those that come along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from apnap.engine.book import Book
from apnap.pool import Pool, load_pool
from apnap.scenario.claims import Scenario
from apnap.scenario.errors import Malformed
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import run
from apnap.watchdog import Watchdog

from . import selfplay
from .asserting import assert_deterministic, assert_hides, assert_survives_restart
from .selfplay import Played
from .tables import Client, Table

FOLDER = "scenarios"


class ScenarioFailed(Exception):
    """A scenario that failed, was left unanswered or is malformed; the message is the whole report."""


@cache
def installed() -> Pool:
    """The pool of everything installed, made once."""
    return load_pool()


@pytest.fixture
def table() -> Iterator[Callable[..., Table]]:
    """Makes a table: `table(Ann={"hand": ["Pond Otter"]}, Bob={}, mana="free")`.

    Seats are written as in the head of a scenario file; so are `edition`, `format`, `mana`, `turn`, `seed`. Without
    seats, Ann and Bob sit there. The plugins are those that are installed, and those in APNAP_PLUGINS_DIR.
    """
    tables: list[Table] = []
    with Watchdog.installed() as watchdog:

        def make(**parts: Any) -> Table:
            seats = {name: part for name, part in parts.items() if name[0].isupper()}
            head = {name: part for name, part in parts.items() if name not in seats}
            made = Table(installed(), {"seats": seats or {"Ann": {}, "Bob": {}}, **head}, watchdog)
            tables.append(made)
            return made

        make.tables = tables  # type: ignore[attr-defined]
        yield make


@pytest.fixture
def client(table: Any) -> Callable[[int | str], Client]:
    """The client of a seat, by number or name, of the table made last; of a plain one where none was made."""

    def of(seat: int | str) -> Client:
        last: Table = table.tables[-1] if table.tables else table()
        return last.client(seat)

    return of


def self_play(*cards: str, **options: Any) -> Played:
    """Plays random games in which half of each deck are these cards, the rest those that come along.

    Options: games, steps, seats, edition, formats, seed. Raises `AssertionError` with what was wrong: a card that
    failed, a log that does not lead to the state, a state that does not survive its bytes, a cache that is wrong.
    """
    return selfplay.self_play(installed(), cards, **options)


@cache
def _books() -> Callable[[Scenario], Book]:
    return book_of(installed())


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Scenario files stand in a folder called `scenarios`."""
    if file_path.suffix in (".yaml", ".yml") and FOLDER in file_path.parts:
        collector: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
        return collector
    return None


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterable[pytest.Item]:
        try:
            scenarios = read(self.path, known(installed()))
        except Malformed as malformed:
            raise ScenarioFailed(str(malformed)) from None
        for scenario in scenarios:
            edition = f" [{scenario.edition}]" if scenario.of_several else ""
            item: pytest.Item = ScenarioItem.from_parent(self, name=f"{scenario.title}{edition}", scenario=scenario)
            yield item

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return str(excinfo.value)


class ScenarioItem(pytest.Item):
    """One scenario under one edition."""

    def __init__(self, *, scenario: Scenario, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.scenario = scenario

    def runtest(self) -> None:
        outcome = run(self.scenario, _books())
        if outcome.status == "unsupported":
            if unloaded := [f"plugin {f.name} was not loaded: {f.reason}" for f in installed().failures]:
                raise ScenarioFailed("; ".join((outcome.detail, *unloaded)))
            pytest.skip(outcome.detail)
        if outcome.status != "ok":
            raise ScenarioFailed(f"step {outcome.step}: {outcome.detail}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, ScenarioFailed):
            return f"{self.scenario.path}: {self.scenario.title}\n{excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name


__all__ = [
    "Client",
    "Played",
    "Table",
    "assert_deterministic",
    "assert_hides",
    "assert_survives_restart",
    "self_play",
]
