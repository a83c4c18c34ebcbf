"""What does not hold, as a failure tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Mismatch(Exception):
    """Something that does not hold: what was expected of what, and what is the case."""

    def __init__(self, what: str, expected: Any, actual: Any) -> None:
        super().__init__(f"{what}: expected {told(expected)}, got {told(actual)}")


def told(value: Any) -> str:
    """A value as a failure names it."""
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(told(v) for v in value) + "]"
    return str(value)


Found = Iterator[Mismatch]


def equal(what: str, expected: Any, actual: Any) -> Found:
    if expected != actual:
        yield Mismatch(what, expected, actual)
