"""What a game drops is freed at once: nothing in it holds itself, so that a server need not look for it."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from apnap.engine import layers
from apnap.pool import load_pool
from walks import Walk

BOOK = load_pool().book()


def rings(seed: int) -> int:
    """The objects that the walk of a seed leaves behind in rings, while the game goes on."""
    gc.collect()
    gc.disable()
    try:
        walk = Walk(BOOK, seed, 3).run(80)
        assert walk.decisions > 40 and walk.finds == []
        return gc.collect()
    finally:
        gc.enable()


@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_goes_on_leaves_no_rings(seed: int) -> None:
    assert rings(seed) == 0


def test_a_look_that_its_layers_hold_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def strongly(look: Any) -> Any:
        return lambda: look

    monkeypatch.setattr(layers, "weakly", strongly)
    assert any(rings(seed) for seed in range(12))
