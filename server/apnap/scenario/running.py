"""Running a scenario from its position to its last item."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from apnap.engine import events as ev
from apnap.engine.book import Book, MissingPart
from apnap.engine.calls import Guard
from apnap.engine.earlier import NotRemembered
from apnap.engine.game import Game
from apnap.engine.position import build
from apnap.watchdog import LENIENCE, LIMIT_S, PATIENCE, Watchdog

from .claims import Expect, Scenario
from .errors import Failed, Unplayable, Unsupported
from .expecting import judge
from .naming import Naming
from .playing import Player
from .scene import Scene
from .setting import setting

Status = Literal["ok", "failed", "error", "unsupported"]
Tracer = Callable[[Scenario, Game, int, list[ev.Event]], None]


class Outcome(Struct, frozen=True, kw_only=True):
    """How a scenario ended: `step` is the item of play (1 first, 0 the position), `detail` says why."""

    path: str
    title: str
    edition: str
    status: Status
    step: int | None = None
    detail: str = ""
    missing: tuple[str, str] = ("", "")


def run(scenario: Scenario, book_of: Callable[[Scenario], Book], trace: Tracer | None = None) -> Outcome:
    """Play a scenario; whatever goes wrong becomes its outcome, a body without an end as well.

    Code has as much time as when a journal is put in again: a slow machine breaks no card.
    """
    with Watchdog.installed(LIMIT_S * LENIENCE, PATIENCE * LENIENCE) as watchdog:
        return _run(_Running(scenario, trace, watchdog), book_of)


def _run(running: _Running, book_of: Callable[[Scenario], Book]) -> Outcome:
    scenario = running.scenario
    try:
        running.play(book_of(scenario))
    except Unsupported as missing:
        return _outcome(scenario, "unsupported", None, str(missing), (missing.kind, missing.name))
    except MissingPart as missing:
        return _outcome(scenario, "unsupported", None, str(missing), ("part", str(missing)))
    except Failed as failure:
        return _outcome(scenario, "failed", running.step, str(failure))
    except Unplayable as unplayable:
        return _outcome(scenario, "error", running.step, str(unplayable))
    except Exception as fault:  # the runner's or the engine's own fault: this scenario's, not the others'
        return _outcome(scenario, "error", running.step, f"{type(fault).__name__}: {fault}")
    return _outcome(scenario, "ok", None, "")


def _outcome(
    scenario: Scenario, status: Status, step: int | None, detail: str, missing: tuple[str, str] = ("", "")
) -> Outcome:
    return Outcome(
        path=scenario.path,
        title=scenario.title,
        edition=scenario.edition,
        status=status,
        step=step,
        detail=detail,
        missing=missing,
    )


class _Running:
    def __init__(self, scenario: Scenario, trace: Tracer | None, guard: Guard | None) -> None:
        self.scenario = scenario
        self.guard = guard
        self.trace = trace
        self.step = 0
        self._told = 0

    def play(self, book: Book) -> None:
        scenario = self.scenario
        there = setting(scenario, book)
        try:
            state = build(there.position, book)
        except NotRemembered as lost:
            raise Unplayable(f"the position says what nothing remembers: {lost}") from None
        game = Game(book, state, self.guard)
        game.free_mana = scenario.free_mana
        game.asks_alike = True
        naming = Naming(game, scenario.seat_names, dict(there.labels))
        player = Player(game, naming, scenario.teams)
        scene = Scene(game, naming, scenario.teams)
        player.begin(scenario.play)
        self._tell(game)
        for at, item in enumerate(scenario.play):
            self.step = item.number
            following = scenario.play[at + 1 :]
            if isinstance(item, Expect):
                wrong = judge(scene, item, player.began)
                if wrong:
                    raise Failed("; ".join(wrong))
                continue
            try:
                player.perform(item, following)
            finally:
                self._tell(game)
            self._told_broken(game)
            unanswered = player.unanswered(item, following)
            if unanswered:
                raise Unplayable(f"a question has no answer: {unanswered}")

    def _tell(self, game: Game) -> None:
        if self.trace is not None:
            self.trace(self.scenario, game, self.step, game.log[self._told :])
        self._told = len(game.log)

    def _told_broken(self, game: Game) -> None:
        """A card that broke is the scenario's error, though the table would play on."""
        if game.failures:
            broken = game.failures[0]
            raise Unplayable(f"a card is broken: {broken.path}: {broken.reason}")
