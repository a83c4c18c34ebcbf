"""What `apnap plugins` says, in lines and as JSON; the server says the same in `hello` and at `/plugins`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from apnap.contents import KINDS, Plugin
from apnap.pool import Pool

#: Where a plugin's scenario files may lie, seen from the folder of its package or module.
PLACES = ("scenarios", "../scenarios", "../tests/scenarios", "../../tests/scenarios")
#: A failure tells at most so much of the last reason.
REASON_CHARS = 300


class Broken(Struct, frozen=True):
    """How often a plugin's code failed at the tables of a server, and the last time."""

    count: int
    reason: str
    path: str = ""
    overran: bool = False


class Listed(Struct, frozen=True):
    """A plugin as it is listed."""

    plugin: Plugin
    without_scenario: tuple[str, ...] | None
    """Its cards that no scenario file names; None where it has no scenario files."""
    broken: Broken | None = None
    kept_out: bool = False


def listed(
    pool: Pool, broken: Mapping[str, Broken] | None = None, kept_out: Sequence[str] = (), *, hook: str = ""
) -> tuple[Listed, ...]:
    """Every plugin of a pool, or those that implement `hook`."""
    counted = broken or {}
    return tuple(
        Listed(p, without_scenario(p), counted.get(p.name), p.name in kept_out)
        for p in pool.plugins
        if not hook or hook in p.hooks
    )


# --- cards without a scenario -------------------------------------------------------------------------


def without_scenario(plugin: Plugin) -> tuple[str, ...] | None:
    """The cards that no scenario file of a plugin names; None where it has cards and no such files."""
    if not plugin.cards:
        return ()
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in scenario_files(plugin)]
    if not texts:
        return None
    said = "\n".join(texts).replace("''", "'")
    return tuple(name for name in plugin.cards if not _names(said, name))


def scenario_files(plugin: Plugin) -> tuple[Path, ...]:
    """The scenario files that lie beside a plugin: in its package, or in the tests of its project."""
    module = sys.modules.get(plugin.module)
    file = getattr(module, "__file__", None)
    if not file:
        return ()
    folders = dict.fromkeys((Path(file).parent / place).resolve() for place in PLACES)
    return tuple(p for f in folders if f.is_dir() for p in sorted(f.rglob("*.y*ml")))


def _names(text: str, card: str) -> bool:
    if card not in text:
        return False
    return re.search(rf"(?<!\w){re.escape(card)}(?!\w)", text) is not None


# --- saying it ----------------------------------------------------------------------------------------


def as_json(pool: Pool, shown: Sequence[Listed]) -> dict[str, Any]:
    """Everything, for programs."""
    return {
        "fingerprint": pool.fingerprint,
        "plugins": [
            {
                **msgspec.to_builtins(each.plugin),
                "without_scenario": each.without_scenario,
                "failures": 0 if each.broken is None else each.broken.count,
                "last_failure": None if each.broken is None else each.broken.reason,
                "kept_out": each.kept_out,
            }
            for each in shown
        ],
        "failures": msgspec.to_builtins(pool.failures),
        "left_out": dict(pool.left_out),
    }


def lines(pool: Pool, shown: Sequence[Listed]) -> list[str]:
    """Everything, for people."""
    found = [line for each in shown for line in _lines(each)]
    found += [f"{f.name} was not loaded: {f.reason}" for f in pool.failures]
    found += [f"card {name} is left out: it {why}" for name, why in pool.left_out.items()]
    return found


def _lines(each: Listed) -> list[str]:
    plugin = each.plugin
    counts = [f"{len(names)} {kind}" for kind in KINDS if (names := getattr(plugin, kind))]
    found = [f"{plugin.name} {plugin.version}: {', '.join(counts) or 'nothing'}"]
    if each.without_scenario is None:
        found.append("  no scenario files")
    elif each.without_scenario:
        found.append(f"  without a scenario: {', '.join(each.without_scenario)}")
    found += [f"  warning: {text}" for text in plugin.warnings]
    if each.broken is not None:
        times = "once" if each.broken.count == 1 else f"{each.broken.count} times"
        found.append(f"  failed {times}, last: {each.broken.reason[:REASON_CHARS]}")
    if each.kept_out:
        found.append("  kept out of new tables")
    return found
