"""The feed: public sight only, numbered, bounded, and nothing that a table would wait for."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import socket
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import aiomqtt
import msgspec
import pytest
from msgspec.structs import replace

from apnap.engine import telling
from apnap.engine.events import Moved
from apnap.shell.app import Server
from apnap.shell.audience import Audience
from apnap.shell.demo import deck
from apnap.shell.feed import Channel, Feed, MemoryBroker
from apnap.shell.settings import Keeping, Limits, Mqtt, Pace, Settings
from apnap.shell.table import Table
from apnap_protocol import feed as f
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from apnap_protocol.sights import Picture
from evenings import games, shuffled
from people import finding, leave, play, seated, soon
from toy import Toys

BROKER = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")


def settings(journal: str, **mqtt: object) -> Settings:
    limits = Limits(messages_per_s=1e6, message_burst=10**6)
    return Settings(port=0, journal=journal, limits=limits, pace=Pace(0, 0), mqtt=Mqtt(**mqtt))


def replayed(published: list[tuple[str, bytes]], table: str) -> tuple[Picture, list[f.TableEvents]]:
    """What a reader of the events alone comes to see."""
    topic = f"apnap/v1/tables/{table}/events"
    news = [msgspec.json.decode(p, type=f.TableEvents) for t, p in published if t == topic]
    picture = Picture()
    for each in news:
        picture.take(each.patch)
        assert picture.digest == each.digest
    return picture, news


async def _game(server: Server, **created: object) -> str:
    async with Client(server.url, guest="Eve") as eve:
        made = (await eve.command(m.Create(seats=3, seed=8, **created))).result
        table = made["table"]
        clients = await seated(server.url, table, "Ann", "Bob", "Cat", invitation=made["invitation"])
        await asyncio.gather(*(play(c, random.Random(i)) for i, c in enumerate(clients)))
        await leave(*clients)
    return table


async def test_a_reader_of_the_events_sees_what_a_spectator_sees(journal: str) -> None:
    broker = MemoryBroker()
    async with Server(Toys(), settings(journal), broker=broker.connect) as server:
        table = await _game(server)
        await asyncio.sleep(0.1)
        picture, news = replayed(broker.published, table)
        assert [each.n for each in news] == list(range(1, len(news) + 1))
        assert news[-1].over
        assert picture.view == server.tables[table].play.pictures[-1].view
        state = msgspec.json.decode(broker.retained[f"apnap/v1/tables/{table}/state"], type=f.TableState)
        assert (state.view, state.n) == (picture.view, len(news))
        lobby = msgspec.json.decode(broker.retained["apnap/v1/lobby"], type=f.Lobby)
        assert [t["table"] for t in lobby.tables] == [table]
        assert msgspec.json.decode(broker.retained["apnap/v1/nodes/apnap"], type=f.Node).up
    assert not msgspec.json.decode(broker.retained["apnap/v1/nodes/apnap"], type=f.Node).up


@pytest.mark.parametrize("created", [{"private": True}, {"spectators": False}, {"password": "sesame"}])
async def test_a_table_that_not_everybody_may_watch_is_not_fed(journal: str, created: dict) -> None:
    broker = MemoryBroker()
    async with Server(Toys(), settings(journal), broker=broker.connect) as server:
        table = await _game(server, **created)
        await asyncio.sleep(0.1)
        assert not any(table in topic for topic, _ in broker.published)


async def test_the_feed_is_as_late_as_the_spectators(journal: str) -> None:
    broker = MemoryBroker()
    async with Server(Toys(), settings(journal), broker=broker.connect) as server:
        table = await _game(server, spectator_delay_s=600)
        await asyncio.sleep(0.1)
        assert replayed(broker.published, table)[1] == []


async def test_a_broker_that_is_gone_holds_up_no_table_and_the_queue_is_bounded(journal: str) -> None:
    broker = MemoryBroker()
    broker.up = False
    async with Server(Toys(), settings(journal, queue=20), broker=broker.connect) as server:
        table = await _game(server)
        dropped = server.metrics.registry.get_sample_value("apnap_feed_dropped_total")
        assert dropped and dropped > 0
        broker.up = True
        async with soon(10):
            while f"apnap/v1/tables/{table}/state" not in broker.retained:
                await asyncio.sleep(0.05)
        topic = f"apnap/v1/tables/{table}/events"
        numbers = [msgspec.json.decode(p, type=f.TableEvents).n for t, p in broker.published if t == topic]
        assert numbers == list(range(1, 21)), "a reader sees that what follows is missing"
        state = msgspec.json.decode(broker.retained[f"apnap/v1/tables/{table}/state"], type=f.TableState)
        assert state.n > 20 and state.view == server.tables[table].play.pictures[-1].view


@contextlib.contextmanager
def mosquitto(port: int) -> Iterator[subprocess.Popen[bytes]]:
    assert BROKER is not None
    process = subprocess.Popen([BROKER, "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _reachable(port: int) -> None:
    async with soon(10):
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.05)


@pytest.mark.skipif(BROKER is None, reason="mosquitto is not installed")
async def test_a_real_broker_is_fed_killed_and_fed_again(journal: str, tmp_path: Path) -> None:
    """The same digest arrives at a subscriber, and a table does not notice that the broker was gone."""
    port = free_port()
    heard: list[tuple[str, bytes]] = []

    async def listen() -> None:
        async with aiomqtt.Client(
            "127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5, max_queued_incoming_messages=0
        ) as reader:
            await reader.subscribe("apnap/v1/#", qos=1)
            async for message in reader.messages:
                heard.append((str(message.topic), bytes(message.payload)))

    with mosquitto(port):
        await _reachable(port)
        listening = asyncio.create_task(listen())
        await asyncio.sleep(0.2)
        server = await Server(Toys(), settings(journal, url=f"mqtt://127.0.0.1:{port}")).__aenter__()
        first = await _game(server)
        await _until(lambda: any(b'"over":true' in p for _, p in heard))
        picture, news = replayed(heard, first)
        assert picture.view == server.tables[first].play.pictures[-1].view
        assert [each.n for each in news] == list(range(1, len(news) + 1))
        listening.cancel()
    await asyncio.wait((listening,))
    async with asyncio.timeout(8):
        second = await _game(server)
    heard.clear()
    with mosquitto(port):
        await _reachable(port)
        listening = asyncio.create_task(listen())
        await _until(lambda: any(t.endswith(f"{second}/state") and b'"over":true' in p for t, p in heard))
        state = [p for t, p in heard if t.endswith(f"{second}/state")][-1]
        decoded = msgspec.json.decode(state, type=f.TableState)
        assert decoded.view == server.tables[second].play.pictures[-1].view
        await server.drain(notice=False)
        await _until(lambda: any(t.endswith("nodes/apnap") and b'"up":false' in p for t, p in heard))
        listening.cancel()
    await asyncio.wait((listening,))


async def _until(condition) -> None:
    async with soon(10):
        while not condition():
            await asyncio.sleep(0.05)


# --- nothing hidden -------------------------------------------------------------------------------------


async def fed(journal: str, secrets: int) -> list[tuple[str, bytes]]:
    """What is published of a game of real cards in which nobody shows any; its table is called `TABLE` in it."""
    broker = MemoryBroker()
    async with (
        Server(games(), settings(journal), broker=broker.connect) as server,
        Client(server.url, guest="Ann") as ann,
        Client(server.url, guest="Bob") as bob,
    ):
        table = await ann.create(seats=2, seed=7, format="duel")
        for seat, client in enumerate((ann, bob)):
            await client.join(table, shuffled(deck(seat), secrets))
        while "table" not in bob.view or bob.view["table"]["turn"] < 2:
            for client in (ann, bob):
                if client.question is not None:
                    await client.answer(client.question, client.question.default)
            await asyncio.sleep(0.002)
        assert not any(entry.get("zone") == "graveyard" for entry in bob.view.values() if entry["is"] == "object")
        await bob.concede()
        await ann.until(lambda: ann.result is not None)
        await asyncio.sleep(0.1)
        published = [(t, p) for t, p in broker.published if "/events" in t]
        assert len(published) > 10
        return [(t.replace(table, "TABLE"), p.replace(table.encode(), b"TABLE")) for t, p in published]


async def test_the_feed_does_not_change_with_the_secrets_of_players(journal: str) -> None:
    assert await fed(f"{journal}-1", 1) == await fed(f"{journal}-2", 2)


async def test_a_feed_that_tells_what_was_drawn_is_found(journal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = telling._TALES[Moved]

    def tell_more(event: Any, teller: Any) -> Any:
        tale = honest(event, teller)
        return None if tale is None else {**tale, "name": event.now.base}

    monkeypatch.setattr(telling, "_TALES", {**telling._TALES, Moved: tell_more})
    assert await fed(f"{journal}-1", 1) != await fed(f"{journal}-2", 2)


async def test_what_is_retained_of_a_table_is_cleared_when_it_closes(journal: str) -> None:
    broker = MemoryBroker()
    wanted = replace(settings(journal), keeping=Keeping(over_table_s=0.3))
    async with Server(Toys(), wanted, broker=broker.connect) as server:
        table = await _game(server)
        await _until(lambda: f"apnap/v1/tables/{table}/state" in broker.retained)
        await _until(lambda: f"apnap/v1/tables/{table}/state" not in broker.retained)
        assert msgspec.json.decode(broker.retained["apnap/v1/lobby"], type=f.Lobby).tables == ()


# --- planted faults -------------------------------------------------------------------------------------


def feeds_all_tables(patch: pytest.MonkeyPatch) -> None:
    def follow(self: Feed, table: Table) -> None:
        channel = self._channels[table.id] = Channel(table)
        table.audience.listeners.append(partial(self._hear, channel))

    patch.setattr(Feed, "follow", follow)


def skips_a_number(patch: pytest.MonkeyPatch) -> None:
    honest = Feed._hear

    def hear(self: Feed, channel: Channel, frame: m.Frame) -> None:
        channel.n += isinstance(frame, m.Over)
        honest(self, channel, frame)

    patch.setattr(Feed, "_hear", hear)


def keeps_everything(patch: pytest.MonkeyPatch) -> None:
    def put(self: Feed, topic: str, payload: bytes) -> None:
        self._queue.append((topic, payload))
        self._wake.set()

    patch.setattr(Feed, "_put", put)


def tells_the_feed_at_once(patch: pytest.MonkeyPatch) -> None:
    honest = Audience.__init__
    patch.setattr(Audience, "__init__", lambda self, delay_s: honest(self, 0))


def clears_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Feed, "forget", lambda self, table: None)


def gives_the_broker_up(patch: pytest.MonkeyPatch) -> None:
    async def run(self: Feed) -> None:
        with contextlib.suppress(Exception):
            async with self._connect() as broker:
                await self._publish_all(broker)

    patch.setattr(Feed, "_run", run)


FAULTS = [
    (skips_a_number, test_a_reader_of_the_events_sees_what_a_spectator_sees, {}),
    (feeds_all_tables, test_a_table_that_not_everybody_may_watch_is_not_fed, {"created": {"password": "sesame"}}),
    (tells_the_feed_at_once, test_the_feed_is_as_late_as_the_spectators, {}),
    (keeps_everything, test_a_broker_that_is_gone_holds_up_no_table_and_the_queue_is_bounded, {}),
    (gives_the_broker_up, test_a_broker_that_is_gone_holds_up_no_table_and_the_queue_is_bounded, {}),
    (clears_nothing, test_what_is_retained_of_a_table_is_cleared_when_it_closes, {}),
]


@pytest.mark.parametrize(("plant", "test", "given"), FAULTS, ids=[f"{f[0].__name__}-{f[1].__name__}" for f in FAULTS])
async def test_a_planted_fault_is_found(
    journal: str, monkeypatch: pytest.MonkeyPatch, plant: Any, test: Any, given: dict[str, Any]
) -> None:
    plant(monkeypatch)
    async with finding():
        await test(journal, **given)


@pytest.mark.slow
@pytest.mark.skipif(BROKER is None, reason="mosquitto is not installed")
async def test_a_feed_that_gives_a_real_broker_up_is_found(
    journal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gives_the_broker_up(monkeypatch)
    with pytest.raises((AssertionError, TimeoutError)):
        await test_a_real_broker_is_fed_killed_and_fed_again(journal, tmp_path)
