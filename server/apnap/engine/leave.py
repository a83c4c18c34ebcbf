"""Leaving the game (104.3, 800.4): at once, whatever is going on."""

from __future__ import annotations

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
from .values import NOBODY, ObjId, Seat, player

if TYPE_CHECKING:
    from .game import Game


def depart(game: Game, seat: Seat) -> Asking:
    """800.4a: all it owns leaves, its control effects end, its stack objects cease, the rest is exiled."""
    if not game.state.player(seat).in_game:
        return
    cause = Cause("leave.objects", seat=seat)
    game.happen([ev.PlayerLeft(seat=seat, cause=Cause("leave", seat=seat))])
    look = game.look
    owned = [
        t
        for o in list(game.state.objects.values())
        if o.owner == seat and o.kind != "damage" and (t := look.live(o.id)) is not None
    ]  # 600.4a (2007): combat damage on the stack stays
    uncover(game, seat)
    game.happen([ev.Ceased(was=t, how="leave", cause=cause) for t in owned])
    game.happen(
        [ev.EffectEnded(effect=e.id, cause=cause) for e in game.state.effects.values() if _gives(game, e, seat)]
    )
    ceasing = ("ability", "copy", "card") if look.switch("leaver_spells") == "cease" else ("ability", "copy")
    stack = [
        t
        for i in game.state.zone("stack")
        if (t := look.live(i)) is not None and t.obj.controller == seat and t.obj.kind in ceasing
    ]
    game.happen([ev.Ceased(was=t, how="leave", cause=cause) for t in stack])
    left = [
        i for i in game.state.zone("stack") if (o := game.state.objects[i]).controller == seat and o.kind != "damage"
    ]
    left += [i for i in look.permanents() if look.chars(i).controller == seat]
    left += [i for i in game.state.zone("battlefield") if _would_control(game, i, seat)]
    yield from together(
        game,
        [ac.Move(object=i, to="exile", how="exile", cause=Cause("leave.control", seat=seat)) for i in left],
    )
    delayed = [d.id for d in game.state.delayed.values() if d.controller == seat]
    game.happen([ev.DelayedEnded(delayed=d, cause=cause) for d in delayed])
    if game.state.monarch == seat:
        heir = game.active_or_next()
        yield from together(game, [ac.BecomeMonarch(seat=heir, cause=Cause("monarch"))])
    holder = game.state.turn.holder
    if holder == seat:
        game.note(
            ev.PriorityGiven(seat=game.holder_after(seat), passes_stand=True, cause=Cause("leave.turn", seat=seat))
        )


def _would_control(game: Game, obj_id: ObjId, seat: Seat) -> bool:
    """Whether a phased-out permanent would be under this player's control if it phased in (702.26n)."""
    obj = game.state.objects[obj_id]
    if not obj.phased_out:
        return False
    return by_what_applies(game, replace(obj, phased_out="")).chars.controller == seat


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


def _gives(game: Game, effect: Effect, seat: Seat) -> bool:
    """Whether a lasting effect, whoever controls it, gives the leaving player control of something."""
    static = game.book.at(effect.path)
    if not isinstance(static, Static):
        return False
    frame = effect_frame(effect)
    return any(player(seat) in p.who.resolve(game.look, frame) for p in static.parts if isinstance(p, ControlledBy))


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
    for seat in losers:
        yield from depart(game, seat)


def verdict(game: Game, leaving: list[Seat]) -> Result | None:
    """Who has won now: the last team left, or nobody when all lost at once (104.2a, 104.4a)."""
    teams = {p.team for p in game.state.players if p.in_game and p.seat not in leaving}
    if len(teams) > 1:
        return None
    if not teams:
        return Result(draw=True)
    team = next(iter(teams))
    return Result(winners=tuple(p.seat for p in game.state.players if p.team == team))
