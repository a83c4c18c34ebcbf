"""Whether what an effect lasts for is still so (611.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .values import ObjId

if TYPE_CHECKING:
    from .game import Game


#: The bound value of a shield that holds a source of damage chosen for it, where it holds no target.
CHOSEN_SOURCE = "chosen"


def has_left(game: Game, obj_id: ObjId) -> bool:
    """Whether something is no longer on the battlefield; phased out it still is."""
    obj = game.state.objects.get(obj_id)
    return obj is None or obj.zone != "battlefield"


def has_lapsed(game: Game, effect: Any) -> bool:
    """Whether what lasts as long as something is so has ended, or never begins (611.2b)."""
    if effect.duration == "while source":
        source = game.state.objects.get(effect.source)
        return source is None or source.zone != "battlefield"
    if effect.duration == "while you control source":
        source = game.state.objects.get(effect.source)
        return source is None or source.controller != effect.controller or source.zone != "battlefield"
    return False
