"""The verbs: what one sentence of a card tells the players to do, as data.

An instruction is bound in a frame, asks its choices, and gives the actions of one batch (`plan`). Those
that are several batches or hold other instructions run as a whole (`execute`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from . import actions as ac
from .abilities import (
    Ability,
    Body,
    CardDef,
    Copies,
    Costs,
    Gets,
    Instead,
    Part,
    Static,
    TargetSlot,
    Triggered,
    describe_body,
    open_amounts,
)
from .done import NOTHING_DONE, Done
from .filters import Filter
from .frame import Frame, Looking
from .sides import choose_attacked
from .state import Cause
from .terms import Amount, Calc, Condition, Subject, Term, This, You, number, objects, say, seats
from .values import NOBODY, NOTHING, Mana, ObjId, Plain, Ref, Seat, is_player, player

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking

#: What a duration is called, and when it ends (611.2); see `turn.py`.
DURATIONS = (
    "end of turn", "your next turn", "end of your next turn", "end of combat", "while source", "forever",
    "while you control source", "this turn", "until source leaves",
)  # fmt: skip


class Instruction(Struct, frozen=True, kw_only=True):
    """One sentence. `plan` gives its actions; `describe` says it in our words."""

    plannable: ClassVar[bool] = True

    def plan(self, game: Game, frame: Frame) -> Asking:
        raise AssertionError(f"{type(self).__name__} has no plan")

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .perform import together

        actions = yield from self.plan(game, frame)
        return (yield from together(game, actions))

    def describe(self) -> str:
        return type(self).__name__.lower()


class Control(Instruction, frozen=True, kw_only=True):
    """An instruction that holds others or asks; it cannot join another batch."""

    plannable: ClassVar[bool] = False


def cause_of(frame: Frame, rule: str) -> Cause:
    return Cause(rule, frame.source, frame.controller, frame.path)


# --- damage and life ----------------------------------------------------------------------------


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
        yield from ()
        return [
            ac.SetLife(seat=s, total=number(self.total, game.look, frame), cause=cause_of(frame, "life"))
            for s in seats(self.who.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"the life total of {self.who.describe()} becomes {say(self.total)}"


# --- moving objects -----------------------------------------------------------------------------


class Destroy(Instruction, frozen=True, kw_only=True):
    what: Term
    regenerable: bool = True

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.Destroy(object=i, regenerable=self.regenerable, cause=cause_of(frame, "destroy"))
            for i in objects(self.what.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"destroy {self.what.describe()}"


class PutInto(Instruction, frozen=True, kw_only=True):
    """Move objects to a zone: exile, hand, graveyard, library (`place`: index from the top, -1 bottom).

    `shuffled` shuffles them in. `order` asks the owner for an order. `link` makes this object remember
    what moved, `how` is what patterns may ask about.
    """

    what: Term
    zone: str
    how: str = "put"
    place: int = 0
    shuffled: bool = False
    order: bool = False
    random: bool = False
    link: str = ""
    face_down: bool = False
    reveal: bool = False

    def plan(self, game: Game, frame: Frame) -> Asking:
        refs = self.what.resolve(game.look, frame)
        ids = [i for i in objects(refs) if i in game.state.objects]
        owners = [s for s in seats(refs)] or [game.state.objects[i].owner for i in ids]
        if (self.order or self.random) and len(ids) > 1:
            ids = yield from self._ordered(game, frame, ids)
        rule = "exile" if self.zone == "exile" else "resolve.instructions"
        made: list[ac.Action] = [
            ac.Move(
                object=i,
                to=self.zone,  # type: ignore[arg-type]
                how=self.how,  # type: ignore[arg-type]
                place=self.place,
                face_down="exile" if self.face_down else "",
                reveal=self.reveal,
                cause=cause_of(frame, rule),
            )
            for i in (ids if self.place == -1 else reversed(ids) if self.zone == "library" else ids)
        ]
        if self.shuffled:
            made += [ac.Shuffle(seat=s, cause=cause_of(frame, "shuffle")) for s in dict.fromkeys(owners)]
        return made

    def _ordered(self, game: Game, frame: Frame, ids: list[ObjId]) -> Asking:
        """The owner arranges them (the first named ends on top), or chance does."""
        if self.random:
            return game.shuffle_ids(ids)
        seat = game.state.objects[ids[0]].owner
        order = yield from game.order_refs(seat, tuple(ids), prompt="order", rule="resolve.choices", cause=frame.source)
        return [ObjId(r) for r in order]

    def execute(self, game: Game, frame: Frame) -> Asking:
        if self.shuffled:
            return (yield from self._shuffle_in(game, frame))
        done = yield from Instruction.execute(self, game, frame)
        if self.link:
            game.link(frame.source, self.link, tuple(int(i) for i in done.moved), add=True)
        return done

    def _shuffle_in(self, game: Game, frame: Frame) -> Asking:
        """The cards go in, and then the library is shuffled with them (701.24)."""
        from .perform import together

        actions = yield from self.plan(game, frame)
        done = yield from together(game, [a for a in actions if not isinstance(a, ac.Shuffle)])
        shuffles = [a for a in actions if isinstance(a, ac.Shuffle)]
        if not shuffles and isinstance(self.what, This):
            thing = game.look.thing(frame.source)
            shuffles = [ac.Shuffle(seat=thing.obj.owner, cause=cause_of(frame, "shuffle"))] if thing else []
        yield from together(game, shuffles)
        return done

    def describe(self) -> str:
        where = f"shuffled into {self.zone}" if self.shuffled else self.zone
        return f"put {self.what.describe()} into {where}"


class Returning(Part, frozen=True, kw_only=True):
    """What an exile "until this leaves" does in the end: the cards return under their owners' control."""

    def describe(self) -> str:
        return "return it to the battlefield under its owner's control"


class ExileUntil(Control, frozen=True, kw_only=True):
    """Exile objects until this leaves the battlefield (610.3): one effect with two ends, no second ability.

    Where this has left already nothing is exiled; what returns does so right after this has left.
    """

    what: Term
    back: Returning = Returning()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .perform import together

        source = game.state.objects.get(frame.source)
        if source is None or source.zone != "battlefield":
            return NOTHING_DONE
        cause = cause_of(frame, "exile")
        ids = objects(self.what.resolve(game.look, frame))
        done = yield from together(game, [ac.Move(object=i, to="exile", how="exile", cause=cause) for i in ids])
        exiled = tuple(Ref(i) for i in done.moved if (o := game.state.objects.get(i)) and o.zone == "exile")
        if exiled:
            yield from together(
                game,
                [
                    ac.StartEffect(
                        path=game.book.path_of(self.back), source=frame.source, seat=frame.controller,
                        duration="until source leaves", affected=exiled, cause=cause,
                    )
                ],
            )  # fmt: skip
        return done

    def describe(self) -> str:
        return f"exile {self.what.describe()} until this leaves the battlefield"


class PutOntoBattlefield(Instruction, frozen=True, kw_only=True):
    """Return or put cards onto the battlefield, under their owners' control unless `under` says other."""

    what: Term
    under: Term | None = None
    tapped: bool = False
    counters: tuple[tuple[str, Amount], ...] = ()
    attached: Term | None = None
    attacking: bool = False
    how: str = "return"
    face_down: str = ""
    link: str = ""

    def plan(self, game: Game, frame: Frame) -> Asking:
        made: list[ac.Action] = []
        for i in objects(self.what.resolve(game.look, frame)):
            obj = game.state.objects.get(i)
            if obj is None or not game.may_enter(obj, self.face_down):
                continue
            under = obj.owner
            if self.under is not None and (whose := seats(self.under.resolve(game.look, frame.about(i)))):
                under = whose[0]
            attached = Ref(0)
            if self.attached is not None and (hosts := self.attached.resolve(game.look, frame)):
                attached = hosts[0]
            attacked = Ref(0)
            if self.attacking:
                ((attacked, _),) = yield from choose_attacked(game, under, 1, frame.source)
            made.append(
                ac.Move(
                    object=i,
                    to="battlefield",
                    how=self.how,  # type: ignore[arg-type]
                    under=under,
                    tapped=self.tapped,
                    counters=tuple((k, number(n, game.look, frame)) for k, n in self.counters),
                    attached=attached,
                    face_down=self.face_down,
                    attacking=attacked,
                    cause=cause_of(frame, "resolve.instructions"),
                )
            )
        return made

    def execute(self, game: Game, frame: Frame) -> Asking:
        done = yield from Instruction.execute(self, game, frame)
        if self.link:
            game.link(frame.source, self.link, tuple(int(i) for i in done.moved), add=True)
        return done

    def describe(self) -> str:
        return f"put {self.what.describe()} onto the battlefield"


class Sacrifice(Instruction, frozen=True, kw_only=True):
    """The ability's controller, or `by` whom it says, sacrifices these permanents.

    What somebody else controls is not sacrificed (701.21a).
    """

    what: Term
    by: Term | None = None

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.Sacrifice(object=i, seat=self._seat(game, frame.about(Ref(i))), cause=cause_of(frame, "sacrifice"))
            for i in objects(self.what.resolve(game.look, frame))
            if i in game.state.objects
        ]

    def _seat(self, game: Game, frame: Frame) -> Seat:
        if self.by is None:
            return frame.controller
        return next(iter(seats(self.by.resolve(game.look, frame))), NOBODY)

    def describe(self) -> str:
        return f"sacrifice {self.what.describe()}"


class Discard(Instruction, frozen=True, kw_only=True):
    """Players discard cards: all, a number of their choice, at random, or as `chooser` picks."""

    who: Term
    amount: Amount | None = 1
    random: bool = False
    chooser: Term | None = None
    filter: Filter | None = None

    def plan(self, game: Game, frame: Frame) -> Asking:
        made = []
        for seat in game.in_apnap(seats(self.who.resolve(game.look, frame))):
            hand = game.state.zone("hand", seat)
            if self.filter is not None:
                hand = tuple(
                    i for i in hand if (t := game.look.live(i)) is not None and self.filter.matches(game.look, t, frame)
                )
            n = len(hand) if self.amount is None else min(len(hand), number(self.amount, game.look, frame))
            if n == len(hand):
                picked: tuple[Ref, ...] = hand
            elif self.random:
                picked = tuple(game.shuffle_ids(list(hand))[:n])
            else:
                asked = seat
                if self.chooser is not None:
                    asked = seats(self.chooser.resolve(game.look, frame))[0]
                picked = yield from game.choose_refs(
                    asked, hand, prompt="discard", rule="discard", cause=frame.source, least=n, most=n
                )
            made += [ac.Discard(object=ObjId(r), seat=seat, cause=cause_of(frame, "discard")) for r in picked]
        return made

    def describe(self) -> str:
        n = "their hand" if self.amount is None else f"{say(self.amount)} cards"
        return f"{self.who.describe()} discards {n}"


class ChooseAndSacrifice(Instruction, frozen=True, kw_only=True):
    """Each of these players sacrifices permanents of their choice; all at once (101.4).

    With a zone in `to` they are put there instead of being sacrificed.
    """

    who: Term
    filter: Filter
    amount: Amount = 1
    to: str = ""

    def plan(self, game: Game, frame: Frame) -> Asking:
        made = []
        for seat in game.in_apnap(seats(self.who.resolve(game.look, frame))):
            mine = tuple(
                t.obj.id
                for t in self.filter.all(game.look, replace(frame, controller=seat))
                if t.chars.controller == seat
            )
            n = min(len(mine), number(self.amount, game.look, frame.about(player(seat))))
            picked = yield from game.choose_refs(
                seat, mine, prompt="return" if self.to else "sacrifice",
                rule="resolve.choices" if self.to else "sacrifice", cause=frame.source, least=n, most=n,
            )  # fmt: skip
            made += [self._of(frame, seat, ObjId(r)) for r in picked]
        return made

    def _of(self, frame: Frame, seat: Seat, obj_id: ObjId) -> ac.Action:
        if not self.to:
            return ac.Sacrifice(object=obj_id, seat=seat, cause=cause_of(frame, "sacrifice"))
        return ac.Move(object=obj_id, to=self.to, how="return", cause=cause_of(frame, "resolve.instructions"))  # type: ignore[arg-type]

    def describe(self) -> str:
        does = f"puts into {self.to}" if self.to else "sacrifices"
        return f"{self.who.describe()} {does} {say(self.amount)} {self.filter.describe()}"


class CounterSpell(Instruction, frozen=True, kw_only=True):
    what: Term
    to: str = "graveyard"

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.Counter(object=i, to=self.to, cause=cause_of(frame, "counter"))  # type: ignore[arg-type]
            for i in objects(self.what.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"counter {self.what.describe()}"


# --- libraries ----------------------------------------------------------------------------------


class Draw(Control, frozen=True, kw_only=True):
    """Draw cards one by one, player after player (121.2)."""

    who: Term = You()
    amount: Amount = 1

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .perform import together

        done = NOTHING_DONE
        for seat in game.in_apnap(seats(self.who.resolve(game.look, frame))):
            n = number(self.amount, game.look, frame.about(player(seat)))
            for _ in range(n):
                if not game.state.player(seat).in_game:
                    break
                one = yield from together(game, [ac.Draw(seat=seat, cause=cause_of(frame, "draw"))])
                done = done.plus(one)
        return done

    def describe(self) -> str:
        return f"{self.who.describe()} draws {say(self.amount)} cards"


class Mill(Instruction, frozen=True, kw_only=True):
    who: Term
    amount: Amount

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.Mill(seat=s, amount=number(self.amount, game.look, frame), cause=cause_of(frame, "resolve.instructions"))
            for s in seats(self.who.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"{self.who.describe()} mills {say(self.amount)} cards"


class Shuffle(Instruction, frozen=True, kw_only=True):
    who: Term = You()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [ac.Shuffle(seat=s, cause=cause_of(frame, "shuffle")) for s in seats(self.who.resolve(game.look, frame))]

    def describe(self) -> str:
        return f"{self.who.describe()} shuffles"


class ShuffleIn(Control, frozen=True, kw_only=True):
    """Several things are shuffled into their owners' libraries; `into` shuffles although nothing goes."""

    what: tuple[Term, ...]
    into: Term | None = None

    plannable: ClassVar[bool] = True

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        ids: dict[ObjId, None] = {}
        for term in self.what:
            for i in objects(term.resolve(game.look, frame)):
                if i in game.state.objects:
                    ids[i] = None
        moves = [ac.Move(object=i, to="library", place=0, cause=cause_of(frame, "shuffle")) for i in ids]
        return [*moves, *self.shuffles(game, frame, moves)]

    def execute(self, game: Game, frame: Frame) -> Asking:
        return (yield from Instruction.execute(self, game, frame))

    def shuffles(self, game: Game, frame: Frame, moves: list[ac.Move]) -> list[ac.Action]:
        owners = [game.state.objects[m.object].owner for m in moves]
        if self.into is not None:
            owners += seats(self.into.resolve(game.look, frame))
        return [ac.Shuffle(seat=s, cause=cause_of(frame, "shuffle")) for s in dict.fromkeys(owners)]

    def describe(self) -> str:
        return f"shuffle {', '.join(t.describe() for t in self.what)} into the owner's library"


class Scry(Control, frozen=True, kw_only=True):
    """Look at the top cards, put any on the bottom and the rest back in any order (701.22); with
    `surveil`, into the graveyard instead of the bottom."""

    who: Term = You()
    amount: Amount = 1
    surveil: bool = False

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .perform import together

        for seat in game.in_apnap(seats(self.who.resolve(game.look, frame))):
            n = number(self.amount, game.look, frame)
            top = game.state.zone("library", seat)[:n]
            if not top:
                continue
            cause = cause_of(frame, "resolve.instructions" if self.surveil else "keyword.scry")
            yield from together(game, [ac.Reveal(objects=top, to=(seat,), cause=cause)])
            away = yield from game.choose_refs(
                seat, top, prompt="scry", rule=cause.rule, cause=frame.source, least=0, most=len(top)
            )
            stay = tuple(i for i in top if i not in away)
            if len(stay) > 1:
                stay = yield from game.order_refs(seat, stay, prompt="top", rule=cause.rule, cause=frame.source)
            if self.surveil:
                yield from together(
                    game, [ac.Move(object=ObjId(r), to="graveyard", how="mill", cause=cause) for r in away]
                )
            elif len(away) > 1:
                away = yield from game.order_refs(seat, away, prompt="bottom", rule=cause.rule, cause=frame.source)
            game.rearrange(
                seat,
                tuple(ObjId(r) for r in stay),
                () if self.surveil else tuple(ObjId(r) for r in away),
                cause,
            )
        return Done(did=True)

    def describe(self) -> str:
        return f"{'surveil' if self.surveil else 'scry'} {say(self.amount)}"


class Search(Control, frozen=True, kw_only=True):
    """Search a library for cards and put them somewhere, then shuffle (701.23).

    With `do` these sentences say what is done with "that" (also bound as `found`) before the shuffle.
    """

    who: Term = You()
    filter: Filter
    to: str = "hand"
    least: int = 0
    most: Amount = 1
    tapped: bool = False
    reveal: bool = False
    of: Term | None = None
    top: bool = False
    do: tuple[Any, ...] = ()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .bodies import run
        from .perform import together

        done = NOTHING_DONE
        for seat in game.in_apnap(seats(self.who.resolve(game.look, frame))):
            owner = seats(self.of.resolve(game.look, frame))[0] if self.of is not None else seat
            library = game.state.zone("library", owner)
            cause = Cause("search", frame.source, frame.controller, frame.path)
            yield from together(game, [ac.Reveal(objects=library, to=(seat,), cause=cause)])
            legal = tuple(
                i for i in library if (t := game.look.live(i)) is not None and self.filter.matches(game.look, t, frame)
            )
            most = min(len(legal), number(self.most, game.look, frame))
            picked = yield from game.choose_refs(
                seat, legal, prompt="search", rule="search", cause=frame.source, least=0, most=most
            )
            moves = [
                ac.Move(
                    object=ObjId(r), to=self.to, how="search", under=seat, tapped=self.tapped, reveal=self.reveal,  # type: ignore[arg-type]
                    cause=cause,
                )
                for r in picked
                if not self.top and not self.do
            ]  # fmt: skip
            found = yield from together(game, moves)
            if self.do:
                own = replace(frame.binding(found=tuple(int(r) for r in picked)), that=picked)
                found = yield from run(game, own, self.do)
            yield from together(game, [ac.Shuffle(seat=owner, cause=cause)])
            if self.top:
                yield from together(
                    game,
                    [ac.Move(object=ObjId(r), to="library", place=0, reveal=self.reveal, cause=cause) for r in picked],
                )
            done = done.plus(found)
        return done

    def describe(self) -> str:
        return f"{self.who.describe()} searches for {self.filter.describe()} and puts it into {self.to}"


class Reveal(Instruction, frozen=True, kw_only=True):
    """Show cards: to everybody, or to `to` alone (looking)."""

    what: Term
    to: Term | None = None

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        ids = tuple(i for i in objects(self.what.resolve(game.look, frame)) if i in game.state.objects)
        if self.to is None:
            everybody = tuple(p.seat for p in game.state.players)
            return [ac.Reveal(objects=ids, to=everybody, public=True, cause=cause_of(frame, "reveal"))]
        return [
            ac.Reveal(
                objects=ids, to=seats(self.to.resolve(game.look, frame)), cause=cause_of(frame, "resolve.instructions")
            )
        ]

    def execute(self, game: Game, frame: Frame) -> Asking:
        done = yield from Instruction.execute(self, game, frame)
        return replace(done, chosen=self.what.resolve(game.look, frame))

    def describe(self) -> str:
        return f"{'reveal' if self.to is None else 'look at'} {self.what.describe()}"


# --- counters and status ------------------------------------------------------------------------


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
        from .terms import stat_of

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


class Cease(Instruction, frozen=True, kw_only=True):
    """Objects cease to exist; this is no change of zone."""

    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.Cease(object=i, cause=cause_of(frame, "token.ceases"))
            for i in objects(self.what.resolve(game.look, frame))
        ]


class Proliferate(Control, frozen=True, kw_only=True):
    """701.34: choose permanents and players with counters; each gets one more of each kind."""

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .perform import together

        legal = [Ref(i) for i in game.look.permanents() if game.state.objects[i].counters]
        legal += [player(s) for s in game.state.seats_in_game() if game.state.player(s).counters]
        chosen = yield from game.choose_refs(
            frame.controller, tuple(legal), prompt="proliferate", rule="keyword.proliferate",
            cause=frame.source, least=0, most=len(legal),
        )  # fmt: skip
        puts: list[ac.Action] = []
        for ref in chosen:
            for kind, _ in game.counters_on(ref):
                puts.append(ac.PutCounters(on=ref, kind=kind, amount=1, cause=cause_of(frame, "keyword.proliferate")))
        return (yield from together(game, puts))


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


class RemoveDamage(Instruction, frozen=True, kw_only=True):
    what: Term

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [
            ac.RemoveDamage(object=i, cause=cause_of(frame, "damage"))
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


# --- tokens and copies ----------------------------------------------------------------------------


class Create(Instruction, frozen=True, kw_only=True):
    """Create tokens: of a definition, or (`copy_of`) copies of an object with exceptions."""

    token: CardDef | None = None
    amount: Amount = 1
    under: Term = You()
    tapped: bool = False
    attacking: bool = False
    copy_of: Term | None = None
    exceptions: tuple[tuple[str, Any], ...] = ()
    adds: tuple[Ability, ...] = ()
    counters: tuple[tuple[str, Amount], ...] = ()
    link: str = ""

    def plan(self, game: Game, frame: Frame) -> Asking:
        from .replacement import copiable

        base, copied, kept = "", "", ()
        added = tuple(("add_ability", game.book.path_of(a)) for a in self.adds)
        if self.token is not None:
            base = game.book.path_of(self.token)
        if self.copy_of is not None:
            refs = objects(self.copy_of.resolve(game.look, frame))
            if not refs or game.look.thing(refs[0]) is None:
                return []
            copied, kept = copiable(game.look, refs[0])
            base = copied
        made: list[ac.Action] = []
        for s in seats(self.under.resolve(game.look, frame)):
            n = number(self.amount, game.look, frame.about(player(s)))
            attacked = ((Ref(0), n),)
            if self.attacking:
                attacked = yield from choose_attacked(game, s, n, frame.source)
            made += [
                ac.Create(
                    base=base,
                    seat=s,
                    amount=amount,
                    tapped=self.tapped,
                    attacking=ref,
                    copied=copied,
                    exceptions=(*kept, *self.exceptions, *added),
                    counters=tuple((k, number(c, game.look, frame)) for k, c in self.counters),
                    cause=cause_of(frame, "token"),
                )
                for ref, amount in attacked
            ]
        return made

    def execute(self, game: Game, frame: Frame) -> Asking:
        done = yield from Instruction.execute(self, game, frame)
        if self.link:
            game.link(frame.source, self.link, tuple(int(i) for i in done.moved), add=True)
        return done

    def describe(self) -> str:
        what = self.token.name if self.token else f"copy of {self.copy_of.describe() if self.copy_of else ''}"
        return f"create {say(self.amount)} {what} tokens"


class CreateEmblem(Instruction, frozen=True, kw_only=True):
    """A player gets an emblem (114)."""

    emblem: CardDef
    who: Term = You()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        base = game.book.path_of(self.emblem)
        return [
            ac.Move(
                object=NOTHING, to="command", how="create", base=base, kind="emblem", owner=s, under=s,
                cause=cause_of(frame, "emblem"),
            )
            for s in seats(self.who.resolve(game.look, frame))
        ]  # fmt: skip


class CopySpell(Control, frozen=True, kw_only=True):
    """Copy spells or abilities on the stack; `retarget` lets the controller choose new targets."""

    what: Term
    who: Term = You()
    amount: Amount = 1
    exceptions: tuple[tuple[str, Any], ...] = ()
    retarget: bool = True

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .perform import together
        from .retargeting import choose_new_targets

        done = NOTHING_DONE
        for i in objects(self.what.resolve(game.look, frame)):
            for seat in seats(self.who.resolve(game.look, frame)):
                for _ in range(number(self.amount, game.look, frame)):
                    one = yield from together(
                        game,
                        [
                            ac.CopySpell(
                                object=i,
                                seat=seat,
                                exceptions=self.exceptions,
                                cause=cause_of(frame, "copy.spell"),
                            )
                        ],
                    )
                    if self.retarget and one.moved:
                        yield from choose_new_targets(game, seat, one.moved[0], must_change=False)
                    done = done.plus(one)
        return done

    def describe(self) -> str:
        return f"copy {self.what.describe()}"


class ChangeTargets(Control, frozen=True, kw_only=True):
    """Change a spell's target (115.7); `to` names the new one, else the controller of this chooses."""

    what: Term
    to: Term | None = None
    may: bool = False

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .retargeting import choose_new_targets

        for i in objects(self.what.resolve(game.look, frame)):
            to = self.to.resolve(game.look, frame) if self.to is not None else None
            yield from choose_new_targets(game, frame.controller, i, must_change=not self.may, only=to)
        return Done(did=True)


class BecomeCopyOf(Instruction, frozen=True, kw_only=True):
    """Objects become copies of another: lasting (no duration) or for a time. With `keeps_this` the copy
    has the ability at work, whatever it copies (707.9a)."""

    what: Term
    of: Term
    until: str = "forever"
    exceptions: tuple[tuple[str, Any], ...] = ()
    keeps_this: bool = False
    static: Static = Static(affects=This(), parts=(Copies(),))

    def plan(self, game: Game, frame: Frame) -> Asking:
        from .replacement import copiable

        yield from ()
        refs = objects(self.of.resolve(game.look, frame))
        if not refs:
            return []
        base, kept = copiable(game.look, refs[0])
        exceptions = (*kept, *self.exceptions)
        if self.keeps_this:
            exceptions += (("add_ability", frame.path),)
        affected = tuple(i for i in objects(self.what.resolve(game.look, frame)) if i in game.state.objects)
        if self.until == "forever":
            return [
                ac.BecomeCopy(object=i, base=base, exceptions=exceptions, cause=cause_of(frame, "copy"))
                for i in affected
            ]
        return [
            ac.StartEffect(
                path=game.book.path_of(self.static), source=frame.source, seat=frame.controller,
                duration=self.until, bound=(("copy_base", base), ("copy_exceptions", exceptions)),
                affected=affected, cause=cause_of(frame, "copy"),
            )
        ]  # fmt: skip


# --- lasting effects ------------------------------------------------------------------------------


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
                bound=self._bound(game, frame, amounts),
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
            (f"{i}.{name}", (_counted if isinstance(part, Gets) else number)(amount, game.look, frame))
            for i, part in enumerate(self.static.parts)
            for name, amount in open_amounts(part)
        )

    def _bound(self, game: Game, frame: Frame, amounts: tuple[tuple[str, int], ...]) -> Any:
        values: dict[str, Any] = dict(frame.bound) | dict(amounts)
        for name, value in self.bind:
            if isinstance(value, Term):
                values[name] = tuple(int(r) for r in value.resolve(game.look, frame))
            elif isinstance(value, int | str):
                values[name] = value
            else:
                values[name] = number(value, game.look, frame)
        return tuple(sorted(values.items()))

    def describe(self) -> str:
        who = f"{self.to.describe()}: " if self.to is not None else ""
        return f"{who}{self.static.describe()} until {self.until}"


def _counted(amount: Amount, look: Looking, frame: Frame) -> int:
    """What is worked out for +N or -N is never less than nothing (107.1b)."""
    if isinstance(amount, Calc) and amount.op == "-" and amount.left == 0:
        return -max(0, number(amount.right, look, frame))
    return max(0, number(amount, look, frame))


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
        values: dict[str, Plain] = {k: v for k, v in frame.bound}
        values["that"] = tuple(int(r) for r in frame.that)
        for name, value in self.bind:
            if isinstance(value, Term):
                values[name] = tuple(int(r) for r in value.resolve(game.look, frame))
            elif isinstance(value, int | str):
                values[name] = value
            else:
                values[name] = number(value, game.look, frame)
        return [
            ac.StartDelayed(
                path=game.book.path_of(self.trigger), source=frame.source, seat=frame.controller,
                bound=tuple(sorted(values.items())), duration=self.until, cause=cause_of(frame, "triggers.delayed"),
            )
        ]  # fmt: skip

    def describe(self) -> str:
        return self.trigger.describe()


class Reflexive(Control, frozen=True, kw_only=True):
    """ "When you do": a triggered ability that triggers now (603.12)."""

    trigger: Triggered

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .triggers import trigger_now

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
        own = [e for e in made if frame.path.startswith(e.path + "/")]
        return [ac.EndEffect(effect=e.id, cause=cause_of(frame, "continuous")) for e in own or made]


# --- the game ---------------------------------------------------------------------------------------


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
        return [ac.WinGame(seat=s, cause=cause_of(frame, "win")) for s in seats(self.who.resolve(game.look, frame))]


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
    """More steps after this one."""

    steps: tuple[str, ...]

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        return [ac.AddSteps(steps=self.steps, cause=cause_of(frame, "turn.extra"))]


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


class AddMana(Control, frozen=True, kw_only=True):
    """Add mana: fixed, or `amount` of one colour chosen from `any_of` (each: chosen one by one)."""

    mana: Mana = ()
    any_of: str = ""
    amount: Amount = 1
    each: bool = False
    who: Term = You()
    identity: bool = False
    link: str = ""

    @property
    def identity_symbols(self) -> str:
        return "".join(s for s, _ in self.mana if s in "WUBRG")

    def letters(self, game: Game, frame: Frame, seat: Seat) -> str:
        """The colours to choose from."""
        if self.identity:
            return game.look.commanders_identity(seat)
        if self.link:
            values = game.state.links.get(f"{frame.source}:{self.link}", ())
            return "".join(v for v in values if isinstance(v, str))
        return self.any_of

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .perform import together
        from .triggers import resolve_mana_triggers

        done = NOTHING_DONE
        for seat in seats(self.who.resolve(game.look, frame)):
            n = max(0, number(self.amount, game.look, frame))
            mana: Mana = tuple((s, k * n) for s, k in self.mana)
            letters = self.letters(game, frame, seat)
            if letters or self.identity or self.link:
                mana = yield from self._chosen(game, frame, seat, letters, n)
            one = yield from together(game, [ac.AddMana(seat=seat, mana=mana, cause=cause_of(frame, "mana"))])
            done = done.plus(one)
        if frame.object:
            yield from resolve_mana_triggers(game)
        return done

    def _chosen(self, game: Game, frame: Frame, seat: Seat, letters: str, n: int) -> Asking:
        mana: dict[str, int] = {}
        if not letters:
            return ()
        for _ in range(n if self.each else 1):
            letter = yield from game.choose_color(seat, letters, rule="mana", cause=frame.source)
            mana[letter] = mana.get(letter, 0) + (1 if self.each else n)
        return tuple(sorted(mana.items()))

    def describe(self) -> str:
        if self.mana:
            return "add " + "".join(f"{{{s}}}" * n for s, n in self.mana)
        return f"add {say(self.amount)} mana of any one of {self.any_of or 'the colors of your commander'}"


# --- questions ------------------------------------------------------------------------------------


class Choose(Control, frozen=True, kw_only=True):
    """A player chooses objects or players; later sentences speak of them as "that"."""

    who: Term = You()
    among: Any  # Filter | Term
    least: Amount = 1
    most: Amount = 1
    prompt: str = "choose"
    link: str = ""
    random: bool = False

    def execute(self, game: Game, frame: Frame) -> Asking:
        seat = seats(self.who.resolve(game.look, frame))[:1]
        if not seat:
            return NOTHING_DONE
        own = replace(frame, controller=seat[0])
        legal = (
            self.among.resolve(game.look, frame) if isinstance(self.among, Term) else self.among.refs(game.look, own)
        )
        most = min(len(legal), number(self.most, game.look, frame))
        least = min(most, number(self.least, game.look, frame))
        if self.random:
            picked: tuple[Ref, ...] = tuple(game.shuffle_ids([ObjId(r) for r in legal])[:most])
        else:
            picked = yield from game.choose_refs(
                seat[0], legal, prompt=self.prompt, rule="resolve.choices", cause=frame.source, least=least, most=most
            )
        if self.link:
            game.link(frame.source, self.link, tuple(int(r) for r in picked))
        return Done(chosen=picked, did=bool(picked))

    def describe(self) -> str:
        return f"{self.who.describe()} chooses {self.among.describe()}"


class ChooseWord(Control, frozen=True, kw_only=True):
    """A player chooses one of some words: a mode of a vote, a colour, a type."""

    who: Term = You()
    words: tuple[str, ...]
    prompt: str = "word"
    link: str = ""

    def execute(self, game: Game, frame: Frame) -> Asking:
        seat = seats(self.who.resolve(game.look, frame))[0]
        word = yield from game.choose_word(
            seat, self.words, prompt=self.prompt, rule="resolve.choices", cause=frame.source, public=True
        )
        if self.link:
            game.link(frame.source, self.link, (word,))
        return Done(word=word, did=True)


class ChooseNumber(Control, frozen=True, kw_only=True):
    who: Term = You()
    least: Amount = 0
    most: Amount
    prompt: str = "number"

    def execute(self, game: Game, frame: Frame) -> Asking:
        seat = seats(self.who.resolve(game.look, frame))[0]
        low, high = number(self.least, game.look, frame), number(self.most, game.look, frame)
        n = yield from game.choose_number(
            seat, low, high, prompt=self.prompt, rule="resolve.choices", cause=frame.source
        )
        return Done(number=n, amount=n, did=True)


class May(Control, frozen=True, kw_only=True):
    """A player may do something; `otherwise` is done if not."""

    do: Body
    who: Term = You()
    otherwise: tuple[Any, ...] = ()
    prompt: str = "may"

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .bodies import run

        asked = seats(self.who.resolve(game.look, frame))
        for seat in asked:
            wants = yield from game.choose_yes(seat, prompt=self.prompt, rule="resolve.choices", cause=frame.source)
            if wants:
                done = yield from run(game, frame, self.do)
                return replace(done, did=True)
        yield from run(game, frame, self.otherwise)
        return NOTHING_DONE

    def describe(self) -> str:
        return f"{self.who.describe()} may {describe_body(self.do)}"


class PayOr(Control, frozen=True, kw_only=True):
    """A player may pay a cost; then `do`, or if not `otherwise`."""

    who: Term
    cost: Costs
    do: tuple[Any, ...] = ()
    otherwise: tuple[Any, ...] = ()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .bodies import run
        from .costs import pay_if_willing

        for seat in seats(self.who.resolve(game.look, frame)):
            paid = yield from pay_if_willing(game, frame, seat, self.cost)
            if paid:
                done = yield from run(game, frame, self.do)
                return replace(done, paid=True)
        return (yield from run(game, frame, self.otherwise))

    def describe(self) -> str:
        text = f"{self.who.describe()} may pay {self.cost.describe()}"
        if self.do:
            text += f"; then {describe_body(self.do)}"
        return text + (f"; otherwise {describe_body(self.otherwise)}" if self.otherwise else "")


class If(Control, frozen=True, kw_only=True):
    condition: Condition
    then: tuple[Any, ...]
    otherwise: tuple[Any, ...] = ()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .bodies import run

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
        from .bodies import run

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
        from .bodies import run

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
        from .bodies import run

        done = NOTHING_DONE
        for _ in range(number(self.times, game.look, frame)):
            one = yield from run(game, frame, self.do)
            done = done.plus(one)
        return done


class Remember(Control, frozen=True, kw_only=True):
    """This object remembers objects, players, words or numbers under a link name (607)."""

    link: str
    what: Any  # Term | Amount | str
    add: bool = False

    def execute(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        values: tuple[Plain, ...]
        if isinstance(self.what, Term):
            values = tuple(int(r) for r in self.what.resolve(game.look, frame))
        elif isinstance(self.what, str):
            values = (self.what,)
        else:
            values = (number(self.what, game.look, frame),)
        game.link(frame.source, self.link, values, add=self.add)
        return Done(did=True)


class ChooseForLink(Control, frozen=True, kw_only=True):
    """A player chooses a colour, creature type, player or name, which this object remembers."""

    what: str
    link: str
    who: Term = You()
    filter: Filter | None = None

    def execute(self, game: Game, frame: Frame) -> Asking:
        seat = seats(self.who.resolve(game.look, frame))[0]
        values = yield from game.choose_value(seat, self.what, self.filter, frame)
        game.link(frame.source, self.link, values)
        first = values[0] if values else ""
        return Done(word=first if isinstance(first, str) else "", did=bool(values))


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


class Vote(Control, frozen=True, kw_only=True):
    """Each player votes in turn order from you for one of what matches; `THAT` is what got most votes."""

    among: Filter
    secret: bool = False

    def execute(self, game: Game, frame: Frame) -> Asking:
        legal = self.among.refs(game.look, frame)
        votes: dict[Ref, int] = {}
        for seat in game.look.apnap(frame.controller):
            if not legal:
                break
            picked = yield from game.choose_refs(seat, legal, prompt="vote", rule="resolve.choices", cause=frame.source)
            for ref in picked:
                votes[ref] = votes.get(ref, 0) + 1
            game.voted(seat, picked)
        most = max(votes.values(), default=0)
        return Done(chosen=tuple(r for r in legal if votes.get(r) == most and most), did=bool(votes))


class SeparatePiles(Control, frozen=True, kw_only=True):
    """One player separates objects into two piles, another takes one: `took` and `left` are done."""

    what: Term
    by: Term
    taker: Term
    took: tuple[Any, ...]
    left: tuple[Any, ...]

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .bodies import run

        refs = self.what.resolve(game.look, frame)
        by = seats(self.by.resolve(game.look, frame))
        taker = seats(self.taker.resolve(game.look, frame))
        if not by or not taker:
            return NOTHING_DONE
        first = yield from game.choose_refs(
            by[0], refs, prompt="pile", rule="resolve.choices", cause=frame.source, least=0, most=len(refs)
        )
        second = tuple(r for r in refs if r not in first)
        taken = yield from game.choose_pile(taker[0], (first, second), cause=frame.source)
        other = second if taken == first else first
        done = yield from run(game, replace(frame, that=taken), self.took)
        more = yield from run(game, replace(frame, that=other), self.left)
        return done.plus(more)


class CastFree(Control, frozen=True, kw_only=True):
    """Cast a card now, without paying its mana cost or for `cost`; `may` asks first.

    `must_by` names a switch of the edition that takes the choice away where it is "must".
    """

    what: Term
    who: Term = You()
    may: bool = True
    cost: Costs | None = None
    alternative: str = "free"
    must_by: str = ""

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .stack import cast_during_resolution

        may = self.may and not (self.must_by and game.look.switch(self.must_by) == "must")
        seat = seats(self.who.resolve(game.look, frame))[0]
        did = False
        for i in objects(self.what.resolve(game.look, frame)):
            one = yield from cast_during_resolution(game, seat, i, may=may, cost=self.cost, word=self.alternative)
            did = did or one
        return Done(did=did)


class ExchangeControl(Control, frozen=True, kw_only=True):
    """Exchange control of two objects (701.12); nothing happens unless both can be exchanged.

    They are named by two references, or by one that names both.
    """

    one: Term
    other: Term | None = None
    give: Static
    take: Static

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .perform import together

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


class Custom(Control, frozen=True, kw_only=True):
    """What only code can do: a generator function over `it`; stored by its path."""

    body: Callable[..., Any]
    says: str

    def execute(self, game: Game, frame: Frame) -> Asking:
        from .bodies import run

        return (yield from run(game, frame, self.body))

    def describe(self) -> str:
        return self.says


def is_seat(ref: Ref) -> bool:
    return is_player(ref)


__all__ = ["DURATIONS", "Part", "Subject", "TargetSlot"]
