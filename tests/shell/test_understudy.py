"""A seat that stays away is played by the sensible bot, where the table's terms say so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from apnap.shell import understudy
from apnap.shell.app import Server
from apnap.shell.bots import Bot
from apnap.shell.demo import deck
from apnap.shell.play import Play
from apnap.shell.replaying import replay
from apnap.shell.timekeeping import Timekeeping
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from apnap_protocol.requests import Answer, Question
from apnap_protocol.sights import Picture
from evenings import games
from people import begin, leave

ABSENT = m.Clocks(decision_s=60, game_s=60, absence_s=0)


async def table(server: Server, *, decks: tuple[list[str], list[str]] | None = None, **terms: Any) -> list[Client]:
    """Ann and Bob at a table of the real game, and Ann is gone."""
    ann, bob = [await Client(server.url, guest=name).__aenter__() for name in ("Ann", "Bob")]
    id = await ann.create(seats=2, format="duel", absence="bot", seed=7, **{"clocks": ABSENT, **terms})
    for client, cards in zip((ann, bob), decks or (deck(0), deck(1)), strict=True):
        await client.join(id, cards)
    await ann.until(lambda: ann.question is not None)
    await ann.close()
    return [ann, bob]


async def wait_out(bob: Client, until: Callable[[], bool]) -> None:
    """Bob does nothing but what he must, until something is so."""
    while not until():
        if bob.question is not None:
            await bob.answer(bob.question, bob.question.default)
        await asyncio.sleep(0.005)


def lands(bob: Client) -> int:
    """How many lands Ann has."""
    return sum(
        entry.get("zone") == "battlefield" and "Land" in entry.get("types", ()) and entry["controller"] == 0
        for entry in bob.view.values()
    )


def turn(client: Client) -> int:
    return int(client.view.get("table", {}).get("turn", 0))


async def taken_up(server: Server, client: Client) -> Client:
    """The session of a client that was closed, by another connection of the same person."""
    other = Client(server.url, token=client.token)
    other.session, other._resume_token = client.session, client._resume_token
    await other.__aenter__()
    await other.until(lambda: other.resumes == 1 and other.room is not None)
    return other


async def test_the_bot_plays_until_its_player_is_back(serve) -> None:
    server = await serve(games=games())
    ann, bob = await table(server)
    await wait_out(bob, lambda: lands(bob) >= 3)
    assert bob.room.places[0].bot and not bob.room.places[0].connected and not bob.room.places[1].bot
    by = [row.by for row in server.journal.inputs(bob.room.table)]
    assert by.count("bot") > 10 and "absence" not in by
    again = await taken_up(server, ann)
    await bob.until(lambda: bob.room.places[0].connected)
    assert not bob.room.places[0].bot
    played = by.count("bot")
    await wait_out(bob, lambda: again.question is not None)
    question = again.question
    await asyncio.sleep(0.1)
    assert again.question == question, "nobody answers for who is there"
    assert [row.by for row in server.journal.inputs(bob.room.table)].count("bot") >= played
    assert (again.desyncs, bob.desyncs) == (0, 0)
    await leave(again, bob)


async def test_a_table_that_takes_defaults_instead_is_found(serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, with a server that has no bot."""
    monkeypatch.setattr(Timekeeping, "_let_play", lambda self, seat: self._take_default(seat, "bot"))
    server = await serve(games=games())
    _, bob = await table(server)
    await wait_out(bob, lambda: turn(bob) >= 6)
    assert lands(bob) == 0
    await leave(bob)


# --- what it sees -----------------------------------------------------------------------------------------


async def given(server: Server, cards_of_bob: list[str], patch: pytest.MonkeyPatch) -> list[bytes]:
    """Everything that the bot is given while nothing of Bob's cards has been shown."""
    seen: list[bytes] = []

    class Watched(Bot):
        async def answer(self, question: Question) -> None:
            if "graveyard:1" not in self.client.view and turn(self.client) < 3:
                seen.append(msgspec.json.encode((self.client.view, msgspec.structs.replace(question, deadline=0))))
            await super().answer(question)

    patch.setattr(understudy, "Bot", Watched)
    ann, bob = await table(server, decks=(deck(0), cards_of_bob))
    await wait_out(bob, lambda: turn(bob) >= 3)
    assert len(seen) > 8
    await bob.concede()
    await leave(ann, bob)
    return seen


async def test_the_bot_is_given_nothing_that_its_seat_may_not_see(serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob has other cards, and every byte that Ann's bot is given is the same."""
    server = await serve(games=games())
    one = await given(server, deck(1), monkeypatch)
    two = await given(server, list(reversed(deck(1))), monkeypatch)
    assert one == two


async def test_a_bot_that_sees_the_hands_of_others_is_found(serve, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = understudy.Understudy.__init__

    def all_seeing(self: Any, seat: int, picture: Picture, *, reply: Any, card: Any) -> None:
        whole = Picture(picture.view | eyes["play"].pictures[1].view)
        honest(self, seat, whole, reply=reply, card=card)

    eyes: dict[str, Play] = {}
    take = Play.take
    monkeypatch.setattr(Play, "take", lambda self, put, **save: eyes.update(play=self) or take(self, put, **save))
    monkeypatch.setattr(understudy.Understudy, "__init__", all_seeing)
    server = await serve(games=games())
    one = await given(server, deck(1), monkeypatch)
    assert one != await given(server, list(reversed(deck(1))), monkeypatch)


# --- journal and clocks -----------------------------------------------------------------------------------


async def test_what_the_bot_did_is_replayed_without_asking_it(
    serve, kill, journal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    honest = Bot.answer

    async def counted(self: Bot, question: Question) -> None:
        asked.append(question.id)
        await honest(self, question)

    monkeypatch.setattr(Bot, "answer", counted)
    first = await serve(games=games())
    _, bob = await table(first, clocks=m.Clocks(decision_s=60, game_s=60, absence_s=2))
    await wait_out(bob, lambda: lands(bob) >= 2)
    id, play = bob.room.table, first.tables[bob.room.table].play
    before = (play.mark, play.n, first.tables[id].clocks.spent_ms.get(0, 0))
    digests = {viewer: picture.digest for viewer, picture in play.pictures.items()}
    assert asked
    await kill(first)
    asked.clear()
    second = await serve(games=games(), port=first.port)
    assert [found.problem for found in second.recovered] == [""] and not asked
    play = second.tables[id].play
    assert (play.mark, play.n, second.tables[id].clocks.spent_ms.get(0, 0)) == before
    assert {viewer: picture.digest for viewer, picture in play.pictures.items()} == digests
    (again,) = replay(Path(journal), games())
    assert again.divergence is None and again.verified > 10 and not asked
    await bob.until(lambda: bob.resyncs == 1)
    await wait_out(bob, lambda: lands(bob) >= 3)
    assert asked, "it goes on once the seat has been away for long enough again"
    await leave(bob)


async def test_a_journal_without_what_the_bot_did_is_found(serve, kill, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await serve(games=games())
    real = first.journal.write

    def forgetful(statements: Any, done: Any = None) -> None:
        real([s for s in statements if not (s[0].startswith("INSERT INTO inputs") and s[1][4] == "bot")], done)

    monkeypatch.setattr(first.journal, "write", forgetful)
    _, bob = await table(first)
    await wait_out(bob, lambda: lands(bob) >= 1)
    await kill(first)
    second = await serve(games=games(), port=first.port)
    assert second.recovered[0].lost > 0 and "is missing" in second.recovered[0].problem
    await leave(bob)


async def test_the_clock_of_a_seat_runs_while_it_is_away_and_costs_the_bot_nothing(serve) -> None:
    server = await serve(games=games())
    _, bob = await table(server, clocks=m.Clocks(decision_s=0, game_s=60, absence_s=1))
    await wait_out(bob, lambda: lands(bob) >= 2)
    clocks = server.tables[bob.room.table].clocks
    assert 900 < clocks.spent_ms[0] < 3000, "the second for which it was waited, and next to nothing after"
    spent = [row.spent_ms for row in server.journal.inputs(bob.room.table) if row.by == "bot"]
    assert 0 <= clocks.spent_ms[0] - sum(spent) < 100 and max(spent[1:]) < 500
    assert all(clock.left_ms > 50_000 for clock in bob.clocks)
    await leave(bob)


# --- a bot that does not do its part ----------------------------------------------------------------------


async def fails(self: Bot, question: Question) -> None:
    raise ZeroDivisionError


async def says_nothing(self: Bot, question: Question) -> None:
    pass


async def gives_up(self: Bot, question: Question) -> None:
    await self.client.concede()


async def is_wrong(self: Bot, question: Question) -> None:
    await self.client.answer(question, Answer(picks=("nothing-of-the-kind",)))


async def thinks_for_ever(self: Bot, question: Question) -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize("answer", [fails, says_nothing, gives_up, is_wrong, thinks_for_ever])
async def test_what_the_bot_leaves_open_gets_its_default(
    server: Server, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bot, "answer", answer)
    monkeypatch.setattr("apnap.shell.timekeeping.THINKS_S", 0.2)
    async with Client(server.url, guest="Eve") as eve:
        bob = await toys(server, eve)
        await bob.until(lambda: bob.question is not None and bob.question.kind == "priority")
        assert {row.by for row in server.journal.inputs(bob.room.table)} == {"seat", "absence"}
        assert not bob.view["seat:0"].get("left", False), "nobody concedes for another"
        await leave(bob)


async def test_what_the_bot_thinks_of_when_its_player_is_back_does_not_count(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, thought = asyncio.Event(), asyncio.Event()

    async def slow(self: Bot, question: Question) -> None:
        thinking.set()
        await thought.wait()
        await self.client.answer(question, picks=("pass",))

    monkeypatch.setattr(Bot, "answer", slow)
    async with Client(server.url, guest="Eve") as eve:
        ann = Client(server.url, guest="Ann")
        bob = await toys(server, eve, ann)
        await thinking.wait()
        again = await taken_up(server, ann)
        await bob.until(lambda: bob.room.places[0].connected)
        thought.set()
        await asyncio.sleep(0.1)
        assert again.question is not None and again.question.kind == "priority"
        assert {row.by for row in server.journal.inputs(bob.room.table)} == {"seat"}
        await again.answer(again.question, picks=("pass",))
        await leave(again, bob)


async def toys(server: Server, eve: Client, ann: Client | None = None) -> Client:
    """Bob at a table of the small game, where Ann leaves when it is her turn."""
    from toy import DECK

    ann, bob = ann or Client(server.url, guest="Ann"), Client(server.url, guest="Bob")
    id = await eve.create(seats=2, seed=3, clocks=m.Clocks(absence_s=0), absence="bot")
    for client in (ann, bob):
        await client.__aenter__()
        await client.join(id, DECK)
    await begin(ann, bob)
    await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
    await ann.close()
    return bob
