"""What may be expected of an object: each field of `objects` and how it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap.engine import events as ev
from apnap.engine.abilities import Keyword
from apnap.engine.sides import faces
from apnap.engine.state import Attack, Thing
from apnap.engine.values import COLOR_WORDS, ObjId, count_of, is_player

from .errors import Unplayable
from .mismatch import Found, Mismatch, equal
from .scene import Scene

_NOTHING = "nothing"


def objects(scene: Scene, value: Any) -> Found:
    for name, fields in value:
        obj_id = _object(scene, name)
        for field, expected in fields:
            if field == "zone":
                yield from equal(f"zone of {name}", expected, _zone(scene, name, obj_id))
            elif obj_id is None:
                yield Mismatch(f"{field} of {name}", expected, "no such object")
            else:
                thing = scene.game.look.live(obj_id)
                assert thing is not None
                yield from _FIELDS[field](scene, f"{field} of {name}", thing, expected)


def _object(scene: Scene, name: str) -> ObjId | None:
    if name in scene.naming.labels:
        return scene.naming.object(name)
    try:
        found = [r for r in scene.naming.refs(name) if not is_player(r)]
    except Unplayable:
        return None
    return ObjId(found[0]) if found else None


def _zone(scene: Scene, name: str, obj_id: ObjId | None) -> str:
    if obj_id is not None:
        zone = scene.game.state.objects[obj_id].zone
        return "command" if zone == "schemes" else zone
    if name not in scene.naming.labels:
        return "nowhere"
    card = scene.naming.labels[name]
    for event in reversed(scene.game.log):
        if isinstance(event, ev.Ceased) and event.was.obj.card == card:
            return "out" if event.how == "leave" else "gone"
    owner = scene.game.state.cards[card].owner
    return "gone" if scene.game.state.player(owner).in_game else "out"


Field = Callable[[Scene, str, Thing, Any], Found]


def _field(read: Callable[[Scene, Thing], Any]) -> Field:
    def check(scene: Scene, what: str, thing: Thing, expected: Any) -> Found:
        yield from equal(what, expected, read(scene, thing))

    return check


def _counters(scene: Scene, what: str, thing: Thing, expected: Any) -> Found:
    """All its counters; loyalty has a key of its own and counts here only where it is named."""
    wanted = {kind: n for kind, n in expected if n}
    actual = {k: n for k, n in thing.obj.counters if k != "loyalty" or "loyalty" in wanted}
    if wanted != actual:
        yield Mismatch(what, _listed(wanted), _listed(actual))


def _listed(counters: dict[str, int]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in sorted(counters.items())) or "none"


def _attached(scene: Scene, what: str, thing: Thing, expected: Any) -> Found:
    to = thing.obj.attached
    if not to:
        if expected not in (_NOTHING, ""):
            yield Mismatch(what, expected, _NOTHING)
    elif not scene.naming.is_called(expected, to):
        yield Mismatch(what, expected, scene.naming.name(to))


def _attack_of(scene: Scene, thing: Thing) -> Attack | None:
    combat = scene.game.state.combat
    attacks = combat.attacks if combat is not None else ()
    return next((a for a in attacks if a.attacker == thing.obj.id), None)


def _attacking(scene: Scene, what: str, thing: Thing, expected: Any) -> Found:
    attack = _attack_of(scene, thing)
    if isinstance(expected, bool) or attack is None:
        yield from equal(what, expected, attack is not None)
    elif not any(scene.naming.is_called(expected, to) for to in faces(scene.game, attack.defender)):
        yield Mismatch(what, expected, scene.naming.name(attack.defender))


def _blocked(scene: Scene, thing: Thing) -> bool:
    attack = _attack_of(scene, thing)
    return attack is not None and attack.blocked


def _types_of(thing: Thing) -> set[str]:
    chars = thing.chars
    return {t.casefold() for t in (*chars.supertypes, *chars.types, *chars.subtypes)}


def _type_line(thing: Thing) -> str:
    chars = thing.chars
    return " ".join((*chars.supertypes, *chars.types, *chars.subtypes))


#: What a card type was called before it got its present name (308).
_RENAMED = {"tribal": "kindred"}


def _type_word(word: str) -> str:
    return _RENAMED.get(word.casefold(), word.casefold())


def _types(scene: Scene, what: str, thing: Thing, expected: Any) -> Found:
    if any(_type_word(t) not in _types_of(thing) for t in expected):
        yield Mismatch(what, expected, _type_line(thing))


def _not_types(scene: Scene, what: str, thing: Thing, expected: Any) -> Found:
    if any(_type_word(t) in _types_of(thing) for t in expected):
        yield Mismatch(what, expected, _type_line(thing))


def _colors(scene: Scene, what: str, thing: Thing, expected: Any) -> Found:
    wanted = {
        letter
        for word in expected
        if word.casefold() != "colorless"
        for letter in COLOR_WORDS.get(word.casefold(), word.upper())
    }
    if wanted != set(thing.chars.colors):
        words = {letter: word for word, letter in COLOR_WORDS.items()}
        yield Mismatch(what, expected, tuple(words[c] for c in thing.chars.colors))


def _keywords(scene: Scene, thing: Thing) -> tuple[str, ...]:
    """Its keywords, by name and as they read with what they say more: protection, and protection from black."""
    abilities = (scene.game.book.at(ref.path) for ref in thing.chars.abilities)
    read = (ability.describe() for ability in abilities if isinstance(ability, Keyword))
    return tuple(dict.fromkeys(_word(k) for k in (*thing.chars.keywords, *read)))


def _word(text: str) -> str:
    return text.casefold().replace("_", " ")


def _has(scene: Scene, what: str, thing: Thing, expected: Any) -> Found:
    have = _keywords(scene, thing)
    if any(word not in have for name in expected for word in _each(name)):
        yield Mismatch(what, expected, have)


def _has_not(scene: Scene, what: str, thing: Thing, expected: Any) -> Found:
    have = _keywords(scene, thing)
    if any(word in have for name in expected for word in _each(name)):
        yield Mismatch(what, expected, have)


def _each(name: str) -> list[str]:
    """The keywords that one name speaks of: protection from black and from red are two."""
    first, *more = _word(name).split(" and from ")
    return [first, *(f"{first.partition(' from ')[0]} from {word}" for word in more)]


_FIELDS: dict[str, Field] = {
    "name": _field(lambda scene, thing: thing.chars.name),
    "controller": _field(lambda scene, thing: scene.name_at(thing.chars.controller)),
    "owner": _field(lambda scene, thing: scene.name_at(thing.obj.owner)),
    "power": _field(lambda scene, thing: thing.chars.power),
    "toughness": _field(lambda scene, thing: thing.chars.toughness),
    "damage": _field(lambda scene, thing: thing.obj.damage),
    "loyalty": _field(lambda scene, thing: count_of(thing.obj.counters, "loyalty")),
    "counters": _counters,
    "tapped": _field(lambda scene, thing: thing.obj.tapped),
    "attached": _attached,
    "attacking": _attacking,
    "blocked": _field(_blocked),
    "face_down": _field(lambda scene, thing: bool(thing.obj.face_down) or thing.obj.zone == "schemes"),
    "phased_in": _field(lambda scene, thing: not thing.obj.phased_out),
    "commander": _field(lambda scene, thing: scene.game.state.cards[thing.obj.card].commander),
    "types": _types,
    "not_types": _not_types,
    "colors": _colors,
    "has": _has,
    "has_not": _has_not,
}
