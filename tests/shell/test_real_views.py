"""Views of the real engine's games: kept by memo and patches, they equal views made from nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apnap.engine import public, sight
from apnap.engine.game import Game
from apnap.engine.look import Look
from apnap.engine.public import Public
from apnap.engine.state import State
from apnap.engine.watch import Watch
from apnap.shell.play import Play, from_bytes, to_bytes
from apnap_protocol.sights import digest, typed
from evenings import Evening, changing, forget_changes, games, hiding, setup


def spend_freely(play: Play) -> None:
    """Much happens in few steps where nobody waits for lands."""
    game = play.game
    assert isinstance(game, Game)
    game.free_mana = True


def check_views(seed: int, steps: int = 120) -> None:
    chance = random.Random(seed)
    setups = (setup(seed=seed % 1000), changing(seed), hiding(seed))
    evening = Evening(setups[seed % 3], spend_freely if seed % 3 else lambda play: None)
    play = evening.play
    for _ in range(steps):
        if play.game.over:
            break
        evening.step(chance, concessions=0.005)
        secretive = sight.proposer(play.game)
        for viewer in play.sight.viewers:
            picture = play.pictures[viewer]
            assert picture.digest == digest(picture.view)
            if secretive in (None, viewer):
                assert picture.view == play.sight.remade(play.game, viewer)
    for picture in play.pictures.values():
        for entry in picture.view.values():
            typed(entry)


@given(st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_a_view_kept_by_patches_equals_one_made_anew(seed: int) -> None:
    check_views(seed)


@pytest.mark.parametrize("seed", [2, 5, 8, 11])
def test_what_lies_face_down_or_is_shown_is_in_the_right_views(seed: int) -> None:
    check_views(seed, steps=250)


def test_a_memo_that_forgets_a_change_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_changes(monkeypatch)
    with pytest.raises(AssertionError):
        for seed in range(5):
            check_views(seed)


def forget_writes(patch: pytest.MonkeyPatch) -> None:
    """An object is written to, and nobody is told."""
    named = State.write
    patch.setattr(State, "write", lambda self, name, *keys: named(self, name, *(() if name == "objects" else keys)))


def forget_characteristics(patch: pytest.MonkeyPatch) -> None:
    """An effect changes what other objects are, and nobody is told."""
    watched = Look.watch
    patch.setattr(Look, "watch", lambda self, before: forgotten(watched(self, before)))


def forgotten(watch: Watch | None) -> Watch | None:
    assert watch is not None
    watch.chars.clear()
    return watch


def forget_combat(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(public, "_fighting", lambda combat: set())


def forget_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    """Cards come into a hand, and its owner is not told."""
    patch.setattr(Public, "hidden", property(lambda self: False, lambda self, value: None), raising=False)


@pytest.mark.parametrize("plant", [forget_writes, forget_characteristics, forget_combat, forget_what_is_hidden])
def test_a_change_that_the_views_are_not_told_of_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        for seed in range(12):
            check_views(seed, steps=200)


@given(st.integers(0, 2**32))
@settings(max_examples=6, deadline=None)
def test_a_replay_of_the_inputs_sends_every_viewer_the_same_bytes(seed: int) -> None:
    chance = random.Random(seed)
    first = Evening(setup(seed=seed % 1000))
    for _ in range(60):
        if not first.play.game.over:
            first.step(chance, concessions=0.01)
    again = Evening(setup(seed=seed % 1000))
    for put_in in first.inputs[1:]:
        again.put(from_bytes(to_bytes(put_in)))
    assert again.sent == first.sent
    assert again.play.mark == first.play.mark


@given(st.integers(0, 2**32), st.integers(10, 60))
@settings(max_examples=6, deadline=None)
def test_a_play_restored_from_a_snapshot_goes_on_in_the_same_way(seed: int, until: int) -> None:
    """The same names, questions and digests as if it had never been put away."""
    chance = random.Random(seed)
    evening = Evening(setup(seed=seed % 1000))
    play = evening.play
    snapshot, n = None, 0
    rest: list = []
    for i in range(90):
        if play.game.over:
            break
        before = len(evening.inputs)
        play_take = play.take
        saved: list = []

        def take(put_in, save=play_take, saved=saved, want=snapshot is None and i >= until):
            outcome = save(put_in, save=want)
            saved.append(outcome.snapshot)
            return outcome

        play.take = take  # type: ignore[method-assign]
        evening.step(chance)
        del play.take
        if snapshot is not None:
            rest += evening.inputs[before:]
        elif saved[-1] is not None:
            snapshot, n = saved[-1], play.n
    if snapshot is None:
        return
    other = Play.restored(games(), play.setup, n, snapshot)
    for put_in in rest:
        other.take(put_in)
    assert other.n == play.n
    assert {s: q.asked() for s, q in other.questions.items()} == {s: q.asked() for s, q in play.questions.items()}
    if sight.proposer(play.game) is None:
        assert {v: p.view for v, p in other.pictures.items()} == {v: p.view for v, p in play.pictures.items()}
    assert other.mark == play.mark
