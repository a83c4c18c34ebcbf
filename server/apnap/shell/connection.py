"""One websocket: frames in, one after another; frames out through a bounded outbox.

Nothing that a table does ever waits for a socket. What is pushed in one turn of the loop leaves together at its
end, in one write; what a reader is too slow for is queued here, and one that has stopped is cut when its queue is
full.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from apnap.engine.sight import SPECTATOR
from apnap_protocol import messages as m
from apnap_protocol.codec import Malformed, Unreadable, read_command, write_frame

from .bucket import Bucket
from .metrics import Metrics
from .people import Person
from .session import Session
from .settings import Limits

log = logging.getLogger("apnap.connection")
#: A peer that takes no close frame within this many seconds is cut.
GRACE_S = 1.0
#: So many bytes are written at once; beyond them the reader must have taken what came before.
AT_ONCE = 2**15
Dispatch = Callable[["Connection", str, m.Command], Awaitable[None]]


class Connection:
    """A person's socket; at most one session speaks through it."""

    def __init__(self, socket: ServerConnection, *, address: str, limits: Limits, metrics: Metrics) -> None:
        self.address = address
        self.person: Person | None = None
        self.session: Session | None = None
        self._socket = socket
        self._loop = asyncio.get_running_loop()  # asked for once: the question is a call of the system each time
        self._limits, self._metrics = limits, metrics
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._wake = asyncio.Event()
        self._flushing = self._lagging = False
        """A write is due at the end of this turn; a reader is behind, and `write` waits for it."""
        self._closing: tuple[int, str] | None = None
        self._bucket = Bucket(limits.messages_per_s, limits.message_burst)
        self.chat_bucket = Bucket(limits.chats_per_s, limits.chat_burst)
        self._refusals = Bucket(limits.messages_per_s, 4 * limits.message_burst)
        self._malformed = 0

    # --- out ----------------------------------------------------------------------------------------

    def push(self, data: bytes) -> None:
        """Queues a frame; cuts the connection when too much waits for a reader that does not read."""
        if self._closing is not None:
            return
        self._outbox.append(data)
        self._outbox_bytes += self._weight(data)
        limits = self._limits
        if len(self._outbox) > limits.outbox_frames or self._outbox_bytes > limits.outbox_bytes + self._weight(data):
            self._metrics.slow_consumers.inc()
            self._outbox.clear()
            self.shut(m.Close.SLOW_CONSUMER, "too many frames wait for you; you may resume")
            return
        if not (self._flushing or self._lagging):
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Writes what was pushed in this turn, or leaves it to `write` where the reader is behind."""
        self._flushing = False
        if self._closing is not None or not self._outbox or self._socket.state is not State.OPEN:
            return
        protocol, transport = self._socket.protocol, self._socket.transport
        size = transport.get_write_buffer_size()
        first, frames = size, 0
        while self._outbox and size < AT_ONCE:
            data = self._outbox.popleft()
            self._outbox_bytes -= self._weight(data)
            protocol.send_text(data)
            size, frames = size + len(data), frames + 1
        if frames:
            # the library writes each frame by itself; a turn's frames are one call of the system here
            transport.write(b"".join(protocol.data_to_send()))
            self._count(frames, size - first)
        if self._outbox:
            self._lagging = True
            self._wake.set()

    def _count(self, frames: int, size: int) -> None:
        self._metrics.frames_out.inc(frames)
        self._metrics.bytes_out.inc(size)

    def _weight(self, data: bytes) -> int:
        """What a frame counts for: a whole view, however large, leaves room for what follows it."""
        return min(len(data), self._limits.outbox_bytes // 2)

    def has_room_for(self, frames: list[bytes]) -> bool:
        """Whether these can be queued at once, and as much again for what happens meanwhile."""
        size = self._outbox_bytes + sum(map(self._weight, frames))
        few = 2 * (len(self._outbox) + len(frames)) <= self._limits.outbox_frames
        return few and 2 * size <= self._limits.outbox_bytes

    @property
    def is_open(self) -> bool:
        """Whether frames can still be sent."""
        return self._closing is None and self._socket.state is State.OPEN

    def control(self, frame: m.Frame) -> None:
        """Sends a control frame."""
        self.push(write_frame(frame))

    def shut(self, code: int, reason: str) -> None:
        """Closes the connection after what is queued has gone out, or without it if nobody reads."""
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()
            self._loop.call_later(GRACE_S, self._socket.transport.abort)

    async def write(self) -> None:
        """Sends what a reader who is behind has not taken yet, at its pace, until the connection is shut."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._outbox:
                    data = self._outbox.popleft()
                    await self._socket.send(data, text=True)
                    self._outbox_bytes -= self._weight(data)
                    self._count(1, len(data))
                self._lagging = False
                if self._closing is not None:
                    return await self._socket.close(*self._closing)

    async def finish(self, writer: asyncio.Task[None]) -> None:
        """Lets the writer say why the connection is shut, if it is, and ends it."""
        if self._closing is not None:
            await asyncio.wait((writer,), timeout=2 * GRACE_S)
        writer.cancel()

    # --- in -----------------------------------------------------------------------------------------

    async def read(self, dispatch: Dispatch) -> None:
        """Reads commands until the connection ends."""
        deadline: float | None = self._loop.time() + self._limits.auth_s
        while self._closing is None:
            try:
                async with asyncio.timeout_at(deadline):
                    data = await self._socket.recv()
            except TimeoutError:
                return self.shut(m.Close.AUTH_TIMEOUT, f"expected auth within {self._limits.auth_s:g} s")
            if isinstance(data, bytes):
                return self.shut(m.Close.BINARY, "expected text frames")
            await self._take(data.encode(), dispatch)
            if self.person is not None:
                deadline = None

    async def _take(self, data: bytes, dispatch: Dispatch) -> None:
        self._metrics.frames_in.inc()
        self._metrics.bytes_in.inc(len(data))
        seated = self.session is not None and self.session.viewer != SPECTATOR
        most = self._limits.answer_bytes if seated else self._limits.frame_bytes
        if len(data) > most:
            return self.shut(m.Close.TOO_BIG, f"expected at most {most} bytes in a frame")
        try:
            ref, command = read_command(
                data,
                max_bytes=most,
                max_depth=self._limits.depth,
                max_elements=self._limits.elements,
            )
        except Unreadable as fault:
            return self._refuse(fault)
        if not self._bucket.allows():
            return self._slow_down(ref)
        await dispatch(self, ref, command)

    def _refuse(self, fault: Unreadable) -> None:
        self.control(m.Error(code=fault.code, message=str(fault)[:400], ref=fault.ref))
        if isinstance(fault, Malformed) or not self._bucket.allows():
            self._malformed += 1
        if self._malformed >= self._limits.malformed:
            self.shut(m.Close.MALFORMED, "too many malformed frames")

    def _slow_down(self, ref: str) -> None:
        self._metrics.rate_limited.inc()
        if not self._refusals.allows():  # whoever waits as long as it is told to is never here
            return self.shut(m.Close.RATE_LIMITED, "too many messages")
        details = {"retry_after_ms": int(1000 * self._bucket.wait_s) + 1}
        self.control(m.Error(code="rate_limited", message="too many messages", ref=ref, details=details))
