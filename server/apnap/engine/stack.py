"""Resolving what is on top of the stack (608)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .abilities import Scripted, Triggered
from .bodies import BrokenCard, run
from .done import NOTHING_DONE
from .frame import Frame
from .mentions import mentions
from .patterns import On, StateIs
from .perform import Asking, together
from .player_terms import Defender
from .sides import attacks_teams
from .state import Cast, Cause, Obj, Thing
from .targets import chosen_modes, each_instead, still_legal
from .terms import Value
from .triggers import intervenes, state_key
from .values import PERMANENT_TYPES, ObjId, Ref, player, seat_of
from .ways import spell_of

if TYPE_CHECKING:
    from .game import Game


def resolve_top(game: Game) -> Asking:
    """Resolve the object on top of the stack (608)."""
    obj = game.state.objects[game.state.zone("stack")[-1]]
    if obj.kind == "damage":
        from .combat_damage import resolve_damage

        yield from resolve_damage(game, obj.id)
        return
    ability = script_of(game, obj)
    frame = frame_of(game, obj)
    frame, fizzled = _checked(game, obj, ability, frame)
    what = game.look.live(obj.id)
    assert what is not None
    rule = "resolve.illegal_targets" if fizzled else "resolve"
    game.happen([ev.Resolved(object=obj.id, what=what, fizzled=fizzled, cause=Cause(rule, obj.id, obj.controller))])
    if not fizzled and intervenes(game, ability, frame):
        fizzled = True
    mark = game.mark()
    try:
        if not fizzled and obj.kind != "ability" and _is_permanent(what):
            yield from _enter(game, obj, frame)
        elif not fizzled:
            yield from _run_to_the_end(game, ability, frame, is_ability=obj.kind == "ability")
    except BrokenCard as broken:
        if broken.path != frame.path:
            raise  # not this ability broke, but one that had a say in what it does
        yield from game.contain(broken, mark, obj.id)
    yield from _leave_stack(game, obj.id, fizzled)


def script_of(game: Game, obj: Obj) -> Scripted:
    """What an object on the stack does."""
    if obj.kind == "ability":
        ability: Scripted = game.book.at(obj.base)
        return ability
    return spell_of(game, obj)


def frame_of(game: Game, obj: Obj) -> Frame:
    """The frame in which an object on the stack resolves."""
    source = obj.source if obj.kind == "ability" else obj.id
    path = obj.base if obj.kind == "ability" else (obj.copied or obj.base)
    return Frame(
        source=source,
        controller=obj.controller,
        path=path,
        object=obj.id,
        cast=obj.cast or Cast(),
        bound=obj.bound,
    )


def _checked(game: Game, obj: Obj, ability: Scripted, frame: Frame) -> tuple[Frame, bool]:
    """608.2b: targets that have become illegal are left out; with none legal it does not resolve."""
    if obj.kind != "ability" and each_instead(game, obj.base, frame.cast) is not None:
        groups = tuple(
            slot.filter.refs(game.look, frame) for m in chosen_modes(ability, frame.cast) for slot in m.targets
        )
        return replace(frame, cast=replace(frame.cast, targets=groups)), False
    had = sum(len(g) for g in frame.cast.targets)
    legal = still_legal(game, ability, frame)
    frame = replace(frame, cast=replace(frame.cast, targets=legal))
    return frame, had > 0 and not any(legal)


def _is_permanent(what: Thing) -> bool:
    return bool(what.obj.face_down) or any(t in PERMANENT_TYPES for t in what.chars.types)


def _run_to_the_end(game: Game, ability: Scripted, frame: Frame, *, is_ability: bool) -> Asking:
    """608.2m: all of it, also where it leaves the stack meanwhile."""
    game.resolving = frame
    try:
        yield from (_run_ability if is_ability else _run)(game, ability, frame)
    finally:
        game.resolving = None


def _run_ability(game: Game, ability: Scripted, frame: Frame) -> Asking:
    if isinstance(ability, Triggered) and ability.optional:
        wants = yield from game.choose_yes(
            frame.controller, prompt="may", rule="triggers.may", cause=frame.source, personal=False
        )
        if not wants:
            return
    if attacks_teams(game.look):
        frame = yield from _with_defender(game, ability, frame)
    yield from _run(game, ability, frame)


#: Events that bind the defending player as "that player".
_OF_COMBAT = ("Attacked", "BecameBlocked", "BecameUnblocked")


def _with_defender(game: Game, ability: Scripted, frame: Frame) -> Asking:
    """810.7b (2012): of a team that is attacked as a whole the ability's controller chooses who is meant."""
    of_combat = isinstance(ability, Triggered) and mentions(
        ability.on, lambda part: isinstance(part, On) and part.event in _OF_COMBAT
    )
    meant = (Defender(), Value("player")) if of_combat else (Defender(),)
    if not any(mentions(mode.do, lambda part: part in meant) for mode in chosen_modes(ability, frame.cast)):
        return frame
    attacked = Value("player").resolve(game.look, frame) if of_combat else Defender().resolve(game.look, frame)
    heads = [s for r in attacked[:1] for s in game.teammates(seat_of(r)) if game.state.player(s).in_game]
    if len(heads) < 2:
        return frame
    picked = yield from game.choose_refs(
        frame.controller,
        tuple(player(s) for s in heads),
        prompt="defending player",
        rule="teams.defender",
        cause=frame.source,
    )
    return frame.binding(player=picked[0], defender=picked[0]) if of_combat else frame.binding(defender=picked[0])


def _run(game: Game, ability: Scripted, frame: Frame) -> Asking:
    """The chosen modes in printed order, each with its own targets."""
    at = 0
    done = NOTHING_DONE
    for mode in chosen_modes(ability, frame.cast):
        groups = frame.cast.targets[at : at + len(mode.targets)]
        at += len(mode.targets)
        own = replace(frame, cast=replace(frame.cast, targets=groups), that=done.that)
        done = yield from run(game, own, mode.do)


def _enter(game: Game, obj: Obj, frame: Frame) -> Asking:
    """608.3: a permanent spell becomes a permanent under its controller's control."""
    attached = Ref(0)
    if game.look.chars(obj.id).is_a("Aura") and any(frame.cast.targets):
        attached = frame.cast.targets[0][0]
    yield from together(
        game,
        [
            ac.Move(
                object=obj.id, to="battlefield", how="resolve", under=obj.controller, attached=attached,
                face_down=obj.face_down, cast=obj.cast, cause=Cause("resolve.permanent", obj.id, obj.controller),
            )
        ],
    )  # fmt: skip


def _leave_stack(game: Game, obj_id: ObjId, fizzled: bool) -> Asking:
    """What still is on the stack leaves it: a card to the graveyard, an ability out of existence."""
    obj = game.state.objects.get(obj_id)
    if obj is None:
        return
    if obj.kind == "ability":
        thing = game.look.live(obj_id)
        assert thing is not None
        game.happen([ev.Ceased(was=thing, how="resolve", cause=Cause("resolve", obj_id, obj.controller))])
        return
    to = "hand" if "then hand" in obj.marks and not fizzled else "graveyard"
    rule = "resolve.illegal_targets" if fizzled else "resolve.instant"
    yield from together(
        game,
        [ac.Move(object=obj_id, to=to, how="resolve", cause=Cause(rule, obj_id, obj.controller))],  # type: ignore[arg-type]
    )


def after_ceasing(game: Game, thing: Thing) -> None:
    """A state trigger may trigger again once its ability has left the stack (603.8)."""
    ability = game.book.at(thing.obj.base)
    if isinstance(ability, Triggered) and isinstance(ability.on, StateIs):
        game.note(ev.AbilityFired(key=state_key(thing.obj.source, thing.obj.base), on=False))
