"""Which event loop a server runs on: uvloop where it is installed (the extra `speed`), else Python's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs to the end of `main`, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=fastest()) as runner:
        return runner.run(main)


def fastest() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes the loop; None for Python's own."""
    try:
        make: Callable[[], asyncio.AbstractEventLoop] = import_module("uvloop").new_event_loop
    except ImportError:
        return None
    return make
