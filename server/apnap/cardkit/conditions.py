"""Conditions, and tests of objects that only code can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap.engine.amounts import Condition, CustomCondition
from apnap.engine.conditions import (
    AreOpponents,
    CastFor,
    DuringStep,
    Exists,
    FirstDraw,
    HasCounter,
    InZone,
    Kicked,
    LegallyAttached,
    Matches,
    Ruled,
    SamePlayer,
    Spent,
    WordIs,
    YourTurn,
)
from apnap.engine.filters import Filter
from apnap.engine.frame import Frame, Looking
from apnap.engine.state import Thing
from apnap.engine.terms import Term
from apnap.engine.traits import CustomTest, Test
from apnap.engine.values import parse_cost

from .references import THIS

YOUR_TURN = YourTurn()

KICKED = Kicked()


def same_player(one: Term, other: Term) -> Condition:
    """Two references name the same player."""
    return SamePlayer(one, other)


def are_opponents(one: Term, other: Term) -> Condition:
    """What two references name are opponents of each other."""
    return AreOpponents(one, other)


def is_ruled(what: Term, word: str) -> Condition:
    """A rule of this word, made by `rule(word)`, applies to what is named."""
    return Ruled(word, what)


def legally_attached(what: Term) -> Condition:
    """What is named is attached, and to something that it may be attached to."""
    return LegallyAttached(what)


def exists(filter: Filter, least: int = 1) -> Condition:
    """There are at least so many that match."""
    return Exists(filter, least)


def is_a(what: Term, filter: Filter) -> Condition:
    """What is named matches a filter."""
    return Matches(what, filter)


def has_counter(what: Term, kind: str) -> Condition:
    """What is named has a counter of a kind."""
    return HasCounter(what, kind)


def in_zone(*zones: str, what: Term = THIS) -> Condition:
    """This object is in one of these zones."""
    return InZone(zones, what)


def during(*steps: str) -> Condition:
    """It is one of these steps."""
    return DuringStep(steps)


def first_of_draw_step(who: Term) -> Condition:
    """It is a player's own draw step, and no card was drawn in it yet."""
    return FirstDraw(who)


def was_cast(alternative: str = "", origin: str = "", *, by_you: bool = False) -> Condition:
    """This was cast for an alternative cost, or from a zone; `by_you`: by its controller of now."""
    return CastFor(alternative, origin, by_you)


def was_kicked(which: int) -> Condition:
    """Its optional additional cost of this number, 1 first, was paid."""
    return Kicked(which)


def was_spent(mana: str) -> Condition:
    """Mana of a kind was spent to cast this: `was_spent("{G}")`."""
    (symbol,) = parse_cost(mana)
    return Spent(symbol)


def word_is(name: str, word: Any) -> Condition:
    """A bound word has a value."""
    return WordIs(name, word)


def custom(test: Callable[[Looking, Frame], bool], says: str) -> Condition:
    """A condition that only code can say. It reads everything, so it is slow: use it last."""
    return CustomCondition(test, says)


def custom_test(test: Callable[[Looking, Thing, Frame], bool], says: str) -> Test:
    """A test of an object that only code can say, for `filter.that(...)`."""
    return CustomTest(test, says)


__all__ = [
    "KICKED",
    "YOUR_TURN",
    "are_opponents",
    "custom",
    "custom_test",
    "during",
    "exists",
    "first_of_draw_step",
    "has_counter",
    "in_zone",
    "is_a",
    "is_ruled",
    "legally_attached",
    "same_player",
    "was_cast",
    "was_kicked",
    "was_spent",
    "word_is",
]
