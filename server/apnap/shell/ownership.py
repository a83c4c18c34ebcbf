"""A journal belongs to one server: two that went on with the same tables would each believe the other's inputs lost."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class InUse(OSError):
    """Another server has this journal."""


@contextlib.contextmanager
def owned(journal: str) -> Iterator[None]:
    """While it lasts, no other server gets this journal; raises `InUse` where one has it.

    The system gives the lock up with the process, however that ends. The file beside the journal stays: taking it away
    would let two have a lock on files of the same name.
    """
    if journal == ":memory:":
        yield
        return
    with Path(f"{journal}.lock").open("a+b") as file:
        try:
            _lock(file.fileno())
        except OSError as error:
            raise InUse(f"another server uses the journal {journal}") from error
        yield


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
