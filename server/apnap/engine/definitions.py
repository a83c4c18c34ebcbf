"""What stands in the pool by itself: cards as printed, state-based actions, tallies and keywords."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .abilities import Ability, Part, describe_body
from .amounts import Amount, Condition
from .terms import Term
from .values import Cost, Counts, TypeLine

if TYPE_CHECKING:
    from .filters import Filter


class CardDef(Part, frozen=True, kw_only=True):
    """A card, token or emblem as printed."""

    name: str
    cost: Cost = ()
    types: TypeLine = TypeLine()
    colors: str | None = None
    power: Amount | None = None
    toughness: Amount | None = None
    loyalty: int | None = None
    abilities: tuple[Ability, ...] = ()
    kind: str = "card"
    has_cost: bool = True
    partner: str = ""
    identity: str | None = None
    plugin: str = ""

    def describe(self) -> str:
        return "\n".join(a.describe() for a in self.abilities)


class Clause(Part, frozen=True, kw_only=True):
    """A state-based action: a name, whom it is about, when it is due, and what is done.

    `each` is a filter of objects or a player reference; `group` gathers subjects that share the values
    of these keys (`controller`, `name`, `host`, `all`) and has at least two; `choose` asks the group's player
    which one stays. `do` speaks of the subject (`SUBJECT`). `flag` looks only at what happened since the
    last check; `phased` looks at what is phased out, which is otherwise left alone.
    """

    name: str
    each: Filter | Term
    when: Condition | None = None
    do: tuple[Any, ...] = ()
    group: tuple[str, ...] = ()
    choose: str = ""
    optional: str = ""
    flag: str = ""
    phased: bool = False
    numbers: tuple[tuple[str, str], ...] = ()
    plugin: str = ""

    @property
    def each_is_permanent(self) -> bool:
        """Whether its subjects are permanents, so that it is swept over touched ones only."""
        zones = getattr(self.each, "zones", ())
        return not self.flag and zones == ("battlefield",) and not getattr(self.each, "players", "")

    def describe(self) -> str:
        condition = f" when {self.when.describe()}" if self.when is not None else ""
        return f"{self.name}: {self.each.describe()}{condition}: {describe_body(self.do)}"


class TurnBased(Part, frozen=True, kw_only=True):
    """A turn-based action that a format adds: what each player whose turn it is does as a step begins (703.4).

    It comes before the step's other turn-based actions. `do` is performed with that player as "you".
    """

    step: str
    do: tuple[Any, ...] = ()

    def describe(self) -> str:
        return f"as {self.step} begins, {describe_body(self.do)}"


class TallyDef(Part, frozen=True, kw_only=True):
    """A named fold over one type of event. A name that begins with `turn:` is cleared each turn."""

    name: str
    event: str
    fold: Callable[[Any], Counts]
