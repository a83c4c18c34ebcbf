"""Whether a deck may be played in a format: every reason, each with the rule of the table's edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from apnap.cardkit.tables import DeckRules, Format
from apnap.engine.book import Book
from apnap.engine.definitions import CardDef
from apnap.engine.values import COLOR_NAMES

from .lists import Deck


class Reason(Struct, frozen=True):
    """Why a deck is refused: the sentence, and the number of the rule in the edition (may be empty)."""

    text: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


def why_none(name: str) -> str:
    """Why there is no card, where nothing more is known."""
    return f"no plugin provides the card {name}"


def check(
    book: Book, formats: Sequence[Format], deck: Deck, why: Callable[[str], str] = why_none
) -> tuple[Reason, ...]:
    """Every reason against a deck; empty when it is legal. Of several formats the strictest rules count.

    `why` says why a card is not in the book.
    A scheme deck is looked at where there is one; whether there must be one depends on the seat (`check_schemes`).
    """
    rules = DeckRules()
    for format_ in formats:
        if format_.deck is not None:
            rules = format_.deck
    known, reasons = _known(book, deck, why)
    reasons += _size(book, rules, deck)
    reasons += _copies(book, rules, deck, known)
    if rules.commanders[1]:
        reasons += _commanders(book, rules, deck, known)
    elif deck.commander:
        reasons.append(Reason("this format has no commanders"))
    return (*reasons, *check_schemes(book, formats, deck, needed=bool(deck.schemes)))


def check_schemes(book: Book, formats: Sequence[Format], deck: Deck, *, needed: bool) -> tuple[Reason, ...]:
    """Every reason against the scheme deck of a seat that needs one, or may have none; and schemes elsewhere."""
    rules = next((f.schemes for f in formats if f.schemes is not None), None)
    strays = [n for n in dict.fromkeys((*deck.commanders, *deck.cards)) if _is_scheme(book, n)]
    reasons = [Reason(f"{name} is a scheme: it belongs into a scheme deck") for name in strays]
    if rules is None or not needed:
        if deck.schemes:
            whose = "this format has no scheme deck" if rules is None else "only who plays alone has a scheme deck"
            reasons.append(Reason(whose, "" if rules is None else _number(book, rules)))
        return tuple(reasons)
    number, total = _number(book, rules), len(deck.scheme_cards)
    if total < rules.least:
        reasons.append(Reason(f"expected at least {rules.least} schemes, got {total}", number))
    for name, n in deck.schemes:
        if name in book.cards and not _is_scheme(book, name):
            reasons.append(Reason(f"{name} is no scheme", number))
        elif n > rules.copies:
            reasons.append(Reason(f"expected at most {rules.copies} of {name}, got {n}", number))
    return tuple(reasons)


def _is_scheme(book: Book, name: str) -> bool:
    card = book.cards.get(name)
    return card is not None and "Scheme" in card.types.types


def _known(book: Book, deck: Deck, why: Callable[[str], str]) -> tuple[dict[str, CardDef], list[Reason]]:
    known: dict[str, CardDef] = {}
    reasons = []
    for name in dict.fromkeys((*deck.commanders, *deck.cards, *deck.scheme_cards)):
        card = book.cards.get(name)
        if card is None:
            reasons.append(Reason(why(name)))
        else:
            known[name] = card
    return known, reasons


def _size(book: Book, rules: DeckRules, deck: Deck) -> list[Reason]:
    n = deck.total()
    if rules.most is not None and rules.most == rules.least and n != rules.least:
        return [Reason(f"expected exactly {rules.least} cards, got {n}", _number(book, rules))]
    if n < rules.least:
        return [Reason(f"expected at least {rules.least} cards, got {n}", _number(book, rules))]
    return []


def _number(book: Book, rules: DeckRules) -> str:
    return book.rules.number(rules.rule) if rules.rule else ""


def _copies(book: Book, rules: DeckRules, deck: Deck, known: dict[str, CardDef]) -> list[Reason]:
    """Other than basic lands, no more of one name than the format allows."""
    counts: Counter[str] = Counter(deck.cards)
    counts.update(deck.commanders)
    counts.update({name: n for name, n in deck.sideboard if not rules.commanders[1]})
    reasons = []
    for name, n in counts.items():
        card = known.get(name)
        if card is not None and "Basic" in card.types.supertypes:
            continue
        if n > rules.copies:
            reasons.append(Reason(f"expected at most {rules.copies} of {name}, got {n}", _number(book, rules)))
    return reasons


def _commanders(book: Book, rules: DeckRules, deck: Deck, known: dict[str, CardDef]) -> list[Reason]:
    names = deck.commanders
    least, most = rules.commanders
    if not least <= len(names) <= most:
        return [Reason(f"expected {least} to {most} commanders, got {len(names)}", book.rules.number("commander.card"))]
    cards = [known[n] for n in names if n in known]
    reasons = [
        Reason(f"{c.name} cannot be a commander", book.rules.number("commander.card"))
        for c in cards
        if not _eligible(book, c)
    ]
    if len(cards) == 2 and not all(c.partner == "partner" for c in cards):
        reasons.append(Reason("two commanders must both have partner", book.rules.number("keyword.partner")))
    return reasons + _identity(book, deck, cards, known)


def _eligible(book: Book, card: CardDef) -> bool:
    """903.3: a legendary creature, and whatever else the edition allows."""
    if "Legendary" not in card.types.supertypes:
        return False
    commander = book.rules.switch("commander")
    kinds = getattr(commander, "eligible", ("legendary_creature",))
    return (
        ("Creature" in card.types.types)
        or ("Vehicle" in card.types.subtypes and "legendary_vehicle" in kinds)
        or ("Spacecraft" in card.types.subtypes and card.power is not None and "legendary_spacecraft" in kinds)
    )


def _identity(book: Book, deck: Deck, commanders: list[CardDef], known: dict[str, CardDef]) -> list[Reason]:
    """903.5c, d: no colour outside the commanders' identity."""
    own = "".join(book.identity(c.path) for c in commanders)
    reasons = []
    for name in dict.fromkeys(deck.cards):
        card = known.get(name)
        outside = "" if card is None else "".join(c for c in book.identity(card.path) if c not in own)
        if outside:
            colors = " and ".join(COLOR_NAMES[c] for c in outside)
            reasons.append(
                Reason(f"{name} is {colors}, outside the commanders' colors", book.rules.number("commander.deck"))
            )
    return reasons
