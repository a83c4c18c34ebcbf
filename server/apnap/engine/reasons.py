"""Why an event happened: the chain of events that led to it, as far back as is remembered.

An event is led to by the resolution, cast or activation of what its cause names; a triggered ability on
the stack by its triggering; a state-based action by the check that performed it. What is told of each is
redacted for the viewer like everything else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from . import events as ev
from .values import ObjId

#: Events remembered: the last few rounds of a big table.
REMEMBERED = 1000
#: Links of a chain.
LONGEST = 16


class Reasons:
    """The last events of one game, in their order."""

    def __init__(self) -> None:
        self._events: deque[ev.Event] = deque(maxlen=REMEMBERED)
        self._end = 0
        """The place in the log after the last of them."""

    def hear(self, first: int, events: Sequence[ev.Event]) -> None:
        """The next events, and the place of their first in the log."""
        self._events.extend(events)
        self._end = first + len(events)

    def chain(self, event: ev.Event) -> list[ev.Event]:
        """The event, then what led to it, and so on back; only the event where nothing is remembered."""
        chain = [event]
        while len(chain) < LONGEST and (reason := self._reason(chain[-1])) is not None:
            if any(reason is link for link in chain):
                break
            chain.append(reason)
        return chain

    def lands(self, chain: Sequence[ev.Event]) -> list[ev.Event]:
        """How the lands of a chain were put onto the battlefield; what played them names cards in hand."""
        played = [link.object for link in chain if isinstance(link, ev.LandPlayed)]
        return [e for e in self._events if isinstance(e, ev.Moved) and e.was is not None and e.was.obj.id in played]

    def _before(self, event: ev.Event) -> Iterator[ev.Event]:
        """The remembered events before one, latest first, without what was taken back."""
        found = False
        undone_from = self._end
        for place, other in zip(range(self._end - 1, -1, -1), reversed(self._events), strict=False):
            if place >= undone_from:
                continue
            if isinstance(other, ev.Undone):
                undone_from = other.to
            if found:
                yield other
            found = found or other is event

    def _reason(self, event: ev.Event) -> ev.Event | None:
        if isinstance(event, ev.TriggerPut):
            return next((e for e in self._before(event) if _is_triggering(e, event.waiting)), None)
        source = event.cause.source
        object_ = getattr(event, "object", 0)
        for other in self._before(event):
            if isinstance(event, ev.Resolved):
                if _puts_on_stack(other, event.object):
                    return other
            elif source and object_ != source and _explains(other, source):
                return other
        return None


def _explains(event: ev.Event, source: ObjId) -> bool:
    return _resolves(event, source) or _puts_on_stack(event, source)


def _is_triggering(event: ev.Event, waiting: int) -> bool:
    return isinstance(event, ev.Triggered) and event.waiting.id == waiting


def _puts_on_stack(event: ev.Event, object: ObjId) -> bool:
    return isinstance(event, ev.SpellCast | ev.AbilityActivated | ev.TriggerPut) and event.object == object


def _resolves(event: ev.Event, source: ObjId) -> bool:
    """Whether a spell or ability of this source began to resolve."""
    return isinstance(event, ev.Resolved) and source in (event.object, event.what.obj.source)
