"""The words of a text, and a place in them: every part of the grammar takes words from here.

A part that does not find its words raises `Stuck`, and `either` tries the next. All work is counted: a text that
asks for too much of it is refused whole, so reading takes time in proportion to the length of a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from .scope import Looks, Scope

T = TypeVar("T")

#: No printed card says more than a third of this.
MOST_CHARACTERS = 4000
#: So many looks at a word may be taken for each word of a card, and some to begin with; the card that needs most of
#: all that were ever printed takes 1900.
LOOKS_PER_WORD = 20
LOOKS_TO_BEGIN = 10_000

_WORD = re.compile(
    r"(?:\{[^{}\s]{1,7}\})+"  # symbols
    r"|[+-]?(?:\d{1,4}|X|\*)/[+-]?(?:\d{1,4}|X|\*)"  # 2/2, +1/+1, -X/-X
    r"|[+-](?:\d{1,4}|X)(?![\w/])"  # the loyalty of an ability
    r"|\d{1,4}(?![\w/])"
    r"|~"
    r"|'s\b|'(?!\w)"
    r"|[A-Za-z]+(?:-[A-Za-z]+)*(?:'(?!s\b)[a-z]+)?"
    r"|[.,:;•\"—\[\]]",
    re.ASCII,
)
_SPACE = re.compile(r"\s*")
CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-"})


class Stuck(Exception):
    """A part of the grammar does not find the words it needs here."""


class Unreadable(Exception):
    """The text is refused, whatever else might be tried."""


class Words:
    """The words of one line, the place in them, and what was spoken of so far."""

    __slots__ = ("at", "far", "looks", "low", "raw", "scope")

    def __init__(self, raw: list[str], scope: Scope) -> None:
        self.raw = raw
        self.low = [word.lower() for word in raw]
        self.at = 0
        self.far = 0
        self.looks = scope.looks or looks_for(len(raw))
        self.scope = scope

    # --- looking ----------------------------------------------------------------------------

    def word(self, ahead: int = 0) -> str:
        """A word in small letters; empty past the end."""
        self._look()
        at = self.at + ahead
        return self.low[at] if at < len(self.low) else ""

    def printed(self, ahead: int = 0) -> str:
        """A word as it is printed."""
        at = self.at + ahead
        return self.raw[at] if at < len(self.raw) else ""

    def sees(self, phrase: str) -> bool:
        """Whether these words stand here."""
        self._look()
        wanted = _split(phrase)
        return self.low[self.at : self.at + len(wanted)] == list(wanted)

    @property
    def done(self) -> bool:
        return self.at >= len(self.low)

    # --- taking -----------------------------------------------------------------------------

    def take(self, *phrases: str) -> bool:
        """Go past the first of these phrases that stands here."""
        for phrase in phrases:
            if self.sees(phrase):
                self.at += len(_split(phrase))
                return True
        return False

    def need(self, *phrases: str) -> None:
        """Go past one of these phrases."""
        if not self.take(*phrases):
            raise Stuck

    def full_stop(self) -> None:
        """Go past a full stop; one at the end of a quotation is enough."""
        if not self.take(".") and self.low[max(0, self.at - 2) : self.at] != [".", '"']:
            raise Stuck

    def next(self) -> str:
        """Go past one word, and give it in small letters."""
        word = self.word()
        if not word:
            raise Stuck
        self.at += 1
        return word

    def one_of(self, table: dict[str, T]) -> T:
        """Go past a word of a table, and give what it stands for."""
        word = self.word()
        if word not in table:
            raise Stuck
        self.at += 1
        return table[word]

    # --- trying -----------------------------------------------------------------------------

    def attempt(self, read: Callable[[Words], T]) -> T | None:
        """What a part of the grammar reads here; None, and nothing is taken, where it is stuck."""
        self._look()
        at, scope = self.at, self.scope
        try:
            return read(self)
        except Stuck:
            self.far = max(self.far, self.at)
            self.at, self.scope = at, scope
            return None

    def either(self, *reads: Callable[[Words], Any]) -> Any:
        """What the first of these reads that is not stuck."""
        for read in reads:
            found = self.attempt(read)
            if found is not None:
                return found
        raise Stuck

    def _look(self) -> None:
        self.looks.left -= 1
        if self.looks.left < 0:
            raise Unreadable("too much to try")


def looks_for(words: int) -> Looks:
    """The looks that so many words may take."""
    return Looks(LOOKS_TO_BEGIN + LOOKS_PER_WORD * words)


@lru_cache(maxsize=4096)
def _split(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.split(" "))


def lines_of(text: str, names: tuple[str, ...]) -> list[list[str]]:
    """A text as lines of words, without its reminders, its own names as "~"."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable("too long")
    plain = without_reminders(text.translate(CURLY).replace("--", "—"))
    if "~" in plain:
        raise Unreadable("a sign of our own")
    for name in names:
        plain = _named(plain, name.translate(CURLY))
    found = [words_of("•" + line[1:] if line[:2] == "* " else line) for line in plain.split("\n")]
    return [line for line in found if line]


def words_of(line: str) -> list[str]:
    """The words of a line; a character that no word has refuses the text."""
    words: list[str] = []
    at = _SPACE.match(line).end()  # type: ignore[union-attr]
    while at < len(line):
        match = _WORD.match(line, at)
        if match is None:
            raise Unreadable(f"no word: {line[at]!r}")
        words.append(match[0])
        at = _SPACE.match(line, match.end()).end()  # type: ignore[union-attr]
    return words


def without_reminders(text: str) -> str:
    """A text without what stands in brackets; brackets that do not match refuse it."""
    kept: list[str] = []
    inside = False
    for character in text:
        if character in "()":
            if inside == (character == "("):
                raise Unreadable("brackets do not match")
            inside = not inside
        elif not inside:
            kept.append(character)
        elif character == "\n":
            raise Unreadable("a bracket goes over a line")
    if inside:
        raise Unreadable("a bracket is not closed")
    return "".join(kept)


def _named(text: str, name: str) -> str:
    """A text in which a name, where it stands as words of its own, is "~"."""
    parts = text.split(name)
    out = parts[0]
    for part in parts[1:]:
        alone = not out[-1:].isalnum() and out[-1:] != "-" and not part[:1].isalnum() and part[:1] != "-"
        out += ("~" if alone else name) + part
    return out


def with_this(words: list[str], kinds: frozenset[str]) -> list[str]:
    """The words of a line with "this creature" as "~", where the card is of that kind.

    In a quotation "this" is whatever has the quoted ability, and the name of the card is not what it speaks of.
    """
    out: list[str] = []
    quoted = False
    at = 0
    while at < len(words):
        word = words[at]
        after = words[at + 1].lower() if at + 1 < len(words) else ""
        if word == '"':
            quoted = not quoted
        if word.lower() == "this" and after in (QUOTED_KINDS if quoted else kinds):
            out.append("~")
            at += 2
            continue
        out.append("@" if word == "~" and quoted else word)
        at += 1
    if quoted:
        raise Unreadable("a quotation is not closed")
    return out


#: What an ability in quotation marks may call what has it.
QUOTED_KINDS = frozenset(("creature", "land", "artifact", "enchantment", "permanent", "token", "equipment", "aura"))
