"""A token bucket: `allows()` is false when somebody is too fast. It never waits."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Bucket:
    """At most `burst` at once, and `per_s` in the long run."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_per_s")

    def __init__(self, per_s: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self._per_s, self._burst, self._clock = per_s, burst, clock
        self._left, self._at = float(burst), clock()

    def allows(self, n: int = 1) -> bool:
        """Takes so many, if there are so many."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_s)
        self._at = now
        if self._left < n:
            return False
        self._left -= n
        return True

    def wait_for_s(self, n: int) -> float:
        """How long until so many are allowed."""
        return 0.0 if self._per_s <= 0 else max(0.0, (n - self._left) / self._per_s)

    @property
    def wait_s(self) -> float:
        """How long until the next is allowed."""
        return self.wait_for_s(1)
