"""What strangers send, and what becomes of it: an error for them, and nothing for anybody else."""

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as listen
from websockets.exceptions import ConnectionClosed, InvalidStatus

from apnap.shell import app
from apnap.shell.app import Server
from apnap.shell.bucket import Bucket
from apnap.shell.http import Pages
from apnap.shell.people import Person, Receipt
from apnap_protocol import codec
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from people import Socket, finding, leave, seated, some_answer, soon, wire
from toy import DECK


async def _seat(server: Server, ann: Socket) -> Client:
    """Ann on a bare socket, and Bob, in a game that asks both."""
    await ann.auth("Ann")
    await ann.send("create", "c", seats=2, seed=2)
    table = (await ann.reply("c"))["d"]["result"]["table"]
    await ann.send("join", "j", table=table, deck=DECK)
    (bob,) = await seated(server.url, table, "Bob")
    await bob.until(lambda: bob.question is not None)
    return bob


def _own(question: dict) -> str:
    """An option of the first question that is in Ann's own hand."""
    own = {f"h{i}" for i in range(1, 6)}
    return next(o["id"] for o in question["options"] if o["payload"]["object"] in own)


async def test_the_same_command_twice_is_done_once_and_gets_the_same_reply(server: Server) -> None:
    async with Socket(server.url) as ann:
        bob = await _seat(server, ann)
        question = (await ann.until("request"))["d"]["request"]
        for _ in range(3):
            await ann.send("answer", "a1", request=question["id"], picks=[_own(question)])
        replies = [await ann.reply("a1") for _ in range(3)]
        assert replies[0]["t"] == "ack" and replies == [replies[0]] * 3
        journal = server.journal.inputs(bob.room.table)
        assert [row.command for row in journal].count("a1") == 1
        await leave(bob)


async def test_a_stale_answer_is_refused_with_the_request_that_is_open(server: Server) -> None:
    async with Socket(server.url) as ann:
        bob = await _seat(server, ann)
        question = (await ann.until("request"))["d"]["request"]
        await ann.send("answer", "a1", request=question["id"], picks=[_own(question)])
        await bob.answer(bob.question, some_answer(bob, bob.question, random.Random(1)))
        fresh = (await ann.until("request"))["d"]["request"]
        await ann.send("answer", "a2", request=question["id"], picks=[_own(question)])
        error = await ann.reply("a2")
        assert error["d"]["code"] == "stale_request"
        assert error["d"]["details"]["request"]["id"] == fresh["id"] != question["id"]
        await ann.send("answer", "a3", request=fresh["id"], picks=["pass"])
        assert (await ann.reply("a3"))["t"] == "ack"
        await leave(bob)


async def test_an_answer_of_somebody_who_is_not_asked_is_refused(server: Server) -> None:
    async with Socket(server.url) as ann:
        bob = await _seat(server, ann)
        question = (await ann.until("request"))["d"]["request"]
        await ann.send("answer", "a1", request=question["id"], picks=[_own(question)])
        await ann.reply("a1")
        await ann.send("answer", "a2", request=question["id"], picks=[_own(question)])
        assert (await ann.reply("a2"))["d"]["code"] == "not_your_request"
        await leave(bob)


async def test_an_illegal_choice_names_the_option_and_the_rule(server: Server) -> None:
    async with Socket(server.url) as ann:
        bob = await _seat(server, ann)
        question = (await ann.until("request"))["d"]["request"]
        await ann.send("answer", "a1", request=question["id"], picks=["card/h99"])
        error = (await ann.reply("a1"))["d"]
        assert (error["code"], error["details"]) == (
            "illegal_choice",
            {"option": "card/h99", "rule": "103.5"},
        )
        await ann.send("answer", "a2", request=question["id"], picks=[])
        assert (await ann.reply("a2"))["d"]["message"] == "expected 1 choices, got 0"
        await ann.send("answer", "a3", request=question["id"], cancel=True)
        assert (await ann.reply("a3"))["d"]["code"] == "cannot_undo"
        await leave(bob)


MALFORMED = [
    "",
    "{",
    "[]",
    "null",
    '{"t":"ping"}',
    '{"t":"ping","id":1}',
    '{"t":"ping","id":"' + "9" * 65 + '"}',
    '{"t":"ping","id":"1","d":' + "[" * 2000 + "]" * 2000 + "}",
    '{"t":"ping","id":"1","d":NaN}',
]


@pytest.mark.parametrize("text", MALFORMED)
@pytest.mark.parametrize("known", [False, True], ids=["stranger", "known"])
async def test_a_malformed_frame_gets_an_error_and_the_third_is_the_last(
    server: Server, text: str, known: bool
) -> None:
    async with Socket(server.url) as socket:
        if known:
            await socket.auth("Ann")
        for _ in range(3):
            await socket.socket.send(text)
            assert (await socket.frame())["d"]["code"] == "malformed"
        assert await socket.closed() == m.Close.MALFORMED


async def test_binary_frames_are_refused(server: Server) -> None:
    async with Socket(server.url) as socket:
        await socket.socket.send(b'{"t":"ping","id":"1"}')
        assert await socket.closed() == m.Close.BINARY


async def test_frames_that_are_too_big_are_refused(server: Server) -> None:
    async with Socket(server.url) as socket:
        await socket.socket.send(json.dumps({"t": "ping", "id": "1", "d": {"x": "y" * 20_000}}))
        assert await socket.closed() == m.Close.TOO_BIG


async def test_text_that_is_no_utf8_is_refused(server: Server) -> None:
    async with Socket(server.url) as socket:
        await socket.socket.send(b"\xff\xfe", text=True)
        assert await socket.closed() == 1007


async def test_an_unknown_type_and_wrong_members_are_no_reason_to_close(server: Server) -> None:
    async with Socket(server.url) as socket:
        await socket.auth("Ann")
        for i in range(10):
            await socket.send("fly", f"f{i}")
            assert (await socket.reply(f"f{i}"))["d"]["code"] == "unknown_type"
            await socket.send("create", f"c{i}", seats=10**30)
            assert (await socket.reply(f"c{i}"))["d"]["code"] == "invalid_payload"
        await socket.send("ping", "p")
        assert (await socket.reply("p"))["t"] == "ack"


async def test_nothing_is_done_for_a_stranger(server: Server) -> None:
    async with Socket(server.url) as socket:
        for t in m.COMMANDS:
            if t != "auth":
                await socket.send(t, t, table="t", deck=[], session="s", resume_token="x", request="r",
                                  text="x", seat=0, event="e", name="x")  # fmt: skip
                assert (await socket.reply(t))["d"]["code"] == "unauthenticated"
        assert not server.tables


async def test_who_does_not_authenticate_is_cut(serve) -> None:
    server = await serve(limits={"auth_s": 0.3})
    async with Socket(server.url) as socket:
        assert await socket.closed() == m.Close.AUTH_TIMEOUT


async def test_a_slow_handshake_is_cut(serve) -> None:
    """A peer that sends its request byte by byte holds nothing for longer than the limit."""
    server = await serve(limits={"auth_s": 0.5})
    async with wire(server.port) as (reader, writer):
        for byte in b"GET /v1/ws HT":
            writer.write(bytes([byte]))
            await asyncio.sleep(0.01)
        async with soon(5):
            assert await reader.read() == b""


async def test_who_floods_is_slowed_down_and_then_cut(serve) -> None:
    server = await serve(limits={"messages_per_s": 5.0, "message_burst": 10})
    async with Socket(server.url) as ann, Socket(server.url) as bob:
        await ann.auth("Ann")
        await bob.auth("Bob")
        for i in range(60):
            await ann.send("ping", f"p{i}")
        codes = [(await ann.reply(f"p{i}"))["d"].get("code", "ack") for i in range(30)]
        assert codes[:9] == ["ack"] * 9 and codes[-1] == "rate_limited"
        assert await ann.closed() == m.Close.RATE_LIMITED
        await bob.send("ping", "p")
        assert (await bob.reply("p"))["t"] == "ack"


async def test_talk_has_its_own_measure(serve) -> None:
    server = await serve(limits={"chats_per_s": 0.1, "chat_burst": 2})
    async with Socket(server.url) as ann:
        bob = await _seat(server, ann)
        codes = []
        for i in range(3):
            await ann.send("chat", f"c{i}", text="hello")
            codes.append((await ann.reply(f"c{i}"))["d"].get("code", "ack"))
        assert codes == ["ack", "ack", "rate_limited"]
        await leave(bob)


async def test_a_page_from_elsewhere_may_not_connect(serve) -> None:
    server = await serve(origins=("https://play.example",))
    async with Socket(server.url, origin="https://play.example"):
        pass
    with pytest.raises(InvalidStatus) as refused:
        async with Socket(server.url, origin="https://evil.example"):
            pass
    assert refused.value.response.status_code == 403


async def test_without_a_list_only_the_servers_own_pages_may_connect(server: Server) -> None:
    async with Socket(server.url, origin=f"http://127.0.0.1:{server.port}"):
        pass
    with pytest.raises(InvalidStatus):
        async with Socket(server.url, origin="https://evil.example"):
            pass


async def test_an_address_has_so_many_connections(serve) -> None:
    server = await serve(limits={"connections_per_address": 2})
    async with Socket(server.url), Socket(server.url), Socket(server.url, greet=False) as third:
        assert await third.closed() == m.Close.TRY_LATER
    async with soon(5):
        while server.metrics.registry.get_sample_value("apnap_connections"):
            await asyncio.sleep(0.01)
    async with Socket(server.url):
        pass


async def test_behind_a_trusted_proxy_the_forwarded_address_counts(serve) -> None:
    server = await serve(limits={"connections_per_address": 1}, trusted_proxies=("127.0.0.1",))

    def forwarded(text: str) -> Socket:
        return Socket(server.url, greet=False, additional_headers={"X-Forwarded-For": text})

    async with forwarded("10.0.0.1") as one, forwarded("10.0.0.2") as two:
        assert (await one.frame())["t"] == (await two.frame())["t"] == "hello"
        # what a client wrote before the proxy's own entry does not count
        async with forwarded("10.9.9.9, 10.0.0.1") as spoofed:
            assert await spoofed.closed() == m.Close.TRY_LATER


async def test_a_stranger_cannot_choose_the_address_that_counts(serve) -> None:
    server = await serve(limits={"connections_per_address": 1})
    async with Socket(server.url, additional_headers={"X-Forwarded-For": "10.0.0.1"}):
        other = Socket(server.url, greet=False, additional_headers={"X-Forwarded-For": "10.0.0.2"})
        async with other as second:
            assert await second.closed() == m.Close.TRY_LATER


async def test_a_client_of_another_protocol_is_told(server: Server) -> None:
    from websockets.asyncio.client import connect

    async with connect(server.url + m.PATH, subprotocols=["apnap.v9"]) as socket:
        await socket.wait_closed()
    assert socket.close_code == m.Close.UNSUPPORTED


async def test_somebody_has_so_many_tables(serve) -> None:
    server = await serve(limits={"tables_per_user": 2})
    async with Socket(server.url) as ann:
        await ann.auth("Ann")
        codes = []
        for i in range(3):
            await ann.send("create", f"c{i}")
            codes.append((await ann.reply(f"c{i}"))["d"].get("code", "ack"))
        assert codes == ["ack", "ack", "busy"]


async def test_guests_who_sit_nowhere_make_place_for_others(serve) -> None:
    server = await serve(limits={"guests": 3})
    for i in range(10):
        async with Socket(server.url) as socket:
            await socket.auth(f"Ann {i}")
        await asyncio.sleep(0.01)
    await server.journal.written()
    assert len(server.journal.users()) <= 3


@pytest.mark.parametrize("digits", ["1" * 30, "9" * 15_000, "-1", "2.5", "1e999", "1" + "0" * 400 + ".0", '"7"'])
async def test_numbers_that_no_command_has_are_refused(server: Server, digits: str) -> None:
    """Giant ones too: they cost an error, and no number ever leaves its bounds."""
    async with Socket(server.url) as socket:
        await socket.auth("Ann")
        await socket.socket.send('{"t":"create","id":"c","d":{"seats":' + digits + "}}")
        error = (await socket.frame())["d"]
        assert error["code"] in ("invalid_payload", "malformed") and len(error["message"]) <= 400
        await socket.send("ping", "p")
        assert (await socket.reply("p"))["t"] == "ack"


async def test_a_number_beyond_what_a_browser_holds_is_no_answer(server: Server) -> None:
    async with Socket(server.url) as ann:
        bob = await _seat(server, ann)
        question = (await ann.until("request"))["d"]["request"]
        for ref, n in (("a1", 2**53), ("a2", 10**100)):
            await ann.send("answer", ref, request=question["id"], number=n)
            assert (await ann.reply(ref))["d"]["code"] == "invalid_payload"
        await ann.send("answer", "a", request=question["id"], number=2**53 - 1)
        assert (await ann.reply("a"))["d"]["code"] == "illegal_choice", "it can be read, and is still no card"
        await leave(bob)


# --- planted faults -------------------------------------------------------------------------------------


def never_slows_down(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bucket, "allows", lambda self: True)


def waits_for_every_handshake(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(app, "serve", lambda *args, **options: listen(*args, **{**options, "open_timeout": None}))


def lets_every_page_in(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Pages, "_refuse_origin", lambda self, request: None)


def believes_every_header(patch: pytest.MonkeyPatch) -> None:
    def address(self: Pages, socket: ServerConnection) -> str:
        return socket.request.headers.get("X-Forwarded-For", str(socket.remote_address[0]))

    patch.setattr(Pages, "address", address)


def believes_no_proxy(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Pages, "address", lambda self, socket: str(socket.remote_address[0]))


def takes_the_first_hop(patch: pytest.MonkeyPatch) -> None:
    honest = Pages.address

    def address(self: Pages, socket: ServerConnection) -> str:
        forwarded = socket.request.headers.get("X-Forwarded-For")
        return forwarded.partition(",")[0] if forwarded else honest(self, socket)

    patch.setattr(Pages, "address", address)


def never_parts(patch: pytest.MonkeyPatch) -> None:
    """Counts a connection of an address for ever."""
    honest = Server._part

    def part(self: Server, connection: Any) -> None:
        honest(self, connection)
        self._per_address[connection.address] = self._per_address.get(connection.address, 0) + 1

    patch.setattr(Server, "_part", part)


def does_it_again(patch: pytest.MonkeyPatch) -> None:
    """Does the same command as often as it is sent."""

    def receipt(self: Person, ref: str, recipient: Any) -> Receipt:
        fresh = Receipt(ref)
        fresh.owed.append(recipient)
        return fresh

    patch.setattr(Person, "receipt", receipt)


def takes_any_number(patch: pytest.MonkeyPatch) -> None:
    class Loose(msgspec.Struct, frozen=True):
        request: str
        number: int

    decode = msgspec.json.Decoder(Loose).decode

    class Decoder:
        def decode(self, data: Any) -> m.Reply:
            return m.Reply(request=decode(data).request, number=decode(data).number)

    patch.setitem(codec._commands, "answer", Decoder())


FAULTS = [
    (never_slows_down, test_who_floods_is_slowed_down_and_then_cut, "serve"),
    (never_slows_down, test_talk_has_its_own_measure, "serve"),
    (waits_for_every_handshake, test_a_slow_handshake_is_cut, "serve"),
    (lets_every_page_in, test_a_page_from_elsewhere_may_not_connect, "serve"),
    (lets_every_page_in, test_without_a_list_only_the_servers_own_pages_may_connect, "server"),
    (believes_every_header, test_a_stranger_cannot_choose_the_address_that_counts, "serve"),
    (believes_no_proxy, test_behind_a_trusted_proxy_the_forwarded_address_counts, "serve"),
    (takes_the_first_hop, test_behind_a_trusted_proxy_the_forwarded_address_counts, "serve"),
    (never_parts, test_an_address_has_so_many_connections, "serve"),
    (does_it_again, test_the_same_command_twice_is_done_once_and_gets_the_same_reply, "server"),
    (takes_any_number, test_a_number_beyond_what_a_browser_holds_is_no_answer, "server"),
]


@pytest.mark.parametrize(("plant", "test", "wants"), FAULTS, ids=[f"{f[0].__name__}-{f[1].__name__}" for f in FAULTS])
async def test_a_planted_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, serve, plant: Any, test: Any, wants: str
) -> None:
    plant(monkeypatch)
    given = serve if wants == "serve" else await serve()
    async with finding(pytest.fail.Exception, ConnectionClosed):
        await test(given)
