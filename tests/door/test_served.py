"""A server that runs says over the wire what `apnap plugins` says, and its tables allow and forbid plugins."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from apnap.shell.journal import inputs_in, tables_in
from apnap.shell.play import Started, from_bytes
from apnap_protocol.client import Client, Refused
from apnap_protocol.messages import PATH
from plugs import card_source, write

APNAP = (sys.executable, "-m", "apnap.cli")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "mine", "bad", "raise RuntimeError('no')")
    write(tmp_path / "mine", "zoo", card_source("Zoo Bear"))
    return tmp_path / "mine"


@asynccontextmanager
async def served(folder: Path, journal: Path, **variables: str) -> AsyncIterator[str]:
    """The address of `apnap serve`, a process of its own."""
    process = await asyncio.create_subprocess_exec(
        *(*APNAP, "serve", "--port", "0", "--plugins-dir", str(folder), "--journal", str(journal)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, **variables},
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
        yield line.removeprefix("listening on ").strip().removesuffix(PATH)
    finally:
        process.terminate()
        await process.wait()


async def listed(folder: Path, *options: str, **variables: str) -> dict[str, object]:
    process = await asyncio.create_subprocess_exec(
        *(*APNAP, "plugins", "--json", "--all", "--plugins-dir", str(folder), *options),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **variables},
    )
    out, _ = await process.communicate()
    return json.loads(out)


async def test_hello_and_the_page_say_what_the_command_says(folder: Path, tmp_path: Path) -> None:
    blocked = {"APNAP_BLOCK_PLUGINS": "lichs_mirror"}
    told = await listed(folder, "--journal", str(tmp_path / "j"), **blocked)
    async with served(folder, tmp_path / "j", **blocked) as url, Client(url, guest="Ann") as ann:
        page = await asyncio.to_thread(_page, f"{url.replace('ws:', 'http:')}/plugins")
        assert page == told
        assert [f["reason"] for f in page["failures"]] == ["RuntimeError: no"]
        hello = {p.name: p for p in ann.hello.plugins}
        assert ann.hello.pool == told["fingerprint"]
        assert list(hello) == [p["name"] for p in told["plugins"]]
        assert hello["zoo"].provides == {"cards": 1} and not hello["zoo"].built_in
        assert "lichs_mirror" not in hello and "undying" in hello


def _page(url: str) -> dict[str, object]:
    with urllib.request.urlopen(url) as answer:
        return json.loads(answer.read())


async def test_a_table_allows_and_forbids_plugins_and_its_log_has_what_it_began_with(
    folder: Path, tmp_path: Path
) -> None:
    journal = tmp_path / "j"
    async with served(folder, journal) as url, Client(url, guest="Ann") as ann, Client(url, guest="Bob") as bob:
        with pytest.raises(Refused) as refused:
            await ann.create(seats=2, plugins=("zooo",))
        assert refused.value.details["reasons"] == ["there is no plugin 'zooo'"]
        table = await ann.create(seats=2, plugins=("zoo", "basics"), without_plugins=("basics",))
        for card in ("Island", "Lightning Bolt"):
            with pytest.raises(Refused) as refused:
                await ann.join(table, ("Zoo Bear",) * 20 + (card,) * 20)
            (reason,) = refused.value.details["reasons"]
            assert card in reason and reason.endswith(", which this table does not have")
        for client in (ann, bob):
            await client.join(table, ("Zoo Bear",) * 40)
        await ann.until(lambda: ann.question is not None or bob.question is not None)
    (id,) = tables_in(journal)
    began = from_bytes(inputs_in(journal, id)[0].input)
    assert isinstance(began, Started) and began.setup.pool is not None
    plugins = {p.name: p for p in began.setup.pool.plugins}
    assert sorted(plugins) == ["apnap.rules.plugin", "zoo"]
    assert all(p.version and p.fingerprint for p in plugins.values()) and began.setup.pool.fingerprint
