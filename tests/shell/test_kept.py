"""What a table keeps for later does not grow with its game: frames, replies, and events."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from apnap.decks.shipped import SIXTY, shipped
from apnap.engine.events import NOT_KEPT, DecisionTaken, Event, Resolved, SpellCast, Undone
from apnap.engine.game import Game
from apnap.engine.reasons import Reasons
from apnap.engine.sight import SPECTATOR
from apnap.engine.state import Cause, Chars, Thing
from apnap.engine.values import Seat
from apnap.shell import playing
from apnap.shell.bots import Bot
from apnap.shell.people import Person
from apnap.shell.pooled import PoolGames
from apnap.shell.session import KEPT_SEEN, Session
from apnap.shell.settings import Keeping
from apnap.testing.selfplay import random_answer
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from apnap_protocol.requests import Question
from boards import board
from people import begin, leave, seated

PLENTY = {"library": ["Forest"] * 30, "hand": ["Lightning Bolt"] * 3}


def session(*, frames: int = 512, size: int = 10**6) -> Session:
    return Session("s", "t", 0, Person("u", "Ann", b"", kept_replies=4), kept_frames=frames, kept_bytes=size)


def asked() -> m.Asked:
    return m.Asked(Question("q1", "priority", (0,), 0, "priority"), 0)


def test_whoever_answers_has_seen_what_came_before_the_question() -> None:
    ann = session()
    for _ in range(3 * KEPT_SEEN):
        ann.push(m.Pong(0))
    ann.push(asked())
    at = ann.v
    ann.push(m.Pong(1))
    whole = ann.missed(0)
    assert whole is not None and len(whole) == ann.v
    ann.has_answered()
    assert ann.missed(at - KEPT_SEEN - 1) is None and ann.missed(0) is None
    assert ann.missed(at - KEPT_SEEN) == whole[at - KEPT_SEEN :]
    assert ann.missed(at) == whole[at:] and ann.missed(ann.v) == [] and ann.missed(ann.v + 1) is None


def test_what_came_after_the_question_is_kept_though_it_is_answered() -> None:
    ann = session()
    ann.push(asked())
    for n in range(3 * KEPT_SEEN):
        ann.push(m.Pong(n))
    ann.has_answered()
    missed = ann.missed(1)
    assert missed is not None and len(missed) == 3 * KEPT_SEEN


@pytest.mark.parametrize(("frames", "size"), [(5, 10**6), (512, 150)])
def test_the_bounds_hold_of_who_never_answers(frames: int, size: int) -> None:
    ann = session(frames=frames, size=size)
    for n in range(100):
        ann.push(m.Pong(n))
    kept = next(n for n in range(100) if ann.missed(100 - n - 1) is None)
    assert 0 < kept <= 5
    missed = ann.missed(100 - kept)
    assert missed is not None and len(missed) == kept and sum(map(len, missed)) <= size


async def test_a_seat_that_answers_has_seen_what_was_said_before_it_was_asked(serve: Any) -> None:
    server = await serve(limits={"chats_per_s": 1e6})
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
    ann, bob = await seated(server.url, table, "Ann", "Bob")
    for _ in range(3 * KEPT_SEEN):
        await bob.say("hello?")
    await begin(ann, bob)  # this they were asked before
    of_ann, of_bob = server.tables[table].audience.seated()
    assert of_ann.missed(0) is not None and of_bob.missed(0) is not None
    await ann.until(lambda: ann.question is not None)
    await begin(ann)
    assert of_ann.missed(2 * KEPT_SEEN) is None
    assert of_bob.missed(2 * KEPT_SEEN) is not None
    await leave(ann, bob)


async def test_a_spectator_says_with_a_ping_what_it_has_seen(serve: Any) -> None:
    server = await serve(limits={"chats_per_s": 1e6})
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        await eve.watch(table)
        for _ in range(3 * KEPT_SEEN):
            await eve.say("hello?")
        (session,) = server.tables[table].audience.of(SPECTATOR)
        v = session.v
        for seen, kept in ((0, v), (2 * KEPT_SEEN, v - KEPT_SEEN), (10**9, KEPT_SEEN), (0, KEPT_SEEN)):
            await eve.command(m.Ping(seen))
            assert session.v == v and session.missed(v - kept) is not None
            assert kept == v or session.missed(v - kept - 1) is None


# --- events -----------------------------------------------------------------------------------------


def played(game: Game, answers: int, kept: int | None) -> list[tuple[tuple[Event, ...], int]]:
    """What comes of so many random answers, where now and then the log forgets all but `kept` events."""
    chance, found = random.Random(5), []
    for n in range(answers):
        if game.request is None:
            break
        found.append((game.answer(game.waiting_for()[0], random_answer(game.request, chance)), game.digest()))
        if kept is not None and n % 3 == 0:
            game.forget_but(kept)
            assert NOT_KEPT not in game.log[game._grant_length :], "a rollback needs them"
    return found


def test_a_game_that_forgets_its_log_goes_on_as_one_that_does_not() -> None:
    """Also where it goes back to the last grant of priority, within what it would forget."""
    whole, short = (board(PLENTY, PLENTY, free=False) for _ in range(2))
    assert played(whole, 200, None) == played(short, 200, kept=0)
    forgotten = short.log.count(NOT_KEPT)
    assert 0 < forgotten < len(whole.log) == len(short.log)
    assert short.log[forgotten:] == whole.log[forgotten:]
    whole.rebuild()
    short.rebuild()
    assert short.digest() == whole.digest() and short.log[forgotten:] == whole.log[forgotten:]


def test_a_log_forgets_no_more_than_it_must() -> None:
    game = board(PLENTY, PLENTY, free=False)
    played(game, 60, None)
    logged = list(game.log)
    for kept in (40, 60, 10**6, 40):
        game.forget_but(kept)
        assert game.log == [NOT_KEPT] * (len(logged) - 40) + logged[-40:]


async def test_a_table_forgets_old_events_when_it_saves(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "REMEMBERED", 30)
    server = await serve(games=PoolGames(), keeping=Keeping(snapshot_every=4))
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4, format="duel")
        clients = [await Client(server.url, guest=name).__aenter__() for name in ("Ann", "Bob")]
        for client in clients:
            await client.join(table, shipped(SIXTY[0]).cards)
        bots = [asyncio.create_task(Bot(client, n).play()) for n, client in enumerate(clients)]
        play = server.tables[table].play
        async with asyncio.timeout(30):
            while play is None or play.n < 60:
                await asyncio.sleep(0.01)
                play = server.tables[table].play
        for bot in bots:
            bot.cancel()
        assert NOT_KEPT in play.game.log and play.game.log.index(NOT_KEPT) == 0
        assert sum(event is not NOT_KEPT for event in play.game.log) < 200
        await leave(*clients)


def test_what_was_taken_back_led_to_nothing() -> None:
    """A spell is cast, taken back, and cast anew: its resolution is traced to the second cast."""
    bolt = next(iter(board(PLENTY, PLENTY).state.objects.values()))
    spell = Thing(bolt, Chars(name="Lightning Bolt"))
    cast = [SpellCast(object=bolt.id, seat=Seat(0), spell=spell, cause=Cause(f"{n}")) for n in range(3)]
    reasons = Reasons()
    reasons.hear(10, [DecisionTaken(), cast[0], cast[1]])
    reasons.hear(13, [Undone(to=11)])
    last = Resolved(object=bolt.id, what=spell)
    reasons.hear(14, [last])
    assert reasons.chain(last) == [last]
    reasons.hear(15, [cast[2], last])
    assert reasons.chain(last) == [last, cast[2]]
