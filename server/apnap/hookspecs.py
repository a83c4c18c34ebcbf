"""What a plugin may provide. Each hook is called once, when the plugin is loaded; no rule depends on their order.

A plugin is a module with functions of these names, marked with `hookimpl`. Arguments are opt-in by name. A hook
that is given up stays for a while with `@hookspec(warn_on_impl=...)`: who still implements it is warned.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pluggy

PROJECT = "apnap"
#: What a plugin declares as its `api_version`; it grows when a plugin must change to go on working.
API_VERSION = 1
#: The oldest declared version that still works.
OLDEST_API_VERSION = 1

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
def apnap_editions(editions: Mapping[str, Any]) -> list[Any]:  # type: ignore[empty-body]
    """Editions of the rules: `Edition` values; `editions` are those that come with the server, to amend."""


@hookspec
def apnap_formats() -> list[Any]:  # type: ignore[empty-body]
    """Formats: `Format` values."""


@hookspec
def apnap_text_readers() -> list[Any]:  # type: ignore[empty-body]
    """Readers of rules text: functions of (name, cost, type, pt, loyalty, text) that return a card, or None
    for what they cannot read. Scenario files may then define cards of their own."""


@hookspec
def apnap_commands(cli: Any) -> None:
    """Add commands to the command line: `cli` is a click group."""


def names() -> tuple[str, ...]:
    """Every hook, sorted."""
    return tuple(sorted(name for name in globals() if name.startswith("apnap_")))
