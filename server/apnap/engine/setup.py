"""How a game is to begin: who sits where with which deck, and the state that this makes."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from .book import Book, MissingPart
from .state import CardRecord, Obj, Player, State
from .values import CardId, ObjId, Ref, Seat, zone_key


class SeatSetup(Struct, frozen=True):
    """A seat at the table: its name, deck (card names), commanders and scheme deck."""

    name: str
    deck: tuple[str, ...] = ()
    commanders: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()


class Setup(Struct, frozen=True):
    """How a game is to begin. `teams` are tuples of seats; without them every seat is its own team.

    `first` takes the first turn, unless the format says that a player who is alone against a team does.
    """

    seats: tuple[SeatSetup, ...]
    seed: int = 1
    teams: tuple[tuple[int, ...], ...] = ()
    first: int = 0


def starting_state(book: Book, setup: Setup) -> State:
    """The state before the first shuffle: every deck in its library, commanders in the command zone.

    Raises `MissingPart` where so many cannot play by the book's rules.
    """
    refusal = book.rules.refuse_seats(len(setup.seats)) or book.rules.refuse_teams(setup.teams)
    if refusal is not None:
        raise MissingPart(refusal)
    lone = book.rules.lone(setup.teams, [i for i, s in enumerate(setup.seats) if s.schemes])
    teams = {s: t for t, seats in enumerate(setup.teams) for s in seats}
    heads = {s: len(seats) for seats in setup.teams for s in seats}
    life = [book.rules.starting_life(lone=i == lone, heads=heads.get(i, 1)) for i in range(len(setup.seats))]
    shares = book.rules.shared()
    players = tuple(
        Player(seat=Seat(i), name=s.name, team=teams.get(i, i), life=life[i], starting_life=life[i], shares=shares)
        for i, s in enumerate(setup.seats)
    )
    state = State(players, setup.seed)
    state.starting = Seat(setup.first if lone is None else lone)
    for i, seat_setup in enumerate(setup.seats):
        for zone, names in (
            ("library", seat_setup.deck),
            ("command", seat_setup.commanders),
            ("schemes", seat_setup.schemes),
        ):
            for name in names:
                add_card(state, book, Seat(i), name, zone)
    return state


def add_card(state: State, book: Book, seat: Seat, name: str, zone: Any, **facts: Any) -> Obj:
    """Put a card into a state that is being made, at the end of a zone; not for a game that runs."""
    card = book.card(name)
    obj = Obj(
        id=ObjId(Ref(state.next_id)),
        card=CardId(state.next_card),
        kind="card",
        base=card.path,
        owner=seat,
        controller=seat,
        zone=zone,
        under=seat,
        timestamp=state.clock,
    )
    if facts:
        obj = replace(obj, **facts)
    state.next_id += 1
    state.next_card += 1
    state.clock += 1
    state.objects[obj.id] = obj
    state.cards[obj.card] = CardRecord(card.path, obj.owner, commander=zone == "command" and obj.kind == "card")
    key = zone_key(zone, obj.owner)
    state.zones[key] = (*state.zones.get(key, ()), obj.id)
    return obj
