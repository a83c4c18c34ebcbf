"""Schemes: what sets one in motion and abandons it, and the pattern that waits for it (701.32, 701.33)."""

from __future__ import annotations

from apnap.engine.instructions import Instruction, schemes
from apnap.engine.patterns import On
from apnap.engine.player_terms import You
from apnap.engine.terms import Term

from .patterns import Of
from .sentences import Ref, term_of


def set_in_motion(what: Of) -> On:
    """A scheme is set in motion: it moves off the top of its deck and turns face up."""
    says = f"{'a scheme' if what is None else what.describe()} is set in motion"
    return On(event="Moved", object=what, from_=("schemes",), to=("command",), says=says)


def sets_in_motion(who: Term | None = None) -> Instruction:
    """A player sets the top card of their scheme deck in motion."""
    return schemes.SetInMotion(who=who or You())


def abandon(what: Ref) -> Instruction:
    """Turn ongoing schemes face down and put them on the bottom of their owners' scheme decks."""
    return schemes.Abandon(what=term_of(what))


__all__ = ["abandon", "set_in_motion", "sets_in_motion"]
