"""What plugins read from the rules text of cards in files: a definition, or why there is none.

A reader is code of a plugin, and is contained like any other: one that raises costs its own reading, one that gives
what is no card likewise, and one that runs past its time costs the card. Which reader reads a card never depends on
time or on what was read before, so that a card means the same whenever it is read: those of others are asked before
ours, each in the order of the plugins' names, and a card whose reader ran past its time is nobody's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from apnap.cardfiles import TEXT_CHARS, CardFile, CardFiles, Changed, Number, Printed
from apnap.cardkit import card, pt
from apnap.cardkit.checking import faults
from apnap.contents import plain, unordered
from apnap.engine.bodies import Overran
from apnap.engine.definitions import CardDef
from apnap.engine.values import COLOR_WORDS, MalformedCard
from apnap.watchdog import LENIENCE, PATIENCE, Watchdog

#: What the reading of one card may take of the processor, by each reader.
READ_S = 0.25
#: A reader that ran past its time so often is not asked any more by this process.
OVERRUNS = 3
#: So many readings are kept; what was asked for longest ago makes place, and is read again when it is named again.
KEPT = 4096
#: The longest number, and the longest mana cost, that a card may have.
FIGURES = 6
COST_CHARS = 200
#: What a card without any text may be, for us to know all of it without a reader.
TEXTLESS = frozenset({"Artifact", "Creature", "Enchantment", "Land"})


class Reader(Struct, frozen=True):
    """A function that reads rules text, and whose it is."""

    plugin: str
    read: Callable[..., Any]
    built_in: bool = False


class Unread(Struct, frozen=True):
    """A card that is in a file and that nobody can have, with the reason."""

    name: str
    file: str
    reason: str
    """For everybody: it has nothing of the text in it."""
    detail: str = ""
    """For whoever runs the server: what readers raised, which may have."""
    is_late: bool = False
    """Whether it is for want of time, so that it could be read where there is more."""

    @property
    def why(self) -> str:
        return f'the card "{self.name}" is in {self.file}, but {self.reason}'


Reading = CardDef | Unread


def _key(name: str, file: CardFile, readers: Sequence[Reader]) -> tuple[str, str, tuple[str, ...]]:
    """What decides what a card is read as."""
    return file.fingerprint, name, tuple(reader.plugin for reader in readers)


class Readings:
    """The cards of files, each read when it is first named. Pools of fewer plugins share one of these.

    `report` is told of every reader that failed, once for each time that it did.
    """

    def __init__(self, report: Callable[[Unread], None] | None = None) -> None:
        self.report = report
        self._kept: dict[tuple[str, str, tuple[str, ...]], Reading] = {}
        self._overruns: dict[str, int] = {}

    def of(self, name: str, files: CardFiles, readers: Sequence[Reader], *, again: bool = False) -> Reading | None:
        """The card of this name; None where no file has it.

        `again`: it was read before, for a game that goes on, so readers have much more time.
        """
        file = files.file_of(name)
        if file is None:
            return None
        key = _key(name, file, readers)
        found = self._kept.pop(key, None)
        if found is None or (again and isinstance(found, Unread) and found.is_late):
            found = self._read(name, file, readers, again=again)
            if self.report is not None and isinstance(found, Unread) and found.detail:
                self.report(found)
        while len(self._kept) >= KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = found
        return found

    def has(self, name: str, files: CardFiles, readers: Sequence[Reader]) -> bool:
        """Whether nothing is to be read for a name: it was, or no file has it."""
        file = files.file_of(name)
        return file is None or _key(name, file, readers) in self._kept

    def _read(self, name: str, file: CardFile, readers: Sequence[Reader], *, again: bool) -> Reading:
        try:
            printed = file.card(name)
        except Changed as changed:
            return Unread(name, file.name, "the file has changed since it was opened", str(changed), is_late=True)
        assert printed is not None
        if reason := unreadable(printed):
            return Unread(name, file.name, reason)
        return textless(printed) or self.read(printed, readers, file.name, again=again)

    def read(self, printed: Printed, readers: Sequence[Reader], file: str, *, again: bool = False) -> Reading:
        """What the first of these readers makes of a card that can; `file` is where the card is from, for messages."""
        failed: list[Unfit] = []
        for reader in sorted(readers, key=lambda r: (r.built_in, r.plugin)):
            if not again and self._overruns.get(reader.plugin, 0) >= OVERRUNS:
                reason = f"the plugin {reader.plugin} took too long with others, and is not asked any more"
                return Unread(printed.name, file, reason, is_late=True)
            try:
                found = read(printed, reader, again=again)
            except Overran:
                self._overruns[reader.plugin] = self._overruns.get(reader.plugin, 0) + 1
                reason = f"the plugin {reader.plugin} took too long to read its text"
                return Unread(printed.name, file, reason, reason, is_late=True)
            except Unfit as unfit:
                failed.append(unfit)
            else:
                if found is not None:
                    return found
        whose = f", and {' and '.join(unfit.public for unfit in failed)}" if failed else ""
        return Unread(printed.name, file, f"nobody reads its text{whose}", "; ".join(map(str, failed)))


# --- one card -----------------------------------------------------------------------------------------


class Unfit(ValueError):
    """A reader raised, or gave what cannot be played; `public` has nothing of what it said itself."""

    def __init__(self, public: str, detail: str) -> None:
        super().__init__(f"{public}: {detail}")
        self.public = public


def unreadable(printed: Printed) -> str:
    """Why no reader is asked for a card; empty where one may be."""
    if printed.has_faces:
        return "it has more than one face"
    if len(printed.oracle_text or "") > TEXT_CHARS:
        return f"its text is longer than {TEXT_CHARS} characters"
    if not printed.type_line:
        return "it has no type"
    if printed.loyalty is not None and not _is_number(printed.loyalty):
        return "its loyalty is no number"
    if any(len(str(size)) > FIGURES for size in (printed.power, printed.toughness)):
        return "its size is no number that a card has"
    if len(printed.mana_cost or "") > COST_CHARS:
        return f"its mana cost is longer than {COST_CHARS} characters"
    return ""


def _is_number(said: Number) -> bool:
    """Whether it is a whole number in plain figures, as large as cards have."""
    figures = str(said)
    return figures.isascii() and figures.isdecimal() and len(figures) <= FIGURES


def textless(printed: Printed) -> CardDef | None:
    """A card that says nothing, as it stands."""
    if printed.oracle_text:
        return None
    stats = [pt(int(printed.power), int(printed.toughness))] if _is_whole(printed) else []  # type: ignore[arg-type]
    try:
        made = card(printed.name, printed.mana_cost or None, printed.type_line or "", *stats)
    except MalformedCard:
        return None
    return _colored(made, printed) if TEXTLESS.issuperset(made.types.types) else None


def _is_whole(printed: Printed) -> bool:
    return all(map(_is_number, (printed.power, printed.toughness)))


def read(printed: Printed, reader: Reader, *, again: bool = False) -> CardDef | None:
    """What one reader makes of a card; raises `Unfit` or `Overran`."""
    given = (
        printed.name,
        printed.mana_cost or "",
        printed.type_line or "",
        printed.pt,
        None if printed.loyalty is None else int(printed.loyalty),
        printed.oracle_text or "",
    )
    more = LENIENCE if again else 1
    try:
        with Watchdog.installed(READ_S * more, PATIENCE * more) as watchdog:
            call = watchdog if watchdog is not None else _unwatched
            made = call(reader.plugin, lambda: reader.read(*given))
        if made is None:
            return None
        fault = next(_faults(made, printed.name), "")
    except (Exception, SystemExit) as error:
        raise Unfit(f"the plugin {reader.plugin} failed", f"{type(error).__name__}: {error}") from error
    if fault:
        raise Unfit(f"the plugin {reader.plugin} gave no card that can be played", fault)
    return _colored(replace(made, plugin=reader.plugin), printed)


def _unwatched(_: str, code: Callable[[], Any]) -> Any:
    return code()


def _faults(made: Any, name: str) -> Iterator[str]:
    """What is wrong with that which a reader gave for a card of this name."""
    if not isinstance(made, CardDef):
        yield f"expected a card or None, got {type(made).__name__}"
        return
    if made.name != name or made.kind != "card":
        yield f"expected the card {name!r}, got the {made.kind} {made.name!r}"
    yield from faults(made)
    if fault := unordered(made):
        yield f"{fault}, whose order changes from one run to the next; expected a tuple"


def _colored(made: CardDef, printed: Printed) -> CardDef:
    """With the colours of its indicator: a reader is told the cost, from which they do not follow."""
    if made.colors is not None or not (printed.color_indicator or (printed.colors and not printed.mana_cost)):
        return made
    words = printed.color_indicator or printed.colors or ()
    letters = {COLOR_WORDS.get(word.lower(), word) for word in words}
    return replace(made, colors="".join(c for c in "WUBRG" if c in letters))


def fingerprint(made: CardDef) -> str:
    """A digest of a definition; bodies count by their bytecode."""
    return hashlib.sha256(msgspec.json.encode(plain(made))).hexdigest()[:16]


__all__ = ["Reader", "Reading", "Readings", "Unread", "fingerprint", "read"]
