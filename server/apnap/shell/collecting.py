"""The garbage collector of a server with many live games.

A collection goes through objects of every game, and nobody gets an answer meanwhile. What a game drops is freed at
once, without it (`tests/properties/test_rings.py`); what stays behind are rings of objects of other code, and those of
closed tables. So young objects are looked at often, a few at a time, and full collections are made here: when as much
may have stayed behind as makes them worth it.
"""

from __future__ import annotations

import gc
from types import TracebackType

#: Containers that come into being before young ones are looked at.
YOUNG = 500
#: So many such looks, and Python would go through older ones itself.
NEVER = 2**30
#: A full collection after so many closed tables, and one more for every four that are open ...
CLOSED = 8
#: ... or after so many looks at young ones, which is hours of play.
AGED = 400_000


class Collecting:
    """While it lasts, full collections are made when they are worth it; as before when it ends."""

    def __init__(self) -> None:
        self._closed = 0
        self._before = gc.get_threshold()

    def __enter__(self) -> Collecting:
        gc.collect()
        gc.set_threshold(YOUNG, NEVER, NEVER)
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
        if self._closed < CLOSED + tables // 4 and gc.get_count()[1] < AGED:
            return False
        self._closed = 0
        gc.collect()
        return True
