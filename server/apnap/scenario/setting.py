"""From the seats of a scenario to the position that the engine builds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from apnap.engine.book import Book
from apnap.engine.definitions import CardDef
from apnap.engine.position import Placed, Position, Seated, card_id
from apnap.engine.values import NOBODY, CardId, Seat, Zone, player

from .claims import Entry, Names, Scenario, SeatPart
from .errors import Unsupported

#: What a library that is not given holds.
LIBRARY = ("Wastes", 20)
_ZONES: Mapping[str, Zone] = {
    "hand": "hand",
    "library": "library",
    "graveyard": "graveyard",
    "exile": "exile",
    "command": "command",
    "schemes": "schemes",
    "battlefield": "battlefield",
}


class Setting(Struct, frozen=True):
    """A position and which card each label means."""

    position: Position
    labels: tuple[tuple[str, CardId], ...]


def setting(scenario: Scenario, book: Book) -> Setting:
    """The position of a scenario; raises `Unsupported` for a card that the book lacks."""
    entries = list(_entries(scenario))
    labels = {e.label: n for n, (_, _, e) in enumerate(entries) if e.label}
    return Setting(
        Position(
            seats=_seats(scenario, book),
            placed=tuple(_placed(scenario, book, entries, labels, *entry) for entry in entries),
            active=_seat(scenario, scenario.turn_of),
            step=scenario.step,
            seed=scenario.seed,
            monarch=_seat(scenario, scenario.monarch) if scenario.monarch else NOBODY,
            tallies=tuple(_tallies(scenario, entries, labels)),
        ),
        tuple((label, card_id(n)) for label, n in labels.items()),
    )


def _seat(scenario: Scenario, name: str) -> Seat:
    return Seat(scenario.seat_names.index(name))


# --- seats --------------------------------------------------------------------------------------


def team_of(scenario: Scenario, name: str) -> Names:
    """The seats of one team; a seat without a team is its own."""
    return next((team for team in scenario.teams if name in team), (name,))


def _seats(scenario: Scenario, book: Book) -> tuple[Seated, ...]:
    teams = list(dict.fromkeys(team_of(scenario, name) for name in scenario.seat_names))
    shared_life, shared_poison = (
        bool(scenario.teams) and bool(book.rules.switch(slot)) for slot in ("shared_life", "shared_poison")
    )
    found = []
    for part in scenario.seats:
        team = team_of(scenario, part.name)
        life = _shared(scenario, team, "life") if shared_life else part.life
        poison = _shared(scenario, team, "poison") if shared_poison else part.poison
        begins = starting_life(scenario, book, part.name)
        found.append(
            Seated(
                name=part.name,
                team=teams.index(team),
                life=begins if life is None else life,
                starting_life=begins,
                poison=poison or 0,
                mana=part.mana,
                lands_played=part.lands_played,
            )
        )
    return tuple(found)


def _shared(scenario: Scenario, team: Names, what: str) -> int | None:
    """A team's one total, from whichever of its seats has it."""
    given = (getattr(p, what) for p in scenario.seats if p.name in team)
    return next((n for n in given if n is not None), None)


def starting_life(scenario: Scenario, book: Book, seat: str) -> int:
    """The life total with which the format lets a seat begin."""
    seats = scenario.seat_names
    teams = tuple(tuple(seats.index(name) for name in team) for team in scenario.teams)
    lone = book.rules.lone(teams, [seats.index(part.name) for part in scenario.seats if part.zone("schemes")])
    return book.rules.starting_life(lone=seats.index(seat) == lone, heads=len(team_of(scenario, seat)))


# --- objects ------------------------------------------------------------------------------------


def _entries(scenario: Scenario) -> Iterator[tuple[SeatPart, str, Entry]]:
    """Every card of the position by itself, seat by seat in the order written."""
    for part in scenario.seats:
        for zone, entries in part.zones:
            for entry in entries:
                for _ in range(entry.count):
                    yield part, zone, entry
        if part.zone("library") is None:
            name, count = LIBRARY
            for _ in range(count):
                yield part, "library", Entry(card=name)


def _placed(
    scenario: Scenario,
    book: Book,
    entries: list[tuple[SeatPart, str, Entry]],
    labels: dict[str, int],
    part: SeatPart,
    zone: str,
    entry: Entry,
) -> Placed:
    card = definition(book, entry)
    names = scenario.seat_names
    return Placed(
        base=card.path,
        seat=_seat(scenario, part.name),
        zone=_ZONES[zone],
        owner=_seat(scenario, entry.owner) if entry.owner else NOBODY,
        kind="token" if entry.token else "card",
        counters=_counters(entry, zone, card),
        tapped=entry.tapped,
        sick=entry.sick,
        damage=entry.damage,
        attached=_attached(entries, labels, names, entry.attached),
        attached_to=_seat(scenario, entry.attached) if entry.attached in names else NOBODY,
        face_down=_face_down(entry, zone),
        phased_out=entry.phased_out,
        chosen=player(_seat(scenario, entry.chosen)) if entry.chosen in names else entry.chosen or 0,
        exiled_by=_attached(entries, labels, names, entry.exiled_by),
        commander=entry.commander or (zone == "command" and _is_commander(scenario, card)),
    )


def definition(book: Book, entry: Entry) -> CardDef:
    """The card, or for a token without a card the definition of a token of this name."""
    if entry.card in book.cards:
        return book.cards[entry.card]
    if entry.token:
        found = book.token(entry.card)
        if found is not None:
            return found
    raise Unsupported("card", entry.card)


def _is_commander(scenario: Scenario, card: CardDef) -> bool:
    """In Commander the command zone holds the commanders, and beside them only face-up schemes."""
    return "commander" in scenario.formats and "Scheme" not in card.types.types


def _counters(entry: Entry, zone: str, card: CardDef) -> tuple[tuple[str, int], ...]:
    counters = dict(entry.counters)
    if entry.suspended:
        counters["time"] = counters.get("time", 0) + entry.suspended
    if zone == "battlefield" and "loyalty" not in counters:
        loyalty = card.loyalty if entry.loyalty is None else entry.loyalty
        if loyalty and not entry.face_down:
            counters["loyalty"] = loyalty
    return tuple(sorted(counters.items()))


def _face_down(entry: Entry, zone: str) -> str:
    if not entry.face_down:
        return ""
    return "morph" if zone == "battlefield" else "exile"


def _attached(entries: list[tuple[SeatPart, str, Entry]], labels: dict[str, int], seats: Names, to: str) -> int:
    if not to or to in seats:
        return -1
    if to in labels:
        return labels[to]
    return next(n for n, (_, zone, e) in enumerate(entries) if zone == "battlefield" and e.card == to)


# --- what was counted before --------------------------------------------------------------------


def _tallies(
    scenario: Scenario, entries: list[tuple[SeatPart, str, Entry]], labels: dict[str, int]
) -> Iterator[tuple[str, str, int]]:
    for n, (_, _, entry) in enumerate(entries):
        if entry.casts:
            yield "commander casts", str(card_id(n)), entry.casts
    for seat, name, amount in scenario.commander_damage:
        n = labels.get(name, -1)
        if n < 0:
            n = next(i for i, (_, _, e) in enumerate(entries) if e.card == name)
        yield "commander damage", f"{card_id(n)}:{_seat(scenario, seat)}", amount
