"""An answer that is taken, and shows in being carried out that it cannot be: `unavailable_choice`."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from apnap.engine.game import Game
from apnap.pool import load_pool
from apnap.shell.app import Server
from apnap.shell.play import Play
from apnap.testing.tables import Posed
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from apnap_protocol.requests import Question
from people import leave, seated
from plugs import write

VOW = """
from apnap.cardkit import YOU, activated, add, additional_cost, card, draw, gain_life, hookimpl, spell

api_version = 1

@hookimpl
def apnap_cards():
    return [
        card("Vow", "{U}", "Sorcery", additional_cost("Pay 2 life"), spell(gain_life(YOU, 1))),
        card("Dark Spring", "{1}", "Artifact", activated("Pay 1 life", do=[add("{U}"), draw(YOU)], limit=1)),
    ]
"""
HEAD = {
    "edition": "2011",
    "seats": {
        "Ann": {
            "life": 2,
            "hand": ["Vow"],
            "library": ["Hill Giant", "Craw Wurm"],
            "battlefield": ["Dark Spring"],
        },
        "Bob": {},
    },
}


@pytest.fixture
def games(tmp_path: Path) -> Posed:
    write(tmp_path / "mine", "vow", VOW)
    return Posed(load_pool(folder=tmp_path / "mine"), HEAD)


async def asked(client: Client, prompt: str, seen: str = "") -> Question:
    """The next question of this prompt."""
    await client.until(lambda: (q := client.question) is not None and q.prompt == prompt and q.id != seen)
    assert client.question is not None
    return client.question


def option(question: Question, kind: str) -> str:
    return next(o.id for o in question.options if o.payload.kind == kind)


def spring(question: Question) -> str:
    return option(question, "mana")


async def last_answer(server: Server) -> tuple[Client, Client, Question]:
    """Ann casts a sorcery for which she would pay all of her life, and makes its mana for life, which draws a card.

    What is left is to activate that mana ability, with which all of it happens.
    """
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, edition="2011")
    ann, bob = await seated(server.url, table, "Ann", "Bob")
    question = await asked(ann, "priority")
    await ann.answer(question, picks=(option(question, "cast"),))
    return ann, bob, await asked(ann, "mana")


def names(client: Client) -> list[str]:
    return sorted(client.view[card]["name"] for card in client.view["hand:0"]["objects"])


async def test_an_attempt_that_showed_something_is_unavailable_and_a_new_request_follows(serve, games: Posed) -> None:
    server = await serve(games=games)
    ann, bob, question = await last_answer(server)
    frames: list[m.Frame] = []
    ann.on_frame = frames.append
    with pytest.raises(Refused) as refused:
        await ann.answer(question, picks=(spring(question),))
    assert refused.value.code == "unavailable_choice"
    assert "cannot be paid: pay 2 life" in str(refused.value) and refused.value.details["rule"]
    fresh = await asked(ann, "priority")
    assert fresh.id != question.id
    kinds = [type(frame).__name__ for frame in frames]
    assert kinds.index("Error") < kinds.index("Batch") < kinds.index("Asked"), kinds
    assert names(ann) == ["Hill Giant", "Vow"], "the card that was seen stays drawn, the spell is in hand again"
    assert ann.view["seat:0"]["mana"] == {"U": 1}
    await bob.until(lambda: bob.view["seat:0"]["hand"] == 2)
    assert ann.desyncs == bob.desyncs == 0
    await leave(ann, bob)


async def test_the_same_command_again_gets_the_same_reply_also_after_a_restart(serve, games: Posed) -> None:
    server = await serve(games=games)
    ann, bob, question = await last_answer(server)
    reply = m.Reply(request=question.id, picks=(spring(question),))
    with pytest.raises(Refused) as first:
        await ann.command(reply, ref="spring")
    token, digest = ann.token, ann.digest
    await leave(ann, bob)
    await server.drain(notice=False)
    server = await serve(games=games)
    async with Client(server.url, token=token) as ann:
        with pytest.raises(Refused) as again:
            await ann.command(reply, ref="spring")
    assert (again.value.code, str(again.value), again.value.details) == (
        first.value.code,
        str(first.value),
        first.value.details,
    )
    (table,) = server.tables.values()
    assert table.play is not None and table.play.pictures[0].digest == digest


async def test_an_attempt_acknowledged_as_if_it_had_been_done_is_found(
    serve, games: Posed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of these tests, against a server that keeps the refusal to itself."""
    honest = Play.take
    monkeypatch.setattr(Play, "take", lambda self, put, **k: structs.replace(honest(self, put, **k), unavailable=None))
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        await test_an_attempt_that_showed_something_is_unavailable_and_a_new_request_follows(serve, games)


async def test_an_attempt_that_is_forgotten_with_what_it_showed_is_found(
    serve, games: Posed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same, where the game goes back to before the attempt: the library has been looked into for nothing."""
    monkeypatch.setattr(Game, "shown_by", lambda self, uses: False)
    with pytest.raises(AssertionError, match="illegal_choice"):
        await test_an_attempt_that_showed_something_is_unavailable_and_a_new_request_follows(serve, games)
