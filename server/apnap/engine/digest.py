"""The digest of a state: the same for equal states, in every process, in whatever order entries were written.

The containers are summed entry by entry. The values are immutable, and a state says which entries were written to,
so that a digest costs what changed since the one before. `afresh` is the slow twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zlib import crc32

import msgspec

from .state import CONTAINERS, SCALARS, State
from .watch import Watch

SUMMED = tuple(name for name in CONTAINERS if name != "tallies")

_encode = msgspec.msgpack.Encoder().encode
_Key = int | str


class Digest:
    """What the entries of one game's state add to its digest, as far as they are known."""

    def __init__(self) -> None:
        self._watch = Watch()
        self._values: dict[str, dict[_Key, object]] = {name: {} for name in SUMMED}
        self._shares: dict[str, dict[_Key, int]] = {name: {} for name in SUMMED}
        self._total = 0

    def of(self, state: State) -> int:
        """The digest of the game's state as it is now, 32 bits."""
        if self._watch.misses_nothing(state):
            for name, key in self._watch.written:
                self._go_on(name, key, getattr(state, name).get(key))
        else:
            self._go_through(state)
            self._watch.begin(state)
        self._watch.clear()
        return self._sum(state)

    def afresh(self, state: State) -> int:
        """The same, whatever is known from before."""
        self._go_through(state)
        return self._sum(state)

    def _sum(self, state: State) -> int:
        return crc32(_encode([self._total, *_small(state)]))

    def _go_through(self, state: State) -> None:
        """Where the game was taken back, has only begun, or was not asked for long."""
        for name in SUMMED:
            container = getattr(state, name)
            for key in [key for key in self._values[name] if key not in container]:
                self._go_on(name, key, None)
            for key, value in container.items():
                self._go_on(name, key, value)

    def _go_on(self, name: str, key: _Key, value: object) -> None:
        values, shares = self._values[name], self._shares[name]
        if values.get(key) is value:
            return
        self._total -= shares.pop(key, 0)
        if value is None:
            del values[key]
            return
        values[key] = value
        shares[key] = share = crc32(_encode((name, key, value)))
        self._total += share


def afresh(state: State) -> int:
    """The digest with nothing known from before."""
    return Digest().afresh(state)


def _small(state: State) -> Iterable[Any]:
    """What is encoded whole each time: the rest of the state, its mappings sorted."""
    yield sorted((name, sorted(counts.items())) for name, counts in state.tallies.items())
    for name in SCALARS:
        yield getattr(state, name)
