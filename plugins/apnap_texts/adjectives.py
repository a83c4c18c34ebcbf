"""Adjectives before a noun: "nonland", "tapped", "attacking or blocking", "white or blue"."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import of_type, status

from .vocabulary import COLORS, SUBTYPES, SUPERTYPES, TYPES
from .words import Stuck, Words


def adjective_of(w: Words) -> Any:
    """A function that narrows a filter."""
    if w.word() == ",":  # nonartifact, nonblack
        if not w.word(1).startswith("non"):
            raise Stuck
        w.next()
    word = w.word()
    if word in COLORS:
        letters = _colors(w)
        return lambda f: f.colored(letters)
    if word.startswith("non") and word not in ("none",):
        return _non(w)
    for words in ("attacking or blocking", "blocking or attacking"):
        if w.take(words):
            return lambda f: f.attacking | f.blocking
    simple = {
        "tapped": "tapped", "untapped": "untapped", "attacking": "attacking", "blocking": "blocking",
        "legendary": "legendary", "basic": "basic",
    }  # fmt: skip
    if word in simple:
        attribute = simple[w.next()]
        return lambda f: getattr(f, attribute)
    statuses = {"unblocked": "unblocked", "blocked": "blocked"}
    if word in statuses:
        named = statuses[w.next()]
        return lambda f: status(f, named)
    if word == "colorless":
        w.next()
        return lambda f: f.colored("")
    if word == "snow":
        w.next()
        return lambda f: f.that(*of_type("Snow").tests)
    raise Stuck


def _colors(w: Words) -> str:
    """ "white", "white or blue", "white, blue, or black"."""
    letters = COLORS[w.next()]
    while w.word() in ("or", ",") and (w.word(1) in COLORS or (w.sees(", or") and w.word(2) in COLORS)):
        w.need(", or", "or", ",")
        letters += COLORS[w.next()]
    return letters


def _non(w: Words) -> Any:
    """ "nonland", "nonblack", "non-Human", "nontoken"."""
    raw = w.printed()
    word = raw[3:].removeprefix("-")
    low = word.lower()
    named = low if low in COLORS else TYPES.get(low) or SUPERTYPES.get(low) or SUBTYPES.get(word)
    if low == "token":
        w.next()
        return lambda f: f.nontoken
    if named is None or (named in SUBTYPES and SUBTYPES[named] != word):
        raise Stuck
    w.next()
    return lambda f: f.non(named)
