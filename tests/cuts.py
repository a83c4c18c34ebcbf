"""Games over wires that break, and what everybody ends with."""

from __future__ import annotations

import asyncio
import random

from apnap.shell.app import Server
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from people import NAMES, play
from proxy import BreakingWire
from toy import DECK


async def broken_game(server: Server, seed: int, players: int = 3) -> tuple[int, bool]:
    """A game in which every connection breaks again and again: (cuts, whether all ended in the right state)."""
    chance = random.Random(seed)
    async with BreakingWire(server.port, chance) as wire, Client(server.url, guest="Host") as host:
        table = await host.create(seats=players, seed=seed)
        clients = [Client(wire.url, guest=name) for name in (*NAMES[:players], "Zoe")]
        for client in clients:
            await _entered(client)
        *seats, zoe = clients
        await zoe.watch(table)
        for client in seats:
            await client.join(table, DECK)
        await asyncio.gather(*(play(c, random.Random(seed * 10 + i)) for i, c in enumerate(seats)))
        await zoe.until(lambda: zoe.result is not None)
        wire.whole = True
        for client in clients:
            client.drop()
        good = True
        for client in clients:
            await client.until(lambda client=client: client.result is not None)
            await client.command(m.Ping())
            picture = server.tables[table].play.pictures[-1 if client.seat is None else client.seat]
            good = good and client.view == picture.view and client.digest == picture.digest
            good = good and client.desyncs == 0
        await asyncio.gather(*(client.close() for client in clients))
        return wire.cuts, good


async def _entered(client: Client) -> None:
    await client.__aenter__()
