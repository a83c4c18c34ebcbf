"""Nouns with what stands around them, as filters: "nonland permanents you control", "creature with flying".

    noun phrase = adjective* head ["or" adjective* head]* after*

An adjective before several heads is refused unless it is a colour or "other": whether it speaks of all of them
cannot be told.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apnap.cardkit import (
    BASIC_LAND_TYPES,
    EACH_OPPONENT,
    THIS,
    Filter,
    Term,
    abilities_on_stack,
    any_target,
    cards,
    creature_or_player,
    not_among,
    objects_in,
    of_type,
    opponents,
    permanent_card,
    permanents,
    planeswalkers,
    players,
    shares_chosen,
    spells,
    stat,
)

from .adjectives import adjective_of
from .vocabulary import KEYWORDS, SPELL_TYPES, SUBTYPES, TYPES
from .words import Stuck, Words

#: Where cards are, as it is said of one's own and of anybody's.
YOURS = {"graveyard": "in_your_graveyard", "hand": "in_your_hand", "library": "in_your_library"}


class Noun(Struct, frozen=True):
    """A filter, with what a sentence needs to know beside it."""

    filter: Filter
    kind: str = "permanent"
    """What it is made for: permanent, card, spell, ability, player, either (a permanent or player)."""
    another: bool = False
    """It was called "another" or "other"."""
    many: bool = False
    """The noun is of several."""


def noun(w: Words) -> Noun:
    """A noun phrase, of one or of several."""
    found: Noun = w.either(_players, _any_target, _ability, _things)
    return found


def objects(w: Words) -> Noun:
    """A noun phrase for permanents, cards or spells."""
    found = noun(w)
    if found.kind in ("player", "either"):
        raise Stuck
    return found


def permanents_only(w: Words) -> Noun:
    """A noun phrase for permanents."""
    found = noun(w)
    if found.kind != "permanent":
        raise Stuck
    return found


# --- players and the like -----------------------------------------------------------------------


def _players(w: Words) -> Noun:
    if w.take("opponent or planeswalker"):
        return Noun(opponents | planeswalkers, "either")
    if w.take("player or planeswalker"):
        return Noun(players | planeswalkers, "either")
    if w.take("creature or player"):
        return Noun(creature_or_player, "either")
    many = w.sees("players") or w.sees("opponents")
    if w.take("opponents", "opponent"):
        return Noun(opponents, "player", many=many)
    w.need("players", "player")
    return Noun(players, "player", many=many)


def _any_target(w: Words) -> Noun:
    w.need("creature, player, or planeswalker".replace(",", " ,"))
    return Noun(any_target, "either")


def _ability(w: Words) -> Noun:
    w.need("activated or triggered ability")
    return Noun(abilities_on_stack, "ability")


# --- things -------------------------------------------------------------------------------------


class _Head(Struct, frozen=True):
    """A head with its own adjectives."""

    filter: Filter
    kind: str
    types: tuple[str, ...]
    """The types it names, where it names nothing else: "artifact" in "artifact or creature"."""
    many: bool
    another: bool = False
    basic: bool = False
    """It is called basic, and has no other adjective; `filter` does not say so where `types` are basic land types."""
    narrowed: bool = False
    """It has adjectives of its own that others may share."""


def _things(w: Words) -> Noun:
    heads = [_head(w)]
    while (more := w.attempt(_next_head)) is not None:
        heads.append(more)
    whole = _joined(heads)
    filter, kind = _after(w, whole, heads)
    return Noun(filter, kind, another=heads[0].another, many=heads[-1].many)


def _next_head(w: Words) -> _Head:
    """ ", X" where an "or" follows later, ", or X", "or X"."""
    if not w.take(", or", "or"):
        w.need(",")
        at, scope = w.at, w.scope
        _head(w)
        if not (w.sees(", or") or w.sees("or") or w.attempt(_next_head) is not None):
            raise Stuck
        w.at, w.scope = at, scope
    return _head(w)


def _joined(heads: list[_Head]) -> _Head:
    """Several heads as one."""
    if len(heads) == 1:
        only = heads[0]
        return replace(only, filter=only.filter.basic) if only.basic else only
    kind = heads[-1].kind
    if any(h.kind != kind for h in heads) or any(h.another for h in heads[1:]):
        raise Stuck
    if heads[0].basic and all(h.types and h.types[0] in BASIC_LAND_TYPES for h in heads):
        whole = _joined([replace(h, narrowed=False, basic=False) for h in heads])
        return replace(whole, filter=whole.filter.basic)
    if any(h.narrowed for h in heads[:-1]):
        raise Stuck
    another = heads[0].another
    if all(h.types and not h.narrowed for h in heads):
        words = tuple(t for h in heads for t in h.types)
        if any(len(h.types) != 1 for h in heads):
            raise Stuck
        filter = replace(_room(kind), tests=(*_room(kind).tests, *of_type(*words).tests))
    else:
        bare = [replace(h.filter, tests=tuple(t for t in h.filter.tests)) for h in heads]
        if another:
            raise Stuck
        filter = bare[0]
        for other in bare[1:]:
            filter = filter | other
    if another:
        filter = filter.other
    return _Head(filter, kind, (), heads[-1].many, another)


def _room(kind: str) -> Filter:
    return {"card": cards, "spell": spells}.get(kind, permanents)


def _head(w: Words) -> _Head:
    """Adjectives and a head."""
    tests: list[Any] = []
    another = w.take("another", "other")
    if another and not _other_than_this(w):
        raise Stuck
    only_basic = w.sees("basic") and w.printed(1) in BASIC_LAND_TYPES and w.take("basic")
    narrowed = only_basic
    while not only_basic and (adjective := w.attempt(adjective_of)) is not None:
        tests.append(adjective)
        narrowed = True
    words, many, kind = _types_and_noun(w)
    bare = _room(kind)
    if kind == "card" and words[-1:] == ["permanent"]:
        bare, words = permanent_card, words[:-1]
        narrowed = True
    if words[-1:] == ["token"]:
        bare, words = bare.tokens, words[:-1]
        narrowed = True
    for word in words:
        if word in BASIC_LAND_TYPES and "Land" not in words:
            bare = bare.that(*of_type("Land").tests)
        bare = bare.that(*of_type(word).tests)
    if another:
        bare = bare.other
    for narrow in tests:
        bare = narrow(bare)
    return _Head(bare, kind, tuple(words), many, another, only_basic, narrowed)


def _other_than_this(w: Words) -> bool:
    """Whether "other" can only mean other than this: nothing else was spoken of."""
    scope = w.scope
    spoken = (*scope.mentions, scope.default, scope.subject)
    return scope.permanent and not scope.slots and all(term in (None, THIS) for term in spoken)


def _types_and_noun(w: Words) -> tuple[list[str], bool, str]:
    """ "artifact creatures", "Zombie", "creature card", "permanents", "instant spell"."""
    words: list[str] = []
    many = False
    while not many:
        low, raw = w.word(), w.printed()
        if low in SPELL_TYPES and w.word(1) in ("card", "cards", "spell", "spells", "or", ","):
            words.append(SPELL_TYPES[low])
        elif low in TYPES:
            words.append(TYPES[low])
            many = low.endswith("s")
        elif raw in SUBTYPES:
            words.append(SUBTYPES[raw])
            many = SUBTYPES[raw] != raw
        else:
            break
        w.next()
    if not many:
        kinds = {
            "permanent": ("permanent", False), "permanents": ("permanent", True), "card": ("card", False),
            "cards": ("card", True), "spell": ("spell", False), "spells": ("spell", True),
            "token": ("token", False), "tokens": ("token", True),
        }  # fmt: skip
        if w.word() in kinds:
            kind, many = kinds[w.next()]
            if kind == "permanent" and w.word() in ("card", "cards"):
                return [*words, "permanent"], w.next() == "cards", "card"
            if kind == "token":
                return [*words, "token"], many, "permanent"
            return words, many, kind
    if not words:
        raise Stuck
    spell_types = [word for word in words if word in SPELL_TYPES.values()]
    if spell_types:
        return words, many, _kind_ahead(w)
    return words, many, "permanent" if not _ahead_is(w, "card", "spell") else _kind_ahead(w)


def _kind_ahead(w: Words) -> str:
    """Whether "card" or "spell" ends the list of types that goes on here."""
    for ahead in range(8):
        word = w.word(ahead)
        if word in ("card", "cards", "spell", "spells"):
            return word.removesuffix("s")
        printed = w.printed(ahead)
        if word not in (",", "or") and word not in TYPES and word not in SPELL_TYPES and printed not in SUBTYPES:
            raise Stuck
    raise Stuck


def _ahead_is(w: Words, *kinds: str) -> bool:
    try:
        return _kind_ahead(w) in kinds
    except Stuck:
        return False


# --- what stands after --------------------------------------------------------------------------


def _after(w: Words, head: _Head, heads: list[_Head]) -> tuple[Filter, str]:
    """What narrows a head from behind: whose it is, what it has, where it is."""
    filter, kind = head.filter, head.kind
    while (narrowed := w.attempt(partial(_one_after, filter=filter, kind=kind, heads=heads))) is not None:
        filter = narrowed
    return filter, kind


def _one_after(w: Words, filter: Filter, kind: str, heads: list[_Head]) -> Filter:
    if kind == "card":
        return _where(w, filter)
    if w.take("you control"):
        return filter.you_control
    if w.take("of the chosen type"):
        return shares_chosen(filter, "type")
    if w.take("of the chosen color"):
        return shares_chosen(filter, "color")
    if w.take("you own"):
        return filter.you_own
    if w.take("your opponents control", "an opponent controls", "opponents control"):
        return filter.opponents_control
    if w.take("you don't control"):
        return filter.you_dont_control
    if w.take("that player controls", "they control"):
        return filter.of(that_player(w))
    if w.take("with"):
        return _with(w, filter, heads)
    if w.take("without"):
        return filter.without(_keyword(w, heads))
    raise Stuck


def that_player(w: Words) -> Term:
    if w.scope.player is None:
        raise Stuck
    return w.scope.player


def _where(w: Words, filter: Filter) -> Filter:
    """Where a card is, and what it has."""
    if w.take("with mana value", "with converted mana cost"):
        return _compared(w, filter, "mana value")
    if w.take("from your graveyard", "in your graveyard"):
        return filter.in_your_graveyard
    if w.take("from a graveyard", "in a graveyard", "from any graveyard", "in all graveyards"):
        return filter.in_a_graveyard
    if w.take("from an opponent 's graveyard", "in an opponent 's graveyard"):
        return filter.in_a_graveyard.owned_by(EACH_OPPONENT)
    if w.take("in your hand", "from your hand"):
        return filter.in_your_hand
    raise Stuck


def _with(w: Words, filter: Filter, heads: list[_Head]) -> Filter:
    if w.take("mana value", "converted mana cost"):
        return _compared(w, filter, "mana value")
    for measure in ("power", "toughness"):
        if w.take(measure):
            if len(heads) > 1:
                raise Stuck
            return _compared(w, filter, measure)
    if w.attempt(_plus_counter):
        if len(heads) > 1:
            raise Stuck
        return stat(filter, "counters", ">", 0, "+1/+1")
    return _with_keyword(w, filter, heads)


def _plus_counter(w: Words) -> bool:
    w.need("a +1/+1 counter on it", "+1/+1 counters on them")
    return True


def _with_keyword(w: Words, filter: Filter, heads: list[_Head]) -> Filter:
    """ "artifact, enchantment, or creature with flying": the last of them only."""
    if len(heads) == 1:
        return filter.with_(_keyword(w, heads))
    *before, last = heads
    if last.types != ("Creature",) or any(h.types not in (("Artifact",), ("Enchantment",)) for h in before):
        raise Stuck
    plain = of_type(*(t for h in before for t in h.types))
    return plain | last.filter.with_(_keyword(w, heads[-1:]))


def _keyword(w: Words, heads: list[_Head]) -> str:
    if len(heads) > 1:
        raise Stuck
    for word in KEYWORDS:
        if w.take(word):
            return word
    raise Stuck


def _compared(w: Words, filter: Filter, measure: str) -> Filter:
    """ "3 or less", "4 or greater", "2"."""
    word = w.next()
    amount: Any = w.scope.x if word == "x" else int(word) if word.isdecimal() else None
    if amount is None:
        raise Stuck
    sign = "<=" if w.take("or less") else ">=" if w.take("or greater") else "=="
    return stat(filter, measure, sign, amount)


def without(filter: Filter, term: Term) -> Filter:
    """A filter without what was named before: "another target creature"."""
    return not_among(filter, term)


def every_card() -> Filter:
    """Any card of a library, for a search."""
    return objects_in("library")
