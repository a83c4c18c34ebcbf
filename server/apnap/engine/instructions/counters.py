"""Sentences about counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import actions as ac
from ..amounts import Amount, number, say
from ..frame import Frame
from ..terms import Term
from ..values import Ref, is_player, player, seat_of
from . import Control, Instruction, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


class PutCounters(Instruction, frozen=True, kw_only=True):
    kind: str
    amount: Amount = 1
    on: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.PutCounters(
                on=r, kind=self.kind, amount=number(self.amount, game.look, frame.about(r)),
                cause=cause_of(frame, "counters"),
            )
            for r in self.on.resolve(game.look, frame)
        ]  # fmt: skip

    def describe(self) -> str:
        return f"put {say(self.amount)} {self.kind} counters on {self.on.describe()}"


class RemoveCounters(Instruction, frozen=True, kw_only=True):
    """Remove counters; `amount` None: all of the kind."""

    kind: str
    amount: Amount | None = 1
    on: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        n = 10**15 if self.amount is None else number(self.amount, game.look, frame)
        return [
            ac.RemoveCounters(on=r, kind=self.kind, amount=n, cause=cause_of(frame, "counters"))
            for r in self.on.resolve(game.look, frame)
        ]

    def describe(self) -> str:
        return f"remove {self.kind} counters from {self.on.describe()}"


class CancelPairs(Instruction, frozen=True, kw_only=True):
    """Remove as many of each of two kinds of counters as there are pairs."""

    one: str
    other: str
    on: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        from ..counts import stat_of

        yield from ()
        made = []
        for ref in self.on.resolve(game.look, frame):
            n = min(stat_of(game.look, ref, "counters", self.one), stat_of(game.look, ref, "counters", self.other))
            made += [
                ac.RemoveCounters(on=ref, kind=kind, amount=n, cause=cause_of(frame, "counters"))
                for kind in (self.one, self.other)
            ]
        return made


class RemoveBeyondCap(Instruction, frozen=True, kw_only=True):
    """Remove the counters beyond what rules allow (704.5r)."""

    on: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        made = []
        for ref in self.on.resolve(game.look, frame):
            thing = game.look.live(ref)
            for kind, n in game.look.over_cap(thing) if thing is not None else ():
                made.append(ac.RemoveCounters(on=ref, kind=kind, amount=n, cause=cause_of(frame, "counters")))
        return made


class Proliferate(Control, frozen=True, kw_only=True):
    """701.34: choose permanents and players with counters; each gets one more of each kind.

    In the editions that first had it, it is one more of one kind: 701.24a (2012).
    """

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..perform import together

        legal = [Ref(i) for i in game.look.permanents() if game.state.objects[i].counters]
        legal += [player(s) for s in game.state.seats_in_game() if game.state.player(s).counters]
        chosen = yield from game.choose_refs(
            frame.controller, tuple(legal), prompt="proliferate", rule="keyword.proliferate",
            cause=frame.source, least=0, most=len(legal),
        )  # fmt: skip
        puts: list[ac.Action] = []
        given: set[tuple[int, str]] = set()
        for ref in chosen:
            for kind in (yield from self._kinds(game, frame, ref)):
                if is_player(ref):
                    shared = game.state.sharing(seat_of(ref), kind)[0], kind
                    if shared in given:
                        continue  # 701.34b: what a team shares goes to one of its players only
                    given.add(shared)
                puts.append(ac.PutCounters(on=ref, kind=kind, amount=1, cause=cause_of(frame, "keyword.proliferate")))
        return (yield from together(game, puts))

    def _kinds(self, game: Game, frame: Frame, ref: Ref) -> Asking:
        """Of which kinds it gets one more: of each, or of one that the controller picks."""
        kinds = tuple(kind for kind, _ in game.counters_on(ref))
        if game.look.switch("proliferate") == "each_kind" or len(kinds) < 2:
            return kinds
        kind = yield from game.choose_word(
            frame.controller, kinds, prompt="counter", rule="keyword.proliferate", cause=frame.source
        )
        return (kind,)
