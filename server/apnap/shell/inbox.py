"""What a table has to do: one thing after another, each in a turn of the loop by itself."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextvars import copy_context

from . import logs

log = logging.getLogger("apnap.table")


class Inbox:
    """Acts of one table, done in the order in which they came in. Between two of them other tables get their turn.

    Made on a running loop, whose turns they are.
    """

    def __init__(self, table_id: str) -> None:
        self._table_id = table_id
        self._acts: deque[Callable[[], object]] = deque()
        self._loop = asyncio.get_running_loop()
        self._turn: asyncio.Handle | None = None
        self._open = False
        self._ended = asyncio.Event()
        self._ended.set()
        self._context = copy_context()
        self._context.run(logs.table.set, table_id)

    def __len__(self) -> int:
        return len(self._acts)

    def put(self, act: Callable[[], object]) -> None:
        """Something to do, after what waits already. An inbox that has ended does nothing more."""
        self._acts.append(act)
        self._go_on()

    def begin(self) -> None:
        """Does what waits and what comes in."""
        self._open = True
        self._ended.clear()
        self._go_on()

    def end(self) -> tuple[Callable[[], object], ...]:
        """Does nothing more; gives what still waits."""
        self._open = False
        left = tuple(self._acts)
        self._acts.clear()
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None
        self._ended.set()
        return left

    async def ended(self) -> None:
        """Waits until it has ended."""
        await self._ended.wait()

    def _go_on(self) -> None:
        if self._open and self._acts and self._turn is None:
            self._turn = self._loop.call_soon(self._do_next, context=self._context)

    def _do_next(self) -> None:
        self._turn = None
        logs.command.set("")
        try:
            self._acts.popleft()()
        except Exception:  # ours; the table goes on with what it has
            log.exception("table %s: a fault of the server", self._table_id)
        finally:
            self._go_on()
