"""What is counted of a turn, for conditions that ask what has happened in it."""

from __future__ import annotations

from apnap.cardkit import events, is_player, seat_of, tally


@tally("turn:creatures died", "Moved")
def creatures_died(event: events.Moved) -> tuple[str, int] | None:
    """How many creatures died this turn."""
    was = event.was
    died = was is not None and was.obj.zone == "battlefield" and event.now.zone == "graveyard"
    return ("all", 1) if died and was is not None and was.chars.is_a("Creature") else None


@tally("turn:gained life", "LifeGained")
def gained_life(event: events.LifeGained) -> tuple[str, int]:
    """How much life each seat gained this turn."""
    return str(event.seat), event.amount


@tally("turn:dealt damage", "DamageDealt")
def dealt_damage(event: events.DamageDealt) -> tuple[str, int] | None:
    """How much damage each seat was dealt this turn."""
    return (str(seat_of(event.to)), event.amount) if is_player(event.to) else None


ALL = [creatures_died, gained_life, dealt_damage]
