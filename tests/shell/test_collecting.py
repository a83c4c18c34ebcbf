"""Full collections of garbage are made when they are worth it, and closed tables do not stay for ever."""

from __future__ import annotations

import gc
import weakref

from apnap.shell.app import Server
from apnap.shell.collecting import CLOSED, Collecting
from apnap_protocol import messages as m
from apnap_protocol.client import Client


class Ring:
    """Something that holds itself, as the parts of a table hold each other."""

    def __init__(self) -> None:
        self.itself = self


def left_behind() -> weakref.ref[Ring]:
    ring = Ring()
    gc.collect(1)  # it is old now
    return weakref.ref(ring)


def test_what_is_left_behind_goes_after_so_many_closed_tables() -> None:
    with Collecting() as collecting:
        ring = left_behind()
        for _ in range(CLOSED):
            assert not collecting.sweep(0) and ring() is not None
            collecting.closed()
        assert not collecting.sweep(4), "beside more open tables more of it may stay"
        assert collecting.sweep(0) and ring() is None
        assert not collecting.sweep(0), "it is counted anew"


def test_python_collects_as_before_when_the_server_has_ended() -> None:
    before = gc.get_threshold()
    with Collecting():
        assert gc.get_threshold() != before
    assert gc.get_threshold() == before


async def test_a_table_that_was_closed_is_counted(server: Server) -> None:
    async with Client(server.url, guest="Ann") as ann:
        await ann.create(seats=2)
        (table,) = server.tables.values()
        table.post(lambda: table.close("for the test"))
        await ann.command(m.Ping())
        while server.tables:
            await ann.command(m.Ping())
    assert server.collecting._closed == 1
