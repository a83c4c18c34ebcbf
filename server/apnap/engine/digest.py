"""The digest of a state: the same for equal states, in every process, in whatever order entries were written.

The containers that grow with the game are summed entry by entry. Their values are immutable, so that the share of an
entry is worked out once and kept while it is the same value: a digest costs what changed. `afresh` is the slow twin.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

import msgspec

from .state import CONTAINERS, SCALARS, State

SUMMED = ("objects", "cards", "effects", "last_known")
#: So many entries that are no more may be kept beside as many as there are.
LEFT_BEHIND = 64

_encode = msgspec.msgpack.Encoder().encode
_SMALL = tuple(name for name in CONTAINERS if name not in SUMMED)


class Digest:
    """What the entries of one game's state add to its digest, as far as they are known."""

    def __init__(self) -> None:
        self._shares: dict[str, dict[int, tuple[object, int]]] = {name: {} for name in SUMMED}

    def of(self, state: State) -> int:
        """The digest of the game's state as it is now, 32 bits."""
        total = sum(self._sum(name, getattr(state, name)) for name in SUMMED)
        return crc32(_encode([total, *_small(state)]))

    def _sum(self, name: str, entries: Mapping[int, object]) -> int:
        shares = self._shares[name]
        total = 0
        for key, value in entries.items():
            share = shares.get(key)
            if share is None or share[0] is not value:
                share = shares[key] = (value, crc32(_encode((name, key, value))))
            total += share[1]
        if len(shares) > 2 * len(entries) + LEFT_BEHIND:
            self._shares[name] = {key: shares[key] for key in entries}
        return total


def afresh(state: State) -> int:
    """The digest with nothing known from before."""
    return Digest().of(state)


def _small(state: State) -> Iterable[Any]:
    """What is encoded whole each time: the rest of the state, its mappings sorted."""
    for name in _SMALL:
        yield sorted(getattr(state, name).items()) if name != "tallies" else _tallies(state)
    for name in SCALARS:
        yield getattr(state, name)


def _tallies(state: State) -> list[tuple[str, list[tuple[str, int]]]]:
    return sorted((name, sorted(counts.items())) for name, counts in state.tallies.items())
