"""Files of card data: what users have of the cards that are printed, as the common public dumps have it.

A file is a line of JSON for each card, or one JSON array of them. Opening it looks at every card once and keeps
where each one stands, not what it says: a card is read from the file when somebody first names it. The file's
digest is what a game that is begun with it remembers.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple
from zlib import crc32

import msgspec
from msgspec import Meta, Raw, Struct

#: What a file may have at the most; a greater one is refused when it is opened.
FILE_BYTES = 1 << 30
CARD_BYTES = 256 * 1024
MOST_CARDS = 1_000_000
NAME_CHARS = 256
#: Longer texts are refused card by card: nothing that is printed comes near.
TEXT_CHARS = 8_000
#: Layouts of what is printed like a card and can be in no deck.
NO_CARDS = ("token", "double_faced_token", "emblem", "art_series")
#: What parts the names of a card's faces.
FACES = " // "

_MARK = b"\xef\xbb\xbf"
_BYTE = re.compile(r"\(byte (\d+)\)")

Number = str | int | float | None


class Printed(Struct, frozen=True):
    """A card as a file has it. What else the file says of it is not looked at."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME_CHARS)]
    mana_cost: str | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    power: Number = None
    toughness: Number = None
    loyalty: Number = None
    layout: str = ""
    colors: tuple[str, ...] | None = None
    color_indicator: tuple[str, ...] | None = None
    faces: tuple[Raw, ...] | None = None
    card_faces: tuple[Raw, ...] | None = None

    @property
    def pt(self) -> str:
        """Power and toughness, such as "2/3"; empty where it has none."""
        return "" if self.power is None or self.toughness is None else f"{self.power}/{self.toughness}"

    @property
    def has_faces(self) -> bool:
        """Whether it has more than one."""
        return FACES in self.name or len(self.faces or self.card_faces or ()) > 1


class MalformedFile(ValueError):
    """A file that is no file of cards; the message names the file, the line and what was expected."""


class FrozenFile(Struct, frozen=True):
    """A file as a game began with it: its name, for people, and the digest of what it says."""

    name: str
    fingerprint: str


class Changed(Exception):
    """The file says something else than when it was opened."""


class _Place(NamedTuple):
    """Where a card stands in its file, and a check of what it says there."""

    begin: int
    length: int
    check: int


_decode = msgspec.json.Decoder(Printed).decode


class CardFile:
    """A file of cards, opened: which names it has, and each card when it is asked for.

    Of several cards of one name the first counts. Raises `MalformedFile`, or `OSError`.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, path.name
        #: How many cards have a name that stood in the file before, and how many entries are tokens and the like.
        self.repeated = self.passed_over = 0
        self._places: dict[str, _Place] = {}
        # kept open: a file that is put in its place is another one
        self._file = os.open(path, os.O_RDONLY)
        try:
            self.fingerprint = self._index()
        except BaseException:
            os.close(self._file)
            raise
        #: Names by which decks call a card that has more than one face: those of the first.
        self._fronts = {n.partition(FACES)[0]: n for n in self._places if FACES in n}

    def __del__(self) -> None:
        if getattr(self, "fingerprint", ""):
            os.close(self._file)

    @property
    def frozen(self) -> FrozenFile:
        """What a game that is begun with it remembers."""
        return FrozenFile(self.name, self.fingerprint)

    @property
    def names(self) -> Sequence[str]:
        """The names of its cards, in the order of the file."""
        return tuple(self._places)

    def __contains__(self, name: str) -> bool:
        return name in self._places or name in self._fronts

    def card(self, name: str) -> Printed | None:
        """The card of a name, or of one whose first face has it; raises `Changed` where the file has."""
        place = self._places.get(name) or self._places.get(self._fronts.get(name, ""))
        if place is None:
            return None
        said = os.pread(self._file, place.length, place.begin)
        if crc32(said) != place.check:
            raise Changed(f"{self.name} says something else than when it was opened")
        return _decode(said)

    # --- the index ------------------------------------------------------------------------------------

    def _index(self) -> str:
        """Notes where each card stands; gives the digest of the whole."""
        size = os.fstat(self._file).st_size
        if size > FILE_BYTES:
            raise MalformedFile(f"{self.name}: expected at most {FILE_BYTES} bytes, got {size}")
        digest = hashlib.sha256()
        head = os.pread(self._file, 64, 0).removeprefix(_MARK).lstrip()
        for line, begin, said in self._array(digest) if head.startswith(b"[") else self._lines(digest):
            self._note(line, begin, said)
        if not self._places:
            raise MalformedFile(f"{self.name}: expected cards, as lines of JSON or one array; there is none in it")
        return digest.hexdigest()[:16]

    def _note(self, line: int, begin: int, said: bytes) -> None:
        if len(said) > CARD_BYTES:
            raise self._malformed(line, f"expected at most {CARD_BYTES} bytes for a card")
        try:
            card = _decode(said)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._malformed(line, f"expected a card as a JSON object: {error}") from error
        if any(c < " " for c in card.name):
            raise self._malformed(line, "expected a name without control characters")
        if card.layout in NO_CARDS:
            self.passed_over += 1
        elif card.name in self._places:
            self.repeated += 1
        elif len(self._places) >= MOST_CARDS:
            raise self._malformed(line, f"expected at most {MOST_CARDS} cards")
        else:
            self._places[card.name] = _Place(begin, len(said), crc32(said))

    def _lines(self, digest: hashlib._Hash) -> Iterator[tuple[int, int, bytes]]:
        """Line number, place and text of each card in a file of lines."""
        begin, number = 0, 0
        with open(self._file, "rb", closefd=False) as file:
            # a line without end is not taken into memory whole: what has come of it is too long already
            while said := file.readline(CARD_BYTES + 3):
                digest.update(said)
                if (number := number + 1) == 1 and said.startswith(_MARK):
                    begin, said = len(_MARK), said.removeprefix(_MARK)
                if said.strip():
                    yield number, begin, said.rstrip(b"\r\n")
                begin += len(said)

    def _array(self, digest: hashlib._Hash) -> Iterator[tuple[int, int, bytes]]:
        """Line number, place and text of each card in one array."""
        with open(self._file, "rb", closefd=False) as file:
            whole = file.read()
        digest.update(whole)
        skipped = len(_MARK) if whole.startswith(_MARK) else 0
        try:
            cards = msgspec.json.decode(memoryview(whole)[skipped:], type=list[Raw])
        except RecursionError as error:
            raise MalformedFile(f"{self.name}: expected an array of cards: {error}") from error
        except msgspec.DecodeError as error:
            at = _BYTE.search(str(error))  # what ends too soon has no place but the end
            line = 1 + whole.count(b"\n", 0, skipped + int(at[1]) if at else len(whole))
            raise self._malformed(line, f"expected an array of cards: {error}") from error
        begin, line = skipped, 1
        for card in cards:
            said = bytes(card)
            # between two cards stand a comma and spaces alone, so the next place where it stands is its own
            at_least, begin = begin, whole.index(said, begin)
            line += whole.count(b"\n", at_least, begin)
            yield line, begin, said
            line += said.count(b"\n")
            begin += len(said)

    def _malformed(self, line: int, reason: str) -> MalformedFile:
        return MalformedFile(f"{self.name}, line {line}: {reason}")


class CardFiles:
    """Several files of cards; of two that have a card, the first counts."""

    def __init__(self, files: Sequence[CardFile] = ()) -> None:
        #: Files that say the same are one, wherever they lie.
        self.files = tuple(f for n, f in enumerate(files) if f.fingerprint not in {g.fingerprint for g in files[:n]})

    @classmethod
    def opened(cls, paths: Sequence[Path | str]) -> CardFiles:
        """The files at these paths; raises `MalformedFile`, also where one cannot be opened."""
        files = []
        for path in map(Path, paths):
            try:
                files.append(CardFile(path))
            except OSError as error:
                raise MalformedFile(f"{path}: {error.strerror or error}") from error
        return cls(files)

    @property
    def paths(self) -> tuple[str, ...]:
        """Where they lie, for another process that is to open the same."""
        return tuple(str(file.path) for file in self.files)

    @property
    def frozen(self) -> tuple[FrozenFile, ...]:
        """What a game that is begun with them remembers."""
        return tuple(file.frozen for file in self.files)

    def only(self, fingerprints: Sequence[str]) -> CardFiles:
        """Those files of these fingerprints that are there, in this order."""
        there = {file.fingerprint: file for file in self.files}
        return CardFiles([there[print_] for print_ in fingerprints if print_ in there])

    def file_of(self, name: str) -> CardFile | None:
        """The file that has a card."""
        return next((file for file in self.files if name in file), None)


__all__ = ["CardFile", "CardFiles", "Changed", "FrozenFile", "MalformedFile", "Printed"]
