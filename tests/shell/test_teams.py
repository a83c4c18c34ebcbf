"""A table whose format is for teams: who sits with whom, who is asked, and what each is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from apnap.decks.shipped import SIXTY, WITH_SCHEMES, shipped
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
            (3, (), "is for 4 to 10 players, not 3"),
            (5, (), "for 2 teams of the same size, not for teams of [2, 3]"),
        ):
            with pytest.raises(Refused) as refused:
                await ann.create(seats=seats, format="two-headed-giant", teams=teams)
            assert why in str(refused.value.details)


async def test_who_plays_alone_joins_with_schemes_and_the_others_without(giants: Server) -> None:
    overlord, plain = shipped(WITH_SCHEMES[0]), shipped(SIXTY[0]).cards
    clients = [await Client(giants.url, guest=name).__aenter__() for name in TEAM_NAMES[:3]]
    ann, bob, cat = clients
    table = await ann.create(seats=3, format="archenemy", teams=(1, 1, 0), seed=5)
    for client, seat, schemes, why in (
        (ann, 2, (), "expected at least 20 schemes, got 0"),
        (bob, 0, overlord.scheme_cards, "only who plays alone has a scheme deck"),
    ):
        with pytest.raises(Refused) as refused:
            await client.join(table, plain, seat=seat, schemes=schemes)
        assert why in str(refused.value.details)
    await ann.join(table, overlord.cards, seat=2, schemes=overlord.scheme_cards)
    await bob.join(table, plain, seat=0)
    await cat.join(table, plain)
    for client in clients:
        await client.until(lambda client=client: "table" in client.view)
        assert [client.view[f"seat:{seat}"]["life"] for seat in range(3)] == [20, 20, 40]
        assert [client.view[f"seat:{seat}"].get("schemes", 0) for seat in range(3)] == [0, 0, 20]
    await play_until(clients, lambda: bob.view["table"]["step"] == "main1")
    assert bob.view["table"]["active"] == [2], "the archenemy takes the first turn"
    schemes = [e["name"] for e in bob.view.values() if e.get("zone") == "command" and e.get("is") == "object"]
    assert len(schemes) == 1 and schemes[0] in overlord.scheme_cards
    for client in clients:
        await client.close()


async def play_until(clients: list[Client], there: Callable[[], bool]) -> None:
    """Everybody answers by default until it is so."""
    async with asyncio.timeout(20):
        while not there():
            for client in clients:
                if client.question is not None and not there():
                    await client.answer(client.question, client.question.default)
            await asyncio.sleep(0)
