"""A whole game for looking at: a server on a free port, and bots that play over real websockets."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from apnap.engine.events import Checked
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from apnap_protocol.wording import Words

from .app import Server
from .bots import Bot
from .games import Games
from .settings import Limits, Mqtt, Pace, Settings

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
DECKS: tuple[dict[str, int], ...] = (
    {
        "Forest": 17,
        "Mountain": 7,
        "Grizzly Bears": 12,
        "Young Wolf": 12,
        "Giant Growth": 6,
        "Lightning Bolt": 6,
    },
    {
        "Plains": 14,
        "Island": 10,
        "Serra Angel": 12,
        "Soul Warden": 12,
        "Counterspell": 6,
        "Divination": 6,
    },
    {"Swamp": 24, "Geralf's Messenger": 14, "Cemetery Reaper": 14, "Black Sun's Zenith": 8},
    {
        "Mountain": 16,
        "Plains": 8,
        "Mogg Fanatic": 16,
        "Lightning Bolt": 12,
        "Serra Angel": 6,
        "Wrath of God": 2,
    },
)


class Summary(Struct, frozen=True):
    """What a game took."""

    turns: int
    decisions: int
    checks: int
    messages: int
    bytes: int
    seconds: float
    winners: tuple[str, ...]


async def demo(
    games: Games, *, players: int = 4, seed: int = 1, mqtt: str = "", say: Callable[[str], None] = print
) -> Summary:
    """Plays a free-for-all to its end and says what happens; ends with a summary and the winner."""
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(messages_per_s=1e6, message_burst=10**6)
        journal = str(Path(folder) / "journal.sqlite3")
        settings = Settings(port=0, journal=journal, limits=limits, pace=Pace(0, 0), mqtt=Mqtt(url=mqtt))
        async with Server(games, settings) as server:
            return await _game(server, players, seed, say)


async def _game(server: Server, players: int, seed: int, say: Callable[[str], None]) -> Summary:
    names = NAMES[:players]
    began = time.perf_counter()
    narrator = Narrator(names, say)
    say(f"Server on port {server.port}; {players} bots play free-for-all with seed {seed}.")
    async with Client(server.url, guest="Zoe", on_frame=narrator.hear) as zoe:
        table = await zoe.create(seats=players, seed=seed, name="demo")
        await zoe.watch(table)
        clients = [await Client(server.url, guest=name).__aenter__() for name in names]
        bots = [Bot(client, seed * 100 + i) for i, client in enumerate(clients)]
        for i, client in enumerate(clients):
            await client.join(table, deck(i))
        await asyncio.gather(*(bot.play() for bot in bots))
        await zoe.until(lambda: zoe.result is not None)
        assert zoe.result is not None
        play = server.tables[table].play
        assert play is not None
        summary = Summary(
            turns=zoe.view["table"]["turn"],
            decisions=sum(bot.decisions for bot in bots),
            checks=sum(isinstance(event, Checked) for event in play.game.log),
            messages=sum(client.messages for client in (*clients, zoe)),
            bytes=sum(client.bytes for client in (*clients, zoe)),
            seconds=time.perf_counter() - began,
            winners=tuple(names[seat] for seat in zoe.result.winners),
        )
        await asyncio.gather(*(client.close() for client in clients))
    _sum_up(summary, say)
    return summary


def deck(n: int) -> list[str]:
    """The deck of the bot in seat `n`."""
    return list(Counter(DECKS[n % len(DECKS)]).elements())


def _sum_up(summary: Summary, say: Callable[[str], None]) -> None:
    say("")
    say(
        f"{summary.turns} turns, {summary.decisions} decisions, {summary.checks} checks of state-based "
        f"actions, {summary.messages} messages, {summary.bytes} bytes, {summary.seconds:.1f} seconds"
    )
    say(f"Winner: {', '.join(summary.winners)}" if summary.winners else "The game is a draw: no winner")


class Narrator:
    """Says what a spectator sees."""

    def __init__(self, names: tuple[str, ...], say: Callable[[str], None]) -> None:
        self._words = Words(names)
        self._say = say
        self._begun = False

    def hear(self, frame: m.Frame) -> None:
        """Says the lines of a frame."""
        if isinstance(frame, m.Welcome):
            self._words.know(frame.view)
        if not isinstance(frame, m.Batch):
            return
        self._words.know(frame.patch.set)
        for happening in frame.events:
            if self._is_small(happening):
                continue
            for line in self._words.lines(happening):
                if happening.type == "TurnBegan":
                    self._say("")
                    self._say(line)
                else:
                    self._say(f"  {line}")

    def _is_small(self, happening: m.Happening) -> bool:
        """Opening hands card by card, and mana."""
        parameters = happening.parameters
        self._begun = self._begun or happening.type == "TurnBegan"
        return bool(parameters.get("mana")) or (parameters.get("how") == "draw" and not self._begun)
