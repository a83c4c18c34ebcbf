"""What a copy of an object copies (707.2, 707.3), face down or itself a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from .continuous import copy_exceptions, effect_frame
from .values import ObjId

if TYPE_CHECKING:
    from .look import Look
    from .state import Effect, Obj


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
    copying = _copying(look, of)
    if copying:
        frame = effect_frame(copying[-1])
        return str(frame.value("copy_base")), copy_exceptions(frame)
    return thing.obj.copied or thing.obj.base, thing.obj.exceptions


def _copying(look: Look, of: ObjId) -> list[Effect]:
    """The effects that make an object a copy for a time, the newest last."""
    found = [e for e in look.state.effects.values() if e.affected and of in e.affected]
    return sorted((e for e in found if dict(e.bound).get("copy_base")), key=lambda e: e.timestamp)


def copied_since(look: Look, obj: Obj, word: str) -> int | None:
    """The timestamp from which on what an object is printed with or copies has had a supertype; None: it has not."""
    since = None
    if word in look.book.printed(obj.copied or obj.base).supertypes:
        since = max(obj.timestamp, obj.copied_at)
    for effect in _copying(look, obj.id):
        if word not in look.book.printed(str(effect_frame(effect).value("copy_base"))).supertypes:
            since = None
        elif since is None:
            since = effect.timestamp
    return since
