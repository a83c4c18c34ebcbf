"""A fault of the server in the middle of an input costs that input, and not the table."""

from __future__ import annotations

import asyncio
import random

import pytest

from apnap.engine.requests import IllegalAnswer
from apnap.shell.app import Server
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from people import begin, leave, play, seated
from toy import Toy


async def _cast(ann: Client, bob: Client) -> None:
    await begin(ann, bob)
    await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
    await ann.answer(ann.question, picks=(ann.question.option("cast").id,))
    await ann.until(lambda: ann.question is not None and ann.question.may_undo)
    await ann.answer(ann.question, picks=(ann.question.options[0].id,))
    await bob.until(lambda: bob.question is not None and bob.question.kind == "priority")


async def test_a_table_is_rebuilt_after_a_fault(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Toy._resolve

    def broken(self: Toy) -> None:
        self._set_player(self.state.players[0].seat, life=-99)  # half done
        raise ZeroDivisionError

    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        await eve.watch(table)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await _cast(ann, bob)
        question, view = bob.question, dict(bob.view)
        monkeypatch.setattr(Toy, "_resolve", broken)
        with pytest.raises(Refused, match="rebuilt") as refused:
            await bob.answer(question, picks=("pass",))
        assert refused.value.details["incident"]
        monkeypatch.setattr(Toy, "_resolve", honest)
        for client in (ann, bob, eve):
            await client.until(lambda client=client: client.resyncs == 1)
        await bob.until(lambda: bob.question is not None)
        assert (bob.question, bob.view) == (question, view)
        assert server.metrics.registry.get_sample_value("apnap_rebuilds_total") == 1
        await asyncio.gather(*(play(c, random.Random(i)) for i, c in enumerate((ann, bob))))
        await eve.until(lambda: eve.result is not None)
        assert eve.view == server.tables[table].play.pictures[-1].view
        await leave(ann, bob)


async def test_a_fault_that_comes_again_and_again_stops_the_table(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Toy) -> None:
        raise ZeroDivisionError

    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        await eve.watch(table)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await _cast(ann, bob)
        monkeypatch.setattr(Toy, "_resolve", broken)
        for n in range(1, 4):
            with pytest.raises(Refused, match="internal"):
                await bob.answer(bob.question, picks=("pass",))
            await bob.until(lambda n=n: bob.resyncs == n and bob.question is not None)
        with pytest.raises(Refused):
            await bob.answer(bob.question, picks=("pass",))
        with pytest.raises(Refused, match="stands still"):
            await ann.say("hello")
        other = await ann.command(m.ListTables())
        assert other.result["tables"], "the server goes on"
        await leave(ann, bob)


async def test_an_answer_that_turns_out_to_be_impossible_is_refused_and_nothing_moves(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine may find out in the middle of a proposal that it cannot be completed."""
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await _cast(ann, bob)

        def impossible(self: Toy, *answer: object) -> None:
            raise IllegalAnswer("illegal_choice", "this cannot be paid", "cast", "pass")

        monkeypatch.setattr(Toy, "answer", impossible)
        with pytest.raises(Refused, match="cannot be paid") as refused:
            await bob.answer(bob.question, picks=("pass",))
        assert refused.value.details == {"option": "pass", "rule": "601.2"}
        monkeypatch.undo()
        await bob.answer(bob.question, picks=("pass",))
        await leave(ann, bob)
