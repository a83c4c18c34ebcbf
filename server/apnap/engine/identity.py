"""The colour identity of a card (903.4): the colours of its mana symbols, of itself and of its land types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .abilities import Keyword
from .cost_parts import Costs
from .values import BASIC_TYPES, COLORS, Mana, Seat, add_mana, letter_of

if TYPE_CHECKING:
    from .book import Book
    from .look import Look


def identity_of(book: Book, path: str) -> str:
    """A card's colour identity: mana symbols in its cost and text, colours, basic land types."""
    card = book.at(path)
    if card.identity is not None:
        return str(card.identity)
    printed = book.printed(path)
    letters = printed.colors + "".join(BASIC_TYPES[t] for t in printed.subtypes if t in BASIC_TYPES)
    letters += _symbols(card.abilities) + "".join(card.cost)
    return "".join(c for c in "WUBRG" if c in letters)


def within_identity(look: Look, seat: Seat, mana: Mana) -> Mana:
    """The mana with what is of no colour of a seat's commanders as colourless mana."""
    own = look.commanders_identity(seat)
    within: Mana = ()
    for kind, n in mana:
        letter = letter_of(kind)
        within = add_mana(within, ((kind if letter in own or letter not in COLORS else "C" + kind[1:], n),))
    return within


def _symbols(value: Any) -> str:
    """The mana symbols in costs and mana nested anywhere in a definition."""
    if isinstance(value, Costs):
        return "".join(value.mana)
    if isinstance(value, Keyword):
        return _symbols(value.costs)
    if isinstance(value, Struct):
        letters = ""
        if hasattr(value, "identity_symbols"):
            letters += value.identity_symbols
        return letters + "".join(_symbols(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, tuple):
        return "".join(_symbols(v) for v in value)
    return ""
