"""What happens otherwise than it would: "If you would gain life, you gain twice that much life instead"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap.cardkit import Create, DealDamage, GainLife, creatures, goes_to, instead_of, times, would, would_die

from .words import Stuck, Words

_SENTENCES: dict[str, Callable[[], Any]] = {
    "if you would gain life , you gain twice that much life instead": lambda: instead_of(
        GainLife, player="you", changes=times(2)
    ),
    "if a source would deal damage to a permanent or player , it deals double that damage to that permanent or "
    "player instead": lambda: instead_of(DealDamage, changes=times(2)),
    "if an effect would create one or more tokens under your control , it creates twice that many of those tokens "
    "instead": lambda: instead_of(would(Create, player="you", effect_only=True), changes=times(2)),
    "if a creature would die , exile it instead": lambda: instead_of(would_die(creatures), changes=goes_to("exile")),
    "if a creature you control would die , exile it instead": lambda: instead_of(
        would_die(creatures.you_control), changes=goes_to("exile")
    ),
    "if a creature an opponent controls would die , exile it instead": lambda: instead_of(
        would_die(creatures.opponents_control), changes=goes_to("exile")
    ),
    "if a card or token would be put into a graveyard from anywhere , exile it instead": lambda: instead_of(
        would("Move", to=("graveyard",)), changes=goes_to("exile")
    ),
}


def happens_instead(w: Words) -> list[Any]:
    """A line that says what is done instead of something."""
    for words, made in _SENTENCES.items():
        if w.take(words):
            w.full_stop()
            if not w.done and w.word() != '"':
                raise Stuck
            return [made()]
    raise Stuck
