"""A position set up by hand, built into a state in one go: for scenarios, puzzles and tests.

Nothing in it has entered or triggered; the game goes on with the seat of the turn holding priority. The
turn is the first of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from .earlier import remember_chosen, remember_exiled, remember_raised
from .look import Look
from .state import CardRecord, Combat, Obj, Player, State, Turn
from .values import NOBODY, CardId, Counters, Mana, ObjId, Plain, Ref, Seat, Zone, player, zone_key

if TYPE_CHECKING:
    from .book import Book

#: The number of the turn in which the position stands.
FIRST_TURN = 1
#: Objects under control since before the first turn: not summoning sick for anybody.
LONG_AGO = -1

_COMBAT_STEPS = (
    "begin-combat", "declare-attackers", "declare-blockers", "first-strike-damage", "combat-damage",
    "end-of-combat",
)  # fmt: skip


class Seated(Struct, frozen=True, kw_only=True):
    """A player of the position."""

    name: str
    team: int
    life: int
    starting_life: int
    poison: int = 0
    mana: Mana = ()
    lands_played: int = 0


class Placed(Struct, frozen=True, kw_only=True):
    """An object of the position. `seat` is the seat in whose part of the zone it lies: the owner, and on
    the battlefield the controller before any effect. `attached` is the number of another placed object,
    `attached_to` a player's seat."""

    base: str
    seat: Seat
    zone: Zone
    owner: Seat = NOBODY
    kind: str = "card"
    counters: Counters = ()
    tapped: bool = False
    sick: bool = False
    damage: int = 0
    attached: int = -1
    attached_to: Seat = NOBODY
    face_down: str = ""
    phased_out: bool = False
    commander: bool = False
    marks: tuple[str, ...] = ()
    chosen: Plain = 0
    """What was chosen as it entered: a word, or a reference to a player."""
    exiled_by: int = -1
    """The number of the placed object that exiled it."""


class Position(Struct, frozen=True, kw_only=True):
    """Everything on the table, in the order of timestamps. Zones are listed top first."""

    seats: tuple[Seated, ...]
    placed: tuple[Placed, ...]
    active: Seat = Seat(0)
    step: str = "main1"
    seed: int = 1
    starting: Seat = Seat(0)
    monarch: Seat = NOBODY
    tallies: tuple[tuple[str, str, int], ...] = ()


def card_id(number: int) -> CardId:
    """The physical card of the `number`th placed object, counted from 0."""
    return CardId(number + 1)


def build(position: Position, book: Book) -> State:
    """The state of a position. Card `card_id(n)` is the n-th placed object."""
    state = State(_players(position, book), position.seed)
    state.starting = position.starting
    state.monarch = position.monarch
    state.turn = _turn(position, book)
    if position.step in _COMBAT_STEPS:
        state.combat = Combat()
    for number, placed in enumerate(position.placed):
        _put(state, position, number, placed)
    n = len(position.placed)
    state.next_id = state.next_card = state.clock = n + 1
    for name, key, amount in position.tallies:
        state.tallies.setdefault(name, {})[key] = amount
    _remember_earlier(state, position, book)
    _settle_control(state, book)
    return state


def _players(position: Position, book: Book) -> tuple[Player, ...]:
    active = position.seats[position.active]
    its_turn = [s is active or (s.team == active.team and book.rules.switch("shared_turns")) for s in position.seats]
    return tuple(
        Player(
            seat=Seat(i),
            name=s.name,
            team=s.team,
            life=s.life,
            starting_life=s.starting_life,
            counters=(("poison", s.poison),) if s.poison else (),
            mana=s.mana,
            lands_played=s.lands_played,
            turn_began=FIRST_TURN if its_turn[i] else 0,
            turns=1 if its_turn[i] else 0,
            kept=True,
            shares=book.rules.shared(),
        )
        for i, s in enumerate(position.seats)
    )


def _turn(position: Position, book: Book) -> Turn:
    """The turn at an open step, its turn-based actions done; a step that the edition lacks comes first."""
    steps = book.rules.steps
    at = steps.index(position.step) if position.step in steps else -1
    return Turn(
        number=FIRST_TURN,
        active=position.active,
        step=position.step,
        stage="open",
        plan=steps[at + 1 :],
        holder=position.active,
    )


def _put(state: State, position: Position, number: int, placed: Placed) -> None:
    card = card_id(number)
    obj_id = ObjId(Ref(number + 1))
    owner = placed.seat if placed.owner == NOBODY else placed.owner
    on_table = placed.zone == "battlefield"
    obj = Obj(
        id=obj_id,
        card=card,
        kind=placed.kind,
        base=placed.base,
        owner=owner,
        controller=placed.seat,
        zone=placed.zone,
        under=placed.seat if on_table else NOBODY,
        timestamp=number + 1,
        arrived=FIRST_TURN if placed.sick else LONG_AGO,
        tapped=placed.tapped,
        face_down=placed.face_down,
        phased_out=_phased_out(position, placed),
        damage=placed.damage,
        counters=tuple(sorted((k, n) for k, n in placed.counters if n)),
        attached=_attached(placed),
        marks=placed.marks,
    )
    state.objects[obj_id] = obj
    state.cards[card] = CardRecord(placed.base, owner, placed.commander)
    key = zone_key(placed.zone, owner)
    state.zones[key] = (*state.zones.get(key, ()), obj_id)


def _attached(placed: Placed) -> Ref:
    if placed.attached >= 0:
        return Ref(placed.attached + 1)
    return player(placed.attached_to) if placed.attached_to != NOBODY else Ref(0)


def _phased_out(position: Position, placed: Placed) -> str:
    """702.26h: what is attached to a phased-out permanent is phased out with it."""
    if placed.attached >= 0 and position.placed[placed.attached].phased_out:
        return f"with {placed.attached + 1}"
    return "direct" if placed.phased_out else ""


def _remember_earlier(state: State, position: Position, book: Book) -> None:
    """What the objects remember of before; raises `NotRemembered` for what they could not."""
    remember_raised(state, book)
    for number, placed in enumerate(position.placed):
        if placed.chosen:
            remember_chosen(state, book, ObjId(Ref(number + 1)), placed.chosen)
        if placed.exiled_by >= 0:
            remember_exiled(state, book, ObjId(Ref(placed.exiled_by + 1)), ObjId(Ref(number + 1)))


def _settle_control(state: State, book: Book) -> None:
    """Control effects of the position have applied for as long as the position stands."""
    look = Look(state, book)
    controllers = {i: look.chars(i).controller for i in look.permanents()}
    for obj_id, seat in controllers.items():
        state.objects[obj_id] = replace(state.objects[obj_id], controller=seat)
