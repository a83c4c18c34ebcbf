"""Plays games twice, with other secrets, and compares every byte that each viewer gets.

python bench/noninterference.py [GAMES]      a thousand without an argument
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from secrets_of_others import compare


def main(games: int) -> int:
    began = time.perf_counter()
    compared = differing = unlike = size = 0
    for seed in range(games):
        for different, equal, bytes_ in compare(seed).values():
            compared += 1
            differing += not equal
            unlike += different
            size += bytes_
    seconds = time.perf_counter() - began
    print(
        json.dumps(
            {
                "games": games,
                "streams": compared,
                "streams_with_other_secrets": unlike,
                "streams_that_differ": differing,
                "bytes": size,
                "seconds": round(seconds, 1),
            }
        )
    )
    return 1 if differing or not unlike else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
