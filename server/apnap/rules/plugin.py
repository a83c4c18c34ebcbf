"""The rules as a plugin: editions, formats, clauses, keywords and tallies, given as any plugin gives them."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import BASIC_LAND_TYPES, add, hookimpl, mana_ability, pt, token
from apnap.rules import clauses, counters, designations, editions, tables, tallies

api_version = 1


@hookimpl
def apnap_editions() -> list[Any]:
    return list(editions.EDITIONS)


@hookimpl
def apnap_formats() -> list[Any]:
    return [tables.DUEL, tables.FREE_FOR_ALL]


@hookimpl
def apnap_clauses() -> list[Any]:
    return list(clauses.ALL)


@hookimpl
def apnap_tallies() -> list[Any]:
    return list(tallies.ALL)


@hookimpl
def apnap_parts() -> list[Any]:
    """The mana abilities of basic land types (305.6), what a face-down permanent is (708.2a), and abilities
    that the rules have without any object."""
    letters = zip(BASIC_LAND_TYPES, "WUBRG", strict=True)
    lands = [(f"rule:mana {word}", mana_ability("{T}", add(f"{{{letter}}}"))) for word, letter in letters]
    return [*lands, ("rule:face down", token("", "Creature", pt(2, 2))), *designations.PARTS, *counters.PARTS]
