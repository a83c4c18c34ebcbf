"""Sentences about the game itself: who loses or wins, turns, steps, who decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import actions as ac
from ..frame import Frame
from ..player_terms import You
from ..terms import Term, seats
from . import Instruction, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


class LoseGame(Instruction, frozen=True, kw_only=True):
    who: Term
    reason: str = "effect"

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.LoseGame(seat=s, reasons=(self.reason,), cause=cause_of(frame, "lose"))
            for s in seats(self.who.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"{self.who.describe()} loses the game"


class WinGame(Instruction, frozen=True, kw_only=True):
    who: Term = You()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        winners = seats(self.who.resolve(game.look, frame))
        if len(game.state.players) > 2 and game.look.switch("multiplayer_win") == "opponents_lose":
            losers = dict.fromkeys(s for winner in winners for s in game.in_apnap(game.look.opponents(winner)))
            cause = cause_of(frame, "win.multiplayer")
            return [ac.LoseGame(seat=s, reasons=("effect",), cause=cause) for s in losers]
        return [ac.WinGame(seat=s, cause=cause_of(frame, "win")) for s in winners]


class ControlPlayer(Instruction, frozen=True, kw_only=True):
    """You make all decisions of a player during that player's next turn (723)."""

    who: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.ControlPlayer(seat=s, by=frame.controller, cause=cause_of(frame, "control_player"))
            for s in seats(self.who.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"you control {self.who.describe()} during that player's next turn"


class TakeExtraTurn(Instruction, frozen=True, kw_only=True):
    who: Term = You()
    mark: str = ""

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.AddTurn(seat=s, mark=self.mark, cause=cause_of(frame, "turn.extra"))
            for s in game.in_apnap(seats(self.who.resolve(game.look, frame)))
        ]


class AddSteps(Instruction, frozen=True, kw_only=True):
    """More steps after this one, or (`after_phase`) after this phase."""

    steps: tuple[str, ...]
    after_phase: bool = False

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        rule = "turn.extra_phase" if self.after_phase else "turn.extra_step"
        return [ac.AddSteps(steps=self.steps, after_phase=self.after_phase, cause=cause_of(frame, rule))]


class SkipNext(Instruction, frozen=True, kw_only=True):
    who: Term
    what: str

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.Skip(seat=s, what=self.what, cause=cause_of(frame, "turn.skip"))
            for s in seats(self.who.resolve(game.look, frame))
        ]


class BecomeMonarch(Instruction, frozen=True, kw_only=True):
    who: Term = You()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.BecomeMonarch(seat=s, cause=cause_of(frame, "monarch"))
            for s in seats(self.who.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"{self.who.describe()} becomes the monarch"
