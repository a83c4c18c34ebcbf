"""The Python client: connect, join, act, resume.

    async with Client("ws://127.0.0.1:8000", guest="Ann") as ann:
        table = await ann.create(seats=2)
        await ann.join(table, deck)
        async for question in ann.questions():
            await ann.answer(question, question.default)
        print(ann.result)

A lost connection is taken up again by itself: the client authenticates, resumes its session with the
number of the last frame, and sends again, under the same ids, the commands that have no reply yet; the
server does none of them twice. `view` is kept by patches and checked against the digest of every batch.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from . import messages as m
from .codec import read_frame, write_command
from .requests import Answer, Given, Question
from .sights import Picture, View


class Refused(Exception):
    """The server refused a command. `code` is one of the protocol's error codes.

    Nothing has changed, but for `unavailable_choice`: then a new request follows.
    """

    def __init__(self, error: m.Error) -> None:
        reasons = "; ".join(map(str, error.details.get("reasons", ())))
        super().__init__(f"{error.code}: {error.message}" + (f": {reasons}" if reasons else ""))
        self.code = error.code
        self.details = error.details


class Closed(Exception):
    """The connection is gone for good: closed by us, by a final close code, or not to be had again."""

    def __init__(self, reason: str, code: int | None = None) -> None:
        super().__init__(reason)
        self.code = code


def refuse_address(url: str) -> None:
    """Raises `ValueError` where `url` is no server's address."""
    try:
        parse_uri(url)
    except (InvalidURI, ValueError) as error:
        raise ValueError(f"expected a server such as ws://127.0.0.1:8000, got {url!r}") from error


class Client:
    """One person's connection to a server, at one table at most.

    Public state: `hello`, `room`, `seat`, `session`, `view`, `digest`, `question` (the open one, if you
    are asked), `clocks`, `result`, `invitation` (to the table that was created here last), `v` (number of
    the last frame), and counts of `messages`, `bytes` and `resumes`. `on_frame`, if set, hears every frame
    after it has been taken.
    """

    def __init__(
        self,
        url: str,
        *,
        guest: str | None = None,
        token: str | None = None,
        patience_s: float = 60.0,
        on_frame: Callable[[m.Frame], None] | None = None,
        connection: dict[str, Any] | None = None,
    ) -> None:
        self.url = url.rstrip("/") + m.PATH
        self.hello: m.Hello | None = None
        self.invitation = ""
        self.room: m.Room | None = None
        self.seat: int | None = None
        self.session = ""
        self.question: Question | None = None
        self.clocks: tuple[m.ClockState, ...] = ()
        self.result: m.Over | None = None
        self.token = token
        self.v = 0
        self.messages = self.bytes = self.resumes = self.resyncs = self.desyncs = 0
        self._guest = guest
        self._patience_s = patience_s
        self.on_frame = on_frame
        self._connection = {"compression": None, "max_size": None, **(connection or {})}
        self._picture = Picture()
        self._resume_token = ""
        self._socket: ClientConnection | None = None
        self._runner: asyncio.Task[None] | None = None
        self._prefix = secrets.token_hex(4)
        self._numbers = itertools.count(1)
        self._unanswered: dict[str, tuple[m.Command, asyncio.Future[m.Ack]]] = {}
        self._entering: dict[str, m.Command] = {}
        """A join or watch whose welcome has not come: sent again, it is welcomed anew."""
        self._changed = asyncio.Condition()
        self._listeners: list[asyncio.Queue[m.Frame | None]] = []
        self._closed: Closed | None = None
        self._ready = asyncio.Event()

    # --- the public door --------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What you see: entry id to entry; see `sights.py`."""
        return self._picture.view

    @property
    def digest(self) -> int:
        """The digest of `view`."""
        return self._picture.digest

    async def __aenter__(self) -> Self:
        refuse_address(self.url)
        self._runner = asyncio.create_task(self._run())
        ready = asyncio.create_task(self._ready.wait())
        await asyncio.wait((ready, self._runner), return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if self._closed:
            raise self._closed
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection; the session can be resumed until the table closes."""
        await self._end(Closed("closed by us"))
        if self._socket is not None:
            await self._socket.close()
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner

    def drop(self) -> None:
        """Loses the connection without a word, as a network does; the client comes back by itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def command(self, command: m.Command, *, ref: str | None = None) -> m.Ack:
        """Sends a command and waits for its ack; raises `Refused` or `Closed`.

        What comes faster than the server takes it waits as long as the server says, and is sent again;
        talk does not, since it would come too late.
        """
        while True:
            try:
                return await self._command(command, ref)
            except Refused as refused:
                wait_ms = refused.details.get("retry_after_ms")
                if refused.code != "rate_limited" or wait_ms is None or isinstance(command, m.Say):
                    raise
            await asyncio.sleep(wait_ms / 1000)

    async def _command(self, command: m.Command, ref: str | None) -> m.Ack:
        if self._closed:
            raise self._closed
        ref = ref or f"{self._prefix}-{next(self._numbers)}"
        reply: asyncio.Future[m.Ack] = asyncio.get_running_loop().create_future()
        self._unanswered[ref] = (command, reply)
        if isinstance(command, m.Join | m.Watch):
            self._entering = {ref: command}
        if self._ready.is_set():
            await self._send(ref, command)
        return await reply

    async def create(self, **settings: Any) -> str:
        """Opens a table and returns its id; the keywords are the members of `messages.Create`.

        What lets others in is in `invitation` then; a private table can be joined with it only.
        """
        made = (await self.command(m.Create(**settings))).result
        self.invitation = str(made["invitation"])
        return str(made["table"])

    async def join(self, table: str, deck: tuple[str, ...] | list[str], **settings: Any) -> None:
        """Takes a seat; the keywords are the members of `messages.Join`."""
        await self.command(m.Join(table=table, deck=tuple(deck), **settings))

    async def watch(self, table: str, **settings: Any) -> None:
        """Watches a table."""
        await self.command(m.Watch(table=table, **settings))

    async def answer(
        self,
        question: Question,
        answer: Answer | None = None,
        *,
        picks: tuple[str, ...] = (),
        number: int | None = None,
        given: Given | None = None,
    ) -> m.Ack:
        """Answers an open question, with an `Answer` or with option ids."""
        answer = answer or Answer(picks=picks, number=number, given=given)
        reply = m.Reply(
            request=question.id,
            picks=answer.picks,
            number=answer.number,
            amounts=answer.amounts,
            cancel=answer.cancel,
            given=answer.given,
        )
        return await self.command(reply)

    async def concede(self) -> None:
        await self.command(m.Concede())

    async def leave(self) -> None:
        """Leaves the table for good; the connection can be used for another."""
        await self.command(m.Leave())
        self.session = self._resume_token = ""
        self.room = self.seat = self.question = None
        self._picture = Picture()

    async def say(self, text: str) -> None:
        await self.command(m.Say(text))

    async def card(self, name: str) -> str:
        """What a card does, in the server's words: one line for each of its abilities."""
        return str((await self.command(m.AskCard(name))).result["card"]["text"])

    async def tables(self) -> list[dict[str, Any]]:
        """The tables that may be joined or watched."""
        return list((await self.command(m.ListTables())).result["tables"])

    async def frames(self) -> AsyncIterator[m.Frame]:
        """The frames that arrive from now on, until the connection is closed for good."""
        queue: asyncio.Queue[m.Frame | None] = asyncio.Queue()
        self._listeners.append(queue)
        try:
            while self._closed is None and (frame := await queue.get()) is not None:
                yield frame
        finally:
            self._listeners.remove(queue)

    async def questions(self) -> AsyncIterator[Question]:
        """What you are asked, one after another, until the game is over."""
        seen = [""]
        while True:
            await self.until(lambda: self.result is not None or self._is_asked_anew(seen[0]))
            if self.question is None or not self._is_asked_anew(seen[0]):
                return
            seen[0] = self.question.id
            yield self.question

    def _is_asked_anew(self, seen: str) -> bool:
        return self.question is not None and self.question.id != seen

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until `condition` holds, looking again after each frame; raises `Closed`."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._closed is not None or condition())
        if self._closed and not condition():
            raise self._closed

    # --- the connection ---------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            await self._stay()
        except Exception as fault:  # of whoever listens, or of ours: nobody is to wait for what will not come
            closed = Closed(f"the client failed: {fault!r}")
            closed.__cause__ = fault
            await self._end(closed)

    async def _stay(self) -> None:
        """Keeps a connection until it is closed for good."""
        delay, lost_at = 0.05, None
        loop = asyncio.get_running_loop()
        while self._closed is None:
            try:
                await self._converse()
                delay, lost_at = 0.05, None
            except Refused as refusal:
                return await self._end(Closed(str(refusal)))
            except ConnectionClosed as lost:
                code = lost.rcvd.code if lost.rcvd else None
                if code in m.FINAL_CLOSES:
                    return await self._end(Closed(lost.rcvd.reason if lost.rcvd else "", code))
                if self._ready.is_set():
                    delay, lost_at = 0.05, None
            except (OSError, TimeoutError, InvalidHandshake, EOFError) as failure:
                lost_at = lost_at or loop.time()
                if loop.time() - lost_at > self._patience_s:
                    return await self._end(Closed(f"no connection: {failure}"))
            self._ready.clear()
            await asyncio.sleep(delay * random.uniform(0.8, 1.2))
            delay = min(delay * 2, 5.0)

    async def _converse(self) -> None:
        """One connection from hello to its end."""
        socket = await connect(self.url, subprotocols=[Subprotocol(m.PROTOCOL)], **self._connection)
        self._socket = socket
        async with socket:
            await self._introduce(socket)
            self._ready.set()
            again = {ref: command for ref, (command, _) in self._unanswered.items()}
            for ref, command in (self._entering | again).items():
                await self._send(ref, command)
            while True:
                await self._receive(await socket.recv())

    async def _introduce(self, socket: ClientConnection) -> None:
        auth = m.Auth(token=self.token) if self.token else m.Auth(guest=self._guest)
        ack = await self._exchange(socket, auth)
        self.token = ack.result.get("token", self.token)
        if self.session:
            await self._exchange(socket, m.Resume(self.session, self._resume_token, self.v))
            self.resumes += 1

    async def _exchange(self, socket: ClientConnection, command: m.Command) -> m.Ack:
        """A command and its reply before the connection is ready for others."""
        ref = f"{self._prefix}-{next(self._numbers)}"
        await socket.send(write_command(ref, command), text=True)
        reply: asyncio.Future[m.Ack] = asyncio.get_running_loop().create_future()
        self._unanswered[ref] = (command, reply)
        try:
            while not reply.done():
                await self._receive(await socket.recv())
            return reply.result()
        finally:
            self._unanswered.pop(ref, None)

    async def _send(self, ref: str, command: m.Command) -> None:
        assert self._socket is not None
        with contextlib.suppress(ConnectionClosed):  # it is sent again after the resume
            await self._socket.send(write_command(ref, command), text=True)

    async def _end(self, closed: Closed) -> None:
        self._closed = self._closed or closed
        for _, reply in self._unanswered.values():
            if not reply.done():
                reply.set_exception(self._closed)
                reply.exception()  # whoever waits gets it; nobody waiting is no fault
        for queue in self._listeners:
            queue.put_nowait(None)
        async with self._changed:
            self._changed.notify_all()

    # --- frames -----------------------------------------------------------------------------------

    async def _receive(self, data: str | bytes) -> None:
        self.messages += 1
        self.bytes += len(data)
        v, frame = read_frame(data)
        if v is not None:
            self.v = v
        if frame is None:
            return
        self._take(frame)
        if self.on_frame:
            self.on_frame(frame)
        for queue in self._listeners:
            queue.put_nowait(frame)
        async with self._changed:
            self._changed.notify_all()

    def _take(self, frame: m.Frame) -> None:
        match frame:
            case m.Hello():
                self.hello = frame
            case m.Ack():
                self._settle(frame.ref, frame)
            case m.Error():
                self._entering.pop(frame.ref, None)
                self._settle(frame.ref, Refused(frame))
            case m.Welcome():  # and Resync
                self._begin(frame)
            case m.Resumed():
                self._resume_token = frame.resume_token
                self.question = frame.request
            case m.Room():
                self.room = frame
                if frame.stage != "over":
                    self.result = None
            case m.Batch():
                self._picture.take(frame.patch)
                self._compare(frame.digest)
            case m.Asked():
                self.question = frame.request
                self._compare(frame.digest)
            case m.Answered():
                if self.question and self.question.id == frame.request:
                    self.question = None
            case m.Clock():
                self.clocks = frame.clocks
            case m.Over():
                self.result, self.question = frame, None
            case _:
                pass

    def _begin(self, frame: m.Welcome) -> None:
        self._entering = {}
        self.session, self.seat, self.room = frame.session, frame.seat, frame.room
        self._resume_token = frame.resume_token
        self._picture = Picture(frame.view)
        self.question, self.clocks = frame.request, frame.clocks
        self.resyncs += isinstance(frame, m.Resync)
        table = frame.view.get("table", {})
        if table.get("over"):
            self.result = m.Over(tuple(table.get("winners", ())), table.get("draw", False))
        self._compare(frame.digest)

    def _settle(self, ref: str, outcome: m.Ack | Refused) -> None:
        _, reply = self._unanswered.pop(ref, (None, None))
        if reply is None or reply.done():
            return
        if isinstance(outcome, m.Ack):
            reply.set_result(outcome)
        else:
            reply.set_exception(outcome)

    def _compare(self, digest: int) -> None:
        if digest == self._picture.digest:
            return
        self.desyncs += 1
        ref = f"{self._prefix}-{next(self._numbers)}"
        if self._socket is not None:
            task = asyncio.ensure_future(self._send(ref, m.Desync(self.v, self._picture.digest)))
            task.add_done_callback(lambda done: done.exception())
