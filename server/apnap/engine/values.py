"""The engine's plain values: seats, ids, references, mana, types, counters.

Everything here is immutable and can be written to bytes. A *reference* (`Ref`) names what an effect can
act on with one integer: an object by its positive id, a player by `-(seat + 1)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NewType

from msgspec import Struct

Seat = NewType("Seat", int)
CardId = NewType("CardId", int)
Ref = NewType("Ref", int)
ObjId = NewType("ObjId", Ref)

NOBODY = Seat(-1)
NOTHING = ObjId(Ref(0))

Zone = Literal["library", "hand", "graveyard", "exile", "battlefield", "stack", "command", "schemes", "nowhere"]
SEAT_ZONES = ("library", "hand", "graveyard", "schemes")
HIDDEN_ZONES = ("library", "hand", "schemes")


def any_hidden(zones: Iterable[str]) -> bool:
    """Whether one of these zones is not for everybody to see."""
    return any(zone in HIDDEN_ZONES for zone in zones)


Plain = int | str | tuple["int | str | tuple[int | str | tuple[int | str, ...], ...]", ...]
Counters = tuple[tuple[str, int], ...]
#: What a tally makes of one event: a key and how much to add to it, several such, or nothing.
Counts = tuple[str, int] | tuple[tuple[str, int], ...] | None
Mana = tuple[tuple[str, int], ...]

COLORS = "WUBRG"
COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COLOR_NAMES = {letter: word for word, letter in COLOR_WORDS.items()}
BASIC_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}

#: A game number never grows past this; an event says when the limit was reached (decision 23).
NUMBER_LIMIT = 10**15


def player(seat: Seat) -> Ref:
    """The reference to the player in `seat`."""
    return Ref(-(seat + 1))


def is_player(ref: Ref | ObjId | int) -> bool:
    """Whether a reference names a player and not an object."""
    return ref < 0


def seat_of(ref: Ref) -> Seat:
    """The seat that a player reference names."""
    return Seat(-ref - 1)


def zone_key(zone: Zone, seat: Seat) -> str:
    """The key of a zone in a state: `hand:2` for a seat's own zone, `exile` for a shared one."""
    return f"{zone}:{seat}" if zone in SEAT_ZONES else zone


class MalformedCard(ValueError):
    """A definition that cannot be played; the message names the card, the part and the reason."""


# --- mana ---------------------------------------------------------------------------------------

_SYMBOL = re.compile(r"\{([^{}]+)\}")
_KNOWN = re.compile(r"^(\d+|[WUBRGCXS]|[WUBRG]/[WUBRG]|[2C]/[WUBRG]|[WUBRG]/P|[WUBRG]/[WUBRG]/P)$")

Cost = tuple[str, ...]


def parse_cost(text: str) -> Cost:
    """Read "{2}{B}{B}" into its symbols; raises `MalformedCard` naming an unknown one."""
    symbols = tuple(_SYMBOL.findall(text))
    if "".join(f"{{{s}}}" for s in symbols) != text.replace(" ", ""):
        raise MalformedCard(f'cost "{text}": expected symbols in braces')
    for symbol in symbols:
        if not _KNOWN.match(symbol):
            raise MalformedCard(f'cost "{text}": unknown symbol {{{symbol}}}')
    return symbols


def show_cost(cost: Cost) -> str:
    return "".join(f"{{{s}}}" for s in cost)


def mana_value(cost: Cost, x: int = 0) -> int:
    """The mana value of a cost (202.3); `x` is the value of each X on the stack, 0 elsewhere."""
    return sum(_symbol_value(s, x) for s in cost)


def _symbol_value(symbol: str, x: int) -> int:
    if symbol.isdigit():
        return int(symbol)
    if symbol == "X":
        return x
    return 2 if symbol.startswith("2/") else 1


def colors_of(cost: Cost) -> str:
    """The colours of a mana cost, in the order WUBRG."""
    seen = {letter for symbol in cost for letter in symbol.split("/")}
    return "".join(c for c in COLORS if c in seen)


def sort_colors(letters: str) -> str:
    return "".join(c for c in COLORS if c in letters)


def add_mana(pool: Mana, more: Mana) -> Mana:
    amounts = dict(pool)
    for symbol, n in more:
        amounts[symbol] = amounts.get(symbol, 0) + n
    return tuple((s, amounts[s]) for s in sorted(amounts) if amounts[s] > 0)


def take_mana(pool: Mana, less: Mana) -> Mana:
    return add_mana(pool, tuple((s, -n) for s, n in less))


# A kind of mana is a letter of WUBRGC; then "s" where something snow made it (107.4h); and after "|" the path of
# what alone it may be spent on (106.6).


def kind_of_mana(letter: str, *, snow: bool = False, only: str = "") -> str:
    return letter + ("s" if snow else "") + (f"|{only}" if only else "")


def letter_of(kind: str) -> str:
    """The type of a kind of mana (106.1b)."""
    return kind[:1]


def is_snow(kind: str) -> bool:
    return kind[1:2] == "s"


def restriction_of(kind: str) -> str:
    """The path of what alone a kind of mana may be spent on; empty where it may be spent on everything."""
    return kind.partition("|")[2]


def pays_for(kind: str, letters: str) -> bool:
    """Whether a kind of mana pays for a symbol that accepts these letters; S is any mana of a snow source."""
    return kind[:1] in letters or ("S" in letters and is_snow(kind))


def shown_mana(mana: Mana) -> dict[str, int]:
    """Mana as everybody sees it: its letter, "s" for snow, "*" where it may be spent on some things only."""
    shown: dict[str, int] = {}
    for kind, n in mana:
        name = letter_of(kind) + ("s" if is_snow(kind) else "") + ("*" if restriction_of(kind) else "")
        shown[name] = shown.get(name, 0) + n
    return shown


def by_letter(mana: Mana) -> Mana:
    """Mana by its type alone."""
    return add_mana((), tuple((letter_of(kind), n) for kind, n in mana))


def mana_total(pool: Mana) -> int:
    return sum(n for _, n in pool)


def parse_mana(text: str) -> Mana:
    """Read mana such as "{R}{R}{C}" into amounts by symbol."""
    pool: Mana = ()
    for symbol in parse_cost(text):
        pool = add_mana(pool, (("C", int(symbol)),) if symbol.isdigit() else ((symbol, 1),))
    return pool


# --- counters -----------------------------------------------------------------------------------


def count_of(counters: Counters, kind: str) -> int:
    for name, n in counters:
        if name == kind:
            return n
    return 0


def with_counters(counters: Counters, kind: str, change: int) -> Counters:
    """The counters after adding `change` (it may be negative) of one kind; never below none."""
    amounts = dict(counters)
    amounts[kind] = amounts.get(kind, 0) + change
    return tuple((k, n) for k, n in sorted(amounts.items()) if n > 0)


# --- types --------------------------------------------------------------------------------------

SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")
CARD_TYPES = (
    "Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land", "Planeswalker",
    "Scheme", "Sorcery",
)  # fmt: skip
PERMANENT_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")

LAND_TYPES = (
    *BASIC_TYPES, "Cave", "Cloud", "Desert", "Gate", "Lair", "Locus", "Mine", "Planet", "Power-Plant", "Sphere",
    "Tower", "Town", "Urza's",
)  # fmt: skip
ARTIFACT_TYPES = (
    "Attraction", "Blood", "Bobblehead", "Book", "Clue", "Contraption", "Equipment", "Food", "Fortification", "Gold",
    "Incubator", "Infinity", "Junk", "Lander", "Map", "Mutagen", "Powerstone", "Spacecraft", "Stone", "Treasure",
    "Vehicle", "Vibranium",
)  # fmt: skip
ENCHANTMENT_TYPES = (
    "Aura",
    "Background",
    "Cartouche",
    "Case",
    "Class",
    "Curse",
    "Plan",
    "Role",
    "Room",
    "Rune",
    "Saga",
    "Shard",
    "Shrine",
)
PLANESWALKER_TYPES = (
    "Ajani", "Aminatou", "Angrath", "Arlinn", "Ashiok", "Bahamut", "Basri", "Bolas", "Calix", "Chandra", "Comet",
    "Dack", "Dakkon", "Daretti", "Davriel", "Dellian", "Dihada", "Domri", "Dovin", "Ellywick", "Elminster", "Elspeth",
    "Estrid", "Freyalise", "Garruk", "Gideon", "Grist", "Guff", "Huatli", "Jace", "Jared", "Jaya", "Jeska", "Kaito",
    "Karn", "Kasmina", "Kaya", "Kiora", "Koth", "Liliana", "Lolth", "Lukka", "Minsc", "Mordenkainen", "Nahiri",
    "Narset", "Niko", "Nissa", "Nixilis", "Oko", "Quintorius", "Ral", "Rowan", "Saheeli", "Samut", "Sarkhan", "Serra",
    "Sivitri", "Sorin", "Szat", "Tamiyo", "Tasha", "Teferi", "Teyo", "Tezzeret", "Tibalt", "Tyvar", "Ugin", "Urza",
    "Venser", "Vivien", "Vraska", "Vronos", "Will", "Windgrace", "Wrenn", "Xenagos", "Yanggu", "Yanling", "Zariel",
)  # fmt: skip
SPELL_TYPES = ("Adventure", "Arcane", "Chorus", "Lesson", "Omen", "Trap")
BATTLE_TYPES = ("Siege",)


def giver(path: str) -> str:
    """What gives an ability that the rules themselves have and that has no source (725.2): "monarch"."""
    return path.removeprefix("always:").partition(":")[0]


def subtype_kind(subtype: str) -> str:
    """The card type that a subtype belongs to (205.3); what is in no other list is a creature type."""
    for kind, subtypes in (
        ("Land", LAND_TYPES),
        ("Artifact", ARTIFACT_TYPES),
        ("Enchantment", ENCHANTMENT_TYPES),
        ("Planeswalker", PLANESWALKER_TYPES),
        ("Instant", SPELL_TYPES),
        ("Battle", BATTLE_TYPES),
    ):
        if subtype in subtypes:
            return kind
    return "Creature"


def subtype_fits(subtype: str, types: tuple[str, ...]) -> bool:
    """Whether an object with these card types can have a subtype (205.3d)."""
    kind = subtype_kind(subtype)
    if kind == "Creature":
        return "Creature" in types or "Kindred" in types
    return kind in types or (kind == "Instant" and "Sorcery" in types)


class TypeLine(Struct, frozen=True, gc=False):
    """What stands left and right of the dash on a type line."""

    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()


def parse_types(text: str) -> TypeLine:
    """Read "Legendary Creature — Zombie Knight"; raises `MalformedCard` for an unknown type."""
    left, _, right = text.replace(" - ", " — ").partition(" — ")
    supertypes: list[str] = []
    types: list[str] = []
    for word in left.split():
        if word in SUPERTYPES:
            supertypes.append(word)
        elif word in CARD_TYPES:
            types.append(word)
        else:
            raise MalformedCard(f'type "{text}": unknown type {word}')
    if not types:
        raise MalformedCard(f'type "{text}": expected a card type')
    return TypeLine(tuple(supertypes), tuple(types), tuple(right.split()))
