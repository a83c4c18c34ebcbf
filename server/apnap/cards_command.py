"""`apnap cards FILE`: what of a file of cards can be played here, and who reads it.

Exit codes: 0, 1 where the card of `--name` cannot be had, 2 where the file is malformed.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from apnap.engine.definitions import CardDef
from apnap.options import CardFilePath, plugins_dir_option, pool_of
from apnap.pool import Pool
from apnap.readings import Unread

#: Who "reads" a card that has no text.
NOBODY = "(no text)"


class Verdict(Struct, frozen=True, omit_defaults=True):
    """What becomes of one card: by whom it is defined or read, or why nobody can have it."""

    name: str
    by_hand: str = ""
    read_by: str = ""
    refused: str = ""
    detail: str = ""
    text: str = ""
    """What it does, in our words."""


class Count(Struct, frozen=True):
    """How much of a file can be played."""

    file: str
    fingerprint: str
    cards: int
    by_hand: int
    read: dict[str, int]
    """By plugin."""
    refused: dict[str, int]
    """By reason."""
    repeated: int
    passed_over: int


@click.command("cards")
@click.argument("file", type=CardFilePath(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", metavar="NAME", help="Say what this card does, in our words, or why nobody can have it.")
@click.option("--each", is_flag=True, help="Say of each card by whom it is defined or read, or why it is not.")
@click.option("--json", "as_json", is_flag=True, help="The same, as JSON; with --each a line for each card.")
@plugins_dir_option
@click.pass_context
def cards_command(
    context: click.Context, file: Path, name: str | None, each: bool, as_json: bool, plugins_dir: Path | None
) -> None:
    """Say how many cards of a FILE can be played, and which plugins define or read them."""
    pool = pool_of(plugins_dir, [file], named_by="FILE")
    if name is not None:
        verdict = judged(pool, name)
        click.echo(_json(verdict) if as_json else "\n".join(_described(verdict)))
        context.exit(1 if verdict.refused else 0)
    (opened,) = pool.files.files
    verdicts = (judged(pool, name) for name in opened.names)
    if each:
        for verdict in verdicts:
            click.echo(_json(verdict) if as_json else f"{verdict.name}: {_short(verdict)}")
        return
    counts = Counter((v.by_hand and "by hand", v.read_by, _reason(v)) for v in verdicts)
    count = Count(
        file=opened.name,
        fingerprint=opened.fingerprint,
        cards=counts.total(),
        by_hand=sum(n for (by_hand, _, _), n in counts.items() if by_hand),
        read=_by(1, counts),
        refused=_by(2, counts),
        repeated=opened.repeated,
        passed_over=opened.passed_over,
    )
    click.echo(_json(count) if as_json else "\n".join(_lines(count)))


def judged(pool: Pool, name: str) -> Verdict:
    """What becomes of a card of this name in a pool."""
    by_hand = pool.cards.get(name)
    if by_hand is not None:
        return Verdict(name, by_hand=by_hand.plugin, text=by_hand.describe())
    match pool.reading(name):
        case CardDef() as found:
            return Verdict(name, read_by=found.plugin or NOBODY, text=found.describe())
        case Unread(reason=reason, detail=detail):
            return Verdict(name, refused=reason, detail=detail)
        case None:
            return Verdict(name, refused=pool.why_no_card(name))


def _by(place: int, counts: Counter[tuple[str, str, str]]) -> dict[str, int]:
    """The counts by one of the three, the greatest first."""
    found: Counter[str] = Counter()
    for key, n in counts.items():
        if key[place]:
            found[key[place]] += n
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _reason(verdict: Verdict) -> str:
    """Why a card is refused, for counting: without the name of the card."""
    return verdict.refused.replace(f'the card "{verdict.name}" ', "it ")


def _short(verdict: Verdict) -> str:
    if verdict.refused:
        return f"refused, {verdict.detail or _reason(verdict)}"
    return f"defined by {verdict.by_hand}" if verdict.by_hand else f"read by {verdict.read_by}"


def _described(verdict: Verdict) -> list[str]:
    return [f"{verdict.name}: {_short(verdict)}", *(f"  {line}" for line in verdict.text.splitlines())]


def _lines(count: Count) -> list[str]:
    read = sum(count.read.values())
    refused = sum(count.refused.values())
    lines = [f"{count.file}: {count.cards} cards, of which {count.by_hand + read} can be played"]
    lines += [f"  {count.by_hand} defined by hand", f"  {read} read"]
    lines += [f"    {n} by {plugin}" for plugin, n in count.read.items()]
    lines += [f"  {refused} refused"]
    lines += [f"    {n}: {reason}" for reason, n in count.refused.items()]
    if count.repeated:
        lines.append(f"  {count.repeated} further cards of a name that stands before: the first counts")
    if count.passed_over:
        lines.append(f"  {count.passed_over} tokens and the like, passed over")
    return lines


def _json(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value))
