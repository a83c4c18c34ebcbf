"""Sentences that move objects from zone to zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from .. import actions as ac
from ..abilities import Part
from ..amounts import Amount, number, say
from ..done import NOTHING_DONE, Done
from ..entering import may_enter
from ..filters import Filter
from ..frame import Frame
from ..sides import attacked_by, choose_attacked
from ..terms import Term, This, objects, seats
from ..values import NOBODY, ObjId, Ref, Seat, player
from . import Control, Instruction, Linking, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


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
        again = "" if self.regenerable else " without regenerating"
        return f"destroy {self.what.describe()}{again}"


class PutInto(Linking, frozen=True, kw_only=True):
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
        return (yield from Linking.execute(self, game, frame))

    def achieved(self, game: Game, done: Done) -> Done:
        """What went elsewhere instead of into exile has not been exiled, and "that card" is not found there."""
        if self.zone != "exile":
            return done
        strayed = tuple(i for i in done.moved if (o := game.state.objects.get(i)) is None or o.zone != self.zone)
        rest = tuple(i for i in done.moved if i not in strayed)
        return replace(done, moved=rest, amount=done.amount - len(strayed)) if strayed else done

    def _shuffle_in(self, game: Game, frame: Frame) -> Asking:
        """The cards go in, and then the library is shuffled with them (701.24)."""
        from ..perform import together

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
        if self.zone == "library" and not self.shuffled:
            where = "the bottom of the library" if self.place < 0 else "the top of the library"
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
        from ..perform import together

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


class PutOntoBattlefield(Linking, frozen=True, kw_only=True):
    """Return or put cards onto the battlefield, under their owners' control unless `under` says other.

    `attacking` may name a creature: then it attacks what that attacks, or attacked before it left combat.
    """

    what: Term
    under: Term | None = None
    tapped: bool = False
    counters: tuple[tuple[str, Amount], ...] = ()
    attached: Term | None = None
    attacking: bool | Term = False
    how: str = "return"
    face_down: str = ""

    def plan(self, game: Game, frame: Frame) -> Asking:
        made: list[ac.Action] = []
        for i in objects(self.what.resolve(game.look, frame)):
            obj = game.state.objects.get(i)
            if obj is None or not may_enter(game, obj, self.face_down):
                continue
            under = obj.owner
            if self.under is not None and (whose := seats(self.under.resolve(game.look, frame.about(i)))):
                under = whose[0]
            attached = Ref(0)
            if self.attached is not None and (hosts := self.attached.resolve(game.look, frame)):
                attached = hosts[0]
            attacked = Ref(0)
            if isinstance(self.attacking, Term):
                attacked = attacked_by(game, objects(self.attacking.resolve(game.look, frame)))
            elif self.attacking:
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

    def describe(self) -> str:
        under = f" under the control of {self.under.describe()}" if self.under is not None else ""
        return f"put {self.what.describe()} onto the battlefield{' tapped' if self.tapped else ''}{under}"


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
            veiled = self.filter is not None and self.amount is not None
            if n == len(hand) and not veiled:
                picked: tuple[Ref, ...] = hand
            elif self.random:
                picked = tuple(game.shuffle_ids(list(hand))[:n])
            else:
                asked = seat
                if self.chooser is not None:
                    asked = seats(self.chooser.resolve(game.look, frame))[0]
                picked = yield from game.choose_refs(
                    asked, hand, prompt="discard", rule="discard", cause=frame.source, least=n, most=n, veiled=veiled
                )
            made += [ac.Discard(object=ObjId(r), seat=seat, cause=cause_of(frame, "discard")) for r in picked]
        return made

    def describe(self) -> str:
        n = "their hand" if self.amount is None else f"{say(self.amount)} cards"
        of = f" that are {self.filter.describe()}" if self.filter is not None else ""
        by = f", which {self.chooser.describe()} chooses" if self.chooser is not None else ""
        return f"{self.who.describe()} discards {n}{of}{' at random' if self.random else ''}{by}"


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
