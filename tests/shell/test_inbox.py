"""A table's inbox: whatever an act does, those after it get their turn, and nothing is done after the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from apnap.shell.inbox import Inbox


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
