"""The parts of a static ability: each one thing that it makes true (113.3d).

Those with layers change characteristics (613.1); a `Rule` says a word that the engine asks for, a `Cant` that
such actions do not happen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from .amounts import Amount, Live, Sum, say
from .cost_parts import Costs
from .patterns import On, Would
from .terms import Term

if TYPE_CHECKING:
    from .abilities import Ability
    from .filters import Filter


class StaticPart(Struct, frozen=True, kw_only=True):
    """One thing that a static ability makes true. `layers` are those it works in (613.1)."""

    @property
    def layers(self) -> tuple[str, ...]:
        return ()

    def describe(self) -> str:
        return type(self).__name__.lower()


def locked(part: StaticPart, at: int, bound: tuple[tuple[str, Any], ...]) -> StaticPart:
    """The part, `at` in its static ability, with the amounts that were worked out when its effect was made."""
    mine = f"{at}."
    amounts = {name.removeprefix(mine): value for name, value in bound if name.startswith(mine)}
    return replace(part, **amounts) if amounts else part


def open_amounts(part: StaticPart) -> tuple[tuple[str, Sum], ...]:
    """The amounts of a part that a frame has to work out, by the names of its fields."""
    fields = ((name, getattr(part, name)) for name in part.__struct_fields__)
    return tuple((name, value) for name, value in fields if isinstance(value, Sum) and not isinstance(value, Live))


class Gets(StaticPart, frozen=True, kw_only=True):
    """+N/+N (layer 7c)."""

    power: Amount = 0
    toughness: Amount = 0

    @property
    def layers(self) -> tuple[str, ...]:
        return ("7c",)

    def describe(self) -> str:
        return f"get {_signed(self.power)}/{_signed(self.toughness)}"


def _signed(amount: Amount) -> str:
    return f"{amount:+d}" if isinstance(amount, int) else f"+({amount.describe()})"


class BaseStats(StaticPart, frozen=True, kw_only=True):
    """Base power and toughness set (layer 7b; 7a where `defines` them as a characteristic)."""

    power: Amount | None = None
    toughness: Amount | None = None
    defines: bool = False

    @property
    def layers(self) -> tuple[str, ...]:
        return ("7a",) if self.defines else ("7b",)

    def describe(self) -> str:
        p = "*" if self.power is None else say(self.power)
        t = "*" if self.toughness is None else say(self.toughness)
        return f"have base power and toughness {p}/{t}"


class Switched(StaticPart, frozen=True, kw_only=True):
    """Power and toughness switched (layer 7d)."""

    @property
    def layers(self) -> tuple[str, ...]:
        return ("7d",)


class Gains(StaticPart, frozen=True, kw_only=True):
    """Has abilities (layer 6)."""

    abilities: tuple[Ability, ...]

    @property
    def layers(self) -> tuple[str, ...]:
        return ("6",)

    def describe(self) -> str:
        return "have " + ", ".join(a.describe() for a in self.abilities)


class Loses(StaticPart, frozen=True, kw_only=True):
    """Loses all abilities, these keywords, or (`this`) the ability whose effect this is (layer 6)."""

    all: bool = False
    this: bool = False
    keywords: tuple[str, ...] = ()
    cant_have: bool = False

    @property
    def layers(self) -> tuple[str, ...]:
        return ("6",)

    def describe(self) -> str:
        return "lose all abilities" if self.all else "lose " + ", ".join(self.keywords)


class ColorsAre(StaticPart, frozen=True, kw_only=True):
    """Is these colours (`also`: in addition), or the colours a link remembers (layer 5)."""

    colors: str = ""
    also: bool = False
    link: str = ""

    @property
    def layers(self) -> tuple[str, ...]:
        return ("5",)

    def describe(self) -> str:
        return f"are {self.colors or self.link or 'colorless'}{' as well' if self.also else ''}"


class TypesAre(StaticPart, frozen=True, kw_only=True):
    """Types set or added (layer 4). `types` and `subtypes` replace unless `also`.

    A land whose subtypes are set to basic land types loses its abilities and gets that mana ability
    (305.7). `link` adds the words that this object remembers. What `defines` them is a characteristic of the object.
    """

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    also: bool = True
    set_subtypes: bool = False
    lose: tuple[str, ...] = ()
    link: str = ""
    defines: bool = False

    @property
    def layers(self) -> tuple[str, ...]:
        return ("4",)

    def describe(self) -> str:
        if self.defines:
            return "are every creature type"
        words = " ".join((*self.supertypes, *self.types, *self.subtypes, self.link)).strip()
        return f"are {words}{' as well' if self.also else ''}"


def is_defining(part: StaticPart) -> bool:
    """Whether it defines a characteristic of its own object (604.3)."""
    return isinstance(part, BaseStats | TypesAre) and part.defines


class ControlledBy(StaticPart, frozen=True, kw_only=True):
    """Controlled by a player (layer 2)."""

    who: Term

    @property
    def layers(self) -> tuple[str, ...]:
        return ("2",)

    def describe(self) -> str:
        return f"are controlled by {self.who.describe()}"


class Copies(StaticPart, frozen=True, kw_only=True):
    """Is a copy of what a bound name or link says (layer 1); the base is bound as `copy_base`."""

    exceptions: tuple[tuple[str, Any], ...] = ()

    @property
    def layers(self) -> tuple[str, ...]:
        return ("1",)


class TextWords(StaticPart, frozen=True, kw_only=True):
    """Words replaced in the text (layer 3): bound as `word_from`, `word_to`."""

    @property
    def layers(self) -> tuple[str, ...]:
        return ("3",)


class Rule(StaticPart, frozen=True, kw_only=True):
    """A rule for what is affected, by a word the engine knows (`RULE_WORDS`): can't block, costs more.

    `filter` narrows it (blocked only by these), `amount` and `cost` count it, `player` is whom it names,
    `on` the events and `steps` the steps that it is about.
    """

    word: str
    filter: Filter | None = None
    amount: Amount = 0
    cost: Costs | None = None
    player: Term | None = None
    on: On | None = None
    steps: tuple[str, ...] = ()

    def describe(self) -> str:
        tail = f" {self.filter.describe()}" if self.filter else ""
        tail += f" {', '.join(self.steps)}" if self.steps else ""
        return f"{self.word}{tail}" + (f" {say(self.amount)}" if self.amount else "")


#: Words of `Rule`, with what they mean. Asked by the engine through `Look.rules`.
RULE_WORDS: dict[str, str] = {
    "can't attack": "affected creatures can't attack (player: can't attack that player)",
    "can't block": "affected creatures can't block (filter: what it matches)",
    "can't attack alone": "affected creatures can't attack without `amount` others (1), filter: such others",
    "can't block alone": "affected creatures can't block without `amount` others (1)",
    "attacks only if defender controls": "they attack only players who control what the filter matches",
    "attackers at most": "no more than `amount` of the affected creatures can attack each combat",
    "attacked by at most": "no more than `amount` creatures can attack affected players or planeswalkers",
    "blockers at most": "no more than `amount` of the affected creatures can block each combat",
    "attacks alone": "if an affected creature attacks, no other may",
    "attacks if able": "affected creatures attack each combat if able (player: that player if able)",
    "attacks another": "affected creatures attack a player other than `player` if able",
    "blocks if able": "affected creatures block if able (filter: what it matches)",
    "must be blocked": "all creatures (filter: such) able to block affected creatures do so",
    "blocked if able": "affected creatures are blocked if able (filter: by such)",
    "blocked by at least": "affected creatures can't be blocked except by `amount` or more creatures",
    "blocked by at most": "affected creatures can't be blocked by more than `amount` creatures",
    "can't be blocked": "affected creatures can't be blocked",
    "can't be blocked by": "affected creatures can't be blocked by what the filter matches",
    "blocked only by": "affected creatures can be blocked only by what the filter matches",
    "blocks only": "affected creatures can block only what the filter matches",
    "blocks more": "affected creatures can block `amount` additional creatures (-1: any number)",
    "attack cost": "creatures (filter: such) can't attack affected players or planeswalkers unless `cost`, "
    "and `amount` more mana, is paid for each",
    "block cost": "affected creatures can't block unless `cost`, and `amount` more mana, is paid for each",
    "no combat damage": "affected creatures assign no combat damage",
    "damage by toughness": "affected creatures assign combat damage equal to their toughness",
    "may assign as though unblocked": "controllers may have affected creatures assign combat damage so",
    "doesn't untap": "affected permanents don't untap in their controller's untap step",
    "costs more": "spells matching the filter cost affected players `amount` more",
    "costs at least": "spells matching the filter cost affected players at least `amount` mana",
    "cast only as sorcery": "affected players can cast spells matching the filter only when they could a sorcery",
    "no triggers": "abilities of affected players don't trigger because of `on`",
    "costs less": "spells matching the filter cost affected players `amount` less",
    "activation costs more": "activating abilities of affected objects costs `amount` more",
    "activation costs less": "activating abilities of affected objects costs `amount` less",
    "can't cast": "affected players can't cast spells matching the filter",
    "can't play lands": "affected players can't play lands",
    "can't activate": "abilities of affected permanents that are not mana abilities can't be activated",
    "can't activate any": "no activated ability of affected permanents can be activated",
    "cast as instant": "affected players may cast what the filter matches as though it had flash",
    "may cast": "affected players may cast what the filter matches from where it is (cost: for this)",
    "may play": "affected players may play what the filter matches from where it is",
    "additional land": "affected players may play `amount` more lands each turn",
    "hand size": "the maximum hand size of affected players is `amount` (-1: none)",
    "mana stays": "affected players don't lose unspent mana as steps and phases end",
    "any mana": "affected players may spend mana as though it were of any color",
    "triggers again": "abilities of affected permanents that `on` causes to trigger do so `amount` more times (1)",
    "can't be targeted": "affected objects or players can't be targeted (filter: by such sources)",
    "can't be countered": "affected spells can't be countered",
    "can't be attached": "nothing that the filter matches can be attached to affected permanents",
    "can't have counters": "counters of the kind in `filter` can't be put on affected objects",
    "counter cap": "affected permanents can't have more than `amount` of a kind of counter",
    "life can't change": "the life totals of affected players can't change",
    "damage as though infect": "damage to affected players gives poison counters, as if by infect",
    "no legend rule": "the legend rule doesn't apply to affected permanents",
    "no loss at zero life": "affected players don't lose for having 0 or less life",
    "plays with top revealed": "the top card of the libraries of affected players is revealed",
    "may look at top": "affected players may look at the top card of their libraries any time",
    "skips": "affected players skip these `steps`",
    "unpreventable": "damage by affected sources can't be prevented",
    "can't be regenerated": "affected permanents can't be regenerated",
    "can't gain life": "affected players can't gain life",
    "goaded": "affected creatures are goaded by `player`",
    "protection": "affected players have protection from what the filter matches (none: everything)",
    "ignores": "affected players ignore the effect of the source",
}


class Cant(StaticPart, frozen=True, kw_only=True):
    """A prohibition: such actions can't happen (614.17, 101.2)."""

    would: tuple[Would, ...]

    def describe(self) -> str:
        return "can't: " + ", ".join(w.describe() for w in self.would)
