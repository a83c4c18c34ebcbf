"""Seeded chance. The seed is part of the state; nothing else in the engine is random.

The generator is SplitMix64, whose whole state is one 64-bit number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


def step(seed: int) -> tuple[int, int]:
    """The next 64-bit number and the seed after it."""
    seed = (seed + 0x9E3779B97F4A7C15) & _MASK
    z = seed
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31), seed


def below(seed: int, n: int) -> tuple[int, int]:
    """A number from 0 to n-1, without bias, and the seed after it."""
    limit = (1 << 64) - (1 << 64) % n
    while True:
        z, seed = step(seed)
        if z < limit:
            return z % n, seed


def shuffled(items: Sequence[T], seed: int) -> tuple[tuple[T, ...], int]:
    """The items in a random order (Fisher-Yates), and the seed after it."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j, seed = below(seed, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order), seed
