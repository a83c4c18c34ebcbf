"""What the rules give a player who is the monarch (725.2): abilities that belong to no object."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    MONARCH,
    THAT_SOURCE,
    YOU,
    at_beginning,
    become_monarch,
    controller_of,
    creatures,
    deals_damage,
    draw,
    triggered,
)

monarch_draws = triggered(at_beginning("end", MONARCH), whose=MONARCH, do=[draw(YOU, 1)])
crown_taken = triggered(
    deals_damage(creatures, combat=True, to_player=True, to_whom=MONARCH),
    whose=MONARCH,
    do=[become_monarch(controller_of(THAT_SOURCE))],
)

PARTS: list[tuple[str, Any]] = [("always:monarch:draws", monarch_draws), ("always:monarch:taken", crown_taken)]
