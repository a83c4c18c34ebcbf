"""A table whose format is for teams: who sits with whom, who is asked, and what each is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from apnap.decks.shipped import SIXTY, shipped
from apnap.pool import load_pool
from apnap.shell.app import Server
from apnap.shell.pooled import PoolGames
from apnap.shell.settings import Settings
from apnap_protocol.client import Client, Refused

TEAM_NAMES = ("Ann", "Bob", "Cat", "Dan")


@pytest_asyncio.fixture
async def giants(tmp_path: Path) -> AsyncIterator[Server]:
    settings = Settings(port=0, journal=str(tmp_path / "journal"))
    async with Server(PoolGames(load_pool()), settings) as server:
        yield server


async def seated(server: Server, **wish: object) -> list[Client]:
    """Four clients at a table of Two-Headed Giant, which has begun."""
    clients = [await Client(server.url, guest=name).__aenter__() for name in TEAM_NAMES]
    table = await clients[0].create(seats=4, format="two-headed-giant", seed=5, **wish)
    for client in clients:
        await client.join(table, shipped(SIXTY[0]).cards)
    for client in clients:
        await client.until(lambda client=client: "table" in client.view)
    return clients


async def test_neighbours_make_the_teams_and_each_player_of_a_team_may_act(giants: Server) -> None:
    clients = await seated(giants)
    teams = [clients[0].view[f"seat:{seat}"]["team"] for seat in range(4)]
    assert teams == [0, 0, 1, 1]
    assert {client.view[f"seat:{seat}"]["life"] for seat, client in enumerate(clients)} == {30}
    while clients[0].view["table"]["step"] != "upkeep":
        for client in clients:
            if client.question is not None:
                await client.answer(client.question, client.question.default)
        await asyncio.sleep(0)
    for client in clients[:2]:
        await client.until(lambda client=client: client.question is not None)
    assert clients[0].view["table"]["active"] == [0, 1] == clients[0].view["table"]["waiting"]
    assert clients[0].question is not None and clients[2].question is None
    await clients[0].answer(clients[0].question, clients[0].question.default)
    # a team mate has not passed yet, and is asked anew
    await clients[0].until(lambda: clients[0].view["table"]["waiting"] == [1])
    for client in clients:
        await client.close()


async def test_other_teams_and_other_numbers_are_refused(giants: Server) -> None:
    async with Client(giants.url, guest="Ann") as ann:
        for seats, teams, why in (
            (4, (0, 1, 0, 1), "sit next to each other"),
            (4, (0, 1, 1, 1), "not for teams of"),
            (3, (), "is for 4 players, not 3"),
        ):
            with pytest.raises(Refused) as refused:
                await ann.create(seats=seats, format="two-headed-giant", teams=teams)
            assert why in str(refused.value.details)
