"""Games over wires that break, and what everybody ends with."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable

from msgspec import Struct

from apnap.shell.app import Server
from apnap.shell.demo import deck
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from evenings import reply_to
from people import NAMES, play
from proxy import BreakingWire
from toy import DECK


class Evening(Struct, frozen=True):
    """A game to be played over breaking wires: the deck of each seat, how one plays, and how long a wire lasts."""

    deck: Callable[[int], tuple[str, ...]]
    play: Callable[[Client, random.Random, list[int]], Awaitable[None]]
    most_bytes: int
    answers: int = 0
    """How many are given before all but one concede; 0 for a game to its end."""


class End(Struct, frozen=True):
    """How a game over breaking wires ended."""

    cuts: int
    good: bool
    """Whether everybody's view was the server's."""
    hidden: int
    """Cards that somebody saw and not everybody did, over all views at the end."""


async def _toy(client: Client, chance: random.Random, left: list[int]) -> None:
    await play(client, chance)


async def _real(client: Client, chance: random.Random, left: list[int]) -> None:
    """Answers at random, until enough has been answered at the table; then concedes."""
    async for question in client.questions():
        left[0] -= 1
        if left[0] < 0:
            with contextlib.suppress(Refused):  # the others conceded before
                await client.concede()
            return
        for answer in (reply_to(question, chance), m.Reply(request=question.id, picks=question.default.picks)):
            try:
                await client.command(answer)
                break
            except Refused as refused:
                if refused.code in ("stale_request", "not_your_request", "unavailable_choice", "table_closed"):
                    break


TOY = Evening(lambda seat: DECK, _toy, 12_000)
REAL = Evening(lambda seat: tuple(deck(seat)), _real, 40_000, 150)


async def broken_game(server: Server, seed: int, kind: Evening = TOY, players: int = 3) -> End:
    """A game in which every connection breaks again and again."""
    chance = random.Random(seed)
    wire = BreakingWire(server.port, chance, most=kind.most_bytes)
    async with wire, Client(server.url, guest="Host") as host, Client(server.url, guest="Yan") as yan:
        table = await host.create(seats=players, seed=seed)
        clients = [Client(wire.url, guest=name) for name in (*NAMES[:players], "Zoe")]
        for client in clients:
            await client.__aenter__()
        *seats, zoe = clients
        await zoe.watch(table)
        await yan.watch(table)
        for seat, client in enumerate(seats):
            await client.join(table, kind.deck(seat))
        left = [kind.answers]
        plays = (kind.play(c, random.Random(seed * 10 + i), left) for i, c in enumerate(seats))
        await asyncio.gather(*plays)
        hidden = sum(len(set(c.view) - set(yan.view)) for c in seats)
        await zoe.until(lambda: zoe.result is not None)
        wire.whole = True
        for client in clients:
            client.drop()
        good = True
        for client in (*clients, yan):
            await client.until(lambda client=client: client.result is not None)
            await client.command(m.Ping())
            picture = server.tables[table].play.pictures[-1 if client.seat is None else client.seat]
            good = good and client.view == picture.view and client.digest == picture.digest
            good = good and client.desyncs == 0
        good = good and zoe.view == yan.view  # who was never cut
        await asyncio.gather(*(client.close() for client in clients))
        return End(wire.cuts, good, hidden)
