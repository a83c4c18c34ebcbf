"""Verbs that change what is on a permanent or its status: counters, tapping, attaching, phasing, marks."""

from __future__ import annotations

from apnap.engine.amounts import Amount
from apnap.engine.instructions import Instruction, counters, damage, status
from apnap.engine.terms import Term, This

from .sentences import Ref, term_of


def put_counters(kind: str, amount: Amount = 1, *, on: Ref) -> Instruction:
    """Put counters on permanents or players."""
    return counters.PutCounters(kind=kind, amount=amount, on=term_of(on))


def remove_counters(kind: str, amount: Amount | None = 1, *, on: Ref) -> Instruction:
    """Remove counters; None removes all of the kind."""
    return counters.RemoveCounters(kind=kind, amount=amount, on=term_of(on))


def cancel_counters(one: str, other: str, *, on: Ref) -> Instruction:
    """Remove pairs of two kinds of counters."""
    return counters.CancelPairs(one=one, other=other, on=term_of(on))


def remove_beyond_cap(on: Ref) -> Instruction:
    """Remove the counters that are more than a rule allows."""
    return counters.RemoveBeyondCap(on=term_of(on))


def proliferate() -> Instruction:
    """Choose permanents and players with counters; each gets one more of each kind it has."""
    return counters.Proliferate()


def tap(what: Ref) -> Instruction:
    """Tap permanents."""
    return status.Tap(what=term_of(what))


def untap(what: Ref) -> Instruction:
    """Untap permanents."""
    return status.Untap(what=term_of(what))


def attach(to: Term, what: Term | None = None) -> Instruction:
    """Attach this (or `what`) to something."""
    return status.Attach(what=what or This(), to=to)


def unattach(what: Ref | None = None) -> Instruction:
    """Unattach this (or `what`)."""
    return status.Unattach(what=term_of(what) if what is not None else This())


def phase_out(what: Ref) -> Instruction:
    """Permanents phase out."""
    return status.PhaseOut(what=term_of(what))


def turn_face_up(what: Ref | None = None) -> Instruction:
    """Turn a permanent face up."""
    return status.TurnFace(what=term_of(what) if what is not None else This())


def mark(word: str, what: Ref | None = None, *, on: bool = True) -> Instruction:
    """Put a mark such as "monstrous" on a permanent, or take it off."""
    return status.MarkIt(what=term_of(what) if what is not None else This(), mark=word, on=on)


def remove_damage(what: Ref) -> Instruction:
    """Remove all marked damage."""
    return damage.RemoveDamage(what=term_of(what))


def remove_from_combat(what: Ref) -> Instruction:
    """Remove creatures from combat."""
    return status.RemoveFromCombat(what=term_of(what))


__all__ = [
    "attach",
    "cancel_counters",
    "mark",
    "phase_out",
    "proliferate",
    "put_counters",
    "remove_beyond_cap",
    "remove_counters",
    "remove_damage",
    "remove_from_combat",
    "tap",
    "turn_face_up",
    "unattach",
    "untap",
]
