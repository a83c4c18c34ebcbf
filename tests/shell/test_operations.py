"""What an operator sees and does: pages, metrics, logs, and a drain."""

from __future__ import annotations

import asyncio
import json
import logging
import resource
import time
from typing import Any

import pytest
from prometheus_client import Counter
from websockets.exceptions import ConnectionClosed

from apnap.shell import http, logs
from apnap.shell.app import Server
from apnap.shell.connection import Connection
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from people import Socket, finding, leave, play, seated, wire
from toy import Toy, Toys


async def get(server: Server, path: str) -> tuple[int, str]:
    """A page of the server."""
    async with wire(server.port) as (reader, writer), asyncio.timeout(5):
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        text = (await reader.read()).decode()
    head, _, body = text.partition("\r\n\r\n")
    return int(head.split()[1]), body


async def test_health_and_readiness(server: Server) -> None:
    assert await get(server, "/healthz") == (200, '{"healthy":true}')
    assert await get(server, "/readyz") == (200, '{"ready":true,"draining":false}')
    server.journal.failed = OSError("disk")
    try:
        assert (await get(server, "/healthz"))[0] == 503
        assert (await get(server, "/readyz"))[0] == 503
    finally:
        server.journal.failed = None


async def test_plugins_are_listed(server: Server) -> None:
    status, body = await get(server, "/plugins")
    assert status == 200
    assert json.loads(body)["plugins"] == [{"name": "toys", "version": "1", "provides": {"cards": 5}}]


async def test_other_pages_do_not_exist(server: Server) -> None:
    assert (await get(server, "/v1"))[0] == 404
    assert (await get(server, "/../etc"))[0] == 404


async def test_metrics_count_what_happens(server: Server) -> None:
    import random

    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=3)
        clients = await seated(server.url, table, "Ann", "Bob")
        await asyncio.gather(*(play(c, random.Random(i)) for i, c in enumerate(clients)))
        with pytest.raises(Refused):
            await clients[0].concede()
        _, body = await get(server, "/metrics")
        lines = dict(line.rsplit(" ", 1) for line in body.splitlines() if not line.startswith("#"))
        assert float(lines["apnap_connections"]) == 3
        assert float(lines['apnap_tables{stage="playing"}']) + float(lines['apnap_tables{stage="over"}']) == 1
        assert float(lines['apnap_inputs_total{by="seat"}']) > 10
        assert float(lines['apnap_refusals_total{code="table_closed"}']) == 1
        assert float(lines["apnap_frames_out_total"]) > float(lines["apnap_frames_in_total"]) > 10
        assert float(lines["apnap_commit_seconds_count"]) > 10
        await leave(*clients)


async def test_a_drain_says_so_commits_and_tells_to_resume(serve) -> None:
    server = await serve(drain_s=0.3)
    eve = Socket(server.url)
    async with eve, Client(server.url, guest="Fay") as fay:
        await eve.auth("Eve")
        await eve.send("create", "c", seats=2)
        table = (await eve.reply("c"))["d"]["result"]["table"]
        await eve.send("watch", "w", table=table)
        await eve.until("welcome")
        draining = asyncio.create_task(server.drain(notice=True))
        notice = (await eve.until("notice"))["d"]
        assert notice["code"] == "draining" and notice["details"]["resume_after_ms"] == 300
        with pytest.raises(Refused, match="draining"):
            await fay.create()
        assert await eve.closed() == m.Close.RESTART
        await draining
    with pytest.raises(OSError):
        await get(server, "/healthz")


async def test_a_client_of_a_drained_server_comes_back_to_the_next_one(serve) -> None:
    first = await serve()
    async with Client(first.url, guest="Ann") as ann:
        table = await ann.create(seats=2)
        await ann.watch(table)
        await first.drain(notice=True)
        second = await serve(port=first.port)
        await ann.until(lambda: ann.resyncs == 1)
        assert table in second.tables


async def carried(serve, idlers: int) -> None:
    """So many connections that do nothing, and a table is created all the same within a second."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 5000:
        if hard != resource.RLIM_INFINITY and hard < 5000:
            pytest.skip(f"only {hard} open files are allowed here")
        resource.setrlimit(resource.RLIMIT_NOFILE, (5000, hard))
    limits = {"connections_per_address": 3000, "auth_s": 60.0}  # nobody logs in, however slow the machine is
    server = await serve(limits=limits, heartbeat_ms=600_000)
    from websockets.asyncio.client import connect

    async def idle() -> object:
        socket = await connect(server.url + m.PATH, subprotocols=[m.PROTOCOL], ping_interval=None)
        await socket.recv()
        return socket

    sockets: list = []
    try:
        for _ in range(idlers // 100):
            sockets += await asyncio.gather(*(idle() for _ in range(100)))
        assert server.metrics.registry.get_sample_value("apnap_connections") == idlers
        async with Client(server.url, guest="Ann") as ann:
            began = asyncio.get_running_loop().time()
            await ann.create()
            assert asyncio.get_running_loop().time() - began < 1
    finally:
        for socket in sockets:
            socket.transport.abort()


async def test_two_thousand_idle_connections_are_carried(serve) -> None:
    await carried(serve, 2000)


async def test_a_server_that_looks_at_all_of_them_each_time_is_found(serve, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Server._create

    def slow(self: Server, *command: Any) -> None:
        time.sleep(0.006 * len(self._connections))
        honest(self, *command)

    monkeypatch.setattr(Server, "_create", slow)
    with pytest.raises(AssertionError):
        await carried(serve, 200)


async def test_a_log_line_is_json_and_says_what_it_is_about() -> None:
    formatter = logs.JsonLines()
    logs.table.set("t-1")
    logs.command.set("c-9")
    record = logging.LogRecord("apnap.table", logging.ERROR, "x.py", 1, "fault %s", ("here",), None)
    line = json.loads(formatter.format(record))
    assert (line["level"], line["logger"], line["message"]) == ("error", "apnap.table", "fault here")
    assert (line["table"], line["command"]) == ("t-1", "c-9")


async def test_what_happens_at_a_table_is_logged_with_the_table_and_the_command(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables at once: each line has its own."""
    lines: list[dict[str, Any]] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(json.loads(logs.JsonLines().format(record)))  # type: ignore[method-assign]
    logging.getLogger("apnap").addHandler(handler)

    def broken(self: Toy, *answer: object) -> None:
        raise ZeroDivisionError

    try:
        async with Client(server.url, guest="Eve") as eve, Client(server.url, guest="Fay") as fay:
            tables = [await client.create(seats=2) for client in (eve, fay)]
            people = [await seated(server.url, table, "Ann", "Bob") for table in tables]
            for ann, _ in people:
                await ann.until(lambda ann=ann: ann.question is not None)
            monkeypatch.setattr(Toy, "answer", broken)
            replies = [m.Reply(request=ann.question.id, picks=ann.question.default.picks) for ann, _ in people]
            work = (
                ann.command(reply, ref=f"c{i}") for i, ((ann, _), reply) in enumerate(zip(people, replies, strict=True))
            )
            done = await asyncio.gather(*work, return_exceptions=True)
            assert all(isinstance(refused, Refused) for refused in done)
            await leave(*(client for pair in people for client in pair))
    finally:
        logging.getLogger("apnap").removeHandler(handler)
    faults = {(line.get("table"), line.get("command")) for line in lines if line["level"] == "error"}
    assert faults == {(tables[0], "c0"), (tables[1], "c1")}


async def test_log_lines_that_do_not_say_where_are_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute:
        def set(self, value: str) -> None:
            pass

        def get(self) -> str:
            return ""

    monkeypatch.setattr(logs, "command", Mute())
    with pytest.raises(AssertionError):
        await test_what_happens_at_a_table_is_logged_with_the_table_and_the_command(server, monkeypatch)


async def test_a_dead_connection_is_noticed(serve) -> None:
    """Pings end a connection whose peer is gone without a word."""
    server = await serve(heartbeat_ms=200)
    async with Socket(server.url, ping_interval=None) as socket:
        socket.socket.transport.pause_reading()
        async with asyncio.timeout(5):
            while server.metrics.registry.get_sample_value("apnap_connections"):
                await asyncio.sleep(0.05)
        socket.socket.transport.abort()
        with pytest.raises(ConnectionClosed):
            await socket.socket.recv()


# --- planted faults -------------------------------------------------------------------------------------


def says_that_all_is_well(patch: pytest.MonkeyPatch) -> None:
    honest = http._page
    patch.setattr(http, "_page", lambda status, values: honest(200, values))


def counts_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Counter, "inc", lambda self, amount=1: None)


def says_nothing_before_it_goes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Server, "_announce", lambda self: None)


def goes_without_a_reason(patch: pytest.MonkeyPatch) -> None:
    honest = Connection.shut
    patch.setattr(Connection, "shut", lambda self, code, reason: honest(self, m.Close.GOING_AWAY, reason))


def takes_tables_to_the_last(patch: pytest.MonkeyPatch) -> None:
    honest = Server._create

    def create(self: Server, *command: Any) -> None:
        was, self.draining = self.draining, False
        honest(self, *command)
        self.draining = was

    patch.setattr(Server, "_create", create)


def shows_no_plugins(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toys, "page", lambda self: {"plugins": []})


FAULTS = [
    (says_that_all_is_well, test_health_and_readiness),
    (says_that_all_is_well, test_other_pages_do_not_exist),
    (shows_no_plugins, test_plugins_are_listed),
    (counts_nothing, test_metrics_count_what_happens),
]
DRAINS = [says_nothing_before_it_goes, goes_without_a_reason, takes_tables_to_the_last]


@pytest.mark.parametrize(("plant", "test"), FAULTS, ids=[f"{f[0].__name__}-{f[1].__name__}" for f in FAULTS])
async def test_a_planted_fault_is_found(server: Server, monkeypatch: pytest.MonkeyPatch, plant: Any, test: Any) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        await test(server)


@pytest.mark.parametrize("plant", DRAINS)
async def test_a_drain_that_leaves_something_out_is_found(serve, monkeypatch: pytest.MonkeyPatch, plant: Any) -> None:
    plant(monkeypatch)
    async with finding(ConnectionClosed, pytest.fail.Exception, within_s=4):
        await test_a_drain_says_so_commits_and_tells_to_resume(serve)
