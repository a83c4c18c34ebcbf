"""What is pushed to a connection: it leaves in its order and whole, also to a reader who is behind, and is counted."""

from __future__ import annotations

import asyncio

from apnap.shell.app import Server
from apnap.shell.connection import AT_ONCE
from people import Socket

FRAME = 10_000


def numbered(n: int) -> bytes:
    return f'{{"t":"n{n}","pad":"{"x" * FRAME}"}}'.encode()


async def test_a_reader_who_is_behind_gets_everything_in_its_order(server: Server) -> None:
    """More than is written at once: the rest waits for the reader, and does not wait for another frame."""
    many = 3 * AT_ONCE // FRAME
    async with Socket(server.url) as ann:
        (connection,) = server._connections
        before = server.metrics.registry.get_sample_value("apnap_bytes_out_total")
        for n in range(many):
            connection.push(numbered(n))
        await asyncio.sleep(0)
        assert len(connection._outbox) > 0, "it does not go out at once"
        connection.push(numbered(many))
        async with asyncio.timeout(5):
            told = [str(await ann.socket.recv()).encode() for _ in range(many + 1)]
        assert told == [numbered(n) for n in range(many + 1)]
        sent = server.metrics.registry.get_sample_value("apnap_bytes_out_total")
        assert before is not None and sent == before + sum(len(numbered(n)) for n in range(many + 1))


async def test_frames_of_one_turn_leave_together(server: Server) -> None:
    async with Socket(server.url) as ann:
        (connection,) = server._connections
        written: list[bytes] = []
        transport = connection._socket.transport
        transport_write = transport.write
        transport.write = lambda data: (written.append(data), transport_write(data))  # type: ignore[method-assign]
        for n in range(3):
            connection.push(b'{"t":"small%d"}' % n)
        async with asyncio.timeout(5):
            told = [str(await ann.socket.recv()) for _ in range(3)]
        assert told == [f'{{"t":"small{n}"}}' for n in range(3)] and len(written) == 1
