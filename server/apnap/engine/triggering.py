"""Triggering: what was noticed waits to be put on the stack, and what triggers on that waits too (603.2).

An ability may trigger because another one triggered, and that again. Such a chain is followed one link after
another. Nobody can do anything within it, so one that comes round is a loop that nobody can stop: a draw (104.4b).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import events as ev
from .abilities import Triggered
from .frame import Frame
from .loops import draw_loop
from .patterns import StateIs
from .sources import Source
from .state import Bound, Cause, Waiting
from .triggers import Noticed, state_key

if TYPE_CHECKING:
    from .game import Game


def notice(game: Game, noticed: Sequence[Noticed]) -> None:
    """Let what a batch triggered wait, and whatever that triggers in its turn; then what is true by now."""
    _follow(game, _Chain(game), _each(game, noticed))
    notice_states(game)


def notice_states(game: Game) -> None:
    """State triggers trigger as soon as their condition is true, once until they left the stack (603.8)."""
    more = True
    while more and not game.over:
        more = False
        for source in game.look.found("state"):
            triggered: Triggered = source.ability
            key = state_key(source.obj, source.path)
            if game.over or key in game.state.fired:
                continue
            assert isinstance(triggered.on, StateIs)
            if triggered.on.condition.holds(game.look, source.frame(game.look)):
                more = True  # that it has triggered may have made another one true
                game.note(ev.AbilityFired(key=key))
                _follow(game, _Chain(game), iter([_Link(source, triggered, ())]))


def trigger_now(game: Game, triggered: Triggered, frame: Frame) -> None:
    """A reflexive trigger (603.12): it has triggered, with the frame's values."""
    path = game.book.path_of(triggered)
    source = Source(triggered, path, frame.source, frame.controller, 0, frame.bound)
    bound: Bound = tuple(
        (k, v) for k, v in (("that", tuple(int(r) for r in frame.that)), ("amount", frame.amount)) if v
    )
    _follow(game, _Chain(game), iter([_Link(source, triggered, bound)]))
    notice_states(game)


# --- chains ---------------------------------------------------------------------------------------------


class _Link:
    """An ability that triggers: from which source, with which values of its event."""

    __slots__ = ("bound", "source", "triggered")

    def __init__(self, source: Source, triggered: Triggered, bound: Bound) -> None:
        self.source = source
        self.triggered = triggered
        self.bound = bound

    def key(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.source.obj, self.source.path, self.source.controller, self.source.bound, self.bound

    def waiting(self, game: Game) -> Waiting:
        names = {name for name, _ in self.bound}
        kept = tuple((k, v) for k, v in self.source.bound if k not in names)
        on = self.triggered.on
        return Waiting(
            id=game.take_effect_number(),
            path=self.source.path,
            source=self.source.obj,
            controller=self.source.controller,
            bound=kept + self.bound,
            granted_by=self.source.granted_by,
            second=not isinstance(on, StateIs) and any(p.event == "Triggered" for p in on),
        )


class _Chain:
    """The links from the first to the last, each of which triggered the next, with what else changed meanwhile."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.links: list[tuple[Any, ...]] = []
        self._met: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
        self._counted = tuple(name for name, _ in game.book.tallies.get("Triggered", ()))

    def add(self, link: _Link) -> None:
        key = link.key()
        self.links.append(key)
        self._met.setdefault(key, []).append(self._besides())

    def drop(self) -> None:
        """Go back by one link."""
        if self.links:
            key = self.links.pop()
            self._met[key].pop()

    def comes_round(self, link: _Link) -> bool:
        """Whether the same triggered before in this chain, when all else was as it is now; or it is endlessly long.

        Only that an ability triggers happens in a chain: what can differ is what has triggered as often as it may,
        and what is counted of it.
        """
        before = self._met.get(link.key())
        if before and self._besides() in before:
            return True
        if len(self.links) < self.game.limits["resolutions"]:
            return False
        self.game.note(ev.LimitReached(limit="resolutions", cause=Cause("loop.mandatory")))
        return True

    def _besides(self) -> tuple[Any, ...]:
        state = self.game.state
        counts = tuple(tuple(state.tallies.get(name, {}).items()) for name in self._counted)
        return state.fired, tuple(state.delayed), counts


def _follow(game: Game, chain: _Chain, first: Iterator[_Link]) -> None:
    """Go through all that triggers, and at each through all that it triggers, before the next."""
    levels = [first]
    while levels and not game.over:
        link = next(levels[-1], None)
        if link is None:
            levels.pop()
            chain.drop()
            continue
        if chain.comes_round(link):
            draw_loop(game)
            return
        cause = Cause("triggers.notice", link.source.obj, link.source.controller)
        reactions = game.apply_batch([ev.Triggered(waiting=link.waiting(game), cause=cause)])
        chain.add(link)
        levels.append(_each(game, reactions))


def _each(game: Game, noticed: Sequence[Noticed]) -> Iterator[_Link]:
    """What was noticed, in the order of its events, each so often as it triggers; once-only ones are marked."""
    for n in sorted(noticed, key=lambda n: n.at):
        triggered = n.triggered
        key = f"turn:{n.source.obj}:{n.source.path}"
        if triggered.limit and game.state.fired.count(key) >= triggered.limit:
            continue
        if n.delayed:
            if n.delayed not in game.state.delayed:
                continue
            if triggered.once:
                game.note(ev.DelayedEnded(delayed=n.delayed))
        if triggered.limit:
            game.note(ev.AbilityFired(key=key))
        for _ in range(n.times):
            yield _Link(n.source, triggered, n.bound)
