"""What a replacement effect does to an action (614, 615): each change is data, which the engine carries out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .abilities import Ability, describe_body
from .amounts import Amount, say
from .cost_parts import Costs
from .terms import Term

if TYPE_CHECKING:
    from .filters import Filter


class Change(Struct, frozen=True, kw_only=True):
    """One alteration of an action by a replacement effect."""

    def describe(self) -> str:
        return type(self).__name__.lower()


class AmountBecomes(Change, frozen=True, kw_only=True):
    """The amount times `times` plus `plus`, halved (rounded `half`: up, down)."""

    times: int = 1
    plus: Amount = 0
    half: str = ""

    def describe(self) -> str:
        return f"{self.times} times that many plus {say(self.plus)}"


class LeavesLife(Change, frozen=True, kw_only=True):
    """A loss of life goes no further than to leave this much; life that is lower already stays (119.8)."""

    least: int = 1

    def describe(self) -> str:
        return f"life becomes no less than {self.least}"


class Prevented(Change, frozen=True, kw_only=True):
    """Prevent `amount` of the damage (None: all of it). A shield is used up by what it prevents."""

    amount: Amount | None = None
    shield: bool = False

    def describe(self) -> str:
        return "prevent " + ("it" if self.amount is None else f"{say(self.amount)} of it")


class ColorlessOutsideIdentity(Change, frozen=True, kw_only=True):
    """Mana of a colour outside the identity of the player's commanders is colourless instead."""

    def describe(self) -> str:
        return "colorless instead"


class Redirected(Change, frozen=True, kw_only=True):
    """The damage is dealt, or the event happens, to another."""

    to: Term


class SentOn(Change, frozen=True, kw_only=True):
    """Damage to a player is dealt to one of these that the player controls, if the source's controller says so."""

    among: Filter

    def describe(self) -> str:
        return f"it may be dealt to {self.among.describe()} of that player"


class GoesTo(Change, frozen=True, kw_only=True):
    """It goes to another zone; into a library: shuffled in where `shuffled`. With a mark or counters."""

    zone: str
    shuffled: bool = False
    place: int = 0
    link: str = ""
    reveal: bool = False

    def describe(self) -> str:
        return f"put it into {self.zone} instead"


class Enters(Change, frozen=True, kw_only=True):
    """How a permanent enters: tapped, with counters, under another's control."""

    tapped: bool = False
    counters: tuple[tuple[str, Amount], ...] = ()
    under: Term | None = None

    def describe(self) -> str:
        words = ["tapped"] if self.tapped else []
        words += [f"with {say(n)} {kind} counters" for kind, n in self.counters]
        return "enter " + " and ".join(words)


class EntersAsCopy(Change, frozen=True, kw_only=True):
    """May enter as a copy of something that the filter matches, with exceptions (707.5); `must`: has to."""

    filter: Filter
    must: bool = False
    exceptions: tuple[tuple[str, Any], ...] = ()
    adds: tuple[Ability, ...] = ()

    def describe(self) -> str:
        return f"may enter as a copy of {self.filter.describe()}"


class EntersChoosing(Change, frozen=True, kw_only=True):
    """As it enters, its controller chooses: color, creature type, player, basic land type, name."""

    what: str
    link: str = ""
    filter: Filter | None = None

    def describe(self) -> str:
        return f"choose a {self.what}"


class EntersPaying(Change, frozen=True, kw_only=True):
    """As it enters, its controller may pay; if not, `otherwise` changes apply."""

    cost: Costs
    otherwise: tuple[Change, ...] = ()

    def describe(self) -> str:
        return f"you may pay {self.cost.describe()}"


class Also(Change, frozen=True, kw_only=True):
    """The action happens, and after it these instructions; the first of them with it where it is `at_once`."""

    do: tuple[Any, ...]
    at_once: bool = False

    def describe(self) -> str:
        return "and " + describe_body(self.do)
