"""A drill: kill a server under load, again and again, and look whether anything was lost.

The server is a process of its own; bots play at many tables over real websockets. Before each kill, half
of the tables stop where they are, in the middle of a decision, and what their people see is noted; the
others play on into the kill. After the next start everybody resumes, and is asked the same with the same
digest; at the end, every acknowledged answer must be in the journal.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from msgspec import Struct

from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from apnap_protocol.requests import Answer, Question

from .bots import Bot
from .demo import NAMES, deck
from .journal import inputs_in, tables_in


class Report(Struct, frozen=True):
    """What a drill saw."""

    tables: int
    kills: int
    acknowledged: int
    """Answers that the server acknowledged."""
    lost: int
    """Of these, how many are not in the journal."""
    standing: int
    """People who stood in the middle of a decision at a kill, over all kills."""
    digests_equal: bool
    """Whether all of them saw the same and were asked the same after it."""
    resumed: int
    clock_drift_ms: int
    """By how much the time left of a decision was wrong after a kill, at most."""
    seconds: float


class Soldier(Bot):
    """A bot that can stand still, and remembers what was acknowledged."""

    def __init__(self, client: Client, seed: int, acknowledged: set[str]) -> None:
        super().__init__(client, seed)
        self.may_move = asyncio.Event()
        self.may_move.set()
        self._acknowledged = acknowledged
        self._n = 0

    async def answer(self, question: Question) -> None:
        """Answers under an id of its own, so that the journal can be searched for it."""
        for answer in (self.think(question), question.default, Answer(cancel=True)):
            await self.may_move.wait()
            self._n += 1
            ref = f"{self.client.session}/{self._n}"
            try:
                await self.client.command(_reply(question, answer), ref=ref)
            except Refused as refused:
                if refused.code == "unavailable_choice":  # taken, and taken back: it is in the journal as well
                    self._acknowledged.add(ref)
                if refused.code in ("stale_request", "not_your_request", "unavailable_choice"):
                    return
            else:
                self._acknowledged.add(ref)
                return


def _reply(question: Question, answer: Answer) -> m.Reply:
    return m.Reply(
        request=question.id,
        picks=answer.picks,
        number=answer.number,
        amounts=answer.amounts,
        cancel=answer.cancel,
    )


class Standing(Struct, frozen=True):
    """What somebody saw and was asked before a kill."""

    digest: int
    question: str
    left_ms: int | None


PROGRAM = (sys.executable, "-m", "apnap.cli")


async def drill(
    *,
    tables: int = 10,
    players: int = 3,
    kills: int = 3,
    seed: int = 1,
    program: tuple[str, ...] = PROGRAM,
) -> Report:
    """Runs a drill of the server that `program` starts, and reports."""
    began, chance = time.perf_counter(), random.Random(seed)
    acknowledged: set[str] = set()
    standing, equal, drift = 0, True, 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "journal.sqlite3"
        port = _free_port()
        process = await _start(program, port, place)
        squads = [await _muster(port, players, seed * 1000 + i, acknowledged) for i in range(tables)]
        playing = [asyncio.create_task(bot.play()) for squad in squads for bot in squad]
        start = partial(_start, program, port, place)
        for _ in range(kills):
            await asyncio.sleep(chance.uniform(0.5, 1.5))
            process, seen = await _kill(process, start, squads, chance.uniform(0.1, 0.6))
            standing += len(seen)
            equal = equal and all((s.then.digest, s.then.question) == (s.now.digest, s.now.question) for s in seen)
            drift = max([drift, *(_drift_ms(s.then, s.now, s.alive_ms) for s in seen)])
        await asyncio.sleep(0.5)
        resumed = sum(bot.client.resumes for squad in squads for bot in squad)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(bot.client.close() for squad in squads for bot in squad))
        process.send_signal(signal.SIGKILL)
        await process.wait()
        kept = await _commands(place)
    return Report(
        tables=tables,
        kills=kills,
        acknowledged=len(acknowledged),
        lost=len(acknowledged - kept),
        standing=standing,
        digests_equal=equal,
        resumed=resumed,
        clock_drift_ms=drift,
        seconds=round(time.perf_counter() - began, 1),
    )


class Survived(Struct, frozen=True):
    """What a bot saw before a kill and after it, and how long the server was alive in between."""

    then: Standing
    now: Standing
    alive_ms: int


async def _kill(
    process: Process, start: Callable[[], Awaitable[Process]], squads: list[list[Soldier]], pause_s: float
) -> tuple[Process, list[Survived]]:
    """Kills the server and revives it after a pause; half of the tables stand still meanwhile, and are compared."""
    halted = [bot for squad in squads[::2] for bot in squad]
    for bot in halted:
        bot.may_move.clear()
    await asyncio.sleep(0.3)
    before = [_seen(bot) for bot in halted]
    noted = time.monotonic()
    resumes = {id(bot): bot.client.resumes for squad in squads for bot in squad}
    process.send_signal(signal.SIGKILL)
    await process.wait()
    alive_s = time.monotonic() - noted
    await asyncio.sleep(pause_s)
    process = await start()
    back = time.monotonic()
    for squad in squads:
        for bot in squad:
            await bot.client.until(_has_resumed(bot, resumes[id(bot)]))
    seen = []
    for bot, then in zip(halted, before, strict=True):
        seen.append(Survived(then, _seen(bot), int(1000 * (alive_s + time.monotonic() - back))))
        bot.may_move.set()
    return process, seen


def _drift_ms(then: Standing, now: Standing, alive_ms: int) -> int:
    """How far the time left is from what it should be: the server's time alive counts, its death does not."""
    if then.left_ms is None or now.left_ms is None:
        return 0
    return abs(then.left_ms - alive_ms - now.left_ms)


def _has_resumed(bot: Bot, before: int) -> Callable[[], bool]:
    return lambda: bot.client.resumes > before or bot.client.result is not None


def _seen(bot: Bot) -> Standing:
    question = bot.client.question
    if question is None:
        return Standing(bot.client.digest, "", None)
    left = None if question.deadline is None else question.deadline - time.time_ns() // 1_000_000
    return Standing(bot.client.digest, question.id, left)


async def _muster(port: int, players: int, seed: int, acknowledged: set[str]) -> list[Soldier]:
    """A table with its bots."""
    url = f"ws://127.0.0.1:{port}"
    clients = [await Client(url, guest=name).__aenter__() for name in NAMES[:players]]
    clocks = m.Clocks(decision_s=120, absence_s=120)
    table = await clients[0].create(seats=players, seed=seed, clocks=clocks)
    bots = [Soldier(client, seed + i, acknowledged) for i, client in enumerate(clients)]
    for i, client in enumerate(clients):
        await client.join(table, deck(i))
    return bots


async def _start(program: tuple[str, ...], port: int, journal: Path) -> Process:
    """The server's process, once it is ready."""
    process = await asyncio.create_subprocess_exec(
        *(*program, "serve", "--port", str(port), "--journal", str(journal)),
        stdout=asyncio.subprocess.PIPE,
        env={**_environment(), "APNAP_LIMITS__MESSAGES_PER_S": "100000", "APNAP_LOG": "error"},
    )
    assert process.stdout is not None
    line = await process.stdout.readline()
    if b"listening" not in line:
        raise RuntimeError(f"the server did not start: {line!r}")
    return process


def _environment() -> dict[str, str]:
    limits = {
        "APNAP_LIMITS__MESSAGE_BURST": "100000",
        "APNAP_LIMITS__CONNECTIONS_PER_ADDRESS": "10000",
        "APNAP_LIMITS__TABLES_PER_USER": "10000",
        "APNAP_PACE__FLOOR_MS": "0",
        "APNAP_PACE__JITTER_MS": "0",
    }
    return {**os.environ, **limits}


def _free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _commands(place: Path) -> set[str]:
    """The commands of all inputs in a journal."""
    return {row.command for table in tables_in(place) for row in inputs_in(place, table)}
