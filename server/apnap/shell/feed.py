"""The MQTT feed: what a spectator without special sight may see, for dashboards, bots and spectators.

Tables never wait for it and never depend on it. A table's news go into a bounded queue, from which one
task publishes; when the queue is full they are dropped and counted, and a reader sees the gap in `n`. A
lost broker is tried again with growing patience, and then gets the retained topics anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Protocol
from urllib.parse import urlsplit

import aiomqtt
import msgspec

import apnap
from apnap_protocol import feed as f
from apnap_protocol import messages as m
from apnap_protocol.sights import Picture

from .clocks import now_ms
from .metrics import Metrics
from .settings import Mqtt
from .table import Table

log = logging.getLogger("apnap.feed")
SHORTEST_S, LONGEST_S = 0.1, 5.0


class Broker(Protocol):
    """A connection to a broker."""

    async def publish(self, topic: str, payload: bytes, *, qos: int, retain: bool) -> None: ...


class Lost(Exception):
    """The broker is gone."""


Connect = Callable[[], AbstractAsyncContextManager[Broker]]


def mqtt_connection(settings: Mqtt) -> Connect:
    """Connections to the broker of `settings.url` (`mqtt://host:1883`, or `mqtts`), with a will."""
    url = urlsplit(settings.url)
    will = msgspec.json.encode(f.Node(settings.node, up=False))

    @asynccontextmanager
    async def connect() -> AsyncIterator[Broker]:
        try:
            async with aiomqtt.Client(
                url.hostname or "",
                url.port or (8883 if url.scheme == "mqtts" else 1883),
                username=url.username,
                password=url.password,
                identifier=f"{settings.node}-{random.getrandbits(32):08x}",
                protocol=aiomqtt.ProtocolVersion.V5,
                tls_params=aiomqtt.TLSParameters() if url.scheme == "mqtts" else None,
                will=aiomqtt.Will(f"{settings.prefix}/nodes/{settings.node}", will, qos=1, retain=True),
                timeout=5,
            ) as client:
                yield _MqttBroker(client)
        except aiomqtt.MqttError as error:
            raise Lost(str(error)) from error

    return connect


class _MqttBroker:
    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client

    async def publish(self, topic: str, payload: bytes, *, qos: int, retain: bool) -> None:
        await self._client.publish(topic, payload, qos=qos, retain=retain)


class MemoryBroker:
    """A broker's in-memory twin: keeps what is retained, and everything in its order."""

    def __init__(self) -> None:
        self.retained: dict[str, bytes] = {}
        self.published: list[tuple[str, bytes]] = []
        self.up = True

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Broker]:
        if not self.up:
            raise Lost("down")
        yield self

    async def publish(self, topic: str, payload: bytes, *, qos: int, retain: bool) -> None:
        if not self.up:
            raise Lost("down")
        self.published.append((topic, payload))
        if retain and payload:
            self.retained[topic] = payload
        elif retain:
            self.retained.pop(topic, None)


class Channel:
    """What the feed knows of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.n = 0
        self.picture = Picture()


class Feed:
    """The publisher of a server's public tables."""

    def __init__(self, connect: Connect, settings: Mqtt, metrics: Metrics) -> None:
        self._connect, self._settings, self._metrics = connect, settings, metrics
        self._queue: deque[tuple[str, bytes]] = deque()
        self._retained: dict[str, bytes] = {}
        self._stale: dict[str, None] = {}
        self._channels: dict[str, Channel] = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._since = now_ms()

    # --- news of tables -------------------------------------------------------------------------------

    def follow(self, table: Table) -> None:
        """A new table; only one that anybody may watch is fed."""
        terms = table.room.terms
        if terms.settings.private or terms.password or not terms.settings.spectators:
            return
        channel = self._channels[table.id] = Channel(table)
        table.audience.listeners.append(partial(self._hear, channel))
        self._keep_state(channel)

    def lobby(self, tables: list[dict[str, object]]) -> None:
        """The public tables have changed."""
        self._keep(f.Lobby.topic, msgspec.json.encode(f.Lobby(tuple(tables))))

    def forget(self, table_id: str) -> None:
        """A table is closed: what is retained of it is cleared."""
        channel = self._channels.pop(table_id, None)
        if channel is not None:
            self._keep(f.TableState.topic.format(table=table_id), b"")

    def _hear(self, channel: Channel, frame: m.Frame) -> None:
        table = channel.table.id
        match frame:
            case m.Batch():
                channel.n += 1
                channel.picture.take(frame.patch)
                news = f.TableEvents(table, channel.n, frame.events, frame.patch, frame.digest)
            case m.Over():
                channel.n += 1
                news = f.TableEvents(table, channel.n, digest=channel.picture.digest, over=True)
            case _:
                return self._keep_state(channel)
        self._put(f.TableEvents.topic.format(table=table), msgspec.json.encode(news))
        self._keep_state(channel)

    def _keep_state(self, channel: Channel) -> None:
        """What is retained is made when it is published: a table may have gone on by then."""
        self._stale[channel.table.id] = None
        self._wake.set()

    def _keep(self, topic: str, payload: bytes) -> None:
        self._retained[topic] = payload
        self._stale[topic] = None
        self._wake.set()

    def _put(self, topic: str, payload: bytes) -> None:
        if len(self._queue) >= self._settings.queue:
            self._metrics.feed_dropped.inc()
            return
        self._queue.append((topic, payload))
        self._wake.set()

    # --- publishing -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Starts the publisher."""
        self._task = asyncio.create_task(self._run(), name="feed")

    async def end(self) -> None:
        """Publishes what is queued, says that the node is down, and ends; waits for no broker."""
        if self._task is None:
            return
        self._closing = True
        self._wake.set()
        await asyncio.wait((self._task,), timeout=2)
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    _closing = False

    async def _run(self) -> None:
        delay = SHORTEST_S
        while not self._closing:
            try:
                async with self._connect() as broker:
                    delay = SHORTEST_S
                    await self._publish_all(broker)
            except (Lost, OSError, TimeoutError) as error:
                log.warning("the broker is gone, trying again in %.1f s: %s", delay, error)
                await asyncio.sleep(delay * random.uniform(0.8, 1.2))
                delay = min(delay * 2, LONGEST_S)

    async def _publish_all(self, broker: Broker) -> None:
        node = f.Node.topic.format(node=self._settings.node)
        up = f.Node(self._settings.node, up=True, since=self._since, server=f"apnap {apnap.__version__}")
        await self._send(broker, node, msgspec.json.encode(up), retain=True)
        self._stale |= dict.fromkeys([*self._retained, *self._channels])
        while True:
            while self._queue:
                topic, payload = self._queue[0]
                await self._send(broker, topic, payload, retain=False)
                self._queue.popleft()
            await self._publish_retained(broker)
            if self._closing and not self._queue:
                down = msgspec.json.encode(f.Node(self._settings.node, up=False))
                return await self._send(broker, node, down, retain=True)
            if not self._queue and not self._stale:
                self._wake.clear()
                await self._wake.wait()

    async def _publish_retained(self, broker: Broker) -> None:
        for key in list(self._stale):
            channel = self._channels.get(key)
            if channel is not None:
                topic, payload = f.TableState.topic.format(table=key), self._state(channel)
            else:
                topic, payload = key, self._retained.get(key)  # type: ignore[assignment]
            self._stale.pop(key, None)
            if payload is not None:
                try:
                    await self._send(broker, topic, payload, retain=True)
                except Lost:
                    self._stale[key] = None
                    raise
                if not payload:
                    self._retained.pop(key, None)

    def _state(self, channel: Channel) -> bytes:
        picture = channel.picture
        room = channel.table.view_of_room()
        return msgspec.json.encode(f.TableState(channel.table.id, channel.n, picture.view, picture.digest, room))

    async def _send(self, broker: Broker, topic: str, payload: bytes, *, retain: bool) -> None:
        try:
            await broker.publish(f"{self._settings.prefix}/{topic}", payload, qos=1, retain=retain)
        except aiomqtt.MqttError as error:
            raise Lost(str(error)) from error
