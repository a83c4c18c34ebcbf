"""A pytest plugin for authors of cards: scenario files as tests.

Every `*.yaml` under a folder called `scenarios` is collected; each scenario is one test, once for each of
its editions. A scenario whose cards or format nobody provides is skipped and says what it lacks. Switch it
on with `pytest_plugins = ["apnap.testing"]` in the top-most `conftest.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

from apnap.engine.book import Book
from apnap.pool import Pool, load_pool
from apnap.scenario.claims import Scenario
from apnap.scenario.errors import Malformed
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import run

FOLDER = "scenarios"


class ScenarioFailed(Exception):
    """A scenario that failed, was left unanswered or is malformed; the message is the whole report."""


@cache
def installed() -> Pool:
    """The pool of everything installed, made once."""
    return load_pool()


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
            pytest.skip(outcome.detail)
        if outcome.status != "ok":
            raise ScenarioFailed(f"step {outcome.step}: {outcome.detail}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, ScenarioFailed):
            return f"{self.scenario.path}: {self.scenario.title}\n{excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name
