"""Sentences about spells and abilities on the stack, and mana."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import actions as ac
from ..amounts import Amount, number, say
from ..cost_parts import Costs
from ..done import NOTHING_DONE, Done
from ..frame import Frame
from ..player_terms import You
from ..spending import Spending
from ..terms import Term, objects, seats
from ..values import COLORS, Mana, Seat, kind_of_mana
from . import Control, Instruction, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


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


class CopySpell(Control, frozen=True, kw_only=True):
    """Copy spells or abilities on the stack; `retarget` lets the controller choose new targets."""

    what: Term
    who: Term = You()
    amount: Amount = 1
    exceptions: tuple[tuple[str, Any], ...] = ()
    retarget: bool = True

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..perform import together
        from ..retargeting import choose_new_targets

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


class CopyCard(Instruction, frozen=True, kw_only=True):
    """Copy cards where they are, each copy `who`'s (707.12): "that" are the copies, which are cast or cease to be."""

    what: Term
    who: Term = You()

    def plan(self, game: Game, frame: Frame) -> Asking:
        yield from ()
        cause = cause_of(frame, "copy.card")
        return [
            ac.CopyCard(object=i, seat=seat, cause=cause)
            for seat in seats(self.who.resolve(game.look, frame))
            for i in objects(self.what.resolve(game.look, frame))
        ]

    def describe(self) -> str:
        return f"copy the card {self.what.describe()}"


class ChangeTargets(Control, frozen=True, kw_only=True):
    """Change a spell's target (115.7); `to` names the new one, else the controller of this chooses."""

    what: Term
    to: Term | None = None
    may: bool = False

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..retargeting import choose_new_targets

        for i in objects(self.what.resolve(game.look, frame)):
            to = self.to.resolve(game.look, frame) if self.to is not None else None
            yield from choose_new_targets(game, frame.controller, i, must_change=not self.may, only=to)
        return Done(did=True)


class AddMana(Control, frozen=True, kw_only=True):
    """Add mana: fixed, or `amount` of one colour chosen from `any_of` (each: chosen one by one)."""

    mana: Mana = ()
    any_of: str = ""
    amount: Amount = 1
    each: bool = False
    who: Term = You()
    identity: bool = False
    link: str = ""
    only: Spending | None = None

    @property
    def identity_symbols(self) -> str:
        """The symbols in the text; what may be of any colour has none."""
        written = self.any_of if set(self.any_of) != set(COLORS) else ""
        return written + "".join(s for s, _ in self.mana if s in COLORS)

    def letters(self, game: Game, frame: Frame, seat: Seat) -> str:
        """The colours to choose from."""
        if self.identity:
            return game.look.commanders_identity(seat)
        if self.link:
            values = game.state.links.get(f"{frame.source}:{self.link}", ())
            return "".join(v for v in values if isinstance(v, str))
        return self.any_of

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..perform import together
        from ..triggers import resolve_mana_triggers

        done = NOTHING_DONE
        for seat in seats(self.who.resolve(game.look, frame)):
            n = max(0, number(self.amount, game.look, frame))
            mana: Mana = tuple((s, k * n) for s, k in self.mana)
            letters = self.letters(game, frame, seat)
            if letters or self.identity or self.link:
                mana = yield from self._chosen(game, frame, seat, letters, n)
            mana = self.of_kind(game, frame, mana)
            one = yield from together(game, [ac.AddMana(seat=seat, mana=mana, cause=cause_of(frame, "mana"))])
            done = done.plus(one)
        if frame.object:
            yield from resolve_mana_triggers(game)
        return done

    def of_kind(self, game: Game, frame: Frame, mana: Mana) -> Mana:
        """Mana by its letters, as this makes it: of something snow, and to be spent on some things only."""
        source = game.look.thing(frame.source)
        snow = source is not None and "Snow" in source.chars.supertypes
        only = game.book.path_of(self.only) if self.only is not None else ""
        if not snow and not only:
            return mana
        return tuple((kind_of_mana(letter, snow=snow, only=only), n) for letter, n in mana)

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
            times = "" if self.amount == 1 else f" times {say(self.amount)}"
            return "add " + "".join(f"{{{s}}}" * n for s, n in self.mana) + times + self._spent()
        of = "each of any" if self.each else "of any one"
        return f"add {say(self.amount)} mana {of} of {self.any_of or 'the colors of your commander'}{self._spent()}"

    def _spent(self) -> str:
        return f", to be spent {self.only.describe()}" if self.only is not None else ""


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
        from ..casting import cast_during_resolution

        may = self.may and not (self.must_by and game.look.switch(self.must_by) == "must")
        seat = seats(self.who.resolve(game.look, frame))[0]
        did = False
        for i in objects(self.what.resolve(game.look, frame)):
            one = yield from cast_during_resolution(game, seat, i, may=may, cost=self.cost, word=self.alternative)
            did = did or one
        return Done(did=did)
