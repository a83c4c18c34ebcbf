"""The plain formats: a duel and free-for-all."""

from __future__ import annotations

from apnap.cardkit import Format

DUEL = Format("duel", seats=(2, 2))
FREE_FOR_ALL = Format("free-for-all", seats=(2, 10), alone=True)
