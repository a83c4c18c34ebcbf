"""Plays a saved table again and prints what came of it: `python -m apnap.testing.replay < FILE`.

With `--restart` it takes up what a killed server left behind, and prints where that stands.
"""

from __future__ import annotations

import sys

from apnap.pool import load_pool

from .asserting import standing, summary
from .tables import Table


def main(*options: str) -> None:
    """Read a saved table from the input, play it or take it up, and print what it comes to."""
    pool, saved = load_pool(), sys.stdin.read()
    print(standing(Table.restarted(pool, saved)) if "--restart" in options else summary(Table.replayed(pool, saved)))


if __name__ == "__main__":
    main(*sys.argv[1:])
