"""People at a real server who cast certain cards whenever they can, and otherwise take the defaults."""

from __future__ import annotations

import asyncio

from apnap.shell.app import Server
from apnap_protocol.client import Client, Refused
from apnap_protocol.requests import Answer


async def opened(server: Server, host: Client, *people: str, deck: tuple[str, ...]) -> list[Client]:
    """People who sit at a table of their own, with this deck."""
    table = await host.create(seats=len(people), seed=3)
    clients = []
    for name in people:
        client = await Client(server.url, guest=name).__aenter__()
        await client.join(table, deck)
        clients.append(client)
    return clients


async def play(caster: Client, *others: Client, casts: tuple[str, ...] = (), turns: int) -> None:
    """Plays on for so many turns: then somebody is asked something, and nobody answers."""
    tasks = [asyncio.create_task(_answers(caster, casts, turns))]
    tasks += [asyncio.create_task(_answers(client, (), turns)) for client in others]
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for task in done:
        task.result()
    assert caster.result is None, "the game is not over"


async def _answers(client: Client, casts: tuple[str, ...], turns: int) -> None:
    async for question in client.questions():
        if client.view["table"]["turn"] > turns:
            return
        deeds = [o.id for o in question.options if _called(client, o.payload.object) in casts]
        answer = Answer(picks=(deeds[0],)) if deeds and question.kind == "priority" else question.default
        try:
            await client.answer(question, answer)
        except Refused as refused:
            if refused.code != "stale_request":
                raise


def _called(client: Client, thing: str | None) -> str:
    return str(client.view.get(thing or "", {}).get("name", ""))
