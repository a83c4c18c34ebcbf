"""What a plugin may provide. Each hook is called once, when a pool is built; no rule depends on their order."""

from __future__ import annotations

from typing import Any

import pluggy

PROJECT = "apnap"
API_VERSION = 1

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def apnap_cards() -> list[Any]:  # type: ignore[empty-body]
    """Cards: values made by `card(...)`."""


@hookspec
def apnap_keywords() -> list[Any]:  # type: ignore[empty-body]
    """Keywords: values made by `keyword(name, *abilities)`, which cards use by name."""


@hookspec
def apnap_clauses() -> list[Any]:  # type: ignore[empty-body]
    """State-based actions: values made by `state_based(name, ...)`, which editions and formats list."""


@hookspec
def apnap_tallies() -> list[Any]:  # type: ignore[empty-body]
    """Tallies: folds over one type of event, made by `tally(name, event)`."""


@hookspec
def apnap_parts() -> list[Any]:  # type: ignore[empty-body]
    """Definitions that rules name by path: pairs of a path such as "rule:mana Forest" and an ability."""


@hookspec
def apnap_editions() -> list[Any]:  # type: ignore[empty-body]
    """Editions of the rules: `apnap.rules.Edition` values."""


@hookspec
def apnap_formats() -> list[Any]:  # type: ignore[empty-body]
    """Formats: `apnap.rules.Format` values."""


@hookspec
def apnap_text_readers() -> list[Any]:  # type: ignore[empty-body]
    """Readers of rules text: functions of (name, cost, type, pt, loyalty, text) that return a card, or None
    for what they cannot read. Scenario files may then define cards of their own."""


@hookspec
def apnap_commands(cli: Any) -> None:
    """Add commands to the command line: `cli` is a click group."""
