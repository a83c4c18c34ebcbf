"""Measures windows in which the server passes for somebody, with and without something to do in them.

    python bench/windows.py [WINDOWS]      two thousand without an argument

Prints the p-value of a two-sample Kolmogorov-Smirnov test: above 0.01, the two cannot be told apart.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from apnap.shell.app import Server
from apnap.shell.settings import Limits, Pace, Settings
from toy import Toys
from windows import likelihood, windows


async def main(n: int) -> int:
    limits = Limits(messages_per_s=1e6, message_burst=10**6, tables_per_user=10**6)
    async with Server(Toys(), Settings(port=0, journal=":memory:", limits=limits, pace=Pace(60, 20))) as server:
        one: list[float] = []
        two: list[float] = []
        while len(two) < n // 2:  # by turns, so that a busier machine is busier for both
            one += await windows(server, min(50, n // 2 - len(one)), playable=True)
            two += await windows(server, min(50, n // 2 - len(two)), playable=False)
    p = likelihood(one, two)
    report = {
        "windows": len(one) + len(two),
        "p": round(p, 4),
        "median_ms_with": round(1000 * statistics.median(one), 2),
        "median_ms_without": round(1000 * statistics.median(two), 2),
    }
    print(json.dumps(report))
    return 0 if p > 0.01 else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)))
