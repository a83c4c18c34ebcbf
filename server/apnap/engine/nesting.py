"""How deep parts stand within parts: whatever reads a definition goes down all of it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

#: So deep may parts stand within parts. What reads them may be deep in a resolution already; nothing that is written
#: by hand comes near.
MOST_NESTED = 40
#: So many parts has no definition: what has more is a list within itself.
MOST_PARTS = 100_000


def is_too_deep(value: Any, most: int = MOST_NESTED) -> bool:
    """Whether there are parts within parts, more than so many deep, or a list that is within itself.

    Tuples of parts count for nothing.
    """
    level: list[Any] = [value]
    left = MOST_PARTS
    for _ in range(most + 1):
        inner: list[Any] = []
        while level:
            part = level.pop()
            left -= 1
            if not left:
                return True
            if isinstance(part, tuple | list):
                level += [p for p in part if isinstance(p, Struct | tuple | list)]
            elif isinstance(part, Struct):
                inner += [getattr(part, field) for field in part.__struct_fields__]
        if not inner:
            return False
        level = inner
    return any(isinstance(part, Struct | tuple | list) for part in level)


def shown(value: Any) -> str:
    """A value of whatever kind, as it is written; of lists and of what is too deep only what it is."""
    if isinstance(value, tuple | list) or is_too_deep(value):
        return f"a {type(value).__name__}"
    return repr(value)
