"""Random games of a plugin's cards against those that come along, and what must hold of them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from apnap.engine.book import Book
from apnap.engine.events import CardFailed
from apnap.engine.game import Game
from apnap.engine.requests import CANCEL, Answer, IllegalAnswer, Request
from apnap.engine.setup import SeatSetup, Setup, starting_state
from apnap.engine.state import State
from apnap.engine.values import BASIC_TYPES, HIDDEN_ZONES
from apnap.pool import Pool
from apnap.watchdog import Watchdog

from .asserting import faults_of

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")
SCHEMES = 20
DECK = 40
#: One answer in so many is followed by a look at everything.
LOOK_EVERY = 25


class Played(Struct, frozen=True):
    """What the games were: how many decisions, and which of the cards left the library and hand."""

    games: int
    decisions: int
    seen: tuple[str, ...]


def self_play(
    pool: Pool,
    cards: Sequence[str],
    *,
    games: int = 4,
    steps: int = 150,
    seats: int = 2,
    edition: str = "current",
    formats: Sequence[str] = ("free-for-all",),
    seed: int = 1,
) -> Played:
    """Plays random games in which half of each deck are these cards; raises `AssertionError` with what was wrong."""
    book = pool.book(edition, formats)
    decisions = 0
    seen: set[str] = set()
    with Watchdog.installed() as watchdog:
        for n in range(games):
            chance = random.Random(seed * 1000 + n)
            game, base = _begun(book, cards, seats, chance)
            game.watch(watchdog)
            decisions += _played(game, base, chance, steps, n)
            seen |= _seen(game, cards)
    return Played(games, decisions, tuple(sorted(seen)))


def _played(game: Game, base: State, chance: random.Random, steps: int, n: int) -> int:
    """Plays a game for so many decisions, or to its end; how many there were."""
    for step in range(steps):
        if game.request is None:
            break
        _step(game, chance)
        if step % LOOK_EVERY == 0:
            _check(game, base, f"game {n}, decision {step}")
    _check(game, base, f"game {n}, at its end")
    return game.decisions


def _begun(book: Book, cards: Sequence[str], seats: int, chance: random.Random) -> tuple[Game, State]:
    teams = book.rules.neighbours(seats)
    schemes = [name for name in cards if is_scheme(book, name)]
    others = [name for name in cards if name not in schemes]
    people = [SeatSetup(name, _deck(book, others, chance)) for name in NAMES[:seats]]
    if (lone := book.rules.lone(teams)) is not None:
        people[lone] = replace(people[lone], schemes=_schemes(book, schemes, chance))
    base = starting_state(book, Setup(tuple(people), seed=chance.randrange(2**32), teams=teams))
    game = Game(book, base.fork())
    game.free_mana = True  # so that everything is cast
    return game, base


def _deck(book: Book, cards: Sequence[str], chance: random.Random) -> tuple[str, ...]:
    own = [chance.choice(cards) for _ in range(DECK // 2 if cards else 0)]
    others = random_deck(book, chance, DECK - len(own))
    return (*own, *others)


def _schemes(book: Book, schemes: Sequence[str], chance: random.Random) -> tuple[str, ...]:
    own = [chance.choice(schemes) for _ in range(SCHEMES // 2 if schemes else 0)]
    return (*own, *random_schemes(book, chance, SCHEMES - len(own)))


def _step(game: Game, chance: random.Random) -> None:
    request = game.request
    assert request is not None
    seat = chance.choice(game.waiting_for())
    for answer in (random_answer(request, chance), request.default):
        try:
            game.answer(seat, answer)
            return
        except IllegalAnswer:
            request = game.request
            assert request is not None
    raise AssertionError(f"the default of {request.kind} {request.prompt} was refused")


def _check(game: Game, base: State, when: str) -> None:
    failed = [f"{e.path} failed: {e.reason}" for e in game.log if isinstance(e, CardFailed)]
    found = [*failed, *faults_of(game, base)]
    assert not found, f"{when}: {'; '.join(found[:5])}"


def _seen(game: Game, cards: Sequence[str]) -> set[str]:
    known = game.state.known
    objects = [o for o in game.state.objects.values() if o.zone not in HIDDEN_ZONES or o.zone == "schemes"]
    there = {game.look.chars(o.id).name for o in objects if o.zone != "schemes" or o.id in known}
    return there & set(cards)


# --- decks and answers ----------------------------------------------------------------------------


def random_deck(book: Book, chance: random.Random, size: int = DECK) -> tuple[str, ...]:
    """A deck of any cards of the pool in two colours, two fifths of it lands for them."""
    colors = "".join(chance.sample("WUBRG", 2))
    others = set("WUBRG") - set(colors)
    spells, lands = [], []
    for card in book.cards.values():
        if is_scheme(book, card.name):
            continue
        if "Land" not in card.types.types and set(book.printed(card.path).colors) <= set(colors):
            spells.append(card.name)
        elif "Land" in card.types.types and not any(BASIC_TYPES.get(t) in others for t in card.types.subtypes):
            lands.append(card.name)
    own = [chance.choice(spells) for _ in range(size * 3 // 5)]
    return tuple(own + [chance.choice(lands) for _ in range(size - len(own))])


def is_scheme(book: Book, name: str) -> bool:
    return "Scheme" in book.cards[name].types.types


def random_schemes(book: Book, chance: random.Random, size: int = SCHEMES) -> tuple[str, ...]:
    """A scheme deck of any schemes of the pool."""
    found = [name for name in book.cards if is_scheme(book, name)]
    return tuple(chance.choice(found) for _ in range(size if found else 0))


def random_answer(request: Request, chance: random.Random) -> Answer:
    """A legal answer, or one that only the whole declaration can show to be illegal."""
    if request.may_cancel and chance.random() < 0.08:
        return CANCEL
    ids = [o.id for o in request.options] if request.kind != "number" else []
    match request.kind:
        case "priority":
            deeds = [o.id for o in request.options if o.payload.kind not in ("pass", "mana")]
            if deeds and chance.random() < 0.6:
                return Answer(picks=(chance.choice(deeds),))
            return Answer(picks=(chance.choice(ids) if chance.random() < 0.05 else "pass",))
        case "pay":
            return Answer(picks=("auto",)) if "auto" in ids and chance.random() < 0.8 else _some(ids, 1, chance)
        case "number":
            return Answer(number=chance.randint(request.min, min(request.max, request.min + 5)))
        case "order":
            return Answer(picks=tuple(chance.sample(ids, len(ids))))
        case "divide":
            return _division(request, ids, chance)
        case "attackers" | "blockers":
            picked = [i for i in chance.sample(ids, len(ids)) if chance.random() < 0.4]
            return Answer(picks=tuple({i.split(">")[0]: i for i in picked}.values()))
        case "mulligan":
            return Answer(picks=("mulligan" if chance.random() < 0.15 else "keep",))
    most = min(request.max, len(ids))
    return _some(ids, chance.randint(min(request.min, most), most), chance)


def _some(ids: list[str], n: int, chance: random.Random) -> Answer:
    return Answer(picks=tuple(chance.sample(ids, min(n, len(ids)))))


def _division(request: Request, ids: list[str], chance: random.Random) -> Answer:
    amounts = dict.fromkeys(ids, request.min)
    for _ in range(request.total - request.min * len(ids)):
        amounts[chance.choice(ids)] += 1
    return Answer(amounts=tuple((i, n) for i, n in amounts.items() if n or request.min))
