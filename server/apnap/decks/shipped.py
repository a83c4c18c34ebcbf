"""The deck lists that come with the project, by name."""

from __future__ import annotations

from functools import cache
from importlib import resources

from msgspec.structs import replace

from .lists import Deck
from .reading import read

COMMANDER = ("edgar-markov", "atraxa", "thrasios", "krenko")
SIXTY = ("undying", "boros")
#: Decks with a scheme deck.
WITH_SCHEMES = ("overlord",)
#: Decks whose cards are of the time of the oldest editions.
OLD = ("goblins-2004", "knights-2004")


def names() -> tuple[str, ...]:
    """Every list, in alphabetical order."""
    folder = resources.files(__package__) / "lists"
    return tuple(sorted(f.name.removesuffix(".txt") for f in folder.iterdir() if f.name.endswith(".txt")))


@cache
def shipped(name: str) -> Deck:
    """The deck of this name; raises FileNotFoundError."""
    return read((resources.files(__package__) / "lists" / f"{name}.txt").read_text(encoding="utf-8"))


def fitting(formats: tuple[str, ...], old: bool, *, alone: bool = False) -> tuple[str, ...]:
    """The decks that a table of these formats can play; `old` for editions before 2011, `alone` against a team."""
    if "commander" in formats:
        return COMMANDER
    if "archenemy" in formats and (alone or "free-for-all" in formats):
        return WITH_SCHEMES
    return OLD if old else SIXTY + OLD


def with_schemes(deck: Deck) -> Deck:
    """A deck with a scheme deck of single schemes, for the archenemy among commanders."""
    return replace(deck, schemes=tuple((name, 1) for name, _ in shipped(WITH_SCHEMES[0]).schemes))
