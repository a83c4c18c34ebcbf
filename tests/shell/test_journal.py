"""The journal: what is acknowledged is kept, in order, and a failure is said."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from apnap.shell.journal import (
    InputRow,
    Journal,
    SnapshotRow,
    TableRow,
    UserRow,
    forget_finished,
    keep_snapshot,
    put,
    set_aside,
)


def row(n: int, table: str = "t") -> InputRow:
    return InputRow(table, n, "u", f"c{n}", "seat", b"{}", n * 7, 1000 + n, 5)


async def test_what_was_written_is_read_again_by_another_process(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    journal.write([put(row(n)) for n in range(3)])
    journal.write([put(UserRow("u", "Ann", b"hash", 1))])
    await journal.written()
    other = Journal(tmp_path / "j")  # the first is not closed: as after a kill
    assert other.inputs("t") == [row(0), row(1), row(2)]
    assert other.inputs("t", after=1) == [row(2)]
    assert other.users() == [UserRow("u", "Ann", b"hash", 1)]
    await other.close()
    await journal.close()


async def test_callbacks_come_in_order_and_after_the_commit(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    seen: list[int] = []
    kept: list[int] = []

    def done(n: int) -> None:
        seen.append(n)
        with sqlite3.connect(tmp_path / "j") as other:
            kept.append(other.execute("SELECT count(*) FROM inputs").fetchone()[0])

    for n in range(50):
        journal.write([put(row(n))], lambda error, n=n: done(n))
    await journal.written()
    assert seen == list(range(50))
    assert all(count >= n + 1 for n, count in enumerate(kept))
    await journal.close()


async def test_what_waits_together_is_committed_together(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    for n in range(500):
        journal.write([put(row(n))])
    await journal.written()
    assert journal.statements == 500
    assert journal.commits < 100
    await journal.close()


async def test_a_failed_commit_keeps_nothing_that_came_after(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    errors: list[BaseException | None] = []
    journal.write([put(row(0))], errors.append)
    await journal.written()
    journal.write([put(row(0))], errors.append)  # an input is never written over
    with pytest.raises(sqlite3.IntegrityError):
        await journal.written()
    journal.write([put(row(1))], errors.append)
    with pytest.raises(sqlite3.IntegrityError):
        await journal.written()
    assert [type(e) for e in errors] == [type(None), sqlite3.IntegrityError, sqlite3.IntegrityError]
    assert isinstance(journal.failed, sqlite3.IntegrityError)
    assert journal.inputs("t") == [row(0)]
    await journal.close()


async def test_a_full_disk_is_a_failure_and_no_crash(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    await journal.written()
    journal.limit_pages(20)
    errors: list[BaseException | None] = []
    big = InputRow("t", 0, "u", "c", "seat", b"x" * 500_000, 0, 0)
    journal.write([put(big)], errors.append)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        await journal.written()
    assert len(errors) == 1 and "full" in str(errors[0])
    await journal.close()


async def test_two_snapshots_are_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    for n in (10, 42, 74, 106):
        journal.write(keep_snapshot(SnapshotRow("t", n, b"g", b"s")))
    journal.write(keep_snapshot(SnapshotRow("other", 5, b"g", b"s")))
    await journal.written()
    assert [s.n for s in journal.snapshots("t")] == [106, 74]
    assert [s.n for s in journal.snapshots("other")] == [5]
    await journal.close()


async def test_finished_tables_are_forgotten_after_their_time(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    day = 86_400_000
    for id, closed in (("old", 1 * day), ("new", 9 * day), ("open", None)):
        journal.write([put(TableRow(id, 0, b"", b"", "over", "f", closed)), put(row(0, id))])
    journal.write(forget_finished(10 * day, 5))
    await journal.written()
    assert [journal.table(id) is not None for id in ("old", "new", "open")] == [False, True, True]
    assert [len(journal.inputs(id)) for id in ("old", "new", "open")] == [0, 1, 1]
    await journal.close()


async def test_a_tail_is_put_aside_and_not_destroyed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    journal.write([put(row(n)) for n in range(5)])
    journal.write(set_aside("t", 2))
    journal.write([put(row(3))])
    await journal.written()
    assert [r.n for r in journal.inputs("t")] == [0, 1, 2, 3]
    assert [r.n for r in journal.inputs("t lost")] == [3, 4]
    await journal.close()


async def test_a_journal_in_memory_works_as_well() -> None:
    journal = Journal(":memory:")
    journal.write([put(row(0))])
    await journal.written()
    assert journal.inputs("t") == [row(0)]
    await asyncio.wait_for(journal.close(), 5)


async def test_a_backup_ends_while_much_is_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    for n in range(400):
        journal.write([put(InputRow("t", n, "u", "c", "seat", b"x" * 10_000, 0, 0))])
    await journal.written()

    async def go_on() -> None:
        for n in range(400, 100_000):
            journal.write([put(row(n))])
            await asyncio.sleep(0.005)

    writing = asyncio.create_task(go_on())
    try:
        async with asyncio.timeout(10):
            await journal.back_up(tmp_path / "copy")
    finally:
        writing.cancel()
    copy = Journal(tmp_path / "copy")
    numbers = [r.n for r in copy.inputs("t")]
    assert numbers == list(range(len(numbers))) and len(numbers) >= 400
    await copy.close()
    await journal.close()


async def test_a_backup_is_a_whole_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    journal.write([put(row(n)) for n in range(100)])
    await journal.written()
    await journal.back_up(tmp_path / "copy")
    journal.write([put(row(100))])
    await journal.written()
    copy = Journal(tmp_path / "copy")
    assert len(copy.inputs("t")) == 100
    await copy.close()
    await journal.close()
