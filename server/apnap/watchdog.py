"""The watchdog: code of a plugin has so much time, and is ended where it takes longer (decision 19).

An interval timer of the process surrounds each call of a plugin's code; its signal raises `Overran` inside it,
which ends a loop and a sleep alike. Signals reach the main thread only: elsewhere there is no watchdog.

Time that the process did not get does not count against a plugin at once: the timer rings on, and code that has used
less processor time than it has is ended after `PATIENCE` rings. A loop inside C, and code that catches everything and
goes on, escape it.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from apnap.engine.bodies import Overran

#: What one call of a plugin's code may take.
LIMIT_S = 0.05
#: Code that hardly runs (it sleeps, or the machine is busy) is ended after so many limits.
PATIENCE = 5
#: How much more is allowed where a journal is put in again: what was within its time must be so again.
LENIENCE = 20


class Watchdog:
    """A guard for games; `installed` makes one where that is possible."""

    def __init__(self, limit_s: float = LIMIT_S, patience: int = PATIENCE) -> None:
        self.limit_s, self.patience = limit_s, patience
        self._keys: list[str] = []
        self._rings = 0
        self._began_s = 0.0
        self._before: Any = None

    @classmethod
    @contextlib.contextmanager
    def installed(cls, limit_s: float = LIMIT_S, patience: int = PATIENCE) -> Iterator[Watchdog | None]:
        """A watchdog that has the timer while this lasts; None outside the main thread."""
        if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
            yield None
            return
        watchdog = cls(limit_s, patience)
        before = signal.signal(signal.SIGALRM, watchdog._ring)
        try:
            yield watchdog
        finally:
            # one that was forgotten ends when its memory is collected, and then another may have the timer
            if signal.getsignal(signal.SIGALRM) == watchdog._ring:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)

    def __call__(self, key: str, code: Callable[[], Any]) -> Any:
        """Calls the code that `key` names; raises `Overran` inside it where it runs past its time."""
        self.begin(key)
        try:
            return code()
        finally:
            self.end()

    @contextlib.contextmanager
    def lenient(self) -> Iterator[None]:
        """While this lasts, code has much more time."""
        limit_s, self.limit_s = self.limit_s, self.limit_s * LENIENCE
        try:
            yield
        finally:
            self.limit_s = limit_s

    def begin(self, key: str) -> None:
        """Code begins; what it calls of other plugins shares its time."""
        self._keys.append(key)
        if len(self._keys) == 1:
            self._rings, self._began_s = 0, time.thread_time()
            signal.setitimer(signal.ITIMER_REAL, self.limit_s, self.limit_s)

    def end(self) -> None:
        """Code has come back."""
        self._keys.pop()
        if not self._keys:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if not self._keys:
            return  # the code came back while the signal was on its way
        self._rings += 1
        if time.thread_time() - self._began_s >= 0.8 * self.limit_s or self._rings >= self.patience:
            raise Overran(self._keys[-1])
