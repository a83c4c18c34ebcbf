"""A scenario as values: the position, what the players do, what must be true. See docs/scenarios.md."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Names = tuple[str, ...]

STEPS = (
    "untap", "upkeep", "draw", "main1", "begin-combat", "declare-attackers", "declare-blockers",
    "first-strike-damage", "combat-damage", "end-of-combat", "main2", "end", "cleanup",
)  # fmt: skip
FORMATS = ("duel", "free-for-all", "two-headed-giant", "commander", "archenemy")
TEAM_FORMATS = ("two-headed-giant", "archenemy")
ZONES = ("hand", "library", "graveyard", "exile", "command", "schemes", "battlefield")
KINDS = (
    "priority", "choose", "order", "divide", "number", "yes-no", "attackers", "blockers", "mulligan",
)  # fmt: skip
SPECIALS = ("turn-face-up", "suspend", "end-effect", "ignore-effect", "discard")


# --- the position -------------------------------------------------------------------------------


class Entry(Struct, frozen=True, kw_only=True):
    """A card (or `count` equal cards) in a zone at the beginning."""

    card: str
    count: int = 1
    label: str = ""
    counters: tuple[tuple[str, int], ...] = ()
    tapped: bool = False
    sick: bool = False
    damage: int = 0
    attached: str = ""
    face_down: bool = False
    owner: str = ""
    token: bool = False
    phased_out: bool = False
    suspended: int = 0
    commander: bool = False
    loyalty: int | None = None
    casts: int = 0
    chosen: str = ""
    exiled_by: str = ""


class SeatPart(Struct, frozen=True, kw_only=True):
    """A seat at the beginning; `zones` are in the order in which they are written."""

    name: str
    life: int | None = None
    poison: int | None = None
    mana: tuple[tuple[str, int], ...] = ()
    lands_played: int = 0
    zones: tuple[tuple[str, tuple[Entry, ...]], ...] = ()

    def zone(self, name: str) -> tuple[Entry, ...] | None:
        return next((entries for zone, entries in self.zones if zone == name), None)


class LocalCard(Struct, frozen=True, kw_only=True):
    """A card that the file itself defines."""

    name: str
    type: str
    cost: str = ""
    pt: str = ""
    loyalty: int | None = None
    text: str = ""


# --- play ---------------------------------------------------------------------------------------


class Item(Struct, frozen=True, kw_only=True):
    """One item of `play`; `refused` says that it must be illegal (`cite` says why)."""

    number: int
    refused: bool = False
    cite: str = ""


class Options(Struct, frozen=True, kw_only=True):
    """What is chosen in advance for a spell or an ability; None where the file leaves it open."""

    targets: Names | None = None
    x: int | None = None
    modes: tuple[int, ...] | None = None
    kicked: bool | int | None = None
    alternative: str | None = None
    divided: tuple[tuple[str, int], ...] | None = None
    sacrifice: Names | None = None
    discard: Names | None = None
    exile: Names | None = None
    tap: Names | None = None
    pay_life: int | None = None


class CastSpell(Item, frozen=True, kw_only=True):
    seat: str
    card: str
    zone: str = ""
    whose: str = ""
    options: Options = Options()


class Activate(Item, frozen=True, kw_only=True):
    seat: str
    object: str
    ability: int | None = None
    whose: str = ""
    options: Options = Options()


class PlayLand(Item, frozen=True, kw_only=True):
    seat: str
    card: str
    zone: str = ""
    whose: str = ""


class Special(Item, frozen=True, kw_only=True):
    seat: str
    word: str
    object: str
    whose: str = ""
    options: Options = Options()


class DeclareAttack(Item, frozen=True, kw_only=True):
    seat: str
    attacks: tuple[tuple[str, str], ...]
    whose: str = ""


class DeclareBlock(Item, frozen=True, kw_only=True):
    seat: str
    blocks: tuple[tuple[str, Names], ...]
    whose: str = ""


class Pass(Item, frozen=True, kw_only=True):
    """`who` is a seat, `all` or `resolve`."""

    who: str


class Go(Item, frozen=True, kw_only=True):
    step: str
    of: str = ""


class AnswerItem(Item, frozen=True, kw_only=True):
    """`value` is a flag, a number, names, or (with `form`) the parts of a division or an order."""

    seat: str
    form: str  # flag, number, names, divide, order
    flag: bool = False
    number_value: int = 0
    names: Names = ()
    amounts: tuple[tuple[str, int], ...] = ()
    optional: bool = False


class Concede(Item, frozen=True, kw_only=True):
    seat: str


class LabelItem(Item, frozen=True, kw_only=True):
    names: tuple[tuple[str, Names], ...]


class Expect(Item, frozen=True, kw_only=True):
    """Each claim is a key of the table and its value, checked and in one edition."""

    claims: tuple[tuple[str, Any], ...]


AnyItem = (
    CastSpell | Activate | PlayLand | Special | DeclareAttack | DeclareBlock | Pass | Go | AnswerItem
    | Concede | LabelItem | Expect
)  # fmt: skip


# --- the whole ----------------------------------------------------------------------------------


class Scenario(Struct, frozen=True, kw_only=True):
    """One scenario under one edition."""

    path: str
    title: str
    edition: str
    seats: tuple[SeatPart, ...]
    play: tuple[AnyItem, ...]
    formats: tuple[str, ...]
    cites: Names = ()
    teams: tuple[Names, ...] = ()
    free_mana: bool = False
    seed: int = 1
    turn_of: str = ""
    step: str = "main1"
    cards: tuple[LocalCard, ...] = ()
    monarch: str = ""
    commander_damage: tuple[tuple[str, str, int], ...] = ()
    of_several: bool = False

    @property
    def seat_names(self) -> Names:
        return tuple(s.name for s in self.seats)
