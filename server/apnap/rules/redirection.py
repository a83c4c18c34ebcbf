"""Noncombat damage to a player that an opponent's source may deal to a planeswalker (306.7 (2011))."""

from __future__ import annotations

from apnap.cardkit import custom, instead_of, planeswalkers
from apnap.engine.abilities import SentOn, Would
from apnap.engine.frame import Frame, Looking
from apnap.engine.values import Ref, is_player, seat_of


def _can_be_sent_on(look: Looking, frame: Frame) -> bool:
    """The source is an opponent's, and the player has a planeswalker."""
    values = dict(frame.bound)
    damaged, source = values.get("object", 0), values.get("source", 0)
    if not isinstance(damaged, int) or not isinstance(source, int) or not is_player(Ref(damaged)):
        return False
    seat = seat_of(Ref(damaged))
    if look.controller(Ref(source)) not in look.opponents(seat):
        return False
    return any(look.controller(r) == seat for r in planeswalkers.refs(look, frame))


redirect = instead_of(
    Would(action="DealDamage", combat=False, to_player=True),
    changes=SentOn(among=planeswalkers),
    only_if=custom(_can_be_sent_on, "an opponent's source deals it and the player has a planeswalker"),
)

PARTS = (("always:planeswalker redirect", redirect),)
