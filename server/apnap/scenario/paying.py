"""Mana for a payment that lands alone do not make: abilities with a price, where there is one way to pay.

The engine's own plan taps what is only tapped. What else could make the mana (it is sacrificed, exiled from a
hand, asks for a colour) is tried here on a copy of the game while the payment is asked for, until the rest can be
paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from apnap.engine.game import Game
from apnap.engine.mana import plain_sources
from apnap.engine.requests import Answer, IllegalAnswer, Option, Request
from apnap.engine.values import COLOR_WORDS, COLORS, Mana, ObjId, Seat

from .answering import conceivable

#: So many mana abilities may be needed at once, and so many answers are tried on copies of the game; a payment that
#: needs more has no one way that is found, and the file must say how it is paid.
MOST_ABILITIES = 8
TRIES = 2048

Answers = tuple[tuple[Seat, Answer], ...]
Way = tuple[Game, Answers, tuple[str, ...]]
Used = tuple[tuple[str, ...], Mana]
#: What to answer, by what is used and the mana that is left.
Ways = dict[Used, Answers]


def one_way_to_pay(game: Game, request: Request, name: Callable[[Option], str]) -> Answers | None:
    """What to answer to a payment that no plan pays, so that one does; None where nothing does, or several ways do."""
    found = ways_to_pay(game, request, name)
    return next(iter(found.values())) if len(found) == 1 else None


def ways_to_pay(
    game: Game,
    request: Request,
    name: Callable[[Option], str],
    gives: tuple[ObjId, ...] = (),
) -> Ways:
    """What to answer to a payment that no plan pays, for each way by what it uses and what it leaves.

    The fewest abilities are looked for that give up all that `gives` says, if it does. Ways are one that use and
    give up what `name` does not tell apart and leave the same mana, whatever its colours were that paid. Of the
    colours that the cost does not have, one stands for all first: which it is makes no difference as long as
    nothing is left.
    """
    letters = _letters(game, request)
    if letters:
        found = _fewest(game, request, _Tries(name, gives, letters))
        if len(found) > 1 or any(not rest for _, rest in found):
            return found
    return _fewest(game, request, _Tries(name, gives))


def _fewest(game: Game, request: Request, tries: _Tries) -> Ways:
    """The ways that use the fewest abilities, by what is used and what is left."""
    seat = request.for_
    ways: list[Way] = [(game, (), ())]
    for _ in range(MOST_ABILITIES):
        longer: dict[Used, Way] = {}
        for before, given, names in ways:
            for after, more, words in tries.uses(before, seat):
                used = tuple(sorted((*names, *words)))  # in whatever order
                longer.setdefault((used, after.state.player(seat).mana), (after, given + more, used))
        if not tries.left:
            return {}
        found: Ways = {}
        for after, given, names in longer.values():
            rest = _left(after, request)
            if rest is not None and not any(i in after.state.objects for i in tries.gives):
                found.setdefault((names, rest), given)
        if found:
            return found
        ways = list(longer.values())
    return {}


def _left(later: Game, request: Request) -> Mana | None:
    """What floats when it is paid with what there is to pay it by then; None where it cannot be."""
    asked = later.request
    if asked is not None and is_same(asked, request):
        if asked.option("auto") is None:
            return None
        later = later.fork()
        later.answer(later.waiting_for()[0], Answer(picks=("auto",)))
    return later.state.player(request.for_).mana


def _letters(game: Game, request: Request) -> str:
    """The colours in the cost of the spell that a payment is for; none where it is for something else."""
    spell = game.state.objects.get(request.cause)
    cost = "".join(game.look.chars(spell.id).cost) if spell is not None and spell.zone == "stack" else ""
    return "".join(c for c in COLORS if c in cost) or cost[:1]


def is_same(asked: Request, request: Request) -> bool:
    """Whether a payment that is asked for is still the one that was asked for before."""
    return (asked.kind, asked.for_, asked.cause) == (
        request.kind,
        request.for_,
        request.cause,
    )


class _Tries:
    """Answers tried on copies of a game, so many in all.

    `name` tells options apart; nothing else is chosen to be given up than `gives`, if it says anything; `letters`
    are the colours of which more than one is tried.
    """

    def __init__(
        self,
        name: Callable[[Option], str],
        gives: tuple[ObjId, ...] = (),
        letters: str = "",
    ) -> None:
        self.name, self.gives, self.letters, self.left = name, gives, letters, TRIES

    def _answers(self, request: Request) -> Iterable[Answer]:
        """What could be answered as an ability is used; its price in mana is paid by the engine's plan, if it can."""
        if request.option("auto") is not None:
            return (Answer(picks=("auto",)),)
        if self.gives and request.prompt == "sacrifice":
            ids = tuple(o.id for o in request.options if o.payload.object in self.gives)
            return tuple(Answer(picks=p) for p in combinations(ids, request.min))
        if not self.letters or request.prompt != "color" or request.kind != "choose":
            return conceivable(request)
        words = [o.id for o in request.options]
        others = [w for w in words if COLOR_WORDS.get(w, w) not in self.letters][:1]
        return tuple(Answer(picks=(w,)) for w in words if COLOR_WORDS.get(w, w) in self.letters or w in others)

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
        for answer in self._answers(request):
            if not self.left:
                return
            after = self._after(game, seat, answer)
            if after is not None:
                picked = tuple(self.name(o) for o in request.options if o.id in answer.picks and o.payload.object)
                yield from self._settled(after, source, (*given, (seat, answer)), names + picked)
