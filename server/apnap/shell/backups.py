"""Copies of the journal, made while it is in use, where the settings want them.

The copy is whole: it is made beside its place and then put there at once. A server that is given the copy for its
journal takes up every table as it was then.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3

from .journal import Journal
from .metrics import Metrics
from .settings import Keeping

log = logging.getLogger("apnap.backups")


class Backups:
    """The task that copies the journal every so often."""

    def __init__(self, journal: Journal, keeping: Keeping, metrics: Metrics) -> None:
        self._journal, self._keeping, self._metrics = journal, keeping, metrics
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Starts the task, where there is a place for copies."""
        if self._keeping.backup:
            self._task = asyncio.create_task(self._run(), name="backups")

    async def end(self) -> None:
        """Ends the task; the last copy stays."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._keeping.backup_every_s)
            await self._copy()

    async def _copy(self) -> None:
        place = self._keeping.backup
        try:
            await self._journal.back_up(f"{place}.new")
            os.replace(f"{place}.new", place)
        except (OSError, sqlite3.Error) as error:  # the games go on; somebody must look
            log.error("no backup could be made at %s: %s", place, error)
            self._metrics.backups.labels("failed").inc()
        else:
            self._metrics.backups.labels("made").inc()
