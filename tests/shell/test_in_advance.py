"""Choices that a client makes in advance with a cast, as they come over the wire."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from apnap.engine.requests import IllegalAnswer
from apnap.pool import Pool, load_pool
from apnap.shell.play import Refusal
from apnap.testing.tables import Table
from apnap_protocol import messages as m
from apnap_protocol.requests import Given


@cache
def pool() -> Pool:
    return load_pool()


def table(**seats: Any) -> Table:
    return Table(pool(), {"mana": "free", "seats": seats})


def casts(table: Table, card: str, **given: Any) -> None:
    """The first seat casts a card with choices made in advance; raises `Refusal`."""
    client = table.client(0)
    question = client.question
    assert question is not None
    (option,) = (o.id for o, says in zip(question.options, client.options, strict=True) if says == f"cast {card}")
    answers(table, m.Reply(request=question.id, picks=(option,), given=Given(**given)))


def answers(table: Table, reply: m.Reply) -> None:
    """The first seat answers, as at a server."""
    put_in = table.play.judge(0, reply)
    try:
        table._put(put_in)
    except IllegalAnswer as illegal:
        raise table.play.refusal(table.play.questions[0], illegal) from illegal


@pytest.mark.parametrize("name", ["seat:\u00b2", "seat:01", "seat:\u0661", "seat:7", "seat:-1", "seat:", "o0", ""])
def test_what_names_nobody_is_no_target(name: str) -> None:
    desk = table(Ann={"hand": ["Shock"]}, Bob={})
    digest = desk.game.digest()
    with pytest.raises(Refusal, match="no legal target"):
        casts(desk, "Shock", targets=(name,))
    assert desk.game.digest() == digest


def test_a_target_gets_its_share_of_a_division_once() -> None:
    desk = table(Ann={"hand": ["Electrolyze"], "library": ["Island"]}, Bob={})
    for shares in ({"seat:1": 1, "seat:01": 1}, {"seat:1": 1}, {"seat:1": 3}, {"seat:1": 1, "seat:0": 1}, {}):
        with pytest.raises(Refusal):
            casts(desk, "Electrolyze", targets=("seat:1",), divided=shares)
    casts(desk, "Electrolyze", targets=("seat:1",), divided={"seat:1": 2})
    assert desk.game.state.zone("stack")


PLENTY = {"hand": ["Shock", "Blaze", "Fling"], "battlefield": ["Grizzly Bears", "Hill Giant"], "library": ["Island"]}


@pytest.mark.parametrize(
    ("card", "given"),
    [
        ("Shock", {"sacrifice": ("Hill Giant",)}),
        ("Shock", {"pay_life": 2}),
        ("Shock", {"kicked": True}),
        ("Shock", {"x": 1}),
        ("Shock", {"modes": (1,)}),
        ("Shock", {"alternative": "flashback"}),
        ("Fling", {"sacrifice": ("Hill Giant", "Grizzly Bears")}),
        ("Fling", {"sacrifice": ("Hill Giant",), "pay_life": 1}),
        ("Fling", {"sacrifice": ("Hill Giant",), "exile": ("Grizzly Bears",)}),
    ],
)
def test_what_nothing_asks_for_is_refused(card: str, given: dict[str, Any]) -> None:
    desk = table(Ann=PLENTY, Bob={})
    digest = desk.game.digest()
    with pytest.raises(Refusal):
        casts(desk, card, targets=("seat:1",), **named(desk, given))
    assert desk.game.digest() == digest


def named(table: Table, given: dict[str, Any]) -> dict[str, Any]:
    """The same with the ids of permanents for their names."""
    ids = {e["name"]: name for name, e in table.client(0).view.items() if e.get("zone") == "battlefield"}
    return {k: tuple(ids[n] for n in v) if k in ("sacrifice", "exile") else v for k, v in given.items()}


def test_an_x_that_is_missing_is_asked() -> None:
    desk = table(Ann=PLENTY, Bob={})
    casts(desk, "Blaze", targets=("seat:1",))
    question = desk.client(0).question
    assert question is not None and (question.kind, question.prompt) == ("number", "x")
    desk.client(0).answer(number=3)
    desk.resolve()
    assert desk.client("Bob").life == 17


def test_nothing_is_chosen_in_advance_with_a_pass_or_another_answer() -> None:
    desk = table(Ann=PLENTY, Bob={})
    for picks in (("pass",), ("nothing",)):
        question = desk.client(0).question
        assert question is not None
        with pytest.raises(Refusal):
            answers(desk, m.Reply(request=question.id, picks=picks, given=Given(targets=("seat:1",))))
    casts(desk, "Fling", targets=("seat:1",))
    question = desk.client(0).question
    assert question is not None and question.prompt == "sacrifice"
    with pytest.raises(Refusal):
        answers(desk, m.Reply(request=question.id, picks=(question.options[0].id,), given=Given(x=1)))
