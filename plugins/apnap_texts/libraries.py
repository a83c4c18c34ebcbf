"""Libraries and hands: scry, mill, search, shuffle, reveal."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    THIS,
    Filter,
    graveyard_of,
    hand_of,
    mill,
    reveal,
    scry,
    search,
    shuffle,
    shuffle_into_library,
    surveil,
)

from . import nouns
from .amounts import number
from .playing import cards_amount
from .referents import Spoken, is_gone
from .words import Stuck, Words


def scry_cards(w: Words, who: Spoken) -> list[Any]:
    amount = number(w)
    return [scry(amount) if who.you else scry(amount, who.term)]


def surveil_cards(w: Words, who: Spoken) -> list[Any]:
    amount = number(w)
    return [surveil(amount) if who.you else surveil(amount, who.term)]


def mill_cards(w: Words, who: Spoken) -> list[Any]:
    return [mill(who.term, cards_amount(w))]


def shuffle_something(w: Words, who: Spoken) -> list[Any]:
    """A library; this into its owner's library; a graveyard into a library."""
    if w.take("your library" if who.you else "their library"):
        return [shuffle(who.term)]
    if w.take("your graveyard into your library" if who.you else "their graveyard into their library"):
        return [shuffle_into_library(graveyard_of(who.term), into=who.term)]
    if not who.you:
        raise Stuck
    w.need("~ into its owner 's library")
    if is_gone(w):
        return [shuffle_into_library(w.scope.gone or THIS)]
    w.scope = w.scope.mentioning(THIS).with_(moved="away")
    return [shuffle_into_library(THIS)]


def reveal_hand(w: Words, who: Spoken) -> list[Any]:
    w.need("your hand" if who.you else "their hand")
    return [reveal(hand_of(who.term))]


# --- search -------------------------------------------------------------------------------------


def search_library(w: Words, who: Spoken) -> list[Any]:
    """ "search your library for a basic land card, put it onto the battlefield tapped, then shuffle"."""
    w.need("your library for" if who.you else "their library for")
    up_to = w.take("up to")
    most = number(w) if up_to else 1
    if most == 1 and w.word() in ("a", "an"):
        w.next()
    filter = _wanted(w, many=most != 1)
    reveals = w.take(", reveal it", ", reveal that card", ", reveal them", ", reveal those cards", ", reveals it")
    if who.you and w.take(
        ", then shuffle and put that card on top", ", then shuffle your library and put that card on top of it"
    ):  # fmt: skip
        if most != 1:
            raise Stuck
        return [search(who.term, filter, top=True, reveal=True) if reveals else search(who.term, filter, top=True)]
    to, tapped = _put_found(w, you=who.you)
    w.need(", then shuffle" if who.you else ", then shuffles", ", then shuffle your library",
           ". then shuffle your library", ". then shuffle")  # fmt: skip
    named: dict[str, Any] = {"to": to} if to != "hand" else {}
    if most != 1:
        named["most"] = most
    if up_to and not filter.tests:
        named["up_to"] = True
    if tapped:
        named["tapped"] = True
    if reveals:
        named["reveal"] = True
    return [search(who.term, filter, **named)]


def _wanted(w: Words, *, many: bool) -> Filter:
    """What is searched for: cards by their types."""
    found = nouns.objects(w)
    if found.kind != "card" or found.many != many or found.another:
        raise Stuck
    if w.low[w.at - 1] not in ("card", "cards") and w.low[w.at - 1] not in ("less", "greater"):
        raise Stuck
    return found.filter.in_zones("library") if found.filter.zones != ("library",) else found.filter


def _put_found(w: Words, *, you: bool) -> tuple[str, bool]:
    whose = "your" if you else "their"
    w.need(", put", "and put", ", and put")
    w.need("it", "that card", "them", "those cards")
    if w.take(f"into {whose} hand"):
        return "hand", False
    w.need("onto the battlefield")
    return "battlefield", w.take("tapped")
