"""No table waits for ever: clocks, absence, pauses."""

import asyncio
import time
from typing import Any

import pytest

from apnap.shell import app
from apnap.shell.app import Server
from apnap.shell.clocks import Clockwork, Running
from apnap.shell.table import Table
from apnap_protocol import messages as m
from apnap_protocol.client import Client
from people import begin, finding, leave, seated
from toy import DECK


async def _table(server: Server, eve: Client, names: tuple[str, ...], **settings: object) -> list[Client]:
    table = await eve.create(seats=len(names), seed=3, **settings)
    await eve.watch(table)
    return await seated(server.url, table, *names)


async def test_a_decision_takes_its_default_when_its_time_is_up(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        clocks = m.Clocks(decision_s=1)
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=clocks)
        heard: list[m.Answered] = []
        ann.on_frame = lambda f: heard.append(f) if isinstance(f, m.Answered) else None
        await ann.until(lambda: ann.question is not None)
        question, now = ann.question, time.time() * 1000
        assert question.deadline is not None and 0 < question.deadline - now <= 1000
        await ann.until(lambda: bool(heard))
        assert heard[0] == m.Answered(question.id, "clock")
        assert 0.7 < (time.time() * 1000 - now) / 1000 < 3
        await leave(ann, bob)


async def test_the_table_says_when_each_decision_ends(server: Server) -> None:
    """Absolute server time, for everybody: also for those who are not asked."""
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=m.Clocks(decision_s=30, game_s=600))
        await begin(ann, bob)
        await bob.until(lambda: bob.view["table"]["waiting"] == [0])
        await bob.until(lambda: bob.clocks and bob.clocks[1].deadline is None)
        ends = bob.clocks[0].deadline
        assert 620_000 < ends - time.time() * 1000 < 631_000
        assert [c.left_ms for c in bob.clocks] == [600_000, 600_000]
        await eve.until(lambda: eve.clocks == bob.clocks)
        await leave(ann, bob)


async def test_nobody_can_count_by_the_clocks_what_another_is_asked(server: Server) -> None:
    """While somebody proposes a spell and takes it back, the others hear of no clock that starts anew."""
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=m.Clocks(decision_s=60))
        await begin(ann, bob)
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        await bob.until(lambda: bob.clocks and bob.clocks[0].deadline is not None)
        await bob.command(m.Ping())
        heard: list[m.Frame] = []
        for client in (bob, eve):
            client.on_frame = heard.append
        for _ in range(3):
            await ann.answer(ann.question, picks=(ann.question.option("cast").id,))
            await ann.until(lambda: ann.question is not None and ann.question.may_undo)
            assert ann.clocks[0].deadline == ann.question.deadline
            await ann.command(m.Reply(request=ann.question.id, cancel=True))
            await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        for client in (bob, eve):
            await client.command(m.Ping())
        assert {type(frame) for frame in heard} == {m.Ack, m.Pong}
        await leave(ann, bob)


async def _heard_of_a_pass(server: Server, *, auto: bool) -> list[str]:
    """The types of the frames that Ann gets from her cast on until Bob, or the server for him, has let it resolve."""
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=m.Clocks(decision_s=60))
        await begin(ann, bob)
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        await bob.command(m.Prefer(yields=tuple(set(DECK)) if auto else ()))
        await ann.answer(ann.question, picks=(ann.question.option("cast").id,))
        await ann.until(lambda: ann.question is not None and ann.question.may_undo)
        await ann.command(m.Ping())
        heard: list[m.Frame] = []
        ann.on_frame = heard.append
        await ann.answer(ann.question, picks=(ann.question.options[0].id,))
        if not auto:
            await bob.until(lambda: bob.question is not None and bob.question.kind == "priority")
            await bob.answer(bob.question, picks=("pass",))
        await ann.until(lambda: [frame.t for frame in heard].count("batch") == 2)
        await ann.command(m.Ping())
        await leave(ann, bob)
        return [frame.t for frame in heard]


async def test_a_pass_by_hand_and_one_by_the_server_look_alike_beside_clocks(server: Server) -> None:
    by_hand = await _heard_of_a_pass(server, auto=False)
    assert "batch" in by_hand and "clock" in by_hand
    assert by_hand == await _heard_of_a_pass(server, auto=True)


async def test_time_for_the_game_is_used_after_that_for_the_decision(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=m.Clocks(decision_s=0, game_s=60))
        await ann.until(lambda: ann.question is not None)
        await asyncio.sleep(0.3)
        await begin(ann, bob)
        await ann.until(lambda: ann.clocks and ann.clocks[0].left_ms < 60_000)
        assert 59_000 < ann.clocks[0].left_ms < 59_750
        await leave(ann, bob)


@pytest.mark.parametrize("policy", ["defaults", "bot"])
async def test_an_absent_seat_is_answered_for_after_its_grace(server: Server, policy: str) -> None:
    async with Client(server.url, guest="Eve") as eve:
        clocks = m.Clocks(absence_s=1)
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=clocks, absence=policy)
        await begin(ann, bob)
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        began = time.monotonic()
        await ann.close()
        await bob.until(lambda: bob.question is not None and bob.question.kind == "priority")
        assert 0.8 < time.monotonic() - began < 3
        # once the grace is used up, the table does not wait again
        for _ in range(3):
            began = time.monotonic()
            await bob.answer(bob.question, picks=("pass",))
            await bob.until(lambda: bob.question is not None)
            assert time.monotonic() - began < 0.5
        by = {r.by for r in server.journal.inputs(bob.room.table)}
        assert by == {"seat", "absence" if policy == "defaults" else "bot"}
        await leave(bob)


async def test_an_absent_seat_concedes_where_the_table_says_so(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        clocks = m.Clocks(absence_s=0)
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=clocks, absence="concede")
        await begin(bob, ann)
        await ann.close()
        await bob.until(lambda: bob.result is not None)
        assert bob.result.winners == (1,)
        await leave(bob)


async def test_a_table_that_waits_waits(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        clocks = m.Clocks(absence_s=0)
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=clocks, absence="wait")
        await begin(ann, bob)
        ann.drop()
        await bob.until(lambda: not bob.room.places[0].connected)
        await ann.until(lambda: ann.resumes == 1)
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        assert {r.by for r in server.journal.inputs(bob.room.table)} == {"seat"}
        await leave(ann, bob)


async def test_who_comes_back_in_time_is_not_answered_for(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=m.Clocks(absence_s=1))
        await begin(ann, bob)
        await ann.until(lambda: ann.question is not None and ann.question.kind == "priority")
        question = ann.question
        ann.drop()
        await ann.until(lambda: ann.resumes == 1)
        await asyncio.sleep(1.2)
        assert ann.question == question
        await leave(ann, bob)


async def test_everybody_must_agree_to_a_pause_and_one_ends_it(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await _table(server, eve, ("Ann", "Bob"), clocks=m.Clocks(decision_s=1))
        await ann.until(lambda: ann.question is not None)
        await ann.command(m.Pause())
        assert not ann.room.paused
        await bob.command(m.Pause())
        await ann.until(lambda: ann.room.paused)
        question = ann.question
        await asyncio.sleep(1.3)
        assert ann.question == question
        await bob.command(m.Pause(pause=False))
        await ann.until(lambda: not ann.room.paused)
        await ann.until(lambda: ann.question != question)
        await leave(ann, bob)


async def test_clocks_are_not_charged_while_the_server_is_down(serve, kill, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a decision had used before a kill is used after it, and the time in which there was no server is not."""
    monkeypatch.setattr(app, "BEAT_S", 0.1)
    first = await serve()
    async with Client(first.url, guest="Eve") as eve:
        ann, bob = await _table(first, eve, ("Ann", "Bob"), clocks=m.Clocks(decision_s=20, game_s=60))
        await ann.until(lambda: ann.question is not None)
        await asyncio.sleep(1.5)
        left_ms = ann.question.deadline - time.time() * 1000
        await kill(first)
        await asyncio.sleep(1.5)
        await serve(port=first.port)
        there_again_ms = time.time() * 1000
        await ann.until(lambda: ann.resyncs == 1 and ann.question is not None)
        assert abs(ann.question.deadline - there_again_ms - left_ms) < 700
        assert ann.clocks[0] == m.ClockState(0, 60_000, ann.question.deadline)
        await leave(ann, bob)


async def test_no_request_waits_without_a_deadline_for_somebody_absent(serve) -> None:
    """Whatever is asked of a seat that is gone, the table goes on to the end of the game."""
    server = await serve()
    async with Client(server.url, guest="Eve") as eve:
        clients = await _table(server, eve, ("Ann", "Bob", "Cat"), clocks=m.Clocks(absence_s=0), absence="defaults")
        await leave(*clients)
        await eve.until(lambda: eve.result is not None)
        assert eve.view["table"]["over"]


async def test_nobody_at_all_is_left_at_the_table(server: Server) -> None:
    async with Client(server.url, guest="Eve") as eve:
        table = await eve.create(seats=2)
        ann = await Client(server.url, guest="Ann").__aenter__()
        await ann.join(table, DECK)
        await ann.close()
        await asyncio.sleep(0.05)
        assert table in server.tables, "it can still be joined"


# --- planted faults -------------------------------------------------------------------------------------


def never_rings(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "_time_up", lambda self, seat, question, due: None)


def rings_for_who_is_there(patch: pytest.MonkeyPatch) -> None:
    """Takes everybody for absent who once was."""
    patch.setattr(Clockwork, "back", lambda self, seat: None)


def notices_nobody_leaving(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Clockwork, "away", lambda self, seat: None)


def waits_for_each_question_anew(patch: pytest.MonkeyPatch) -> None:
    """The grace begins again with each question."""
    honest = Clockwork.ask

    def ask(self: Clockwork, seat: int, question: str, **used: int) -> None:
        if seat in self._away:
            self._away[seat] = time.monotonic()
        honest(self, seat, question, **used)

    patch.setattr(Clockwork, "ask", ask)


def waits_for_nobody(patch: pytest.MonkeyPatch) -> None:
    honest = Clockwork.__init__

    def strict(self: Clockwork, terms: m.Clocks, policy: Any, ring: Any) -> None:
        honest(self, terms, "defaults", ring)

    patch.setattr(Clockwork, "__init__", strict)


def concedes_for_nobody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "_end_absence", lambda self, seat: None)


def one_may_pause(patch: pytest.MonkeyPatch) -> None:
    honest = Clockwork.pause
    patch.setattr(Clockwork, "pause", lambda self, paused: honest(self, True))


def pauses_run_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Clockwork, "pause", lambda self, paused: setattr(self, "paused", paused))


def begins_anew_after_a_restart(patch: pytest.MonkeyPatch) -> None:
    honest = Table.take_up
    patch.setattr(Table, "take_up", lambda self, used_ms=0: honest(self, 0))


def charges_the_time_without_a_server(patch: pytest.MonkeyPatch) -> None:
    honest = Table.take_up
    patch.setattr(Table, "take_up", lambda self, used_ms=0: honest(self, used_ms + 1500))


def charges_the_whole_decision(patch: pytest.MonkeyPatch) -> None:
    """Counts the time that each decision has for itself as time for the game."""

    def charge(self: Clockwork, running: Running) -> int:
        return int(1000 * (self._used_s(running) + 1))

    patch.setattr(Clockwork, "_charge_ms", charge)


def tells_everybody_whenever_somebody_is_asked(patch: pytest.MonkeyPatch) -> None:
    honest = Table._tell_clocks

    def tell_all(self: Table, parcel: Any, viewer: int) -> None:
        for each in self.play.pictures:
            honest(self, parcel, each)

    patch.setattr(Table, "_tell_clocks", tell_all)


def says_seconds_left(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("apnap.shell.clocks.now_ms", lambda: 0)


FAULTS = [
    (never_rings, test_a_decision_takes_its_default_when_its_time_is_up, {}),
    (says_seconds_left, test_the_table_says_when_each_decision_ends, {}),
    (tells_everybody_whenever_somebody_is_asked, test_nobody_can_count_by_the_clocks_what_another_is_asked, {}),
    (charges_the_whole_decision, test_time_for_the_game_is_used_after_that_for_the_decision, {}),
    (notices_nobody_leaving, test_an_absent_seat_is_answered_for_after_its_grace, {"policy": "defaults"}),
    (waits_for_each_question_anew, test_an_absent_seat_is_answered_for_after_its_grace, {"policy": "bot"}),
    (concedes_for_nobody, test_an_absent_seat_concedes_where_the_table_says_so, {}),
    (waits_for_nobody, test_a_table_that_waits_waits, {}),
    (rings_for_who_is_there, test_who_comes_back_in_time_is_not_answered_for, {}),
    (one_may_pause, test_everybody_must_agree_to_a_pause_and_one_ends_it, {}),
    (pauses_run_on, test_everybody_must_agree_to_a_pause_and_one_ends_it, {}),
    (concedes_for_nobody, test_no_request_waits_without_a_deadline_for_somebody_absent, {}),
]


#: Found by a wait alone; the waits of the others are enough for every run.
LONG = (notices_nobody_leaving, waits_for_each_question_anew, waits_for_nobody, pauses_run_on)


@pytest.mark.parametrize(
    ("plant", "test", "given"),
    [pytest.param(*f, marks=[pytest.mark.slow] * (f[0] in LONG)) for f in FAULTS],
    ids=[f"{f[0].__name__}-{f[1].__name__}" for f in FAULTS],
)
async def test_a_planted_fault_is_found(
    serve, monkeypatch: pytest.MonkeyPatch, plant: Any, test: Any, given: dict[str, Any]
) -> None:
    """A table that waits for ever is one that has not gone on after some seconds."""
    plant(monkeypatch)
    wanted = {"serve": serve} if "serve" in test.__code__.co_varnames[:1] else {"server": await serve()}
    async with finding(within_s=5 if plant in LONG else 2.5):
        await test(**wanted, **given)


@pytest.mark.parametrize("plant", [begins_anew_after_a_restart, charges_the_time_without_a_server])
async def test_a_clock_that_is_wrong_after_a_restart_is_found(
    serve, kill, monkeypatch: pytest.MonkeyPatch, plant: Any
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        await test_clocks_are_not_charged_while_the_server_is_down(serve, kill, monkeypatch)
