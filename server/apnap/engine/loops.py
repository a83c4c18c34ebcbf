"""Loops through priority that nobody stops: the same state again, and no choice in between (104.4b).

A pass is no choice here: nobody is made to do what would end a loop but is no part of it (732.5). Every other
question with two answers or more is one, and so a loop with an optional action in it goes on.

The state keeps a `Course` of the resolutions in a row without a choice, all in one turn. It begins anew wherever
the stack gets smaller than it was in it, so that a stack that is only worked off costs nothing. After `QUIET` of
them it keeps a print of itself, and prints are taken of later states that look the same at a glance; the kept one is
replaced at doubling distances, so that it comes to lie in the loop however that began. What is seen for the
`SIGHTINGS`-th time is a draw. A loop in which something grows has no such state: it is a draw after as many
resolutions as the game's limits say.

A print tells two states apart unless they differ only in what a new object, or one that moved, always has: its
number and its timestamp, of which the order is kept. Chance is a part of it, and so is every count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from . import events as ev
from .requests import Answer, Request
from .state import AbilityRef, Bound, Cast, Cause, Course, Delayed, Effect, Obj, State, Thing, Waiting
from .values import NOTHING, ObjId, Plain, Ref

if TYPE_CHECKING:
    from .game import Game

#: So many resolutions without a choice before anything is compared: more than most turns have.
QUIET = 12
#: So many rounds of the same without a choice are a loop too, where nobody has priority in between: of checks with
#: the same clauses on the same subjects, of abilities put on the stack, of mana abilities that trigger on mana.
LOOP_CHECKS = 1000
#: How often the same state must be seen; each time everybody has passed in it.
SIGHTINGS = 3


def is_forced(request: Request, reply: Answer | dict[Any, Any]) -> bool:
    """Whether a question had one answer only, or was an offer to act that was passed."""
    if not isinstance(reply, Answer) or reply.cancel or request.all_of or request.may_cancel:
        return False
    if request.kind == "priority":
        return reply.picks == ("pass",)
    if request.kind == "number":
        return request.min == request.max
    if request.kind in ("choose", "order", "divide"):
        return len(request.options) == 1 and request.min == 1
    return request.kind in ("attackers", "blockers") and not request.options


def never_ends(game: Game) -> bool:
    """Look at the state at the first grant after a resolution: whether it is in a loop without a choice."""
    course = game.state.course
    if course.quiet < QUIET or game.state.turn.passed or course.looked == course.quiet:
        return False  # a game that is made anew stands where it has been looked at already
    if course.quiet >= game.limits["resolutions"]:
        game.note(ev.LimitReached(limit="resolutions", cause=Cause("loop.mandatory")))
        return True
    if course.mark and _glance(game.state) == course.glance and _print(game.state, course.first) == course.mark:
        _keep(game, replace(course, times=course.times + 1, looked=course.quiet))
        return course.times + 1 >= SIGHTINGS
    if not course.mark or course.quiet - course.at >= course.span:
        first = course.first or game.state.next_id
        mark = _print(game.state, first)
        glance, span = _glance(game.state), 2 * course.span or 1
        kept = replace(course, first=first, glance=glance, mark=mark, times=1, at=course.quiet, span=span)
        _keep(game, replace(kept, looked=course.quiet))
    return False


def draw_loop(game: Game) -> None:
    """A loop that nobody can stop ends the game, and nobody has won it."""
    game.happen([ev.GameEnded(result=game.drawn(), cause=Cause("loop.mandatory"))])


def _keep(game: Game, course: Course) -> None:
    game.note(ev.CourseMarked(course=course, cause=Cause("loop")))


def _glance(state: State) -> tuple[int, ...]:
    """What is the same in two states of one print, and costs nothing to see."""
    return (len(state.objects), len(state.zone("stack")), state.seed, *(p.life for p in state.players))


def _print(state: State, first: int) -> str:
    return Print(state, first).taken()


# --- the print ----------------------------------------------------------------------------------------

#: Values that a triggered ability, or one of a turn to come, keeps and that are references.
REFERENCES = ("card", "object", "player", "source", "that", "objects", "to", "found")


class Print:
    """A state without what is new in it only by number: objects of a number below `first` keep theirs."""

    def __init__(self, state: State, first: int) -> None:
        self.state = state
        self.first = first
        self.gone = self._remembered()
        new = sorted(i for i in (*state.objects, *self.gone) if i >= first)
        self.objects = {i: -1000 - n for n, i in enumerate(new)}
        lived = [*state.objects.values(), *(state.last_known[i].obj for i in self.gone)]
        self.cards: dict[int, int] = {c: n for n, c in enumerate(sorted({o.card for o in lived}))}
        stamps = {o.timestamp for o in lived} | {e.timestamp for e in state.effects.values()}
        self.stamps = {t: n for n, t in enumerate(sorted(stamps))}

    def taken(self) -> str:
        """The print, as a word that is the same in every process."""
        state = self.state
        parts = (
            [self._obj(state.objects[i]) for i in sorted(state.objects)],
            [(key, [self._ref(i) for i in ids]) for key, ids in sorted(state.zones.items()) if ids],
            [
                (n, r.base, r.owner, r.commander)
                for c, r in sorted(state.cards.items())
                if (n := self.cards.get(c)) is not None
            ],
            [self._effect(e) for _, e in sorted(state.effects.items())],
            [self._effect(d) for _, d in sorted(state.delayed.items())],
            [self._thing(state.last_known[i]) for i in sorted(self.gone)],
            sorted((key, self._values(values)) for key, values in self._links()),
            sorted((name, sorted(counts.items())) for name, counts in state.tallies.items()),
            [(self._ref(i), seats) for i, seats in sorted(state.known.items())],
            [self._key(k) for k in state.fired if not self._is_forgotten(k)],
            (state.players, replace(state.turn, resolved=0), state.combat, state.waiting, state.flags),
            (state.seed, state.monarch, state.day_night, state.starting),
        )
        return hashlib.blake2b(msgspec.msgpack.encode(parts), digest_size=16).hexdigest()

    # --- what still matters of what has gone

    def _remembered(self) -> tuple[int, ...]:
        """What has gone and is still named by something that is there, or by something so remembered."""
        state = self.state
        found: dict[int, None] = {}
        open_: list[int] = [i for o in state.objects.values() for i in _named(o)]
        lasting: tuple[Effect | Delayed | Waiting, ...] = (
            *state.effects.values(), *state.delayed.values(), *state.waiting,
        )  # fmt: skip
        for each in lasting:
            open_ += [each.source, *_ints(v for _, v in each.bound)]
        open_ += [r for e in state.effects.values() for r in e.affected or ()]
        open_ += _ints(v for key, v in state.links.items() if _owner(key) in state.objects)
        while open_:
            i = open_.pop()
            if i in state.last_known and i not in found and i not in state.objects:
                found[i] = None
                open_ += _named(state.last_known[i].obj)
                open_ += _ints(v for key, v in state.links.items() if _owner(key) == i)
        return tuple(found)

    def _links(self) -> Iterator[tuple[str, tuple[Plain, ...]]]:
        for key, values in self.state.links.items():
            owner = _owner(key)
            if owner < self.first or owner in self.objects:
                yield self._key(f"link:{key}"), values

    def _is_forgotten(self, key: str) -> bool:
        owner = _owner(key.partition(":")[2])
        return owner >= self.first and owner not in self.objects

    # --- values without numbers

    def _ref(self, ref: int) -> int:
        return self.objects.get(ref, ref)

    def _refs(self, refs: Iterable[int]) -> tuple[int, ...]:
        return tuple(self._ref(r) for r in refs)

    def _values(self, value: Any) -> Any:
        """What a link holds: references, and what is none stays as it is."""
        if isinstance(value, tuple):
            return tuple(self._values(v) for v in value)
        return self._ref(value) if isinstance(value, int) else value

    def _key(self, key: str) -> str:
        """A key with the number of an object in its second place."""
        word, _, rest = key.partition(":")
        number, colon, rest = rest.partition(":")
        return f"{word}:{self._ref(int(number)) if number.isdigit() else number}{colon}{rest}"

    def _bound(self, bound: Bound) -> tuple[tuple[str, Any], ...]:
        return tuple((name, self._values(value) if name in REFERENCES else value) for name, value in bound)

    def _obj(self, obj: Obj) -> Any:
        return (
            replace(
                obj,
                id=ObjId(Ref(self._ref(obj.id))),
                card=self.cards[obj.card],
                timestamp=self.stamps[obj.timestamp],
                attached=Ref(self._ref(obj.attached)),
                source=ObjId(Ref(self._ref(obj.source))),
                cast=None if obj.cast is None else self._cast(obj.cast),
                bound=self._bound(obj.bound),
            ),
        )

    def _cast(self, cast: Cast) -> Cast:
        return replace(
            cast,
            targets=tuple(self._refs(t) for t in cast.targets),
            divided=tuple((self._ref(r), n) for r, n in cast.divided),
            given=self._refs(cast.given),
        )

    def _effect(self, effect: Effect | Delayed) -> Any:
        """Without its own number: their order is that of these."""
        made = replace(effect, id=0, source=ObjId(Ref(self._ref(effect.source))), bound=self._bound(effect.bound))
        if isinstance(made, Effect):
            affected = None if made.affected is None else self._refs(made.affected)
            made = replace(made, affected=affected, timestamp=self.stamps[made.timestamp])
        return made

    def _thing(self, thing: Thing) -> Any:
        abilities = tuple(self._ability(a) for a in thing.chars.abilities)
        return (self._obj(thing.obj), replace(thing.chars, abilities=abilities))

    def _ability(self, ref: AbilityRef) -> AbilityRef:
        return replace(ref, granted_by=ObjId(Ref(self._ref(ref.granted_by))), bound=self._bound(ref.bound))


def _owner(key: str) -> int:
    """The object whose link or mark a key is; 0 where it is no object's."""
    number = key.partition(":")[0]
    return int(number) if number.isdigit() else int(NOTHING)


def _named(obj: Obj) -> list[int]:
    """What an object refers to."""
    cast = obj.cast or Cast()
    refs = [obj.attached, obj.source, *cast.given, *(r for t in cast.targets for r in t), *(r for r, _ in cast.divided)]
    return [*refs, *_ints(v for _, v in obj.bound)]


def _ints(values: Iterable[Any]) -> list[int]:
    found: list[int] = []
    for value in values:
        if isinstance(value, int):
            found.append(value)
        elif isinstance(value, tuple):
            found += _ints(value)
    return found


__all__ = ["LOOP_CHECKS", "QUIET", "SIGHTINGS", "Print", "draw_loop", "is_forced", "never_ends"]
