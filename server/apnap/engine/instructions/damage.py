"""Sentences about damage and life."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import actions as ac
from ..amounts import Amount, number, say
from ..frame import Frame
from ..player_terms import You
from ..terms import Term, This, objects, seats
from ..values import Ref, Seat, player, seat_of
from . import Instruction, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


class DealDamage(Instruction, frozen=True, kw_only=True):
    amount: Amount
    to: Term
    source: Term = This()
    preventable: bool = True

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        cause = cause_of(frame, "damage")
        made = []
        for source in objects(self.source.resolve(game.look, frame)):
            for ref in self.to.resolve(game.look, frame):
                n = number(self.amount, game.look, frame.about(ref))
                made.append(ac.DealDamage(source=source, to=ref, amount=n, preventable=self.preventable, cause=cause))
        return made

    def describe(self) -> str:
        return f"deal {say(self.amount)} damage to {self.to.describe()}"


class DealDivided(Instruction, frozen=True, kw_only=True):
    """Damage divided as chosen on announcement among the targets still legal (601.2d)."""

    to: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        legal = self.to.resolve(game.look, frame)
        return [
            ac.DealDamage(source=frame.source, to=ref, amount=n, cause=cause_of(frame, "damage"))
            for ref, n in frame.cast.divided
            if ref in legal
        ]

    def describe(self) -> str:
        return f"deal the divided damage to {self.to.describe()}"


class GainLife(Instruction, frozen=True, kw_only=True):
    who: Term = You()
    amount: Amount

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.GainLife(
                seat=s,
                amount=number(self.amount, game.look, frame.about(player(s))),
                cause=cause_of(frame, "life"),
            )
            for s in seats(self.who.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"{self.who.describe()} gains {say(self.amount)} life"


class LoseLife(Instruction, frozen=True, kw_only=True):
    who: Term
    amount: Amount

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.LoseLife(
                seat=s,
                amount=number(self.amount, game.look, frame.about(player(s))),
                cause=cause_of(frame, "life"),
            )
            for s in seats(self.who.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"{self.who.describe()} loses {say(self.amount)} life"


class SetLife(Instruction, frozen=True, kw_only=True):
    who: Term
    total: Amount

    def plan(self, game: Game, frame: Frame) -> Asking:
        named = seats(self.who.resolve(game.look, frame))
        total, found = number(self.total, game.look, frame), []
        for heads in dict.fromkeys(game.state.sharing(seat, "life") for seat in named):
            meant = tuple(seat for seat in heads if seat in named)
            seat, becomes = meant[0], total
            if len(meant) > 1:
                seat, becomes = yield from self._of_a_team(game, frame, meant, total)
            found.append(ac.SetLife(seat=seat, total=becomes, cause=cause_of(frame, "life")))
        return found

    def _of_a_team(self, game: Game, frame: Frame, heads: tuple[Seat, ...], total: int) -> Asking:
        """810.9d: a team whose players would all be affected chooses one; 606.9b (2007): the numbers are added up."""
        if game.look.switch("life_query") == "half_rounded_up":
            first = heads[0]
            return first, game.life_of(first) + total * len(heads) - game.state.player(first).life
        picked = yield from game.choose_refs(
            heads[0], tuple(player(s) for s in heads), prompt="head", rule="2hg.set_life", cause=frame.source
        )
        return seat_of(picked[0]), total

    def describe(self) -> str:
        return f"the life total of {self.who.describe()} becomes {say(self.total)}"


class RemoveDamage(Instruction, frozen=True, kw_only=True):
    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.RemoveDamage(object=i, cause=cause_of(frame, "damage"))
            for i in objects(self.what.resolve(game.look, frame))
        ]


class Fight(Instruction, frozen=True, kw_only=True):
    """Each deals damage equal to its power to the other (701.14)."""

    one: Term
    other: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        a, b = objects(self.one.resolve(game.look, frame)), objects(self.other.resolve(game.look, frame))
        if not a or not b:
            return []
        made = []
        for x, y in ((a[0], b[0]), (b[0], a[0])):
            thing = game.look.live(x)
            if thing is not None:
                made.append(
                    ac.DealDamage(
                        source=x, to=Ref(y), amount=thing.chars.power or 0, cause=cause_of(frame, "keyword.fight")
                    )
                )
        return made
