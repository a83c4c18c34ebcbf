"""A table, over real sockets."""

import asyncio
import random

import pytest

from apnap.shell.app import Server
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from people import NAMES, Socket, begin, leave, play, seated, some_answer
from toy import DECK


async def test_four_clients_play_to_the_end(server: Server) -> None:
    """All four, and a spectator, end with the same winner, and no view was ever out of step."""
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=4, seed=5)
        await eve.watch(table)
        clients = await seated(server.url, table, *NAMES[:4])
        await asyncio.gather(*(play(c, random.Random(i)) for i, c in enumerate(clients)))
        await eve.until(lambda: eve.result is not None)
        assert clients[0].result and len(clients[0].result.winners) == 1
        for client in (*clients, eve):
            await client.until(lambda client=client: client.result is not None)
            assert client.result == clients[0].result
            assert client.desyncs == client.resyncs == client.resumes == 0
            assert client.view["table"]["over"]
        await leave(*clients)


async def test_the_frames_of_a_stream_are_numbered_without_a_gap(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve, Socket(server.url) as ann:
        table = await eve.create(seats=2, seed=1)
        await ann.auth("Ann")
        await ann.send("join", "j", table=table, deck=DECK)
        (bob,) = await seated(server.url, table, "Bob")
        await bob.until(lambda: bob.question is not None)
        await bob.concede()
        numbers, frame = [], {"t": ""}
        while frame["t"] != "over":
            frame = await ann.frame()
            if "v" in frame:
                numbers.append(frame["v"])
            else:
                assert frame["t"] in m.CONTROL
        assert numbers == list(range(1, len(numbers) + 1))
        await leave(bob)


async def test_an_ack_comes_before_its_frames_and_says_up_to_where_they_go(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve, Socket(server.url) as ann:
        table = await eve.create(seats=2, seed=1)
        await ann.auth("Ann")
        await ann.send("join", "j", table=table, deck=DECK)
        (bob,) = await seated(server.url, table, "Bob")
        asked = await ann.until("request")
        question = asked["d"]["request"]
        own = [o for o in question["options"] if o["payload"]["object"] in ("h1", "h2", "h3", "h4", "h5")]
        await ann.send("answer", "a", request=question["id"], picks=[own[0]["id"]])
        last = asked["v"]
        while (frame := await ann.frame())["t"] != "ack":
            last = frame["v"]
        assert frame["d"]["ref"] == "a" and frame["d"]["v"] > last
        after = [await ann.frame() for _ in range(frame["d"]["v"] - last)]
        assert [f["v"] for f in after] == list(range(last + 1, frame["d"]["v"] + 1))
        assert after[0]["t"] == "answered"
        assert after[0]["d"] == {"request": question["id"], "by": "seat"}
        await leave(bob)


async def test_the_room_tells_who_has_come(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann:
        table = await ann.create(seats=3, name="Friday")
        await ann.join(table, DECK)
        (bob,) = await seated(server.url, table, "Bob")
        await ann.until(lambda: ann.room is not None and ann.room.places[1].connected)
        assert [(p.name, p.ready) for p in ann.room.places] == [("Ann", True), ("Bob", True), ("", False)]
        assert (ann.room.stage, ann.room.host, ann.room.name) == ("open", "Ann", "Friday")
        bob.drop()
        await ann.until(lambda: not ann.room.places[1].connected)
        await ann.until(lambda: ann.room.places[1].connected)
        await leave(bob)


async def test_a_deck_is_refused_with_every_reason(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann:
        table = await ann.create()
        with pytest.raises(Refused) as refused:
            await ann.join(table, ["Two", "Four"])
        assert refused.value.details["reasons"] == [
            'there is no card "Four"',
            'there is no card "Two"',
            "expected at least 5 cards",
        ]


async def test_rules_that_no_table_can_have_are_refused(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann:
        with pytest.raises(Refused, match="no table can have these rules"):
            await ann.create(edition="1850")


async def test_a_game_that_cannot_be_played_is_said_to_all_and_the_table_stays_open(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Nobody") as nobody:
        notices: list[m.Notice] = []
        ann.on_frame = lambda f: notices.append(f) if isinstance(f, m.Notice) else None
        table = await ann.create(seats=2)
        await ann.join(table, DECK)
        await nobody.join(table, DECK)
        await ann.until(lambda: bool(notices))
        assert notices[0].details == {"reasons": ["Nobody cannot play"]}
        await ann.until(lambda: not ann.room.places[0].ready)
        assert ann.room.stage == "open"


async def test_two_answer_at_once_and_both_count(server: Server) -> None:
    """A question to all of several seats takes their answers in any order."""
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=3, seed=2)
        ann, bob, cat = await seated(server.url, table, "Ann", "Bob", "Cat")
        for client in (ann, bob, cat):
            await client.until(lambda client=client: client.question is not None)
        chance = random.Random(1)
        await asyncio.gather(*(c.answer(c.question, some_answer(c, c.question, chance)) for c in (cat, ann, bob)))
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        assert ann.view["table"]["turn"] == 1
        await leave(ann, bob, cat)


async def test_others_learn_whom_the_table_waits_for_and_nothing_more(server: Server) -> None:
    """While a seat chooses among its own options, nothing at all is sent to the others."""
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=2)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await begin(ann, bob)
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        await bob.until(lambda: bob.view["table"]["waiting"] == [0])
        before = bob.v
        for _ in range(3):
            cast = ann.question.option("cast")
            await ann.answer(ann.question, picks=(cast.id,))
            await ann.until(lambda: ann.question is not None and ann.question.may_undo)
            assert ann.view["stack"]["objects"]
            await ann.command(m.Reply(request=ann.question.id, cancel=True))
            await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        await bob.command(m.Ping())
        assert bob.v == before
        assert "stack" not in bob.view
        await leave(ann, bob)


async def test_an_id_is_never_used_twice_also_after_an_undo(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=2)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await begin(ann, bob)
        seen = set()
        for _ in range(3):
            await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
            await ann.answer(ann.question, picks=(ann.question.option("cast").id,))
            await ann.until(lambda: ann.question is not None and ann.question.may_undo)
            (spell,) = ann.view["stack"]["objects"]
            assert spell not in seen
            seen.add(spell)
            await ann.command(m.Reply(request=ann.question.id, cancel=True))
        await leave(ann, bob)
