"""A journal's games, played again: the same events and states, byte for byte, or the first that is not."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from pathlib import Path

from apnap.shell.app import Server
from apnap.shell.replaying import Divergence, replay
from apnap.shell.settings import Limits, Pace, Settings
from apnap_protocol.client import Client
from people import leave, play, seated
from toy import Toys

LOSES = re.compile(r"(Ann|Bob) loses the game \(\w+\)")


async def played(journal: str) -> str:
    """A journal with a whole game in it."""
    limits = Limits(messages_per_s=1e6, message_burst=10**6)
    settings = Settings(port=0, journal=journal, limits=limits, pace=Pace(0, 0))
    async with Server(Toys(), settings) as server, Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        clients = await seated(server.url, table, "Ann", "Bob")
        await asyncio.gather(*(play(c, random.Random(i)) for i, c in enumerate(clients)))
        await leave(*clients)
    return table


async def test_a_game_happens_again(journal: str) -> None:
    table = await played(journal)
    said: list[str] = []
    (again,) = replay(Path(journal), Toys(), say=said.append)
    assert again.table == table and again.divergence is None
    assert again.verified == again.inputs > 20
    assert "Turn 1: Ann" in said and any(LOSES.fullmatch(line) for line in said), said
    assert replay(Path(journal), Toys(), table="other") == []


async def test_the_first_input_that_differs_is_reported(journal: str) -> None:
    await played(journal)
    with sqlite3.connect(journal) as tamper:
        tamper.execute("UPDATE inputs SET mark = mark + 1 WHERE n = 7")
    (again,) = replay(Path(journal), Toys())
    assert again.verified == 7
    assert again.divergence == Divergence(7, "seat", "other events, or another state")


async def test_an_input_that_cannot_be_read_is_reported(journal: str) -> None:
    await played(journal)
    with sqlite3.connect(journal) as tamper:
        tamper.execute("UPDATE inputs SET input = x'7b' WHERE n = 5")
    (again,) = replay(Path(journal), Toys())
    assert again.verified == 5 and again.divergence is not None
    assert "cannot be put in again" in again.divergence.reason


async def test_events_that_differ_are_found_where_the_state_does_not(journal: str, monkeypatch) -> None:
    """The mark is of the log as well as of the state."""
    import apnap.engine.events as ev
    from toy import Toy

    await played(journal)
    honest = Toy._next_turn

    def talkative(self: Toy) -> None:
        honest(self)
        self._event(ev.HandKept, seat=self.state.turn.active)

    monkeypatch.setattr(Toy, "_next_turn", talkative)
    (again,) = replay(Path(journal), Toys())
    assert again.divergence is not None and again.divergence.reason == "other events, or another state"
