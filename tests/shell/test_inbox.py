"""A table's inbox: whatever an act does, those after it get their turn, and nothing is done after the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from apnap.shell.app import Server
from apnap.shell.inbox import Inbox
from apnap.shell.people import Receipt
from apnap_protocol import messages as m
from apnap_protocol.client import Client


async def turns(n: int = 20) -> None:
    for _ in range(n):
        await asyncio.sleep(0)


def raising(fault: BaseException) -> Callable[[], None]:
    def act() -> None:
        raise fault

    return act


@pytest.mark.parametrize("fault", [RuntimeError("ours"), asyncio.CancelledError()])
async def test_an_act_that_raises_keeps_no_other_from_its_turn(fault: BaseException) -> None:
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    inbox, done = Inbox("t"), list[str]()
    inbox.begin()
    inbox.put(raising(fault))
    inbox.put(partial(done.append, "next"))
    await turns()
    assert done == ["next"]


async def test_nothing_is_done_before_it_begins_or_after_it_ends() -> None:
    inbox, done = Inbox("t"), list[str]()
    inbox.put(partial(done.append, "first"))
    await turns()
    assert done == []
    inbox.begin()
    inbox.put(inbox.end)
    inbox.put(partial(done.append, "late"))
    await asyncio.wait_for(inbox.ended(), 1)
    inbox.end()
    inbox.put(partial(done.append, "later"))
    await turns()
    assert done == ["first"]


async def test_two_inboxes_take_turns() -> None:
    one, other, done = Inbox("1"), Inbox("2"), list[str]()
    for inbox, name in ((one, "one"), (other, "other")):
        inbox.begin()
        for _ in range(2):
            inbox.put(partial(done.append, name))
    await turns()
    assert done == ["one", "other"] * 2


async def test_a_command_to_a_table_that_is_no_more_has_its_reply(server: Server) -> None:
    """What waits when the table is closed, and what comes after; nothing of it is done."""
    async with Client(server.url, guest="Eve") as eve:
        table = server.tables[await eve.create(seats=2)]
        done: list[str] = []
        waiting, late = Receipt("w"), Receipt("l")
        table.post(table.close_up)
        table.command(waiting, partial(done.append, "waiting"))
        await asyncio.wait_for(table.inbox.ended(), 1)
        table.command(late, partial(done.append, "late"))
        await turns()
        for receipt in (waiting, late):
            assert isinstance(receipt.reply, m.Error)
            assert (receipt.reply.code, receipt.reply.ref) == ("table_closed", receipt.ref)
        assert done == []


async def test_a_table_that_only_stops_leaves_its_commands_for_the_next_server(server: Server) -> None:
    """No reply: the client sends the command again after the restart, and it is done then."""
    async with Client(server.url, guest="Eve") as eve:
        table = server.tables[await eve.create(seats=2)]
        waiting = Receipt("w")
        table.post(table.stop)
        table.command(waiting, lambda: None)
        await asyncio.wait_for(table.inbox.ended(), 1)
        assert waiting.reply is None
