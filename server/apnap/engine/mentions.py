"""What a part of a card speaks of, found by going through all that it is made of."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


def mentions(value: object, meant: Callable[[object], bool]) -> bool:
    """Whether a part, or anything in it, is what is meant."""
    if meant(value):
        return True
    if isinstance(value, Struct):
        return any(mentions(getattr(value, name), meant) for name in value.__struct_fields__)
    return isinstance(value, tuple) and any(mentions(v, meant) for v in value)
