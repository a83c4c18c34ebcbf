"""Sentences by which players choose, vote and remember."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from .. import events as ev
from ..abilities import describe_body
from ..amounts import Amount, number
from ..done import NOTHING_DONE, Done
from ..filters import Filter
from ..frame import Frame
from ..player_terms import You
from ..state import Cause
from ..terms import Term, seats
from ..values import ObjId, Plain, Ref, any_hidden, player
from . import Control

if TYPE_CHECKING:
    from ..game import Game
    from ..perform import Asking


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
                seat[0], legal, prompt=self.prompt, rule="resolve.choices", cause=frame.source, least=least, most=most,
                veiled=isinstance(self.among, Filter) and any_hidden(self.among.zones),
            )  # fmt: skip
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


class Vote(Control, frozen=True, kw_only=True):
    """Each player votes in turn order from you for one of what matches; `THAT` is what got most votes."""

    among: Filter
    secret: bool = False

    def execute(self, game: Game, frame: Frame) -> Asking:
        listed = self.among.refs(game.look, frame)
        votes: dict[Ref, int] = {}
        for seat in game.look.apnap(frame.controller):
            legal = self.among.refs(game.look, frame)  # 800.4a: what a leaver owned is nothing to vote for any more
            if not legal or not game.state.player(seat).in_game:
                continue
            picked = yield from game.choose_refs(seat, legal, prompt="vote", rule="resolve.choices", cause=frame.source)
            for ref in picked:
                votes[ref] = votes.get(ref, 0) + 1
            choice = tuple(int(r) for r in picked)
            game.happen([ev.Voted(seat=seat, choice=choice, cause=Cause("resolve.choices", seat=seat))])
        most = max(votes.values(), default=0)
        return Done(chosen=tuple(r for r in listed if votes.get(r) == most), did=bool(votes))


class VoteWords(Control, frozen=True, kw_only=True):
    """Each player votes in turn order from you for one of some words (701.38).

    In `do` a word is the number of its votes, and `voters of WORD` are those who gave them, one for each vote.
    """

    words: tuple[str, ...]
    do: tuple[Any, ...] = ()

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run

        voters: dict[str, list[int]] = {word: [] for word in self.words}
        for seat in game.look.apnap(frame.controller):
            if not game.state.player(seat).in_game:
                continue
            word = yield from game.choose_word(
                seat, self.words, prompt="vote", rule="resolve.choices", cause=frame.source, public=True
            )
            voters[word].append(int(player(seat)))
            game.happen([ev.Voted(seat=seat, choice=word, cause=Cause("resolve.choices", seat=seat))])
        counts: dict[str, Plain] = {word: len(by) for word, by in voters.items()}
        by_word: dict[str, Plain] = {f"voters of {word}": tuple(by) for word, by in voters.items()}
        return (yield from run(game, frame.binding(**counts, **by_word), self.do))

    def describe(self) -> str:
        return f"each player votes for {' or '.join(self.words)}, then {describe_body(self.do)}"


class SeparatePiles(Control, frozen=True, kw_only=True):
    """One player separates objects into two piles, another takes one: `took` and `left` are done."""

    what: Term
    by: Term
    taker: Term
    took: tuple[Any, ...]
    left: tuple[Any, ...]

    def execute(self, game: Game, frame: Frame) -> Asking:
        from ..bodies import run

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
