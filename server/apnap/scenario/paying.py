"""Mana for a payment that lands alone do not make: abilities with a price, where there is one way to pay.

The engine's own plan taps what is only tapped. What else could make the mana (it is sacrificed, exiled from a
hand, asks for a colour) is tried here on a copy of the game: before the spell or ability that it is for, or while
a payment is asked for, until the rest can be paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from apnap.engine.game import Game
from apnap.engine.mana import plain_sources
from apnap.engine.requests import Answer, IllegalAnswer, Option, Request
from apnap.engine.values import Mana, ObjId, Seat

from .answering import conceivable

#: So many mana abilities may be needed at once, and so many answers are tried on copies of the game; a payment that
#: needs more has no one way that is found, and the file must say how it is paid.
MOST_ABILITIES = 3
TRIES = 512

Answers = tuple[tuple[Seat, Answer], ...]
Way = tuple[Game, Answers, tuple[str, ...]]


def one_way_to_make_mana(
    game: Game, seat: Seat, name: Callable[[Option], str], left: Callable[[Game], Mana | None]
) -> Answers | None:
    """What to answer so that the mana suffices, or None where nothing does or there are several ways.

    `left` says what floats once it is paid, None where it cannot be. The fewest abilities are looked for. Ways
    are one that use and give up what `name` does not tell apart and leave the same mana, whatever its colours
    were that paid.
    """
    ways: list[Way] = [(game, (), ())]
    tries = _Tries(name)
    for _ in range(MOST_ABILITIES):
        longer: list[Way] = []
        for before, given, names in ways:
            longer += [(after, given + more, (*names, *words)) for after, more, words in tries.uses(before, seat)]
        if not tries.left:
            return None
        found: dict[tuple[tuple[str, ...], Mana], Answers] = {}
        for after, given, names in longer:
            rest = left(after)
            if rest is not None:
                found.setdefault((tuple(sorted(names)), rest), given)
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
        ways = longer
    return None


def one_way_to_pay(game: Game, request: Request, name: Callable[[Option], str]) -> Answers | None:
    """The mana abilities for a payment that is asked for and that no plan pays; None as above."""

    def left(later: Game) -> Mana | None:
        """What floats when it is not asked for any more, with what there is to pay it by then."""
        asked = later.request
        if asked is not None and is_same(asked, request):
            if asked.option("auto") is None:
                return None
            later = later.fork()
            later.answer(later.waiting_for()[0], Answer(picks=("auto",)))
        return later.state.player(request.for_).mana

    return one_way_to_make_mana(game, request.for_, name, left)


def is_same(asked: Request, request: Request) -> bool:
    """Whether a payment that is asked for is still the one that was asked for before."""
    return (asked.kind, asked.for_, asked.cause) == (request.kind, request.for_, request.cause)


class _Tries:
    """Answers tried on copies of a game, so many in all; `name` tells options apart."""

    def __init__(self, name: Callable[[Option], str]) -> None:
        self.name, self.left = name, TRIES

    def _after(self, game: Game, seat: Seat, answer: Answer) -> Game | None:
        """A copy of the game after an answer; None where that is illegal, or no try is left."""
        if not self.left:
            return None
        self.left -= 1
        after = game.fork()
        try:
            after.answer(seat, answer)
        except IllegalAnswer:
            return None
        return after

    def uses(self, game: Game, seat: Seat) -> Iterator[Way]:
        """The game after each use of one ability that the engine's plan leaves alone; of equal ones, the first."""
        planned = {source.obj for source in plain_sources(game, seat, ())}
        speaker = game.waiting_for()[0]
        met: set[str] = set()
        for option in game.mana_options(seat):
            name = self.name(option)
            if option.payload.object in planned or name in met:
                continue
            met.add(name)
            answer = Answer(picks=(option.id,))
            begun = self._after(game, speaker, answer)
            if begun is not None:
                yield from self._settled(begun, option.payload.object, ((speaker, answer),), (name,))

    def _settled(self, game: Game, source: ObjId, given: Answers, names: tuple[str, ...]) -> Iterator[Way]:
        """The game after every answer to what an ability asks as it is used."""
        request = game.request
        if request is None or request.cause != source:
            yield game, given, names
            return
        seat = request.who[0]
        # the price in mana of an ability is paid as any other: by the engine's plan, where it has one
        planned = (Answer(picks=("auto",)),) if request.option("auto") is not None else None
        for answer in planned or conceivable(request):
            if not self.left:
                return
            after = self._after(game, seat, answer)
            if after is not None:
                picked = tuple(self.name(o) for o in request.options if o.id in answer.picks and o.payload.object)
                yield from self._settled(after, source, (*given, (seat, answer)), names + picked)
