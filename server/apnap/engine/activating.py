"""Activating abilities (602, 605.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import events as ev
from .abilities import Activated
from .announcing import announce_halves, change_cast, choose_x, has_x, nothing_asks_for, total_cost
from .bodies import run
from .costs import pay
from .frame import Frame
from .perform import Asking
from .requests import Given
from .state import Cast, Cause
from .targets import Refused, choose_modes, choose_targets
from .triggers import place_ability, resolve_mana_triggers, targeted
from .values import HIDDEN_ZONES, ObjId, Seat

if TYPE_CHECKING:
    from .game import Game


def activate(game: Game, seat: Seat, obj_id: ObjId, n: int, given: Given | None, *, again: bool = False) -> Asking:
    """Activate an object's n-th activated ability (602.2); a mana ability resolves at once (605.3b)."""
    path = game.activated_path(obj_id, n)
    if path is None or not (again or game.may_use(seat, obj_id, path)):
        raise Refused("this ability cannot be activated now", "activate.timing")
    nothing_asks_for(given, "alternative", "kicked")
    ability: Activated = game.book.at(path)
    bound = game.bound_of(obj_id, path)
    frame = Frame(source=obj_id, controller=seat, path=path, bound=bound, cast=_cast_of(game, obj_id, seat))
    _reveal_hidden(game, seat, obj_id)
    if ability.mana:
        with game.begun(obj_id, path):
            yield from _activate_mana(game, seat, frame, ability, given)
    else:
        yield from _activate(game, seat, frame, ability, given)


def _cast_of(game: Game, obj_id: ObjId, seat: Seat) -> Cast:
    obj = game.state.objects[obj_id]
    return replace(obj.cast or Cast(), seat=seat, targets=(), modes=(), divided=())


def _activate_mana(game: Game, seat: Seat, frame: Frame, ability: Activated, given: Given | None) -> Asking:
    if given is not None and (given.targets or given.modes or given.divided):
        raise Refused("a mana ability has no targets and no modes", "mana.abilities")
    nothing_asks_for(given, "x")
    paid = yield from pay(game, frame, seat, ability.cost, given)
    count_use(game, frame.source, ability)
    game.happen(
        [
            ev.AbilityActivated(
                object=frame.source, source=frame.source, seat=seat, path=frame.path, mana=True,
                cause=Cause("activate.mana", frame.source, seat),
            )
        ]
    )  # fmt: skip
    frame = replace(frame, cast=replace(frame.cast, given=paid.given, paid=paid.mana))
    yield from run(game, frame, ability.modes[0].do)
    yield from resolve_mana_triggers(game)


def _activate(game: Game, seat: Seat, frame: Frame, ability: Activated, given: Given | None) -> Asking:
    made = place_ability(game, frame.path, frame.source, seat, frame.cast, frame.bound, "activate")
    frame = replace(frame, object=made)
    modes = yield from choose_modes(game, seat, ability, frame, given)
    if modes is None:
        raise Refused("it has no legal target", "cast.targets")
    x = yield from choose_x(game, frame, seat, game.activation_asks(seat, frame, ability), given)
    frame = replace(frame, cast=replace(frame.cast, modes=modes, x=x if has_x(ability.cost) else frame.cast.x))
    halves = yield from announce_halves(game, frame, seat, game.activation_asks(seat, frame, ability), given)
    chosen = yield from choose_targets(game, seat, ability, frame, given)
    if chosen is None:
        raise Refused("it has no legal target", "cast.targets")
    frame = replace(frame, cast=replace(frame.cast, targets=chosen[0], divided=chosen[1]))
    change_cast(game, made, frame.cast)
    targeted(game, made, seat, frame.cast)
    asked = game.activation_asks(seat, frame, ability)
    costs = yield from total_cost(game, frame, seat, asked, frame.cast.x, given, halves)
    paid = yield from pay(game, frame, seat, costs, given, x)
    change_cast(game, made, replace(frame.cast, paid=paid.mana, given=paid.given))
    count_use(game, frame.source, ability)
    cause = Cause("activate", frame.source, seat)
    game.happen([ev.AbilityActivated(object=made, source=frame.source, seat=seat, path=frame.path, cause=cause)])


def count_use(game: Game, source: ObjId, ability: Activated) -> None:
    """Remember for this turn what may be activated only so often in it (602.5b, 606.3)."""
    if ability.loyalty:
        game.note(ev.AbilityFired(key=f"turn:loyalty:{source}"))
    if ability.limit:
        game.note(ev.AbilityFired(key=f"turn:{source}:{ability.path}"))


def _reveal_hidden(game: Game, seat: Seat, obj_id: ObjId) -> None:
    """602.2a: a card in a hidden zone is shown when an ability of it is activated."""
    if game.state.objects[obj_id].zone in HIDDEN_ZONES:
        everybody = game.state.seats_in_game()
        cause = Cause("activate", obj_id, seat)
        game.happen([ev.Revealed(objects=(obj_id,), to=everybody, public=True, cause=cause)])
