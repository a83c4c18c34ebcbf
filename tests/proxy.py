"""A wire that breaks: a proxy that cuts each connection after a random number of bytes."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import Self


class BreakingWire:
    """Forwards connections to a port; each breaks after `least` to `most` bytes, in the middle of anything."""

    def __init__(self, port: int, chance: random.Random, *, least: int = 300, most: int = 12_000) -> None:
        self._port, self._chance, self._least, self._most = port, chance, least, most
        self.cuts = 0
        self.whole = False
        """From now on nothing breaks."""
        self._server: asyncio.Server

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        left = [self._chance.randint(self._least, self._most)]
        ways = (self._pump(reader, to_writer, left), self._pump(to_reader, writer, left))
        tasks = [asyncio.create_task(way) for way in ways]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for each in (writer, to_writer):
            each.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[int]) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                if self.whole:
                    writer.write(data)
                    continue
                writer.write(data[: left[0]])  # the last frame may arrive in part
                left[0] -= len(data)
                if left[0] <= 0:
                    await asyncio.sleep(0)
                    self.cuts += 1
                    return
