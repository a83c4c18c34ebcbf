"""Filters to begin with: creatures, lands, cards, spells, players, any target."""

from __future__ import annotations

from apnap.engine.amounts import Amount
from apnap.engine.filters import Filter
from apnap.engine.statuses import Status
from apnap.engine.terms import Term
from apnap.engine.traits import (
    Among,
    Attaches,
    Colored,
    Has,
    Is,
    Marked,
    Number,
    OverCap,
    Permanent,
    SharesWord,
    Tallied,
)


class Kind(Filter, frozen=True):
    """A filter that can be called with subtypes: `creatures("Zombie")`."""

    def __call__(self, *subtypes: str) -> Filter:
        return self.that(Is(subtypes)) if subtypes else self


def _kind(word: str, noun: str) -> Kind:
    return Kind(tests=(Is((word,)),), noun=noun)


permanents = Kind(noun="permanent")
creatures = _kind("Creature", "creature")
artifacts = _kind("Artifact", "artifact")
enchantments = _kind("Enchantment", "enchantment")
lands = _kind("Land", "land")
planeswalkers = _kind("Planeswalker", "planeswalker")
creature, artifact, enchantment, land, planeswalker, permanent = (
    creatures, artifacts, enchantments, lands, planeswalkers, permanents,
)  # fmt: skip
cards = Kind(zones=("graveyard",), noun="card")
creature_card = Kind(tests=(Is(("Creature",)),), zones=("graveyard",), noun="creature card")
permanent_card = Kind(tests=(Permanent(),), zones=("graveyard",), noun="permanent card")
spells = Kind(tests=(Status("spell"),), zones=("stack",), noun="spell")
abilities_on_stack = Kind(tests=(Status("ability"),), zones=("stack",), noun="activated or triggered ability")
spells_or_abilities = Kind(zones=("stack",), noun="spell or ability")
players = Filter(zones=(), players="any", noun="player")
opponents = Filter(zones=(), players="opponents", noun="opponent")
any_target = Filter(tests=(Is(("Creature", "Planeswalker", "Battle")),), players="any", noun="creature, planeswalker")
creature_or_player = Filter(tests=(Is(("Creature",)),), players="any", noun="creature")


cards_spells_and_permanents = Filter(
    tests=(Status("no ability"),),
    zones=("battlefield", "stack", "hand", "library", "graveyard", "exile", "command"),
    noun="card, spell or permanent",
)


def of_type(*words: str) -> Filter:
    """Permanents with one of these types: `of_type("Artifact", "Enchantment")`."""
    return Filter(tests=(Is(words),))


def cards_of_type(*words: str, zone: str = "graveyard") -> Filter:
    """Cards with one of these types in a zone."""
    return Filter(tests=(Is(words),) if words else (), zones=(zone,), noun="card")


def objects_in(*zones: str) -> Filter:
    """Every object in some zones."""
    return Filter(zones=zones, noun="object")


def colored(letters: str) -> Filter:
    """Objects of one of these colours (letters of WUBRG; empty: colourless), wherever they are."""
    return Filter(tests=(Colored(letters),), noun="object")


def with_keyword(keyword: str) -> Filter:
    """Permanents with a keyword."""
    return Filter(tests=(Has(keyword),))


def with_mark(mark: str) -> Filter:
    """Permanents that carry a mark such as "monstrous"."""
    return Filter(tests=(Marked(mark),))


def stat(filter: Filter, stat: str, op: str, amount: Amount, kind: str = "") -> Filter:
    """A filter narrowed by a stat: `stat(creatures, "power", ">=", 4)`."""
    return filter.that(Number(stat, op, amount, kind))


def among(term: Term) -> Filter:
    """The objects that a reference names, as a filter over all zones."""
    zones = ("battlefield", "graveyard", "exile", "stack", "hand", "library", "command")
    return Filter(tests=(Among(term),), zones=zones, noun="of them")


def not_among(filter: Filter, term: Term) -> Filter:
    """A filter without what a reference names."""
    return filter.that(Among(term, not_=True))


def attached_to_filter(filter: Filter, to: Term) -> Filter:
    """Those attached to what a reference names."""
    return filter.that(Attaches(to))


def shares_chosen(filter: Filter, link: str) -> Filter:
    """Those of the colour, type or name that this object remembers under a link."""
    return filter.that(SharesWord(link))


def tallied(filter: Filter, tally: str, key: str = "{subject}") -> Filter:
    """Those for which a tally stands at one or more: `tallied(creatures, "turn:attacked")`."""
    return filter.that(Tallied(tally, key))


def status(filter: Filter, word: str) -> Filter:
    """Those with a status: tapped, attacking, unblocked, face-down, damaged, attached, commander..."""
    return filter.that(Status(word))


def beyond_cap(filter: Filter) -> Filter:
    """Those with more counters of some kind than a rule allows them."""
    return filter.that(OverCap())


__all__ = [
    "abilities_on_stack",
    "among",
    "any_target",
    "artifact",
    "artifacts",
    "attached_to_filter",
    "beyond_cap",
    "cards",
    "cards_of_type",
    "cards_spells_and_permanents",
    "colored",
    "creature",
    "creature_card",
    "creature_or_player",
    "creatures",
    "enchantment",
    "enchantments",
    "land",
    "lands",
    "not_among",
    "objects_in",
    "of_type",
    "opponents",
    "permanent",
    "permanent_card",
    "permanents",
    "planeswalker",
    "planeswalkers",
    "players",
    "shares_chosen",
    "spells",
    "spells_or_abilities",
    "stat",
    "status",
    "tallied",
    "with_keyword",
    "with_mark",
]
