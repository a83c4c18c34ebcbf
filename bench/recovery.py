"""How long a server takes to come back with its tables after `kill -9`.

    python bench/recovery.py [--json] [--tables 500] [--actions 40]

A server process with its journal on disk, and four-seat Commander games, each of which has acted so many times. It
is killed after the last answer, and another process begins with the same journal: `back_s` is the time from its start
until it listens again with all games rebuilt from their newest snapshots and the inputs after them, `empty_s` the same
without any table. `rebuilt` of the `games` came back, of which `problems` are not as they were acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from clients import Actions, Place, all_of, opened
from measuring import options, report, table
from servers import Process
from tables import TABLES


async def act(places: list[Place], actions: int) -> int:
    """Every table acts so many times, as soon as it can; gives how many were acknowledged."""
    run = Actions()

    async def hurry(place: Place) -> None:
        for _ in range(actions):
            if not await place.act(run):
                return

    await asyncio.gather(*(hurry(place) for place in places))
    return len(run.latencies) + run.silent


async def played(journal: str, tables: int, actions: int) -> int:
    """Plays, and kills the server; gives the actions that were acknowledged."""
    with Process("--serve", journal) as server:
        async with all_of(opened, server.port, tables) as places:
            done = await act(places, actions)
            server.kill()
    return done


def begun(journal: str) -> tuple[float, int, int]:
    """Seconds until a server listens with what is in the journal, its tables, and those that are not as they were."""
    began = time.perf_counter()
    with Process("--serve", journal) as server:
        return time.perf_counter() - began, server.tables, server.problems


def measure(tables: int, actions: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        empty_s, *_ = begun(str(Path(folder) / "empty"))
        journal = Path(folder) / "journal"
        done = asyncio.run(played(str(journal), tables, actions))
        size = sum(file.stat().st_size for file in Path(folder).glob("journal*"))
        back_s, rebuilt, problems = begun(str(journal))
    return {
        "games": tables, "actions": done, "journal_mb": round(size / 1e6, 1), "empty_s": round(empty_s, 2),
        "back_s": round(back_s, 2), "rebuilt": rebuilt, "problems": problems,
    }  # fmt: skip


def parser() -> argparse.ArgumentParser:
    found = options(__doc__)
    found.add_argument("--tables", type=int, default=TABLES, help="how many tables of four")
    found.add_argument("--actions", type=int, default=40, help="of each table before the kill")
    return found


def main() -> int:
    asked = parser().parse_args()
    found = measure(3, 5) if asked.quick else measure(asked.tables, asked.actions)
    table(tuple(found), [tuple(found.values())])
    report("recovery", found, wanted=asked.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
