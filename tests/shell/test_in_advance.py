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
    reply = m.Reply(request=question.id, picks=(option,), given=Given(**given))
    put_in = table.play.judge(0, reply)
    try:
        table._put(put_in)
    except IllegalAnswer as illegal:  # as a server does it
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
