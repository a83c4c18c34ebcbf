"""One table in fifty is played again in the background from its journal, to see whether the same happens.

`apnap replay` does it in a process of its own, at the lowest priority and under another seed of Python's hashing, one
table after another: tables do not wait for it. A game that did something else is reported, and counted against the
plugin whose code gave something else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections import deque
from collections.abc import Callable
from zlib import crc32

import msgspec

from .faults import DIVERGED
from .games import Games
from .metrics import Metrics
from .replaying import Replay
from .settings import Checking

log = logging.getLogger("apnap.replays")
#: The lowest priority that there is.
NICE = 19


class Replays:
    """What is to be played again, and the task that has it done."""

    def __init__(
        self,
        journal: str,
        games: Games,
        checking: Checking,
        metrics: Metrics,
        report: Callable[[str, str, str, str], None],
    ) -> None:
        """`report` gets the plugin, its code, the reason and the table of each difference that has a culprit."""
        self._journal, self._games, self._checking, self._metrics = journal, games, checking, metrics
        self._report = report
        self._waiting: deque[str] = deque()
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Starts the task, where another process can play the games of this server at all."""
        if self._checking.one_in > 0 and self._journal != ":memory:" and self._games.folder is not None:
            self._task = asyncio.create_task(self._run(), name="replays")

    async def end(self) -> None:
        """Ends the task; what is half done is left."""
        if self._task is None:
            return
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        if self._waiting:
            log.info("%d tables were not played again", len(self._waiting))

    def consider(self, table_id: str) -> None:
        """A game at this table has ended, and all of it is kept."""
        if self._task is None or not is_chosen(table_id, self._checking.one_in):
            return
        if len(self._waiting) >= self._checking.waiting:
            self._metrics.replays.labels("dropped").inc()
            log.warning("table %s is not played again: %d others wait", table_id, len(self._waiting))
            return
        self._waiting.append(table_id)
        self._more.set()

    async def _run(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            while self._waiting:
                table_id = self._waiting.popleft()
                try:
                    self._tell(table_id, await self._played_again(table_id))
                except (OSError, TimeoutError, ValueError, IndexError) as fault:
                    self._metrics.replays.labels("unfinished").inc()
                    log.warning("table %s could not be played again: %r", table_id, fault)

    async def _played_again(self, table_id: str) -> Replay:
        """What a process of its own finds; raises `TimeoutError`, or what a process that fails leaves behind."""
        folder = self._games.folder
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "apnap.cli", "replay", self._journal, "--table", table_id, "--json"),
            *(("--plugins-dir", folder) if folder else ()),
            *(word for path in self._games.card_files for word in ("--cards", path)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": str(1 + crc32(table_id.encode()) % 1000)},
        )
        try:
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
            async with asyncio.timeout(self._checking.at_most_s):
                out, said = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if not out:
            raise ValueError(said.decode(errors="replace").strip().rpartition("\n")[2])
        (found,) = msgspec.json.decode(out.splitlines()[-1], type=list[Replay])
        return found

    def _tell(self, table_id: str, found: Replay) -> None:
        """Counts what was found, and reports a difference with the plugin's name."""
        if found.problem:
            self._metrics.replays.labels("unfinished").inc()
            return log.warning("table %s could not be played again: %s", table_id, found.problem)
        if found.divergence is None:
            self._metrics.replays.labels("same").inc()
            return log.info("table %s was played again: %d inputs did the same", table_id, found.inputs)
        self._metrics.replays.labels("different").inc()
        at = found.divergence
        log.error("table %s, played again, did something else: %s", table_id, at.said)
        if at.plugin:
            self._report(at.plugin, at.path, f"{DIVERGED}: input {at.n}, {at.reason}", table_id)


def is_chosen(table_id: str, one_in: int) -> bool:
    """Whether this table is one of those that are played again: the same before and after a restart."""
    return one_in > 0 and crc32(table_id.encode()) % one_in == 0
