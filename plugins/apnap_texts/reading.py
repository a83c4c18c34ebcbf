"""The plugin: a reader of rules text. All or nothing: a text of which a word is not understood gives no card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from apnap.cardkit import SAGA, CardDef, MalformedCard, card, hookimpl

from . import lines as of_lines
from . import sizes
from .lines import Circumstances, Line
from .prices import UNPLAYED
from .spelling import spell_of
from .tallies import ALL
from .vocabulary import SUBTYPES
from .words import CURLY, Stuck, Unreadable, Words, lines_of, looks_for, with_this

api_version = 1

#: Types whose cards are read.
READ_TYPES = frozenset(
    "Legendary Basic Snow World Kindred Tribal Artifact Creature Enchantment Instant Land Planeswalker Sorcery".split()
)


@hookimpl
def apnap_text_readers() -> list[Callable[..., CardDef | None]]:
    return [read_card]


@hookimpl
def apnap_tallies() -> list[Any]:
    return ALL


def read_card(
    name: str, cost: str | None, type: str, pt: str | None = None, loyalty: Any = None, text: str | None = None
) -> CardDef | None:
    """A card by its printed parts; None where anything of it is not understood."""
    try:
        return _card(name, cost or "", type, pt or "", loyalty, text or "")
    except (Stuck, Unreadable, MalformedCard, RecursionError):
        return None


def _card(name: str, cost: str, type: str, size: str, start: Any, text: str) -> CardDef:
    before, _, after = type.partition("—")
    types, subtypes = before.split(), after.split()
    if not name or not types or not READ_TYPES.issuperset(types):
        raise Unreadable("a type that is not read")
    if "Legendary" in types and _is_spell(types):
        raise Unreadable("the rules say when it may be cast, and that is not told")
    if _may_be_colored_otherwise(types, cost):
        raise Unreadable("its colours may be those of an indicator, which is not told")
    if any(symbol in cost for symbol in UNPLAYED):
        raise Unreadable("a cost that is not played")
    if _is_spell(types) and not text.strip():
        raise Unreadable("a spell whose text the file does not have")
    found = _lines(name, types, subtypes, text)
    about = _circumstances(name, types, subtypes, cost, found)
    if _is_named_as_words(name, types, subtypes, text, about):
        raise Unreadable("its name may be words of the text")
    parts, found = sizes.stats(size, found, about)
    if start is not None and start != "":
        parts.append(sizes.start_of(start))
    if about.saga:
        parts.append(SAGA)
    if about.permanent:
        parts += [part for line in found for part in of_lines.ability(line, about)]
    else:
        parts += _spell_parts(found, about)
    return card(name, cost or None, type, *parts)


def _may_be_colored_otherwise(types: list[str], cost: str) -> bool:
    """A card that costs {0} may have a colour indicator, unless it is an artifact. Of one without a cost, who reads
    it from a file sets the colours from there."""
    return cost == "{0}" and "Artifact" not in types


def _lines(name: str, types: list[str], subtypes: list[str], text: str) -> list[Line]:
    kinds = _kinds(types, subtypes)
    return of_lines.lines([with_this(words, kinds) for words in lines_of(text, names_of(name, types))])


def _kinds(types: list[str], subtypes: list[str]) -> frozenset[str]:
    """What the card may call itself after "this"."""
    kinds = frozenset(word.lower() for word in (*types, *subtypes)) | {"spell", "card"}
    return kinds if _is_spell(types) else kinds | {"permanent"}


def _is_named_as_words(name: str, types: list[str], subtypes: list[str], text: str, about: Circumstances) -> bool:
    """Whether a line where its name stands is understood as well with the words of the name being just words."""
    names = names_of(name, types)
    if not any(n.translate(CURLY) in text.translate(CURLY) for n in names):
        return False
    kinds = _kinds(types, subtypes)
    by_name = lines_of(text, names)
    try:
        by_words = lines_of(text, ())
    except Unreadable:
        return False  # the name has signs that no word has
    if len(by_name) != len(by_words):
        return True
    return any(
        named != words and _is_understood(with_this(words, kinds), about)
        for named, words in zip(by_name, by_words, strict=True)
    )


def _is_understood(words: list[str], about: Circumstances) -> bool:
    if words[0] == "•":
        words = words[1:]
    return _stuck_at(Line(words), about) is None


def _is_spell(types: list[str]) -> bool:
    return "Instant" in types or "Sorcery" in types


def _circumstances(
    name: str, types: list[str], subtypes: list[str], cost: str, found: list[Line] | None = None
) -> Circumstances:
    return Circumstances(
        permanent=not _is_spell(types), name=name, planeswalker="Planeswalker" in types, saga="Saga" in subtypes,
        x="{X}" in cost,
        linked=any(_speaks_of_the_exiled(line) for line in found or ()),
        entwined=_is_entwined(found or ()),
        sacrifices=any(_sacrifices(line) for line in found or ()),
        looks=looks_for(sum(len(words) for line in found or () for words in (line.words, *line.modes))),
    )  # fmt: skip


def _is_entwined(found: Sequence[Line]) -> bool:
    """Whether entwine is the one optional cost."""
    begun = [line.words[0].lower() for line in found]
    optional = [word for word in begun if word in ("entwine", "kicker", "multikicker", "buyback")]
    if "entwine" in optional and len(optional) > 1:
        raise Unreadable("entwined and kicked")
    return "entwine" in optional


def _speaks_of_the_exiled(line: Line) -> bool:
    return "the exiled card" in " ".join(line.words).lower()


def _sacrifices(line: Line) -> bool:
    words = [word.lower() for word in line.words]
    return words[:6] == "as an additional cost to cast".split() and "sacrifice" in words


def _spell_parts(found: list[Line], about: Circumstances) -> list[Any]:
    """What a spell does, where its first such line stands, and its other abilities."""
    parts: list[Any] = []
    does: list[Line] = []
    at = -1
    for line in found:
        try:
            parts += of_lines.ability(line, about)
        except Stuck:
            at = len(parts) if at < 0 else at
            does.append(line)
    if does:
        parts.insert(at, spell_of(does, about))
    return parts


def names_of(name: str, types: list[str]) -> tuple[str, ...]:
    """What a card may call itself: its name, and of a legend the beginning of its name, longest first."""
    found = [name]
    if "Legendary" in types or "Planeswalker" in types:
        found += [name.split(mark)[0] for mark in (",", " of ", " the ", " ") if mark in name]
    usable = [n for n in dict.fromkeys(found) if n == name or (len(n) > 2 and n not in SUBTYPES and n != "The")]
    return tuple(sorted(usable, key=len, reverse=True))


def unread_lines(name: str, cost: str, type: str, text: str) -> list[tuple[list[str], int]]:
    """The lines of a text that are not understood by themselves, each with the number of the word where the
    longest attempt ended, for those who extend the grammar."""
    types, subtypes = type.partition("—")[0].split(), type.partition("—")[2].split()
    try:
        lines = _lines(name, types, subtypes, text)
    except Unreadable as error:
        return [([str(error)], 0)]
    about = _circumstances(name, types, subtypes, cost, lines)
    found = [(line, _stuck_at(line, about)) for line in lines]
    return [(line.words, at) for line, at in found if at is not None]


def _stuck_at(line: Line, about: Circumstances) -> int | None:
    w = Words(of_lines.plain(line.words), about.scope())
    try:
        of_lines.read_line(w, line, about)
        return None
    except (Stuck, Unreadable, MalformedCard, RecursionError):
        if about.permanent:
            return w.far
    try:
        spell_of([line], about, w)
        return None
    except (Stuck, Unreadable, MalformedCard, RecursionError):
        return max(w.far, w.at)
