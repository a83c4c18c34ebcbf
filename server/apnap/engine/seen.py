"""What the eyes of a game need of it: the part of its interface that a sight reads, and the words for what it makes."""

from __future__ import annotations

from typing import Any, Protocol

from .events import Event
from .requests import Request
from .state import Chars, State
from .values import ObjId, Seat
from .watch import Watch

Entry = dict[str, Any]
View = dict[str, Entry]
Viewer = int
SPECTATOR: Viewer = -1


class Looking(Protocol):
    """The part of the reading interface that a sight needs."""

    def chars(self, obj_id: ObjId) -> Chars: ...

    def active_seats(self) -> tuple[Seat, ...]:
        """The seats whose turn it is."""

    def taking_turns_with(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that have their turns together with this one, also where they have left."""

    def watch(self, before: Watch | None) -> Watch | None:
        """`before` where it has missed nothing, else a new one; None from who keeps no count."""


class Seen(Protocol):
    """The part of a game that a sight needs."""

    @property
    def state(self) -> State: ...
    @property
    def look(self) -> Looking: ...
    @property
    def request(self) -> Request | None: ...
    @property
    def log(self) -> list[Event]: ...
    @property
    def proposing(self) -> Seat: ...
    def waiting_for(self) -> tuple[Seat, ...]: ...
