"""Lost connections: the session goes on as if nothing had happened."""

import asyncio
import random
from functools import partial
from typing import Any

import pytest

from apnap.shell.app import Server
from apnap.shell.session import Session
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Closed
from cuts import REAL, TOY, Evening, broken_game
from evenings import games
from people import Socket, begin, leave, missing, play, seated, some_answer
from toy import DECK, Toys


async def test_a_connection_cut_in_the_middle_of_a_choice_is_taken_up(server: Server) -> None:
    """The same request, with the same options, is still open, and answering it works once."""
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await begin(ann, bob, seed=3)
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        await ann.answer(ann.question, picks=(ann.question.option("cast").id,))
        await ann.until(lambda: ann.question is not None and ann.question.may_undo)
        before, view = ann.question, dict(ann.view)
        ann.drop()
        await bob.until(lambda: not bob.room.places[0].connected)
        await ann.until(lambda: ann.resumes == 1)
        await bob.until(lambda: bob.room.places[0].connected)
        assert (ann.question, ann.view) == (before, view)
        await ann.answer(ann.question, picks=(ann.question.options[0].id,))
        await bob.until(lambda: "stack" in bob.view)
        assert ann.resyncs == 0
        await leave(ann, bob)


@pytest.mark.parametrize("seed", range(3))
async def test_cuts_at_any_time_end_in_the_state_of_no_cut(server: Server, seed: int) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=3, seed=seed)
        await eve.watch(table)
        clients = await seated(server.url, table, "Ann", "Bob", "Cat")
        plays = (play(c, random.Random(seed * 10 + i), cuts=0.2) for i, c in enumerate(clients))
        await asyncio.gather(*plays)
        await eve.until(lambda: eve.result is not None)
        pictures = server.tables[table].play.pictures
        for client in (*clients, eve):
            await client.until(lambda client=client: client.result is not None)
            await client.command(m.Ping())
            seat = -1 if client.seat is None else client.seat
            assert client.view == pictures[seat].view
            assert client.digest == pictures[seat].digest
            assert client.desyncs == 0
        assert sum(c.resumes for c in clients) > 3
        await leave(*clients)


async def test_a_gap_that_is_too_old_is_answered_by_everything_anew(serve) -> None:
    server = await serve(limits={"kept_frames": 2})
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        await eve.watch(table)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        eve._connection["open_timeout"] = 5
        socket = eve._socket
        eve.url, url = "ws://127.0.0.1:1/", eve.url
        socket.transport.abort()
        await ann.until(lambda: ann.room.spectators == 1)
        await begin(ann, bob, seed=3)
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        eve.url = url
        await eve.until(lambda: eve.resumes == 1)
        await eve.until(lambda: eve.resyncs == 1)
        assert eve.view == server.tables[table].play.pictures[-1].view
        await leave(ann, bob)


async def test_a_gap_of_more_frames_than_may_wait_for_a_reader_is_one_too(serve) -> None:
    """Who was sent all of it at once would be cut as a slow reader, come back, and be cut again for ever."""
    server = await serve(limits={"outbox_frames": 20, "chats_per_s": 1e6})
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await ann.until(lambda: ann.question is not None)
        question = ann.question
        await missing(ann, says=bob, times=100)
        async with asyncio.timeout(10):
            await ann.until(lambda: ann.resumes == 1 and ann.resyncs == 1)
        assert ann.question == question
        assert not server.metrics.registry.get_sample_value("apnap_slow_consumers_total")
        await leave(ann, bob)


async def test_a_second_socket_takes_the_seat_and_the_first_does_not_fight(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        other = Client(server.url, token=ann.token)
        other.session, other._resume_token = ann.session, ann._resume_token
        async with other:
            await other.until(lambda: other.resumes == 1)
            with pytest.raises(Closed) as closed:
                await ann.until(lambda: False)
            assert closed.value.code == m.Close.REPLACED
            await asyncio.sleep(0.1)
            assert bob.room.places[0].connected, "the old socket's end is not the seat's"
            await other.until(lambda: other.question is not None)
        await leave(ann, bob)


async def test_a_resume_token_is_good_until_the_next_one_has_been_used(server: Server) -> None:
    async with Socket(server.url) as ann:
        token = await ann.auth("Ann")
        await ann.send("create", "c", seats=2)
        table = (await ann.reply("c"))["d"]["result"]["table"]
        await ann.send("join", "j", table=table, deck=DECK)
        welcome = (await ann.until("welcome"))["d"]
    first, session = welcome["resume_token"], welcome["session"]

    async def resume(with_token: str) -> str:
        async with Socket(server.url) as socket:
            await socket.send("auth", "a", token=token)
            await socket.reply("a")
            resume.n += 1
            await socket.send("resume", f"r{resume.n}", session=session, resume_token=with_token, v=1)
            reply = await socket.reply(f"r{resume.n}")
            if reply["t"] == "error":
                return reply["d"]["code"]
            return (await socket.until("resumed"))["d"]["resume_token"]

    resume.n = 0
    second = await resume(first)
    again = await resume(first)  # the reply with the second was lost
    assert first != second != again
    assert await resume(second) == "token_expired", "it was replaced, and never used"
    third = await resume(again)
    assert await resume(first) == "token_expired"
    assert await resume(third) not in ("token_expired", third)


async def test_a_listener_that_raises_ends_the_client_with_what_it_raised(server: Server) -> None:
    """Nobody waits for replies that will not come."""
    async with Client(server.url, guest="Ann") as ann:
        ann.on_frame = lambda frame: {}[frame.t]
        with pytest.raises(Closed, match="the client failed: KeyError") as closed:
            await asyncio.gather(ann.create(seats=2), ann.create(seats=2))
        assert isinstance(closed.value.__cause__, KeyError)


async def _resumes(server: Server, token: str, session: str, resume_token: str) -> dict[str, Any]:
    """The reply to a resume of this session, over a connection that is lost then."""
    async with Socket(server.url) as socket:
        await socket.send("auth", "a", token=token)
        await socket.reply("a")
        await socket.send("resume", "r", session=session, resume_token=resume_token, v=1)
        return await socket.reply("r")


@pytest.mark.parametrize("times", [1, 3])
async def test_a_token_stays_good_where_the_frame_with_the_newest_was_lost(server: Server, times: int) -> None:
    """The server sends everything anew, with another token, and the wire breaks before it has come."""
    async with Socket(server.url) as socket:
        token = await socket.auth("Ann")
        await socket.send("create", "c", seats=2)
        table = (await socket.reply("c"))["d"]["result"]["table"]
        await socket.send("join", "j", table=table, deck=DECK)
        welcome = (await socket.until("welcome"))["d"]
        for n in range(times):
            await socket.send("desync", f"d{n}", v=1, digest=1)
            await socket.until("resync")  # of which the client has heard nothing
    first = welcome["session"], welcome["resume_token"]
    assert (await _resumes(server, token, *first))["t"] == "ack"


async def test_a_token_stays_good_for_somebody_who_was_away_when_the_table_was_rebuilt(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await begin(ann, bob, seed=3)
        ann.url, url = "ws://127.0.0.1:1/", ann.url
        ann.drop()
        await bob.until(lambda: not bob.room.places[0].connected)
        seat = server.tables[table]
        seat.post(partial(seat._go_on_with, seat.play))
        await bob.until(lambda: bob.resyncs == 1)
        ann.url = url
        await ann.until(lambda: ann.resumes == 1)
        assert ann.view == seat.play.pictures[0].view
        await leave(ann, bob)


async def test_the_resume_token_of_another_person_is_of_no_use(server: Server) -> None:
    async with Socket(server.url) as ann, Socket(server.url) as bob:
        await ann.auth("Ann")
        await bob.auth("Bob")
        await ann.send("create", "c", seats=2)
        table = (await ann.reply("c"))["d"]["result"]["table"]
        await ann.send("join", "j", table=table, deck=DECK)
        welcome = (await ann.until("welcome"))["d"]
        await bob.send("resume", "r", session=welcome["session"], resume_token=welcome["resume_token"], v=0)
        assert (await bob.reply("r"))["d"]["code"] == "not_found"


async def test_tokens_are_kept_as_hashes_only(server: Server, journal: str) -> None:
    async with Socket(server.url) as ann:
        token = await ann.auth("Ann")
        await ann.send("create", "c", seats=2, password="sesame")
        table = (await ann.reply("c"))["d"]["result"]["table"]
        await ann.send("join", "j", table=table, deck=DECK)
        resume_token = (await ann.until("welcome"))["d"]["resume_token"]
    await server.journal.written()
    kept = b"".join(path.read_bytes() for path in __import__("pathlib").Path(journal).parent.glob("journal*"))
    assert b"Ann" in kept
    for secret in (token, resume_token, "sesame"):
        assert secret.encode() not in kept


async def test_a_command_that_got_no_reply_is_done_once(server: Server) -> None:
    """The connection is lost between the answer and its ack: the client sends it again after resuming."""
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await ann.until(lambda: ann.question is not None)
        answering = asyncio.create_task(ann.answer(ann.question, some_answer(ann, ann.question, random.Random(3))))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        ann.drop()
        await answering
        assert len(server.journal.inputs(table)) == 2
        await leave(ann, bob)


async def test_a_reader_that_has_stopped_is_cut_and_the_table_does_not_notice(serve) -> None:
    server = await serve(limits={"outbox_frames": 50, "outbox_bytes": 64 * 1024, "chats_per_s": 1e6})
    async with Client(server.url, guest="Eve") as eve, Socket(server.url, max_queue=1) as slow:
        table = await eve.create(seats=2, seed=4)
        await slow.auth("Dan")
        await slow.send("watch", "w", table=table)
        await slow.until("welcome")
        slow.socket.transport.pause_reading()
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        cut = partial(server.metrics.registry.get_sample_value, "apnap_slow_consumers_total")
        loop, worst = asyncio.get_running_loop(), 0.0
        for _ in range(20_000):
            began = loop.time()
            await ann.command(m.Say("x" * 400))
            worst = max(worst, loop.time() - began)
            if cut():
                break
        assert cut() == 1
        assert worst < 0.5
        await ann.until(lambda: ann.room.spectators == 1)
        slow.socket.transport.abort()
        await leave(ann, bob)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", [TOY, REAL], ids=["toy", "real"])
async def test_wires_that_break_in_the_middle_of_anything_end_in_the_state_of_no_break(
    serve, kind: Evening, seed: int
) -> None:
    """Cut after a random byte; `bench/cuts.py` makes ten thousand such cuts in games with real cards."""
    end = await broken_game(await serve(games=Toys() if kind is TOY else games()), seed, kind)
    assert end.good and end.hidden > 3
    assert end.cuts > 15


@pytest.mark.parametrize("kind", [TOY, REAL], ids=["toy", "real"])
async def test_a_resume_that_skips_a_frame_is_found(serve, kind: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, with a server that forgets the first of the missed frames."""
    server = await serve(games=Toys() if kind is TOY else games())
    honest = Session.missed
    monkeypatch.setattr(Session, "missed", lambda self, v: (honest(self, v) or [])[1:])
    wrong = 0
    for seed in range(3):
        try:
            async with asyncio.timeout(8):
                wrong += not (await broken_game(server, seed, kind)).good
        except Exception:  # a player that sees nothing to choose, or a game that stands still
            wrong += 1
    assert wrong


async def test_what_is_no_address_is_refused_and_not_tried_for_ever() -> None:
    with pytest.raises(ValueError, match="expected a server such as ws://"):
        await Client("http://127.0.0.1:8000", guest="Ann").__aenter__()
