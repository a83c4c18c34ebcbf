"""Plays a saved table again and prints what came of it: `python -m apnap.testing.replay < FILE`."""

from __future__ import annotations

import sys

from apnap.pool import load_pool

from .asserting import summary
from .tables import Table


def main() -> None:
    """Read a saved table from the input, play it, and print its summary."""
    print(summary(Table.replayed(load_pool(), sys.stdin.read())))


if __name__ == "__main__":
    main()
