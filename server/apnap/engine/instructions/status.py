"""Sentences about how permanents stand: tapped, attached, phased out, face up, in combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import actions as ac
from ..frame import Frame
from ..terms import Term, This, objects
from . import Instruction, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


class Cease(Instruction, frozen=True, kw_only=True):
    """Objects cease to exist; this is no change of zone."""

    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.Cease(object=i, cause=cause_of(frame, "token.ceases"))
            for i in objects(self.what.resolve(game.look, frame))
        ]


class Tap(Instruction, frozen=True, kw_only=True):
    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [ac.Tap(object=i, cause=cause_of(frame, "tap")) for i in objects(self.what.resolve(game.look, frame))]

    def describe(self) -> str:
        return f"tap {self.what.describe()}"


class Untap(Instruction, frozen=True, kw_only=True):
    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [ac.Untap(object=i, cause=cause_of(frame, "tap")) for i in objects(self.what.resolve(game.look, frame))]

    def describe(self) -> str:
        return f"untap {self.what.describe()}"


class Attach(Instruction, frozen=True, kw_only=True):
    what: Term = This()
    to: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        hosts = self.to.resolve(game.look, frame)
        return [
            ac.Attach(object=i, to=hosts[0], cause=cause_of(frame, "attach"))
            for i in objects(self.what.resolve(game.look, frame))
            if hosts
        ]

    def describe(self) -> str:
        return f"attach {self.what.describe()} to {self.to.describe()}"


class Unattach(Instruction, frozen=True, kw_only=True):
    what: Term = This()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.Unattach(object=i, cause=cause_of(frame, "attach")) for i in objects(self.what.resolve(game.look, frame))
        ]


class PhaseOut(Instruction, frozen=True, kw_only=True):
    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.PhaseOut(object=i, cause=cause_of(frame, "keyword.phasing"))
            for i in objects(self.what.resolve(game.look, frame))
        ]


class TurnFace(Instruction, frozen=True, kw_only=True):
    """Turn face up, or (`down`) face down."""

    what: Term = This()
    down: str = ""

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.TurnFace(object=i, face_down=self.down, cause=cause_of(frame, "face_down.reveal"))
            for i in objects(self.what.resolve(game.look, frame))
        ]


class MarkIt(Instruction, frozen=True, kw_only=True):
    what: Term = This()
    mark: str
    on: bool = True

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.Mark(object=i, mark=self.mark, on=self.on, cause=cause_of(frame, "resolve.instructions"))
            for i in objects(self.what.resolve(game.look, frame))
        ]


class RemoveFromCombat(Instruction, frozen=True, kw_only=True):
    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.RemoveFromCombat(object=i, cause=cause_of(frame, "combat.removed"))
            for i in objects(self.what.resolve(game.look, frame))
        ]


class SaveFromDestruction(Instruction, frozen=True, kw_only=True):
    """What regeneration does instead of destruction: damage removed, tapped, out of combat (701.19a)."""

    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        cause = cause_of(frame, "regeneration")
        made: list[ac.Action] = []
        for i in objects(self.what.resolve(game.look, frame)):
            made += [
                ac.RemoveDamage(object=i, cause=cause),
                ac.Tap(object=i, cause=cause),
                ac.RemoveFromCombat(object=i, cause=cause),
            ]
        return made
