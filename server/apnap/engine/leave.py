"""Leaving the game (104.3, 800.4): at once, whatever is going on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .abilities import Static
from .continuous import effect_frame
from .entering import by_what_applies
from .perform import Asking, together
from .state import Cause, Effect, Result
from .static_parts import ControlledBy
from .values import NOBODY, ObjId, Seat, is_player, seat_of

if TYPE_CHECKING:
    from .game import Game


def depart(game: Game, leavers: Sequence[Seat]) -> Asking:
    """800.4a: all they own leaves, their control effects end, their stack objects cease, the rest is exiled."""
    game.happen([ev.PlayerLeft(seat=seat, cause=Cause("leave", seat=seat)) for seat in leavers])
    _take_along(game, leavers)
    yield from _exile_the_rest(game, leavers)
    delayed = [d for d in game.state.delayed.values() if d.controller in leavers]
    game.happen([ev.DelayedEnded(delayed=d.id, cause=_of_objects(d.controller)) for d in delayed])
    if game.state.monarch in leavers:
        heir = game.active_or_next()
        yield from together(game, [ac.BecomeMonarch(seat=heir, cause=Cause("monarch"))])
    holder = game.state.turn.holder
    if holder in leavers:
        game.note(
            ev.PriorityGiven(seat=game.holder_after(holder), passes_stand=True, cause=Cause("leave.turn", seat=holder))
        )


def _of_objects(seat: Seat) -> Cause:
    return Cause("leave.objects", seat=seat)


def _take_along(game: Game, leavers: Sequence[Seat]) -> None:
    """What leaves with its owners, and what of theirs on the stack is no card."""
    look = game.look
    owned = [
        t
        for o in list(game.state.objects.values())
        if o.owner in leavers and o.kind != "damage" and (t := look.live(o.id)) is not None
    ]  # 600.4a (2007): combat damage on the stack stays
    for seat in leavers:
        uncover(game, seat)
    game.happen([ev.Ceased(was=t, how="leave", cause=_of_objects(t.obj.owner)) for t in owned])
    game.happen(
        [
            ev.EffectEnded(effect=e.id, cause=_of_objects(e.controller))
            for e in game.state.effects.values()
            if _gives(game, e, leavers)
        ]
    )
    ceasing = ("ability", "copy", "card") if look.switch("leaver_spells") == "cease" else ("ability", "copy")
    stack = [
        t
        for i in game.state.zone("stack")
        if (t := look.live(i)) is not None and t.obj.controller in leavers and t.obj.kind in ceasing
    ]
    game.happen([ev.Ceased(was=t, how="leave", cause=_of_objects(t.obj.controller)) for t in stack])


def _exile_the_rest(game: Game, leavers: Sequence[Seat]) -> Asking:
    """What is still under the control of one who is no longer there, phased out or not."""
    look, state = game.look, game.state
    left = [i for i in state.zone("stack") if (o := state.objects[i]).controller in leavers and o.kind != "damage"]
    left += [i for i in look.permanents() if look.chars(i).controller in leavers]
    left += [i for i in state.zone("battlefield") if _would_be_under(game, i) in leavers]
    yield from together(
        game,
        [ac.Move(object=i, to="exile", how="exile", cause=Cause("leave.control", seat=_under(game, i))) for i in left],
    )


def _under(game: Game, obj_id: ObjId) -> Seat:
    out = _would_be_under(game, obj_id)
    return game.look.controller(obj_id) if out == NOBODY else out


def _would_be_under(game: Game, obj_id: ObjId) -> Seat:
    """Under whose control a phased-out permanent would be if it phased in (702.26n); nobody's if it is not out."""
    obj = game.state.objects[obj_id]
    if not obj.phased_out:
        return NOBODY
    return by_what_applies(game, replace(obj, phased_out="")).chars.controller


def uncover(game: Game, seat: Seat = NOBODY) -> None:
    """708.9: what a leaver owns face down, or at the end of the game everybody, is shown to all."""
    lying = tuple(
        o.id
        for o in game.state.objects.values()
        if o.face_down and o.zone in ("battlefield", "stack") and seat in (NOBODY, o.owner)
    )
    if lying:
        seats = tuple(p.seat for p in game.state.players)
        game.note(ev.Revealed(objects=lying, to=seats, public=True, cause=Cause("face_down.reveal")))


def _gives(game: Game, effect: Effect, leavers: Sequence[Seat]) -> bool:
    """Whether a lasting effect, whoever controls it, gives a leaving player control of something."""
    static = game.book.at(effect.path)
    if not isinstance(static, Static):
        return False
    frame = effect_frame(effect)
    given = (r for p in static.parts if isinstance(p, ControlledBy) for r in p.who.resolve(game.look, frame))
    return any(is_player(r) and seat_of(r) in leavers for r in given)


def depart_losers(game: Game) -> Asking:
    """Players who lost leave (104.5); then the game may be over."""
    losers = [p.seat for p in game.state.players if p.lost and p.in_game]
    if not losers:
        return
    if game.state.result is None:
        game.judge(losers)
    if game.over:
        for seat in losers:
            game.happen([ev.PlayerLeft(seat=seat, cause=Cause("leave", seat=seat))])
        return
    yield from depart(game, losers)


def verdict(game: Game, leaving: list[Seat]) -> Result | None:
    """Who has won now: the last team left, or nobody when all lost at once (104.2a, 104.4a)."""
    teams = {p.team for p in game.state.players if p.in_game and p.seat not in leaving}
    if len(teams) > 1:
        return None
    if not teams:
        return Result(draw=True)
    team = next(iter(teams))
    return Result(winners=tuple(p.seat for p in game.state.players if p.team == team))
