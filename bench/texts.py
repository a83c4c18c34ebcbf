"""Which words of the cards no scenario notices: each is left out in turn, and some scenario must fail.

    python bench/texts.py [--only NAME ...] [--json]

A card's abilities, the parts of its static ones, the sentences, conditions and costs of the others and its
"may" are left out one at a time; the scenarios of `tests/scenarios` that name the card are run with what is
left. Prints the words without which all of them still pass, and the cards that none names; the exit status
is 1 where there are any. Some words cannot be missed that way (a cost of nothing, a card that is only shown).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from apnap.engine.abilities import Ability, Activated, Instead, Scripted, Static, Triggered
from apnap.engine.cost_parts import Costs
from apnap.engine.definitions import CardDef
from apnap.pool import Pool, load_pool
from apnap.scenario.claims import Scenario
from apnap.scenario.command import collect
from apnap.scenario.pools import book_of
from apnap.scenario.running import run

SCENARIOS = Path(__file__).parents[1] / "tests" / "scenarios"


def mutants(card: CardDef) -> Iterator[tuple[str, CardDef]]:
    """The card without one word of its text, each with what is missing."""
    for at, ability in enumerate(card.abilities):
        before, after = card.abilities[:at], card.abilities[at + 1 :]
        yield f"ability {at + 1}: {ability.describe()}", replace(card, abilities=before + after)
        for what, other in lesser(ability):
            yield f"ability {at + 1}: {what}", replace(card, abilities=(*before, other, *after))


def lesser(ability: Ability) -> Iterator[tuple[str, Ability]]:
    if isinstance(ability, Static) and len(ability.parts) > 1:
        for i, part in enumerate(ability.parts):
            yield part.describe(), replace(ability, parts=ability.parts[:i] + ability.parts[i + 1 :])
    if isinstance(ability, Static | Triggered | Activated | Instead) and ability.only_if is not None:
        yield "its condition", replace(ability, only_if=None)
    if isinstance(ability, Triggered | Instead) and ability.optional:
        yield "that one may", replace(ability, optional=False)
    if isinstance(ability, Activated) and ability.cost != Costs():
        yield "its cost", replace(ability, cost=Costs())
    if isinstance(ability, Scripted):
        yield from shorter(ability)


def shorter(ability: Scripted) -> Iterator[tuple[str, Ability]]:
    for i, mode in enumerate(ability.modes):
        for j, sentence in enumerate(mode.do if isinstance(mode.do, tuple) else ()):
            left = replace(mode, do=mode.do[:j] + mode.do[j + 1 :])  # type: ignore[index]
            yield sentence.describe(), replace(ability, modes=(*ability.modes[:i], left, *ability.modes[i + 1 :]))


def missed(pool: Pool, card: CardDef, scenarios: list[Scenario]) -> Iterator[str]:
    """What of the card no scenario misses."""
    for what, mutant in mutants(card):
        books = book_of(With(pool, mutant))  # type: ignore[arg-type]
        if all(run(s, books).status not in ("failed", "error") for s in scenarios):
            yield what


class With:
    """A pool with another definition of one card."""

    def __init__(self, pool: Pool, card: CardDef) -> None:
        self._pool = pool
        self._card = card
        self.readers, self.editions, self.formats = pool.readers, pool.editions, pool.formats

    def book(self, edition: str, formats: tuple[str, ...], *, extra: tuple[CardDef, ...] = ()) -> object:
        return self._pool.book(edition, formats, extra=(self._card, *extra))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    pool = load_pool()
    scenarios, _ = collect((SCENARIOS,), pool)
    said = [(s, repr(s)) for s in scenarios]
    began = time.monotonic()
    unnamed, unnoticed = [], {}
    for name in asked.only or sorted(pool.cards):
        naming = [s for s, text in said if name in text]
        if not naming:
            unnamed.append(name)
        elif found := list(missed(pool, pool.cards[name], naming)):
            unnoticed[name] = found
    if asked.json:
        print(json.dumps({"unnamed": unnamed, "unnoticed": unnoticed, "s": round(time.monotonic() - began)}))
    else:
        for name in unnamed:
            print(f"{name}: no scenario names it")
        for name, found in unnoticed.items():
            print(f"{name}: " + "; ".join(found))
    return 1 if unnamed or unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
