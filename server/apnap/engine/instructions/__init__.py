"""The verbs: what one sentence of a card tells the players to do, as data.

An instruction is bound in a frame, asks its choices, and gives the actions of one batch (`plan`). Those
that are several batches or hold other instructions run as a whole (`execute`). The modules here are themes;
this one holds what all sentences share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from ..done import Done
from ..frame import Frame
from ..state import Cause

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


class Instruction(Struct, frozen=True, kw_only=True):
    """One sentence. `plan` gives its actions; `describe` says it in our words."""

    plannable: ClassVar[bool] = True

    def plan(self, game: Game, frame: Frame) -> Asking:
        raise AssertionError(f"{type(self).__name__} has no plan")

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..perform import together

        actions = yield from self.plan(game, frame)
        return (yield from together(game, actions))

    def describe(self) -> str:
        return type(self).__name__.lower()


class Control(Instruction, frozen=True, kw_only=True):
    """An instruction that holds others or asks; it cannot join another batch."""

    plannable: ClassVar[bool] = False


class Linking(Instruction, frozen=True, kw_only=True):
    """An instruction that may add the objects it moved or made to a link of its source (607.2)."""

    link: str = ""

    def execute(self, game: Game, frame: Frame) -> Asking:
        done = self.achieved(game, (yield from Instruction.execute(self, game, frame)))
        if self.link:
            game.link(frame.source, self.link, tuple(int(i) for i in done.moved), add=True)
        return done

    def achieved(self, game: Game, done: Done) -> Done:
        """What of all that was done is what the instruction says."""
        return done


def cause_of(frame: Frame, rule: str) -> Cause:
    return Cause(rule, frame.source, frame.controller, frame.path)
