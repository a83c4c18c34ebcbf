"""How many cards of a file the reader of rules text makes, and whether they are what is written by hand.

    python bench/reading.py FILE [--shapes N] [--ends N] [--sample N] [--seed N] [--show NAME ...] [--json]

FILE has a card as JSON on each line: name, mana_cost, type_line, oracle_text, power, toughness, loyalty. For
each card that a plugin has as well, what was read is compared with what is written there: the same values,
but for words that only describe, the order of the tests in a filter and that of abilities. Prints how many
were read, equal and different (by name), and the shapes of the lines that were not read, the most frequent
first. `--sample` shows so many of the cards that were read beside their texts, `--show` named ones. The exit
status is 1 where a card differs.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from apnap.engine.definitions import CardDef
from apnap.engine.filters import Filter
from apnap.engine.instructions.libraries import Search
from apnap.pool import load_pool
from apnap_texts.reading import read_card, unread_lines

#: Fields that only describe.
DESCRIBES = frozenset(("noun", "says", "text", "prompt", "path", "plugin", "identity"))


class Seen(Struct):
    """What came of one file."""

    cards: int = 0
    read: int = 0
    ours: int = 0
    equal: int = 0
    different: list[str] = []
    seconds: float = 0.0


def cards_in(file: Path) -> Iterator[dict[str, Any]]:
    """The cards of a file that have one face."""
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            printed = json.loads(line)
            if printed.get("layout", "normal") in ("normal", "saga", "class", "leveler", "scheme"):
                yield printed


def parts_of(printed: dict[str, Any]) -> tuple[str, str, str, str, str | None, str]:
    """The parts of a card as a reader takes them."""
    size = f"{printed['power']}/{printed['toughness']}" if printed.get("power") is not None else ""
    return (
        printed["name"], printed.get("mana_cost") or "", printed["type_line"], size, printed.get("loyalty"),
        printed.get("oracle_text") or "",
    )  # fmt: skip


def _colored(card: CardDef | None, printed: dict[str, Any]) -> CardDef | None:
    """With the colours of a card that has no cost, as a server sets them from its file."""
    if card is None or card.colors is not None or card.has_cost or not printed.get("colors"):
        return card
    return replace(card, colors="".join(c for c in "WUBRG" if c in printed["colors"]))


def essence(value: Any) -> Any:
    """A definition without what only describes, in an order that does not depend on how it was written."""
    if isinstance(value, CardDef):
        kept = {f: essence(getattr(value, f)) for f in value.__struct_fields__ if f not in DESCRIBES}
        kept["abilities"] = tuple(sorted(kept["abilities"], key=repr))
        return ("CardDef", *kept.items())
    if isinstance(value, Struct):
        kept = {f: essence(getattr(value, f)) for f in value.__struct_fields__ if f not in DESCRIBES}
        if isinstance(value, Filter):
            kept["tests"] = tuple(sorted(kept["tests"], key=repr))
        if isinstance(value, Search):
            kept["filter"] = dict(kept["filter"][1:])["tests"]
        name = "Filter" if isinstance(value, Filter) else type(value).__name__
        return (name, *kept.items())
    if isinstance(value, tuple):
        return tuple(essence(v) for v in value)
    return value


def shape(words: list[str], at: int) -> str:
    """A line with its numbers and symbols left open, and where it is not understood any more."""
    line = " ".join([*words[:at], *(["<>"] if at else []), *words[at:]])
    line = re.sub(r"(\{[^{}]*\})+", "{M}", line)
    return re.sub(r"\b(\d+|two|three|four|five|six|seven)\b", "N", line)


def look(file: Path) -> tuple[Seen, Counter[str], Counter[str], list[tuple[dict[str, Any], CardDef]]]:
    """Read all cards of a file: the shapes of unread lines, and the words at which those end that alone are unread."""
    ours = {c.name: c for c in load_pool().cards.values()}
    seen, shapes, ends, made = Seen(different=[]), Counter[str](), Counter[str](), []
    for printed in cards_in(file):
        seen.cards += 1
        parts = parts_of(printed)
        began = time.perf_counter()
        card = _colored(read_card(*parts), printed)
        seen.seconds += time.perf_counter() - began
        by_hand = ours.get(printed["name"])
        seen.ours += by_hand is not None
        if card is None:
            unread = unread_lines(parts[0], parts[1], parts[2], parts[5])
            shapes.update({shape(*line) for line in unread} or {"size"})
            if len(unread) == 1:
                ends[shape(unread[0][0][unread[0][1] :][:5], 0)] += 1
            continue
        seen.read += 1
        made.append((printed, card))
        if by_hand is not None:
            if essence(card) == essence(by_hand):
                seen.equal += 1
            else:
                seen.different.append(card.name)
    return seen, shapes, ends, made


def show(printed: dict[str, Any], card: CardDef) -> None:
    """A card beside its text."""
    _, cost, line, size, _, text = parts_of(printed)
    print(f"--- {card.name} {cost} {line} {size}\n{text}")
    for part in card.abilities:
        print("  =", part.describe())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--shapes", type=int, default=40, help="so many shapes of lines that are not read")
    parser.add_argument("--ends", type=int, default=0, help="so many words at which a card's only unread line ends")
    parser.add_argument("--sample", type=int, default=0, help="show so many cards that were read")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", nargs="*", default=(), help="show these cards")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    seen, shapes, ends, made = look(args.file)
    if args.json:
        print(json.dumps(asdict(seen)))
        return 1 if seen.different else 0
    print(f"{seen.cards} cards, {seen.read} read ({seen.read / max(1, seen.cards):.1%}) in {seen.seconds:.1f} s")
    print(f"{seen.ours} of them written by hand: {seen.equal} read and equal, {len(seen.different)} different")
    for name in seen.different:
        print("  different:", name)
    for line, times in shapes.most_common(args.shapes):
        print(f"{times:6} {line}")
    for line, times in ends.most_common(args.ends):
        print(f"{times:6} ... {line}")
    picked = random.Random(args.seed).sample(made, min(args.sample, len(made)))
    for printed, card in [*picked, *(m for m in made if m[1].name in args.show)]:
        show(printed, card)
    return 1 if seen.different else 0


if __name__ == "__main__":
    sys.exit(main())
