"""Editions and formats as values, and how they compose (architecture: an edition is an ordered tuple of
numbered clauses plus switches; a format is a second, independent amendment).

Formats set named slots; two that set one slot differently are refused, naming both, unless one of them
resolves it for the other by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apnap.cardkit.tables import Format
from apnap.engine.abilities import Keyword, Part
from apnap.engine.book import MissingPart, NumberedClause, Rulebook
from apnap.rules import wording
from apnap.rules.names import number
from apnap.rules.switches import Switches

STEPS = (
    "untap", "upkeep", "draw", "main1", "begin-combat", "declare-attackers", "declare-blockers",
    "first-strike-damage", "combat-damage", "end-of-combat", "main2", "end", "cleanup",
)  # fmt: skip


class Variant(Struct, frozen=True):
    """What an edition's own list of state-based actions says of one format: (rule name, body name) pairs."""

    format: str
    add: tuple[tuple[str, str], ...] = ()
    drop: tuple[str, ...] = ()


class Edition(Struct, frozen=True):
    """An edition of the rules: its clauses (rule name, body name) in the order of its text, and switches.

    `variants` are the clauses that its list has for formats; `brought` those that it does not have, and that
    come to it with newer cards; `unbuilt` names what its list has and nothing here plays yet. `keywords` are
    those that worked otherwise in it, `parts` abilities that its rules have without any object.
    """

    id: str
    clauses: tuple[tuple[str, str], ...]
    switches: Switches
    steps: tuple[str, ...] = STEPS
    keywords: tuple[Keyword, ...] = ()
    parts: tuple[tuple[str, Part], ...] = ()
    numbers: Callable[[str], str] | None = None
    variants: tuple[Variant, ...] = ()
    brought: tuple[tuple[str, str], ...] = ()
    unbuilt: tuple[str, ...] = ()
    parent: str = ""

    def amended(
        self,
        id: str,
        *,
        drop: Sequence[str] = (),
        add: Sequence[tuple[str, str]] = (),
        **changes: Any,
    ) -> Edition:
        """An edition like this one without some clauses, and with others, in the order of their numbers.

        What is added under the name of a rule takes the place of what stood there.
        """
        gone = {*drop, *(rule for rule, _ in add)}
        clauses = tuple(c for c in self.clauses if c[0] not in gone) + tuple(add)
        edition = replace(self, id=id, clauses=clauses, parent=self.id, **changes)
        return replace(edition, clauses=tuple(sorted(clauses, key=lambda c: in_order(edition.number(c[0])))))

    def number(self, rule: str) -> str:
        return self.numbers(rule) if self.numbers is not None else number(self.id, rule)

    def variant(self, name: str) -> Variant:
        """What this edition's list says of a format; nothing where it does not speak of it."""
        return next((v for v in self.variants if v.format == name), Variant(name))


def in_order(number: str) -> tuple[int, int, int, str]:
    """Where a rule number stands among others: 704.5z comes before 704.5aa."""
    section, _, rest = number.rpartition(":")[2].partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    letters = rest[len(digits) :]
    return int(section), int(digits or 0), len(letters), letters


class Composed(Struct, frozen=True):
    """An edition with its formats: what a book is made from."""

    rulebook: Rulebook
    keywords: tuple[Keyword, ...]
    parts: tuple[tuple[str, Any], ...]


DEFAULT_SLOTS: Mapping[str, Any] = {
    "starting_life": 20,
    "shared_turns": False,
    "team_loses": False,
    "attack_target": "player",
    "shared_life": False,
    "shared_poison": False,
}


def compose(edition: Edition, formats: Sequence[Format]) -> Composed:
    """Amend an edition by formats; the order of their names never matters."""
    ordered = sorted(formats, key=lambda f: f.name)
    switches = {name: getattr(edition.switches, name) for name in edition.switches.__struct_fields__}
    clauses = [*edition.clauses, *edition.brought]
    for format_ in ordered:
        if format_.needs and not switches.get(format_.needs):
            raise MissingPart(f"edition {edition.id} has no {format_.name}: its text has no rule of it")
        variant = edition.variant(format_.name)
        clauses = [c for c in clauses if c[0] not in (*format_.drop, *variant.drop)]
        clauses += [c for c in (*variant.add, *format_.add) if c not in clauses]
    slots = _slots(edition, ordered)
    parts = (*edition.parts, *(p for f in ordered for p in f.parts))
    parts += tuple(p for f in ordered if f.parts_from is not None for p in f.parts_from(edition.switches))
    rulebook = Rulebook(
        edition=edition.id,
        formats=tuple(f.name for f in ordered),
        steps=edition.steps,
        clauses=tuple(NumberedClause(rule, body) for rule, body in clauses),
        switches={**DEFAULT_SLOTS, **switches, **slots},
        numbers=edition.number,
        seats=_seats(edition, ordered),
        wording=wording.pairs(edition.switches),
        words=wording.words(edition.switches),
    )
    return Composed(rulebook, edition.keywords, parts)


def _seats(edition: Edition, formats: Sequence[Format]) -> tuple[int, int]:
    """The least and the most seats that all formats allow, and the edition's text."""
    least = max((f.seats[0] for f in formats), default=2)
    most = min((f.seats[1] for f in formats), default=2)
    return least, most if edition.switches.multiplayer else min(most, 2)


def _slots(edition: Edition, formats: Sequence[Format]) -> dict[str, Any]:
    """The slots of all formats together; two different values need one that settles it."""
    slots: dict[str, Any] = {}
    by: dict[str, Format] = {}
    for format_ in formats:
        own = dict(format_.slots)
        if format_.slots_from is not None:
            own.update(format_.slots_from(edition.switches))
        for name, value in own.items():
            if name in slots and slots[name] != value:
                other = by[name]
                settled = format_.settles.get((other.name, name), other.settles.get((format_.name, name)))
                if settled is None:
                    raise MissingPart(
                        f"formats {other.name} and {format_.name} set {name} differently, and neither settles it"
                    )
                value = settled
            slots[name] = value
            by[name] = format_
    return slots


__all__ = ["Edition", "Format", "Variant", "compose"]
