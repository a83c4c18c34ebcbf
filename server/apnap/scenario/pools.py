"""What a pool offers to scenarios: the editions and formats they may name, and a book for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap.cardfiles import Printed
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
        book = pool.book(scenario.edition, scenario.formats, extra=local)
        found = _of_files(pool, scenario, book)
        return book.beside(found) if found else book

    return book


def _of_files(pool: Pool, scenario: Scenario, book: Book) -> tuple[CardDef, ...]:
    """The cards of files that stand in the position; raises `Unsupported` for one that cannot be read."""
    entries = [e for seat in scenario.seats for _, zone in seat.zones for e in zone]
    wanted = [e.card for e in entries if not (e.card in book.cards or (e.token and book.token(e.card)))]
    for name in wanted:
        if pool.card(name) is None and pool.files.file_of(name) is not None:
            raise Unsupported("card", name, pool.why_no_card(name))
    return pool.read(wanted)


def _local(pool: Pool, local: LocalCard) -> CardDef:
    """A card that the file defines: one without text as it stands, others by whoever reads rules text."""
    if local.text:
        return _read(pool, local)
    parts: list[Any] = []
    if local.pt:
        power, _, toughness = local.pt.partition("/")
        parts.append(pt(int(power), int(toughness)))
    if local.loyalty is not None:
        parts.append(loyalty(local.loyalty))
    return card(local.name, local.cost or None, local.type, *parts)


def _read(pool: Pool, local: LocalCard) -> CardDef:
    power, _, toughness = local.pt.partition("/")
    printed = Printed(
        name=local.name,
        mana_cost=local.cost,
        type_line=local.type,
        oracle_text=local.text,
        power=power or None,
        toughness=toughness or None,
        loyalty=local.loyalty,
    )
    found = pool.readings.read(printed, pool.readers, "the scenario")
    if isinstance(found, CardDef):
        return found
    why = f": {found.detail}" if found.detail else ""
    raise Unsupported("text", local.name, f"no plugin reads the rules text of {local.name!r}{why}")
