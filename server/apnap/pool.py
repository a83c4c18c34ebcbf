"""The pool: what all plugins provide, put together, checked, and frozen for a table.

Names that two plugins both provide are refused naming both: the one that is loaded later is left out, whole. A
table may have a pool of fewer plugins, and its book is made of nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from apnap.cardfiles import CardFiles, FrozenFile
from apnap.cardkit.keywords import is_played
from apnap.cardkit.tables import Edition, Format
from apnap.composing import compose, together
from apnap.contents import Contents, Plugin
from apnap.engine.abilities import Keyword
from apnap.engine.book import Book, MissingPart
from apnap.engine.counts import OpponentsTallied, TallyMost, TallyOf
from apnap.engine.definitions import CardDef, Clause, TallyDef
from apnap.engine.traits import Tallied
from apnap.loading import RULES, Failure, load
from apnap.readings import Reader, Reading, Readings, Unread, fingerprint

K = TypeVar("K")
V = TypeVar("V")
#: How many pools of fewer plugins, and books of each pool, are kept for the next table; games keep their own.
KEPT = 64
ONE = {
    "cards": "card",
    "keywords": "keyword",
    "clauses": "clause",
    "tallies": "tally",
    "editions": "edition",
    "formats": "format",
    "parts": "part",
}
#: Kinds of which there are so few that all can be named.
FEW = ("editions", "formats")


class FrozenPlugin(Struct, frozen=True):
    """A plugin as a table began with it."""

    name: str
    version: str
    fingerprint: str


class FrozenCard(Struct, frozen=True):
    """A card of a file as a table began with it: what a plugin read from its text."""

    name: str
    fingerprint: str


class FrozenPool(Struct, frozen=True):
    """What a table began with, and a fingerprint of its plugins and files of cards: what stands in its log."""

    fingerprint: str
    plugins: tuple[FrozenPlugin, ...]
    files: tuple[FrozenFile, ...] = ()
    """The files of cards, the first that has a card first."""
    read: tuple[FrozenCard, ...] = ()
    """The cards of files that are in its decks."""

    def differences(self, other: FrozenPool) -> tuple[str, ...]:
        """What another pool has otherwise: plugin by plugin, file by file, and else card by card."""
        found = (*self._other_plugins(other), *self._other_files(other))
        return found or self._other_cards(other)

    def _other_files(self, other: FrozenPool) -> tuple[str, ...]:
        there, names = {f.fingerprint for f in other.files}, {f.name for f in other.files}
        return tuple(
            f"{file.name} says something else now" if file.name in names else f"{file.name} is missing"
            for file in self.files
            if file.fingerprint not in there
        )

    def _other_cards(self, other: FrozenPool) -> tuple[str, ...]:
        now = {card.name: card.fingerprint for card in other.read}
        return tuple(
            f'the card "{card.name}" {"is read otherwise" if card.name in now else "cannot be read"} now'
            for card in self.read
            if now.get(card.name) != card.fingerprint
        )

    def _other_plugins(self, other: FrozenPool) -> tuple[str, ...]:
        mine, its = ({p.name: p for p in pool.plugins} for pool in (self, other))
        found = [f"{name} is missing" for name in mine if name not in its]
        found += [f"{name} is new" for name in its if name not in mine]
        for name, was in mine.items():
            now = its.get(name, was)
            if now.version != was.version:
                found.append(f"{name} was {was.version} and is {now.version}")
            elif now.fingerprint != was.fingerprint:
                found.append(f"{name} {was.version} says something else now")
        return tuple(found)


class Pool:
    """Everything that plugins provide, by name; `book` freezes it for one table."""

    def __init__(
        self,
        contents: Sequence[Contents],
        failures: Sequence[Failure] = (),
        *,
        elsewhere: Sequence[Contents] = (),
        files: CardFiles | None = None,
        readings: Readings | None = None,
    ) -> None:
        """A pool of these contents; `elsewhere` are plugins that exist and are not in it, for its messages.

        `files` have further cards, which are read when they are first named; `readings` are those of another pool.
        """
        self.cards: dict[str, CardDef] = {}
        self.keywords: dict[str, Keyword] = {}
        self.clauses: dict[str, Clause] = {}
        self.tallies: dict[str, TallyDef] = {}
        self.parts: dict[str, Any] = {}
        self.readers: list[Reader] = []
        self.files = files or CardFiles()
        self.readings = readings or Readings()
        self.editions: dict[str, Edition] = {}
        self.formats: dict[str, Format] = {}
        self._owner: dict[tuple[str, str], str] = {}
        self._elsewhere = {key: c.plugin.name for c in elsewhere for key in c.named()}
        self._absent = tuple(elsewhere)
        taken, refused = self._take_all(contents)
        self.failures = (*failures, *refused)
        self._contents = tuple(taken)
        self.plugins: tuple[Plugin, ...] = tuple(c.plugin for c in taken)
        #: Cards that no table can have, each with its reason.
        self.left_out = {name: why for name, card in self.cards.items() if (why := self._lacks(card))}
        for name in self.left_out:
            del self.cards[name]
        #: With which folder of one-file plugins ("": none) the whole pool can be loaded again; None where it cannot.
        self.folder: str | None = None
        self._books: dict[tuple[str, tuple[str, ...]], Book] = {}
        self._parts_of: dict[tuple[tuple[str, ...], tuple[str, ...]], Pool] = {}
        self._of_module: dict[str, str] = {}
        self.frozen = FrozenPool(
            _digest(taken, self.files.frozen),
            tuple(FrozenPlugin(p.name, p.version, p.fingerprint) for p in self.plugins),
            self.files.frozen,
        )

    # --- taking -------------------------------------------------------------------------------------

    def _take_all(self, contents: Sequence[Contents]) -> tuple[list[Contents], list[Failure]]:
        """Those that were taken, and why others could not be."""
        taken, refused = [], []
        for each in contents:
            if reasons := self._refuse(each):
                plugin = each.plugin
                refused.append(Failure(plugin.name, plugin.distribution, "; ".join(reasons), plugin.version))
            else:
                self._take(each)
                taken.append(each)
        return taken, refused

    def _refuse(self, given: Contents) -> list[str]:
        """Names of these contents that somebody has given already."""
        seen: set[tuple[str, str]] = set()
        found = []
        for kind, name in given.named():
            other = given.plugin.name if (kind, name) in seen else self._owner.get((kind, name))
            seen.add((kind, name))
            if other is not None:
                found.append(f"{ONE[kind]} {name!r} is provided by both {other} and {given.plugin.name}")
        return found

    def _take(self, given: Contents) -> None:
        for key in given.named():
            self._owner[key] = given.plugin.name
        self.cards.update((c.name, c) for c in given.cards)
        self.keywords.update((k.name, k) for k in given.keywords)
        self.clauses.update((c.name, c) for c in given.clauses)
        self.tallies.update((t.name, t) for t in given.tallies)
        self.editions.update((e.id, e) for e in given.editions)
        self.formats.update((f.name, f) for f in given.formats)
        self.parts.update(given.parts)
        self.readers += [Reader(given.plugin.name, read, given.plugin.built_in) for read in given.readers]

    def _lacks(self, card: CardDef) -> str:
        """Which keyword or tally a card uses by name that nothing in this pool knows: it would do nothing."""
        for kind, name in _used_by_name(card):
            if kind == "keywords" and not is_played(name) and name not in self.keywords:
                return f"needs the keyword {name!r}{self._whose(kind, name)}"
            if kind == "tallies" and name not in self.tallies:
                return f"needs the tally {name!r}{self._whose(kind, name)}"
        return ""

    def _whose(self, kind: str, name: str) -> str:
        owner = self._elsewhere.get((kind, name))
        return f" of the plugin {owner}" if owner else ", which no plugin provides"

    # --- pools of fewer plugins ---------------------------------------------------------------------

    def only(
        self, allow: Iterable[str] | None = None, forbid: Iterable[str] = (), *, files: Iterable[str] | None = None
    ) -> Pool:
        """The pool of the plugins of `allow` (None: all) without those of `forbid`; the rules always stay.

        `files` are the fingerprints of those files of cards that it has, as far as they are there (None: all).
        Raises `MissingPart` for a name that no plugin has.
        """
        there = tuple(p.name for p in self.plugins)
        forbidden = set(forbid)
        allowed = set(there if allow is None else allow) | set(RULES)
        if unknown := sorted((allowed | forbidden) - set(there)):
            raise MissingPart(f"there is no plugin {', '.join(map(repr, unknown))}")
        if stubborn := sorted(forbidden & set(RULES)):
            raise MissingPart(f"the rules themselves cannot be forbidden: {', '.join(stubborn)}")
        names = tuple(name for name in there if name in allowed - forbidden)
        having = self.files if files is None else self.files.only(tuple(files))
        if names == there and having.frozen == self.files.frozen:
            return self
        key = names, tuple(file.fingerprint for file in having.files)
        return _kept(self._parts_of, key, lambda: self._part(names, having))

    def _part(self, names: tuple[str, ...], files: CardFiles) -> Pool:
        inside = [c for c in self._contents if c.plugin.name in names]
        outside = [c for c in self._contents if c.plugin.name not in names]
        return Pool(inside, elsewhere=(*self._absent, *outside), files=files, readings=self.readings)

    # --- cards of files -----------------------------------------------------------------------------

    def card(self, name: str) -> CardDef | None:
        """The card of a name: what a plugin defines, else what one reads from a file."""
        found = self.cards.get(name) or self.reading(name)
        return found if isinstance(found, CardDef) else None

    def reading(self, name: str, *, again: bool = False) -> Reading | None:
        """What is read from a file; None where there is no such card, or a plugin of this pool defines one."""
        if name in self.cards or name in self.left_out:
            return None
        found = self.readings.of(name, self.files, self.readers, again=again)
        if not isinstance(found, CardDef):
            return found
        file = self.files.file_of(name)
        assert file is not None
        if lacks := self._lacks(found):
            return Unread(name, file.name, f"it {lacks}")
        if any(self._has(name[:at]) for at, letter in enumerate(name) if letter == "/"):
            return Unread(name, file.name, "its name is a path in another card")
        return found

    def unread(self, names: Iterable[str]) -> int:
        """How many cards of files among these names must be read, since nobody named them lately."""
        of_files = {n for n in names if n not in self.cards and n not in self.left_out}
        return sum(not self.readings.has(name, self.files, self.readers) for name in of_files)

    def _has(self, name: str) -> bool:
        return name in self.cards or self.files.file_of(name) is not None

    def read(self, names: Iterable[str], *, again: bool = False) -> tuple[CardDef, ...]:
        """The cards of files among these names, sorted by name, as far as they can be read."""
        found = (self.reading(name, again=again) for name in sorted(set(names)))
        return tuple(card for card in found if isinstance(card, CardDef))

    def begun(self, names: Iterable[str], *, again: bool = False) -> FrozenPool:
        """What a table begins with that has cards of these names."""
        cards = self.read(names, again=again)
        return replace(self.frozen, read=tuple(FrozenCard(card.name, fingerprint(card)) for card in cards))

    def why_no_card(self, name: str) -> str:
        """Why there is no card of this name in this pool."""
        if name in self.left_out:
            return f'the card "{name}" {self.left_out[name]}'
        owner = self._elsewhere.get(("cards", name))
        if owner:
            return f'the card "{name}" is of the plugin {owner}, which this table does not have'
        found = self.reading(name)
        return found.why if isinstance(found, Unread) else f'there is no card "{name}"'

    @property
    def fingerprint(self) -> str:
        """A digest of the plugins and of all that they say."""
        return self.frozen.fingerprint

    def plugin_of_module(self, module: str) -> str:
        """The plugin that a module of Python belongs to; the module's own name where that is none."""
        if module not in self._of_module:
            self._of_module[module] = self._find_plugin_of(module)
        return self._of_module[module]

    def _find_plugin_of(self, module: str) -> str:
        fitting = [p for p in self.plugins if p.module and (module == p.module or module.startswith(f"{p.module}."))]
        fitting += [
            p for p in self.plugins if not fitting and module.split(".")[0] == p.module.split(".")[0] != "apnap"
        ]
        return max(fitting, key=lambda p: len(p.module)).name if fitting else module

    # --- books --------------------------------------------------------------------------------------

    def book(
        self,
        edition: str = "current",
        formats: Sequence[str] = ("free-for-all",),
        *,
        extra: Sequence[CardDef] = (),
        read: Sequence[CardDef] = (),
    ) -> Book:
        """The frozen book of a table, with `extra` cards beside the pool's, and those that were `read`.

        Raises `MissingPart` for an unknown edition or format, or a clause whose body no plugin provides.
        """
        names = tuple(sorted(set(formats)))
        if extra:
            return self._make_book(edition, names, extra).beside(read)
        book = _kept(self._books, (edition, names), lambda: self._make_book(edition, names))
        return book.beside(read) if read else book

    def formats_of(self, edition: str, names: Sequence[str]) -> list[Format]:
        """Formats by name, as they are played together in an edition."""
        return together(self.editions[edition], [self.formats[name] for name in names])

    def _make_book(self, edition: str, formats: tuple[str, ...], extra: Sequence[CardDef] = ()) -> Book:
        self._need("editions", edition, self.editions)
        for name in formats:
            self._need("formats", name, self.formats)
        composed = compose(self.editions[edition], [self.formats[n] for n in formats])
        for numbered in composed.rulebook.clauses:
            self._need("clauses", numbered.clause, self.clauses)
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
            plugin_of_module=self.plugin_of_module,
        )

    def _need(self, kind: str, name: str, among: dict[str, Any]) -> None:
        if name in among:
            return
        owner = self._elsewhere.get((kind, name))
        if owner:
            raise MissingPart(f"the {ONE[kind]} {name!r} is of the plugin {owner}, which this table does not have")
        known = f": there are {', '.join(sorted(among))}" if kind in FEW else ""
        raise MissingPart(f"no plugin provides the {ONE[kind]} {name!r}{known}")


def _kept(among: dict[K, V], key: K, make: Callable[[], V]) -> V:
    """What was made for a key before, or is made now; what was asked for longest ago makes place."""
    found = among.pop(key, None)
    if found is None:
        found = make()
        while len(among) >= KEPT:
            del among[next(iter(among))]
    among[key] = found
    return found


def _used_by_name(value: Any) -> Iterator[tuple[str, str]]:
    """The keywords that a definition uses by name alone, and the tallies that it asks: (kind, name)."""
    if isinstance(value, tuple):
        for item in value:
            yield from _used_by_name(item)
    elif isinstance(value, Struct):
        if isinstance(value, Keyword) and not value.abilities:
            yield "keywords", value.name
        if isinstance(value, TallyOf | TallyMost | OpponentsTallied | Tallied):
            yield "tallies", value.name
        for name in value.__struct_fields__:
            yield from _used_by_name(getattr(value, name))


def _digest(contents: Iterable[Contents], files: Iterable[FrozenFile]) -> str:
    """One digest of many plugins, in whatever order they were loaded, and of files, whose order counts."""
    digest = hashlib.sha256()
    for plugin in sorted((c.plugin for c in contents), key=lambda p: p.name):
        digest.update(f"{plugin.name} {plugin.version} {plugin.fingerprint}\n".encode())
    for file in files:
        digest.update(f"file {file.fingerprint}\n".encode())
    return digest.hexdigest()[:16]


def load_pool(
    extra: Sequence[tuple[str, Any]] = (), *, folder: Path | str | None = None, cards: Sequence[Path | str] = ()
) -> Pool:
    """The pool of everything installed, of the one-file plugins in `folder`, and of `extra` (name, module) pairs.

    `cards` are files of cards that plugins may read; raises `MalformedFile` for what is no such file.
    """
    files = CardFiles.opened(cards)
    loaded = load(extra, folder=folder)
    pool = Pool(loaded.contents, loaded.failures, files=files)
    if not extra:
        pool.folder = "" if folder is None else str(folder)
    return pool


__all__ = ["RULES", "Failure", "FrozenCard", "FrozenPlugin", "FrozenPool", "Plugin", "Pool", "load_pool"]
