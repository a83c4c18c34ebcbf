"""The engine's invariants over random legal games, with restarts, forks and concessions as moves.

Each property is a check of `walks`; each check is first shown to report a fault that is planted for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import broken_cards as broken
import rulecards
import walks
from apnap.engine import apply as applying
from apnap.engine import due
from apnap.engine import events as ev
from apnap.engine import settle as settling
from apnap.engine.book import Book
from apnap.engine.game import LIMITS, Game
from apnap.engine.look import Look
from apnap.engine.state import State
from apnap.engine.values import Seat
from apnap.pool import load_pool
from boards import board, the
from walks import Walk, different, replayed, saved, shape, sweeps_compared

REPLAY = Path(__file__).with_name("replay.py")
STEPS = 120
BURNING = ("Lightning Bolt",) * 30 + ("Grizzly Bears",) * 5 + ("Mountain",) * 5
MOVES = {"concede": 0.004, "rebuild": 0.02, "restore": 0.02, "fork": 0.02}

POOL = load_pool()
BOOK = POOL.book()
GIANT = POOL.book("current", ("two-headed-giant",))
HYDRA = POOL.formats["two-headed-giant"].amended(
    name="hydras",
    teams=(0, 0, 0),
    seats=(6, 9),
    add=(("sba.team_life", "team life"), ("sba.team_poison", "team poison")),
    drop=("sba.life", "sba.poison"),
)
HYDRAS = load_pool(extra=[("hydras", SimpleNamespace(apnap_formats=lambda: [HYDRA]))]).book("current", ("hydras",))
OLD_GIANT = POOL.book("2007", ("two-headed-giant",))
PLOTS = [POOL.book(edition, ("archenemy",)) for edition in ("2011", "current")]
games = given(seed=st.integers(0, 10**9), seats=st.integers(2, 6))


def walked(seed: int, seats: int, check: Callable[[Walk], list[str]], one_in: int, deck: tuple[str, ...] = ()) -> Walk:
    return Walk(BOOK, seed, seats, deck=deck, **MOVES).run(STEPS, check=check, one_in=one_in)


def holds(seed: int, seats: int, check: Callable[[Walk], list[str]], one_in: int) -> None:
    assert walked(seed, seats, check, one_in).finds == []


def reports(check: Callable[[Walk], list[str]], *, one_in: int = 1, deck: tuple[str, ...] = ()) -> bool:
    """Whether a check finds something in one of a few games; an error of the engine's own counts too."""
    for seed in range(12):
        try:
            if walked(seed, 2 + seed % 3, check, one_in, deck).finds:
                return True
        except Exception:
            return True
    return False


# --- teams: all of it where turns and life are shared ----------------------------------------------


@given(seed=st.integers(0, 10**9), seats=st.sampled_from([4, 6, 8]), book=st.sampled_from([GIANT, OLD_GIANT]))
def test_all_invariants_hold_where_teams_share_turns_and_life(seed: int, seats: int, book: Book) -> None:
    with sweeps_compared() as finds:
        walk = Walk(book, seed, seats, **MOVES).run(STEPS, check=walks.check_all, one_in=40)
    assert walk.finds + finds == []


@given(seed=st.integers(0, 10**9), seats=st.sampled_from([6, 9]))
def test_all_invariants_hold_where_three_teams_share_turns_and_life(seed: int, seats: int) -> None:
    """A format that no text has, made of the same slots."""
    with sweeps_compared() as finds:
        walk = Walk(HYDRAS, seed, seats, **MOVES).run(STEPS, check=walks.check_all, one_in=40)
    assert len({p.team for p in walk.game.state.players}) == 3
    assert walk.finds + finds == []


@given(seed=st.integers(0, 10**9), seats=st.integers(2, 6), book=st.sampled_from(PLOTS))
def test_all_invariants_hold_where_one_with_schemes_plays_against_a_team(seed: int, seats: int, book: Book) -> None:
    with sweeps_compared() as finds:
        walk = Walk(book, seed, seats, **MOVES).run(2 * STEPS, check=walks.check_all, one_in=40)
    assert walk.finds + finds == []


def test_a_walk_in_which_triggers_go_round_is_a_draw() -> None:
    """Both teams begin with cards that listen to all others; it once ended in a RecursionError."""
    book = load_pool(extra=[("rulecards", rulecards)]).book("2011", ("two-headed-giant",))
    walk = Walk(book, 5025, 4, **MOVES).run(STEPS, check=walks.check_all)
    assert walk.finds == []
    assert walk.game.result is not None
    assert walk.game.result.draw
    assert len([e for e in walk.game.log if isinstance(e, ev.Triggered)]) > 1


def test_walks_with_schemes_set_schemes_in_motion_and_restore_games_with_them() -> None:
    walk = Walk(PLOTS[1], 2, 4).run(4 * STEPS)
    moves = [e.how for e in walk.game.log if isinstance(e, ev.Moved)]
    assert moves.count("set in motion") > 1
    again = Game.restore(PLOTS[1], walk.game.checkpoint())
    assert again.digest() == walk.game.digest() == replayed(walk).digest()
    assert len(again.state.zone("schemes", Seat(0))) > 10


# --- 2. only apply changes a state ----------------------------------------------------------------


@games
def test_the_fold_of_the_log_is_the_state(seed: int, seats: int) -> None:
    holds(seed, seats, walks.check_fold, 40)


def test_a_change_without_an_event_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    note = Game.note

    def forgetful(self: Game, event: ev.Event) -> None:
        note(self, event)
        if isinstance(event, ev.LifeLost):
            self.log.pop()

    monkeypatch.setattr(Game, "note", forgetful)
    assert reports(walks.check_fold, one_in=20)


def test_a_take_back_that_the_log_does_not_tell_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Game.undo

    def silent(self: Game, mark: Any) -> Any:
        yield from undo(self, mark)
        self.log = [e for e in self.log if not isinstance(e, ev.Undone)]

    monkeypatch.setattr(Game, "undo", silent)
    assert reports(walks.check_fold, one_in=20)


# --- 3. the same game in another process ----------------------------------------------------------


def processes(hash_seed: str, *fault: str) -> str:
    arguments = [sys.executable, str(REPLAY), "4", "4", "150", *fault]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    return subprocess.run(arguments, env=environment, capture_output=True, text=True, check=True).stdout


def test_the_same_seed_and_answers_give_the_same_log_in_another_process() -> None:
    assert processes("1") == processes("2") != ""


def test_an_order_by_hash_is_reported() -> None:
    first = processes("1", "fault")
    assert any(processes(str(n), "fault") != first for n in range(2, 5))


@games
def test_the_same_seed_and_answers_give_the_same_log(seed: int, seats: int) -> None:
    walk = Walk(BOOK, seed, seats, concede=0.004).run(STEPS)
    again = replayed(walk)
    assert different(again.state, walk.game.state) == []
    assert again.log == walk.game.log


# --- 4. forks ---------------------------------------------------------------------------------------


@games
def test_a_fork_equals_the_original_and_stays_equal(seed: int, seats: int) -> None:
    holds(seed, seats, walks.check_fork, 6)


def test_a_fork_that_shares_what_it_writes_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "write", lambda self, name: getattr(self, name))
    assert reports(walks.check_fork, one_in=3)


def test_a_fork_that_forgets_the_answers_since_the_grant_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    fork = Game.fork

    def forgetful(self: Game) -> Game:
        since, self._since = self._since, []
        try:
            return fork(self)
        finally:
            self._since = since

    monkeypatch.setattr(Game, "fork", forgetful)
    assert reports(walks.check_fork)


@games
def test_the_generator_made_anew_stands_where_it_stood(seed: int, seats: int) -> None:
    holds(seed, seats, walks.check_restart, 2)


@games
def test_a_game_restored_at_every_grant_plays_on_as_if_it_had_not_been(seed: int, seats: int) -> None:
    walk = Walk(BOOK, seed, seats).run(STEPS // 2)
    restored = walks.started(walk)
    for seat, answer in walk.answers:
        if not saved(restored).since:
            restored = Game.restore(BOOK, restored.checkpoint())
        assert answer is not None
        restored.answer(seat, answer)
    assert different(restored.state, walk.game.state) == []
    assert shape(restored.request) == shape(walk.game.request)


def test_a_local_that_outlives_a_grant_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the main loop counted something between two grants instead of the state."""
    at_grant = Game.at_grant
    counted: dict[int, int] = {}

    def counting(self: Game) -> None:
        counted[id(self)] = counted.get(id(self), 0) + 1
        self.note(ev.NumberTaken(number=counted[id(self)]))
        at_grant(self)

    monkeypatch.setattr(Game, "at_grant", counting)
    assert reports(walks.check_restart)


# --- 5. settling ------------------------------------------------------------------------------------


@games
def test_settling_a_settled_state_does_nothing(seed: int, seats: int) -> None:
    holds(seed, seats, walks.check_settled, 3)


def test_a_settling_that_stops_too_early_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    check_all = settling.check_all

    def lazy(game: Game) -> Any:
        if game.state.requests % 2:
            return False
        return (yield from check_all(game))

    def check(walk: Walk) -> list[str]:
        with monkeypatch.context() as whole:
            whole.setattr(settling, "check_all", check_all)
            return walks.check_settled(walk)

    monkeypatch.setattr(settling, "check_all", lazy)
    assert reports(check)


@games
def test_sweeping_what_was_touched_finds_what_sweeping_everything_finds(seed: int, seats: int) -> None:
    with sweeps_compared() as finds:
        Walk(BOOK, seed, seats, **MOVES).run(STEPS)
    assert finds == []


def test_an_object_that_is_not_marked_as_touched_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Look, "_touch", lambda self, obj_id, facets: None)
    with sweeps_compared() as finds:
        for seed in range(8):
            Walk(BOOK, seed, 2).run(STEPS)
    assert finds != []


def burning(seats: int) -> tuple[list[str], bool]:
    """What is found in a walk in which players burn each other, and whether one lost."""
    with sweeps_compared() as finds:
        walk = Walk(BOOK, 3, seats, deck=BURNING).run(10 * STEPS)
    return finds, any(player.lost for player in walk.game.state.players)


def test_sweeps_of_players_who_die_find_what_sweeping_everything_finds() -> None:
    assert [burning(seats) for seats in (2, 3)] == [([], True)] * 2


def test_a_clause_about_players_that_is_left_shut_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a clause is looked at again when what its first condition reads was touched."""
    monkeypatch.setattr(due, "_reopen", lambda game: None)
    finds, _ = burning(3)
    assert finds != []


# --- 6. bytes ---------------------------------------------------------------------------------------


@games
def test_a_state_survives_a_round_trip_through_bytes(seed: int, seats: int) -> None:
    holds(seed, seats, walks.check_bytes, 4)


def test_bytes_that_forget_a_part_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from_bytes = State.from_bytes.__func__  # type: ignore[attr-defined]

    def forgetful(cls: type[State], data: bytes) -> State:
        state: State = from_bytes(cls, data)
        state.last_known = {}
        return state

    monkeypatch.setattr(State, "from_bytes", classmethod(forgetful))
    assert reports(walks.check_bytes)


# --- caches -----------------------------------------------------------------------------------------


@games
def test_the_caches_equal_a_look_made_anew(seed: int, seats: int) -> None:
    holds(seed, seats, walks.check_caches, 50)


def test_a_stale_cache_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Look, "_refresh_one", lambda self, obj_id: None)
    assert reports(walks.check_caches, one_in=5, deck=("Nightmare", "Maro", "Swamp") * 12)


@pytest.mark.parametrize("container", ["objects", "zones"])
def test_a_write_that_names_no_entry_is_reported(monkeypatch: pytest.MonkeyPatch, container: str) -> None:
    """The digest is told which entries were written to; of others it remembers what was before."""

    def write(self: State, name: str, *keys: int | str) -> object:
        return named(self, name, *(() if name == container else keys))

    named = State.write
    monkeypatch.setattr(State, "write", write)
    assert reports(lambda walk: [f for f in walks.check_caches(walk) if "digest" in f], one_in=5)


def test_what_was_true_a_moment_ago_is_reported() -> None:
    """Sources of mana and the time for sorceries are worked out once between two events, not once for all."""
    game = board({"battlefield": ["Mountain"], "hand": ["Lightning Bolt"]}, {}, free=False)
    walk = SimpleNamespace(game=game)
    assert walks.check_caches(walk) == []
    payable = dict(game.look.moment)
    game.note(ev.Tapped(object=the(game, "Mountain").id))
    assert walks.check_caches(walk) == []
    game.look.moment = payable
    assert walks.check_caches(walk) == ["caches: the options are those of another moment"]


def test_an_apply_that_forgets_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caches are told of events; what `apply` does not write, a look made anew does not see."""
    monkeypatch.setitem(applying._HANDLERS, ev.ControlChanged, lambda state, event: None)
    monkeypatch.setitem(applying._HANDLERS, ev.EffectEnded, lambda state, event: None)
    assert reports(walks.check_caches, one_in=5)


# --- 8. a broken card costs its ability, not the table ------------------------------------------------

BROKEN = load_pool(extra=[("broken", broken)]).book()
BROKEN_DECK = tuple(c.name for c in broken.CARDS) + ("Forest", "Grizzly Bears", "Lightning Bolt") * 6


def broken_walk(seed: int, seats: int) -> Walk:
    return Walk(BROKEN, seed, seats, deck=BROKEN_DECK, **MOVES)


@pytest.fixture
def short_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A body without an end is ended sooner than at a table, so that more of the game than its loop is played."""
    monkeypatch.setitem(LIMITS, "instructions", 500)


@pytest.mark.usefixtures("short_bodies")
@games
def test_a_broken_card_costs_its_ability_and_the_table_plays_on(seed: int, seats: int) -> None:
    walk = broken_walk(seed, seats).run(STEPS, check=walks.check_all, one_in=12)
    assert walk.finds == []


def test_a_fault_of_a_card_is_told_and_its_part_taken_back() -> None:
    told = [e for seed in range(4) for e in broken_walk(seed, 3).run(STEPS).game.log if isinstance(e, ev.CardFailed)]
    assert {e.plugin for e in told} == {"broken"}
    assert len({e.path for e in told}) > 4


def test_a_fault_that_is_not_contained_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: Game, broken_card: Exception, mark: Any, obj: Any = 0) -> Any:
        yield from ()
        raise broken_card

    monkeypatch.setattr(Game, "contain", careless)
    monkeypatch.setattr(Game, "disable", careless)
    with pytest.raises(Exception, match=r"in the middle|at once|expected an instruction|instructions"):
        for seed in range(8):
            broken_walk(seed, 3).run(STEPS)


def test_a_broken_part_that_is_not_taken_back_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaving_it(self: Game, mark: Any) -> Any:
        yield from ()
        self.log.append(ev.Undone(to=mark.length))

    monkeypatch.setattr(Game, "undo", leaving_it)
    finds = [f for seed in range(4) for f in broken_walk(seed, 3).run(STEPS, check=walks.check_fold).finds]
    assert finds != []
