"""Sentences about libraries, and about who sees which cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from .. import actions as ac
from .. import events as ev
from ..abilities import describe_body
from ..amounts import Amount, number, say
from ..done import NOTHING_DONE, Done
from ..filters import Filter
from ..frame import Frame
from ..player_terms import You
from ..state import Cause
from ..terms import Term, objects, seats
from ..values import ObjId, Ref, Seat, player
from . import Control, Instruction, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


class Draw(Control, frozen=True, kw_only=True):
    """Draw cards one by one, player after player (121.2)."""

    who: Term = You()
    amount: Amount = 1

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..perform import together

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


class DigUntil(Control, frozen=True, kw_only=True):
    """Cards from the top of a library are exiled, or only revealed, one by one until so many match.

    `do` speaks of those as "that" or `found`, and of those before and between them as `others`.
    """

    who: Term = You()
    filter: Filter
    amount: Amount = 1
    exile: bool = False
    do: tuple[Any, ...] = ()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run

        done = NOTHING_DONE
        for seat in game.in_apnap(seats(self.who.resolve(game.look, frame))):
            found, others = yield from self._dig(game, frame.about(player(seat)), seat)
            bound = frame.binding(found=tuple(map(int, found)), others=tuple(map(int, others)))
            done = done.plus((yield from run(game, replace(bound, that=found, subject=player(seat)), self.do)))
        return done

    def _dig(self, game: Game, frame: Frame, seat: Seat) -> Asking:
        """What matched, and what did not, as they are in exile or still in the library."""
        from ..perform import together

        wanted = number(self.amount, game.look, frame)
        found: list[Ref] = []
        others: list[Ref] = []
        cause = cause_of(frame, "resolve.instructions")
        for obj_id in game.state.library(seat):
            if len(found) >= wanted or not game.state.player(seat).in_game:
                break
            thing = game.look.live(obj_id)
            matches = thing is not None and self.filter.matches(game.look, thing, frame)
            action = ac.Move(object=obj_id, to="exile", how="exile", cause=cause) if self.exile else ac.Reveal(
                objects=(obj_id,), public=True, to=game.state.seats_in_game(), cause=cause
            )  # fmt: skip
            one = yield from together(game, [action])
            (found if matches else others).extend(one.moved if self.exile else (Ref(obj_id),))
        return tuple(found), tuple(others)

    def describe(self) -> str:
        does = "exiles" if self.exile else "reveals"
        many = "a card that is" if self.amount == 1 else f"{say(self.amount)} cards that are"
        text = f"{self.who.describe()} {does} cards from the top of the library until {many} {self.filter.describe()}"
        return f"{text}, then {describe_body(self.do)}"


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
        from ..perform import together

        for seat in game.in_apnap(seats(self.who.resolve(game.look, frame))):
            n = number(self.amount, game.look, frame)
            top = game.state.library(seat)[:n]
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
            _rearrange(
                game,
                seat,
                tuple(ObjId(r) for r in stay),
                () if self.surveil else tuple(ObjId(r) for r in away),
                cause,
            )
        return Done(did=True)

    def describe(self) -> str:
        return f"{'surveil' if self.surveil else 'scry'} {say(self.amount)}"


def _rearrange(game: Game, seat: Seat, top: tuple[ObjId, ...], bottom: tuple[ObjId, ...], cause: Cause) -> None:
    """Put known cards on top of a library and others on its bottom, in these orders."""
    library = game.state.zone("library", seat)
    middle = tuple(i for i in library if i not in top and i not in bottom)
    order = (*top, *middle, *bottom)
    if order != library:
        game.happen([ev.Reordered(seat=seat, zone="library", order=order, cause=cause)])


class Search(Control, frozen=True, kw_only=True):
    """Search a library for cards and put them somewhere, then shuffle (701.23).

    Cards of a stated quality need not be found; of any cards as many must be, unless it says `up_to`.
    With `do` these sentences say what is done with "that" (also bound as `found`) before the shuffle.
    """

    who: Term = You()
    filter: Filter
    to: str = "hand"
    most: Amount = 1
    up_to: bool = False
    tapped: bool = False
    reveal: bool = False
    of: Term | None = None
    top: bool = False
    do: tuple[Any, ...] = ()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run
        from ..perform import together

        done = NOTHING_DONE
        for seat in game.in_apnap(seats(self.who.resolve(game.look, frame))):
            owner = seats(self.of.resolve(game.look, frame))[0] if self.of is not None else seat
            library = game.state.library(owner)
            cause = Cause("search", frame.source, frame.controller, frame.path)
            yield from together(game, [ac.Reveal(objects=library, to=(seat,), cause=cause)])
            legal = tuple(
                i for i in library if (t := game.look.live(i)) is not None and self.filter.matches(game.look, t, frame)
            )
            most = min(len(legal), number(self.most, game.look, frame))
            least = 0 if self.up_to or self.filter.tests else most
            picked = yield from game.choose_refs(
                seat, legal, prompt="search", rule="search", cause=frame.source, least=least, most=most,
                veiled=bool(library),
            )  # fmt: skip
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
        many = "" if self.most == 1 else f"up to {say(self.most)} "
        shown = ", reveals it" if self.reveal else ""
        to = "on top" if self.top else f"into {self.to}{' tapped' if self.tapped else ''}"
        return f"{self.who.describe()} searches for {many}{self.filter.describe()}{shown} and puts it {to}"


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
