"""Whether it matters which of several replacement effects of one ability applies (616.1)."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from .changes import Also, Prevented
from .mentions import mentions
from .terms import Linked, This, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .abilities import Instead
    from .applicable import Applicable


def alike(found: Sequence[Applicable]) -> bool:
    """Whether these are the same effect of the same player, so that any of them may be the first.

    Not so where a shield is used up by one of them, nor where what happens instead has to do with the
    source itself: which creature a redirection leads to, which of two protectors gives itself up.
    """
    first = found[0]
    if any((a.instead.path, a.frame.controller) != (first.instead.path, first.frame.controller) for a in found):
        return False
    if uses_shield(first.instead):
        return False
    own: tuple[type, ...] = ()
    if any(a.frame.source != first.frame.source for a in found):
        own += (This, Linked, FunctionType)
    if any(a.frame.bound != first.frame.bound for a in found):
        own += (Value, FunctionType)
    # what a generator does cannot be read, so it may name what is different
    return not mentions((_own_changes(first.instead), first.instead.do), lambda part: isinstance(part, own))


def uses_shield(instead: Instead) -> bool:
    """Whether it prevents a certain amount only, and of that as much as is left."""
    return any(isinstance(c, Prevented) and c.shield for c in instead.changes)


def _own_changes(instead: Instead) -> tuple[Any, ...]:
    """What only adds to an event leaves room for the other effects, which add theirs too."""
    only_adds = all(isinstance(c, Also) for c in instead.changes)
    return () if only_adds else instead.changes
