"""What a copy of an object copies (707.2, 707.3), face down or itself a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from .continuous import copy_exceptions, effect_frame
from .values import ObjId

if TYPE_CHECKING:
    from .look import Look


#: The definition that stands for the values of a face-down permanent (708.2a).
FACE_DOWN = "rule:face down"


def with_copy(game: Any, action: ac.Move, of: ObjId, exceptions: tuple[tuple[str, Any], ...]) -> ac.Move:
    """The move of what enters as a copy of an object, with exceptions."""
    base, kept = copiable(game.look, of)
    return replace(action, copied=base, exceptions=kept + exceptions)


def copiable(look: Look, of: ObjId) -> tuple[str, Any]:
    """What a copy of an object copies: a path and the exceptions of copy effects on it (707.2, 707.3)."""
    thing = look.thing(of)
    if thing is None:
        return "", ()
    if thing.obj.face_down and thing.obj.zone in ("battlefield", "stack"):
        return FACE_DOWN, ()  # 707.2: a face-down status is copied as the values that it gives
    newest = None
    for effect in look.state.effects.values():
        if effect.affected and of in effect.affected and dict(effect.bound).get("copy_base"):
            newest = effect if newest is None or newest.timestamp <= effect.timestamp else newest
    if newest is not None:
        frame = effect_frame(newest)
        return str(frame.value("copy_base")), copy_exceptions(frame)
    return thing.obj.copied or thing.obj.base, thing.obj.exceptions
