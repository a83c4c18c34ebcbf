"""How well the sensible bot plays, over the public protocol.

    python bench/bots.py --duels 100 --seed 1      # against a bot that answers at random, decks mirrored
    python bench/bots.py --tables 10               # the turn at which the Commander demo ends, by seed

`--json` prints one line of JSON. A duel that does not end in time counts as not won.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from pathlib import Path

from apnap.decks.shipped import OLD, SIXTY, shipped
from apnap.shell.app import Server
from apnap.shell.bots import Bot, RandomBot
from apnap.shell.demo import Program, demo
from apnap.shell.pooled import PoolGames
from apnap.shell.settings import Limits, Pace, Settings
from apnap_protocol.client import Client

PATIENCE_S = 60.0
ENDS = ("won", "lost", "drawn", "unended")


async def duel(server: Server, deck: str, seed: int) -> str:
    """How it ends for the sensible bot, one of `ENDS`; it sits first in every other duel."""
    cards = shipped(deck).cards
    sensible = seed % 2
    async with Client(server.url, guest="Ann") as ann, Client(server.url, guest="Bob") as bob:
        table = await ann.create(seats=2, seed=seed, format="duel")
        players: list[RandomBot] = []
        for seat, client in enumerate((ann, bob)):
            await client.join(table, cards)
            players.append((Bot if seat == sensible else RandomBot)(client, seed))
        try:
            await asyncio.wait_for(asyncio.gather(*(p.play() for p in players)), PATIENCE_S)
        except TimeoutError:
            return "unended"
        await ann.until(lambda: ann.result is not None)
        assert ann.result is not None
        return "won" if ann.result.winners == (sensible,) else ("lost" if ann.result.winners else "drawn")


async def duels(many: int, seed: int) -> dict[str, object]:
    """How many duels end in each way for the sensible bot, the wins by deck, and the seeds that were not won."""
    decks = SIXTY + OLD
    ends: dict[str, list[str]] = {deck: [] for deck in decks}
    seeds: dict[str, list[int]] = {end: [] for end in ENDS}
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(messages_per_s=1e6, message_burst=10**6)
        settings = Settings(port=0, journal=str(Path(folder) / "journal.sqlite3"), limits=limits, pace=Pace(0, 0))
        async with Server(PoolGames(), settings) as server:
            for n in range(seed, seed + many):
                deck = decks[n // 2 % len(decks)]  # each deck from both seats
                end = await duel(server, deck, n)
                ends[deck].append(end)
                seeds[end].append(n)
    report: dict[str, object] = {"duels": many} | {end: len(found) for end, found in seeds.items()}
    report["won_by_deck"] = {deck: f"{found.count('won')} of {len(found)}" for deck, found in ends.items()}
    return report | {f"seeds_{end}": seeds[end] for end in ENDS[1:]}


async def tables(many: int, seed: int) -> dict[str, object]:
    """The turn at which Commander with four seats ends, for each seed."""
    games = PoolGames()
    ends = {}
    for n in range(seed, seed + many):
        summary = await demo(games, Program(seed=n), say=lambda _: None)
        ends[n] = summary.turns
        print(f"seed {n}: turn {summary.turns}, {summary.seconds:.0f} s", flush=True)
    return {"tables": many, "turns": ends, "greatest": max(ends.values(), default=0)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--duels", type=int, default=0)
    parser.add_argument("--tables", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    report: dict[str, object] = {}
    if given.duels:
        report |= asyncio.run(duels(given.duels, given.seed))
    if given.tables:
        report |= asyncio.run(tables(given.tables, given.seed))
    if given.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name}: {value}")


if __name__ == "__main__":
    main()
