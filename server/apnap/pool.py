"""The pool: what all plugins provide, loaded in isolation, sorted, checked, and frozen for a table.

A plugin that fails to load is listed with its reason and costs nothing else. Names that two plugins both
provide are an error that names both.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import EntryPoint, distributions
from typing import Any

import pluggy
from msgspec import Struct
from msgspec.structs import replace

from apnap import __version__, hookspecs
from apnap.cardkit.checking import refuse
from apnap.engine.abilities import CardDef, Clause, Keyword, TallyDef
from apnap.engine.book import Book, MissingPart, content_fingerprint
from apnap.rules.formats import Edition, Format, compose

GROUP = "apnap"
RULES = ("apnap.rules.plugin",)


class Plugin(Struct, frozen=True):
    """A loaded plugin: its name, distribution and version, and the names of what it provides."""

    name: str
    distribution: str
    version: str
    cards: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    tallies: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    built_in: bool = False


class Failure(Struct, frozen=True):
    """A plugin that could not be loaded, and why."""

    name: str
    distribution: str
    reason: str


class Duplicate(ValueError):
    """Two plugins provide the same name; the message names both."""


class Pool:
    """Everything that plugins provide, by name; `book` freezes it for one table."""

    def __init__(self, plugins: Sequence[tuple[Plugin, Any]], failures: Sequence[Failure] = ()) -> None:
        self.failures = tuple(failures)
        self.cards: dict[str, CardDef] = {}
        self.keywords: dict[str, Keyword] = {}
        self.clauses: dict[str, Clause] = {}
        self.tallies: dict[str, TallyDef] = {}
        self.parts: dict[str, Any] = {}
        self.readers: list[Callable[..., CardDef | None]] = []
        self.editions: dict[str, Edition] = {}
        self.formats: dict[str, Format] = {}
        self._owner: dict[tuple[str, str], str] = {}
        self.plugins = tuple(self._take(plugin, module) for plugin, module in plugins)
        self._books: dict[tuple[str, tuple[str, ...]], Book] = {}

    def _take(self, plugin: Plugin, module: Any) -> Plugin:
        for keyword in _call(module, "apnap_keywords"):
            refuse(keyword.name, keyword)
        cards = [replace(c, plugin=plugin.name) for c in _call(module, "apnap_cards")]
        given = {
            "cards": self._keep("card", self.cards, plugin, [(c.name, c) for c in cards]),
            "keywords": self._keep(
                "keyword", self.keywords, plugin, [(k.name, k) for k in _call(module, "apnap_keywords")]
            ),
            "clauses": self._keep(
                "clause", self.clauses, plugin, [(c.name, c) for c in _call(module, "apnap_clauses")]
            ),
            "tallies": self._keep("tally", self.tallies, plugin, [(t.name, t) for t in _call(module, "apnap_tallies")]),
            "editions": self._keep(
                "edition", self.editions, plugin, [(e.id, e) for e in _call(module, "apnap_editions")]
            ),
            "formats": self._keep(
                "format", self.formats, plugin, [(f.name, f) for f in _call(module, "apnap_formats")]
            ),
        }
        self._keep("part", self.parts, plugin, _call(module, "apnap_parts"))
        self.readers += _call(module, "apnap_text_readers")
        return replace(plugin, **given)

    def _keep(
        self, kind: str, where: dict[str, Any], plugin: Plugin, items: Iterable[tuple[str, Any]]
    ) -> tuple[str, ...]:
        names = []
        for name, value in items:
            other = self._owner.get((kind, name))
            if other is not None:
                raise Duplicate(f"{kind} {name!r} is provided by both {other} and {plugin.name}")
            self._owner[(kind, name)] = plugin.name
            where[name] = value
            names.append(name)
        return tuple(names)

    @property
    def fingerprint(self) -> str:
        """A digest of the plugins and of what their cards say."""
        digest = hashlib.sha256(content_fingerprint(self.cards.values()).encode())
        for plugin in self.plugins:
            digest.update(f"{plugin.name} {plugin.version}\n".encode())
        return digest.hexdigest()[:16]

    def book(
        self,
        edition: str = "current",
        formats: Sequence[str] = ("free-for-all",),
        *,
        extra: Sequence[CardDef] = (),
    ) -> Book:
        """The frozen book of a table, with `extra` cards beside the pool's. Raises `MissingPart` for an
        unknown edition or format, or a clause whose body no plugin provides."""
        key = (edition, tuple(sorted(formats)))
        if extra:
            return self._make_book(edition, key[1], extra)
        if key not in self._books:
            self._books[key] = self._make_book(edition, key[1])
        return self._books[key]

    def _make_book(self, edition: str, formats: tuple[str, ...], extra: Sequence[CardDef] = ()) -> Book:
        if edition not in self.editions:
            raise MissingPart(f"no plugin provides the edition {edition!r}")
        for name in formats:
            if name not in self.formats:
                raise MissingPart(f"no plugin provides the format {name!r}")
        composed = compose(self.editions[edition], [self.formats[n] for n in formats])
        keywords = dict(self.keywords)
        keywords.update({k.name: k for k in composed.keywords})
        parts = [*self.parts.items(), *composed.parts]
        return Book(
            composed.rulebook,
            cards={**self.cards, **{c.name: c for c in extra}}.values(),
            clauses=self.clauses.values(),
            tallies=self.tallies.values(),
            parts=parts,
            keywords=keywords,
            fingerprint=self.fingerprint,
        )


def _call(module: Any, hook: str) -> list[Any]:
    function = getattr(module, hook, None)
    return list(function()) if function is not None else []


def load_pool(extra: Sequence[tuple[str, Any]] = ()) -> Pool:
    """Load the rules, then every installed plugin of the entry-point group, sorted and in isolation.

    `extra` are further (name, module) pairs, for tests.
    """
    found: list[tuple[Plugin, Any]] = []
    failures: list[Failure] = []
    for name in RULES:
        found.append((Plugin(name, "apnap", __version__, built_in=True), importlib.import_module(name)))
    for point, distribution, version in entry_points():
        try:
            module = point.load()
            _check_hooks(point.name, module)
        except Exception as error:
            failures.append(Failure(point.name, distribution, f"{type(error).__name__}: {error}"))
            continue
        built_in = distribution == "apnap"
        found.append((Plugin(point.name, distribution, version, built_in=built_in), module))
    found += [(Plugin(name, name, "0"), module) for name, module in extra]
    return Pool(found, failures)


def entry_points() -> list[tuple[EntryPoint, str, str]]:
    """The entry points of the group, sorted by distribution and name."""
    found = []
    seen: set[tuple[str, str]] = set()
    for dist in distributions():
        name = dist.metadata["Name"]
        for point in dist.entry_points:
            if point.group == GROUP and (name, point.name) not in seen:
                seen.add((name, point.name))
                found.append((point, name, dist.version))
    return sorted(found, key=lambda f: (f[1] != "apnap", f[1], f[0].name))


def _check_hooks(name: str, module: Any) -> None:
    """A misspelt hook is an error."""
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    manager.register(module, name=name)
    manager.check_pending()
