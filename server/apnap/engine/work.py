"""An object while the layers are being applied to it: its characteristics so far, from the printed ones on."""

from __future__ import annotations

from .state import AbilityRef, Chars, Obj
from .values import Seat


class Work:
    """An object's characteristics while the layers are being applied; quacks like `Chars`."""

    __slots__ = (
        "abilities", "attributes", "bare", "barred", "changed", "colors", "controller", "cost", "granted", "keywords",
        "loyalty", "mana_value", "name", "obj", "power", "subtypes", "supertypes", "toughness", "types", "words",
    )  # fmt: skip

    def __init__(self, obj: Obj, printed: Chars, controller: Seat) -> None:
        self.obj = obj
        self.controller = controller
        self.take(printed)
        self.words: tuple[tuple[str, str], ...] = ()
        self.granted: tuple[tuple[AbilityRef, int], ...] = ()
        self.barred: tuple[str, ...] = ()
        self.bare: tuple[str, ...] = ()
        self.attributes: tuple[AbilityRef, ...] = ()
        self.changed = False

    def take(self, printed: Chars) -> None:
        self.name = printed.name
        self.cost = printed.cost
        self.colors = printed.colors
        self.supertypes = printed.supertypes
        self.types = printed.types
        self.subtypes = printed.subtypes
        self.power = printed.power
        self.toughness = printed.toughness
        self.loyalty = printed.loyalty
        self.abilities: tuple[AbilityRef, ...] = printed.abilities
        self.keywords: tuple[str, ...] = printed.keywords
        self.mana_value = printed.mana_value

    def is_a(self, word: str) -> bool:
        return word in self.types or word in self.subtypes or word in self.supertypes

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords

    def chars(self) -> Chars:
        creature = "Creature" in self.types
        keeps_stats = creature or self.obj.zone != "battlefield" or "Vehicle" in self.subtypes
        return Chars(
            name=self.name,
            cost=self.cost,
            colors=self.colors,
            supertypes=self.supertypes,
            types=self.types,
            subtypes=self.subtypes,
            power=self.power if keeps_stats else None,
            toughness=self.toughness if keeps_stats else None,
            loyalty=self.loyalty,
            abilities=self.abilities,
            keywords=self.keywords,
            controller=self.controller,
            mana_value=self.mana_value,
        )

    def copy(self) -> Work:
        other = object.__new__(Work)
        for name in Work.__slots__:
            setattr(other, name, getattr(self, name))
        return other
