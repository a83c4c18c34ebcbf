"""Plays games over wires that break after a random number of bytes, until ten thousand have broken.

    python bench/cuts.py [CUTS]

After each game, everybody's view must be the server's.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from apnap.shell.app import Server
from apnap.shell.settings import Limits, Pace, Settings
from cuts import broken_game
from toy import Toys


async def main(wanted: int) -> int:
    limits = Limits(messages_per_s=1e6, message_burst=10**6, tables_per_user=10**6, connections_per_address=10**4)
    settings = Settings(port=0, journal=":memory:", limits=limits, pace=Pace(0, 0))
    began, cuts, games, wrong = time.perf_counter(), 0, 0, 0
    async with Server(Toys(), settings) as server:
        while cuts < wanted:
            results = await asyncio.gather(*(broken_game(server, games + i) for i in range(4)))
            games += len(results)
            cuts += sum(n for n, _ in results)
            wrong += sum(not good for _, good in results)
    seconds = round(time.perf_counter() - began, 1)
    print(json.dumps({"cuts": cuts, "games": games, "games_wrong": wrong, "seconds": seconds}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)))
