"""What a cost is made of (118): mana, and parts that are not mana."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from .amounts import Amount, say
from .values import Cost, any_hidden, show_cost

if TYPE_CHECKING:
    from .filters import Filter


class CostPart(Struct, frozen=True):
    """One part of a cost that is not mana."""

    def describe(self) -> str:
        return type(self).__name__.lower()


class TapThis(CostPart, frozen=True):
    def describe(self) -> str:
        return "{T}"


class UntapThis(CostPart, frozen=True):
    def describe(self) -> str:
        return "{Q}"


class GiveUp(CostPart, frozen=True):
    """Sacrifice, discard, exile, tap or return objects: `how` says which; no filter means this one.

    With a `total`, such as of "power", any number of them that have at least `amount` of it together.
    """

    how: str
    filter: Filter | None = None
    amount: Amount = 1
    total: str = ""

    def describe(self) -> str:
        if self.total and self.filter:
            return f"{self.how} any number of {self.filter.describe()} with total {self.total} {say(self.amount)}"
        return f"{self.how} {say(self.amount)} {self.filter.describe()}" if self.filter else f"{self.how} this"


class PayLife(CostPart, frozen=True):
    amount: Amount

    def describe(self) -> str:
        return f"pay {say(self.amount)} life"


class PayCounters(CostPart, frozen=True):
    """Remove counters from this (or put them on it, for a negative amount)."""

    kind: str
    amount: Amount = 1

    def describe(self) -> str:
        if isinstance(self.amount, int) and self.amount < 0:
            return f"put {-self.amount} {self.kind} counters on this"
        return f"remove {say(self.amount)} {self.kind} counters from this"


class Costs(Struct, frozen=True, kw_only=True):
    """A whole cost: mana and other parts."""

    mana: Cost = ()
    parts: tuple[CostPart, ...] = ()

    def describe(self) -> str:
        return ", ".join([*([show_cost(self.mana)] if self.mana else []), *(p.describe() for p in self.parts)])

    @property
    def is_veiled(self) -> bool:
        """Whether it takes cards of some kind from where not everybody sees them."""
        gives = [part.filter for part in self.parts if isinstance(part, GiveUp) and part.filter is not None]
        return any(any_hidden(filter.zones) for filter in gives)

    @property
    def only_taps(self) -> bool:
        """Whether the source is tapped for it, and nothing else is paid."""
        return not self.mana and len(self.parts) == 1 and isinstance(self.parts[0], TapThis)

    @property
    def taps(self) -> bool:
        return any(isinstance(p, TapThis | UntapThis) for p in self.parts)
