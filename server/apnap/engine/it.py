"""`it`: what a body sees of its own ability. It reads the object as it is or, once gone, as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .amounts import Amount, Condition, number
from .counts import stat_of
from .filters import Filter
from .frame import Frame
from .state import Chars, Obj
from .terms import Chosen, Each, Term
from .values import NOBODY, Plain, Ref, Seat, is_player, player, seat_of

if TYPE_CHECKING:
    from .bodies import Running
    from .game import Game


class It:
    """The view of an ability at work. References it gives can be used in any instruction.

    `it.card` is the object of the ability: the permanent, or the card that it became.
    """

    def __init__(self, game: Game, running: Running) -> None:
        self._game = game
        self._running = running

    @property
    def frame(self) -> Frame:
        return self._running.frame

    @property
    def controller(self) -> Term:
        """The player who controls the ability."""
        return Chosen((player(self.frame.controller),))

    you = controller

    @property
    def this(self) -> Term:
        return Chosen((Ref(self.frame.source),))

    @property
    def card(self) -> Term:
        """This object, or the card that it became when it moved (400.7)."""
        card = self.frame.refs("card")
        return Chosen(card or (Ref(self.frame.source),))

    @property
    def owner(self) -> Term:
        thing = self._game.look.thing(self.frame.source)
        return Chosen((player(thing.obj.owner),) if thing is not None else ())

    @property
    def x(self) -> int:
        return self.frame.cast.x

    @property
    def targets(self) -> tuple[Term, ...]:
        """The legal targets, one reference per slot."""
        return tuple(Chosen(group) for group in self.frame.cast.targets)

    @property
    def target(self) -> Term:
        return self.targets[0] if self.targets else Chosen(())

    @property
    def amount(self) -> int:
        """How much the event was, or what the last sentence really did."""
        bound = self.frame.value("amount")
        return bound if isinstance(bound, int) else self.frame.amount

    @property
    def opponents(self) -> tuple[Term, ...]:
        return tuple(Chosen((player(s),)) for s in self._game.look.opponents(self.frame.controller))

    @property
    def players(self) -> tuple[Term, ...]:
        """The players in the game in APNAP order."""
        return tuple(Chosen((player(s),)) for s in self._game.look.apnap())

    def value(self, name: str) -> Plain | None:
        """A value bound to the ability: `player`, `object`, `kind`, or what a delayed ability was given."""
        return self.frame.value(name)

    def the(self, name: str) -> Term:
        """A bound object or player as a reference."""
        return Chosen(self.frame.refs(name))

    def all(self, filter: Filter) -> tuple[Term, ...]:
        """Every object and player that a filter matches now, each as a reference."""
        return self.each(Each(filter))

    def count(self, what: Filter | Term | Amount) -> int:
        """How many match or are named; or the value of an amount."""
        if isinstance(what, Filter):
            return len(what.refs(self._game.look, self.frame))
        if isinstance(what, Term):
            return len(what.resolve(self._game.look, self.frame))
        return number(what, self._game.look, self.frame)

    def holds(self, condition: Condition) -> bool:
        return condition.holds(self._game.look, self.frame)

    def is_(self, what: Term, filter: Filter) -> bool:
        """Whether everything that a reference names matches a filter."""
        refs = what.resolve(self._game.look, self.frame)
        return bool(refs) and all(filter.accepts(self._game.look, r, self.frame) for r in refs)

    def stat(self, what: Term, stat: str, kind: str = "") -> int:
        """Power, toughness, mana value, life, counters... of what is referred to, summed."""
        return sum(stat_of(self._game.look, r, stat, kind) for r in what.resolve(self._game.look, self.frame))

    def refs(self, what: Term) -> tuple[Ref, ...]:
        return what.resolve(self._game.look, self.frame)

    def each(self, what: Term) -> tuple[Term, ...]:
        """What a reference names, one by one."""
        return tuple(Chosen((r,)) for r in what.resolve(self._game.look, self.frame))

    def same(self, a: Term, b: Term) -> bool:
        return self.refs(a) == self.refs(b)

    def controller_of(self, what: Term) -> Term:
        seats = [self._game.look.controller(r) for r in self.refs(what)]
        return Chosen(tuple(player(s) for s in seats if s != NOBODY))

    def owner_of(self, what: Term) -> Term:
        found = []
        for ref in self.refs(what):
            thing = self._game.look.thing(ref)
            if is_player(ref):
                found.append(ref)
            elif thing is not None:
                found.append(player(thing.obj.owner))
        return Chosen(tuple(found))

    def chars(self, what: Term) -> Chars | None:
        """The characteristics of one object, now or as it last was."""
        refs = self.refs(what)
        thing = self._game.look.thing(refs[0]) if refs else None
        return thing.chars if thing is not None else None

    def object(self, what: Term) -> Obj | None:
        refs = self.refs(what)
        thing = self._game.look.thing(refs[0]) if refs else None
        return thing.obj if thing is not None else None

    def zone(self, who: Term, zone: str) -> Term:
        """The cards of a player's zone, top first."""
        found: list[Ref] = []
        for ref in self.refs(who):
            if is_player(ref):
                found += [Ref(i) for i in self._game.state.zone(zone, seat_of(ref))]  # type: ignore[arg-type]
        return Chosen(tuple(found))

    def linked(self, link: str) -> tuple[Plain, ...]:
        """What this object remembers under a link name (607)."""
        return self._game.state.links.get(f"{self.frame.source}:{link}", ())

    @property
    def seat(self) -> Seat:
        return self.frame.controller
