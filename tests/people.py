"""People for tests: players that play at random, and a bare socket for what no client would send."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from contextvars import ContextVar
from typing import Any, Self

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from apnap_protocol import messages as m
from apnap_protocol.client import Client
from apnap_protocol.requests import Answer, Question
from toy import DECK

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


#: The part of its time that a test waits for what must come.
PATIENCE = ContextVar("PATIENCE", default=1.0)


def soon(seconds: float) -> asyncio.Timeout:
    """The time in which something must come."""
    return asyncio.timeout(seconds * PATIENCE.get())


@contextlib.asynccontextmanager
async def finding(*kinds: type[BaseException], within_s: float = 30.0) -> AsyncIterator[None]:
    """A planted fault is found: what is inside fails in one of these ways, or has not ended in its time.

    Most faults show in that something never comes, so that the wait for it is shorter than on a busy machine.
    """
    token = PATIENCE.set(0.3)
    try:
        with pytest.raises((AssertionError, TimeoutError, *kinds)):
            async with asyncio.timeout(within_s):
                yield
    finally:
        PATIENCE.reset(token)


def some_answer(client: Client, question: Question, chance: random.Random) -> Answer:
    """A legal answer of the toy game."""
    if question.prompt == "bottom":
        own = [o.id for o in question.options if o.payload.object in client.view]
        return Answer(picks=(chance.choice(own),))
    if question.may_undo and chance.random() < 0.3:
        return Answer(cancel=True)
    deeds = [o.id for o in question.options if o.payload.kind != "pass"]
    if deeds and chance.random() < 0.7:
        return Answer(picks=(chance.choice(deeds),))
    return Answer(picks=(question.options[0].id,))


async def play(client: Client, chance: random.Random, *, cuts: float = 0.0) -> None:
    """Plays until the game is over, losing the connection now and then."""
    async for question in client.questions():
        if chance.random() < cuts:
            client.drop()
        try:
            await client.answer(question, some_answer(client, question, chance))
        except Exception as refused:
            if getattr(refused, "code", "") != "stale_request":
                raise
        if chance.random() < cuts:
            client.drop()


async def seated(url: str, table: str, *names: str, **join: Any) -> list[Client]:
    """Clients that have taken seats."""
    clients = []
    for name in names:
        client = await Client(url, guest=name).__aenter__()
        await client.join(table, DECK, **join)
        clients.append(client)
    return clients


async def begin(*clients: Client, seed: int = 0) -> None:
    """Each answers the first question, so that the game begins."""
    for client in clients:
        await client.until(lambda client=client: client.question is not None)
        await client.answer(client.question, some_answer(client, client.question, random.Random(seed)))


async def missing(away: Client, *, says: Client, times: int) -> None:
    """One player is away, and comes back only when the other has said so much."""
    away.url, url = "ws://127.0.0.1:1/", away.url
    away.drop()
    await says.until(lambda: not says.room.places[0].connected)
    for _ in range(times):
        await says.say("hello?")
    away.url = url


async def leave(*clients: Client) -> None:
    await asyncio.gather(*(client.close() for client in clients))


@contextlib.asynccontextmanager
async def wire(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection below the websocket; however it ends, the server does not wait for it any longer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


class Socket:
    """A bare socket: sends what it is told, and reads frame by frame."""

    def __init__(self, url: str, *, greet: bool = True, **options: Any) -> None:
        self._url, self._greet = url + m.PATH, greet
        self._options = {"close_timeout": 1, **options}
        self.socket: ClientConnection

    async def __aenter__(self) -> Self:
        self.socket = await connect(self._url, subprotocols=[m.PROTOCOL], compression=None, **self._options)
        if self._greet:
            assert (await self.frame())["t"] == "hello"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def frame(self) -> dict[str, Any]:
        async with soon(5):
            return json.loads(await self.socket.recv())

    async def send(self, t: str, id: str, **d: Any) -> None:
        await self.socket.send(json.dumps({"t": t, "id": id, "d": d}))

    async def reply(self, ref: str) -> dict[str, Any]:
        """The next ack or error for a command; other frames are passed over."""
        while True:
            frame = await self.frame()
            if frame["t"] in ("ack", "error") and frame["d"].get("ref", "") == ref:
                return frame

    async def until(self, t: str) -> dict[str, Any]:
        while (frame := await self.frame())["t"] != t:
            pass
        return frame

    async def auth(self, name: str) -> str:
        await self.send("auth", "auth", guest=name)
        return (await self.reply("auth"))["d"]["result"]["token"]

    async def closed(self) -> int:
        """The close code, after whatever still comes."""
        async with soon(5):
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await self.socket.recv()
            await self.socket.wait_closed()
        return self.socket.close_code or 0
