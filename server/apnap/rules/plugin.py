"""The rules as a plugin: editions, formats, clauses, keywords and tallies, given as any plugin gives them."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import add, hookimpl, mana_ability
from apnap.engine.values import BASIC_TYPES
from apnap.rules import clauses, designations, editions, tables, tallies


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
    """The mana abilities that lands have for their basic land types (305.6)."""
    lands = [(f"rule:mana {word}", mana_ability("{T}", add(f"{{{letter}}}"))) for word, letter in BASIC_TYPES.items()]
    return [*lands, *designations.PARTS]
