"""Nothing acknowledged is lost: a server that was killed is taken up by the next one."""

from __future__ import annotations

import asyncio
import random
import socket
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from apnap.shell import recovery
from apnap.shell.app import Server
from apnap.shell.journal import Journal
from apnap.shell.ownership import InUse
from apnap.shell.parcel import Parcel
from apnap.shell.session import Session
from apnap.shell.settings import Keeping, Limits, Pace, Settings
from apnap.shell.table import Table
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Closed, Refused
from people import finding, leave, play, seated, some_answer
from toy import Toys

Kill = Callable[[Server], Awaitable[None]]


def settings(journal: str, **changes: Any) -> Settings:
    limits = Limits(messages_per_s=1e6, message_burst=10**6)
    return Settings(port=changes.pop("port", 0), journal=journal, limits=limits, pace=Pace(0, 0), **changes)


async def _some_turns(clients: list[Client], chance: random.Random, answers: int) -> None:
    """Plays on for a while, and stops in the middle."""
    done = 0
    while done < answers:
        for client in clients:
            question = client.question
            if question is not None and client.result is None:
                await client.answer(question, some_answer(client, question, chance))
                done += 1
                await client.command(m.Ping())
        await asyncio.sleep(0)


async def _killed(kill: Kill, journal: str, answers: int, **changes: Any) -> tuple[str, int, int]:
    """A table whose server was killed after so many answers; its id, and the mark and the number of its last input."""
    first = await Server(Toys(), settings(journal, **changes)).__aenter__()
    async with Client(first.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        clients = await seated(first.url, table, "Ann", "Bob")
        await _some_turns(clients, random.Random(4), answers)
        mark, n = first.tables[table].play.mark, first.tables[table].play.n
        await kill(first)
        await leave(*clients)
    return table, mark, n


@pytest.mark.parametrize("answers", [1, 4, 23, 40, 75])
@pytest.mark.parametrize("snapshot_every", [8, 1000])
async def test_a_killed_server_is_taken_up_at_the_same_request_with_the_same_digest(
    kill: Kill, journal: str, answers: int, snapshot_every: int
) -> None:
    keeping = Keeping(snapshot_every=snapshot_every)
    first = await Server(Toys(), settings(journal, keeping=keeping)).__aenter__()
    port = first.port
    async with Client(first.url, guest="Eve") as eve:
        table = await eve.create(seats=3, seed=answers)
        await eve.watch(table)
        clients = await seated(first.url, table, "Ann", "Bob", "Cat")
        await _some_turns(clients, random.Random(answers), answers)
        await asyncio.sleep(0.05)
        everybody = [*clients, eve]
        before = [(c.view, c.digest, c.question) for c in everybody]
        mark = first.tables[table].play.mark
        await kill(first)
        async with Server(Toys(), settings(journal, port=port, keeping=keeping)) as second:
            assert [found.problem for found in second.recovered] == [""]
            assert second.tables[table].play.mark == mark
            for client in everybody:
                await client.until(lambda client=client: client.resyncs == 1)
            after = [(c.view, c.digest, c.question) for c in everybody]
            assert after == before
            await asyncio.gather(*(play(c, random.Random(i)) for i, c in enumerate(clients)))
            await eve.until(lambda: eve.result is not None)
            assert sum(c.desyncs for c in everybody) == 0
            await leave(*clients)


async def test_a_commit_that_is_dropped_is_found(kill: Kill, journal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, with a journal that says that it has kept what it has not."""
    first = await Server(Toys(), settings(journal)).__aenter__()
    port = first.port
    real = first.journal.write

    def forgetful(statements: Any, done: Any = None) -> None:
        kept = [s for s in statements if not (s[0].startswith("INSERT INTO inputs") and s[1][1] == 9)]
        real(kept, done)

    monkeypatch.setattr(first.journal, "write", forgetful)
    async with Client(first.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        clients = await seated(first.url, table, "Ann", "Bob")
        await _some_turns(clients, random.Random(4), 12)
        mark = first.tables[table].play.mark
        await kill(first)
        async with Server(Toys(), settings(journal, port=port)) as second:
            (found,) = second.recovered
            assert found.problem == "input 9 is missing" and found.lost > 0
            assert second.tables[table].play.mark != mark
            await leave(*clients)


async def test_a_command_acknowledged_before_the_kill_gets_its_ack_again(kill: Kill, journal: str) -> None:
    first = await Server(Toys(), settings(journal)).__aenter__()
    port = first.port
    async with Client(first.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        ann, bob = await seated(first.url, table, "Ann", "Bob")
        await ann.until(lambda: ann.question is not None)
        question = ann.question
        answer = some_answer(ann, question, random.Random(1))
        command = m.Reply(request=question.id, picks=answer.picks)
        await ann.command(command, ref="once")
        await kill(first)
        async with Server(Toys(), settings(journal, port=port)) as second:
            await ann.until(lambda: ann.resumes == 1)
            assert (await ann.command(command, ref="once")).ref == "once"
            with pytest.raises(Refused, match="not_your_request"):
                await ann.command(command, ref="twice")
            assert len(second.journal.inputs(table)) == 2
            await leave(ann, bob)


async def test_a_corrupt_tail_is_reported_and_the_faithful_prefix_is_served(kill: Kill, journal: str) -> None:
    table, _, _ = await _killed(kill, journal, 20)
    with sqlite3.connect(journal) as tamper:
        tamper.execute("UPDATE inputs SET input = ? WHERE n = 15", (b'{"type":"answ',))
    async with Server(Toys(), settings(journal)) as second:
        (found,) = second.recovered
        assert "input 15 cannot be put in again" in found.problem
        assert second.tables[table].play.n == 14
        await second.journal.written()
        assert [r.n for r in second.journal.inputs(table)] == list(range(15))
        assert second.journal.inputs(f"{table} lost")[0].n == 15


async def test_an_input_that_leads_elsewhere_is_reported(kill: Kill, journal: str) -> None:
    """A server whose rules have changed under the same fingerprint does not go on as if it were the same."""
    table, _, _ = await _killed(kill, journal, 10)
    with sqlite3.connect(journal) as tamper:
        tamper.execute("UPDATE inputs SET mark = mark + 1 WHERE n = 7")
    async with Server(Toys(), settings(journal)) as second:
        assert second.recovered[0].problem == "input 7 did not lead to the state that it led to"
        assert second.tables[table].play.n == 6


async def test_a_snapshot_that_cannot_be_read_is_passed_over(kill: Kill, journal: str) -> None:
    table, mark, n = await _killed(kill, journal, 30, keeping=Keeping(snapshot_every=4))
    with sqlite3.connect(journal) as tamper:
        tamper.execute("UPDATE snapshots SET game = x'00'")
    async with Server(Toys(), settings(journal)) as second:
        assert (second.tables[table].play.mark, second.tables[table].play.n) == (mark, n)
        assert "a snapshot cannot be read" in second.recovered[0].problem
        assert second.recovered[0].lost == 0


async def test_a_pool_that_changed_is_refused_with_the_difference(kill: Kill, journal: str) -> None:
    table, _, _ = await _killed(kill, journal, 0)
    other = Toys()
    other.fingerprint = "toys-2"
    async with Server(other, settings(journal)) as second:
        assert table not in second.tables
        problem = second.recovered[0].problem
        assert "toys-1" in problem and "toys-2" in problem


async def test_a_table_that_has_not_started_is_taken_up_too(kill: Kill, journal: str) -> None:
    first = await Server(Toys(), settings(journal)).__aenter__()
    port = first.port
    async with Client(first.url, guest="Eve") as eve:
        table = await eve.create(seats=3, name="Friday")
        (ann,) = await seated(first.url, table, "Ann")
        await kill(first)
        async with Server(Toys(), settings(journal, port=port)) as second:
            await ann.until(lambda: ann.resyncs == 1)
            assert ann.room.name == "Friday" and ann.room.places[0].name == "Ann"
            bob, cat = await seated(second.url, table, "Bob", "Cat")
            await ann.until(lambda: ann.question is not None)
            await leave(ann, bob, cat)


async def test_a_full_disk_stops_the_table_and_tells_nothing_that_was_not_kept(kill: Kill, journal: str) -> None:
    async with Server(Toys(), settings(journal)) as server, Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        await ann.until(lambda: ann.question is not None)
        await server.journal.written()
        server.journal.limit_pages(1)
        notices: list[m.Notice] = []
        bob.on_frame = lambda f: notices.append(f) if isinstance(f, m.Notice) else None
        view = dict(bob.view)
        with pytest.raises(Refused, match="this was not kept"):
            for _ in range(1000):
                await ann.say("x")
                await ann.command(m.Prefer(yields=tuple("y" * 160 for _ in range(80))))
        await bob.until(lambda: bool(notices))
        assert notices[0].code == "frozen"
        with pytest.raises(Refused, match="stands still"):
            await bob.answer(bob.question, some_answer(bob, bob.question, random.Random(1)))
        assert bob.view == view
        await leave(ann, bob)


async def test_frames_leave_after_the_commit(kill: Kill, journal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a slow disk nobody hears of an input before it is kept; another table is not held up."""
    async with Server(Toys(), settings(journal)) as server, Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4)
        ann, bob = await seated(server.url, table, "Ann", "Bob")
        for client in (ann, bob):
            await client.until(lambda client=client: client.question is not None)
        real, held = server.journal.write, []
        monkeypatch.setattr(server.journal, "write", lambda *write: held.append(write))
        answering = [
            asyncio.create_task(c.answer(c.question, some_answer(c, c.question, random.Random(1)))) for c in (ann, bob)
        ]
        await bob.command(m.ListTables())
        await asyncio.sleep(0.05)
        assert len(held) == 2 and not any(task.done() for task in answering)
        assert ann.question is not None and ann.question.prompt == "bottom"
        monkeypatch.setattr(server.journal, "write", real)
        for write in held:
            real(*write)
        await asyncio.gather(*answering)
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        await leave(ann, bob)


async def test_late_spectators_of_a_game_that_was_over_hear_so_after_a_kill(serve, kill: Kill) -> None:
    first = await serve()
    async with Client(first.url, guest="Eve") as eve:
        table = await eve.create(seats=2, seed=4, spectator_delay_s=1)
        await eve.watch(table)
        ann, bob = await seated(first.url, table, "Ann", "Bob")
        await ann.until(lambda: ann.question is not None)
        await ann.concede()
        await bob.until(lambda: bob.result is not None)
        await kill(first)
        second = await serve(port=first.port)
        await eve.until(lambda: eve.resyncs == 1 and eve.result is not None)
        assert eve.result == m.Over((1,)) and eve.view == second.tables[table].play.pictures[-1].view
        await leave(ann, bob)


# --- planted faults -------------------------------------------------------------------------------------


def tells_before_it_is_kept(patch: pytest.MonkeyPatch) -> None:
    honest = Table._commit

    def commit(self: Table, statements: Any, parcel: Parcel, *then: Any) -> None:
        honest(self, statements, parcel, *then)
        parcel.committed = True
        self._release()

    patch.setattr(Table, "_commit", commit)


def takes_no_notice_of_a_full_disk(patch: pytest.MonkeyPatch) -> None:
    honest = Journal._commit

    def commit(self: Journal, *writes: Any) -> None:
        honest(self, *writes)
        self.failed = None

    patch.setattr(Journal, "_commit", commit)


def takes_any_outcome(patch: pytest.MonkeyPatch) -> None:
    class Anything(int):
        def __ne__(self, other: object) -> bool:
            return False

        __hash__ = int.__hash__

    honest = Journal.inputs
    patch.setattr(
        Journal,
        "inputs",
        lambda self, *which: [replace(row, mark=Anything(row.mark)) for row in honest(self, *which)],
    )


def serves_nothing_or_all(patch: pytest.MonkeyPatch) -> None:
    honest = recovery.rebuilt

    def rebuilt(*game: Any) -> Any:
        play, problem, lost = honest(*game)
        return (None if lost else play), problem, lost

    patch.setattr(recovery, "rebuilt", rebuilt)


def leaves_the_tail(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(recovery, "set_aside", lambda table, n: [])


def takes_any_pool(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(recovery, "_differences", lambda *table: ())


def forgets_tokens(patch: pytest.MonkeyPatch) -> None:
    honest = Session.row
    patch.setattr(Session, "row", lambda self: replace(honest(self), token=b"", previous=b""))


def forgets_what_was_done(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(recovery, "_remember", lambda rows, table, registry: None)


def believes_every_snapshot(patch: pytest.MonkeyPatch) -> None:
    """Gives up where the newest cannot be read."""
    honest = Journal.snapshots

    def snapshots(self: Journal, table: str) -> Any:
        found = honest(self, table)
        if found and found[0].game == b"\0":
            raise ValueError("unreadable")
        return found

    patch.setattr(Journal, "snapshots", snapshots)


FAULTS = [
    (tells_before_it_is_kept, test_frames_leave_after_the_commit),
    (takes_no_notice_of_a_full_disk, test_a_full_disk_stops_the_table_and_tells_nothing_that_was_not_kept),
    (takes_any_outcome, test_an_input_that_leads_elsewhere_is_reported),
    (serves_nothing_or_all, test_a_corrupt_tail_is_reported_and_the_faithful_prefix_is_served),
    (leaves_the_tail, test_a_corrupt_tail_is_reported_and_the_faithful_prefix_is_served),
    (takes_any_pool, test_a_pool_that_changed_is_refused_with_the_difference),
    (forgets_tokens, test_a_table_that_has_not_started_is_taken_up_too),
    (forgets_what_was_done, test_a_command_acknowledged_before_the_kill_gets_its_ack_again),
    (believes_every_snapshot, test_a_snapshot_that_cannot_be_read_is_passed_over),
]


@pytest.mark.parametrize(("plant", "test"), FAULTS, ids=[f"{f[0].__name__}-{f[1].__name__}" for f in FAULTS])
async def test_a_planted_fault_is_found(
    kill: Kill, journal: str, monkeypatch: pytest.MonkeyPatch, plant: Any, test: Any
) -> None:
    plant(monkeypatch)
    given = {"kill": kill, "journal": journal, "monkeypatch": monkeypatch}
    wanted = {name: given[name] for name in test.__code__.co_varnames[: test.__code__.co_argcount]}
    async with finding(KeyError, ValueError, Refused, Closed, pytest.fail.Exception, within_s=2):
        await test(**wanted)


async def test_a_journal_belongs_to_one_server_at_a_time(journal: str, kill: Kill) -> None:
    """A second server would go on with the same tables, and each would find the other's inputs in its way."""
    async with Server(Toys(), settings(journal)) as first:
        with pytest.raises(InUse, match="another server uses the journal"):
            async with Server(Toys(), settings(journal)):
                pass
        await kill(first)
        async with Server(Toys(), settings(journal)) as next_one:
            assert next_one.port


async def test_a_server_that_cannot_open_leaves_its_journal_to_the_next(journal: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        async with Server(Toys(), settings(journal, port=taken.getsockname()[1])):
            pass
    async with Server(Toys(), settings(journal)) as server:
        assert server.port
