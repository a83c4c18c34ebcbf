"""Sentences that hold others: "may", "if you do", "for each", and what only code can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from .. import actions as ac
from ..abilities import Body, describe_body
from ..amounts import Amount, Condition, number, say
from ..cost_parts import Costs
from ..done import NOTHING_DONE
from ..frame import Frame
from ..player_terms import You
from ..terms import Term, seats
from . import Control, Instruction

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


class May(Control, frozen=True, kw_only=True):
    """A player may do something; `otherwise` is done if not.

    "If you do" asks what really happened; where there is nothing to do, being willing is all.
    """

    do: Body
    who: Term = You()
    otherwise: tuple[Any, ...] = ()
    prompt: str = "may"

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run

        asked = seats(self.who.resolve(game.look, frame))
        for seat in asked:
            if seat != frame.controller and not game.state.player(seat).in_game:
                continue
            wants = yield from game.choose_yes(
                seat, prompt=self.prompt, rule="resolve.choices", cause=frame.source, personal=False
            )
            if not wants:
                continue
            done = yield from run(game, frame, self.do)
            if not self.do:
                return replace(done, did=True)
            if done or game.state.player(seat).in_game:
                return done  # what one who left can no longer do was no choice (608.2d)
        yield from run(game, frame, self.otherwise)
        return NOTHING_DONE

    def describe(self) -> str:
        return f"{self.who.describe()} may {describe_body(self.do)}"


class PayOr(Control, frozen=True, kw_only=True):
    """A player may pay a cost, or all of it so many `times`; then `do`, or if not `otherwise`."""

    who: Term
    cost: Costs
    times: Amount = 1
    do: tuple[Any, ...] = ()
    otherwise: tuple[Any, ...] = ()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..affording import times
        from ..bodies import run
        from ..costs import pay_if_willing

        costs = times(self.cost, number(self.times, game.look, frame))
        for seat in seats(self.who.resolve(game.look, frame)):
            paid = yield from pay_if_willing(game, frame, seat, costs)
            if paid:
                done = yield from run(game, frame, self.do)
                return replace(done, paid=True)
        return (yield from run(game, frame, self.otherwise))

    def describe(self) -> str:
        each = "" if self.times == 1 else f", {say(self.times)} times"
        text = f"{self.who.describe()} may pay {self.cost.describe()}{each}"
        if self.do:
            text += f"; then {describe_body(self.do)}"
        return text + (f"; otherwise {describe_body(self.otherwise)}" if self.otherwise else "")


class If(Control, frozen=True, kw_only=True):
    condition: Condition
    then: tuple[Any, ...]
    otherwise: tuple[Any, ...] = ()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run

        return (yield from run(game, frame, self.then if self.condition.holds(game.look, frame) else self.otherwise))

    def describe(self) -> str:
        text = f"if {self.condition.describe()}, {describe_body(self.then)}"
        return text + (f"; otherwise {describe_body(self.otherwise)}" if self.otherwise else "")


class IfDone(Control, frozen=True, kw_only=True):
    """ "If you do": `then` when the first sentence did something."""

    first: Instruction
    then: tuple[Any, ...]
    otherwise: tuple[Any, ...] = ()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run

        done = yield from self.first.execute(game, frame)
        after = replace(frame, that=done.that or frame.that, amount=done.amount)
        more = yield from run(game, after, self.then if done else self.otherwise)
        return done.plus(more)

    def describe(self) -> str:
        return f"{self.first.describe()}; if that is done, {describe_body(self.then)}"


class ForEach(Control, frozen=True, kw_only=True):
    """For each of several, in order, the sentences with it as the subject."""

    of: Term
    do: tuple[Any, ...]

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run

        done = NOTHING_DONE
        for ref in self.of.resolve(game.look, frame):
            one = yield from run(game, frame.about(ref), self.do)
            done = done.plus(one)
        return done

    def describe(self) -> str:
        return f"for {self.of.describe()}: {describe_body(self.do)}"


class Simultaneous(Instruction, frozen=True, kw_only=True):
    """Several sentences as one event ("and")."""

    do: tuple[Instruction, ...]

    def plan(self, game: Game, frame: Frame) -> Asking:
        made: list[ac.Action] = []
        for instruction in self.do:
            more = yield from instruction.plan(game, frame)
            made += more
        return made

    def describe(self) -> str:
        return " and ".join(i.describe() for i in self.do)


class RepeatTimes(Control, frozen=True, kw_only=True):
    times: Amount
    do: tuple[Any, ...]

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run

        done = NOTHING_DONE
        for _ in range(number(self.times, game.look, frame)):
            one = yield from run(game, frame, self.do)
            done = done.plus(one)
        return done


class Custom(Control, frozen=True, kw_only=True):
    """What only code can do: a generator function over `it`; stored by its path."""

    body: Callable[..., Any]
    says: str

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run

        return (yield from run(game, frame, self.body))

    def describe(self) -> str:
        return self.says
