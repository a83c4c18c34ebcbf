"""Sentences about schemes: setting one in motion, and abandoning one (701.32, 701.33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import actions as ac
from ..frame import Frame
from ..player_terms import You
from ..terms import Term, objects, seats
from . import Instruction, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


class SetInMotion(Instruction, frozen=True, kw_only=True):
    """Players move the top card off their scheme decks and turn it face up; who has none does nothing."""

    who: Term = You()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        decks = (game.state.zone("schemes", s) for s in seats(self.who.resolve(game.look, frame)))
        cause = cause_of(frame, "set_in_motion")
        return [ac.Move(object=deck[0], to="command", how="set in motion", cause=cause) for deck in decks if deck]

    def describe(self) -> str:
        return f"{self.who.describe()} sets the top scheme in motion"


class Abandon(Instruction, frozen=True, kw_only=True):
    """Ongoing schemes are turned face down and put on the bottom of their owners' scheme decks.

    Only what lies face up and is ongoing, which only schemes are, can be abandoned.
    """

    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        look, cause = game.look, cause_of(frame, "abandon")
        things = (look.live(i) for i in objects(self.what.resolve(look, frame)))
        return [
            ac.Move(object=t.obj.id, to="schemes", how="abandon", place=-1, cause=cause)
            for t in things
            if t is not None and (t.obj.zone, t.obj.face_down) == ("command", "") and "Ongoing" in t.chars.supertypes
        ]

    def describe(self) -> str:
        return f"abandon {self.what.describe()}"
