"""Positions for tests of the engine: who has what where, and the few moves that tests make on them.

Mana is free unless a test says otherwise; seats are named Ann, Bob, Cat ...
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from apnap.engine import events as ev
from apnap.engine.abilities import Keyword
from apnap.engine.definitions import CardDef
from apnap.engine.game import Game
from apnap.engine.requests import PASS, Answer, Given, Request
from apnap.engine.setup import SeatSetup, Setup, add_card, starting_state
from apnap.engine.state import Obj, Turn
from apnap.engine.values import Ref, Seat, player
from apnap.pool import Pool, load_pool

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Ann 2", "Bob 2", "Cat 2", "Dan 2")
ANN, BOB, CAT, DAN = (Seat(n) for n in range(4))
POOL = load_pool()


def pool_with(*cards: CardDef, keywords: Sequence[Keyword] = ()) -> Pool:
    """The pool of all plugins and the cards of a test."""
    plugin = SimpleNamespace(apnap_cards=lambda: list(cards), apnap_keywords=lambda: list(keywords))
    return load_pool(extra=[("test", plugin)])


def board(
    *seats: Mapping[str, Sequence[str]],
    pool: Pool = POOL,
    edition: str = "current",
    formats: tuple[str, ...] = ("free-for-all",),
    step: str = "main1",
    active: int = 0,
    life: Mapping[int, int] | None = None,
    facts: Mapping[str, Mapping[str, Any]] | None = None,
    teams: tuple[tuple[int, ...], ...] = (),
    free: bool = True,
    seed: int = 1,
) -> Game:
    """A game in its third turn, whose active player is about to get priority in `step`.

    Each of `seats` maps zones to card names (a library top first); `facts` are those of the objects of a
    name, such as their counters.
    """
    book = pool.book(edition, formats)
    names = NAMES[: len(seats)]
    state = starting_state(book, Setup(tuple(SeatSetup(n) for n in names), seed=seed, teams=teams))
    for seat, zones in enumerate(seats):
        for zone, cards in zones.items():
            for name in cards:
                add_card(state, book, Seat(seat), name, zone, **(facts or {}).get(name, {}))
    for seat, total in (life or {}).items():
        change(state, seat, life=total)
    for seat in range(len(seats)):
        change(state, seat, turn_began=3 if seat == active else 1, kept=True)
    steps = book.rules.steps
    state.turn = Turn(
        number=3, active=Seat(active), step=step, stage="open", plan=steps[steps.index(step) + 1 :], holder=Seat(active)
    )
    game = Game(book, state)
    game.free_mana = free
    return game


def change(state: Any, seat: int, **facts: Any) -> None:
    """Change a player's numbers in a state that is being made."""
    state.players = tuple(replace(p, **facts) if p.seat == seat else p for p in state.players)


# --- reading --------------------------------------------------------------------------------------


def everything(game: Game, name: str, zone: str = "", seat: int = -1) -> list[Obj]:
    """All objects of a name, in a zone, of an owner; the oldest first."""
    return [
        o
        for o in sorted(game.state.objects.values(), key=lambda o: o.id)
        if game.look.chars(o.id).name == name and zone in ("", o.zone) and seat in (-1, o.owner)
    ]


def the(game: Game, name: str, zone: str = "", seat: int = -1) -> Obj:
    """The one object of a name."""
    (found,) = everything(game, name, zone, seat)
    return found


def zone(game: Game, zone: Any, seat: int = -1) -> list[str]:
    """The names in a zone, in its order."""
    return [game.look.chars(i).name for i in game.state.zone(zone, Seat(seat))]


def stack(game: Game) -> list[str]:
    """What is on the stack, the top last; an ability by its source."""
    return zone(game, "stack")


def lives(game: Game) -> list[int]:
    return [p.life for p in game.state.players]


def happened(game: Game, kind: type[ev.Event]) -> list[Any]:
    """The events of a type in the log."""
    return [e for e in game.log if type(e) is kind]


def performed(game: Game) -> list[tuple[str, ...]]:
    """The rules that each check performed, in order; checks that did nothing are not listed."""
    return [tuple(rule for rule, _ in e.performed) for e in happened(game, ev.Checked) if e.performed]


def holder(game: Game) -> Seat:
    """Who is asked for priority."""
    request = question(game)
    assert request.kind == "priority", f"asked {request.prompt}"
    return request.who[0]


def question(game: Game) -> Request:
    assert game.request is not None, "the game is over"
    return game.request


# --- moving ---------------------------------------------------------------------------------------


def ref(game: Game, what: str | int | Obj) -> str:
    """The option id of a player's name, an object, or the one permanent of a name."""
    if isinstance(what, Obj):
        return f"o{what.id}"
    if isinstance(what, int):
        return f"o{what}"
    if what in NAMES:
        return f"p{NAMES.index(what)}"
    return f"o{the(game, what, 'battlefield').id}"


def cast(game: Game, seat: int, name: str, *targets: str | int | Obj, x: int | None = None) -> Obj:
    """Cast the one card of a name in a seat's hand; returns the spell."""
    card = everything(game, name, "hand", seat)[0]
    given = Given(targets=tuple(ref(game, t) for t in targets), x=x, kicked=False)
    game.answer(Seat(seat), Answer(picks=(f"cast:{card.id}",), given=given))
    return everything(game, name, "stack")[-1]


def activate(game: Game, seat: int, name: str, *targets: str | int | Obj, n: int = 1) -> None:
    source = everything(game, name, "battlefield")[0]
    given = Given(targets=tuple(ref(game, t) for t in targets))
    game.answer(Seat(seat), Answer(picks=(f"activate:{source.id}:{n}",), given=given))


def passes(game: Game, n: int = 1) -> None:
    """So many passes, by whoever has priority."""
    for _ in range(n):
        game.answer(holder(game), PASS)


def resolve(game: Game) -> None:
    """All pass once, from the active player or whoever has priority, so that the top resolves."""
    passes(game, len(game.state.seats_in_game()))


def resolve_all(game: Game) -> None:
    """All pass until the stack is empty."""
    while game.request is not None and game.request.kind == "priority" and game.state.zone("stack"):
        passes(game)


def until(game: Game, step: str, turn: int | None = None) -> None:
    """Everybody passes, and answers by default, until a step begins."""
    while game.request is not None:
        turn_ = game.state.turn
        if turn_.step == step and turn in (None, turn_.number) and question(game).kind == "priority":
            return
        game.answer(game.waiting_for()[0], question(game).default)


def choose(game: Game, *picks: str | int | Obj) -> None:
    """Answer the open question with objects, players or option ids."""
    known = {o.id for o in question(game).options}
    ids = tuple(p if isinstance(p, str) and p in known else ref(game, p) for p in picks)
    game.answer(game.waiting_for()[0], Answer(picks=ids))


def someone(seat: int) -> Ref:
    return player(Seat(seat))
