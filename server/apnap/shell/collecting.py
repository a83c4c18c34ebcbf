"""The garbage collector of a server with many live games.

A full collection goes through every object of every game, and nobody gets an answer meanwhile. Nearly all of what a
game drops is freed at once, without it; what stays behind are rings of objects, first of all those of closed tables.
So full collections are made here: when as much may have stayed behind as makes them worth it.
"""

from __future__ import annotations

import gc
from types import TracebackType

#: Containers that come into being before young ones are looked at, and such looks before the middle-aged are.
YOUNG, MIDDLE = 5_000, 20
#: So many collections of the middle-aged, and Python would make a full one itself.
NEVER = 2**30
#: A full collection after so many closed tables, and one more for every four that are open ...
CLOSED = 8
#: ... or after so many collections of the middle-aged, which is hours of play.
AGED = 2_000


class Collecting:
    """While it lasts, full collections are made when they are worth it; as before when it ends."""

    def __init__(self) -> None:
        self._closed = 0
        self._before = gc.get_threshold()

    def __enter__(self) -> Collecting:
        gc.collect()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        gc.set_threshold(*self._before)

    def closed(self) -> None:
        """A table is no more."""
        self._closed += 1

    def sweep(self, tables: int) -> bool:
        """Collects if it is worth it beside so many open tables; says whether it did."""
        if self._closed < CLOSED + tables // 4 and gc.get_count()[2] < AGED:
            return False
        self._closed = 0
        gc.collect()
        return True
