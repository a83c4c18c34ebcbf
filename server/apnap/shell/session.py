"""A viewer's stream at a table: numbered frames, the last of them kept, and the token to take it up again."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from apnap_protocol import messages as m
from apnap_protocol.codec import write_frame

from .journal import SessionRow
from .people import HASH_BYTES, Person, hashed, new_token
from .policy import Preferences

#: Frames that are kept of what a seat has surely seen, for a client that takes up a state of a little before.
KEPT_SEEN = 32
#: Tokens that are good beside the newest, at most: more than one where the server gave new ones by itself.
OLDER_TOKENS = 8


class Outlet(Protocol):
    """A connection, as a session sees it."""

    session: Session | None

    @property
    def is_open(self) -> bool: ...
    def push(self, data: bytes) -> None: ...
    def has_room_for(self, frames: list[bytes]) -> bool: ...
    def control(self, frame: m.Frame) -> None: ...
    def shut(self, code: int, reason: str) -> None: ...


class Session:
    """One viewer of one table, through all of its connections.

    `viewer` is a seat, or the engine's `SPECTATOR`. Tokens: `token` is the hash of the newest, `previous` those
    of the ones before it, one after another: they stay good until the newest has been used, since that may never
    have come to anybody.
    """

    def __init__(
        self,
        id: str,
        table_id: str,
        viewer: int,
        person: Person,
        *,
        kept_frames: int,
        kept_bytes: int,
    ) -> None:
        self.id, self.table_id, self.viewer, self.person = id, table_id, viewer, person
        self.token = self.previous = b""
        self.outlet: Outlet | None = None
        self.v = 0
        self.prefer = Preferences()
        self._kept: deque[bytes] = deque()
        """The last frames: that of number `v` is the last."""
        self._kept_frames, self._kept_bytes = kept_frames, kept_bytes
        self._size = 0
        self._asked_at = 0
        """The number of the frame that asked the last question."""

    # --- frames -------------------------------------------------------------------------------------

    def push(self, frame: m.Frame) -> None:
        """Numbers a frame, keeps it, and sends it if somebody is there."""
        self.v += 1
        if isinstance(frame, m.Asked):
            self._asked_at = self.v
        data = write_frame(frame, self.v)
        self._kept.append(data)
        self._size += len(data)
        while self._kept and (len(self._kept) > self._kept_frames or self._size > self._kept_bytes):
            self._drop_oldest()
        if self.outlet is not None:
            self.outlet.push(data)

    def has_answered(self) -> None:
        """Whoever answers a question has seen what came before it."""
        self.has_seen(self._asked_at)

    def has_seen(self, v: int) -> None:
        """The frames up to number `v` have come to somebody, so that few of them are kept."""
        seen = len(self._kept) - (self.v - min(v, self.v))
        for _ in range(seen - KEPT_SEEN):
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        self._size -= len(self._kept.popleft())

    def missed(self, v: int) -> list[bytes] | None:
        """The frames after number `v`; None where they are no longer kept, or `v` is from elsewhere."""
        if v > self.v:
            return None
        if v == self.v:
            return []
        new = self.v - v
        return None if new > len(self._kept) else list(self._kept)[-new:]

    # --- connections --------------------------------------------------------------------------------

    def attach(self, outlet: Outlet) -> None:
        """A new connection takes the session; an old one is told and closed."""
        if self.outlet is not None and self.outlet is not outlet:
            self.outlet.shut(m.Close.REPLACED, "another connection has taken this seat")
        self.outlet = outlet

    def detach(self, outlet: Outlet) -> bool:
        """A connection is gone; false where it was no longer this session's."""
        if self.outlet is not outlet:
            return False
        self.outlet = None
        return True

    # --- tokens -------------------------------------------------------------------------------------

    def accepts(self, token: str) -> bool:
        """Whether this is a token to take the session up with."""
        older = (self.previous[i : i + HASH_BYTES] for i in range(0, len(self.previous), HASH_BYTES))
        return hashed(token) in (self.token, *older)

    def rotate(self, used: str | None = None) -> str:
        """A new token. The one used to get it stays good until the new one has been used; where none was used,
        all that were good do."""
        token = new_token()
        kept = self.token + self.previous if used is None else hashed(used)
        self.previous = kept[: OLDER_TOKENS * HASH_BYTES]
        self.token = hashed(token)
        return token

    def row(self) -> SessionRow:
        return SessionRow(
            self.id,
            self.table_id,
            self.viewer,
            self.person.id,
            self.token,
            self.previous,
            self.prefer.to_bytes(),
        )
