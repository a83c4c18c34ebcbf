"""Every limit holds at the value that an operator gives it, and a server that passes over it is found."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest
from websockets.exceptions import ConnectionClosed

from apnap.shell.app import Server
from apnap.shell.settings import Limits
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from people import Socket, finding, leave, missing, seated, soon, wire
from toy import DECK

Trial = Callable[[Server], Awaitable[None]]
TRIALS: dict[str, tuple[dict[str, float], Trial]] = {}
#: What a server has that does not mind a limit.
BOUNDLESS = 1_000_000


def limit(name: str, value: float, **others: float) -> Callable[[Trial], Trial]:
    """Marks what shows that a limit holds."""

    def marked(trial: Trial) -> Trial:
        TRIALS[name] = ({name: value, **others}, trial)
        return trial

    return marked


@pytest.mark.parametrize("name", Limits.__struct_fields__)
async def test_a_limit_holds(serve, name: str) -> None:
    limits, trial = TRIALS[name]
    await trial(await serve(limits=limits))


@pytest.mark.parametrize("name", Limits.__struct_fields__)
async def test_a_limit_that_is_passed_over_is_found(serve, name: str) -> None:
    limits, trial = TRIALS[name]
    server = await serve(limits={**limits, name: BOUNDLESS})
    async with finding(pytest.fail.Exception):
        await trial(server)


# --- frames ---------------------------------------------------------------------------------------------


async def code_of(socket: Socket, ref: str) -> str:
    """`ack`, or the code of the error."""
    return (await socket.reply(ref))["d"].get("code", "ack")


async def cut(socket: Socket) -> int:
    """The close code of a connection that must not last."""
    async with soon(2):
        return await socket.closed()


def ping(**members: object) -> str:
    return json.dumps({"t": "ping", "id": "p", "d": members})


def nested(levels: int) -> object:
    return [nested(levels - 1)] if levels else 0


@limit("frame_bytes", 300)
async def frame_bytes(server: Server) -> None:
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        await ann.socket.send(ping(x="y" * 100))
        assert await code_of(ann, "p") == "ack"
        await ann.socket.send(ping(x="y" * 300))
        assert await cut(ann) == m.Close.TOO_BIG


@limit("answer_bytes", 400)
async def answer_bytes(server: Server) -> None:
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        await ann.send("create", "c", seats=2)
        table = (await ann.reply("c"))["d"]["result"]["table"]
        await ann.send("join", "j", table=table, deck=DECK)
        assert await code_of(ann, "j") == "ack"
        await ann.socket.send(ping(x="y" * 300))
        assert await code_of(ann, "p") == "ack"
        await ann.socket.send(ping(x="y" * 400))
        assert await cut(ann) == m.Close.TOO_BIG


@limit("depth", 6)
async def depth(server: Server) -> None:
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        await ann.socket.send(ping(x=nested(4)))
        assert await code_of(ann, "p") == "ack"
        await ann.socket.send(ping(x=nested(5)))
        assert (await ann.until("error"))["d"]["message"] == "expected at most 6 levels"


@limit("elements", 20)
async def elements(server: Server) -> None:
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        await ann.socket.send(ping(x=[0] * 10))
        assert await code_of(ann, "p") == "ack"
        await ann.socket.send(ping(x=[0] * 30))
        assert (await ann.until("error"))["d"]["message"] == "expected at most 20 elements"


@limit("malformed", 1)
async def malformed(server: Server) -> None:
    async with Socket(server.url) as ann:
        await ann.socket.send("{")
        assert await cut(ann) == m.Close.MALFORMED


# --- rates ----------------------------------------------------------------------------------------------


async def codes(socket: Socket, t: str, n: int, **d: object) -> list[str]:
    """What becomes of the same command, so many times."""
    found = []
    for i in range(n):
        await socket.send(t, f"{t}{i}", **d)
        found.append(await code_of(socket, f"{t}{i}"))
    return found


@limit("messages_per_s", 0.01, message_burst=3)
async def messages_per_s(server: Server) -> None:
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        assert await codes(ann, "ping", 6) == ["ack"] * 2 + ["rate_limited"] * 4


@limit("message_burst", 3, messages_per_s=0.01)
async def message_burst(server: Server) -> None:
    """The first is `auth`; who goes on is cut in the end."""
    async with Socket(server.url) as ann, Socket(server.url) as bob:
        await ann.auth("Ann")
        assert await codes(ann, "ping", 6) == ["ack"] * 2 + ["rate_limited"] * 4
        for _ in range(10):
            await ann.send("ping", "p")
        assert await cut(ann) == m.Close.RATE_LIMITED
        await bob.auth("Bob")
        assert await codes(bob, "ping", 1) == ["ack"], "others are not slowed down"


async def test_who_waits_as_told_is_never_cut(serve) -> None:
    server = await serve(limits={"messages_per_s": 200, "message_burst": 2})
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        refused, n = 0, 0
        while refused < 12:  # who does not wait is cut at the ninth
            n += 1
            await ann.send("ping", f"p{n}")
            reply = await ann.reply(f"p{n}")
            if reply["t"] == "error":
                refused += 1
                await asyncio.sleep(reply["d"]["details"]["retry_after_ms"] / 1000)
                await ann.send("ping", f"p{n}")
                assert (await ann.reply(f"p{n}"))["t"] == "ack", "the same id, later"


async def test_our_client_waits_as_told(serve) -> None:
    server = await serve(limits={"messages_per_s": 200, "message_burst": 2})
    async with Client(server.url, guest="Ann") as ann:
        for _ in range(20):
            await ann.tables()
    assert b"apnap_rate_limited_total 0.0" not in server.metrics.text()


async def talk(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2)
        async with Socket(server.url) as ann:
            await ann.auth("Ann")
            await ann.send("watch", "w", table=table)
            await ann.reply("w")
            assert await codes(ann, "chat", 4, text="hello") == ["ack"] * 2 + ["rate_limited"] * 2
            assert await codes(ann, "ping", 4) == ["ack"] * 4, "talk has a measure of its own"


limit("chats_per_s", 0.01, chat_burst=2)(talk)
limit("chat_burst", 2, chats_per_s=0.01)(talk)


def all_unread(server: Server) -> None:
    """Each card that is named stands in a file, and must be read."""
    server.games.unread = lambda names: len(set(names))  # type: ignore[method-assign]


@limit("reading_burst", 2)
async def reading_burst(server: Server) -> None:
    all_unread(server)
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        await ann.send("join", "j", table="t", deck=["A", "B", "C", "A"])
        refused = (await ann.reply("j"))["d"]
        assert (refused["code"], refused["message"]) == (
            "invalid_payload",
            "expected at most 2 cards of files that must be read, got 3",
        )


@limit("readings_per_s", 0.01, reading_burst=3)
async def readings_per_s(server: Server) -> None:
    """For all together, since guests are free; who is told to wait may send the same again."""
    all_unread(server)
    async with Socket(server.url) as ann, Socket(server.url) as bob:
        await ann.auth("Ann")
        await bob.auth("Bob")
        await ann.send("card", "a", name="One")
        assert (await ann.reply("a"))["t"] == "ack"
        await bob.send("join", "b", table="t", deck=["A", "B", "C"])
        refused = (await bob.reply("b"))["d"]
        assert refused["code"] == "rate_limited" and refused["details"]["retry_after_ms"] > 50_000
        server._readings._left = 3.0  # time goes by
        await bob.send("join", "b", table="t", deck=["A", "B", "C"])
        assert (await bob.reply("b"))["d"]["code"] == "not_found", "the same id, later: there is no such table"
        assert await codes(ann, "ping", 2) == ["ack"] * 2, "what needs no reading goes on"


@limit("inbox", 1)
async def inbox(server: Server) -> None:
    """A table that does not get round to what comes in says so."""
    async with Client(server.url, guest="Eve") as eve, Socket(server.url) as ann:
        table = await eve.create(seats=2)
        await ann.auth("Ann")
        await ann.send("watch", "w", table=table)
        await ann.reply("w")
        held = server.tables[table]
        held.inbox.end()
        try:
            for i in range(2):
                await ann.send("rematch", f"r{i}")
            assert await code_of(ann, "r1") == "busy"
        finally:
            held.inbox.begin()


# --- connections and people -----------------------------------------------------------------------------


@limit("auth_s", 0.3)
async def auth_s(server: Server) -> None:
    async with Socket(server.url) as ann:
        assert await cut(ann) == m.Close.AUTH_TIMEOUT
    async with wire(server.port) as (reader, writer), soon(2):
        writer.write(b"GET /v1/ws HT")  # and then nothing: a handshake that takes for ever
        assert await reader.read() == b""


async def one_connection(server: Server) -> None:
    async with Socket(server.url), Socket(server.url, greet=False) as second:
        assert await cut(second) == m.Close.TRY_LATER


limit("connections", 1)(one_connection)
limit("connections_per_address", 1)(one_connection)


async def one_table(server: Server) -> None:
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        assert await codes(ann, "create", 2) == ["ack", "busy"]


limit("tables", 1)(one_table)
limit("tables_per_user", 1)(one_table)


@limit("spectators", 1)
async def spectators(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve, Client(server.url, guest="Fay") as fay:
        table = await eve.create(seats=2)
        await eve.watch(table)
        with pytest.raises(Refused, match="full"):
            await fay.watch(table)


@limit("guests", 2)
async def guests(server: Server) -> None:
    """Who sits nowhere makes place; where all are there, nobody more comes in."""
    async with Socket(server.url) as ann, Socket(server.url) as bob, Socket(server.url) as cat:
        await ann.auth("Ann")
        await bob.auth("Bob")
        await cat.send("auth", "a", guest="Cat")
        assert await code_of(cat, "a") == "busy"


@limit("kept_replies", 2)
async def kept_replies(server: Server) -> None:
    """A reply that is no longer kept is not given again: the command is one like any other."""
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        assert await codes(ann, "list", 1) == ["ack"]
        assert await codes(ann, "ping", 3) == ["ack"] * 3
        await ann.send("create", "list0")
        assert "table" in (await ann.reply("list0"))["d"]["result"]


# --- what waits for a reader ----------------------------------------------------------------------------


async def gap(server: Server) -> None:
    """What Ann has missed is more than is kept, or than may wait for her."""
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2)
    ann, bob = await seated(server.url, table, "Ann", "Bob")
    await missing(ann, says=bob, times=40)
    await ann.until(lambda: ann.resumes == 1)
    await ann.command(m.Ping())
    assert ann.resyncs == 1
    await leave(ann, bob)


for name, value in (("outbox_frames", 20), ("outbox_bytes", 1500), ("kept_frames", 5), ("kept_bytes", 1500)):
    limit(name, value, chats_per_s=1e6)(gap)


async def test_a_reader_that_does_not_read_is_cut_at_the_bound_of_its_outbox(serve) -> None:
    server = await serve(limits={"outbox_frames": 10})
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        (connection,) = server._connections
        for _ in range(11):
            connection.push(b'{"t":"pong","d":{"server_time":0}}')
        with pytest.raises((ConnectionClosed, TimeoutError)):
            while True:
                await ann.frame()
        assert ann.socket.close_code == m.Close.SLOW_CONSUMER
