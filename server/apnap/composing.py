"""How editions and formats compose at a table.

An edition is an ordered tuple of numbered clauses plus switches, a format is a second, independent amendment.
The values themselves are `apnap.cardkit`'s, for any plugin to make. Formats set named slots; two that set one
slot differently are refused, naming both, unless one of them resolves it for the other by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from apnap.cardkit import Edition, Format
from apnap.engine.abilities import Keyword
from apnap.engine.book import MissingPart, NumberedClause, Rulebook
from apnap.rules import wording
from apnap.rules.index import EDITIONS
from apnap.rules.names import last_number


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
    "shared_hands": False,
    "life_query": "team_total",
    "lone_life": None,
    "team_blocks": True,
    "heads": None,
    "life_per_head": 0,
}


def compose(edition: Edition, formats: Sequence[Format]) -> Composed:
    """Amend an edition by formats; the order of their names never matters."""
    ordered = together(edition, formats)
    switches = {name: getattr(edition.switches, name) for name in edition.switches.__struct_fields__}
    clauses = [*edition.clauses, *edition.brought]
    for format_ in ordered:
        variant = edition.variant(format_.name)
        clauses = [c for c in clauses if c[0] not in (*format_.drop, *variant.drop)]
        clauses += [c for c in (*variant.add, *format_.add) if c not in clauses]
    seats, teams = _seats(edition, ordered), _teams(ordered)  # what nobody could ever play is refused for that
    slots = _slots(edition, ordered)
    parts = (*edition.parts, *(p for f in ordered for p in f.parts))
    parts += tuple(p for f in ordered if f.parts_from is not None for p in f.parts_from(edition.switches))
    numbers = _numbers(edition, ordered)
    _check_numbers(edition, ordered, numbers)
    rulebook = Rulebook(
        edition=edition.id,
        formats=tuple(f.name for f in ordered),
        steps=edition.steps,
        clauses=tuple(NumberedClause(rule, body) for rule, body in clauses),
        switches={**DEFAULT_SLOTS, **switches, **slots},
        numbers=numbers,
        seats=seats,
        teams=teams,
        same_size=any(f.same_size for f in ordered),
        wording=wording.pairs(edition.switches),
        words=wording.words(edition.switches),
    )
    return Composed(rulebook, edition.keywords, parts)


def together(edition: Edition, formats: Sequence[Format]) -> list[Format]:
    """Formats as they are where they are played together, by name; refuses those that the edition lacks."""
    ordered = sorted(formats, key=lambda f: f.name)
    for format_ in ordered:
        if format_.needs and not getattr(edition.switches, format_.needs, None):
            raise MissingPart(f"edition {edition.id} has no {format_.name}: its text has no rule of it")
    return [f.among(ordered, edition.switches) for f in ordered]


def _numbers(edition: Edition, formats: Sequence[Format]) -> Callable[[str], str]:
    """The numbers of the edition's rules and of the formats' own."""
    own = {rule: number for format_ in formats for rule, number in format_.rules.items()}

    def number(rule: str) -> str:
        if rule in own:
            return own[rule]
        try:
            return edition.number(rule)
        except KeyError:
            if edition.id in EDITIONS:
                raise  # ours have a number for each of their rules
            return last_number(rule)  # a house rule may take up what its edition no longer has

    return number


def _check_numbers(edition: Edition, formats: Sequence[Format], numbers: Callable[[str], str]) -> None:
    """A clause that nobody can cite is refused before a game begins."""
    for format_ in formats:
        for rule, _ in format_.add:
            try:
                numbers(rule)
            except KeyError:
                raise MissingPart(
                    f"format {format_.name}: edition {edition.id} has no number of the rule {rule!r}; "
                    f"give it one in Format(rules=...)"
                ) from None


def _seats(edition: Edition, formats: Sequence[Format]) -> tuple[int, int]:
    """The least and the most seats that all formats allow, and the edition's text."""
    least = max((f.seats[0] for f in formats), default=2)
    most = min((f.seats[1] for f in formats), default=2)
    if least > most:
        wants = next(f for f in formats if f.seats[0] == least)
        allows = next(f for f in formats if f.seats[1] == most)
        raise MissingPart(
            f"formats {allows.name} and {wants.name} do not go together: "
            f"{allows.name} is for {most} players at most, {wants.name} for {least} at least"
        )
    return least, most if edition.switches.multiplayer else min(most, 2)


def _teams(formats: Sequence[Format]) -> tuple[int, ...]:
    """The sizes of the teams that a format wants."""
    wanted = {f.teams: f for f in formats if f.teams}
    if wanted and (alone := next((f for f in formats if f.alone), None)):
        teamed = next(iter(wanted.values()))
        raise MissingPart(
            f"formats {alone.name} and {teamed.name} do not go together: "
            f"{alone.name} is for players of no team, {teamed.name} for teams"
        )
    if len(wanted) > 1:
        one, other = (f.name for f in wanted.values())
        raise MissingPart(f"formats {one} and {other} are for different teams")
    return next(iter(wanted), ())


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


__all__ = ["Composed", "compose", "together"]
