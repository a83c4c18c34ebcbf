"""Connections are open files, and a system gives a process few of them unless it asks for more."""

from __future__ import annotations

import logging
import resource

import pytest

from apnap.shell import descriptors
from apnap.shell.logs import Sparing


class System:
    """A system that allows so many."""

    def __init__(self, patch: pytest.MonkeyPatch, soft: int, hard: int) -> None:
        self.given = (soft, hard)
        patch.setattr(resource, "getrlimit", lambda _: self.given)
        patch.setattr(resource, "setrlimit", self._set)

    def _set(self, _: int, limits: tuple[int, int]) -> None:
        assert limits[0] <= limits[1] == self.given[1] or limits[1] == resource.RLIM_INFINITY
        self.given = limits


@pytest.mark.parametrize(
    ("soft", "hard", "got", "warned"),
    [
        (1024, 20_000, 10_256, False),
        (1024, 4096, 4096, True),
        (1024, resource.RLIM_INFINITY, 10_256, False),
        (50_000, 60_000, 50_000, False),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, resource.RLIM_INFINITY, False),
    ],
)
def test_as_many_files_as_connections_are_asked_for(
    soft: int, hard: int, got: int, warned: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    system = System(monkeypatch, soft, hard)
    descriptors.make_room(10_000)
    assert system.given == (got, hard)
    assert ("too few for 10000 connections" in caplog.text) == warned


def _record(message: str, at: float) -> logging.LogRecord:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, message, (), None)
    record.created = at
    return record


def test_a_flood_of_connections_is_no_flood_of_the_log() -> None:
    sparing, message = Sparing(), "socket.accept() out of system resource\nsocket: <...>"
    let_through = [n for n in range(400) if sparing.filter(_record(message, 100 + n / 200))]
    assert let_through == [0, 200]
    assert sparing.filter(_record("another thing", 102.0))
