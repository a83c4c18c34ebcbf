"""How many lands may be played in a turn (305.2), by allowances or by counting all that were played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import events as ev
from .amounts import number
from .state import Cause
from .values import Seat, player

if TYPE_CHECKING:
    from .game import Game


def has_land_drop(game: Game, seat: Seat) -> bool:
    """Whether a seat may play another land this turn, as far as their number goes."""
    if game.look.switch("lands") == "allowances":
        return bool(_unused_effects(game, seat)) or _by_the_rule(game, seat) < 1
    return game.state.player(seat).lands_played < game.land_drops(seat)


def use_land_drop(game: Game, seat: Seat) -> None:
    """305.2 (2004 to 2012): a land play uses up one allowance, that of the newest effect before the rule's own,
    which cannot go away."""
    if game.look.switch("lands") == "allowances":
        unused = _unused_effects(game, seat)
        if unused:
            game.note(ev.AbilityFired(key=unused[-1], cause=Cause("land.one_per_turn", seat=seat)))


def _unused_effects(game: Game, seat: Seat) -> list[str]:
    """The allowances that effects give and that no land of this turn has used, oldest first."""
    found = []
    for rule, source, frame in game.look.rules_for("additional land", player(seat)):
        name = f"turn:land:{seat}:{source.obj}:{source.path}:{source.effect}"
        found += [f"{name}:{n}" for n in range(number(rule.amount, game.look, frame))]
    return [key for key in found if key not in game.state.fired]


def _by_the_rule(game: Game, seat: Seat) -> int:
    """How many lands of this turn no effect accounts for."""
    by_effects = sum(1 for key in game.state.fired if key.startswith(f"turn:land:{seat}:"))
    return game.state.player(seat).lands_played - by_effects
