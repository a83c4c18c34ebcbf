"""The bots of the page about playing play, and the deck of the page is one."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from apnap.decks.reading import read
from apnap.pool import load_pool
from apnap.shell.app import Server
from apnap.shell.pooled import PoolGames
from apnap.shell.settings import Pace, Settings
from apnap_protocol.client import Client

PAGE = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [found[2] for found in BLOCK.finditer(PAGE) if found[1] == language]


def program(code: str) -> dict[str, Any]:
    """What a program of the page defines."""
    names: dict[str, Any] = {"__name__": "page"}
    exec(compile(code, "playing.md", "exec"), names)
    return names


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """As it is without any setting but the pace: with all its limits."""
    settings = Settings(port=0, journal=str(tmp_path / "journal.sqlite3"), pace=Pace(0, 0))
    async with Server(PoolGames(load_pool()), settings) as server:
        yield server


async def test_the_bot_in_python_plays_a_game_to_its_end(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    await asyncio.wait_for(program(blocks("python")[0])["main"](server.url), 120)
    assert re.fullmatch(r"t-\w+ Over\(winners=\(\d,\), draw=False\)\n", capsys.readouterr().out)


async def test_the_bot_without_our_client_plays_a_game_to_its_end(server: Server) -> None:
    bot, raw = (program(code) for code in blocks("python"))
    async with Client(server.url, guest="Ann") as ann:
        table = await ann.create(seats=2, format="duel")
        playing = asyncio.gather(bot["sit"](ann, table), raw["main"](server.url, table))
        _, winners = await asyncio.wait_for(playing, 120)
        assert ann.result is not None and list(ann.result.winners) == winners


def test_the_deck_list_is_read() -> None:
    [deck] = [read(text) for text in blocks("") if text.startswith("Commander\n")]
    assert deck.commanders == ("Atraxa, Praetors' Voice",) and len(deck.cards) == 99
