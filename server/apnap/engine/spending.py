"""What mana may be spent on (106.6): whether a kind of mana may pay for what is being paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .abilities import Activated, Part
from .filters import Filter
from .frame import Frame
from .values import Mana, Seat, restriction_of

if TYPE_CHECKING:
    from .game import Game


class Spending(Part, frozen=True, kw_only=True):
    """Mana that may be spent only to cast such spells, or to activate abilities of such sources; None: on none."""

    cast: Filter | None = None
    activate: Filter | None = None

    def describe(self) -> str:
        spells = [f"to cast {self.cast.describe()}"] if self.cast is not None else []
        abilities = [f"to activate abilities of {self.activate.describe()}"] if self.activate is not None else []
        return "only " + " or ".join(spells + abilities)


def spendable(game: Game, seat: Seat, frame: Frame | None, mana: Mana) -> Mana:
    """What of some mana may be spent on what a frame pays for; without one, on nothing in particular."""
    if not any(restriction_of(kind) for kind, _ in mana):
        return mana
    return tuple((kind, n) for kind, n in mana if may_spend(game, seat, frame, kind))


def may_spend(game: Game, seat: Seat, frame: Frame | None, kind: str) -> bool:
    """Whether one kind of mana may be spent on it."""
    path = restriction_of(kind)
    if not path:
        return True
    return frame is not None and _allows(game, seat, frame, game.book.at(path))


def _allows(game: Game, seat: Seat, frame: Frame, spending: Spending) -> bool:
    from .ways import as_spell

    thing = game.look.live(frame.source)
    if thing is None:
        return False
    own = Frame(source=frame.source, controller=seat)
    if not frame.path and thing.obj.zone != "battlefield":
        return spending.cast is not None and spending.cast.matches(game.look, as_spell(thing, seat), own)
    resolving = game.resolving is not None and game.resolving.object == frame.object != 0
    if resolving or not frame.path or not isinstance(game.book.at(frame.path), Activated):
        return False  # what something asks for as it resolves, or for an attack, is no activation
    return spending.activate is not None and spending.activate.matches(game.look, thing, own)
