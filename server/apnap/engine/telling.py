"""What a viewer is told of an event: an allow-list, one line per type of event and member.

An event that is not listed here is told to nobody, and a member that is not named is not told.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from . import events as ev
from .bodies import TOO_LONG
from .state import Obj, Thing
from .values import HIDDEN_ZONES, ObjId, Ref, Seat, giver, shown_mana

Tale = dict[str, Any]


class Teller(ABC):
    """What one viewer may know, while events are told to it."""

    @abstractmethod
    def ref(self, ref: Ref | ObjId | int) -> str:
        """How the viewer names a player or object; "" where it may not know the object."""

    @abstractmethod
    def name(self, obj_id: ObjId) -> str:
        """The viewer's name for an object that it may know."""

    @abstractmethod
    def knows(self, obj: Obj) -> bool:
        """Whether the viewer may know what this is."""

    @abstractmethod
    def sees(self, seats: tuple[Seat, ...]) -> bool:
        """Whether the viewer is one of these seats."""

    @abstractmethod
    def printed(self, obj_id: ObjId) -> str:
        """The printed name of an object, "" where the viewer may not know it."""

    @abstractmethod
    def shown(self, obj_id: ObjId) -> str:
        """The printed name of an object that is being shown to the viewer, whatever becomes of it."""

    @abstractmethod
    def number(self, rule: str) -> str:
        """The edition's number of a rule."""


def is_told(event: ev.Event) -> bool:
    """Whether anybody is ever told of such an event."""
    return type(event) in _TALES


def is_same_for_all(event: ev.Event) -> bool:
    """Whether everybody is told the same of an event: it names nothing that some may not know."""
    return type(event) in _PLAIN and not event.cause.source


def told(event: ev.Event, teller: Teller) -> Tale | None:
    """The event as the viewer may know it, or None where it may not know of it at all."""
    tell = _TALES.get(type(event))
    parameters = tell(event, teller) if tell else None
    if parameters is None:
        return None
    tale: Tale = {"type": type(event).__name__, "parameters": parameters}
    if rule := teller.number(event.cause.rule):
        tale["rule"] = rule
    if event.cause.source and (source := teller.ref(event.cause.source)):
        tale["source"] = source
    return tale


# --- zones ----------------------------------------------------------------------------------------


def _moved(event: ev.Moved, teller: Teller) -> Tale | None:
    now, was = event.now, event.was
    before = None if was is None else was.obj
    hidden_now = now.zone in HIDDEN_ZONES
    known = teller.knows(now)
    known_before = before is not None and teller.knows(before)
    if hidden_now and not known and (before is None or before.zone in (now.zone, "nowhere")):
        return None  # a card that nobody sees comes into being, or changes place among its like
    tale: Tale = {"from": before.zone if before else "nowhere", "to": now.zone, "seat": now.owner}
    if event.how:
        tale["how"] = event.how
    if before is not None and (before.zone not in HIDDEN_ZONES or known_before):
        tale["object"] = teller.name(before.id)
    if known or not hidden_now:
        tale["became"] = teller.name(now.id)
    if known or known_before:
        tale["name"] = was.chars.name if was is not None and was.chars.name else teller.printed(now.id)
    if now.kind != "card":
        tale["kind"] = now.kind
    return tale


def _ceased(event: ev.Ceased, teller: Teller) -> Tale | None:
    obj = event.was.obj
    if obj.zone in HIDDEN_ZONES and not teller.knows(obj):
        return None
    return {"object": teller.name(obj.id), "from": obj.zone, **_named(event.was, teller)}


def _revealed(event: ev.Revealed, teller: Teller) -> Tale:
    if not event.public and not teller.sees(event.to):
        return {"to": list(event.to), "count": len(event.objects)}
    shown = [{"object": teller.name(i), "name": teller.shown(i)} for i in event.objects]
    return {"to": list(event.to), "count": len(event.objects), "objects": shown}


def _named(thing: Thing, teller: Teller) -> Tale:
    return {"name": thing.chars.name} if teller.knows(thing.obj) else {}


# --- the rest ---------------------------------------------------------------------------------------


def _checked(event: ev.Checked, teller: Teller) -> Tale | None:
    if not event.performed:
        return None
    performed = [
        {
            "clause": name,
            "rule": teller.number(name),
            "subject": teller.ref(ref),
            "name": "" if ref < 0 else teller.printed(ObjId(ref)),
        }
        for name, ref in event.performed
    ]
    return {"performed": performed}


def _damage(event: ev.DamageDealt, teller: Teller) -> Tale:
    tale = {"source": teller.ref(event.source), "to": teller.ref(event.to), "amount": event.amount}
    tale |= _named(event.by, teller)
    if event.combat:
        tale["combat"] = True
    return tale


def _attacks(event: ev.AttackersDeclared, teller: Teller) -> Tale:
    attacks = [_attack(a.attacker, a.defender, teller) for a in event.attacks]
    return {"seat": event.seat, "attacks": attacks}


def _attack(attacker: ObjId, defender: Ref, teller: Teller) -> Tale:
    return {
        "attacker": teller.ref(attacker),
        "defender": teller.ref(defender),
        "name": teller.printed(attacker),
    }


def _blocks(event: ev.BlockersDeclared, teller: Teller) -> Tale:
    blocks = [
        {
            "blocker": teller.ref(blocker),
            "attackers": [teller.ref(a) for a in attackers],
            "name": teller.printed(blocker),
        }
        for blocker, attackers in event.blocks
    ]
    return {"seat": event.seat, "blocks": blocks}


def _triggered(event: ev.Triggered, teller: Teller) -> Tale:
    waiting = event.waiting
    return {
        "source": teller.ref(waiting.source),
        "name": teller.printed(waiting.source) if waiting.source else giver(waiting.path),
        "seat": waiting.controller,
    }


def _trigger_put(event: ev.TriggerPut, teller: Teller) -> Tale:
    return {
        "object": teller.ref(event.object) if event.object else "",
        "source": teller.ref(event.source),
        "name": teller.printed(event.source) if event.source else giver(event.path),
    }


def _resolved(event: ev.Resolved, teller: Teller) -> Tale:
    return {"object": teller.ref(event.object), "fizzled": event.fizzled, **_named(event.what, teller)}


def _cast(event: ev.SpellCast, teller: Teller) -> Tale:
    return {"object": teller.ref(event.object), "seat": event.seat, **_named(event.spell, teller)}


def _activated(event: ev.AbilityActivated, teller: Teller) -> Tale:
    return {
        "object": teller.ref(event.object),
        "source": teller.ref(event.source),
        "name": teller.printed(event.source),
        "seat": event.seat,
        "mana": event.mana,
    }


def _chose(event: ev.Chose, teller: Teller) -> Tale:
    """Only words: a number may be the engine's id of something."""
    words = [choice for choice in event.choice if isinstance(choice, str)]
    return {"seat": event.seat, "what": event.what, "choice": words}


def _voted(event: ev.Voted, teller: Teller) -> Tale:
    return {"seat": event.seat, "choice": event.choice if isinstance(event.choice, str) else ""}


def _ended(event: ev.GameEnded, teller: Teller) -> Tale:
    return {"winners": list(event.result.winners), "draw": event.result.draw}


def _failed(event: ev.CardFailed, teller: Teller) -> Tale:
    return {
        "plugin": event.plugin,
        "object": teller.ref(event.object) if event.object else "",
        "why": public_reason(event.reason),
    }


def public_reason(reason: str) -> str:
    """Why code of a plugin failed, as everybody may read it: what kind of failure, without the values in it."""
    if reason.startswith("yielded"):
        return "it yielded what is no instruction"
    kind = re.search(r"\b\w*(?:Error|Exception|Iteration|Interrupt|Exit)\b", reason)
    if kind is not None:
        return f"it raised {kind.group()}"
    return f"it {reason}" if reason == TOO_LONG else "it did too much or nothing"


def _members(*names: str) -> Callable[[Any, Teller], Tale]:
    """A tale of members that are plain and public: seats, numbers, words."""

    def tell(event: Any, teller: Teller) -> Tale:
        return {name: getattr(event, name) for name in names}

    _plain.add(tell)
    return tell


#: Those that tell all viewers the same.
_plain: set[Callable[[Any, Teller], Tale | None]] = set()


def _refs(refs: tuple[str, ...], *plain: str) -> Callable[[Any, Teller], Tale]:
    """A tale of members that name objects or players, and of plain ones."""

    def tell(event: Any, teller: Teller) -> Tale:
        tale = {name: teller.ref(getattr(event, name)) for name in refs}
        first = getattr(event, refs[0])
        if first > 0 and (name := teller.printed(ObjId(first))):
            tale["name"] = name
        return tale | {name: getattr(event, name) for name in plain}

    return tell


def _mana(event: Any, teller: Teller) -> Tale:
    return {"seat": event.seat, "mana": shown_mana(event.mana)}


_TALES: dict[type[ev.Event], Callable[[Any, Teller], Tale | None]] = {
    ev.TurnBegan: _members("seat", "number", "extra"),
    ev.StepBegan: _members("step", "active"),
    ev.TurnScheduled: _members("seat"),
    ev.Skipping: _members("seat", "what"),
    ev.Skipped: _members("seat", "what"),
    ev.Passed: _members("seat"),
    ev.Checked: _checked,
    ev.Moved: _moved,
    ev.Ceased: _ceased,
    ev.Shuffled: _members("seat", "zone"),
    ev.Revealed: _revealed,
    ev.Tapped: _refs(("object",)),
    ev.Untapped: _refs(("object",)),
    ev.Attached: _refs(("object", "to")),
    ev.Unattached: _refs(("object", "was")),
    ev.CountersPut: _refs(("on",), "kind", "amount"),
    ev.CountersRemoved: _refs(("on",), "kind", "amount"),
    ev.ControlChanged: _refs(("object",), "seat", "before"),
    ev.PhasedOut: _refs(("object",)),
    ev.PhasedIn: _refs(("object",)),
    ev.TurnedFace: _refs(("object",)),
    ev.BecameCopy: _refs(("object",)),
    ev.DamageDealt: _damage,
    ev.LifeGained: _members("seat", "amount"),
    ev.LifeLost: _members("seat", "amount", "how"),
    ev.ManaAdded: _mana,
    ev.ManaSpent: _mana,
    ev.ManaEmptied: _mana,
    ev.DrawFailed: _members("seat"),
    ev.LandPlayed: _refs(("object",), "seat"),
    ev.LimitReached: _refs(("on",), "limit"),
    ev.SpellCast: _cast,
    ev.AbilityActivated: _activated,
    ev.Targeted: _refs(("object", "to"), "seat"),
    ev.Triggered: _triggered,
    ev.TriggerPut: _trigger_put,
    ev.Resolved: _resolved,
    ev.Countered: _refs(("object", "by")),
    ev.CombatBegan: _members(),
    ev.AttackersDeclared: _attacks,
    ev.AttackerAdded: lambda event, teller: _attack(event.attack.attacker, event.attack.defender, teller),
    ev.BlockersDeclared: _blocks,
    ev.RemovedFromCombat: _refs(("object",)),
    ev.CombatEnded: _members(),
    ev.MulliganTaken: _members("seat"),
    ev.HandKept: _members("seat"),
    ev.GameLost: _members("seat", "reasons"),
    ev.GameWon: _members("seat"),
    ev.PlayerLeft: _members("seat"),
    ev.GameEnded: _ended,
    ev.BecameMonarch: _members("seat"),
    ev.DayNightChanged: _members("to"),
    ev.Voted: _voted,
    ev.Chose: _chose,
    ev.CardFailed: _failed,
    ev.Undone: _members(),
}

_PLAIN = {event for event, tell in _TALES.items() if tell in _plain}
