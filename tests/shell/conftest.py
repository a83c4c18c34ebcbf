"""A server with the toy game on a free port, and clients of it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from apnap.shell.app import Server
from apnap.shell.settings import Limits, Pace, Settings
from toy import Toys

Serve = Callable[..., Any]


@pytest.fixture
def journal(tmp_path: Path) -> str:
    return str(tmp_path / "journal.sqlite3")


@pytest_asyncio.fixture
async def serve(journal: str) -> AsyncIterator[Serve]:
    """Starts servers; keywords are settings, `limits` a dict of limits."""
    stack = contextlib.AsyncExitStack()

    async def start(*, games: Any = None, limits: Any = None, **settings: Any) -> Server:
        bounds = {"messages_per_s": 10_000.0, "message_burst": 10_000, **(limits or {})}
        settings = {"port": 0, "journal": journal, "pace": Pace(0, 0), **settings}
        wanted = Settings(limits=Limits(**bounds), **settings)
        return await stack.enter_async_context(Server(games or Toys(), wanted))

    yield start
    async with asyncio.timeout(120):  # a server that does not end is a fault as well
        await stack.aclose()


@pytest_asyncio.fixture
async def server(serve: Serve) -> Server:
    return await serve()


async def _killed(server: Server) -> None:
    """The server is gone without a word; the file is as it is at this moment."""
    for table in server.tables.values():
        table.clocks.stop()
        table.inbox.end()
    for connection in list(server._connections):
        connection._socket.transport.abort()
    server._listener.close(close_connections=False)
    await server._listener.wait_closed()
    server._sweeper.cancel()
    server._beater.cancel()
    await server.journal.close()
    server._stack.close()
    server._listener = None  # nothing is left to drain


@pytest.fixture
def kill() -> Callable[[Server], Any]:
    return _killed


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No test waits for ever: what has not come within two minutes does not come."""
    for item in items:
        test = getattr(item, "obj", None)
        if asyncio.iscoroutinefunction(test) and not hasattr(test, "hypothesis"):
            item.obj = _bounded(test)


def _bounded(test: Any) -> Any:
    @functools.wraps(test)
    async def bounded(*args: Any, **kwargs: Any) -> None:
        async with asyncio.timeout(120):
            await test(*args, **kwargs)

    return bounded
