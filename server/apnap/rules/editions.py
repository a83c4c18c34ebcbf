"""The editions: the numbered clauses of each, in its order, as amendments of an earlier one."""

from __future__ import annotations

from apnap.rules.formats import Edition
from apnap.rules.switches import SWITCHES

CURRENT = Edition(
    "current",
    clauses=(
        ("sba.life", "life"),
        ("sba.draw", "draw"),
        ("sba.poison", "poison"),
        ("sba.token", "token"),
        ("sba.copy", "copy"),
        ("sba.toughness", "toughness"),
        ("sba.lethal", "lethal damage"),
        ("sba.deathtouch", "deathtouch"),
        ("sba.loyalty", "loyalty"),
        ("sba.legend", "legend, controller chooses"),
        ("sba.world", "world"),
        ("sba.aura", "aura"),
        ("sba.equipment", "equipment"),
        ("sba.attached_creature", "attached creature"),
        ("sba.counters", "counters"),
        ("sba.counter_cap", "counter cap"),
        ("sba.saga", "saga"),
    ),
    switches=SWITCHES["current"],
)

EDITIONS = (CURRENT,)
