"""The editions, each as an amendment of an earlier one: what its text drops, adds and words otherwise.

A clause that an edition adds under the name of a rule takes the place of the one that stood there. The order
of an edition's clauses is that of its own numbers. A rule that an edition does not have, and that comes with
a kind of card that is newer, comes to it with its current clause (`brought`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from apnap.cardkit import Edition, Variant
from apnap.rules.names import comes_with_newer_cards, number, numbers
from apnap.rules.redirection import PARTS as REDIRECTION
from apnap.rules.switches import SWITCHES
from apnap.rules.triggers import DEATHTOUCH, LIFELINK

#: The list of edition 2004: 420.5a (2004) to 420.5k (2004).
_2004 = Edition(
    "2004",
    clauses=(
        ("sba.life", "life"),
        ("sba.toughness", "toughness"),
        ("sba.lethal", "lethal damage"),
        ("sba.aura", "aura, on permanents or players"),
        ("sba.legend", "legend, all go"),
        ("sba.token", "token"),
        ("sba.token", "phased token"),
        ("sba.draw", "draw, more than the library"),
        ("sba.poison", "poison"),
        ("sba.world", "world"),
        ("sba.copy", "copy"),
        ("sba.equipment", "equipment"),
    ),
    switches=SWITCHES["2004"],
    numbers=partial(number, "2004"),
)

_2007 = _2004.amended(
    "2007",
    add=(
        ("sba.aura", "aura"),
        ("sba.draw", "draw"),
        ("sba.attached_creature", "attached other"),
        ("sba.counters", "counters"),
        ("sba.loyalty", "loyalty"),
        ("sba.planeswalker_uniqueness", "planeswalkers, all go"),
    ),
    switches=SWITCHES["2007"],
    numbers=partial(number, "2007"),
    keywords=(DEATHTOUCH, LIFELINK),
    parts=REDIRECTION,
    variants=(Variant("two-headed-giant", add=(("sba.team_life", "team life"),), drop=("sba.life",)),),
)

#: The house list 620.5 (2008): one planeswalker stays, and four sentences are older than the edition.
_2008 = _2007.amended(
    "2008",
    add=(
        ("sba.aura", "aura, on permanents or players"),
        ("sba.draw", "draw, more than the library"),
        ("sba.equipment", "equipment, no Fortifications"),
        ("sba.attached_creature", "attached other, Fortifications too"),
        ("sba.planeswalker_uniqueness", "planeswalkers, one stays"),
    ),
    switches=SWITCHES["2008"],
    numbers=partial(number, "2008"),
)

_2011 = _2007.amended(
    "2011",
    add=(
        ("sba.deathtouch", "deathtouch"),
        ("sba.attached_creature", "attached creature"),
        ("sba.counter_cap", "counter cap"),
    ),
    switches=SWITCHES["2011"],
    numbers=partial(number, "2011"),
    keywords=(),
    variants=(
        Variant("two-headed-giant", add=(("sba.team_life", "team life"),), drop=("sba.life",)),
        Variant("commander", add=(("sba.commander_damage", "commander damage"),)),
        Variant("archenemy", add=(("sba.scheme", "scheme"),)),
    ),
)

_TEAM = Variant(
    "two-headed-giant",
    add=(("sba.team_life", "team life"), ("sba.team_poison", "team poison")),
    drop=("sba.life", "sba.poison"),
)

_2012 = _2011.amended(
    "2012",
    switches=SWITCHES["2012"],
    numbers=partial(number, "2012"),
    variants=(_TEAM, *_2011.variants[1:]),
)

_2013 = _2012.amended(
    "2013",
    add=(
        ("sba.legend", "legend, controller chooses"),
        ("sba.planeswalker_uniqueness", "planeswalkers, controller chooses"),
    ),
    switches=SWITCHES["2013"],
    numbers=partial(number, "2013"),
    unbuilt=("sba.phenomenon",),
)

_CURRENT = _2013.amended(
    "current",
    drop=("sba.planeswalker_uniqueness",),
    add=(
        ("sba.token", "token"),
        ("sba.saga", "saga"),
        ("sba.siege", "siege"),
        ("sba.battle", "battle"),
        ("sba.role", "role"),
    ),
    switches=SWITCHES["current"],
    numbers=partial(number, "current"),
    parts=(),
    variants=(
        _TEAM,
        Variant(
            "commander",
            add=(("sba.commander_damage", "commander damage"), ("sba.commander_zone", "commander zone")),
        ),
        Variant("archenemy", add=(("sba.scheme", "scheme, no trigger of any"),)),
    ),
    unbuilt=(
        "sba.dungeon",
        "sba.sector",
        "sba.battle_protector",
        "sba.battle_wrong_protector",
        "sba.speed",
        "sba.phenomenon",
    ),
)


def _with_brought(editions: Sequence[Edition], newest: Edition) -> tuple[Edition, ...]:
    """The editions with the clauses that newer kinds of cards bring to them."""
    return tuple(
        replace(
            edition,
            brought=tuple(
                (rule, body)
                for rule, body in newest.clauses
                if rule not in numbers(edition.id) and comes_with_newer_cards(edition.id, rule)
            ),
        )
        for edition in editions
    )


EDITIONS = _with_brought((_2004, _2007, _2008, _2011, _2012, _2013, _CURRENT), _CURRENT)
"""Every edition, oldest first."""
