"""Editions and formats: what a table plays by, and what it plays, each an amendment of an edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apnap.engine.abilities import Keyword, Part

STEPS = (
    "untap", "upkeep", "draw", "main1", "begin-combat", "declare-attackers", "declare-blockers",
    "first-strike-damage", "combat-damage", "end-of-combat", "main2", "end", "cleanup",
)  # fmt: skip


class DeckRules(Struct, frozen=True):
    """What a deck must be: how many cards, how many of one name, how many commanders.

    `rule` is the name of the rule that says so. With `identity` every card keeps to the commanders' colours.
    """

    least: int = 60
    most: int | None = None
    copies: int = 4
    commanders: tuple[int, int] = (0, 0)
    identity: bool = False
    rule: str = ""


class Format(Struct, frozen=True):
    """A format: slots that it sets, clauses that it adds, and parts that stand in play from the start.

    `slots` are switches of the engine such as `starting_life`; `slots_from` gives more of them by the
    edition's own switches, `parts_from` likewise parts: pairs of a path such as "always:tax" and an ability.
    `needs` is a switch of the edition that must be set (`commander`), else the format is refused there.
    `teams` are the sizes of the teams that it is for, whose players sit next to each other (0: any size; with
    `same_size` all teams are of one); `alone` that it is not played beside such a format. `life_per_head` is a
    slot for what each player beyond `heads` brings a team.
    `schemes` are the rules of the scheme deck that who plays alone against a team brings.
    `add` and `drop` are clauses as (rule name, body name) pairs and rule names; an edition's own list may
    speak of the format too. `settles` resolves a slot against another format: (format, slot) -> value.
    `beside` gives, by the name of another format and from the edition's switches, what stands in this one's place
    where both are played; None where the edition has no such option.
    """

    name: str
    slots: Mapping[str, Any] = {}
    add: tuple[tuple[str, str], ...] = ()
    drop: tuple[str, ...] = ()
    needs: str = ""
    slots_from: Callable[[Any], Mapping[str, Any]] | None = None
    settles: Mapping[tuple[str, str], Any] = {}
    seats: tuple[int, int] = (2, 10)
    teams: tuple[int, ...] = ()
    same_size: bool = False
    alone: bool = False
    parts: tuple[tuple[str, Part], ...] = ()
    parts_from: Callable[[Any], tuple[tuple[str, Part], ...]] | None = None
    deck: DeckRules | None = None
    schemes: DeckRules | None = None
    rules: Mapping[str, str] = {}
    beside: Mapping[str, Callable[[Any], Format | None]] = {}

    def amended(self, **changes: Any) -> Format:
        """A format like this one but for these fields."""
        return replace(self, **changes)

    def among(self, formats: Sequence[Format], switches: Any) -> Format:
        """This format as it is played together with others in an edition of these switches."""
        for other in formats:
            if other.name in self.beside and (instead := self.beside[other.name](switches)) is not None:
                return instead
        return self


class Variant(Struct, frozen=True):
    """What an edition's own list of state-based actions says of one format: (rule name, body name) pairs."""

    format: str
    add: tuple[tuple[str, str], ...] = ()
    drop: tuple[str, ...] = ()


class Edition(Struct, frozen=True):
    """An edition of the rules: its clauses (rule name, body name) in the order of its text, and switches.

    `variants` are the clauses that its list has for formats; `brought` those that it does not have, and that
    come to it with newer cards; `unbuilt` names what its list has and nothing here plays yet. `keywords` are
    those that worked otherwise in it, `parts` abilities that its rules have without any object. `numbers` gives
    the numbers of its rules by their names; `rules` those of its own that its parent does not have.
    """

    id: str
    clauses: tuple[tuple[str, str], ...]
    switches: Any
    steps: tuple[str, ...] = STEPS
    keywords: tuple[Keyword, ...] = ()
    parts: tuple[tuple[str, Part], ...] = ()
    numbers: Callable[[str], str] = str
    variants: tuple[Variant, ...] = ()
    brought: tuple[tuple[str, str], ...] = ()
    unbuilt: tuple[str, ...] = ()
    parent: str = ""
    rules: Mapping[str, str] = {}

    def amended(
        self,
        id: str,
        *,
        drop: Sequence[str] = (),
        add: Sequence[tuple[str, str]] = (),
        switch: Mapping[str, Any] | None = None,
        **changes: Any,
    ) -> Edition:
        """An edition like this one without some clauses, and with others, in the order of their numbers.

        What is added under the name of a rule takes the place of what stood there. `switch` changes single
        switches, by name; other keywords change whole parts of the edition.
        """
        changes.setdefault("rules", self.rules)
        if switch:
            changes["switches"] = replace(changes.get("switches", self.switches), **switch)
        gone = {*drop, *(rule for rule, _ in add)}
        clauses = tuple(c for c in self.clauses if c[0] not in gone) + tuple(add)
        edition = replace(self, id=id, clauses=clauses, parent=self.id, **changes)
        return replace(edition, clauses=tuple(sorted(clauses, key=lambda c: in_order(edition.number(c[0])))))

    def number(self, rule: str) -> str:
        """The number of a rule; raises `KeyError` for a name that this edition does not know."""
        return self.rules[rule] if rule in self.rules else self.numbers(rule)

    def variant(self, name: str) -> Variant:
        """What this edition's list says of a format; nothing where it does not speak of it."""
        return next((v for v in self.variants if v.format == name), Variant(name))


def in_order(number: str) -> tuple[int, int, int, str]:
    """Where a rule number stands among others: z comes before aa, and what is no such number comes last."""
    section, _, rest = number.rpartition(":")[2].partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    letters = rest[len(digits) :]
    if not section.isdigit() or not (digits or "0").isdigit():
        return LAST, 0, len(number), number
    return int(section), int(digits or 0), len(letters), letters


LAST = 10**6


__all__ = ["DeckRules", "Edition", "Format", "Variant"]
