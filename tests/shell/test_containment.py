"""A plugin that fails costs its ability: its table is told and plays on, others notice nothing, nor does a restart."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from apnap import cli
from apnap.engine.bodies import Overran
from apnap.engine.events import CardFailed, Event
from apnap.engine.telling import public_reason
from apnap.pool import load_pool
from apnap.shell.faults import AT_MOST, Faults
from apnap.shell.games import Chair, GameSetup, Unplayable
from apnap.shell.journal import Fault, faults_in
from apnap.shell.play import Answering, Conceding, Input, Judged, Play, Started, from_bytes, to_bytes
from apnap.shell.pooled import PoolGames
from apnap.shell.replaying import replay
from apnap.watchdog import LIMIT_S, PATIENCE, Watchdog
from apnap_protocol import messages as m
from apnap_protocol.client import Client, Refused
from casting import opened, play
from plugs import write

ROGUE = '''
import time

from apnap.cardkit import (
    EACH_PLAYER, YOU, card, choose_one, creatures, custom, draw, gain_life, gets, hookimpl, pt, spell, static,
)

api_version = 1


def raises(it):
    """Raises."""
    yield gain_life(YOU, 1)
    raise RuntimeError("the secret is 42")


def loops(it):
    """Never comes back."""
    yield gain_life(YOU, 1)
    while True:
        pass


def sleeps(it):
    """Sleeps."""
    yield gain_life(YOU, 1)
    time.sleep(60)


def swallows(it):
    """Catches what it can."""
    yield gain_life(YOU, 1)
    while True:
        try:
            time.sleep(1)
        except Exception:
            pass


def yields_rubbish(it):
    """Yields rubbish."""
    yield gain_life(YOU, 1)
    yield "rubbish"


def yields_a_set(it):
    """Yields a set."""
    yield gain_life(YOU, 1)
    yield draw(YOU, {1, 2})


def asks_the_departed(it):
    """Asks an opponent, who may leave meanwhile, and asks again."""
    who = it.opponents[0]
    yield gain_life(YOU, 1)
    yield from choose_one(who, EACH_PLAYER)
    yield from choose_one(who, EACH_PLAYER)
    yield gain_life(YOU, 1)


def condition(look, frame):
    while True:
        pass


def wrong_condition(look, frame):
    raise LookupError("nothing there")


CAPTAIN = static(creatures, gets(1, 1), only_if=custom(wrong_condition, "so"))
LORD = static(creatures, gets(1, 1), only_if=custom(condition, "so"))
BODIES = (raises, loops, sleeps, swallows, yields_rubbish, yields_a_set, asks_the_departed)


@hookimpl
def apnap_cards():
    return [
        *(card("Rogue " + body.__name__, "{0}", "Sorcery", spell(body)) for body in BODIES),
        card("Rogue Bear", "{0}", "Creature \\u2014 Bear", pt(2, 2)),
        card("Rogue Captain", "{0}", "Creature \\u2014 Bear", pt(2, 2), CAPTAIN),
        card("Rogue Lord", "{0}", "Creature \\u2014 Bear", pt(2, 2), LORD),
    ]
'''


@pytest.fixture
def games(tmp_path: Path) -> PoolGames:
    write(tmp_path / "mine", "rogue", ROGUE)
    games = PoolGames(load_pool(folder=tmp_path / "mine"))
    assert [f for f in games.failures] == []
    return games


@pytest.fixture
def watchdog() -> Iterator[Watchdog]:
    with Watchdog.installed() as watchdog:
        assert watchdog is not None
        yield watchdog


class Night:
    """A game in which the first seat casts what it can in its main phase."""

    def __init__(self, games: PoolGames, card: str, guard: Watchdog | None, *, players: int = 2) -> None:
        deck = (card,) * 20 + ("Rogue Bear",) * 10
        seats = tuple(Chair(name, deck) for name in ("Ann", "Bob", "Cat")[:players])
        wish = m.Create()
        setup = GameSetup("current", "free-for-all", seats, 3, pool=games.frozen(wish))
        self.games = games
        self.play = Play(games, setup, guard=guard)
        self.inputs: list[Input] = []
        self.failed: list[CardFailed] = []
        self.put(Started(setup))

    def put(self, put_in: Input) -> None:
        outcome = self.play.take(put_in)
        if outcome.judged is not None:
            self.inputs.append(outcome.judged)
        self.inputs.append(put_in)
        self.failed += outcome.failed

    def run(self, until: Callable[[], bool], *, casts: str = "", steps: int = 60) -> None:
        """Goes on until something holds; casts cards of a name."""
        for _ in range(steps):
            if until():
                return
            seat, question = next(iter(self.play.questions.items()))
            deeds = [o.id for o in question.request.options if self._casts(o, casts)]
            if question.request.kind == "priority" and deeds and seat == 0:
                self.put(Answering(seat, self.play.game.request.default.__class__(picks=(deeds[0],))))
            else:
                answer = self.play.default(seat)
                assert answer is not None
                self.put(Answering(seat, answer))
        raise AssertionError("it did not come to that")

    def _casts(self, option: object, name: str) -> bool:
        payload = option.payload  # type: ignore[attr-defined]
        return payload.kind == "cast" and self.play.game.look.chars(payload.object).name == name

    @property
    def life(self) -> int:
        return self.play.game.state.players[0].life


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("Rogue raises", "it raised RuntimeError"),
        ("Rogue loops", "it ran longer than its time"),
        ("Rogue sleeps", "it ran longer than its time"),
        ("Rogue swallows", "it ran longer than its time"),
        ("Rogue yields_rubbish", "it yielded what is no instruction"),
        ("Rogue yields_a_set", "it raised AttributeError"),
    ],
)
def test_an_ability_that_fails_is_undone_and_the_game_goes_on(
    games: PoolGames, watchdog: Watchdog, card: str, why: str
) -> None:
    night = Night(games, card, watchdog)
    night.run(lambda: bool(night.failed), casts=card)
    assert (night.failed[0].plugin, public_reason(night.failed[0].reason)) == ("rogue", why)
    assert night.life == 20, "what it did before it failed is taken back"
    turn = night.play.game.state.turn.number
    night.run(lambda: night.play.game.state.turn.number > turn + 1)


@pytest.mark.parametrize("card", ["Rogue loops", "Rogue sleeps", "Rogue Lord"])
def test_the_verdict_is_an_input_and_a_replay_does_not_hang(games: PoolGames, watchdog: Watchdog, card: str) -> None:
    night = Night(games, card, watchdog)
    night.run(lambda: bool(night.failed), casts=card)
    night.run(lambda: night.play.game.state.turn.number > 2)
    judged = [i for i in night.inputs if isinstance(i, Judged)]
    assert len(judged) == 1, "the second time it is not run at all"
    again = Play(games, night.play.setup)  # nobody watches: only the verdict keeps it from hanging
    for put_in in night.inputs:
        again.take(from_bytes(to_bytes(put_in)))
    assert (again.n, again.mark) == (night.play.n, night.play.mark)
    restored = games.restore(night.play.setup, night.play.game.checkpoint())
    assert restored.digest() == night.play.mark


def test_a_condition_that_raises_counts_as_nothing_and_replays(games: PoolGames, watchdog: Watchdog) -> None:
    night = Night(games, "Rogue Captain", watchdog)
    night.run(lambda: bool(night.failed), casts="Rogue Captain")
    night.run(lambda: night.play.game.state.turn.number > 2)
    assert {f.reason for f in night.failed} == {"LookupError: nothing there"}
    again = Play(games, night.play.setup)
    for put_in in night.inputs:
        again.take(from_bytes(to_bytes(put_in)))
    assert (again.n, again.trace) == (night.play.n, night.play.trace)


async def test_a_table_is_told_once_of_what_fails_again_and_again(serve, games: PoolGames, journal: str) -> None:
    server = await serve(games=games)
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await opened(server, eve, "Ann", "Bob", deck=("Rogue Captain",) * 8 + ("Rogue Bear",) * 32)
        notices: list[m.Frame] = []
        watching = asyncio.create_task(collect(ann, notices))
        await play(ann, bob, casts=("Rogue Captain",), turns=2)
        watching.cancel()
        (table,) = server.tables.values()
        assert sum(isinstance(e, CardFailed) for e in table.play.game.log) > 1
        assert [n.details["why"] for n in notices] == ["it raised LookupError"]
        await ann.close()
        await bob.close()
    await server.drain(notice=False)
    assert [f.count for f in faults_in(journal)] == [1]


def test_a_seat_that_leaves_while_it_is_asked_and_is_asked_again_is_not_waited_for(
    games: PoolGames, watchdog: Watchdog
) -> None:
    night = Night(games, "Rogue asks_the_departed", watchdog, players=3)
    night.run(
        lambda: 1 in night.play.questions and on_stack(night) and resolving(night), casts="Rogue asks_the_departed"
    )
    night.put(Conceding(1))
    asked: list[int] = []
    while resolving(night):
        (seat, _), *_ = night.play.questions.items()
        asked.append(seat)
        night.put(Answering(seat, night.play.default(seat)))
    assert asked == [0, 2] * 2, "its controller names another opponent, who chooses, at both questions"
    assert night.failed == [] and night.life == 22 and not on_stack(night)
    turn = night.play.game.state.turn.number
    night.run(lambda: night.play.game.state.turn.number > turn)
    again = Play(games, night.play.setup)
    for put_in in night.inputs:
        again.take(from_bytes(to_bytes(put_in)))
    assert (again.n, again.trace) == (night.play.n, night.play.trace)


def resolving(night: Night) -> bool:
    return any(q.request.kind == "choose" for q in night.play.questions.values())


def on_stack(night: Night) -> bool:
    return bool(night.play.game.state.zone("stack"))


# --- the watchdog -----------------------------------------------------------------------------------


def test_code_within_its_time_is_let_be(watchdog: Watchdog) -> None:
    assert watchdog("quick", lambda: 7) == 7
    time.sleep(2 * LIMIT_S)  # nothing is being watched


def test_the_inner_code_is_to_blame(watchdog: Watchdog) -> None:
    with pytest.raises(Overran) as overran:
        watchdog("outer", lambda: watchdog("inner", for_ever))
    assert overran.value.key == "inner"


def test_a_wait_is_ended_later_than_a_loop(watchdog: Watchdog) -> None:
    began = time.perf_counter()
    with pytest.raises(Overran):
        watchdog("sleeper", lambda: time.sleep(60))
    assert time.perf_counter() - began >= (PATIENCE - 1) * LIMIT_S


def test_code_that_a_busy_machine_does_not_run_may_have_more_patience() -> None:
    with Watchdog.installed(patience=4 * PATIENCE) as watchdog:
        assert watchdog is not None
        assert watchdog("starved", lambda: time.sleep(2 * PATIENCE * LIMIT_S)) is None


def test_a_recovery_has_more_time(watchdog: Watchdog) -> None:
    with watchdog.lenient():
        assert watchdog("slow", slow) is None


def slow() -> None:
    end = time.thread_time() + 3 * LIMIT_S
    while time.thread_time() < end:
        pass


def for_ever() -> None:
    while True:
        pass


def test_one_that_goes_late_does_not_take_another_from_its_post() -> None:
    """A server that was never ended lets go of its watchdog when its memory is collected, at any time."""
    forgotten = contextlib.ExitStack()
    forgotten.enter_context(Watchdog.installed())
    with Watchdog.installed() as watchdog:
        assert watchdog is not None
        forgotten.close()
        with pytest.raises(Overran):
            watchdog("sleeper", lambda: time.sleep(2))


def test_there_is_none_outside_the_main_thread() -> None:
    import threading

    found: list[object] = []

    def look() -> None:
        with Watchdog.installed() as watchdog:
            found.append(watchdog)

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [None]


# --- keeping count ----------------------------------------------------------------------------------


def failed(reason: str, plugin: str = "rogue", path: str = "card:Rogue raises/abilities/0") -> CardFailed:
    return CardFailed(plugin=plugin, path=path, reason=reason)


def test_repeated_failures_keep_a_plugin_out_of_new_tables(games: PoolGames) -> None:
    began = games.frozen(m.Create())
    for n in range(AT_MOST):
        assert games.faults.kept_out == (), n
        games.faults.note(failed("RuntimeError: no"), "t-1", 0)
    assert games.faults.kept_out == ("rogue",)
    assert "rogue" in {p.name for p in began.plugins}
    assert "rogue" not in {p.name for p in games.frozen(m.Create()).plugins}
    (reason,) = games.refuse_rules(m.Create(plugins=("rogue",)))
    assert reason == "the plugin rogue is kept out of new tables: it failed 3 times, last it raised RuntimeError"
    with pytest.raises(Unplayable):
        games.frozen(m.Create(plugins=("rogue",)))
    (reason,) = games.refuse_deck(m.Create(), ("Rogue Bear",), ())
    assert reason == 'the card "Rogue Bear" is of the plugin rogue, which this table does not have'
    wired = next(p for p in games.plugins if p.name == "rogue")
    assert wired.kept_out and wired.failures == 3


def test_one_overrun_is_enough(games: PoolGames) -> None:
    games.faults.note(failed("ran longer than its time"), "t-1", 0)
    assert games.faults.kept_out == ("rogue",)


def test_the_rules_are_never_kept_out_and_another_version_begins_anew(games: PoolGames) -> None:
    for _ in range(AT_MOST):
        games.faults.note(failed("no", plugin="apnap.rules.plugin"), "t-1", 0)
    assert games.faults.kept_out == ()
    version = next(p.version for p in games.pool.plugins if p.name == "rogue")
    kept = [Fault("rogue", v, "card:x", AT_MOST, "no", "t-1", 0) for v in ("older", version)]
    faults = Faults(games.pool)
    faults.load(kept[:1])
    assert faults.kept_out == ()
    faults.load(kept[1:])
    assert faults.kept_out == ("rogue",)


# --- a server ---------------------------------------------------------------------------------------


async def test_the_table_is_told_others_are_not_and_a_restart_goes_on(
    serve, games: PoolGames, journal: str, tmp_path: Path
) -> None:
    server = await serve(games=games)
    deck = ("Rogue loops",) * 20 + ("Rogue Bear",) * 20
    async with Client(server.url, guest="Eve") as eve:
        ann, bob = await opened(server, eve, "Ann", "Bob", deck=deck)
        cat, dan = await opened(server, eve, "Cat", "Dan", deck=("Island",) * 40)
        notices: dict[str, list[m.Frame]] = {"Ann": [], "Dan": []}
        watching = [
            asyncio.create_task(collect(client, notices[name])) for name, client in (("Ann", ann), ("Dan", dan))
        ]
        await asyncio.gather(
            play(ann, bob, casts=("Rogue loops",), turns=2),
            play(cat, dan, turns=3),
        )
        for task in watching:
            task.cancel()
        told = notices["Ann"]
        assert told and all(n.details == {"plugin": "rogue", "why": "it ran longer than its time"} for n in told)
        assert notices["Dan"] == []
        table = next(t for t in server.tables.values() if t.play.setup.seats[0].name == "Ann")
        mark, n = table.play.mark, table.play.n
        failures = sum(isinstance(e, CardFailed) for e in table.play.game.log)
        rows = server.journal.inputs(table.id)
        assert [r.by for r in rows].count("watchdog") == 1
        began = from_bytes(rows[0].input)
        assert isinstance(began, Started) and "rogue" in {p.name for p in began.setup.pool.plugins}
        with pytest.raises(Refused) as refused:
            await opened(server, eve, "Fay", "Cat", deck=deck)
        assert "rogue, which this table does not have" in str(refused.value.details)
        for client in (ann, bob, cat, dan):
            await client.close()
    await server.drain(notice=False)

    kept = faults_in(journal)
    assert [f.plugin for f in kept] == ["rogue"] and kept[0].table_id == table.id
    shown = CliRunner().invoke(cli.main, ["plugins", "--journal", journal, "--plugins-dir", str(tmp_path / "mine")])
    assert "  kept out of new tables" in shown.output.splitlines() and "failed" in shown.output

    said: list[str] = []
    replays = replay(Path(journal), games, say=said.append)
    assert all(r.divergence is None and not r.problem for r in replays)
    assert said.count("an ability of the plugin rogue failed and does nothing") == failures > 0, "it stands in the log"

    again = await serve(games=PoolGames(games.pool))
    found = next(r for r in again.recovered if r.id == table.id)
    assert (found.problem, found.lost) == ("", 0)
    assert (again.tables[table.id].play.n, again.tables[table.id].play.mark) == (n, mark)
    assert again.games.faults.kept_out == ("rogue",)
    assert sum(f.count for f in faults_in(journal)) == sum(f.count for f in kept), "a recovery counts nothing twice"
    await again.drain(notice=False)

    forgiven = CliRunner().invoke(cli.main, ["plugins", "--journal", journal, "--forgive", "rogue"])
    assert forgiven.output.startswith("rogue: ") and faults_in(journal) == []


async def collect(client: Client, notices: list[m.Frame]) -> None:
    async for frame in client.frames():
        if isinstance(frame, m.Notice) and frame.code == "plugin_failure":
            notices.append(frame)


def test_what_is_told_has_no_values_in_it(games: PoolGames, watchdog: Watchdog) -> None:
    night = Night(games, "Rogue raises", watchdog)
    night.run(lambda: bool(night.failed), casts="Rogue raises")
    assert "42" in night.failed[0].reason
    events: list[Event] = [e for e in night.play.game.log if isinstance(e, CardFailed)]
    told = night.play.sight.after(night.play.game, tuple(events))
    assert "42" not in json.dumps([t.events for t in told.values()], default=str)
    assert any("it raised RuntimeError" in json.dumps(t.events, default=str) for t in told.values())
