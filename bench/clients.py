"""Tables of four as their clients know them: who was told, what is asked, and how they act.

An answer is a land, a payable spell, an attack or mostly a pass, by a seeded choice.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from apnap.decks.shipped import COMMANDER, shipped
from apnap_protocol import messages as m
from apnap_protocol.codec import read_frame, write_command
from apnap_protocol.requests import Question

SEATS = 4
#: So many connections are opened at a time.
OPENING = 8
#: So many actions at most a table is ahead of another when a measurement begins.
FURTHEST = 50
#: After so long with the next question, an answer counts as one of which somebody sees nothing.
SILENCE_S = 0.02


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
        if self.asked() is None and not self.over:
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


async def apart(places: list[Place]) -> None:
    """Every table makes some actions, each another number: tables that people sit at do not go in step."""
    run = Actions()

    async def go_ahead(place: Place) -> None:
        for _ in range(place.chance.randrange(FURTHEST)):
            if not await place.act(run):
                return

    await asyncio.gather(*(go_ahead(place) for place in places))


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
