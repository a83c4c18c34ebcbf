"""The beat of a table: how soon others may learn that somebody passed.

A pass that the server makes for a seat is as quick as the machine; one that a person makes is not. So that
nobody can tell from the time whether a seat could have done something, what comes of a pass, whoever made
it, leaves at the beat of its window: a jittered floor of time after the window opened (decision 26). A
window is one step with one topmost object of the stack. The game itself goes on at once.
"""

from __future__ import annotations

import random

from .settings import Pace

Window = tuple[int, str, int]
_chance = random.SystemRandom()


class Beat:
    """The beats of one table's windows, each after the one before it."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._window: Window | None = None
        self._at = 0.0

    def of(self, window: Window, now: float) -> float:
        """The loop's time at which what is passed in `window` may be told."""
        if not self._pace.floor_ms and not self._pace.jitter_ms:
            return 0.0
        if window != self._window:
            self._window = window
            wait_ms = self._pace.floor_ms + _chance.uniform(0, self._pace.jitter_ms)
            self._at = max(now, self._at) + wait_ms / 1000
        return self._at
