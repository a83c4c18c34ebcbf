"""Facets: the parts of a game that a filter, condition or amount reads and that an event touches.

Caches, state triggers and clauses are invalidated by facet (decision 14). A term that reads a facet must
say so; an event that changes one must be in `TOUCHES`. Self-play compares every cache with its slow twin.
"""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

from . import events as ev


class _Flag(IntFlag):
    NONE = 0
    TYPES = 1
    COLORS = 2
    ABILITIES = 4
    STATS = 8
    COUNTERS = 16
    CONTROL = 32
    STATUS = 64
    BATTLEFIELD = 128
    HAND = 256
    GRAVEYARD = 512
    LIBRARY = 1024
    LIFE = 2048
    COMBAT = 4096
    TURN = 8192
    DAMAGE = 16384
    ATTACHED = 32768
    MANA = 65536
    STACK = 131072
    LINKS = 262144
    TALLIES = 524288
    EXILE = 1048576
    PLAYERS = 2097152
    COMMAND = 4194304
    ALL = 8388607


if TYPE_CHECKING:
    Facet = _Flag
else:
    # the same numbers as plain integers: an operation on flags costs twenty times as much
    Facet = type("Facet", (), {name: int(flag) for name, flag in _Flag.__members__.items()})


_ZONES = {
    "battlefield": Facet.BATTLEFIELD,
    "hand": Facet.HAND,
    "graveyard": Facet.GRAVEYARD,
    "library": Facet.LIBRARY,
    "stack": Facet.STACK,
    "exile": Facet.EXILE,
    "command": Facet.COMMAND,
    "schemes": Facet.COMMAND,
    "nowhere": Facet.NONE,
}


def zone_facet(zone: str) -> Facet:
    return _ZONES[zone]


TOUCHES: dict[type[ev.Event], Facet] = {
    ev.TurnBegan: Facet.TURN | Facet.TALLIES | Facet.PLAYERS,
    ev.StepBegan: Facet.TURN | Facet.TALLIES,
    ev.StepEnded: Facet.TURN,
    ev.Shuffled: Facet.LIBRARY,
    ev.Reordered: Facet.LIBRARY,
    ev.Tapped: Facet.STATUS,
    ev.Untapped: Facet.STATUS,
    ev.Attached: Facet.ATTACHED,
    ev.Unattached: Facet.ATTACHED,
    ev.CountersPut: Facet.COUNTERS | Facet.STATS | Facet.PLAYERS,
    ev.CountersRemoved: Facet.COUNTERS | Facet.STATS | Facet.PLAYERS,
    ev.ControlChanged: Facet.CONTROL | Facet.COMBAT,
    ev.ControlKept: Facet.CONTROL,
    ev.PhasedOut: Facet.BATTLEFIELD | Facet.COMBAT,
    ev.PhasedIn: Facet.BATTLEFIELD,
    ev.TurnedFace: Facet.TYPES | Facet.COLORS | Facet.ABILITIES | Facet.STATS | Facet.STATUS,
    ev.BecameCopy: Facet.TYPES | Facet.COLORS | Facet.ABILITIES | Facet.STATS,
    ev.Marked: Facet.STATUS,
    ev.Linked: Facet.LINKS,
    ev.DamageDealt: Facet.DAMAGE,
    ev.DamageRemoved: Facet.DAMAGE,
    ev.LifeGained: Facet.LIFE | Facet.PLAYERS,
    ev.LifeLost: Facet.LIFE | Facet.PLAYERS,
    ev.ManaAdded: Facet.MANA,
    ev.ManaSpent: Facet.MANA,
    ev.ManaEmptied: Facet.MANA,
    ev.LandPlayed: Facet.PLAYERS,
    ev.CastChanged: Facet.STACK,
    ev.CombatBegan: Facet.COMBAT,
    ev.AttackersDeclared: Facet.COMBAT,
    ev.AttackerAdded: Facet.COMBAT,
    ev.BlockersDeclared: Facet.COMBAT,
    ev.BlockersOrdered: Facet.COMBAT,
    ev.AttackersOrdered: Facet.COMBAT,
    ev.BlocksDone: Facet.COMBAT,
    ev.RemovedFromCombat: Facet.COMBAT,
    ev.CombatEnded: Facet.COMBAT,
    ev.EffectBegan: Facet.ALL,
    ev.EffectEnded: Facet.ALL,
    ev.EffectUsed: Facet.NONE,
    ev.PlayerLeft: Facet.ALL,
    ev.GameLost: Facet.PLAYERS,
    ev.BecameMonarch: Facet.PLAYERS,
    ev.DayNightChanged: Facet.TURN,
}


def touched(event: ev.Event) -> Facet:
    """The facets that an event changes."""
    if isinstance(event, ev.Moved):
        facet = _ZONES[event.now.zone]
        if event.was is not None:
            facet |= _ZONES[event.was.obj.zone]
            if event.was.obj.zone == "battlefield":
                facet |= Facet.COMBAT
        return facet
    if isinstance(event, ev.Ceased):
        return _ZONES[event.was.obj.zone]
    return TOUCHES.get(type(event), Facet.NONE)
