"""What a pool offers to scenarios: the editions and formats they may name, and a book for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap.cardkit import card, loyalty, pt
from apnap.engine.book import Book
from apnap.engine.definitions import CardDef
from apnap.pool import Pool
from apnap.rules.index import EDITIONS

from .claims import FORMATS, LocalCard, Scenario
from .errors import Unsupported
from .reading import Known


def known(pool: Pool) -> Known:
    """The editions and formats that exist, provided or not: what is not provided is unsupported."""
    return Known(
        editions=tuple(dict.fromkeys((*EDITIONS, *pool.editions))),
        formats=tuple(dict.fromkeys((*FORMATS, *pool.formats))),
    )


def book_of(pool: Pool) -> Callable[[Scenario], Book]:
    """How a scenario gets its book; raises `Unsupported` where the pool lacks the edition or a format."""

    def book(scenario: Scenario) -> Book:
        if scenario.edition not in pool.editions:
            raise Unsupported("edition", scenario.edition)
        for name in scenario.formats:
            if name not in pool.formats:
                raise Unsupported("format", name)
        local = tuple(_local(pool, c) for c in scenario.cards)
        return pool.book(scenario.edition, scenario.formats, extra=local)

    return book


def _local(pool: Pool, local: LocalCard) -> CardDef:
    """A card that the file defines: one without text as it stands, others by whoever reads rules text."""
    if local.text:
        for read in pool.readers:
            found = read(local.name, local.cost, local.type, local.pt, local.loyalty, local.text)
            if isinstance(found, CardDef):
                return found
        raise Unsupported("text", local.name, f"no plugin reads the rules text of {local.name!r}")
    parts: list[Any] = []
    if local.pt:
        power, _, toughness = local.pt.partition("/")
        parts.append(pt(int(power), int(toughness)))
    if local.loyalty is not None:
        parts.append(loyalty(local.loyalty))
    return card(local.name, local.cost or None, local.type, *parts)
