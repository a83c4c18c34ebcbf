"""A whole game for looking at: a server on a free port, and bots that play over real websockets."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apnap.decks import Deck
from apnap.decks.shipped import SIXTY, fitting, shipped, with_schemes
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from apnap_protocol.wording import Words

from .app import Server
from .bots import Bot
from .games import Games
from .settings import Limits, Mqtt, Pace, Settings

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


class Summary(Struct, frozen=True):
    """What a game took."""

    turns: int
    decisions: int
    checks: int
    messages: int
    bytes: int
    seconds: float
    winners: tuple[str, ...]


class Program(Struct, frozen=True):
    """What is played: how many seats, by which rules, with which chance."""

    players: int = 4
    seed: int = 1
    edition: str = "current"
    format: str = "commander"
    old: bool = False
    """Whether the edition is older than Commander, and so are the cards."""
    teams: tuple[int, ...] = ()
    """The team of each seat, where the format has teams."""

    @property
    def terms(self) -> dict[str, Any]:
        """What a table for it is created with."""
        return {
            "seats": self.players, "seed": self.seed, "edition": self.edition, "format": self.format,
            "teams": self.teams,
        }  # fmt: skip

    @property
    def wish(self) -> m.Create:
        """The table for it."""
        return m.Create(**self.terms)


def program(games: Games, *, players: int | None, seed: int, format: str | None, edition: str) -> Program:
    """What is played where nothing else is asked for: Commander where the edition's text has it, free-for-all
    where it has more than two players, else a duel."""
    fits = ("commander", "free-for-all", "duel") if format is None else (format,)
    old = bool(games.refuse_rules(m.Create(edition=edition, format="commander")))
    plans = [Program(players or (2 if f == "duel" else 4), seed, edition, f, old) for f in fits]
    plans = [replace(plan, teams=games.teams(plan.wish)) for plan in plans]
    return next((plan for plan in plans if not games.refuse_rules(plan.wish)), plans[-1])


async def demo(
    games: Games,
    plan: Program | None = None,
    *,
    decks: Sequence[Deck] = (),
    mqtt: str = "",
    say: Callable[[str], None] = print,
    watch: bool = False,
) -> Summary:
    """Plays a game to its end and says what happens; ends with a summary and the winner.

    The bots have these `decks`, seat by seat and then from the first again; without any, those that come along.
    """
    plan = plan or program(games, players=None, seed=1, format=None, edition="current")
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(messages_per_s=1e6, message_burst=10**6)
        journal = str(Path(folder) / "journal.sqlite3")
        settings = Settings(port=0, journal=journal, limits=limits, pace=Pace(0, 0), mqtt=Mqtt(url=mqtt))
        async with Server(games, settings) as server:
            return await _game(server, plan, decks, say, watch)


async def _game(
    server: Server, plan: Program, decks: Sequence[Deck], say: Callable[[str], None], watch: bool
) -> Summary:
    names = NAMES[: plan.players]
    began = time.perf_counter()
    narrator = Narrator(names, _unsaid if watch else say)
    what = f"{plan.players} bots play {plan.format} by edition {plan.edition}, seed {plan.seed}"
    say(f"Server on port {server.port}; {what}.")
    async with Client(server.url, guest="Zoe", on_frame=narrator.hear) as zoe:
        table = await zoe.create(name="demo", **plan.terms)
        await zoe.watch(table)
        clients = [await Client(server.url, guest=name).__aenter__() for name in names]
        bots = [Bot(client, plan.seed * 100 + i) for i, client in enumerate(clients)]
        for i, client in enumerate(clients):
            deck = decks[i % len(decks)] if decks else deck_of(plan, i)
            await client.join(table, deck.cards, commanders=deck.commanders, schemes=deck.scheme_cards)
        playing = asyncio.gather(*(bot.play() for bot in bots))
        if watch:
            from .screen import show

            await show(zoe, names)
        await playing
        await zoe.until(lambda: zoe.result is not None)
        assert zoe.result is not None
        summary = Summary(
            turns=zoe.view["table"]["turn"],
            decisions=sum(bot.decisions for bot in bots),
            checks=narrator.checks,
            messages=sum(client.messages for client in (*clients, zoe)),
            bytes=sum(client.bytes for client in (*clients, zoe)),
            seconds=time.perf_counter() - began,
            winners=tuple(names[seat] for seat in zoe.result.winners),
        )
        await asyncio.gather(*(client.close() for client in clients))
    _sum_up(summary, say)
    return summary


def deck(n: int) -> list[str]:
    """A deck of sixty cards for seat `n`."""
    return list(shipped(SIXTY[n % len(SIXTY)]).cards)


def deck_of(plan: Program, seat: int) -> Deck:
    """The deck of the bot in a seat."""
    formats = tuple(name.strip() for name in plan.format.split("+"))
    alone = plan.teams.count(0) == 1 and seat == 0
    decks = fitting(formats, old=plan.old, alone=alone)
    deck = shipped(decks[(seat + plan.seed) % len(decks)])
    return with_schemes(deck) if {"archenemy", "commander"} <= set(formats) and alone else deck


def _sum_up(summary: Summary, say: Callable[[str], None]) -> None:
    say("")
    say(
        f"{summary.turns} turns, {summary.decisions} decisions, {summary.checks} checks with state-based "
        f"actions, {summary.messages} messages, {summary.bytes} bytes, {summary.seconds:.1f} seconds"
    )
    say(f"Winner: {', '.join(summary.winners)}" if summary.winners else "The game is a draw: no winner")


def _unsaid(line: str) -> None:
    """What is not said, since a screen shows it."""


class Narrator:
    """Says what a spectator sees; `checks` are those that performed a state-based action."""

    def __init__(self, names: tuple[str, ...], say: Callable[[str], None]) -> None:
        self.checks = 0
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
            self.checks += happening.type == "Checked"
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
