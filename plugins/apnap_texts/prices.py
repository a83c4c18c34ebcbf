"""Costs: mana, tapping, what is given up, life, counters."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from apnap.cardkit import (
    X,
    counter_cost,
    creature,
    discard_cost,
    exile_cost,
    life_cost,
    sacrifice_cost,
    tap_cost,
)

from . import nouns
from .amounts import counter_kind, number, plain_number
from .words import Stuck, Words

#: Symbols of what is not played: energy.
UNPLAYED = ("{E}",)


class Price(Struct, frozen=True):
    """A cost as the card kit takes it, and what it says of the ability that it is for."""

    parts: tuple[Any, ...]
    zones: tuple[str, ...] = ("battlefield",)
    x: Any = None
    given_up: bool = False
    this_gone: bool = False
    """This is given up itself."""


def price(w: Words) -> Price:
    """A whole cost, its parts with commas between them."""
    parts: list[Any] = []
    zones: tuple[str, ...] = ("battlefield",)
    x: Any = None
    given_up = this_gone = False
    while True:
        part, zone, gives = _part(w)
        parts.append(part)
        if zone:
            zones = (zone,)
        if part == "Sacrifice this" or zone:
            this_gone = True
        given_up = given_up or gives
        if isinstance(part, str) and "{X}" in part:
            x = X
        if not w.take(", and", ",") and not (w.sees("and") and w.take("and")):
            break
    return Price(tuple(parts), zones, x, given_up, this_gone)


def _part(w: Words) -> tuple[Any, str, bool]:
    """A part of a cost, the zone in which this must be for it, and whether something else is sacrificed."""
    word = w.word()
    if word.startswith("{"):
        return _symbols(w), "", False
    found: tuple[Any, str, bool] = w.either(_pay, _this, _sacrifice, _discard, _tap, _remove, _exile)
    return found


def _symbols(w: Words) -> str:
    text = w.next().upper()
    if ("{T}" in text and text != "{T}") or any(symbol in text for symbol in UNPLAYED):
        raise Stuck
    return text


def mana(w: Words) -> str:
    """A cost of mana alone."""
    if not w.word().startswith("{"):
        raise Stuck
    text = w.next().upper()
    if "{T}" in text or "{Q}" in text or any(symbol in text for symbol in UNPLAYED):
        raise Stuck
    return text


def _pay(w: Words) -> tuple[Any, str, bool]:
    w.need("pay")
    if w.word().startswith("{"):
        return mana(w), "", False
    amount = X if w.word() == "x" and w.next() else plain_number(w)
    w.need("life")
    return (f"Pay {amount} life" if isinstance(amount, int) else life_cost(amount)), "", False


def _this(w: Words) -> tuple[Any, str, bool]:
    """Sacrifice, discard, exile or return this."""
    if w.take("sacrifice ~"):
        return "Sacrifice this", "", False
    if w.take("discard ~"):
        return "Discard this", "hand", False
    if w.take("exile ~ from your graveyard"):
        return "Exile this", "graveyard", False
    if w.take("exile ~ from your hand"):
        return "Exile this", "hand", False
    w.need("return ~ to its owner 's hand")
    return "Return this", "", False


def _sacrifice(w: Words) -> tuple[Any, str, bool]:
    w.need("sacrifice")
    amount = number(w) if w.word() not in ("another",) else 1
    found = nouns.permanents_only(w)
    if found.many != (amount != 1):
        raise Stuck
    return sacrifice_cost(found.filter, amount), "", amount == 1


def _discard(w: Words) -> tuple[Any, str, bool]:
    w.need("discard")
    amount = plain_number(w)
    if w.take("card", "cards"):
        return discard_cost(amount), "", False
    found = nouns.objects(w)
    if found.kind != "card" or found.many != (amount != 1) or w.low[w.at - 1] not in ("card", "cards"):
        raise Stuck
    return discard_cost(amount, found.filter), "", False


def _tap(w: Words) -> tuple[Any, str, bool]:
    """Tap untapped creatures."""
    w.need("tap")
    amount = 1 if w.word() == "another" else plain_number(w)
    found = nouns.permanents_only(w)
    if found.many != (amount != 1):
        raise Stuck
    if not any(test == creature.untapped.tests[-1] for test in found.filter.tests):
        raise Stuck
    return tap_cost(found.filter, amount), "", False


def _remove(w: Words) -> tuple[Any, str, bool]:
    w.need("remove")
    amount = plain_number(w)
    kind = counter_kind(w)
    w.need("counter from ~", "counters from ~")
    return counter_cost(kind, amount), "", False


def _exile(w: Words) -> tuple[Any, str, bool]:
    """Exile cards from one's graveyard or hand."""
    w.need("exile")
    amount = plain_number(w)
    found = nouns.objects(w)
    if found.kind != "card" or found.many != (amount != 1) or found.another:
        raise Stuck
    if w.low[w.at - 1] not in ("graveyard", "hand") or w.low[w.at - 2] != "your":
        raise Stuck
    return exile_cost(found.filter, amount), "", False
