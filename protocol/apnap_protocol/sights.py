"""What a seat may see.

A *view* is a mapping from entry id to entry. Each entry is a small JSON object whose member `is` tells
which of the types below it has. Entry ids and object ids are opaque to a client: an object's id changes
whenever it changes zones, and tells nothing about a hidden card.

A *patch* is the difference of two views of the same viewer: entries set anew and entries gone. The
*digest* of a view is the sum modulo 2^32 of the CRC-32 of each entry's id followed by its canonical JSON
(members sorted, no spaces, UTF-8), so either side can keep it by adding and subtracting.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from zlib import crc32

import msgspec
import orjson
from msgspec import Meta

Entry = Annotated[dict[str, Any], Meta(title="Sight")]
"""One entry of a view, of a type below; the generated types name it so."""
View = dict[str, Entry]


class Sight(msgspec.Struct, frozen=True, tag_field="is", omit_defaults=True, forbid_unknown_fields=True):
    """What every entry of a view has in common: the member `is`."""


class GameSight(Sight, frozen=True, tag="game"):
    """The game as a whole, what seldom changes of it: entry `game`."""

    edition: str
    format: str
    order: tuple[int, ...] = ()
    """Seats still in the game, in turn order."""
    words: dict[str, str] = {}
    """What the edition calls `battlefield`, `exile`, `cast` and `state-based actions`, where not so."""


class TableSight(Sight, frozen=True, tag="table"):
    """Where the game is: entry `table`."""

    turn: int = 0
    active: tuple[int, ...] = ()
    """Seats whose turn it is (several where a team shares its turn)."""
    step: str = ""
    waiting: tuple[int, ...] = ()
    """Seats that the table waits for. Nothing else of an open request is told to the others."""
    monarch: int | None = None
    day: str = ""
    over: bool = False
    winners: tuple[int, ...] = ()
    draw: bool = False


class SeatSight(Sight, frozen=True, tag="seat"):
    """A player: entry `seat:N`."""

    seat: int
    name: str
    team: int = 0
    life: int = 0
    poison: int = 0
    counters: dict[str, int] = {}
    mana: dict[str, int] = {}
    """What floats, by its letter: with `s` mana of a snow source, with `*` what may be spent on some things only."""
    hand: int = 0
    library: int = 0
    schemes: int = 0
    """The cards in the scheme deck."""
    lands_played: int = 0
    lost: bool = False
    left: bool = False
    won: bool = False
    commander_damage: dict[str, int] = {}
    """Combat damage taken from each commander, by the commander's owner's seat and its name: `2:Atraxa`."""
    commander_casts: dict[str, int] = {}
    """How often each of this player's commanders was cast from the command zone, named in the same way."""


class ZoneSight(Sight, frozen=True, tag="zone"):
    """An ordered zone: entry `stack`, `graveyard:N`, `exile`, `hand:N` ... First is top, or oldest."""

    zone: str
    objects: tuple[str, ...]
    seat: int | None = None


class ObjectSight(Sight, frozen=True, tag="object"):
    """A card, token, copy, spell or ability that this viewer may see; the entry id is the object's id.

    What the viewer may not know is absent: a face-down permanent has no name for the others.
    """

    zone: str
    owner: int
    controller: int
    kind: str = "card"
    """`card`, `token`, `copy` (of a spell), `ability` (on the stack), `emblem`."""
    name: str = ""
    cost: str = ""
    colors: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    damage: int = 0
    tapped: bool = False
    face_down: bool = False
    phased_out: bool = False
    sick: bool = False
    """Came under its controller's control since that player's turn began (302.6)."""
    counters: dict[str, int] = {}
    attached: str = ""
    attacking: str = ""
    """What it attacks: `seat:N` or an object id."""
    blocking: tuple[str, ...] = ()
    blocked: bool = False
    source: str = ""
    """For an ability on the stack: the object it comes from, which may have left the view since."""
    ability: str = ""
    """For an ability on the stack: which one it is, the same for all that have it; what `yields` and `answers` name."""
    targets: tuple[str, ...] = ()
    x: int | None = None
    modes: tuple[int, ...] = ()
    kicked: bool = False
    commander: bool = False
    """One of its owner's commanders."""


AnySight = GameSight | TableSight | SeatSight | ZoneSight | ObjectSight


def typed(entry: Mapping[str, Any]) -> AnySight:
    """The typed form of an entry; raises `msgspec.ValidationError` where it has none."""
    sight: AnySight = msgspec.convert(entry, AnySight)
    return sight


def mark(key: str, entry: Entry) -> int:
    """One entry's share of the digest."""
    return crc32(orjson.dumps(entry, option=orjson.OPT_SORT_KEYS), crc32(key.encode()))


def digest(view: Mapping[str, Entry]) -> int:
    """The digest of a whole view."""
    return sum(mark(key, entry) for key, entry in view.items()) % 2**32


class Patch(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a view changed: `set` holds whole entries, `gone` the ids of entries that are no more."""

    set: dict[str, Entry] = {}
    gone: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.set or self.gone)


def difference(old: Mapping[str, Entry], new: Mapping[str, Entry]) -> Patch:
    """The patch that turns `old` into `new`. Entries that are the same object are not compared."""
    changed = {key: entry for key, entry in new.items() if (before := old.get(key)) is not entry and before != entry}
    return Patch(set=changed, gone=tuple(sorted(key for key in old if key not in new)))


#: Marks of entries, by the entry's id and by which object it is: for views that share entries.
Marks = dict[tuple[str, int], int]


class Picture:
    """A view with its digest, kept up to date patch by patch."""

    def __init__(self, view: Mapping[str, Entry] | None = None) -> None:
        self.view: View = dict(view or {})
        self._marks = {key: mark(key, entry) for key, entry in self.view.items()}
        self.digest = sum(self._marks.values()) % 2**32

    def take(self, patch: Patch, marks: Marks | None = None) -> None:
        """Applies a patch; costs what changed, not the size of the view.

        `marks` is shared by those who take patches with the same entries in them, one after another; it is good as
        long as these entries are.
        """
        total = self.digest
        for key in patch.gone:
            self.view.pop(key, None)
            total -= self._marks.pop(key, 0)
        for key, entry in patch.set.items():
            new = mark(key, entry) if marks is None else _marked(key, entry, marks)
            total += new - self._marks.get(key, 0)
            self._marks[key] = new
            self.view[key] = entry
        self.digest = total % 2**32


def _marked(key: str, entry: Entry, marks: Marks) -> int:
    which = key, id(entry)
    known = marks.get(which)
    if known is None:
        known = marks[which] = mark(key, entry)
    return known


def patched(view: Mapping[str, Entry], patch: Patch) -> View:
    """`view` after `patch`."""
    after = {key: entry for key, entry in view.items() if key not in patch.gone}
    after.update(patch.set)
    return after
