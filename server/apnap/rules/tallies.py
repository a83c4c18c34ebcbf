"""Counts that the rules themselves need."""

from __future__ import annotations

from apnap.cardkit import events, tally


@tally("turn:draws", "Moved")
def draws(event: events.Moved) -> tuple[str, int] | None:
    """How many cards each seat drew this turn."""
    return (str(event.now.owner), 1) if event.how == "draw" else None


@tally("step:draws", "Moved")
def draws_of_step(event: events.Moved) -> tuple[str, int] | None:
    """How many cards each seat drew this step."""
    return (str(event.now.owner), 1) if event.how == "draw" else None


@tally("turn:casts", "SpellCast")
def casts(event: events.SpellCast) -> tuple[str, int]:
    """How many spells each seat cast this turn."""
    return str(event.seat), 1


@tally("turn:attacked", "AttackersDeclared")
def attacked(event: events.AttackersDeclared) -> tuple[tuple[str, int], ...]:
    """How many creatures each seat attacked with this turn."""
    return tuple((str(seat), n) for seat, n in event.by)


@tally("turn:attackers", "AttackersDeclared")
def attackers(event: events.AttackersDeclared) -> tuple[tuple[str, int], ...]:
    """Which creatures attacked this turn."""
    return tuple((str(attack.attacker), 1) for attack in event.attacks)


ALL = (draws, draws_of_step, casts, attacked, attackers)
