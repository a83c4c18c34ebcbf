"""Mana for a payment that lands alone do not make: abilities with a price, where there is one way to pay.

The engine's own plan taps what is only tapped. What else could make the mana (it is sacrificed, exiled from a
hand, asks for a colour) is tried here on a copy of the game, before the spell or ability that it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from apnap.engine.game import Game
from apnap.engine.mana import plain_sources
from apnap.engine.requests import Answer, IllegalAnswer, Option
from apnap.engine.values import Seat

from .answering import conceivable

#: So many mana abilities may be needed at once, and so many ways to use them are tried.
MOST_ABILITIES = 3
TRIES = 256

Answers = tuple[tuple[Seat, Answer], ...]
Way = tuple[Game, Answers, tuple[str, ...]]


def one_way_to_make_mana(
    game: Game, seat: Seat, name: Callable[[Option], str], suffices: Callable[[Game], bool]
) -> Answers | None:
    """What to answer so that the mana `suffices`, or None where nothing does or there are several ways.

    The fewest abilities are looked for; ways that differ in nothing that `name` tells apart are one.
    """
    ways: list[Way] = [(game, (), ())]
    left = TRIES
    for _ in range(MOST_ABILITIES):
        longer: list[Way] = []
        for before, given, names in ways:
            for after, answers, words in _uses(before, seat, name):
                left -= 1
                if left < 0:
                    return None
                longer.append((after, given + answers, (*names, *words)))
        found = {tuple(sorted(names)): given for after, given, names in longer if suffices(after)}
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
        ways = longer
    return None


def _uses(game: Game, seat: Seat, name: Callable[[Option], str]) -> Iterator[Way]:
    """The game after each use of one ability that the engine's plan leaves alone; of equal ones, the first."""
    planned = {source.obj for source in plain_sources(game, seat, ())}
    met: set[str] = set()
    for option in game.mana_options(seat):
        if option.payload.object in planned or name(option) in met:
            continue
        met.add(name(option))
        begun = game.fork()
        answer = Answer(picks=(option.id,))
        try:
            begun.answer(seat, answer)
        except IllegalAnswer:
            continue
        yield from _settled(begun, ((seat, answer),), (name(option),), name)


def _settled(game: Game, given: Answers, names: tuple[str, ...], name: Callable[[Option], str]) -> Iterator[Way]:
    """The game after every answer to what an ability asks as it is used."""
    request = game.request
    if request is None:
        return
    if request.kind == "priority":
        yield game, given, names
        return
    seat = request.who[0]
    for answer in conceivable(request):
        after = game.fork()
        try:
            after.answer(seat, answer)
        except IllegalAnswer:
            continue
        picked = tuple(name(o) for o in request.options if o.id in answer.picks)
        yield from _settled(after, (*given, (seat, answer)), names + picked, name)
