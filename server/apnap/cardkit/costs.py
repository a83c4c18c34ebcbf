"""Costs as they are read on a card, and the parts of a cost that are not mana."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from apnap.engine.amounts import Amount
from apnap.engine.cost_parts import CostPart, Costs, GiveUp, PayCounters, PayLife, TapThis, UntapThis
from apnap.engine.filters import Filter
from apnap.engine.values import MalformedCard, parse_cost

from .checking import UnreadCost

_LIFE = re.compile(r"^pay (\d+) life$", re.IGNORECASE)
_COUNTERS = re.compile(r"^remove (\w+) (\S+) counters?$", re.IGNORECASE)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def costs_of(cost: str | Costs | CostPart | Sequence[Any]) -> Costs:
    """Read "{2}{B}, {T}, Sacrifice this" or a sequence of such texts and cost parts."""
    if isinstance(cost, Costs):
        return cost
    if isinstance(cost, CostPart):
        return Costs(parts=(cost,))
    items = cost.split(",") if isinstance(cost, str) else list(cost)
    mana: tuple[str, ...] = ()
    parts: list[CostPart] = []
    for item in items:
        if isinstance(item, CostPart):
            parts.append(item)
        elif isinstance(item, Costs):
            mana += item.mana
            parts += item.parts
        else:
            try:
                read = _read_cost(item.strip())
            except MalformedCard as error:
                read = UnreadCost(str(error))
            if isinstance(read, CostPart):
                parts.append(read)
            else:
                mana += read
    return Costs(mana=mana, parts=tuple(parts))


def _read_cost(text: str) -> CostPart | tuple[str, ...]:
    low = text.lower()
    if not low:
        return ()
    if low == "{t}":
        return TapThis()
    if low == "{q}":
        return UntapThis()
    for how in ("sacrifice", "discard", "exile", "return"):
        if low == f"{how} this":
            return GiveUp(how)
    if match := _LIFE.match(text):
        return PayLife(int(match[1]))
    if match := _COUNTERS.match(text):
        n = _NUMBERS.get(match[1].lower(), int(match[1]) if match[1].isdigit() else 1)
        return PayCounters(match[2], n)
    if low.startswith("{"):
        return parse_cost(text)
    raise MalformedCard(f'cost "{text}": expected mana, {{T}}, "Sacrifice this", "Pay N life" or a cost part')


def sacrifice_cost(filter: Filter, amount: Amount = 1) -> GiveUp:
    """As a cost: sacrifice permanents that match."""
    return GiveUp("sacrifice", filter, amount)


def discard_cost(amount: Amount = 1, filter: Filter | None = None) -> GiveUp:
    """As a cost: discard cards."""
    hand = filter or Filter(noun="card")
    return GiveUp("discard", replace(hand, zones=("hand",)), amount)


def exile_cost(filter: Filter, amount: Amount = 1) -> GiveUp:
    """As a cost: exile cards from where the filter looks."""
    return GiveUp("exile", filter, amount)


def tap_cost(filter: Filter, amount: Amount = 1, *, total: str = "") -> GiveUp:
    """As a cost: tap untapped permanents that match; with `total="power"` any number with so much of it together."""
    return GiveUp("tap", filter, amount, total)


def return_cost(filter: Filter, amount: Amount = 1) -> GiveUp:
    """As a cost: return permanents that match to their owners' hands."""
    return GiveUp("return", filter, amount)


def life_cost(amount: Amount) -> PayLife:
    """As a cost: pay life."""
    return PayLife(amount)


def counter_cost(kind: str, amount: Amount = 1) -> PayCounters:
    """As a cost: remove counters from this."""
    return PayCounters(kind, amount)


__all__ = [
    "counter_cost",
    "discard_cost",
    "exile_cost",
    "life_cost",
    "return_cost",
    "sacrifice_cost",
    "tap_cost",
]
