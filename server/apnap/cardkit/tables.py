"""Formats: what a table plays, as an amendment of an edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from apnap.engine.abilities import Part


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
    `add` and `drop` are clauses as (rule name, body name) pairs and rule names; an edition's own list may
    speak of the format too. `settles` resolves a slot against another format: (format, slot) -> value.
    """

    name: str
    slots: Mapping[str, Any] = {}
    add: tuple[tuple[str, str], ...] = ()
    drop: tuple[str, ...] = ()
    needs: str = ""
    slots_from: Callable[[Any], Mapping[str, Any]] | None = None
    settles: Mapping[tuple[str, str], Any] = {}
    seats: tuple[int, int] = (2, 10)
    parts: tuple[tuple[str, Part], ...] = ()
    parts_from: Callable[[Any], tuple[tuple[str, Part], ...]] | None = None
    deck: DeckRules | None = None


__all__ = ["DeckRules", "Format"]
