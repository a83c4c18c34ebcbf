"""Whether what a scenario expects is the case now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from apnap.engine import events as ev
from apnap.engine.game import Game
from apnap.engine.state import Attack, Thing
from apnap.engine.values import COLOR_WORDS, NOBODY, Mana, ObjId, Ref, Seat, count_of, player

from .claims import Expect, Names
from .naming import Naming
from .reading import counted

_NOTHING = "nothing"


class Mismatch(Exception):
    """Something that does not hold: what was expected of what, and what is the case."""

    def __init__(self, what: str, expected: Any, actual: Any) -> None:
        super().__init__(f"{what}: expected {told(expected)}, got {told(actual)}")


def told(value: Any) -> str:
    """A value as a failure names it."""
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(told(v) for v in value) + "]"
    return str(value)


class Judge:
    """Holds a game against expectations. `happened` are the events since the latest action."""

    def __init__(self, game: Game, naming: Naming, teams: Sequence[Names]) -> None:
        self.game = game
        self.naming = naming
        self.teams = teams
        self.happened: list[ev.Event] = []

    def judge(self, item: Expect, began: int) -> list[str]:
        """What does not hold, one message each."""
        self.happened = since(self.game.log, began)
        wrong: list[str] = []
        for key, value in item.claims:
            wrong += [str(m) for m in _CLAIMS[key](self, value)]
        return wrong

    # --- helpers --------------------------------------------------------------------------------

    def seat(self, name: str) -> Seat:
        return self.naming.seat(name)

    def team(self, name: str) -> Names:
        return next((team for team in self.teams if name in team), (name,))

    def name_at(self, seat: Seat) -> str:
        return self.naming.seats[seat] if seat != NOBODY else ""

    def number(self, rule: str) -> str:
        try:
            return self.game.book.rules.number(rule).rpartition(":")[2]
        except LookupError:
            return rule

    def same_names(self, expected: Names, ids: Sequence[ObjId]) -> bool:
        """Whether some objects are exactly those that are named, in any order."""
        return self.naming.pair(expand(expected), ids)

    def names(self, ids: Iterable[ObjId]) -> tuple[str, ...]:
        return tuple(self.naming.card_name(i) for i in ids)

    def in_zone(self, zone: str, seat: Seat) -> tuple[ObjId, ...]:
        """The cards of a zone: on the battlefield by controller, elsewhere by owner."""
        if zone == "battlefield":
            look = self.game.look
            return tuple(i for i in look.permanents() if look.chars(i).controller == seat)
        objects = self.game.state.objects
        return tuple(i for i in self.game.state.zone(zone, seat) if objects[i].owner == seat)  # type: ignore[arg-type]


def since(log: Sequence[ev.Event], began: int) -> list[ev.Event]:
    """The events from a point of the log on, without those that were taken back."""
    found: list[tuple[int, ev.Event]] = []
    for at, event in enumerate(log[began:], start=began):
        if isinstance(event, ev.Undone):
            found = [(n, e) for n, e in found if n < event.to]
        else:
            found.append((at, event))
    return [event for _, event in found]


def expand(names: Names) -> Names:
    """`2 Forest` is twice Forest."""
    return tuple(name for text in names for name, n in (counted(text),) for _ in range(n))


Found = Iterator[Mismatch]


def _equal(what: str, expected: Any, actual: Any) -> Found:
    if expected != actual:
        yield Mismatch(what, expected, actual)


# --- seats --------------------------------------------------------------------------------------


def _by_seat(what: str, read: Callable[[Judge, Seat], Any]) -> Callable[[Judge, Any], Found]:
    def check(judge: Judge, value: Any) -> Found:
        for name, expected in value:
            yield from _equal(f"{what} of {name}", expected, read(judge, judge.seat(name)))

    return check


def _life(judge: Judge, seat: Seat) -> int:
    return judge.game.state.player(seat).life


def _poison(judge: Judge, seat: Seat) -> int:
    return count_of(judge.game.counters_on(player(seat)), "poison")


def _unordered(zone: str) -> Callable[[Judge, Any], Found]:
    def check(judge: Judge, value: Any) -> Found:
        for name, expected in value:
            ids = judge.in_zone(zone, judge.seat(name))
            if not judge.same_names(expected, ids):
                yield Mismatch(f"{zone} of {name}", sorted(expand(expected)), sorted(judge.names(ids)))

    return check


def _from_top(zone: str) -> Callable[[Judge, Any], Found]:
    def check(judge: Judge, value: Any) -> Found:
        for name, expected in value:
            names = expand(expected)
            ids = judge.in_zone(zone, judge.seat(name))
            top = ids[: len(names)] if names else ids
            if len(top) != len(names) or not all(map(judge.naming.is_called, names, top)):
                yield Mismatch(f"{zone} of {name} from the top", names, judge.names(top))

    return check


def _mana(judge: Judge, value: Any) -> Found:
    for name, expected in value:
        pool = judge.game.state.player(judge.seat(name)).mana
        if dict(pool) != dict(expected):
            yield Mismatch(f"mana of {name}", _symbols(expected), _symbols(pool))


def _symbols(mana: Mana) -> str:
    return "".join(f"{{{symbol}}}" * n for symbol, n in mana)


def _commander_damage(judge: Judge, value: Any) -> Found:
    for name, by_card in value:
        for card, expected in by_card:
            actual = _damage_by(judge, card, judge.seat(name))
            yield from _equal(f"commander damage to {name} by {card}", expected, actual)


def _damage_by(judge: Judge, name: str, seat: Seat) -> int:
    state = judge.game.state
    cards = [
        card
        for card, record in state.cards.items()
        if (name in judge.naming.labels and card == judge.naming.labels[name])
        or (record.commander and judge.game.book.printed(record.base).name == name)
    ]
    counts = state.tallies.get("commander damage", {})
    return sum(counts.get(f"{card}:{seat}", 0) for card in cards)


# --- the game -----------------------------------------------------------------------------------


def _stack(judge: Judge, value: Any) -> Found:
    names = expand(value)
    ids = tuple(reversed(judge.game.state.zone("stack")))
    if len(ids) != len(names) or not all(map(judge.naming.is_called, names, ids)):
        yield Mismatch("stack", names, judge.names(ids))


def _count(judge: Judge, value: Any) -> Found:
    look = judge.game.look
    for name, expected in value:
        actual = sum(judge.naming.is_called(name, i) for i in look.permanents())
        yield from _equal(f"count of {name}", expected, actual)


def _priority(judge: Judge, value: Any) -> Found:
    request = judge.game.request
    if request is None or request.kind != "priority":
        yield Mismatch("priority", value, "" if request is None else f"a question ({request.kind})")
        return
    holders = {judge.name_at(request.for_), *(judge.name_at(s) for s in _holders(judge))}
    if value not in holders:
        yield Mismatch("priority", value, judge.name_at(request.for_))


def _holders(judge: Judge) -> tuple[Seat, ...]:
    return judge.game.holders()


def _turn(judge: Judge, value: Any) -> Found:
    of, step = value
    turn = judge.game.state.turn
    active = judge.name_at(turn.active)
    if of and active not in judge.team(of):
        yield Mismatch("turn of", of, active)
    if step:
        yield from _equal("step", step, turn.step)


def _asked(judge: Judge, value: Any) -> Found:
    seat, kind = value
    request = judge.game.request
    if request is None:
        yield Mismatch("asked", " ".join(filter(None, value)), "the game is over")
        return
    who = tuple(judge.name_at(s) for s in request.who)
    if seat and seat not in who:
        yield Mismatch("asked", seat, who)
    if kind:
        yield from _equal("asked for", kind, request.kind)


def _seats(what: str, read: Callable[[Judge], Iterable[Seat]]) -> Callable[[Judge, Any], Found]:
    def check(judge: Judge, value: Any) -> Found:
        actual = tuple(judge.name_at(s) for s in read(judge))
        if sorted(actual) != sorted(set(value)):
            yield Mismatch(what, value, actual)

    return check


def _in_game(judge: Judge) -> Iterable[Seat]:
    return judge.game.state.seats_in_game()


def _lost(judge: Judge) -> Iterable[Seat]:
    return tuple(p.seat for p in judge.game.state.players if p.lost)


def _won(judge: Judge) -> Iterable[Seat]:
    result = judge.game.result
    return result.winners if result is not None else ()


def _draw(judge: Judge, value: Any) -> Found:
    result = judge.game.result
    yield from _equal("draw", value, result is not None and result.draw)


def _monarch(judge: Judge, value: Any) -> Found:
    yield from _equal("monarch", value, judge.name_at(judge.game.state.monarch))


def _day_night(judge: Judge, value: Any) -> Found:
    expected = "" if value in ("neither", "none") else value
    yield from _equal("day or night", expected, judge.game.state.day_night)


# --- what happened ------------------------------------------------------------------------------


def performed(judge: Judge) -> list[tuple[str, ...]]:
    """The numbers of the clauses performed, check by check, since the latest action."""
    checks = [e for e in judge.happened if isinstance(e, ev.Checked) and e.performed]
    return [tuple(sorted({judge.number(rule) for rule, _ in c.performed})) for c in checks]


def _checks(judge: Judge, value: Any) -> Found:
    expected = [tuple(sorted(set(numbers))) for numbers in value]
    yield from _equal("checks", expected, performed(judge))


def _checks_include(judge: Judge, value: Any) -> Found:
    seen = {number for numbers in performed(judge) for number in numbers}
    for number in value:
        if number not in seen:
            yield Mismatch("checks", f"some with {number}", performed(judge))


def _checks_exclude(judge: Judge, value: Any) -> Found:
    seen = {number for numbers in performed(judge) for number in numbers}
    for number in value:
        if number in seen:
            yield Mismatch("checks", f"none with {number}", performed(judge))


def _triggered(judge: Judge, value: Any) -> Found:
    put = [e for e in judge.happened if isinstance(e, ev.TriggerPut) and e.object]
    names = expand(value)
    called = len(put) == len(names) and all(
        judge.naming.is_called(name, e.source) for name, e in zip(names, put, strict=True)
    )
    if not called:
        yield Mismatch("triggered", names, judge.names(e.source for e in put))


# --- objects ------------------------------------------------------------------------------------


def _objects(judge: Judge, value: Any) -> Found:
    for name, fields in value:
        obj_id = _object(judge, name)
        for field, expected in fields:
            if field == "zone":
                yield from _equal(f"zone of {name}", expected, _zone(judge, name, obj_id))
            elif obj_id is None:
                yield Mismatch(f"{field} of {name}", expected, "no such object")
            else:
                thing = judge.game.look.live(obj_id)
                assert thing is not None
                yield from _FIELDS[field](judge, f"{field} of {name}", thing, expected)


def _object(judge: Judge, name: str) -> ObjId | None:
    if name in judge.naming.labels:
        return judge.naming.object(name)
    if name.startswith("stack:"):
        return judge.naming.on_stack(name.removeprefix("stack:"))
    objects = judge.game.state.objects
    found = [i for i in objects if judge.naming.is_called(name, ObjId(Ref(i)))]
    on_table = [i for i in found if objects[i].zone == "battlefield"]
    chosen = on_table or found
    return ObjId(Ref(chosen[0])) if chosen else None


def _zone(judge: Judge, name: str, obj_id: ObjId | None) -> str:
    if obj_id is not None:
        zone = judge.game.state.objects[obj_id].zone
        return "command" if zone == "schemes" else zone
    if name not in judge.naming.labels:
        return "nowhere"
    card = judge.naming.labels[name]
    for event in reversed(judge.game.log):
        if isinstance(event, ev.Ceased) and event.was.obj.card == card:
            return "out" if event.how == "leave" else "gone"
    owner = judge.game.state.cards[card].owner
    return "gone" if judge.game.state.player(owner).in_game else "out"


Field = Callable[[Judge, str, Thing, Any], Found]


def _field(read: Callable[[Judge, Thing], Any]) -> Field:
    def check(judge: Judge, what: str, thing: Thing, expected: Any) -> Found:
        yield from _equal(what, expected, read(judge, thing))

    return check


def _counters(judge: Judge, what: str, thing: Thing, expected: Any) -> Found:
    """All its counters; loyalty has a key of its own and counts here only where it is named."""
    wanted = {kind: n for kind, n in expected if n}
    actual = {k: n for k, n in thing.obj.counters if k != "loyalty" or "loyalty" in wanted}
    if wanted != actual:
        yield Mismatch(what, _listed(wanted), _listed(actual))


def _listed(counters: dict[str, int]) -> str:
    return ", ".join(f"{n} {kind}" for kind, n in sorted(counters.items())) or "none"


def _attached(judge: Judge, what: str, thing: Thing, expected: Any) -> Found:
    to = thing.obj.attached
    if not to:
        if expected not in (_NOTHING, ""):
            yield Mismatch(what, expected, _NOTHING)
    elif not judge.naming.is_called(expected, to):
        yield Mismatch(what, expected, judge.naming.name(to))


def _attack_of(judge: Judge, thing: Thing) -> Attack | None:
    combat = judge.game.state.combat
    attacks = combat.attacks if combat is not None else ()
    return next((a for a in attacks if a.attacker == thing.obj.id), None)


def _attacking(judge: Judge, what: str, thing: Thing, expected: Any) -> Found:
    attack = _attack_of(judge, thing)
    if isinstance(expected, bool) or attack is None:
        yield from _equal(what, expected, attack is not None)
    elif not judge.naming.is_called(expected, attack.defender):
        yield Mismatch(what, expected, judge.naming.name(attack.defender))


def _blocked(judge: Judge, thing: Thing) -> bool:
    attack = _attack_of(judge, thing)
    return attack is not None and attack.blocked


def _types_of(thing: Thing) -> set[str]:
    chars = thing.chars
    return {t.casefold() for t in (*chars.supertypes, *chars.types, *chars.subtypes)}


def _type_line(thing: Thing) -> str:
    chars = thing.chars
    return " ".join((*chars.supertypes, *chars.types, *chars.subtypes))


def _types(judge: Judge, what: str, thing: Thing, expected: Any) -> Found:
    if any(t.casefold() not in _types_of(thing) for t in expected):
        yield Mismatch(what, expected, _type_line(thing))


def _not_types(judge: Judge, what: str, thing: Thing, expected: Any) -> Found:
    if any(t.casefold() in _types_of(thing) for t in expected):
        yield Mismatch(what, expected, _type_line(thing))


def _colors(judge: Judge, what: str, thing: Thing, expected: Any) -> Found:
    wanted = {
        letter
        for word in expected
        if word.casefold() != "colorless"
        for letter in COLOR_WORDS.get(word.casefold(), word.upper())
    }
    if wanted != set(thing.chars.colors):
        words = {letter: word for word, letter in COLOR_WORDS.items()}
        yield Mismatch(what, expected, tuple(words[c] for c in thing.chars.colors))


def _keywords(thing: Thing) -> Counter[str]:
    return Counter(k.casefold().replace("_", " ") for k in thing.chars.keywords)


def _has(judge: Judge, what: str, thing: Thing, expected: Any) -> Found:
    have = _keywords(thing)
    if any(not _has_word(have, word) for word in expected):
        yield Mismatch(what, expected, tuple(have))


def _has_not(judge: Judge, what: str, thing: Thing, expected: Any) -> Found:
    have = _keywords(thing)
    if any(_has_word(have, word) for word in expected):
        yield Mismatch(what, expected, tuple(have))


def _has_word(have: Counter[str], word: str) -> bool:
    return word.casefold().replace("_", " ") in have


_FIELDS: dict[str, Field] = {
    "name": _field(lambda judge, thing: thing.chars.name),
    "controller": _field(lambda judge, thing: judge.name_at(thing.chars.controller)),
    "owner": _field(lambda judge, thing: judge.name_at(thing.obj.owner)),
    "power": _field(lambda judge, thing: thing.chars.power),
    "toughness": _field(lambda judge, thing: thing.chars.toughness),
    "damage": _field(lambda judge, thing: thing.obj.damage),
    "loyalty": _field(lambda judge, thing: count_of(thing.obj.counters, "loyalty")),
    "counters": _counters,
    "tapped": _field(lambda judge, thing: thing.obj.tapped),
    "attached": _attached,
    "attacking": _attacking,
    "blocked": _field(_blocked),
    "face_down": _field(lambda judge, thing: bool(thing.obj.face_down) or thing.obj.zone == "schemes"),
    "phased_in": _field(lambda judge, thing: not thing.obj.phased_out),
    "commander": _field(lambda judge, thing: judge.game.state.cards[thing.obj.card].commander),
    "types": _types,
    "not_types": _not_types,
    "colors": _colors,
    "has": _has,
    "has_not": _has_not,
}

_CLAIMS: dict[str, Callable[[Judge, Any], Found]] = {
    "life": _by_seat("life", _life),
    "poison": _by_seat("poison", _poison),
    "hand_size": _by_seat("hand size", lambda judge, seat: len(judge.in_zone("hand", seat))),
    "library_size": _by_seat("library size", lambda judge, seat: len(judge.in_zone("library", seat))),
    "hand": _unordered("hand"),
    "graveyard": _unordered("graveyard"),
    "exile": _unordered("exile"),
    "command": _unordered("command"),
    "battlefield": _unordered("battlefield"),
    "library": _from_top("library"),
    "schemes": _from_top("schemes"),
    "stack": _stack,
    "objects": _objects,
    "count": _count,
    "priority": _priority,
    "turn": _turn,
    "asked": _asked,
    "in_game": _seats("in the game", _in_game),
    "lost": _seats("lost", _lost),
    "won": _seats("won", _won),
    "draw": _draw,
    "checks": _checks,
    "checks_include": _checks_include,
    "checks_exclude": _checks_exclude,
    "triggered": _triggered,
    "mana": _mana,
    "commander_damage": _commander_damage,
    "monarch": _monarch,
    "day_night": _day_night,
}
