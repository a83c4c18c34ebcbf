"""Automatic passes are not to be told by their time; `bench/windows.py` measures two thousand."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from apnap.shell import playing
from apnap.shell.pace import Beat
from apnap.shell.policy import Window
from apnap.shell.settings import Pace
from windows import likelihood, windows


def test_a_beat_is_of_its_window_and_not_of_the_pass() -> None:
    beat = Beat(Pace(30, 0))
    first = beat.of((1, "upkeep", 0), 100.0)
    assert first == pytest.approx(100.030)
    assert beat.of((1, "upkeep", 0), 100.02) == first
    assert beat.of((1, "draw", 0), 100.021) == pytest.approx(100.060), "after the one before it"
    assert beat.of((1, "draw", 7), 105.0) == pytest.approx(105.030)


def test_without_a_pace_nothing_is_held() -> None:
    assert Beat(Pace(0, 0)).of((1, "upkeep", 0), 100.0) == 0.0


def test_the_jitter_is_within_its_bounds() -> None:
    beat = Beat(Pace(10, 20))
    waits = [beat.of((n, "upkeep", 0), 1000.0 * n) - 1000.0 * n for n in range(1, 200)]
    assert 0.010 <= min(waits) < max(waits) <= 0.030
    assert max(waits) - min(waits) > 0.010


def test_the_statistic_tells_what_is_alike() -> None:
    chance = random.Random(1)
    one = [chance.gauss(0, 1) for _ in range(400)]
    assert likelihood(one, [chance.gauss(0, 1) for _ in range(400)]) > 0.01
    assert likelihood(one, [chance.gauss(0.5, 1) for _ in range(400)]) < 0.01


def slow_with_something_to_do(patch: pytest.MonkeyPatch) -> None:
    """A server that thinks longer about a seat that could do something."""
    honest = playing.standing_answer

    def slow(prefer: Any, request: Any, window: Window) -> Any:
        if request.kind == "priority" and len(request.options) > 1 and window.top:
            time.sleep(0.012)
        return honest(prefer, request, window)

    patch.setattr(playing, "standing_answer", slow)


@pytest.mark.slow
async def test_windows_with_and_without_something_to_do_take_equally_long(
    serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow_with_something_to_do(monkeypatch)
    server = await serve(pace=Pace(80, 30))
    one = await windows(server, 30, playable=True)
    two = await windows(server, 30, playable=False)
    assert likelihood(one, two) > 0.01
    assert min(one + two) > 0.08


async def test_without_a_floor_the_difference_is_found(serve, monkeypatch: pytest.MonkeyPatch) -> None:
    slow_with_something_to_do(monkeypatch)
    server = await serve(pace=Pace(0, 0))
    one = await windows(server, 30, playable=True)
    two = await windows(server, 30, playable=False)
    assert likelihood(one, two) < 0.01
