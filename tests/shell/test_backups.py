"""The journal is copied where the settings want it, and a copy is as good as the journal."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from apnap.shell.app import Server
from apnap.shell.journal import Journal
from apnap.shell.settings import Keeping, WrongSettings, load
from apnap_protocol.client import Client
from people import leave, seated, some_answer


async def test_a_server_that_is_given_a_copy_takes_up_every_table(serve, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "journal.sqlite3"
    copy.parent.mkdir()
    server = await serve(keeping=Keeping(backup=str(copy), backup_every_s=0.1))
    table, mark = await begun(server)
    await made(server, "made")
    await server.drain(notice=False)
    second = await serve(journal=str(copy))
    assert [found.problem for found in second.recovered] == [""]
    assert second.tables[table].play.mark == mark
    assert sorted(path.name for path in copy.parent.iterdir() if "new" in path.name) == []


async def test_a_copy_that_cannot_be_made_is_said_and_counted(
    serve, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = await serve(keeping=Keeping(backup=str(tmp_path / "nowhere" / "copy"), backup_every_s=0.1))
    await begun(server)
    await made(server, "failed")
    assert "no backup could be made" in caplog.text
    async with Client(server.url, guest="Ann") as ann:
        await ann.create()


async def test_a_copy_of_nothing_is_found(serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of these tests, with a server that says that it has copied."""
    monkeypatch.setattr(Journal, "_copy", lambda self, path: sqlite3.connect(path).close())
    with pytest.raises((AssertionError, KeyError)):
        await test_a_server_that_is_given_a_copy_takes_up_every_table(serve, tmp_path)


def test_a_journal_in_memory_has_no_copies() -> None:
    with pytest.raises(WrongSettings, match=r"keeping\.backup"):
        load(environment={"APNAP_KEEPING__BACKUP": "copy", "APNAP_JOURNAL": ":memory:"})


async def begun(server: Server) -> tuple[str, Any]:
    """A table in the middle of a game, and the mark of its state."""
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        clients = await seated(server.url, table, "Ann", "Bob")
        for client in clients:
            await client.until(lambda client=client: client.question is not None)
            await client.answer(client.question, some_answer(client, client.question, random.Random(3)))
        await leave(*clients)
    return table, server.tables[table].play.mark


async def made(server: Server, outcome: str) -> None:
    """Waits for a copy that was begun from now on."""

    def count() -> float:
        return server.metrics.registry.get_sample_value("apnap_backups_total", {"outcome": outcome}) or 0

    before = count()
    async with asyncio.timeout(10):
        while count() < before + 2:
            await asyncio.sleep(0.02)
