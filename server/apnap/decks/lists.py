"""A deck as a value: cards by name in each of its parts."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

PARTS = ("main", "commander", "sideboard", "schemes")


class Unreadable(ValueError):
    """A file that is no deck list; the message names the line and what was expected."""


class Deck(Struct, frozen=True):
    """A deck list: each part a tuple of (name, number) in the order of the list."""

    main: tuple[tuple[str, int], ...] = ()
    commander: tuple[tuple[str, int], ...] = ()
    sideboard: tuple[tuple[str, int], ...] = ()
    schemes: tuple[tuple[str, int], ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """The main deck, one name for each card."""
        return _each(self.main)

    @property
    def commanders(self) -> tuple[str, ...]:
        return _each(self.commander)

    @property
    def scheme_cards(self) -> tuple[str, ...]:
        return _each(self.schemes)

    def total(self) -> int:
        """The cards of the deck that is played: main deck and commanders."""
        return len(self.cards) + len(self.commanders)


def _each(part: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    return tuple(name for name, n in part for _ in range(n))


def made(parts: dict[str, list[tuple[str, int]]]) -> Deck:
    """A deck of parts in which a name may stand more than once."""
    return Deck(**{part: _summed(parts.get(part, [])) for part in PARTS})


def _summed(entries: list[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    total: Counter[str] = Counter()
    for name, n in entries:
        total[name] += n
    return tuple(total.items())
