"""The table on the whole screen: what a viewer sees, drawn anew with every frame."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from apnap_protocol.client import Client
from apnap_protocol.sights import Entry, View

COLORS = {"W": "bright_white", "U": "bright_blue", "B": "magenta", "R": "red", "G": "green"}


async def show(client: Client, names: Sequence[str], *, frames_per_s: int = 8) -> None:
    """Draw a client's view until its game is over."""
    with Live(auto_refresh=False, screen=True) as live:
        while client.result is None:
            if client.view:
                live.update(draw(client.view, names), refresh=True)
            await asyncio.sleep(1 / frames_per_s)


def draw(view: View, names: Sequence[str], mine: int | None = None) -> RenderableType:
    """The whole table: a line about the turn, the stack, and every seat with what it controls."""
    parts: list[RenderableType] = [_turn(view, names)]
    stack = view.get("stack", {}).get("objects", ())
    if stack:
        parts.append(Panel(Columns([card(view, i) for i in reversed(stack)]), title="stack, top first"))
    seats = range(len(names)) if mine is None else [*(s for s in range(len(names)) if s != mine), mine]
    parts += [_seat(view, seat, names[seat]) for seat in seats]
    return Group(*parts)


def _turn(view: View, names: Sequence[str]) -> Text:
    table = view.get("table", {})
    active = ", ".join(names[s] for s in table.get("active", ()))
    return Text(f"turn {table.get('turn', 0)}  {active}  {table.get('step', '')}", style="bold reverse")


def _seat(view: View, seat: int, name: str) -> Panel:
    entry = view.get(f"seat:{seat}", {})
    numbers = [f"life {entry.get('life', '?')}"]
    numbers += [f"poison {entry['poison']}"] if entry.get("poison") else []
    numbers += [f"{kind} {n}" for kind, n in dict(entry.get("counters", {})).items()]
    numbers += [f"{zone} {n}" for zone, n in _sizes(view, seat)]
    if mana := entry.get("mana"):
        numbers.append("mana " + "".join(f"{{{symbol}}}" * n for symbol, n in mana.items()))
    things = [(i, e) for i, e in view.items() if e.get("zone") == "battlefield" and e.get("controller") == seat]
    lands = [i for i, e in things if "Land" in e.get("types", ()) and "Creature" not in e.get("types", ())]
    others = [i for i, _ in things if i not in lands]
    lines: list[RenderableType] = [
        Columns(_merged(card(view, i) for i in others)),
        _pile(view, lands),
        *_command(view, seat),
    ]
    style = "dim" if entry.get("lost") or entry.get("left") else ""
    return Panel(Group(*lines), title=f"{name}: {'  '.join(numbers)}", title_align="left", style=style)


def _sizes(view: View, seat: int) -> Iterable[tuple[str, int]]:
    entry = view.get(f"seat:{seat}", {})
    yield "hand", entry.get("hand", 0)
    yield "library", entry.get("library", 0)
    if schemes := entry.get("schemes", 0):
        yield "schemes", schemes
    yield "graveyard", len(view.get(f"graveyard:{seat}", {}).get("objects", ()))


def _merged(texts: Iterable[Text]) -> list[Text]:
    """Each text once, with how often it is there."""
    counts: dict[str, tuple[Text, int]] = {}
    for text in texts:
        first, n = counts.get(text.markup, (text, 0))
        counts[text.markup] = (first, n + 1)
    return [text.append(f" x{n}", style="bold") if n > 1 else text for text, n in counts.values()]


def _command(view: View, seat: int) -> Iterable[Text]:
    """What of a seat lies in the command zone."""
    ids = [i for i in view.get("command", {}).get("objects", ()) if view.get(i, {}).get("owner") == seat]
    if ids:
        yield Text("in the command zone: ", style="dim").append(Text(", ").join(card(view, i) for i in ids))


def _pile(view: View, ids: Sequence[str]) -> Text:
    """Equal lands as one word with their number, and how many of them are untapped."""
    counts: dict[str, list[int]] = {}
    for i in ids:
        entry = view[i]
        pair = counts.setdefault(entry.get("name", "?"), [0, 0])
        pair[0] += 1
        pair[1] += not entry.get("tapped")
    return Text("  ".join(f"{n} {name} ({free} untapped)" for name, (n, free) in counts.items()), style="dim")


def card(view: View, name: str) -> Text:
    """One object in a few words."""
    entry: Entry = view.get(name, {})
    text = Text(entry.get("name") or "face down", style=COLORS.get("".join(entry.get("colors", ()))[:1], ""))
    if entry.get("power") is not None and "Creature" in entry.get("types", ()):
        text.append(f" {entry['power']}/{entry['toughness']}")
    if entry.get("loyalty") is not None:
        text.append(f" [{entry['loyalty']}]")
    for kind, n in dict(entry.get("counters", {})).items():
        text.append(f" {kind}x{n}", style="cyan")
    for word in ("tapped", "attacking", "blocking"):
        if entry.get(word):
            text.append(f" {word}", style="dim" if word == "tapped" else "bold")
    return text
