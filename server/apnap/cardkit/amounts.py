"""Amounts: numbers that are worked out when they are needed, such as how many creatures there are."""

from __future__ import annotations

from collections.abc import Callable

from apnap.engine.amounts import (
    Amount,
    BoundNumber,
    Calc,
    Condition,
    CustomAmount,
    IfElse,
    Just,
    Live,
    Sum,
    ThatMuch,
    XValue,
)
from apnap.engine.counts import (
    CountersOfTeam,
    CountOf,
    Devotion,
    Greatest,
    LinkedNumber,
    OpponentsTallied,
    Stat,
    TallyMost,
    TallyOf,
    TimesKicked,
    TypesAmong,
)
from apnap.engine.filters import Filter
from apnap.engine.frame import Frame, Looking
from apnap.engine.terms import Term

from .references import each

X = XValue()
THAT_MUCH = ThatMuch()
THAT_MANY = Just()
TIMES_KICKED = TimesKicked()


def linked_number(link: str) -> Sum:
    """The number that this object remembers under a link name."""
    return LinkedNumber(link)


def value_number(name: str) -> Sum:
    """The number bound under a name."""
    return BoundNumber(name)


def card_types_among(filter: Filter) -> Sum:
    """How many card types there are among what matches."""
    return TypesAmong(filter)


def live(amount: Sum) -> Sum:
    """In an effect that lasts: an amount that keeps changing, not the one of the moment it began."""
    return Live(amount)


def count(what: Filter | Term) -> Sum:
    """How many match a filter, or are named."""
    return CountOf(what)


def power_of(what: Term) -> Sum:
    """Power, now or as it last was."""
    return Stat(what, "power")


def toughness_of(what: Term) -> Sum:
    """Toughness, now or as it last was."""
    return Stat(what, "toughness")


def mana_value_of(what: Term) -> Sum:
    """Mana value."""
    return Stat(what, "mana value")


def counters_of(what: Term, kind: str) -> Sum:
    """How many counters of a kind something has."""
    return Stat(what, "counters", kind)


def counters_of_team(who: Term, kind: str) -> Sum:
    """How many counters of a kind a player's team has, all its heads together."""
    return CountersOfTeam(who, kind)


def damage_on(what: Term) -> Sum:
    """How much damage is marked on something."""
    return Stat(what, "damage")


def life_of(who: Term) -> Sum:
    """A player's life total."""
    return Stat(who, "life")


def starting_life(who: Term) -> Sum:
    """The life total with which a player began the game."""
    return Stat(who, "starting life")


def cards_in_hand(who: Term) -> Sum:
    """How many cards a player has in hand."""
    return Stat(who, "hand")


def cards_in_library(who: Term) -> Sum:
    """How many cards a player has in the library."""
    return Stat(who, "library")


def devotion(letters: str) -> Sum:
    """Your devotion to a colour or colours: their symbols in the costs of permanents you control."""
    return Devotion(letters)


def greatest(of: Filter | Term, stat: str, kind: str = "") -> Sum:
    """The greatest power, toughness, mana value... among what is named."""
    return Greatest(each(of) if isinstance(of, Filter) else of, stat, kind)


def at_most(a: Amount, b: Amount) -> Sum:
    """The smaller of two amounts."""
    return Calc("min", a, b)


def at_least(a: Amount, b: Amount) -> Sum:
    """The greater of two amounts."""
    return Calc("max", a, b)


def tally_of(name: str, key: str = "") -> Sum:
    """A tally's count; `{you}`, `{this}` and `{subject}` in the key are filled in."""
    return TallyOf(name, key)


def opponents_tallied(name: str) -> Sum:
    """How many opponents a tally by seat counts at least one of, those who have lost since too."""
    return OpponentsTallied(name)


def tally_most(name: str, *, commanders: bool = False) -> Sum:
    """The greatest count of a tally about the subject, over keys "CARD:SUBJECT" (of commanders only)."""
    return TallyMost(name, commanders)


def if_else(condition: Condition, then: Amount, other: Amount = 0) -> Sum:
    """One amount if a condition holds, else another."""
    return IfElse(condition, then, other)


def custom_amount(of: Callable[[Looking, Frame], int], says: str) -> Sum:
    """An amount that only code can say. It reads everything, so it is slow: use it last."""
    return CustomAmount(of, says)


__all__ = [
    "THAT_MANY",
    "THAT_MUCH",
    "TIMES_KICKED",
    "X",
    "at_least",
    "at_most",
    "card_types_among",
    "cards_in_hand",
    "cards_in_library",
    "count",
    "counters_of",
    "counters_of_team",
    "custom_amount",
    "damage_on",
    "devotion",
    "greatest",
    "if_else",
    "life_of",
    "linked_number",
    "live",
    "mana_value_of",
    "opponents_tallied",
    "power_of",
    "starting_life",
    "tally_most",
    "tally_of",
    "toughness_of",
    "value_number",
]
