"""What payments that wait for mana have spoken for (601.2g): another made within them takes none of it.

A payment settles first what it taps and what it gives up, and mana that was named for it; then mana is made,
by abilities that may have costs of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from .values import Mana, ObjId, Seat, add_mana, take_mana

if TYPE_CHECKING:
    from .abilities import Activated
    from .look import Look
    from .state import State


class SpokenFor(Struct, frozen=True):
    """Mana that floats, objects that will be tapped, and objects that will be given up."""

    mana: Mana = ()
    tapped: frozenset[ObjId] = frozenset()
    given: frozenset[ObjId] = frozenset()

    def and_also(self, other: SpokenFor) -> SpokenFor:
        """What either has spoken for."""
        return SpokenFor(add_mana(self.mana, other.mana), self.tapped | other.tapped, self.given | other.given)


NOTHING_YET = SpokenFor()


class Payments:
    """The payments of a game that have begun and wait for mana."""

    if TYPE_CHECKING:
        look: Look
        state: State

    def _no_payments(self) -> None:
        self._begun: list[tuple[ObjId, str]] = []
        self._spoken_for: dict[Seat, SpokenFor] = {}
        self._colors: list[str] = []

    @contextmanager
    def begun(self, obj_id: ObjId, path: str) -> Iterator[None]:
        """While a mana ability is activated and resolves, it cannot be activated again (605.3c)."""
        begun = self._begun
        begun.append((obj_id, path))
        self.look.moment.clear()
        try:
            yield
        finally:
            begun.pop()
            self.look.moment.clear()

    def is_begun(self, obj_id: ObjId, ability: Activated) -> bool:
        return (obj_id, ability.path) in self._begun

    @contextmanager
    def setting_aside(self, seat: Seat, more: SpokenFor) -> Iterator[None]:
        """While one payment waits for mana, nothing that it has spoken for pays for anything else."""
        spoken_for = self._spoken_for
        before = self.spoken_for(seat)
        spoken_for[seat] = before.and_also(more)
        self.look.moment.clear()
        try:
            yield
        finally:
            spoken_for[seat] = before
            self.look.moment.clear()

    def spoken_for(self, seat: Seat) -> SpokenFor:
        """What a seat's payments that have begun will take."""
        return self._spoken_for.get(seat, NOTHING_YET)

    def floating(self, seat: Seat) -> Mana:
        """The mana in a player's pool that something could be paid with now."""
        return take_mana(self.state.player(seat).mana, self.spoken_for(seat).mana)
