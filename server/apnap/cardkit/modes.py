"""Targets, and the modes of a spell or ability: each with its targets and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from apnap.engine.abilities import Body, Mode, TargetSlot
from apnap.engine.amounts import Amount
from apnap.engine.filters import Filter
from apnap.engine.nesting import shown
from apnap.engine.terms import Term
from apnap.engine.values import MalformedCard

Do = Any

Targets = Filter | TargetSlot | Sequence[Filter | TargetSlot] | None


def body_of(do: Do) -> Body:
    """`do=` as instructions or a generator function; it is checked with the card that it stands in."""
    if do is None:
        return ()
    if callable(do) and not isinstance(do, Struct):
        body: Body = do
        return body
    return tuple(do) if isinstance(do, list | tuple) else (do,)


def slots_of(targets: Targets) -> tuple[TargetSlot, ...]:
    """What is written as a target, or several, as one slot for each use of the word."""
    if targets is None:
        return ()
    if isinstance(targets, Filter):
        return (TargetSlot(filter=targets),)
    if isinstance(targets, TargetSlot):
        return (targets,)
    if not isinstance(targets, list | tuple):
        raise MalformedCard(f"target: {shown(targets)} is no filter of what may be a target, and no list of such")
    return tuple(t if isinstance(t, TargetSlot) else TargetSlot(filter=t) for t in targets)


def up_to(most: Amount, filter: Filter) -> TargetSlot:
    """Up to so many targets."""
    return TargetSlot(filter=filter, least=0, most=most)


def exactly(amount: Amount, filter: Filter) -> TargetSlot:
    """So many different targets."""
    return TargetSlot(filter=filter, least=amount, most=amount)


def chosen_by(who: Term, filter: Filter) -> TargetSlot:
    """A target that another player chooses."""
    return TargetSlot(filter=filter, chooser=who)


def any_number(filter: Filter, least: int = 0) -> TargetSlot:
    """Any number of targets, at least `least`."""
    return TargetSlot(filter=filter, least=least, most=10**6)


def mode(*do: Any, target: Targets = None, divides: Amount | None = None, says: str = "") -> Mode:
    """One mode of a modal spell or ability."""
    body = do[0] if len(do) == 1 and callable(do[0]) and not isinstance(do[0], Struct) else do
    return Mode(targets=slots_of(target), do=body_of(body), divides=divides, says=says)


def modes_of(do: Do, target: Targets, modes: Sequence[Mode] | None, divides: Amount | None = None) -> tuple[Mode, ...]:
    """The modes as they are given, or the one that targets and a body make."""
    if modes is not None:
        return tuple(modes)
    return (Mode(targets=slots_of(target), do=body_of(do), divides=divides),)


__all__ = [
    "any_number",
    "chosen_by",
    "exactly",
    "mode",
    "up_to",
]
