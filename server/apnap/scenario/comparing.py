"""The same inputs under two editions, and the events that differ."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from apnap.engine import events as ev
from apnap.engine.book import Book
from apnap.engine.game import Game

from .claims import Expect, Scenario
from .reporting import described
from .running import Outcome, run

#: Events that say nothing about the game: counters of the engine and of questions.
_SILENT = (ev.NumberTaken, ev.DecisionTaken, ev.CourseMarked, ev.ChanceUsed, ev.Forgotten)


class Told(Struct, frozen=True):
    """An event of one edition: the step of play that caused it, its rule by name and number, and what it was."""

    step: int
    rule: str
    number: str
    event: str

    @property
    def key(self) -> str:
        return f"{self.step} {self.rule} {self.event}"


class Compared(Struct, frozen=True):
    """A scenario under two editions: how each ended, and the events that only one of them has.

    `changes` has ("-", event) for the first edition's and ("+", event) for the second's, in order.
    """

    title: str
    path: str
    before: Outcome
    after: Outcome
    changes: tuple[tuple[str, Told], ...]


def compare(scenario: Scenario, editions: tuple[str, str], books: Callable[[Scenario], Book]) -> Compared:
    """Give the inputs of a scenario to both editions; what it expects is left out, since it is of one of them."""
    before, first = _played(scenario, editions[0], books)
    after, second = _played(scenario, editions[1], books)
    return Compared(scenario.title, scenario.path, before, after, tuple(_changes(first, second)))


def _played(scenario: Scenario, edition: str, books: Callable[[Scenario], Book]) -> tuple[Outcome, list[Told]]:
    inputs = replace(
        scenario, edition=edition, play=tuple(item for item in scenario.play if not isinstance(item, Expect))
    )
    told: list[Told] = []

    def trace(scenario: Scenario, game: Game, step: int, events: list[ev.Event]) -> None:
        for event in events:
            if not isinstance(event, _SILENT):
                told.append(_told(game, scenario, step, event))

    return run(inputs, books, trace), told


def _told(game: Game, scenario: Scenario, step: int, event: ev.Event) -> Told:
    rule = event.cause.rule
    try:
        number = game.book.rules.number(rule) if rule else ""
    except LookupError:
        number = ""
    return Told(step, rule, number, described(game, scenario, event))


def _changes(first: Sequence[Told], second: Sequence[Told]) -> list[tuple[str, Told]]:
    matcher = difflib.SequenceMatcher(None, [t.key for t in first], [t.key for t in second], autojunk=False)
    found: list[tuple[str, Told]] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            found += [("-", told) for told in first[a:b]]
            found += [("+", told) for told in second[c:d]]
    return found
