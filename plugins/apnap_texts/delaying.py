"""What is done later: "sacrifice it at the beginning of the next end step", "at end of combat"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap.cardkit import THAT, THIS, Term, at_next, value

from .words import Stuck, Words

#: What a delayed ability calls what was spoken of when it was made.
IT = value("it")

_LATER = {
    "at the beginning of the next end step": ("end", "any"),
    "at the beginning of your next end step": ("end", "you"),
    "at the beginning of the next turn 's upkeep": ("upkeep", "any"),
    "at the beginning of your next upkeep": ("upkeep", "you"),
    "at the beginning of the next upkeep": ("upkeep", "any"),
    "at end of combat": ("end-of-combat", "any"),
}


def ahead(w: Words) -> bool:
    """Whether the sentence here says, at its end or its beginning, that it is about later."""
    for at in range(w.at, len(w.low)):
        if w.low[at] in (".", '"'):
            return False
        if w.low[at] == "at" and w.low[at + 1 : at + 2] in (["the"], ["end"]):
            return True
        w.word()
    return False


def later(w: Words, read: Callable[[Words], list[Any]]) -> list[Any]:
    """A sentence with its time before or after it; "it" is kept until then."""
    if not ahead(w):
        raise Stuck
    time = _time(w)
    if time is not None:
        w.need(",")
    outer = w.scope
    kept = _kept(w)
    still = outer.this()
    w.scope = outer.with_(
        left=still != THIS,
        became=IT if still == THAT else None,
        default=IT if kept is not None else None,
        opposite=None,
        mentions=(),
        moved="",
        gone=None,
        player=None,
        much=None,
        x=None,
    )
    do = read(w)
    if time is None:
        time = _time(w)
    if time is None or len(w.scope.slots) != len(outer.slots) or w.scope.zone != outer.zone:
        raise Stuck
    w.scope = outer
    step, whose = time
    named: dict[str, Any] = {"whose": whose} if whose != "any" else {}
    if kept is not None and "Value(name='it')" in repr(do):
        named["it"] = kept
    return [at_next(step, *do, **named)]


def _time(w: Words) -> tuple[str, str] | None:
    for words, time in _LATER.items():
        if w.take(words):
            return time
    return None


def _kept(w: Words) -> Term | None:
    """What "it" will mean."""
    scope = w.scope
    if scope.moved in ("field", "exile"):
        return THAT
    if scope.moved:
        return scope.gone
    return scope.opposite if scope.opposite is not None and not scope.mentions else scope.spoken()
