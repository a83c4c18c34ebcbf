"""Who makes two runs of one game differ: a witness of what plugins' code gives, and two testimonies compared.

`python -m apnap.shell.witness JOURNAL TABLE N [FOLDER [FILE...]]` plays a table's inputs up to number `N` twice, and
writes what the code of plugins gave the second time. Beside what it gave in a process with another seed of hashing,
that shows code that asks chance or the clock, code that iterates over a set, and code that remembers something outside
the game.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from apnap.contents import plain
from apnap.engine.calls import Guard

#: Seeds of Python's hashing under which a game is played for comparison: a set of two words has the same order in
#: every other one.
HASH_SEEDS = ("11", "12", "13", "14")


class Called(Struct, frozen=True, array_like=True):
    """One call of a plugin's code: in which input, which code, and a digest of what it gave."""

    n: int
    key: str
    gave: int


class Witness:
    """A guard that remembers what all code of plugins gave; `inner` is the guard that calls it."""

    def __init__(self, inner: Guard | None = None) -> None:
        self.calls: list[Called] = []
        self.n = 0
        """The number of the input that is being put in."""
        self._inner = inner

    def __call__(self, key: str, code: Callable[[], Any]) -> Any:
        try:
            gave = code() if self._inner is None else self._inner(key, code)
        except BaseException as error:
            self._remember(key, type(error).__name__)
            raise
        self._remember(key, gave)
        return gave

    def _remember(self, key: str, gave: Any) -> None:
        self.calls.append(Called(self.n, key, crc32(repr(plain(gave)).encode())))


def first_difference(one: Sequence[Called], other: Sequence[Called]) -> str:
    """The code that gave something else where all before it had given the same; "" where none did.

    After that, what any code gives may be a consequence. Where the calls themselves come in another order, no code that
    was called is to blame for it.
    """
    for mine, its in zip(one, other, strict=False):
        if (mine.n, mine.key) != (its.n, its.key):
            return ""
        if mine.gave != its.gave:
            return mine.key
    return ""


def testimonies(
    journal: Path, table: str, n: int, folder: str = "", cards: Sequence[str] = ()
) -> Iterator[list[Called]]:
    """What other processes, each under another seed of hashing, find the code of plugins to give up to input `n`."""
    for seed in HASH_SEEDS:
        done = subprocess.run(
            [sys.executable, "-m", "apnap.shell.witness", str(journal), table, str(n), folder, *cards],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        yield msgspec.json.decode(done.stdout.splitlines()[-1], type=list[Called])


def culprit(mine: Sequence[Called], others: Iterable[Sequence[Called]]) -> str:
    """The first code that any other testimony contradicts; "" where none does."""
    return next((key for its in others if (key := first_difference(mine, its))), "")


def main(journal: str, table: str, n: str, folder: str = "", *cards: str) -> None:
    """Play the inputs twice, and write what the code of plugins gave the second time."""
    from apnap.pool import load_pool

    from .journal import inputs_in
    from .pooled import PoolGames
    from .replaying import witnessed

    rows = [row for row in inputs_in(journal, table) if row.n <= int(n)]
    games = PoolGames(load_pool(folder=folder or None, cards=cards))
    for _ in range(2):
        _, witness = witnessed(table, rows, games)
    print()  # whatever a plugin has printed stands on lines before this
    print(msgspec.json.encode(witness.calls).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
