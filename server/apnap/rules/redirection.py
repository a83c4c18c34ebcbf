"""Noncombat damage to a player that an opponent's source may deal to a planeswalker (306.7 (2011))."""

from __future__ import annotations

from apnap.cardkit import (
    THAT_OBJECT,
    THAT_SOURCE,
    DealDamage,
    are_opponents,
    controller_of,
    exists,
    instead_of,
    planeswalkers,
    sent_on,
    would,
)

redirect = instead_of(
    would(DealDamage, combat=False, to_player=True),
    changes=sent_on(planeswalkers),
    only_if=are_opponents(controller_of(THAT_SOURCE), THAT_OBJECT) & exists(planeswalkers.of(THAT_OBJECT)),
)

PARTS = (("always:planeswalker redirection", redirect),)
