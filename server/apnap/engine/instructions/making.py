"""Sentences that make tokens, emblems and copies of permanents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import actions as ac
from ..abilities import Ability, Static
from ..amounts import Amount, number, say
from ..definitions import CardDef
from ..frame import Frame
from ..player_terms import You
from ..sides import choose_attacked
from ..static_parts import Copies
from ..terms import Term, This, objects, seats
from ..values import COLOR_NAMES, NOTHING, Ref, player
from . import Instruction, Linking, cause_of

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


class Create(Linking, frozen=True, kw_only=True):
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

    def plan(self, game: Game, frame: Frame) -> Asking:
        from ..copiable import copiable

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

    def describe(self) -> str:
        copied = self.copy_of.describe() if self.copy_of else ""
        what = _token_words(self.token) if self.token else f"copy of {copied}"
        has = ", ".join(f'"{a.describe()}"' for a in (*(self.token.abilities if self.token else ()), *self.adds))
        how = f"{' tapped' if self.tapped else ''}{' and attacking' if self.attacking else ''}"
        who = "" if self.under == You() else f"{self.under.describe()} does: "
        return f"{who}create {say(self.amount)} {what} tokens{how}{f' with {has}' if has else ''}"


def _token_words(token: CardDef) -> str:
    """A token in words: its size, colours and types."""
    size = "" if token.power is None or token.toughness is None else f"{say(token.power)}/{say(token.toughness)}"
    colors = " and ".join(COLOR_NAMES[letter] for letter in token.colors or "")
    kinds = (*token.types.subtypes, *(kind.lower() for kind in token.types.types))
    return " ".join(word for word in (size, colors, *kinds) if word)


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

    def describe(self) -> str:
        has = ", ".join(f'"{a.describe()}"' for a in self.emblem.abilities)
        return f"{self.who.describe()} gets an emblem with {has}"


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
        from ..copiable import copiable

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
