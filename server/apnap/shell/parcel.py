"""What came of one input, held until its commit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap_protocol import messages as m

from .people import Receipt
from .session import Session

FrameNow = Callable[[], m.Frame]
#: What most commands result in; kept with each reply, and never written to.
NO_RESULT: dict[str, Any] = {}


class Parcel:
    """A reply, and frames for sessions; sent as a whole, after the parcels before it.

    `before` is done first (a connection takes a session), `after` last. A frame may be a function that
    makes it when it is sent.
    """

    __slots__ = ("after", "before", "committed", "frames", "not_before", "receipt", "refused", "result", "session")

    def __init__(self, receipt: Receipt | None = None, session: Session | None = None) -> None:
        self.receipt, self.session = receipt, session
        self.result = NO_RESULT
        self.refused: m.Error | None = None
        """The reply where it is no acknowledgement."""
        self.before: list[Callable[[], None]] = []
        self.frames: list[tuple[Session, m.Frame | FrameNow]] = []
        self.after: list[Callable[[], None]] = []
        self.committed = False
        self.not_before = 0.0
        """The loop's time before which it does not leave."""

    def send(self) -> None:
        """The reply, then the frames."""
        for act in self.before:
            act()
        if self.receipt is not None:
            v = 0
            if self.session is not None:
                v = self.session.v + sum(1 for session, _ in self.frames if session is self.session)
            self.receipt.settle(self.refused or m.Ack(self.receipt.ref, v, self.result))
        for session, frame in self.frames:
            session.push(frame() if callable(frame) else frame)
        for act in self.after:
            act()
