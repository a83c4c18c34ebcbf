"""Whether it matters which of several replacement effects of one ability applies (616.1)."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from .changes import Also, AmountBecomes, GoesTo, LeavesLife, Prevented
from .filters import Filter
from .mentions import mentions
from .terms import Linked, Term, This, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .abilities import Instead
    from .applicable import Applicable


def alike(found: Sequence[Applicable]) -> bool:
    """Whether these are the same effect, so that any of them may be the first.

    Not so where a shield is used up by one of them, nor where what happens instead has to do with the source
    itself: which creature a redirection leads to, which of two protectors gives itself up. Nor where they are
    of different players and do more than change the event: who draws, who creates a token.
    """
    first = found[0]
    if any(a.instead.path != first.instead.path for a in found):
        return False
    if uses_shield(first.instead):
        return False
    own: tuple[type, ...] = ()
    if any(a.frame.controller != first.frame.controller for a in found):
        if not _only_changes(first.instead):
            return False
        own += (Term, Filter)
    if any(a.frame.source != first.frame.source for a in found):
        if any(isinstance(c, GoesTo) and c.link for c in first.instead.changes):
            return False  # it is exiled with one of them
        own += (This, Linked, FunctionType)
    if any(a.frame.bound != first.frame.bound for a in found):
        own += (Value, FunctionType)
    # what a generator does cannot be read, so it may name what is different
    return not mentions((_own_changes(first.instead), first.instead.do), lambda part: isinstance(part, own))


def _only_changes(instead: Instead) -> bool:
    """Whether it does nothing of its own, and is nobody's choice."""
    changes = all(isinstance(c, AmountBecomes | LeavesLife | Prevented | GoesTo) for c in instead.changes)
    return changes and not instead.do and not instead.optional


def uses_shield(instead: Instead) -> bool:
    """Whether it prevents a certain amount only, and of that as much as is left."""
    return any(isinstance(c, Prevented) and c.shield for c in instead.changes)


def _own_changes(instead: Instead) -> tuple[Any, ...]:
    """What only adds to an event leaves room for the other effects, which add theirs too."""
    only_adds = all(isinstance(c, Also) for c in instead.changes)
    return () if only_adds else instead.changes
