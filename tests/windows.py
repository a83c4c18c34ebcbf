"""Times of windows in which somebody passes automatically, with and without something to do."""

from __future__ import annotations

import asyncio
import math

from apnap.shell.app import Server
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from people import some_answer
from toy import STACKED

NAMES = ("One",)
WITH, WITHOUT = ("Counter", "One") * 150, ("Three", "One") * 150


async def windows(server: Server, n: int, *, playable: bool) -> list[float]:
    """Seconds from a spell's being cast until its caster hears that the other has passed.

    The other yields to all spells; its hand has a card that could be played in answer, or none.
    """
    times: list[float] = []
    while len(times) < n:
        async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Bob") as bob:
            table = await ann.create(seats=2, seed=STACKED + len(times))
            await ann.join(table, ("One",) * 300)
            await bob.join(table, WITH if playable else WITHOUT)
            await bob.command(m.Prefer(yields=("One", "Three"), auto_pass=True))
            await _game(ann, bob, times, n)
            await ann.leave()
            await bob.leave()
    return times


async def _game(ann: Client, bob: Client, times: list[float], n: int) -> None:
    import random

    chance, loop = random.Random(1), asyncio.get_running_loop()
    for client in (ann, bob):
        await client.until(lambda client=client: client.question is not None)
        await client.answer(client.question, some_answer(client, client.question, chance))
    pending = asyncio.create_task(_pass_on(bob))
    try:
        while len(times) < n and ann.result is None:
            await ann.until(lambda: ann.result is not None or _has(ann, "priority"))
            if ann.result is not None:
                return
            await ann.answer(ann.question, picks=(ann.question.option("cast").id,))
            await ann.until(lambda: _has(ann, "choose"))
            life = ann.view["seat:1"]["life"]
            began = loop.time()
            await ann.answer(ann.question, picks=(ann.question.options[0].id,))
            await ann.until(lambda life=life: ann.view["seat:1"]["life"] != life)
            times.append(loop.time() - began)
    finally:
        pending.cancel()


def _has(client: Client, kind: str) -> bool:
    return client.question is not None and client.question.kind == kind


async def _pass_on(bob: Client) -> None:
    """In its own turns the other only passes."""
    async for question in bob.questions():
        await bob.answer(question, picks=("pass",))


def likelihood(one: list[float], two: list[float]) -> float:
    """The p-value of the two-sample Kolmogorov-Smirnov test: small where the two are not alike."""
    one, two = sorted(one), sorted(two)
    i = j = 0
    distance = 0.0
    while i < len(one) and j < len(two):
        if one[i] <= two[j]:
            i += 1
        else:
            j += 1
        distance = max(distance, abs(i / len(one) - j / len(two)))
    size = math.sqrt(len(one) * len(two) / (len(one) + len(two)))
    x = (size + 0.12 + 0.11 / size) * distance
    if x < 0.2:
        return 1.0
    terms = (2 * (-1) ** (k - 1) * math.exp(-2 * k * k * x * x) for k in range(1, 101))
    return min(1.0, max(0.0, sum(terms)))
