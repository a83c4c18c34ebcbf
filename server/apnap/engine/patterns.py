"""Patterns: for which events a triggered ability waits, and about which actions other effects are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from .amounts import Condition
from .terms import Term

if TYPE_CHECKING:
    from .filters import Filter


Who = str | Term


class On(Struct, frozen=True, kw_only=True):
    """Which events a triggered ability waits for.

    `object` is what the event is about (what moved, was damaged, was cast), `source` what did it,
    `player` whose event it is. A pattern about something leaving the battlefield looks back (603.10).
    """

    event: str
    object: Filter | Term | None = None
    source: Filter | Term | None = None
    player: Who = "any"
    from_: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    how: tuple[str, ...] = ()
    step: str = ""
    kind: str = ""
    combat: bool | None = None
    to_player: bool | None = None
    nth: int = 0
    reaches: int = 0
    each: bool = True
    says: str = ""

    def describe(self) -> str:
        return self.says or _words(self.event, self)


class Would(Struct, frozen=True, kw_only=True):
    """Which actions a replacement, prevention or prohibition is about; the fields are those of `On`."""

    action: str
    object: Filter | Term | None = None
    source: Filter | Term | None = None
    player: Who = "any"
    from_: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    how: tuple[str, ...] = ()
    kind: str = ""
    combat: bool | None = None
    to_player: bool | None = None
    effect_only: bool = False
    says: str = ""

    def describe(self) -> str:
        return self.says or _words(self.action, self)


def _words(name: str, pattern: On | Would) -> str:
    words = [name.lower()]
    for part in (pattern.object, pattern.source):
        if part is not None:
            words.append(part.describe())
    if pattern.player != "any":
        words.append(pattern.player if isinstance(pattern.player, str) else pattern.player.describe())
    return " ".join(words)


class StateIs(Struct, frozen=True, kw_only=True):
    """The pattern of a state trigger: a condition (603.8)."""

    condition: Condition

    def describe(self) -> str:
        return self.condition.describe()
