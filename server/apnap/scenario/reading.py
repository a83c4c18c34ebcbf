"""Reading scenario files: text -> `Scenario`, one for each edition; anything unknown is `Malformed`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from apnap.engine.values import MalformedCard, parse_cost, parse_mana, parse_types

from .claims import FORMATS, STEPS, TEAM_FORMATS, ZONES, Entry, LocalCard, Names, Scenario, SeatPart
from .expectation_reading import in_edition, read_claims
from .item_reading import read_item
from .node import Node, counted
from .source import Document, documents

HEAD = (
    "title", "cites", "edition", "format", "teams", "mana", "seed", "seats", "turn", "cards", "play",
    "monarch", "commander_damage",
)  # fmt: skip
SEAT = ("life", "poison", "mana", *ZONES, "lands_played")
_ANYWHERE = ("card", "as", "copies", "commander")
ENTRY = {
    "hand": _ANYWHERE,
    "library": _ANYWHERE,
    "graveyard": _ANYWHERE,
    "schemes": _ANYWHERE,
    "exile": (*_ANYWHERE, "counters", "face_down", "suspended", "exiled_by"),
    "command": (*_ANYWHERE, "counters", "face_down", "casts"),
    "battlefield": (
        *_ANYWHERE, "counters", "tapped", "sick", "damage", "attached", "face_down", "owner", "token",
        "phased_out", "loyalty", "chosen",
    ),
}  # fmt: skip
_FLAGS = ("tapped", "sick", "face_down", "token", "phased_out", "commander")
RESERVED = ("all", "resolve", "nothing", "yes", "no")
#: So many copies of a card one entry may stand for: more than any deck holds, and a position is still quick to set up.
MOST_COPIES = 1000


class Known(Struct, frozen=True):
    """The editions and formats that a file may name."""

    editions: tuple[str, ...]
    formats: tuple[str, ...] = FORMATS


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """The scenario files under some paths, folders in the order of their names."""
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file())
        else:
            yield path


def read(path: Path, known: Known, edition: str = "") -> list[Scenario]:
    """The scenarios of a file, one for each edition that they name, or under `edition` instead."""
    return [s for document in documents(path) for s in _scenarios(document, known, edition)]


def _scenarios(document: Document, known: Known, override: str) -> list[Scenario]:
    head = Node(document, document.value).keys(HEAD, required=("title", "seats"))
    editions = _editions(head, known)
    found = [_scenario(document, head, known, edition, editions) for edition in editions]
    if override:
        return [_scenario(document, head, known, override, (*editions, override))]
    return found


def _editions(head: dict[str, Node], known: Known) -> Names:
    if "edition" not in head:
        return ("current",)
    editions = tuple(node.one_of(known.editions) for node in head["edition"].each())
    if not editions:
        raise head["edition"].refuse("expected at least one edition")
    return tuple(dict.fromkeys(editions))


def _scenario(document: Document, head: dict[str, Node], known: Known, edition: str, editions: Names) -> Scenario:
    seats = _seats(head["seats"])
    names = tuple(s.name for s in seats)
    turn_of, step = _turn(head, names)
    formats = _formats(head, known, len(names))
    teams = _teams(head, names, formats)
    _check_totals(head["seats"], seats, teams, formats)
    return Scenario(
        path=document.path,
        title=head["title"].text(),
        edition=edition,
        of_several=len(editions) > 1,
        cites=_cites(head, edition, editions),
        formats=formats,
        teams=teams,
        free_mana=_free_mana(head),
        seed=head["seed"].number() if "seed" in head else 1,
        seats=seats,
        turn_of=turn_of,
        step=step,
        cards=tuple(_local_card(n) for n in head["cards"].items()) if "cards" in head else (),
        monarch=head["monarch"].one_of(names) if "monarch" in head else "",
        commander_damage=tuple(_commander_damage(head, seats)),
        play=tuple(_play(head, names, edition, editions, known)),
    )


def _play(head: dict[str, Node], seats: Names, edition: str, editions: Names, known: Known) -> Iterator[Any]:
    if "play" not in head:
        return
    for node in head["play"].items():
        item = read_item(node, seats, edition)
        yield item if item is not None else read_claims(node, seats, edition, editions, known.editions)


# --- head ---------------------------------------------------------------------------------------


def _cites(head: dict[str, Node], edition: str, editions: Names) -> Names:
    if "cites" not in head:
        return ()
    node = in_edition(head["cites"], edition, editions, editions)
    return node.texts() if node is not None else ()


def _formats(head: dict[str, Node], known: Known, seats: int) -> Names:
    if "format" not in head:
        return ("duel",) if seats == 2 else ("free-for-all",)
    formats = tuple(node.one_of(known.formats) for node in head["format"].each())
    if not formats:
        raise head["format"].refuse("expected at least one format")
    if "duel" in formats and seats != 2:
        raise head["format"].refuse(f"expected two seats for a duel, got {seats}")
    return formats


def _teams(head: dict[str, Node], seats: Names, formats: Names) -> tuple[Names, ...]:
    if "teams" not in head:
        if any(f in TEAM_FORMATS for f in formats) and "free-for-all" not in formats:
            raise head["format"].refuse("expected the key 'teams' beside a format of teams")
        return ()
    teams = []
    seen: list[str] = []
    for node in head["teams"].items():
        team = tuple(n.one_of(seats, "a seat:") for n in node.items())
        if not team:
            raise node.refuse("expected at least one seat in a team")
        seen += team
        teams.append(team)
    if sorted(seen) != sorted(seats):
        raise head["teams"].refuse(f"expected each of {', '.join(seats)} in exactly one team")
    return tuple(teams)


def _free_mana(head: dict[str, Node]) -> bool:
    if "mana" not in head:
        return False
    head["mana"].one_of(("free",), "the word")
    return True


def _turn(head: dict[str, Node], seats: Names) -> tuple[str, str]:
    if "turn" not in head:
        return seats[0], "main1"
    parts = head["turn"].keys(("of", "step"))
    of = parts["of"].one_of(seats, "a seat:") if "of" in parts else seats[0]
    return of, parts["step"].one_of(STEPS) if "step" in parts else "main1"


#: A number, or a star for what the text says.
_SIZE = r"(?:-?\d+|\*|\d+\+\*)"


def _local_card(node: Node) -> LocalCard:
    parts = node.keys(("name", "cost", "type", "pt", "loyalty", "text"), required=("name", "type"))
    words: dict[str, Any] = {key: parts[key].text() for key in ("name", "cost", "type", "pt", "text") if key in parts}
    if words.get("pt") and not re.fullmatch(rf"{_SIZE}/{_SIZE}", words["pt"]):
        raise parts["pt"].fail("power and toughness such as 2/2 or */*")
    for key, parse in (("cost", parse_cost), ("type", parse_types)):
        try:
            parse(words.get(key, ""))
        except MalformedCard as error:
            raise parts[key].refuse(str(error)) from None
    return LocalCard(loyalty=parts["loyalty"].number(0) if "loyalty" in parts else None, **words)


def _commander_damage(head: dict[str, Node], seats: tuple[SeatPart, ...]) -> Iterator[tuple[str, str, int]]:
    if "commander_damage" not in head:
        return
    entries = [e for seat in seats for _, zone in seat.zones for e in zone]
    cards = {e.label for e in entries if e.label} | {e.card for e in entries}
    for seat, by_card in head["commander_damage"].mapping().items():
        by_card.at(seat, seat).one_of([s.name for s in seats], "a seat:")
        for card, amount in by_card.mapping().items():
            if card not in cards:
                raise amount.refuse(f"expected a label or a card of the position, got {card!r}")
            yield seat, card, amount.number(0)


def _check_totals(node: Node, seats: tuple[SeatPart, ...], teams: tuple[Names, ...], formats: Names) -> None:
    """A team of Two-Headed Giant has one life total."""
    if "two-headed-giant" not in formats:
        return
    for team in teams:
        given = [s for s in seats if s.name in team and s.life is not None]
        if len({s.life for s in given}) > 1:
            place = node.at(given[1].name, None).at("life", given[1].life)
            raise place.refuse(f"the team of {team[0]} has one life total, got {given[0].life} and {given[1].life}")


# --- seats --------------------------------------------------------------------------------------


def _seats(node: Node) -> tuple[SeatPart, ...]:
    parts = node.mapping("a mapping from seats to what they have")
    if len(parts) < 2:
        raise node.refuse(f"expected at least two seats, got {len(parts)}")
    seats = tuple(_seat(name, part, tuple(parts)) for name, part in parts.items())
    _check_labels(node, seats)
    return seats


def _seat(name: str, node: Node, names: Names) -> SeatPart:
    if name in RESERVED or not name:
        raise node.refuse(f"a seat cannot be called {name!r}")
    if node.value is None:
        return SeatPart(name=name)
    parts = node.keys(SEAT)
    return SeatPart(
        name=name,
        life=parts["life"].number() if "life" in parts else None,
        poison=parts["poison"].number(0) if "poison" in parts else None,
        mana=read_mana(parts["mana"]) if "mana" in parts else (),
        lands_played=parts["lands_played"].number(0) if "lands_played" in parts else 0,
        zones=tuple(
            (key, tuple(_entry(n, key, names) for n in part.items("a list of cards")))
            for key, part in parts.items()
            if key in ZONES
        ),
    )


def read_mana(node: Node) -> tuple[tuple[str, int], ...]:
    """Mana such as "{R}{R}"; an empty text or list is none."""
    if node.value in ("", [], {}):
        return ()
    try:
        mana = parse_mana(node.text("mana such as {R}{R}"))
    except MalformedCard as error:
        raise node.refuse(f"expected mana such as {{R}}{{R}}: {error}") from None
    for symbol, _ in mana:
        if symbol not in ("W", "U", "B", "R", "G", "C", "S"):
            raise node.refuse(f"expected mana such as {{R}}{{R}}, got {{{symbol}}}")
    return mana


def _entry(node: Node, zone: str, seats: Names) -> Entry:
    if not isinstance(node.value, dict):
        card, count = counted(node.text("a card's name or a mapping with the key 'card'"))
        return Entry(card=card, count=count)
    parts = node.keys(ENTRY[zone], required=("card",))
    card, count = counted(parts["card"].text())
    if "copies" in parts:
        count *= parts["copies"].number(1)
    if count > MOST_COPIES:
        raise node.refuse(f"expected at most {MOST_COPIES} copies of a card, got {count}")
    label = parts["as"].text() if "as" in parts else ""
    if label and count > 1:
        raise parts["as"].refuse(f"a label names one card, not {count}")
    return Entry(
        card=card,
        count=count,
        label=label,
        counters=_counters(parts["counters"]) if "counters" in parts else (),
        attached=parts["attached"].text() if "attached" in parts else "",
        owner=parts["owner"].one_of(seats, "a seat:") if "owner" in parts else "",
        loyalty=parts["loyalty"].number(0) if "loyalty" in parts else None,
        damage=parts["damage"].number(0) if "damage" in parts else 0,
        suspended=parts["suspended"].number(1) if "suspended" in parts else 0,
        casts=parts["casts"].number(0) if "casts" in parts else 0,
        chosen=parts["chosen"].text() if "chosen" in parts else "",
        exiled_by=parts["exiled_by"].text() if "exiled_by" in parts else "",
        **{key: parts[key].flag() for key in _FLAGS if key in parts},
    )


def _counters(node: Node) -> tuple[tuple[str, int], ...]:
    if node.value in ("", []):
        return ()
    return tuple((kind, n.number(0)) for kind, n in node.mapping("counters such as {+1/+1: 2}").items())


def _check_labels(node: Node, seats: tuple[SeatPart, ...]) -> None:
    names = tuple(s.name for s in seats)
    labels: list[str] = []
    cards: list[str] = []
    for seat in seats:
        for zone, entries in seat.zones:
            for i, entry in enumerate(entries):
                place = node.at(seat.name, None).at(zone, None).at(i, None)
                if entry.label:
                    _check_label(place, entry.label, (*names, *labels))
                    labels.append(entry.label)
                cards += [entry.card] * entry.count if zone == "battlefield" else []
    for seat in seats:
        for i, entry in enumerate(seat.zone("battlefield") or ()):
            to = entry.attached
            if to and to not in (*labels, *names) and cards.count(to) != 1:
                place = node.at(seat.name, None).at("battlefield", None).at(i, None).at("attached", None)
                raise place.refuse(f"expected a label or a seat, got {to!r}")
        for i, entry in enumerate(seat.zone("exile") or ()):
            by = entry.exiled_by
            if by and by not in labels and cards.count(by) != 1:
                place = node.at(seat.name, None).at("exile", None).at(i, None).at("exiled_by", None)
                raise place.refuse(f"expected a label, got {by!r}")


def _check_label(place: Node, label: str, taken: Iterable[str]) -> None:
    if label in taken:
        raise place.refuse(f"the label {label!r} is taken")
    if label in RESERVED or label.startswith("stack:") or "#" in label:
        raise place.refuse(f"a label cannot be called {label!r}")
