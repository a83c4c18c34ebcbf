"""What `apnap plugins` says, in lines and as JSON; the server says the same in `hello` and at `/plugins`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from apnap.contents import KINDS, Plugin
from apnap.pool import ONE, Pool

#: Where a plugin's scenario files may lie, seen from the folder of its package or module.
PLACES = ("scenarios", "../scenarios", "../tests/scenarios", "../../tests/scenarios")
#: What a plugin does by hooks that give nothing with a name.
UNCOUNTED = {
    "apnap_parts": "parts of rules",
    "apnap_text_readers": "a reader of card text",
    "apnap_commands": "commands",
}
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
    shown = [p for p in pool.plugins if not hook or hook in p.hooks]
    untried = without_scenario(shown)
    return tuple(Listed(p, untried[p.name], counted.get(p.name), p.name in kept_out) for p in shown)


# --- cards without a scenario -------------------------------------------------------------------------


def without_scenario(plugins: Iterable[Plugin]) -> dict[str, tuple[str, ...] | None]:
    """By plugin, the cards that no scenario file of it names; None where it has cards and no such files.

    Plugins that lie together have the same files, which are read once for all of them.
    """
    said: dict[Path | None, str | None] = {None: None}
    found: dict[str, tuple[str, ...] | None] = {}
    for plugin in plugins:
        home = _home(plugin)
        if home is not None and home not in said:
            said[home] = _said(home)
        text = said[home]
        untried = None if text is None else tuple(name for name in plugin.cards if not _names(text, name))
        found[plugin.name] = untried if plugin.cards else ()
    return found


def _home(plugin: Plugin) -> Path | None:
    """The folder of a plugin's package or module; None for what has no file."""
    file = getattr(sys.modules.get(plugin.module), "__file__", None)
    return Path(file).parent if file else None


def _said(home: Path) -> str | None:
    """All that the scenario files of a folder say, in its package or its project's tests; None without any."""
    folders = dict.fromkeys((home / place).resolve() for place in PLACES)
    files = [path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*.y*ml"))]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    return "\n".join(texts).replace("''", "'") if texts else None


def _names(text: str, card: str) -> bool:
    """Whether a text has a card's name as whole words; a pattern that looks behind would try every character."""
    at = text.find(card)
    while at >= 0:
        end = at + len(card)
        if not _in_word(text[at - 1 : at]) and not _in_word(text[end : end + 1]):
            return True
        at = text.find(card, at + 1)
    return False


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


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
    counts = [
        f"{len(names)} {ONE[kind] if len(names) == 1 else kind}" for kind in KINDS if (names := getattr(plugin, kind))
    ]
    counts += [does for hook, does in UNCOUNTED.items() if hook in plugin.hooks]
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
