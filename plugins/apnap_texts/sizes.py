"""Power and toughness, as they are printed or as a line of the text defines them; loyalty."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import loyalty, pt

from .amounts import quantity
from .lines import Circumstances, Line
from .words import Stuck, Unreadable, Words

#: A number of more figures is none of a card.
MOST_FIGURES = 4


def stats(size: str, found: list[Line], about: Circumstances) -> tuple[list[Any], list[Line]]:
    """The part for power and toughness, and the lines that are left."""
    if not size:
        return [], found
    power, slash, toughness = size.partition("/")
    if not slash:
        raise Unreadable("no size")
    if _is_figure(power) and _is_figure(toughness):
        return [pt(int(power), int(toughness))], found
    for at, line in enumerate(found):
        amount = Words(line.words, about.scope()).attempt(lambda w: _equal(w, power, toughness))
        if amount is not None:
            return [pt(*amount)], [*found[:at], *found[at + 1 :]]
    raise Unreadable("nothing says how large it is")


def _is_figure(text: str) -> bool:
    """Whether this is a number as it is printed on cards."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_FIGURES


def _equal(w: Words, power: str, toughness: str) -> tuple[Any, Any]:
    """The line that says what a "*" is."""
    if (power, toughness) == ("*", "*"):
        w.need("~ 's power and toughness are each equal to")
    elif power == "*" and _is_figure(toughness):
        w.need("~ 's power is equal to")
    elif toughness == "*" and _is_figure(power):
        w.need("~ 's toughness is equal to")
    else:
        raise Stuck
    amount = quantity(w)
    w.need(".")
    if not w.done:
        raise Stuck
    return amount if power == "*" else int(power), amount if toughness == "*" else int(toughness)


def start_of(start: Any) -> Any:
    """The loyalty that it enters with."""
    if not _is_figure(str(start)):
        raise Unreadable("a loyalty that is not read")
    return loyalty(int(start))
