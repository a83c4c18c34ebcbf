"""Power and toughness, as they are printed or as a line of the text defines them; loyalty."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import loyalty, pt

from .amounts import quantity
from .lines import Circumstances, Line
from .words import Stuck, Unreadable, Words


def stats(size: str, found: list[Line], about: Circumstances) -> tuple[list[Any], list[Line]]:
    """The part for power and toughness, and the lines that are left."""
    if not size:
        return [], found
    power, slash, toughness = size.partition("/")
    if not slash:
        raise Unreadable("no size")
    if power.isdigit() and toughness.isdigit():
        return [pt(int(power), int(toughness))], found
    if (power, toughness) != ("*", "*"):
        raise Unreadable("a size that is not read")
    for at, line in enumerate(found):
        w = Words(line.words, about.scope())
        amount = w.attempt(_both_equal)
        if amount is not None:
            return [pt(amount, amount)], [*found[:at], *found[at + 1 :]]
    raise Unreadable("nothing says how large it is")


def _both_equal(w: Words) -> Any:
    w.need("~ 's power and toughness are each equal to")
    amount = quantity(w)
    w.need(".")
    if not w.done:
        raise Stuck
    return amount


def start_of(start: Any) -> Any:
    """The loyalty that it enters with."""
    if not str(start).isdigit():
        raise Unreadable("a loyalty that is not read")
    return loyalty(int(start))
