"""A part of a document, read by what is expected of it; each reading refuses anything else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from .errors import Malformed
from .source import Document, Steps


def shown(value: Any) -> str:
    """A value as a message names it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return repr(value)


_COUNTED = re.compile(r"(\d{1,3}) (\S.*)\Z")


def counted(text: str) -> tuple[str, int]:
    """`3 Forest` is a name and a number."""
    match = _COUNTED.match(text)
    return (match[2], int(match[1])) if match else (text, 1)


def expand(names: tuple[str, ...]) -> tuple[str, ...]:
    """`2 Forest` is twice Forest."""
    return tuple(name for text in names for name, n in (counted(text),) for _ in range(n))


class Node:
    """A value and the steps to it. `note` is allowed in every mapping and left out of it."""

    __slots__ = ("document", "steps", "value")

    def __init__(self, document: Document, value: Any, steps: Steps = ()) -> None:
        self.document = document
        self.value = value
        self.steps = steps

    def fail(self, expected: str) -> Malformed:
        return self.document.malformed(self.steps, f"expected {expected}, got {shown(self.value)}")

    def refuse(self, problem: str) -> Malformed:
        return self.document.malformed(self.steps, problem)

    def at(self, step: str | int, value: Any) -> Node:
        return Node(self.document, value, (*self.steps, step))

    # --- mappings -------------------------------------------------------------------------------

    def mapping(self, what: str = "a mapping") -> dict[str, Node]:
        if not isinstance(self.value, dict):
            raise self.fail(what)
        return {key: self.at(key, value) for key, value in self.value.items()}

    def keys(self, known: Collection[str], required: Collection[str] = ()) -> dict[str, Node]:
        """The parts of a mapping that may have these keys (and `note`) and must have the required ones."""
        parts = self.mapping(f"a mapping with any of {', '.join(known)}")
        parts.pop("note", None)
        for key, part in parts.items():
            if key not in known:
                raise part.refuse(f"unknown key {key!r}; expected one of {', '.join(known)}")
        for key in required:
            if key not in parts:
                raise self.refuse(f"expected the key {key!r}")
        return parts

    # --- lists ----------------------------------------------------------------------------------

    def items(self, what: str = "a list") -> list[Node]:
        if not isinstance(self.value, list):
            raise self.fail(what)
        return [self.at(i, value) for i, value in enumerate(self.value)]

    def each(self) -> Iterator[Node]:
        """The items of a list, or the one value that stands for a list of one; `""` and `{}` are none."""
        if isinstance(self.value, list):
            yield from self.items()
        elif self.value not in ("", {}):
            yield self

    def texts(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self.each())

    def names(self) -> tuple[str, ...]:
        """Names of cards, objects or players; `3 Forest` is a name three times."""
        return expand(self.texts())

    # --- scalars --------------------------------------------------------------------------------

    def text(self, what: str = "text") -> str:
        """Text; a whole number counts as text, as in a rule number or an edition's id."""
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return str(self.value)
        if not isinstance(self.value, str):
            raise self.fail(what)
        return self.value

    def number(self, least: int | None = None) -> int:
        what = "a whole number" if least is None else f"a whole number of {least} or more"
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.fail(what)
        if least is not None and self.value < least:
            raise self.fail(what)
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.fail("yes or no")
        return self.value

    def one_of(self, known: Collection[str], what: str = "one of") -> str:
        if isinstance(self.value, list | dict) or str(self.value) not in known:
            raise self.fail(f"{what} {', '.join(known)}")
        return str(self.value)
