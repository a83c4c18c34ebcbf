"""Plays games over wires that break after a random number of bytes, until ten thousand have broken.

    python bench/cuts.py [CUTS] [--json] [--toy]

The games are of the real cards, with hands and libraries that not everybody sees; `--toy` plays the tests' small game.
After each game everybody's view must be the server's, and a spectator's that of one who was never cut.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from apnap.shell.app import Server
from apnap.shell.pooled import PoolGames
from apnap.shell.settings import Checking, Limits, Pace, Settings
from cuts import REAL, TOY, broken_game
from toy import Toys

AT_ONCE = 4
"""Games that are played at the same time."""


async def main(wanted: int, *, toy: bool) -> dict[str, object]:
    limits = Limits(messages_per_s=1e6, message_burst=10**6, tables_per_user=10**6, connections_per_address=10**4)
    settings = Settings(port=0, journal=":memory:", limits=limits, pace=Pace(0, 0), checking=Checking(one_in=0))
    began, cuts, games, wrong, hidden = time.perf_counter(), 0, 0, 0, 0
    async with Server(Toys() if toy else PoolGames(), settings) as server:
        while cuts < wanted:
            kind = TOY if toy else REAL
            ends = await asyncio.gather(*(broken_game(server, games + i, kind) for i in range(AT_ONCE)))
            games += len(ends)
            cuts += sum(end.cuts for end in ends)
            wrong += sum(not end.good for end in ends)
            hidden += sum(end.hidden for end in ends)
    return {
        "cuts": cuts,
        "games": games,
        "games_wrong": wrong,
        "hidden_entries": hidden,
        "seconds": round(time.perf_counter() - began, 1),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("cuts", nargs="?", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--toy", action="store_true")
    given = parser.parse_args()
    report = asyncio.run(main(given.cuts, toy=given.toy))
    print(json.dumps(report) if given.json else "\n".join(f"{name}: {value}" for name, value in report.items()))
    sys.exit(1 if report["games_wrong"] or not report["hidden_entries"] else 0)
