"""Sentences that begin or end lasting effects and delayed triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import actions as ac
from ..abilities import Instead, Static, Triggered
from ..amounts import Amount, added, number
from ..done import NOTHING_DONE, Done
from ..filters import Filter
from ..frame import Frame
from ..static_parts import Gets, open_amounts
from ..terms import Term, objects
from ..values import Plain, Ref
from . import Control, Instruction, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


#: What a duration is called, and when it ends (611.2); see `turn.py`.
DURATIONS = (
    "end of turn", "your next turn", "end of your next turn", "end of combat", "while source", "forever",
    "while you control source", "this turn", "until source leaves", "marked turns",
)  # fmt: skip


class Apply(Instruction, frozen=True, kw_only=True):
    """A continuous effect for a time (611.2). Amounts are worked out now (608.2h), save `Live` ones.

    `to` are the objects or players it affects, locked in; None leaves the filter of the static open
    (611.2c: only for effects that do not change characteristics or control). An amount may speak of each
    of them as the subject.
    """

    static: Static
    to: Term | None = None
    until: str = "end of turn"
    bind: tuple[tuple[str, Any], ...] = ()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        affected: tuple[Ref, ...] | None = None
        if self.to is not None:
            affected = self.to.resolve(game.look, frame)
            if not affected:
                return []
        elif any(p.layers for p in self.static.parts) and isinstance(self.static.affects, Filter):
            affected = tuple(Ref(t.obj.id) for t in self.static.affects.all(game.look, frame))  # 611.2c
        return [
            ac.StartEffect(
                path=game.book.path_of(self.static),
                source=frame.source,
                seat=frame.controller,
                duration=self.until,
                bound=_bound(game, frame, dict(frame.bound) | dict(amounts), self.bind),
                affected=group,
                cause=cause_of(frame, "continuous"),
            )
            for amounts, group in self._groups(game, frame, affected)
        ]

    def _groups(self, game: Game, frame: Frame, affected: tuple[Ref, ...] | None) -> Any:
        """The affected objects by what the amounts come to for them; nearly always all together."""
        if not affected:
            return [(self._amounts(game, frame), affected)]
        groups: dict[tuple[tuple[str, int], ...], tuple[Ref, ...]] = {}
        for ref in affected:
            amounts = self._amounts(game, frame.about(ref))
            groups[amounts] = (*groups.get(amounts, ()), ref)
        return groups.items()

    def _amounts(self, game: Game, frame: Frame) -> tuple[tuple[str, int], ...]:
        return tuple(
            (f"{i}.{name}", (added if isinstance(part, Gets) else number)(amount, game.look, frame))
            for i, part in enumerate(self.static.parts)
            for name, amount in open_amounts(part)
        )

    def describe(self) -> str:
        who = f"{self.to.describe()}: " if self.to is not None else ""
        return f"{who}{self.static.describe()} until {self.until}"


class Shield(Instruction, frozen=True, kw_only=True):
    """A replacement or prevention effect for a time: regeneration, "prevent the next 3 damage".

    `to` are the objects or players it protects; `uses` how much it can do (0: no limit).
    """

    instead: Instead
    to: Term | None = None
    until: str = "end of turn"
    uses: Amount = 0
    bind: tuple[tuple[str, Any], ...] = ()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        affected = None if self.to is None else self.to.resolve(game.look, frame)
        if affected == ():
            return []
        values = dict(frame.bound)
        for name, value in self.bind:
            values[name] = tuple(int(r) for r in value.resolve(game.look, frame)) if isinstance(value, Term) else value
        path = game.book.path_of(self.instead)
        groups = [affected] if affected is None else [(r,) for r in affected]
        return [
            ac.StartEffect(
                path=path, source=frame.source, seat=frame.controller, duration=self.until,
                bound=tuple(sorted(values.items())), affected=group, uses=number(self.uses, game.look, frame),
                cause=cause_of(frame, "continuous"),
            )
            for group in groups
        ]  # fmt: skip

    def describe(self) -> str:
        return f"{self.instead.describe()} until {self.until}"


class Delay(Instruction, frozen=True, kw_only=True):
    """A delayed triggered ability (603.7), with values bound now."""

    trigger: Triggered
    until: str = ""
    bind: tuple[tuple[str, Any], ...] = ()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        held: dict[str, Plain] = {**dict(frame.bound), "that": tuple(int(r) for r in frame.that)}
        return [
            ac.StartDelayed(
                path=game.book.path_of(self.trigger), source=frame.source, seat=frame.controller,
                bound=_bound(game, frame, held, self.bind), duration=self.until,
                cause=cause_of(frame, "triggers.delayed"),
            )
        ]  # fmt: skip

    def describe(self) -> str:
        return self.trigger.describe()


class Reflexive(Control, frozen=True, kw_only=True):
    """ "When you do": a triggered ability that triggers now (603.12)."""

    trigger: Triggered

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..triggering import trigger_now

        yield from ()
        trigger_now(game, self.trigger, frame)
        return Done(did=True)

    def describe(self) -> str:
        return "when you do, " + "; or ".join(m.describe() for m in self.trigger.modes)


class EndEffects(Instruction, frozen=True, kw_only=True):
    """End the lasting effect that gave this object the ability, or else all that the object made."""

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        made = [e for e in game.state.effects.values() if e.source == frame.source]
        own = [e for e in made if e.gives(frame.source, frame.path)]
        return [ac.EndEffect(effect=e.id, cause=cause_of(frame, "continuous")) for e in own or made]


class ExchangeControl(Control, frozen=True, kw_only=True):
    """Exchange control of two objects (701.12); nothing happens unless both can be exchanged.

    They are named by two references, or by one that names both.
    """

    one: Term
    other: Term | None = None
    give: Static
    take: Static

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..perform import together

        named = self.one.resolve(game.look, frame)
        if self.other is not None:
            named = named[:1] + self.other.resolve(game.look, frame)[:1]
        both = objects(named)
        if len(both) != 2:
            return NOTHING_DONE
        x, y = game.look.live(both[0]), game.look.live(both[1])
        if x is None or y is None or x.chars.controller == y.chars.controller:
            return NOTHING_DONE
        actions = [
            ac.StartEffect(
                path=game.book.path_of(static), source=frame.source, seat=to, duration="forever",
                affected=(of,), cause=cause_of(frame, "layers.control"),
            )
            for static, of, to in (
                (self.give, x.obj.id, y.chars.controller),
                (self.take, y.obj.id, x.chars.controller),
            )
        ]  # fmt: skip
        return (yield from together(game, actions))


def _bound(
    game: Game, frame: Frame, held: dict[str, Plain], bind: tuple[tuple[str, Any], ...]
) -> tuple[tuple[str, Plain], ...]:
    """What an effect holds from its beginning on, with the values of `bind` as they are now."""
    values = dict(held)
    for name, value in bind:
        if isinstance(value, Term):
            values[name] = tuple(int(r) for r in value.resolve(game.look, frame))
        elif isinstance(value, int | str):
            values[name] = value
        else:
            values[name] = number(value, game.look, frame)
    return tuple(sorted(values.items()))
