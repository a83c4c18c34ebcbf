"""How the words of a sentence are read: references, bound values, sentences within sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apnap.engine.filters import Filter
from apnap.engine.instructions import flow
from apnap.engine.terms import Both, Each, Term
from apnap.engine.values import MalformedCard

from .modes import body_of

Ref = Term | Filter


def term_of(what: Ref | Sequence[Ref]) -> Term:
    """A filter means each that matches; several references mean all of them."""
    if isinstance(what, Filter | Term):
        return _one(what)
    return Both(tuple(_one(w) for w in what))


def _one(what: Any) -> Term:
    if isinstance(what, Filter):
        return Each(what)
    if isinstance(what, Term):
        return what
    raise MalformedCard(f"{type(what).__name__}: expected a reference or a filter")


#: What an event binds by itself; a value of a card under such a name would be lost.
BOUND_BY_EVENTS = ("amount", "card", "kind", "object", "player", "source", "that")


def bound(values: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Values that a card binds, by name; refused under a name that an event binds itself."""
    for name in values:
        if name in BOUND_BY_EVENTS:
            raise MalformedCard(f"bind {name}: an event binds that name itself, choose another")
    return tuple(values.items())


def sentences_of(do: Any) -> tuple[Any, ...]:
    """A body as sentences; a generator function is one sentence."""
    body = body_of(do)
    return body if isinstance(body, tuple) else (flow.Custom(body=body, says=body.__name__),)
