"""The clocks of a table: for each decision, for all of a seat's decisions, and for absence.

Deadlines are absolute server milliseconds. A clock that runs out takes the request's default; what an
absent seat's silence means is the table's policy. Nothing is charged while the server is down: the journal
knows when a question was asked and when the server was last alive, and the time after that does not count.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Container
from typing import Literal

from msgspec.structs import replace

from apnap_protocol import messages as m

Absence = Literal["wait", "defaults", "bot", "concede"]
Due = Literal["clock", "absence"]


def now_ms() -> int:
    """The server's time."""
    return time.time_ns() // 1_000_000


class Running:
    """The clock of one open question."""

    __slots__ = ("began", "deadline", "question", "timer")

    def __init__(self, question: str, began: float) -> None:
        self.question, self.began = question, began
        self.deadline: int | None = None
        self.timer: asyncio.TimerHandle | None = None


class Clockwork:
    """All clocks of one table. `ring(seat, question, due)` is called when one has run out."""

    def __init__(self, terms: m.Clocks, policy: Absence, ring: Callable[[int, str, Due], None]) -> None:
        self.terms, self.policy = terms, policy
        self.paused = False
        self.spent_ms: dict[int, int] = {}
        self._ring = ring
        self._running: dict[int, Running] = {}
        self._away: dict[int, float] = {}

    # --- questions ------------------------------------------------------------------------------------

    def ask(self, seat: int, question: str, *, used_ms: int = 0) -> None:
        """A question is open from now on; `used_ms` of its time was used before a restart."""
        self.answered(seat)
        self._running[seat] = Running(question, time.monotonic() - used_ms / 1000)
        self._arm(seat)

    def answered(self, seat: int) -> int:
        """A question is no longer open; gives the milliseconds charged to the seat's time for the game."""
        running = self._running.pop(seat, None)
        if running is None:
            return 0
        if running.timer is not None:
            running.timer.cancel()
        charge = self._charge_ms(running)
        self.spent_ms[seat] = self.spent_ms.get(seat, 0) + charge
        return charge

    def stop(self) -> None:
        """No clock runs any more."""
        for seat in list(self._running):
            self.answered(seat)

    @property
    def is_running(self) -> bool:
        """Whether a seat's time runs now."""
        return not self.paused and any(running.deadline for running in self._running.values())

    def deadline(self, seat: int) -> int | None:
        """When the seat's open question is answered for it."""
        running = self._running.get(seat)
        return None if running is None else running.deadline

    @property
    def are_told(self) -> bool:
        """Whether there are clocks that anybody should know of."""
        return bool(self.terms.decision_s or self.terms.game_s)

    def states(self, seats: int) -> tuple[m.ClockState, ...]:
        """The clocks as they are."""
        if not self.are_told:
            return ()
        return tuple(m.ClockState(s, self._left_ms(s), self.deadline(s)) for s in range(seats))

    def expected(self, seats: int, asked: Container[int], *, used_ms: int = 0) -> tuple[m.ClockState, ...]:
        """The clocks as they will be when these seats are asked what they have to answer next."""
        return tuple(
            replace(state, deadline=self._ends_ms(state, used_ms) if state.seat in asked else None)
            for state in self.states(seats)
        )

    def _ends_ms(self, state: m.ClockState, used_ms: int) -> int | None:
        if self.paused or state.deadline is not None:
            return state.deadline
        return now_ms() + 1000 * self.terms.decision_s + (state.left_ms or 0) - used_ms

    # --- people ---------------------------------------------------------------------------------------

    def away(self, seat: int) -> None:
        """The seat's connection is gone."""
        self._away.setdefault(seat, time.monotonic())
        self._arm(seat)

    def back(self, seat: int) -> None:
        """The seat is connected."""
        self._away.pop(seat, None)
        self._arm(seat)

    def is_away(self, seat: int) -> bool:
        """Whether the seat's connection is gone."""
        return seat in self._away

    def pause(self, paused: bool) -> None:
        """Stops or starts all clocks; what a decision has used so far is kept."""
        if paused == self.paused:
            return
        now = time.monotonic()
        for running in self._running.values():
            # while paused, `began` holds the time already used
            running.began = now - running.began
        self.paused = paused
        for seat in self._running:
            self._arm(seat)

    # --- details --------------------------------------------------------------------------------------

    def _used_s(self, running: Running) -> float:
        return running.began if self.paused else time.monotonic() - running.began

    def _charge_ms(self, running: Running) -> int:
        if not self.terms.game_s:
            return 0
        return max(0, int(1000 * (self._used_s(running) - self.terms.decision_s)))

    def _left_ms(self, seat: int) -> int | None:
        if not self.terms.game_s:
            return None
        return max(0, 1000 * self.terms.game_s - self.spent_ms.get(seat, 0))

    def _arm(self, seat: int) -> None:
        running = self._running.get(seat)
        if running is None:
            return
        if running.timer is not None:
            running.timer.cancel()
            running.timer = None
        running.deadline = None
        if self.paused:
            return
        waits: list[tuple[float, Due]] = []
        if (left := self._decision_left_s(seat, running)) is not None:
            waits.append((left, "clock"))
            running.deadline = now_ms() + int(1000 * left)
        if seat in self._away and self.policy != "wait":
            since = time.monotonic() - self._away[seat]
            waits.append((max(0.0, self.terms.absence_s - since), "absence"))
        if waits:
            wait, due = min(waits)
            loop = asyncio.get_running_loop()
            running.timer = loop.call_later(wait, self._ring, seat, running.question, due)

    def _decision_left_s(self, seat: int, running: Running) -> float | None:
        """How long the seat has for its open question."""
        terms = self.terms
        if not (terms.decision_s or terms.game_s):
            return None
        bank = (self._left_ms(seat) or 0) / 1000
        return max(0.0, terms.decision_s + bank - self._used_s(running))
