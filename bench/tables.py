"""Tables of four over loopback: latency, actions a second, bytes and memory, beside a bare websocket broadcast.

    python bench/tables.py [--json] [--tables 1,50,200,500] [--seconds 8]

The server is a process of its own: full rules, Commander decks, views and digests, a journal on disk that is
committed before anybody is told (the journal of the server, in a temporary folder), no clocks, and no pause before a
pass is told (`pace` is 0). Another process has four connections a table. `paced`: each table acts once a second, at
times spread over the second, and before that makes some actions, each table another number; the latency is from
sending the command to the arrival of the last of the four views. The clients' own garbage is not collected meanwhile.
`saturated`: each table acts as soon as all four have seen what came before. An answer is a land, a payable spell, an
attack or mostly a pass, by a seeded choice; it is counted when all four seats have been told. `table_kb` is the growth
of the process by these tables until then, beside a first one.

`bare` is a server of the same library that sends frames of the mean size to the four of a table when one of them
sends a message, measured by the same clients in the same run; `engine` is the same choices in one process without a
server. `share` is saturated actions over 1 / (1/engine + 1/bare). `cpu_share` is the same of actions a second of the
servers' processor time (`cpu_us` an action): what would be if clients and other work took none of it. `commit_ms` is
what this disk needs to commit one row: no command can be answered sooner, however little there is to do.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from clients import SEATS, Actions, Rooms, all_of, apart, choose, opened, paced, room_opened, saturated
from games import setup
from measuring import middle, options, quantile, report, table, timed
from servers import Process

from apnap.decks.shipped import COMMANDER
from apnap.engine.game import Game
from apnap.engine.requests import IllegalAnswer
from apnap.pool import load_pool
from apnap.shell.policy import forced_answer

#: So many tables are the most that is measured.
TABLES = 500


def engine_pace(seconds: float) -> float:
    """Decisions a second of the same games and choices without a server, of processor time; options are listed.

    What has only one answer is answered and not counted, as the server asks nobody.
    """
    book = load_pool().book("current", ("commander",))
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        chance = random.Random(done)
        game = Game.start(book, setup(COMMANDER, SEATS, done + 1))
        for _ in range(500):
            if game.request is None:
                break
            forced = forced_answer(game.request)
            try:
                game.answer(game.waiting_for()[0], choose(game.request, chance) if forced is None else forced)
            except IllegalAnswer:
                game.answer(game.waiting_for()[0], game.request.default)
            done += forced is None
    return done / (time.process_time() - began)


def latency(run: Actions) -> tuple[float, float]:
    """p50 and p99 in milliseconds."""
    return round(1000 * middle(run.latencies), 2), round(1000 * quantile(run.latencies, 0.99), 2)


async def measure(n: int, seconds: float, hurried: float, engine: float) -> dict[str, Any]:
    """Everything of one number of tables, and the bare server beside it: `seconds` at a pace, `hurried` without one."""
    with tempfile.TemporaryDirectory() as folder, Process("--serve", str(Path(folder) / "journal")) as server:
        first = await opened(server.port, 0)  # it has brought what all tables share; nobody does anything there
        empty_kb = server.resident_kb()
        async with all_of(opened, server.port, n) as places:
            await apart(places)
            calm = await paced(places, seconds)
            used = server.cpu_s()
            busy, pace = await saturated(places, hurried)
            used = server.cpu_s() - used
            memory = (server.resident_kb() - empty_kb) / n
            over = sum(place.over for place in places)
        for seated in first.seats:
            seated.socket.transport.abort()
    actions, size = len(busy.latencies), round(busy.bytes / max(1, busy.frames))
    with Process("--broadcast") as server:
        async with all_of(room_opened, server.port, n) as places:
            Rooms.size = round(busy.bytes / actions / SEATS)
            bare_calm = await paced(places, min(seconds, 4.0))
            bare_used = server.cpu_s()
            bare_busy, bare = await saturated(places, min(hurried, 4.0))
            bare_used = server.cpu_s() - bare_used
    (p50, p99), (bare_p50, bare_p99) = latency(calm), latency(bare_calm)
    cpu_s, bare_cpu_s = actions / used, len(bare_busy.latencies) / bare_used
    return {
        "p50_ms": p50, "p99_ms": p99, "actions_s": round(pace), "bytes_seat": round(busy.bytes / actions / SEATS),
        "frames_action": round(busy.frames / actions, 1), "frame_bytes": size, "table_kb": round(memory),
        "bare_p50_ms": bare_p50, "bare_p99_ms": bare_p99, "bare_s": round(bare),
        "bare_ratio": round(pace / bare, 3), "share": round(pace * (1 / engine + 1 / bare), 2),
        "cpu_us": round(1e6 / cpu_s), "bare_cpu_us": round(1e6 / bare_cpu_s),
        "cpu_share": round(cpu_s * (1 / engine + 1 / bare_cpu_s), 2),
        "silent": calm.silent + busy.silent, "refused": calm.refused + busy.refused, "over": over,
    }  # fmt: skip


def commit_ms() -> float:
    """The median of what this disk needs to commit one row as the journal does."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(sqlite3.connect(Path(folder) / "x")) as disk:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            disk.execute(f"PRAGMA {pragma}")
        disk.execute("CREATE TABLE rows (n)")

        def commit() -> None:
            with disk:
                disk.execute("INSERT INTO rows VALUES (1)")

        return round(1000 * middle([timed(commit) for _ in range(50)]), 2)


def parser() -> argparse.ArgumentParser:
    found = options(__doc__)
    found.add_argument("--tables", default="1,50,200,500", help="how many tables, one number or several")
    found.add_argument("--seconds", type=float, default=8.0, help="of each measurement")
    return found


def main() -> int:
    asked = parser().parse_args()
    sizes = [2] if asked.quick else [int(n) for n in asked.tables.split(",")]
    # at a pace every table acts once a second, so that a second shows it once
    seconds, hurried = (1.0, 0.3) if asked.quick else (asked.seconds, asked.seconds)
    engine = engine_pace(min(hurried, 5.0))
    gc.collect()
    gc.disable()
    rows = {}
    for n in sizes:
        rows[n] = asyncio.run(measure(n, seconds, hurried, engine))
        print(f"{n} tables: {json.dumps(rows[n])}", flush=True)
    table(("tables", *next(iter(rows.values()))), [(n, *row.values()) for n, row in rows.items()])
    figures = {"engine_s": round(engine), "commit_ms": commit_ms()}
    print(f"engine_s {figures['engine_s']}, commit_ms {figures['commit_ms']}")
    report("tables", {"tables": {str(n): row for n, row in rows.items()}, **figures}, wanted=asked.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
