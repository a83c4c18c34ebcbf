"""How a permanent enters: looking ahead at what it will be, its counters, its choices (614.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .apply import apply
from .attach import enchants
from .state import Cause, Obj, Thing
from .values import NOTHING, CardId, Ref, player

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking, Planning


def placed(game: Game, plan: Planning, action: ac.Move) -> tuple[ac.Move, Thing]:
    """The action with its new id and controller, and the object as it would exist on the battlefield."""
    state = game.state
    obj = state.objects.get(action.object) if action.object else None
    if not action.new_id:
        action = replace(action, new_id=game.fresh_id())
    if action.under < 0:
        assert obj is not None
        action = replace(action, under=obj.controller if obj.zone == "stack" else obj.owner)
    copied, exceptions = action.copied, action.exceptions
    if obj is not None and not copied and (obj.zone == "stack" or obj.kind in ("copy", "token")):
        copied, exceptions = obj.copied, obj.exceptions
    new = Obj(
        id=action.new_id,
        card=obj.card if obj is not None else CardId(0),
        kind=obj.kind if obj is not None else action.kind,
        base=obj.base if obj is not None else action.base,
        owner=obj.owner if obj is not None else action.owner,
        controller=action.under,
        zone="battlefield",
        under=action.under,
        timestamp=state.clock,
        arrived=state.turn.number,
        tapped=action.tapped,
        face_down=action.face_down,
        counters=action.counters,
        attached=action.attached,
        copied=copied,
        exceptions=exceptions,
        cast=action.cast or (obj.cast if obj is not None else None),
    )
    return action, look_ahead(game, obj, new)


def may_enter(game: Game, obj: Obj, face_down: str) -> bool:
    """304.4, 307.4: an instant or sorcery card stays where it is instead of entering."""
    if face_down or obj.zone == "battlefield":
        return bool(face_down)
    chars = game.look.chars(obj.id)
    return not any(t in chars.types for t in ("Instant", "Sorcery"))


def look_ahead(game: Game, was: Obj | None, obj: Obj) -> Thing:
    """An object as it would be on the battlefield (614.12): by what applies there already and, where it
    has static abilities of the layers itself, by those too, on a throw-away copy with the object placed.

    In older editions what other sources would do to it there counts for nothing: 614.12 (2012)."""
    seen = game.look.switch("entering_seen")
    if seen != "with_all_effects":
        return Thing(obj, game.look.layers.by_itself(obj, statics=seen == "with_own_abilities"))
    thing = game.look.live(was.id) if was is not None else None
    return _after(game, ev.Moved(was=thing, now=obj), obj)


def turned_up(game: Game, obj: Obj) -> Thing:
    """A face-down permanent as it would be face up (702.37e), with all that applies to it now."""
    return _after(game, ev.TurnedFace(object=obj.id), replace(obj, face_down=""))


def _after(game: Game, event: ev.Event, obj: Obj) -> Thing:
    """What an object would be once an event had happened that makes it what is given."""
    look = game.look
    if not game.book.statics(obj.copied or obj.base, "battlefield") or obj.face_down:
        return by_what_applies(game, obj)
    state = game.state.fork()
    apply(state, event)
    ahead = look.fork(state)
    ahead.note(event)
    return Thing(obj, ahead.chars(obj.id))


def by_what_applies(game: Game, obj: Obj) -> Thing:
    """What an object would be by the effects that there are now."""
    look = game.look
    if look._all or look._stale:
        look.found("")
    return Thing(obj, look.layers.alone(obj))


def as_it_enters(plan: Planning, action: ac.Move, used: Any) -> Asking:
    """The last of the decisions about an entering object: where an Aura goes, loyalty, counters."""
    game = plan.game
    action, thing = placed(game, plan, action)
    if thing.chars.is_a("Aura") and "Creature" not in thing.chars.types and not action.attached:
        target = yield from _enchant(game, action, thing)
        if target is None:
            return None
        action = replace(action, attached=target)
    counters = dict(action.counters)
    if thing.chars.loyalty is not None and not action.face_down:
        counters["loyalty"] = counters.get("loyalty", 0) + _printed_loyalty(game, thing)
    if counters:
        action = yield from _with_counters(plan, action, thing, counters)
    return action


def _printed_loyalty(game: Game, thing: Thing) -> int:
    loyalty = game.book.printed(thing.obj.copied or thing.obj.base).loyalty
    return loyalty or 0


def _enchant(game: Game, action: ac.Move, thing: Thing) -> Asking:
    """303.4f: an Aura that enters without being cast: its controller chooses what it will enchant."""
    look = game.look
    enchant = enchants(look, thing)
    zones = enchant.filter.zones if enchant is not None and enchant.filter is not None else ()
    candidates = [Ref(i) for zone in zones for i in look.in_zone(zone)]
    candidates += [player(s) for s in game.state.seats_in_game()]
    legal = tuple(r for r in candidates if look.can_attach(thing, r))
    if not legal:
        return None  # 303.4g: it stays where it is
    chosen = yield from game.choose_refs(
        action.under, legal, prompt="enchant", rule="attach.aura_enters", cause=action.object
    )
    return chosen[0] if chosen else None


def _with_counters(plan: Planning, action: ac.Move, thing: Thing, counters: dict[str, int]) -> Asking:
    """Counters it enters with are put on it, as far as replacement effects are concerned (122.6)."""
    from .perform import NONE_USED
    from .prohibitions import prohibited
    from .replacement import replace_counters

    total: dict[str, int] = {}
    by_effect = action.how != "play" or bool(plan.game.look.switch("entering_counters_by_effect"))
    for kind, n in counters.items():
        put = ac.PutCounters(
            on=thing.obj.id,
            kind=kind,
            amount=n,
            entering=True,
            by_effect=by_effect,
            cause=Cause("counters", action.object or NOTHING),
        )
        if n <= 0 or prohibited(plan.game.look, put, thing):
            continue
        amount = yield from replace_counters(plan, put, thing, NONE_USED)
        if amount > 0:
            total[kind] = amount
    return replace(action, counters=tuple(sorted(total.items())))
