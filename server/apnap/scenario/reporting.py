"""What `apnap scenario` prints: a line for each scenario, JSON lines, traces, and the sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import fields

from apnap.engine import events as ev
from apnap.engine.game import Game
from apnap.engine.state import Cause, Thing
from apnap.engine.values import NOBODY, Ref, Seat, is_player, seat_of

from .claims import Scenario
from .naming import COMBAT_DAMAGE
from .running import Outcome

WORDS = {"ok": "ok", "failed": "FAILED", "error": "ERROR", "unsupported": "unsupported"}
Print = Callable[[str], None]


def line(outcome: Outcome, *, several: bool = False) -> str:
    """One line of a scenario; with several editions it names the edition too."""
    edition = f" [{outcome.edition}]" if several else ""
    return f"{WORDS[outcome.status]:<6} {outcome.path}: {outcome.title}{edition}"


def detail(outcome: Outcome) -> str:
    """Under the line: at which step, and why."""
    if outcome.status in ("failed", "error"):
        return f"       step {outcome.step}: {outcome.detail}"
    return f"       {outcome.detail}"


def as_json(outcome: Outcome) -> str:
    """The line that a program reads."""
    return msgspec.json.encode(
        {
            "path": outcome.path,
            "title": outcome.title,
            "edition": outcome.edition,
            "status": outcome.status,
            "step": outcome.step,
            "detail": outcome.detail,
        }
    ).decode()


def total(outcomes: Sequence[Outcome]) -> str:
    count = Counter(o.status for o in outcomes)
    failed = count["failed"] + count["error"]
    return f"{count['ok']} passed, {failed} failed, {count['unsupported']} unsupported"


def missing(outcomes: Sequence[Outcome]) -> list[str]:
    """What the unsupported scenarios wait for, the most wanted first."""
    wanted = Counter(o.missing for o in outcomes if o.status == "unsupported")
    ordered = sorted(wanted.items(), key=lambda item: (-item[1], item[0]))
    return [f"{n:>5}  {kind} {name}" for (kind, name), n in ordered]


# --- traces -------------------------------------------------------------------------------------


def traced(scenario: Scenario, game: Game, step: int, events: Sequence[ev.Event]) -> list[str]:
    """The events of one item, each with its rule number."""
    head = f"--- {scenario.title} [{scenario.edition}], step {step}"
    return [head, *(f"    {_number(game, e.cause):<10} {described(game, scenario, e)}" for e in events)]


def _number(game: Game, cause: Cause) -> str:
    if not cause.rule:
        return "-"
    try:
        return game.book.rules.number(cause.rule)
    except LookupError:
        return cause.rule


#: The types of fields that hold seats, the first of which is number 0.
_OF_SEATS = (Seat, tuple[Seat, ...])


def described(game: Game, scenario: Scenario, event: ev.Event) -> str:
    """An event in one line: its name, and each field that says something."""
    parts = []
    for field in fields(event):
        value = getattr(event, field.name)
        if field.type in _OF_SEATS:
            seats = value if isinstance(value, tuple) else (value,)
            parts += [f"{field.name}={scenario.seats[s].name}" for s in seats if s != NOBODY]
            continue
        if field.name == "cause" or value in ("", (), None, False, 0) or field.name in ("by", "spell", "what"):
            continue
        parts.append(f"{field.name}={_told(game, scenario, field.name, value)}")
    return f"{type(event).__name__} {' '.join(parts)}".rstrip()


def _told(game: Game, scenario: Scenario, name: str, value: Any) -> str:
    if isinstance(value, Thing):
        return f"{value.chars.name}#{value.obj.id}@{value.obj.zone}"
    if isinstance(value, msgspec.Struct):
        return _told_struct(game, value)
    if name in ("object", "source", "on", "to", "attacker", "defender") and isinstance(value, int):
        return _named(game, scenario, Ref(value))
    if isinstance(value, tuple):
        return "[" + ", ".join(_told(game, scenario, name, v) for v in value) + "]"
    return str(value)


#: What is told of objects that nothing in the pool is printed for.
_NO_CARD = {"ability": "ability", "damage": COMBAT_DAMAGE}


def _told_struct(game: Game, value: Any) -> str:
    if hasattr(value, "zone") and hasattr(value, "card"):
        name = _NO_CARD.get(value.kind) or game.book.printed(value.base).name
        return f"{name}#{value.id}@{value.zone}"
    return type(value).__name__


def _named(game: Game, scenario: Scenario, ref: Ref) -> str:
    if is_player(ref):
        return scenario.seats[seat_of(ref)].name
    thing = game.look.thing(ref)
    return f"{thing.chars.name}#{ref}" if thing is not None else f"#{ref}"
