"""Tables of four over loopback: latency, actions a second, bytes and memory, beside a bare websocket broadcast.

    python bench/tables.py [--json] [--tables 1,50,200,500] [--seconds 8]

The server is a process of its own: full rules, Commander decks, views and digests, a journal on disk that is
committed before anybody is told (the journal of the server, in a temporary folder), no clocks, and no pause before a
pass is told (`pace` is 0). Another process has four connections a table. `paced`: each table acts once a second, at
times spread over the second; the latency is from sending the command to the arrival of the last of the four views.
`saturated`: each table acts as soon as all four have seen what came before. An answer is a land, a payable spell, an
attack or mostly a pass, by a seeded choice; it is counted when all four seats have been told.

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
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from games import setup
from measuring import middle, options, quantile, report, table, timed
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from apnap.decks.shipped import COMMANDER, shipped
from apnap.engine.game import Game
from apnap.engine.requests import IllegalAnswer
from apnap.pool import load_pool
from apnap.shell.app import Server
from apnap.shell.policy import forced_answer
from apnap.shell.pooled import PoolGames
from apnap.shell.settings import Limits, Pace, Settings
from apnap_protocol import messages as m
from apnap_protocol.codec import read_frame, write_command
from apnap_protocol.requests import Question

SEATS = 4
#: So many tables are the most that is measured.
TABLES = 500
#: So many connections are opened at a time.
OPENING = 8
#: After so long with the next question, an answer counts as one of which somebody sees nothing.
SILENCE_S = 0.02


# --- the servers, each in a process of its own -------------------------------------------------------


async def served(path: str) -> None:
    """The server under measurement; says its port, and ends with its standard input."""
    limits = Limits(
        messages_per_s=1e6, message_burst=10**6, connections_per_address=10**5, tables_per_user=10**5, malformed=10**6
    )
    settings = Settings(port=0, journal=path, limits=limits, pace=Pace(0, 0), log="error")
    pool = PoolGames(load_pool())
    gc.collect()
    gc.freeze()
    async with Server(pool, settings) as server:
        problems = sum(bool(found.problem) for found in server.recovered)
        print(server.port, len(server.tables), problems, flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def broadcast() -> None:
    """Sends to all four of a room as many bytes as the message that one of them sent asks for."""
    rooms: dict[str, list[ServerConnection]] = {}

    async def converse(socket: ServerConnection) -> None:
        assert socket.request is not None
        room = rooms.setdefault(socket.request.path, [])
        room.append(socket)
        with contextlib.suppress(ConnectionClosed):
            async for message in socket:
                size = int(message)
                for other in room:
                    await other.send("x" * size)

    async with serve(converse, "127.0.0.1", 0, compression=None, ping_interval=None) as listener:
        print(next(iter(listener.sockets)).getsockname()[1], 0, 0, flush=True)
        await asyncio.to_thread(sys.stdin.read)


class Process:
    """A server's process: its port, the tables that it began with, and how many of those are not as they were."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, str(Path(__file__).resolve()), *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.port, self.tables, self.problems = map(int, self._process.stdout.readline().split())

    def resident_kb(self) -> int:
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.is_file():
            return 0
        lines = status.read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])

    def cpu_s(self) -> float:
        """The processor time that it has used."""
        status = Path(f"/proc/{self._process.pid}/stat")
        if not status.is_file():
            return 0.0
        fields = status.read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self) -> Process:
        return self

    def kill(self) -> None:
        """As a power cut would."""
        self._process.kill()
        self._process.wait()

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


# --- choices ------------------------------------------------------------------------------------------


def choose(question: Any, chance: random.Random) -> Any:
    """An answer for a question of the wire or of the engine, which have the same members."""
    default = question.default
    kinds: dict[str, list[str]] = {}
    for option in question.options:
        if option.payload.kind != "cast" or option.payload.payable == "yes":
            kinds.setdefault(option.payload.kind, []).append(option.id)
    answer = type(default)
    if question.kind == "priority":
        if "play" in kinds:
            return answer(picks=(chance.choice(kinds["play"]),))
        if "cast" in kinds and chance.random() < 0.3:
            return answer(picks=(chance.choice(kinds["cast"]),))
        return answer(picks=("pass",))
    if question.kind == "pay":
        return answer(picks=tuple(kinds.get("pay", ())[:1])) if kinds.get("pay") else default
    if question.kind == "attackers" and question.options and chance.random() < 0.5:
        return answer(picks=(chance.choice(question.options).id,))
    if question.kind == "choose":
        n = max(question.min, 1 if question.prompt == "target" else 0)
        return answer(picks=tuple(o.id for o in question.options[:n]))
    return default


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


# --- the clients ---------------------------------------------------------------------------------------


class Actions:
    """What a run of actions took."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.frames = self.bytes = self.refused = self.silent = 0


class Seated:
    """One connection of a table."""

    def __init__(self, place: Place, seat: int, socket: ClientConnection) -> None:
        self.place, self.seat, self.socket = place, seat, socket
        self.question: Question | None = None
        self.told = False

    async def listen(self) -> None:
        async for data in self.socket:
            self.place.heard(self, data)


class Place:
    """A table as the clients know it: who was told, and what is asked."""

    def __init__(self, chance: random.Random) -> None:
        self.seats: list[Seated] = []
        self.chance = chance
        self.done = asyncio.Event()
        self.ready = asyncio.Event()
        self.refused = self.over = self.acked = False
        self.silence: asyncio.TimerHandle | None = None
        self.last = 0.0
        self.frames = self.bytes = 0
        self._numbers = 0

    def heard(self, seated: Seated, data: str | bytes) -> None:
        self.frames += 1
        self.bytes += len(data)
        text = data if isinstance(data, str) else data.decode()
        if text.startswith('{"t":"batch"'):
            seated.told = True
        elif text.startswith('{"t":"ack"'):
            self.acked = True
        elif text.startswith('{"t":"request"'):
            _, frame = read_frame(data)
            assert isinstance(frame, m.Asked)
            seated.question = frame.request
        elif text.startswith('{"t":"error"'):
            self.refused = True
        elif text.startswith('{"t":"over"'):
            self.over = True
        elif text.startswith(('{"t":"welcome"', '{"t":"resync"')):
            _, welcome = read_frame(data)
            assert isinstance(welcome, m.Welcome)
            seated.question = welcome.request or seated.question
        else:
            return
        if self.over or self.asked():
            self.ready.set()
        if self.over or self.refused or (self.asked() and all(s.told for s in self.seats)):
            self.last = time.perf_counter()
            self.done.set()
        elif self.asked() and self.acked and not self.done.is_set() and self.silence is None:
            self.silence = asyncio.get_running_loop().call_later(SILENCE_S, self.done.set)

    def asked(self) -> Seated | None:
        return next((s for s in self.seats if s.question is not None), None)

    async def act(self, run: Actions) -> bool:
        """One action; false where the game is over."""
        if self.asked() is None:
            self.ready.clear()
            await self.ready.wait()
        seated = self.asked()
        if self.over or seated is None or seated.question is None:
            return False
        question = seated.question
        answer = question.default if self.refused else choose(question, self.chance)
        if not self.refused:
            for each in self.seats:
                each.told = False
        self.refused = self.acked = False
        self.done.clear()
        self._numbers += 1
        reply = msgspec.convert({"request": question.id, **msgspec.to_builtins(answer)}, m.Reply)
        data = write_command(f"b{seated.seat}-{self._numbers}", reply)
        seated.question = None
        frames, size = self.frames, self.bytes
        began = time.perf_counter()
        await seated.socket.send(data, text=True)
        if question.all_of:  # nobody is told before all have answered
            return True
        await self.done.wait()
        if self.silence is not None:
            self.silence.cancel()
            self.silence = None
        if not (self.refused or self.over or all(s.told for s in self.seats)):
            run.silent += 1
            return True
        if self.refused:
            seated.question = question
            run.refused += 1
            return True
        run.latencies.append(self.last - began)
        run.frames += self.frames - frames
        run.bytes += self.bytes - size
        return True


class Rooms(Place):
    """A room of the bare server: any of the four sends, all four hear."""

    size = 0

    def heard(self, seated: Seated, data: str | bytes) -> None:
        self.frames += 1
        self.bytes += len(data)
        seated.told = True
        if all(s.told for s in self.seats):
            self.last = time.perf_counter()
            self.done.set()

    async def act(self, run: Actions) -> bool:
        for each in self.seats:
            each.told = False
        self.done.clear()
        began = time.perf_counter()
        await self.seats[self.chance.randrange(SEATS)].socket.send(str(self.size))
        await self.done.wait()
        run.latencies.append(self.last - began)
        return True


async def paced(places: list[Place], seconds: float) -> Actions:
    """Every table acts once a second."""
    run = Actions()

    async def keep_pace(place: Place) -> None:
        ends = time.perf_counter() + seconds
        at = time.perf_counter() + place.chance.random()
        while at < ends:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            at += 1.0
            if not await place.act(run):
                return

    await asyncio.gather(*(keep_pace(place) for place in places))
    return run


async def saturated(places: list[Place], seconds: float) -> tuple[Actions, float]:
    """Every table acts whenever it can; with the actions a second."""
    run, began = Actions(), time.perf_counter()

    async def hurry(place: Place) -> None:
        while time.perf_counter() - began < seconds and await place.act(run):
            pass

    await asyncio.gather(*(hurry(place) for place in places))
    return run, len(run.latencies) / (time.perf_counter() - began)


async def seat(url: str, place: Place, n: int, name: str) -> Seated:
    """A guest's connection, past the greeting."""
    socket = await connect(
        url, subprotocols=[Subprotocol(m.PROTOCOL)], compression=None, max_size=None, ping_interval=None
    )
    await socket.send(write_command("a", m.Auth(guest=name)), text=True)
    while not str(await socket.recv()).startswith('{"t":"ack"'):
        pass
    return Seated(place, n, socket)


async def command(seated: Seated, ref: str, wish: m.Command) -> m.Ack:
    """A command before the game begins, and its ack."""
    await seated.socket.send(write_command(ref, wish), text=True)
    while True:
        data = await seated.socket.recv()
        _, frame = read_frame(data)
        if isinstance(frame, m.Error):
            raise RuntimeError(f"{frame.code}: {frame.message}")
        if isinstance(frame, m.Ack) and frame.ref == ref:
            return frame
        seated.place.heard(seated, data)


async def opened(port: int, number: int) -> Place:
    """A table of four whose game has begun."""
    place = Place(random.Random(number))
    url = f"ws://127.0.0.1:{port}{m.PATH}"
    for n in range(SEATS):
        place.seats.append(await seat(url, place, n, f"Guest {number} {n}"))
    made = await command(
        place.seats[0], "c", m.Create(seats=SEATS, format="commander", seed=number, clocks=m.Clocks(absence_s=0))
    )
    for n, seated in enumerate(place.seats):
        deck = shipped(COMMANDER[n % len(COMMANDER)])
        await command(seated, "j", m.Join(table=made.result["table"], deck=deck.cards, commanders=deck.commanders))
    return place


async def room_opened(port: int, number: int) -> Place:
    place = Rooms(random.Random(number))
    for n in range(SEATS):
        socket = await connect(f"ws://127.0.0.1:{port}/{number}", compression=None, max_size=None, ping_interval=None)
        place.seats.append(Seated(place, n, socket))
    return place


@contextlib.asynccontextmanager
async def all_of(open_one: Any, port: int, n: int) -> AsyncIterator[list[Place]]:
    """So many tables, listening; closed at the end."""
    places: list[Place] = []
    for first in range(0, n, OPENING):
        places += await asyncio.gather(*(open_one(port, i + 1) for i in range(first, min(n, first + OPENING))))
    listening = [asyncio.create_task(s.listen()) for place in places for s in place.seats]
    await asyncio.sleep(0.5)
    try:
        yield places
    finally:
        for task in listening:
            task.cancel()
        for place in places:
            for each in place.seats:
                each.socket.transport.abort()
        await asyncio.gather(*listening, return_exceptions=True)


def latency(run: Actions) -> tuple[float, float]:
    """p50 and p99 in milliseconds."""
    return round(1000 * middle(run.latencies), 2), round(1000 * quantile(run.latencies, 0.99), 2)


async def measure(n: int, seconds: float, hurried: float, engine: float) -> dict[str, Any]:
    """Everything of one number of tables, and the bare server beside it: `seconds` at a pace, `hurried` without one."""
    with tempfile.TemporaryDirectory() as folder, Process("--serve", str(Path(folder) / "journal")) as server:
        empty_kb = server.resident_kb()
        async with all_of(opened, server.port, n) as places:
            calm = await paced(places, seconds)
            used = server.cpu_s()
            busy, pace = await saturated(places, hurried)
            used = server.cpu_s() - used
            memory = (server.resident_kb() - empty_kb) / n
            over = sum(place.over for place in places)
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
    found.add_argument("--serve", metavar="JOURNAL", help=argparse.SUPPRESS)
    found.add_argument("--broadcast", action="store_true", help=argparse.SUPPRESS)
    return found


def main() -> int:
    asked = parser().parse_args()
    if asked.serve is not None:
        asyncio.run(served(asked.serve))
        return 0
    if asked.broadcast:
        asyncio.run(broadcast())
        return 0
    sizes = [2] if asked.quick else [int(n) for n in asked.tables.split(",")]
    # at a pace every table acts once a second, so that a second shows it once
    seconds, hurried = (1.0, 0.3) if asked.quick else (asked.seconds, asked.seconds)
    engine = engine_pace(min(hurried, 5.0))
    gc.collect()
    gc.freeze()
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
