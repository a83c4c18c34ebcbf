"""What follows from a batch at once, before anything else: effects that lapse, strays of combat, control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import actions as ac
from . import combat
from . import events as ev
from .lasting import has_lapsed
from .perform import Planning
from .state import Cause
from .values import NOBODY, Seat, player

if TYPE_CHECKING:
    from .game import Game

#: The rules by which all, and by which its owner, see the top card of a library.
SHOWING = ("plays with top revealed", "may look at top")


def follow_up(game: Game, events: Sequence[ev.Event], controlled: bool) -> None:
    """Control that changed by what applies now, and effects that last only while their source does.

    `controlled` says that an effect gave somebody control before these events, and may have ended with them.
    """
    if game.state.effects and any(isinstance(e, ev.Moved | ev.Ceased | ev.ControlChanged) for e in events):
        ended = [e.id for e in game.state.effects.values() if has_lapsed(game, e)]
        for effect in ended:
            game.happen([ev.EffectEnded(effect=effect, cause=Cause("turn.duration_ends"))])
    if game.state.combat is not None:
        left = combat.strays(game)
        if left:
            game.happen(left)
    show_tops(game)
    if controlled or game.look.layers.gives_control or any(isinstance(e, ev.EffectEnded) for e in events):
        _follow_control(game)


def show_tops(game: Game) -> None:
    """Who may look at the top card of a library sees what is there now; not while a spell is proposed (401.5)."""
    if game.proposing != NOBODY or not any(game.look.found(f"rule:{word}") for word in SHOWING):
        return
    for seat in game.state.seats_in_game():
        to = _seers(game, seat)
        library = game.state.library(seat) if to else ()
        if library and any(each not in game.state.known.get(library[0], ()) for each in to):
            cause = Cause("library.top", seat=seat)
            game.happen([ev.Revealed(objects=library[:1], to=to, public=len(to) > 1, cause=cause)])


def _seers(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """Who sees the top card of a seat's library, whatever that is."""
    revealed, looked_at = SHOWING
    if game.look.has_rule(revealed, player(seat)):
        return game.state.seats_in_game()
    return (seat,) if game.look.has_rule(looked_at, player(seat)) else ()


def _follow_control(game: Game) -> None:
    changed: list[ev.Event] = []
    orphans = Planning(game)
    for obj_id in game.look.permanents():
        obj = game.state.objects[obj_id]
        seat = game.look.chars(obj_id).controller
        if seat != obj.controller and not game.state.player(seat).in_game and seat != obj.owner:
            if game.look.switch("leaver_control") == "unchanged":  # 800.4b (2011)
                kept = Cause("leave.control", obj_id, obj.controller)
                game.note(ev.ControlKept(object=obj_id, seat=obj.controller, cause=kept))
                continue
            cause = Cause("leave.orphan", obj_id, obj.controller)
            orphans.leaves.append(ac.Move(object=obj_id, to="exile", how="exile", cause=cause))
        elif seat != obj.controller:
            changed.append(
                ev.ControlChanged(object=obj_id, seat=seat, before=obj.controller, cause=Cause("layers.control"))
            )
    if changed:
        game.happen(changed)
    if orphans.leaves:
        game.happen(orphans.events())  # 800.4c: not a state-based action, and at once
