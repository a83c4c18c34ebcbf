"""What an event or an action is about, in the terms that patterns use.

`object` is what it happens to, `source` what does it, `player` whose it is, `amount` how much. A trigger
binds these under the same names, so that its text can say "that player" or "that much".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import actions as ac
from . import events as ev
from .counts import stat_of
from .filters import Filter
from .frame import Frame
from .patterns import On, Would
from .state import Bound, Thing
from .terms import Term
from .traits import matches_who
from .values import NOBODY, Ref, Seat, is_player, player, seat_of

if TYPE_CHECKING:
    from .look import Look


class Facts:
    """The facts of one event or action; what it has not is empty."""

    __slots__ = (
        "amount", "card", "combat", "effect", "from_", "how", "kind", "nth", "object", "player", "source",
        "source_thing", "step", "thing", "to", "total",
    )  # fmt: skip

    def __init__(self) -> None:
        self.object: Ref = Ref(0)
        self.thing: Thing | None = None
        self.card: Ref = Ref(0)
        self.source: Ref = Ref(0)
        self.source_thing: Thing | None = None
        self.player: Seat = NOBODY
        self.amount = 0
        self.from_ = ""
        self.to = ""
        self.how = ""
        self.kind = ""
        self.step = ""
        self.combat = False
        self.nth = 0
        self.total = 0
        self.effect = True

    def bound(self) -> Bound:
        """The values that a trigger keeps of its event."""
        values: list[tuple[str, Any]] = [("amount", self.amount)]
        if self.card:
            values.append(("card", int(self.card)))
        if self.kind:
            values.append(("kind", self.kind))
        if self.object:
            values.append(("object", int(self.object)))
        if self.player >= 0:
            values.append(("player", int(player(self.player))))
        if self.source:
            values.append(("source", int(self.source)))
        return tuple(values)


def of_event(look: Look, event: ev.Event) -> Facts:
    """The facts of an event that was applied (or, for one that looks back, is about to be)."""
    f = Facts()
    match event:
        case ev.Moved():
            _moved(look, event, f)
        case ev.Ceased(was=was):
            f.object, f.thing, f.from_ = was.obj.id, was, was.obj.zone
            f.player = was.chars.controller
        case ev.DamageDealt():
            f.object, f.thing = event.to, event.was or look.thing(event.to)
            f.source, f.source_thing = event.source, event.by
            f.player = look.controller(event.to)
            f.amount, f.combat = event.amount, event.combat
        case ev.LifeGained() | ev.LifeLost():
            f.player, f.object, f.amount = event.seat, player(event.seat), event.amount
            f.how = event.how if isinstance(event, ev.LifeLost) else ""
        case ev.CountersPut() | ev.CountersRemoved():
            f.object, f.amount, f.kind = event.on, event.amount, event.kind
            f.thing, f.player = look.thing(event.on), look.controller(event.on)
            f.total = stat_of(look, event.on, "counters", event.kind)
        case ev.SpellCast():
            f.object, f.thing, f.player = event.object, look.thing(event.object) or event.spell, event.seat
            f.nth, f.amount = event.nth, event.before
        case ev.AbilityActivated():
            f.object, f.source, f.source_thing = event.object, event.source, look.thing(event.source)
            f.player = event.seat
            f.kind = "mana" if event.mana else ""
        case ev.Targeted():
            f.object, f.thing, f.source = event.to, look.thing(event.to), event.object
            f.source_thing, f.player = look.thing(event.object), event.seat
        case ev.StepBegan():
            f.player, f.step = event.active, event.step
        case ev.AttackersDeclared():
            f.player, f.amount = event.seat, len(event.attacks)
        case ev.PlayerAttacked():
            f.player, f.amount = event.seat, event.amount
        case ev.Attacked():
            f.object, f.thing, f.player = event.object, look.thing(event.object), event.seat
            f.source, f.kind = event.to, "alone" if event.alone else ""
        case ev.BecameBlocked() | ev.BecameUnblocked():
            _attacking(look, event, f)
        case ev.BlockedBy():
            f.object, f.thing = event.object, look.thing(event.object)
            f.source, f.source_thing = event.source, look.thing(event.source)
        case ev.Triggered():
            f.object, f.thing = event.waiting.source, look.thing(event.waiting.source)
            f.player = event.waiting.controller
        case _:
            _simple(look, event, f)
    return f


def _attacking(look: Look, event: ev.BecameBlocked | ev.BecameUnblocked, f: Facts) -> None:
    """An attacker, with whom it attacks and whose it is."""
    f.object, f.thing = event.object, look.thing(event.object)
    combat = look.state.combat
    attack = next((a for a in combat.attacks if a.attacker == f.object), None) if combat is not None else None
    if attack is not None:
        f.source, f.player = attack.defender, attack.seat


def _simple(look: Look, event: ev.Event, f: Facts) -> None:
    """Events that name one object or one seat."""
    obj = getattr(event, "object", None)
    if obj is not None:
        f.object, f.thing = obj, getattr(event, "was", None) or look.thing(obj)
        if f.thing is not None and not isinstance(f.thing, Thing):
            f.thing = look.thing(obj)
        f.player = f.thing.chars.controller if f.thing is not None else NOBODY
    seat = getattr(event, "seat", None)
    if seat is not None:
        f.player = seat
        if not f.object:
            f.object = player(seat)
    f.how = "mana" if getattr(event, "for_mana", False) else ""


def _moved(look: Look, event: ev.Moved, f: Facts) -> None:
    now = event.now
    f.to, f.how, f.card, f.nth = now.zone, event.how, now.id, event.nth
    f.source = event.cause.source
    was = event.was
    f.from_ = was.obj.zone if was is not None else "nowhere"
    if was is not None and now.zone != "battlefield" and was.obj.zone in ("battlefield", "stack"):
        f.object, f.thing, f.player = was.obj.id, was, was.chars.controller
        return
    f.object, f.thing = now.id, look.live(now.id) or was
    f.player = now.controller if now.zone == "battlefield" else now.owner
    if was is not None and look.state.objects.get(now.id) is None:
        f.object, f.thing = was.obj.id, was


def of_action(look: Look, action: ac.Action, entering: Thing | None = None) -> Facts:
    """The facts of an action that would happen."""
    f = Facts()
    f.source = action.cause.source
    f.effect = _is_of_effect(action)
    match action:
        case ac.Move():
            f.object, f.to, f.how = action.object, action.to, action.how
            thing = look.live(action.object) if action.object else None
            f.from_ = thing.obj.zone if thing is not None else "nowhere"
            f.thing = entering if entering is not None else thing
            f.player = _mover(action, thing)
            if entering is not None:
                f.object = entering.obj.id
        case ac.DealDamage():
            f.object, f.thing, f.source = action.to, look.thing(action.to), action.source
            f.source_thing = look.thing(action.source)
            f.amount, f.combat, f.player = action.amount, action.combat, look.controller(action.to)
        case ac.PutCounters() | ac.RemoveCounters():
            f.object, f.kind, f.amount = action.on, action.kind, action.amount
            f.thing, f.player = look.thing(action.on), look.controller(action.on)
            if entering is not None:
                f.thing, f.player = entering, entering.chars.controller
        case ac.Create():
            f.player, f.amount = action.seat, action.amount
        case _:
            obj = getattr(action, "object", None)
            if obj is not None:
                f.object, f.thing = obj, look.thing(obj)
                f.player = f.thing.chars.controller if f.thing is not None else NOBODY
            seat = getattr(action, "seat", None)
            if seat is not None:
                f.player = seat
                f.object = f.object or player(seat)
            f.amount = getattr(action, "amount", 0)
            f.how = getattr(action, "how", "")
    if f.source_thing is None and f.source:
        f.source_thing = look.thing(f.source)
    return f


def _is_of_effect(action: ac.Action) -> bool:
    """614.16: costs, results of damage and turn-based actions are no effects; entering with counters may be one."""
    if isinstance(action, ac.PutCounters) and action.entering:
        return action.by_effect
    return bool(action.cause.source) and not action.cause.rule.startswith(("cast.pay", "life.pay", "damage.", "sba."))


def _mover(action: ac.Move, thing: Thing | None) -> Seat:
    """The player affected by a move: the controller there or here, else the owner (616.1)."""
    if action.to == "battlefield" and action.under >= 0:
        return action.under
    if thing is None:
        return action.under
    return thing.chars.controller if thing.obj.zone in ("battlefield", "stack") else thing.obj.owner


def fits(look: Look, pattern: On | Would, facts: Facts, frame: Frame) -> bool:
    """Whether an event or action with these facts is what a pattern speaks of."""
    if pattern.from_ and facts.from_ not in pattern.from_:
        return False
    if pattern.to and facts.to not in pattern.to:
        return False
    if pattern.how and facts.how not in pattern.how:
        return False
    if pattern.kind and facts.kind != pattern.kind:
        return False
    if pattern.combat is not None and facts.combat != pattern.combat:
        return False
    if pattern.to_player is not None and is_player(facts.object) != pattern.to_player:
        return False
    if isinstance(pattern, On):
        if pattern.step and facts.step != pattern.step:
            return False
        if pattern.nth and facts.nth != pattern.nth:
            return False
        if pattern.reaches and not facts.total - facts.amount < pattern.reaches <= facts.total:
            return False
    elif pattern.effect_only and not facts.effect:
        return False
    return (
        _player_fits(look, pattern, facts, frame)
        and _object_fits(look, pattern.object, facts.object, facts.thing, frame)
        and _object_fits(look, pattern.source, facts.source, facts.source_thing, frame)
    )


def _player_fits(look: Look, pattern: On | Would, facts: Facts, frame: Frame) -> bool:
    who = pattern.player
    if isinstance(who, Term):
        return facts.player >= 0 and player(facts.player) in who.resolve(look, frame)
    if who == "any":
        return True
    return facts.player >= 0 and matches_who(look, who, facts.player, frame.controller)


def _object_fits(look: Look, wanted: Filter | Term | None, ref: Ref, thing: Thing | None, frame: Frame) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, Term):
        return ref != 0 and ref in wanted.resolve(look, frame)
    if is_player(ref):
        return wanted.accepts(look, ref, frame)
    return thing is not None and wanted.zones != () and wanted.matches(look, thing, frame)


def affected_player(look: Look, facts: Facts) -> Seat:
    """Who chooses among replacement effects: the affected player, or the object's controller (616.1)."""
    if is_player(facts.object):
        return seat_of(facts.object)
    return facts.player
