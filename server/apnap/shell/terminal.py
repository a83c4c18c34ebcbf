"""A seat for a person in a terminal: the table drawn, the options named, a line read.

It is a client of the public protocol as the bots are: every option that it shows is one that the server
offers, and every rule number is the server's.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from apnap.decks import Deck
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Closed, Refused
from apnap_protocol.requests import Question
from apnap_protocol.wording import Words

from .app import Server
from .bots import Bot
from .demo import NAMES, Program, deck_of
from .games import Games
from .offers import Offer, Unclear, is_number
from .screen import card, draw
from .settings import Limits, Pace, Settings

Lines = Callable[[], Awaitable[str]]
"""Where typed lines come from; raises EOFError when there are no more."""

HELP = """\
A number, or enough words of an option, takes it. Enter passes priority or takes the default.
  why [N]           why the last event happened (or the Nth from the end; log numbers them)
  log [N]           the last events, with the rule behind each
  table             draw the table again             mana            the options with those that make mana
  card NAME         what a card does                 see ZONE [NAME] graveyard, exile, command, stack
  skip              pass until the turn ends, or until something happens that you could answer
  stop STEP [NAME]  always ask me in this step       stop            clear all stops
  yield NAME        pass while NAME is on top        yield           clear all yields
  auto on|off       pass where I can do nothing      hold on|off     ask me after my own spells
  cancel            take a proposal back             say TEXT        talk
  concede           leave the game                   quit            concede and go"""
ANSWERS_S = 10.0
"""A server that is not there is waited for so long, before there is a game to come back to."""
SHOWN = 12
"""How many of the last events a page shows."""


class Seat:
    """A person's seat: keeps what was told, shows pages, and does what is typed."""

    def __init__(self, client: Client, names: Sequence[str], console: Console, lines: Lines) -> None:
        self.client, self.console, self.names = client, console, list(names)
        self.offer: Offer | None = None
        self._lines = lines
        self._words = Words(self.names)
        self._told: deque[tuple[m.Happening, str]] = deque(maxlen=2000)
        self._unseen = 0
        self._prefer = m.Prefer(auto_pass=True, order_equal_triggers=True, stops=(), yields=())
        self._gone = False
        self._begun = False

    # --- what happens --------------------------------------------------------------------------------

    def hear(self, frame: m.Frame) -> None:
        """Keeps what a frame tells."""
        match frame:
            case m.Welcome():
                self._meet(frame.room)
                self._words.know(frame.view)
            case m.Room():
                self._meet(frame)
            case m.Batch():
                for entry in frame.patch.set.values():
                    if entry.get("is") == "seat":
                        self.names[entry["seat"]] = entry["name"]
                self._words.know(frame.patch.set)
                for happening in frame.events:
                    self._keep(happening)
            case m.Chat():
                self.console.print(f"{frame.name}: {frame.text}", markup=False)
            case m.Notice():
                self.console.print(frame.text or frame.code, style="yellow", markup=False)

    def _meet(self, room: m.Room) -> None:
        known = dict(enumerate(self.names))
        self._words.players = self.names = [p.name or known.get(p.seat, f"seat {p.seat}") for p in room.places]

    def _keep(self, happening: m.Happening) -> None:
        """Remembers the lines of an event; opening hands card by card and mana are too small."""
        parameters = happening.parameters
        self._begun = self._begun or happening.type == "TurnBegan"
        if parameters.get("mana") or (parameters.get("how") == "draw" and not self._begun):
            return
        for line in self._words.lines(happening):
            rule = f" ({happening.rule})" if happening.rule and happening.rule not in line else ""
            self._told.append((happening, line + rule))
            self._unseen += 1

    # --- the conversation ----------------------------------------------------------------------------

    async def play(self) -> None:
        """Shows and asks until the game is over or the person goes."""
        await self.client.command(self._prefer)
        reading: asyncio.Task[str] | None = None
        changing: asyncio.Task[None] | None = None
        try:
            while self.client.result is None and not self._gone:
                self._show_news()
                reading = reading or asyncio.create_task(_line(self._lines))
                changing = asyncio.create_task(self.client.until(self._has_news))
                await asyncio.wait((reading, changing), return_when=asyncio.FIRST_COMPLETED)
                if changing.done():
                    changing.result()  # raises where the connection is gone
                await _cancel(changing)
                if reading.done():
                    line, reading = reading.result(), None
                    await self._do(line)
        finally:
            for task in (reading, changing):
                if task is not None:
                    await _cancel(task)
        self._finish()

    def _has_news(self) -> bool:
        return self.client.result is not None or self.client.question is not self._asked

    @property
    def _asked(self) -> Question | None:
        return None if self.offer is None else self.offer.question

    def _show_news(self) -> None:
        question = self.client.question
        if question is self._asked:
            return
        if question is None:
            self.offer = None
            return
        self.offer = Offer(question, self.client.view, self.names)
        self.show()

    def _finish(self) -> None:
        self.console.print(self._news())
        result = self.client.result
        if result is None:
            self.console.print("You have left the game.")
        elif result.winners:
            self.console.print("Winner: " + ", ".join(self.names[s] for s in result.winners), markup=False)
        else:
            self.console.print("The game is a draw: no winner")

    # --- pages --------------------------------------------------------------------------------------------

    def show(self) -> None:
        """A new page."""
        self.console.clear()
        self.console.print(self.page())

    def page(self) -> RenderableType:
        """The table, the hand, the news and the question."""
        view = self.client.view
        parts: list[RenderableType] = [draw(view, self.names, mine=self.client.seat)]
        hand = view.get(f"hand:{self.client.seat}", {}).get("objects", ())
        if hand:
            texts = [card(view, i).append(f" {view.get(i, {}).get('cost', '')}", style="dim") for i in hand]
            parts.append(Panel(Text("   ").join(texts), title="your hand", title_align="left", style="bold"))
        parts.append(self._news())
        if self.offer is not None:
            parts.append(self._question(self.offer, mana=False))
        return Group(*parts)

    def _news(self) -> Text:
        """What has happened since the last page, the newest last."""
        lines = [line for _, line in list(self._told)[-self._unseen :]] if self._unseen else []
        self._unseen = 0
        left = len(lines) - SHOWN
        if left > 0:
            lines = [f"... {left} more before (log)", *lines[-SHOWN:]]
        return Text("\n".join(lines), style="italic")

    def _question(self, offer: Offer, *, mana: bool) -> RenderableType:
        lines = Text()
        hidden = 0
        for run in offer.alike():
            option, text = offer.options[run.start], offer.texts[run.start]
            if option.payload.kind == "pass" or (
                option.payload.kind == "mana" and not mana and offer.question.kind == "priority"
            ):
                hidden += option.payload.kind == "mana"
                continue
            style = "dim" if option.payload.payable == "no" else ""
            more = f" (and as {run.start + 2}-{run.stop}, {len(run)} in all)" if len(run) > 1 else ""
            lines.append(f"{run.start + 1:3} {text}{more}\n", style=style)
        if hidden:
            lines.append("    and to make mana (mana lists how)\n", style="dim")
        lines.append(f"    {offer.ways}; help", style="dim")
        return Panel(lines, title=offer.title, title_align="left", border_style="bold green")

    # --- what is typed ------------------------------------------------------------------------------------

    async def _do(self, line: str) -> None:
        """A command, or an answer to the open question."""
        word, _, rest = line.strip().partition(" ")
        word = "help" if word == "?" else word
        command = getattr(self, f"_do_{word}", None) if word in COMMANDS else None
        try:
            if command is not None:
                await command(rest.strip())
            elif self.offer is None:
                self.console.print("You are not asked now; help lists what you can type.", style="yellow")
            else:
                await self._answer(self.offer, line)
        except Unclear as unclear:
            self.console.print(str(unclear), style="yellow", markup=False)
        except Refused as refused:
            rule = f" (rule {refused.details['rule']})" if refused.details.get("rule") else ""
            self.console.print(f"The server says no: {refused}{rule}", style="red", markup=False)

    async def _answer(self, offer: Offer, line: str) -> None:
        await self.client.answer(offer.question, offer.read(line))
        if self.client.question is offer.question:  # its closing comes with the next frame
            with suppress(TimeoutError):
                await asyncio.wait_for(self.client.until(self._has_news), 5)

    async def _do_help(self, _: str) -> None:
        self.console.print(HELP, markup=False)

    async def _do_table(self, _: str) -> None:
        self.show()

    async def _do_mana(self, _: str) -> None:
        if self.offer is None:
            raise Unclear("You are not asked now.")
        self.console.print(self._question(self.offer, mana=True))

    async def _do_log(self, rest: str) -> None:
        many = int(rest) if is_number(rest) else 20
        lines = list(self._told)[-many:]
        for n, (_, line) in enumerate(lines):
            self.console.print(f"{len(lines) - n:4} {line}", markup=False)

    async def _do_why(self, rest: str) -> None:
        """Asks the server for the chain behind an event, as far as this seat may know it."""
        n = int(rest) if is_number(rest) else 1
        if not 1 <= n <= len(self._told):
            raise Unclear("Nothing has happened yet." if not self._told else f"The log goes back {len(self._told)}.")
        happening, line = self._told[-n]
        chain = (await self.client.command(m.Why(happening.id))).result["chain"]
        self.console.print(line, style="bold", markup=False)
        self.console.print("\n".join(reasons(chain, self._words)), markup=False)

    async def _do_card(self, rest: str) -> None:
        if not rest:
            raise Unclear("card NAME")
        known = [e["name"] for e in self.client.view.values() if rest.lower() in str(e.get("name", "")).lower()]
        self.console.print(await self.client.card(next(iter(known), rest)), markup=False)

    async def _do_see(self, rest: str) -> None:
        zone, _, name = rest.partition(" ")
        seats = [s for s, n in enumerate(self.names) if n.lower() == name.lower()] if name else []
        seats = seats or ([] if self.client.seat is None else [self.client.seat])
        view = self.client.view
        entry = next((view[k] for k in (zone, *(f"{zone}:{s}" for s in seats)) if k in view), None)
        if entry is None:
            raise Unclear("see graveyard, exile, command or stack; a player's name after it says whose")
        texts = [card(view, i).plain for i in entry.get("objects", ())]
        self.console.print("\n".join(texts) or "nothing", markup=False)

    async def _do_skip(self, _: str) -> None:
        """The server passes at once, and the next page comes when there is something to see."""
        await self._wish(until_end_of_turn=True)

    async def _do_stop(self, rest: str) -> None:
        step, _, name = rest.partition(" ")
        if not step:
            return await self._wish(stops=())
        if name and name not in self.names:
            raise Unclear(f"Nobody is called {name}.")
        stop = m.Stop(step, self.names.index(name) if name else None)
        await self._wish(stops=tuple(dict.fromkeys((*(self._prefer.stops or ()), stop))))

    async def _do_yield(self, rest: str) -> None:
        await self._wish(yields=tuple(dict.fromkeys((*(self._prefer.yields or ()), rest))) if rest else ())

    async def _do_auto(self, rest: str) -> None:
        await self._wish(auto_pass=_is_on(rest))

    async def _do_hold(self, rest: str) -> None:
        await self._wish(hold=_is_on(rest))

    async def _do_say(self, rest: str) -> None:
        if not rest:
            raise Unclear("say TEXT")
        await self.client.say(rest)

    async def _do_concede(self, _: str) -> None:
        await self.client.concede()
        self._gone = True

    async def _do_quit(self, _: str) -> None:
        """Goes, also where there is no game yet that could be conceded."""
        with suppress(Refused):
            await self.client.concede()
        self._gone = True

    async def _wish(self, **changes: object) -> None:
        """Tells the server a preference, and says what holds now."""
        wish = msgspec.structs.replace(self._prefer, **changes)
        await self.client.command(wish)
        self._prefer = msgspec.structs.replace(wish, until_end_of_turn=None)
        stops = ", ".join(
            s.step + (f" of {self.names[s.seat]}" if s.seat is not None else "") for s in wish.stops or ()
        )
        what = f"stops: {stops or 'none'}; yields: {', '.join(wish.yields or ()) or 'none'}"
        self.console.print(
            f"auto {'on' if wish.auto_pass else 'off'}; hold {'on' if wish.hold else 'off'}; {what}", markup=False
        )


def reasons(chain: Sequence[dict[str, Any]], words: Words) -> list[str]:
    """The chain behind an event, a line for each link that has words: a trigger that is put on the stack has none."""
    links = [msgspec.convert({"id": "", **link}, m.Happening) for link in chain]
    said = [(link, told) for link in links if (told := "; ".join(words.lines(link)))]
    return [
        f"{'  ' * (depth + 1)}{'because: ' if depth else ''}{told}{f' (rule {link.rule})' if link.rule else ''}"
        for depth, (link, told) in enumerate(said)
    ]


COMMANDS = tuple(name.removeprefix("_do_") for name in vars(Seat) if name.startswith("_do_"))


def _is_on(word: str) -> bool:
    if word not in ("on", "off"):
        raise Unclear("on or off?")
    return word == "on"


async def _line(lines: Lines) -> str:
    """A line; the end of the input is a word of goodbye."""
    try:
        return await lines()
    except EOFError:
        return "quit"


async def _cancel(task: asyncio.Task[object] | asyncio.Task[str] | asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def keyboard() -> Lines:
    """Lines from standard input, read beside the loop so that the game goes on meanwhile."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(queue.put_nowait, line)
        loop.call_soon_threadsafe(queue.put_nowait, None)

    threading.Thread(target=read, daemon=True, name="keyboard").start()

    async def line() -> str:
        text = await queue.get()
        if text is None:
            raise EOFError
        return text

    return line


async def against_bots(
    games: Games, plan: Program, *, console: Console, lines: Lines | None = None, deck: Deck | None = None
) -> Seat:
    """A game against bots on a server of its own; gives the seat as it was at the end."""
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(messages_per_s=1e6, message_burst=10**6)
        settings = Settings(port=0, journal=str(Path(folder) / "journal.sqlite3"), limits=limits, pace=Pace(0, 0))
        async with Server(games, settings) as server, Client(server.url, guest=NAMES[0]) as client:
            table = await client.create(name="play", **plan.terms)
            others = [await Client(server.url, guest=name).__aenter__() for name in NAMES[1 : plan.players]]
            seat = Seat(client, NAMES[: plan.players], console, lines or keyboard())
            own = deck or deck_of(plan, 0)
            playing: list[asyncio.Task[None]] = []
            try:
                client.on_frame = seat.hear
                await client.join(table, own.cards, commanders=own.commanders, schemes=own.scheme_cards)
                for n, other in enumerate(others, 1):
                    theirs = deck_of(plan, n)
                    await other.join(table, theirs.cards, commanders=theirs.commanders, schemes=theirs.scheme_cards)
                    playing.append(asyncio.create_task(Bot(other, plan.seed * 100 + n).play()))
                await seat.play()
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
                for other in others:
                    await other.close()
    return seat


async def at_a_table(
    url: str,
    table: str,
    *,
    name: str,
    deck: Deck,
    console: Console,
    lines: Lines | None = None,
    password: str | None = None,
    invitation: str | None = None,
) -> Seat:
    """A game at somebody's server; raises `Refused` where the table does not take the person, `Closed` where no
    server answers."""
    client = Client(url, guest=name)
    try:
        await _reach(client, url)
        seat = Seat(client, [name], console, lines or keyboard())
        client.on_frame = seat.hear
        await client.join(
            table,
            deck.cards,
            commanders=deck.commanders,
            schemes=deck.scheme_cards,
            password=password,
            invitation=invitation,
        )
        console.print("You sit at the table; the game begins when every seat is taken.")
        try:
            await seat.play()
        except Closed as closed:
            console.print(f"The connection is gone: {closed}", style="red", markup=False)
    finally:
        await client.close()
    return seat


async def _reach(client: Client, url: str) -> None:
    try:
        async with asyncio.timeout(ANSWERS_S):
            await client.__aenter__()
    except TimeoutError:
        raise Closed(f"no server answers at {url}") from None
