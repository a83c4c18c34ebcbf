"""The extra `speed` is used where it is installed, and missed nowhere else."""

from __future__ import annotations

import asyncio
import sys
from types import SimpleNamespace

import pytest

from apnap.shell import loop


async def running() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def test_without_the_extra_it_is_pythons_own_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert loop.fastest() is None
    assert type(loop.run(running())) is type(asyncio.new_event_loop())


def test_with_the_extra_it_is_that_of_uvloop(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fast(asyncio.SelectorEventLoop):
        pass

    monkeypatch.setitem(sys.modules, "uvloop", SimpleNamespace(new_event_loop=Fast))
    assert isinstance(loop.run(running()), Fast)
