"""Whether what a scenario expects is the case now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from apnap.engine import events as ev
from apnap.engine.values import Mana, Seat, by_letter, count_of, player

from .claims import Expect
from .mismatch import Found, Mismatch, equal
from .node import expand
from .object_fields import objects
from .scene import Scene, since


def judge(scene: Scene, item: Expect, began: int) -> list[str]:
    """What does not hold of an expectation, one message each; `began` is where the latest action began."""
    scene.happened = since(scene.game.log, began)
    return [str(wrong) for key, value in item.claims for wrong in _CLAIMS[key](scene, value)]


# --- seats --------------------------------------------------------------------------------------


def _by_seat(what: str, read: Callable[[Scene, Seat], Any]) -> Callable[[Scene, Any], Found]:
    def check(scene: Scene, value: Any) -> Found:
        for name, expected in value:
            yield from equal(f"{what} of {name}", expected, read(scene, scene.seat(name)))

    return check


def _life(scene: Scene, seat: Seat) -> int:
    return scene.game.state.player(seat).life


def _poison(scene: Scene, seat: Seat) -> int:
    return count_of(scene.game.counters_on(player(seat)), "poison")


def _unordered(zone: str) -> Callable[[Scene, Any], Found]:
    def check(scene: Scene, value: Any) -> Found:
        for name, expected in value:
            ids = scene.in_zone(zone, scene.seat(name))
            if not scene.same_names(expected, ids):
                yield Mismatch(f"{zone} of {name}", sorted(expand(expected)), sorted(scene.names(ids)))

    return check


def _from_top(zone: str) -> Callable[[Scene, Any], Found]:
    def check(scene: Scene, value: Any) -> Found:
        for name, expected in value:
            names = expand(expected)
            ids = scene.in_zone(zone, scene.seat(name))
            top = ids[: len(names)] if names else ids
            if len(top) != len(names) or not all(map(scene.naming.is_called, names, top)):
                yield Mismatch(f"{zone} of {name} from the top", names, scene.names(top))

    return check


def _mana(scene: Scene, value: Any) -> Found:
    for name, expected in value:
        pool = by_letter(scene.game.state.player(scene.seat(name)).mana)
        if dict(pool) != dict(expected):
            yield Mismatch(f"mana of {name}", _symbols(expected), _symbols(pool))


def _symbols(mana: Mana) -> str:
    return "".join(f"{{{symbol}}}" * n for symbol, n in mana)


def _commander_damage(scene: Scene, value: Any) -> Found:
    for name, by_card in value:
        for card, expected in by_card:
            actual = _damage_by(scene, card, scene.seat(name))
            yield from equal(f"commander damage to {name} by {card}", expected, actual)


def _damage_by(scene: Scene, name: str, seat: Seat) -> int:
    state = scene.game.state
    cards = [
        card
        for card, record in state.cards.items()
        if (name in scene.naming.labels and card == scene.naming.labels[name])
        or (record.commander and scene.game.book.printed(record.base).name == name)
    ]
    counts = state.tallies.get("commander damage", {})
    return sum(counts.get(f"{card}:{seat}", 0) for card in cards)


# --- the game -----------------------------------------------------------------------------------


def _stack(scene: Scene, value: Any) -> Found:
    names = expand(value)
    ids = tuple(reversed(scene.game.state.zone("stack")))
    if len(ids) != len(names) or not all(map(scene.naming.is_called, names, ids)):
        yield Mismatch("stack", names, scene.names(ids))


def _count(scene: Scene, value: Any) -> Found:
    look = scene.game.look
    for name, expected in value:
        # a face-down permanent has no name, though an item may call it by that of its card
        actual = sum(scene.naming.is_called(name, i) and scene.naming.has_name(name, i) for i in look.permanents())
        yield from equal(f"count of {name}", expected, actual)


def _priority(scene: Scene, value: Any) -> Found:
    request = scene.game.request
    if request is None or request.kind != "priority":
        yield Mismatch("priority", value, "" if request is None else f"a question ({request.kind})")
        return
    holders = {scene.name_at(request.for_), *(scene.name_at(s) for s in _holders(scene))}
    if value not in holders:
        yield Mismatch("priority", value, scene.name_at(request.for_))


def _holders(scene: Scene) -> tuple[Seat, ...]:
    return scene.game.holders()


def _turn(scene: Scene, value: Any) -> Found:
    of, step = value
    turn = scene.game.state.turn
    active = scene.name_at(turn.active)
    if of and active not in scene.team(of):
        yield Mismatch("turn of", of, active)
    if step:
        yield from equal("step", step, turn.step)


def _asked(scene: Scene, value: Any) -> Found:
    seat, kind = value
    request = scene.game.request
    if request is None:
        yield Mismatch("asked", " ".join(filter(None, value)), "the game is over")
        return
    who = tuple(scene.name_at(s) for s in request.who)
    if seat and seat not in who:
        yield Mismatch("asked", seat, who)
    if kind:
        yield from equal("asked for", kind, request.kind)


def _seats(what: str, read: Callable[[Scene], Iterable[Seat]]) -> Callable[[Scene, Any], Found]:
    def check(scene: Scene, value: Any) -> Found:
        actual = tuple(scene.name_at(s) for s in read(scene))
        if sorted(actual) != sorted(set(value)):
            yield Mismatch(what, value, actual)

    return check


def _in_game(scene: Scene) -> Iterable[Seat]:
    return scene.game.state.seats_in_game()


def _lost(scene: Scene) -> Iterable[Seat]:
    return tuple(p.seat for p in scene.game.state.players if p.lost)


def _won(scene: Scene) -> Iterable[Seat]:
    result = scene.game.result
    return result.winners if result is not None else ()


def _draw(scene: Scene, value: Any) -> Found:
    result = scene.game.result
    yield from equal("draw", value, result is not None and result.draw)


def _monarch(scene: Scene, value: Any) -> Found:
    yield from equal("monarch", value, scene.name_at(scene.game.state.monarch))


def _day_night(scene: Scene, value: Any) -> Found:
    expected = "" if value in ("neither", "none") else value
    yield from equal("day or night", expected, scene.game.state.day_night)


# --- what happened ------------------------------------------------------------------------------


def performed(scene: Scene) -> list[tuple[str, ...]]:
    """The numbers of the clauses performed, check by check, since the latest action."""
    checks = [e for e in scene.happened if isinstance(e, ev.Checked) and e.performed]
    return [tuple(sorted({scene.number(rule) for rule, _ in c.performed})) for c in checks]


def _checks(scene: Scene, value: Any) -> Found:
    expected = [tuple(sorted(set(numbers))) for numbers in value]
    yield from equal("checks", expected, performed(scene))


def _checks_include(scene: Scene, value: Any) -> Found:
    seen = {number for numbers in performed(scene) for number in numbers}
    for number in value:
        if number not in seen:
            yield Mismatch("checks", f"some with {number}", performed(scene))


def _checks_exclude(scene: Scene, value: Any) -> Found:
    seen = {number for numbers in performed(scene) for number in numbers}
    for number in value:
        if number in seen:
            yield Mismatch("checks", f"none with {number}", performed(scene))


def _triggered(scene: Scene, value: Any) -> Found:
    put = [e for e in scene.happened if isinstance(e, ev.TriggerPut) and e.object]
    names = expand(value)
    sources = [e.source or e.object for e in put]  # what the rules themselves trigger has no source
    called = len(put) == len(names) and all(map(scene.naming.is_called, names, sources))
    if not called:
        yield Mismatch("triggered", names, scene.names(sources))


_CLAIMS: dict[str, Callable[[Scene, Any], Found]] = {
    "life": _by_seat("life", _life),
    "poison": _by_seat("poison", _poison),
    "hand_size": _by_seat("hand size", lambda scene, seat: len(scene.in_zone("hand", seat))),
    "library_size": _by_seat("library size", lambda scene, seat: len(scene.in_zone("library", seat))),
    "hand": _unordered("hand"),
    "graveyard": _unordered("graveyard"),
    "exile": _unordered("exile"),
    "command": _unordered("command"),
    "battlefield": _unordered("battlefield"),
    "library": _from_top("library"),
    "schemes": _from_top("schemes"),
    "stack": _stack,
    "objects": objects,
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
