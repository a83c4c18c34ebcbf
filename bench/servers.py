"""The servers that are measured, each in a process of its own: ours, and a bare broadcast of the same library."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import subprocess
import sys
from pathlib import Path

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from apnap.pool import load_pool
from apnap.shell import loop
from apnap.shell.app import Server
from apnap.shell.pooled import PoolGames
from apnap.shell.settings import Limits, Pace, Settings


async def served(path: str) -> None:
    """The server under measurement; says its port, and ends with its standard input."""
    limits = Limits(
        messages_per_s=1e6, message_burst=10**6, connections_per_address=10**5, tables_per_user=10**5, malformed=10**6
    )
    settings = Settings(port=0, journal=path, limits=limits, pace=Pace(0, 0), log="error")
    pool = PoolGames(load_pool())
    gc.collect()
    gc.freeze()
    async with Server(pool, settings) as server:
        problems = sum(bool(found.problem) for found in server.recovered)
        print(server.port, len(server.tables), problems, flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def broadcast() -> None:
    """Sends to all four of a room as many bytes as the message that one of them sent asks for."""
    rooms: dict[str, list[ServerConnection]] = {}

    async def converse(socket: ServerConnection) -> None:
        assert socket.request is not None
        room = rooms.setdefault(socket.request.path, [])
        room.append(socket)
        with contextlib.suppress(ConnectionClosed):
            async for message in socket:
                size = int(message)
                for other in room:
                    await other.send("x" * size)

    async with serve(converse, "127.0.0.1", 0, compression=None, ping_interval=None) as listener:
        print(next(iter(listener.sockets)).getsockname()[1], 0, 0, flush=True)
        await asyncio.to_thread(sys.stdin.read)


class Process:
    """A server's process: its port, the tables that it began with, and how many of those are not as they were."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, str(Path(__file__).resolve()), *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.port, self.tables, self.problems = map(int, self._process.stdout.readline().split())

    def resident_kb(self) -> int:
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.is_file():
            return 0
        lines = status.read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])

    def cpu_s(self) -> float:
        """The processor time that it has used."""
        status = Path(f"/proc/{self._process.pid}/stat")
        if not status.is_file():
            return 0.0
        fields = status.read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self) -> Process:
        return self

    def kill(self) -> None:
        """As a power cut would."""
        self._process.kill()
        self._process.wait()

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def main() -> None:
    """Be one of the two servers."""
    match sys.argv[1:]:
        case ["--serve", journal]:
            loop.run(served(journal))
        case ["--broadcast"]:
            loop.run(broadcast())
        case other:
            raise SystemExit(f"expected --serve JOURNAL or --broadcast, got {other}")


if __name__ == "__main__":
    main()
