"""Plays random games and prints their logs' digest: what another process must print too.

Usage: python replay.py SEEDS SEATS STEPS [fault]
"""

import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from apnap.pool import load_pool
from walks import Walk, order_by_hash


def main(seeds: int, seats: int, steps: int, *fault: str) -> None:
    if fault:
        order_by_hash()
    book = load_pool().book()
    for seed in range(seeds):
        walk = Walk(book, seed, seats).run(steps)
        print(zlib.crc32(repr(walk.game.log).encode()), walk.game.digest(), len(walk.game.log))


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:4]), *sys.argv[4:])
