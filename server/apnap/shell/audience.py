"""Who looks at a table: the sessions of each viewer, and spectators behind their delay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

from apnap.engine.sight import SPECTATOR
from apnap_protocol import messages as m
from apnap_protocol.sights import Picture, View, difference, digest

from .parcel import Parcel
from .play import Told
from .session import Session

#: What spectators may hear late.
Late = m.Batch | m.Clock | m.Over


class Audience:
    """The sessions of a table. Spectators see what is `delay_s` old."""

    def __init__(self, delay_s: float) -> None:
        self.sessions: dict[str, Session] = {}
        self.late: Picture | None = Picture() if delay_s else None
        """What spectators see, where they see it late."""
        self.late_clocks: tuple[m.ClockState, ...] = ()
        """The clocks as they have been told of them then."""
        self.listeners: list[Callable[[m.Frame], None]] = []
        """Others who hear what a spectator hears, such as the feed."""
        self._delay_s = delay_s

    def of(self, viewer: int) -> list[Session]:
        """The sessions of a viewer: one for a seat, any number for spectators."""
        return [s for s in self.sessions.values() if s.viewer == viewer]

    def seated(self) -> Iterable[Session]:
        return (s for s in self.sessions.values() if s.viewer != SPECTATOR)

    @property
    def spectators(self) -> int:
        return sum(s.viewer == SPECTATOR for s in self.sessions.values())

    def connected(self) -> set[int]:
        """The seats that are connected."""
        return {s.viewer for s in self.seated() if s.outlet is not None}

    def tell(self, parcel: Parcel, viewer: int, told: Told) -> None:
        """A viewer learns what happened at a pause."""
        frame = m.Batch(told.events, told.patch, told.digest)
        if viewer != SPECTATOR:
            parcel.frames += [(session, frame) for session in self.of(viewer)]
        else:
            self._tell_spectators(parcel, frame)

    def tell_clock(self, parcel: Parcel, viewer: int, frame: m.Clock) -> None:
        """A viewer learns how the clocks stand, behind what it has learned of the game."""
        if viewer != SPECTATOR:
            parcel.frames += [(session, frame) for session in self.of(viewer)]
        else:
            self._tell_spectators(parcel, frame)

    def tell_all(self, parcel: Parcel, frame: m.Frame, *, but: Session | None = None) -> None:
        """Everybody learns something that is no secret of the moment: talk, who has come."""
        parcel.frames += [(session, frame) for session in self.sessions.values() if session is not but]
        parcel.after += [partial(listener, frame) for listener in self.listeners]

    def tell_end(self, parcel: Parcel, frame: m.Over) -> None:
        """The game is over; spectators hear of it when they have seen it."""
        parcel.frames += [(session, frame) for session in self.seated()]
        self._tell_spectators(parcel, frame)

    def catch_up(self, view: View) -> None:
        """After a rebuild, late spectators see its state once they would have seen it."""
        if self.late is not None:
            view = dict(view)
            asyncio.get_running_loop().call_later(self._delay_s, self._catch_up_late, view)

    def _catch_up_late(self, view: View) -> None:
        assert self.late is not None
        frame = m.Batch((), difference(self.late.view, view), digest(view))
        self._tell_late(frame)
        table = view.get("table", {})
        if table.get("over"):
            self._tell_late(m.Over(tuple(table.get("winners", ())), table.get("draw", False)))

    def _tell_spectators(self, parcel: Parcel, frame: Late) -> None:
        if self.late is None:
            parcel.frames += [(session, frame) for session in self.of(SPECTATOR)]
            parcel.after += [partial(listener, frame) for listener in self.listeners]
        else:
            parcel.after.append(partial(self._later, frame))

    def _later(self, frame: Late) -> None:
        asyncio.get_running_loop().call_later(self._delay_s, self._tell_late, frame)

    def _tell_late(self, frame: Late) -> None:
        assert self.late is not None
        if isinstance(frame, m.Batch):
            self.late.take(frame.patch)
        if isinstance(frame, m.Clock):
            self.late_clocks = frame.clocks
        for session in self.of(SPECTATOR):
            session.push(frame)
        for listener in self.listeners:
            listener(frame)
