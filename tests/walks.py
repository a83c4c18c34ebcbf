"""Random legal games, and what must hold at each of their steps.

A walk answers every question at random, and makes the other moves that a game must survive: it starts the
generator anew, restores the game from its bytes, goes on with a fork, and lets a player concede. `Walk.finds`
lists what was wrong. The property tests and `bench/selfplay.py` share it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice

import msgspec
from msgspec.structs import replace

from apnap.engine import settle as settling
from apnap.engine.apply import fold
from apnap.engine.book import Book
from apnap.engine.digest import afresh
from apnap.engine.game import Game, Saved
from apnap.engine.look import Look
from apnap.engine.priority import priority_options
from apnap.engine.requests import Answer, IllegalAnswer, Request
from apnap.engine.setup import SeatSetup, Setup, add_card, starting_state
from apnap.engine.state import State
from apnap.engine.values import Seat
from apnap.testing.selfplay import random_answer, random_deck, random_schemes

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Ann 2", "Bob 2", "Cat 2", "Dan 2")


# --- the walk -------------------------------------------------------------------------------------


class Walk:
    """One random game. `moves` other than answers happen with these chances at each step.

    With an odd seed mana is free, so that more gets cast.
    """

    def __init__(self, book: Book, seed: int, seats: int, *, deck: tuple[str, ...] = (), **moves: float) -> None:
        self.book = book
        self.seed = seed
        self.chance = random.Random(seed)
        self.moves = moves
        people = [SeatSetup(name, deck or random_deck(book, self.chance)) for name in NAMES[:seats]]
        teams = book.rules.neighbours(seats)
        if (lone := book.rules.lone(teams)) is not None:
            people[lone] = replace(people[lone], schemes=random_schemes(book, self.chance))
        self.setup = Setup(tuple(people), seed=seed, teams=teams)
        self.base = self.first = dealt(book, self.setup, self.chance)
        self.finds: list[str] = []
        self.decisions = 0
        self.answers: list[tuple[Seat, Answer | None]] = []
        self.free = seed % 2 == 1
        self.game = started(self)

    def run(self, steps: int, *, check: Callable[[Walk], list[str]] | None = None, one_in: int = 1) -> Walk:
        """So many steps, or to the end; `check` looks at a seeded one of `one_in`, and at the last."""
        seen = random.Random(self.seed ^ 0x5EED)
        while self.game.request is not None and self.decisions < steps:
            self.step()
            if check is not None and seen.randrange(one_in) == 0:
                self.finds += [f"decision {self.decisions}: {f}" for f in check(self)]
        if check is not None:
            self.finds += [f"at the end: {f}" for f in check(self)]
        return self

    def step(self) -> None:
        self.decisions += 1
        move = self._move()
        if move == "rebuild":
            self.game.rebuild()
        elif move == "restore":
            self.adopt(Game.restore(self.book, self.game.checkpoint()))
        elif move == "fork":
            self.adopt(self.game.fork())
        if move == "concede":
            alive = self.game.state.seats_in_game()
            seat = self.chance.choice(alive)
            self.answers.append((seat, None))
            self.game.concede(seat)
        else:
            self.answer()

    def adopt(self, other: Game) -> None:
        """Go on with another game that stands at the same question; its log begins at its last grant."""
        self.base = State.from_bytes(saved(other).state)
        self.game = other

    def answer(self) -> None:
        request = self.game.request
        assert request is not None
        seat = self.chance.choice(self.game.waiting_for())
        for answer in (random_answer(request, self.chance), request.default):
            try:
                self.game.answer(seat, answer)
            except IllegalAnswer:
                request = self.game.request
                assert request is not None
                continue
            self.answers.append((seat, answer))
            return
        raise AssertionError(f"the default of {request.kind} {request.prompt} was refused")

    def _move(self) -> str:
        at = self.chance.random()
        for name, share in self.moves.items():
            if at < share:
                return name
            at -= share
        return "answer"


def dealt(book: Book, setup: Setup, chance: random.Random) -> State:
    """A state to begin with in which every seat has something on the battlefield already."""
    state = starting_state(book, setup)
    for seat, person in enumerate(setup.seats):
        for name in chance.sample(person.deck, min(12, len(person.deck))):
            if not {"Instant", "Sorcery"} & set(book.card(name).types.types) and not _enchants(book, name):
                add_card(state, book, Seat(seat), name, "battlefield")
    return state


def _enchants(book: Book, name: str) -> bool:
    return "Aura" in book.card(name).types.subtypes


def started(walk: Walk) -> Game:
    game = Game(walk.book, walk.first.fork())
    game.free_mana = walk.free
    return game


def replayed(walk: Walk) -> Game:
    """The same game again, from its seed and answers."""
    game = started(walk)
    for seat, answer in walk.answers:
        if answer is None:
            game.concede(seat)
        else:
            game.answer(seat, answer)
    return game


# --- what must hold -------------------------------------------------------------------------------


def shape(request: Request | None) -> object:
    """What a question is, as far as it can be compared."""
    if request is None:
        return None
    return (
        request.id, request.kind, request.who, request.for_, request.prompt, request.rule, request.cause,
        request.min, request.max, request.total, request.may_cancel, request.options, request.default,
    )  # fmt: skip


def different(a: State, b: State) -> list[str]:
    """The parts in which two states differ."""
    mine, its = a.freeze(), b.freeze()
    return [
        f"{name}: {str(getattr(mine, name))[:200]} but {str(getattr(its, name))[:200]}"
        for name in mine.__struct_fields__
        if getattr(mine, name) != getattr(its, name)
    ]


def check_fold(walk: Walk) -> list[str]:
    """The fold of the log equals the state."""
    folded = fold(walk.base, walk.game.log, walk.book.tallies)
    return [f"fold: {d}" for d in different(folded, walk.game.state)]


def check_fork(walk: Walk, ahead: int = 3) -> list[str]:
    """A fork equals the original, and stays equal under the same answers; the original does not move."""
    game = walk.game
    before = game.state.to_bytes()
    fork = game.fork()
    finds = [f"fork: {d}" for d in different(fork.state, game.state)]
    if shape(fork.request) != shape(game.request):
        finds.append(f"fork: asks {shape(fork.request)} but {shape(game.request)}")
    twin = game.fork()
    chance = random.Random(walk.seed + walk.decisions)
    for _ in range(ahead):
        if finds or fork.request is None:
            break
        seat = chance.choice(fork.waiting_for())
        answer = random_answer(fork.request, chance)
        outcomes = [_outcome(g, seat, answer) for g in (fork, twin)]
        if outcomes[0] != outcomes[1]:
            finds.append(f"fork: {outcomes[0]} but {outcomes[1]}")
        finds += [f"fork ahead: {d}" for d in different(fork.state, twin.state)]
    if game.state.to_bytes() != before:
        finds.append("fork: answering it moved the original")
    return finds


def _outcome(game: Game, seat: Seat, answer: Answer) -> str:
    try:
        return str(game.answer(seat, answer))
    except IllegalAnswer as refused:
        return f"refused: {refused.reason}"


def check_settled(walk: Walk) -> list[str]:
    """Where a player has priority the game is settled: settling again, over everything, does nothing."""
    game = walk.game
    if game.request is None or saved(game).since:
        return []
    before, log = game.state.fork(), len(game.log)
    game.look.dirty = dict.fromkeys(game.look.permanents())
    asked = list(islice(settling.settle(game), 1))
    finds = [f"settled: {d}" for d in different(game.state, before)]
    finds += [f"settled: asked {r.prompt}" for r in asked]
    return finds + [f"settled: {e}" for e in game.log[log:]]


def saved(game: Game) -> Saved:
    """What a checkpoint holds: the state at the last grant of priority, and the answers since."""
    return msgspec.msgpack.decode(game.checkpoint(), type=Saved)


def check_bytes(walk: Walk) -> list[str]:
    """A state survives a round trip through bytes, and so does the game."""
    state = walk.game.state
    finds = [f"bytes: {d}" for d in different(State.from_bytes(state.to_bytes()), state)]
    other = Game.restore(walk.book, walk.game.checkpoint())
    finds += [f"restored: {d}" for d in different(other.state, state)]
    if shape(other.request) != shape(walk.game.request):
        finds.append(f"restored: asks {shape(other.request)} but {shape(walk.game.request)}")
    return finds


def check_caches(walk: Walk) -> list[str]:
    """The caches of the look equal a look made anew, and the digest one with nothing known from before."""
    game = walk.game
    finds = [f"caches: {d}" for d in game.look.differences()]
    if game.digest() != afresh(game.state):
        finds.append("caches: the digest is not that of the state")
    if game.request is not None and game.request.kind == "priority":
        offered = priority_options(game, game.request.who)
        game.look.moment.clear()
        if offered != priority_options(game, game.request.who):
            finds.append("caches: the options are those of another moment")
    return finds


def check_restart(walk: Walk) -> list[str]:
    """The generator made anew from the last grant stands where it stood, with the same log."""
    game = walk.game
    state, question, log = game.state.fork(), shape(game.request), list(game.log)
    game.rebuild()
    finds = [f"restart: {d}" for d in different(game.state, state)]
    if shape(game.request) != question:
        finds.append(f"restart: asks {shape(game.request)} but {question}")
    if game.log != log:
        finds.append(f"restart: the log has {len(game.log)} events but {len(log)}, or other ones")
    return finds


CHECKS = (check_fold, check_fork, check_settled, check_bytes, check_caches, check_restart)


def check_all(walk: Walk) -> list[str]:
    """Every check; what one raises is a find too."""
    finds: list[str] = []
    for check in CHECKS:
        finds += check(walk)
    return finds


@contextmanager
def sweeps_compared() -> Iterator[list[str]]:
    """While it lasts, every sweep of what was touched is compared with a sweep of everything."""
    finds: list[str] = []
    narrow = settling.sweep

    def both(game: Game) -> list[settling.Due]:
        found = narrow(game)
        mine = sorted((d.rule, d.subject) for d in found)
        its = sorted((d.rule, d.subject) for d in settling.full_sweep(game))
        if mine != its:
            finds.append(f"sweep: {mine} but {its}")
        return found

    settling.sweep = both
    try:
        yield finds
    finally:
        settling.sweep = narrow


def order_by_hash() -> None:
    """A fault for the test of determinism: the order of turns is one that the hash seed decides."""

    def apnap(self: Look, start: Seat | None = None) -> tuple[Seat, ...]:
        names = {p.name: p.seat for p in self.state.players if p.in_game}
        return tuple(names[n] for n in set(names))

    Look.apnap = apnap  # type: ignore[method-assign]
