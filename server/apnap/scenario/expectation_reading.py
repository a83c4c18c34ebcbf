"""Reading an `expect`: each key of the table with the shape of its value, in one edition.

A value, or any part of it, may be a mapping from edition to value; in an edition that the mapping does not
name, it claims nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from apnap.engine.values import MalformedCard, parse_mana

from .claims import KINDS, STEPS, Expect, Names
from .node import Node

OBJECT_ZONES = ("hand", "library", "graveyard", "exile", "command", "battlefield", "stack", "gone", "out")
_ABSENT = object()


def in_edition(node: Node, edition: str, editions: Names, known: Collection[str]) -> Node | None:
    """The part with every mapping from editions resolved; None where it says nothing in this edition."""
    value = _resolved(node, edition, editions, known)
    return None if value is _ABSENT else Node(node.document, value, node.steps)


def _resolved(node: Node, edition: str, editions: Names, known: Collection[str]) -> Any:
    value = node.value
    if isinstance(value, list):
        found = [_resolved(node.at(i, v), edition, editions, known) for i, v in enumerate(value)]
        return [v for v in found if v is not _ABSENT]
    if not isinstance(value, dict):
        return value
    if value and all(key in known for key in value):
        for key in value:
            if key not in editions:
                raise node.at(key, None).refuse(f"the scenario does not run under edition {key!r}")
        part = value.get(edition, _ABSENT)
        return part if part is _ABSENT else _resolved(node.at(edition, part), edition, editions, known)
    parts = {k: _resolved(node.at(k, v), edition, editions, known) for k, v in value.items()}
    return {k: v for k, v in parts.items() if v is not _ABSENT}


def read_claims(node: Node, seats: Names, edition: str, editions: Names, known: Collection[str]) -> Expect:
    parts = node.keys(("expect",))
    whole = in_edition(parts["expect"], edition, editions, known)
    claims = [] if whole is None else [
        (key, _CLAIMS[key](part, seats)) for key, part in whole.keys(tuple(_CLAIMS)).items()
    ]  # fmt: skip
    return Expect(number=int(node.steps[-1]) + 1, claims=tuple(claims))


# --- shapes -------------------------------------------------------------------------------------


def by_seat(read: Callable[[Node], Any]) -> Callable[[Node, Names], tuple[tuple[str, Any], ...]]:
    def reader(node: Node, seats: Names) -> tuple[tuple[str, Any], ...]:
        parts = node.mapping("a mapping from seats to values")
        for name, part in parts.items():
            if name not in seats:
                raise part.refuse(f"expected a seat: {', '.join(seats)}; got {name!r}")
        return tuple((name, read(part)) for name, part in parts.items())

    return reader


def _seat(node: Node, seats: Names) -> str:
    return "" if node.value in ("", [], {}) else node.one_of(seats, "a seat:")


def _seat_list(node: Node, seats: Names) -> Names:
    return tuple(n.one_of(seats, "a seat:") for n in node.each())


def _names(node: Node) -> Names:
    if isinstance(node.value, dict) and node.value:
        raise node.fail("a list of names")
    return node.texts()


def _mana(node: Node) -> tuple[tuple[str, int], ...]:
    if node.value in ("", [], {}):
        return ()
    try:
        return parse_mana(node.text("mana such as {R}{R}"))
    except MalformedCard as error:
        raise node.refuse(f"expected mana such as {{R}}{{R}}: {error}") from None


def _count(node: Node, seats: Names) -> tuple[tuple[str, int], ...]:
    return tuple((name, n.number(0)) for name, n in node.mapping("a mapping from names to numbers").items())


def _turn(node: Node, seats: Names) -> tuple[str, str]:
    parts = node.keys(("of", "step"))
    of = parts["of"].one_of(seats, "a seat:") if "of" in parts else ""
    return of, parts["step"].one_of(STEPS) if "step" in parts else ""


def _asked(node: Node, seats: Names) -> tuple[str, str]:
    parts = node.keys(("seat", "kind"))
    seat = parts["seat"].one_of(seats, "a seat:") if "seat" in parts else ""
    return seat, parts["kind"].one_of(KINDS) if "kind" in parts else ""


def _checks(node: Node, seats: Names) -> tuple[Names, ...]:
    if node.value in ("", {}):
        return ()
    return tuple(_names_of_list(n) for n in node.items("a list of lists of rule numbers"))


def _names_of_list(node: Node) -> Names:
    return tuple(n.text("a rule's number") for n in node.items("a list of rule numbers"))


def _commander_damage(node: Node) -> tuple[tuple[str, int], ...]:
    return tuple((card, n.number(0)) for card, n in node.mapping("a mapping from cards to numbers").items())


# --- objects ------------------------------------------------------------------------------------


def _objects(node: Node, seats: Names) -> tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]:
    found = []
    for label, part in node.mapping("a mapping from labels to what is true of them").items():
        fields = part.keys(tuple(_FIELDS))
        found.append((label, tuple((key, _FIELDS[key](field, seats)) for key, field in fields.items())))
    return tuple(found)


def _zone(node: Node, seats: Names) -> str:
    return node.one_of(OBJECT_ZONES)


def _text(node: Node, seats: Names) -> str:
    return "" if node.value in ([], {}) else node.text()


def _number(node: Node, seats: Names) -> int | None:
    return None if node.value in ("", [], {}) else node.number()


def _flag(node: Node, seats: Names) -> bool:
    return node.flag()


def _attacking(node: Node, seats: Names) -> bool | str:
    if node.value in ("nothing", "", [], {}):
        return False
    return node.value if isinstance(node.value, bool) else node.text("yes, no or what is attacked")


def _counters(node: Node, seats: Names) -> tuple[tuple[str, int], ...]:
    if node.value in ("", []):
        return ()
    return tuple((kind, n.number(0)) for kind, n in node.mapping("counters such as {+1/+1: 2}").items())


def _words(node: Node, seats: Names) -> Names:
    return _names(node)


_FIELDS: dict[str, Callable[[Node, Names], Any]] = {
    "zone": _zone,
    "name": _text,
    "controller": _seat,
    "owner": _seat,
    "power": _number,
    "toughness": _number,
    "damage": _number,
    "loyalty": _number,
    "counters": _counters,
    "tapped": _flag,
    "attached": _text,
    "attacking": _attacking,
    "blocked": _flag,
    "face_down": _flag,
    "phased_in": _flag,
    "commander": _flag,
    "types": _words,
    "not_types": _words,
    "colors": _words,
    "has": _words,
    "has_not": _words,
}

_NUMBER_BY_SEAT = by_seat(lambda node: node.number())
_NAMES_BY_SEAT = by_seat(_names)

_CLAIMS: dict[str, Callable[[Node, Names], Any]] = {
    "life": _NUMBER_BY_SEAT,
    "poison": _NUMBER_BY_SEAT,
    "hand_size": _NUMBER_BY_SEAT,
    "library_size": _NUMBER_BY_SEAT,
    "hand": _NAMES_BY_SEAT,
    "graveyard": _NAMES_BY_SEAT,
    "exile": _NAMES_BY_SEAT,
    "command": _NAMES_BY_SEAT,
    "battlefield": _NAMES_BY_SEAT,
    "library": _NAMES_BY_SEAT,
    "schemes": _NAMES_BY_SEAT,
    "stack": lambda node, seats: _names(node),
    "objects": _objects,
    "count": _count,
    "priority": _seat,
    "turn": _turn,
    "asked": _asked,
    "in_game": _seat_list,
    "lost": _seat_list,
    "won": _seat_list,
    "draw": _flag,
    "checks": _checks,
    "checks_include": lambda node, seats: _names(node),
    "checks_exclude": lambda node, seats: _names(node),
    "triggered": lambda node, seats: _names(node),
    "mana": by_seat(_mana),
    "commander_damage": by_seat(_commander_damage),
    "monarch": _seat,
    "day_night": _text,
}
