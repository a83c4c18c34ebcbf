"""What happens otherwise than it would: "If a creature you control would die, exile it instead"."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import Create, DealDamage, GainLife, goes_to, instead_of, times, would, would_die

from . import nouns
from .words import Stuck, Words

_MULTIPLES = {"twice": 2, "double": 2, "triple": 3}


def happens_instead(w: Words) -> list[Any]:
    """A line that says what is done instead of something."""
    w.need("if")
    found = w.either(_more_life, _more_damage, _more_tokens, _goes_elsewhere)
    w.need("instead")
    w.full_stop()
    if not w.done and w.word() != '"':
        raise Stuck
    return [found]


def _more_life(w: Words) -> Any:
    w.need("you would gain life , you gain")
    changes = times(w.one_of(_MULTIPLES))
    w.need("that much life")
    return instead_of(GainLife, player="you", changes=changes)


def _more_damage(w: Words) -> Any:
    w.need("a source would deal damage to a permanent or player , it deals")
    changes = times(w.one_of(_MULTIPLES))
    w.need("that damage", "that much damage")
    w.need("to that permanent or player")
    return instead_of(DealDamage, changes=changes)


def _more_tokens(w: Words) -> Any:
    by_effect = w.take("an effect would create")
    if not by_effect:
        w.need("you would create")
    w.need("one or more tokens")
    w.need("under your control , it creates" if by_effect else ", you create")
    changes = times(w.one_of(_MULTIPLES))
    w.need("that many of those tokens")
    return instead_of(would(Create, player="you", effect_only=by_effect), changes=changes)


def _goes_elsewhere(w: Words) -> Any:
    if w.take("a card or token would be put into a graveyard from anywhere"):
        event = would("Move", to=("graveyard",))
    else:
        if w.word() != "another":
            w.need("an", "a")
        dying = nouns.permanents_only(w)
        if dying.many:
            raise Stuck
        w.need("would die")
        event = would_die(dying.filter)
    w.need(", exile it")
    return instead_of(event, changes=goes_to("exile"))
