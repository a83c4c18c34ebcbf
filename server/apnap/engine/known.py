"""What a viewer may know: the rules of hidden information (400.2, 708.5), and of proposals."""

from __future__ import annotations

from collections.abc import Sequence

from .events import Event, Undone
from .state import Obj, State
from .values import HIDDEN_ZONES


def knows(state: State, obj: Obj, viewer: int) -> bool:
    """Whether `viewer` may know what `obj` is (400.2, 708.5)."""
    if obj.zone not in HIDDEN_ZONES and not obj.face_down:
        return True
    if obj.zone == "hand" and viewer in state.sharing(obj.owner, "hands"):
        return True
    if obj.face_down and obj.zone in ("battlefield", "stack") and obj.controller == viewer:
        return True
    if viewer >= 0 and viewer in state.known.get(obj.id, ()):
        return True
    # 723.4: whoever decides for a player sees what that player sees
    return any(p.decided_by == viewer >= 0 and p.seat != viewer and knows(state, obj, p.seat) for p in state.players)


def without_undone(events: Sequence[tuple[int, Event]]) -> list[Event]:
    """The events without those that were taken back before this viewer was told of them.

    Each comes with its place in the log. What was told before and is now taken back is told as `Undone`.
    """
    kept: list[tuple[int, Event]] = []
    first = events[0][0] if events else 0
    for place, event in events:
        if isinstance(event, Undone):
            kept = [(p, e) for p, e in kept if p < event.to]
            if event.to >= first:
                continue
        kept.append((place, event))
    return [event for _, event in kept]
