"""What static abilities make true, and how replacement effects change an action. The verb chooses the layer."""

from __future__ import annotations

from typing import Any

from apnap.engine.abilities import Ability
from apnap.engine.amounts import Amount
from apnap.engine.changes import (
    Also,
    AmountBecomes,
    ColorlessOutsideIdentity,
    Enters,
    EntersAsCopy,
    EntersChoosing,
    EntersPaying,
    GoesTo,
    LeavesLife,
    Prevented,
    Redirected,
    SentOn,
)
from apnap.engine.cost_parts import Costs
from apnap.engine.filters import Filter
from apnap.engine.patterns import On, Would
from apnap.engine.static_parts import (
    BaseStats,
    Cant,
    ColorsAre,
    ControlledBy,
    Gains,
    Gets,
    Loses,
    Rule,
    Switched,
    TextWords,
    TypesAre,
)
from apnap.engine.terms import Term
from apnap.engine.values import BASIC_TYPES, CARD_TYPES, SUPERTYPES

from .costs import costs_of
from .modes import body_of


def gets(power: Amount, toughness: Amount) -> Gets:
    """Gets +N/+N: what is added to power and toughness."""
    return Gets(power=power, toughness=toughness)


def has(*abilities: Ability) -> Gains:
    """Has these abilities."""
    return Gains(abilities=abilities)


def loses_all_abilities() -> Loses:
    """Loses all abilities."""
    return Loses(all=True)


def loses(*keywords: str) -> Loses:
    """Loses these keywords."""
    return Loses(keywords=keywords)


def loses_this_ability() -> Loses:
    """Loses the ability that makes this effect."""
    return Loses(this=True)


def has_base(power: Amount | None = None, toughness: Amount | None = None) -> BaseStats:
    """Has base power and toughness (None leaves one as it is)."""
    return BaseStats(power=power, toughness=toughness)


def switched() -> Switched:
    """Power and toughness are switched."""
    return Switched()


def is_color(letters: str) -> ColorsAre:
    """Is these colours and no others (empty: colourless)."""
    return ColorsAre(colors=letters)


def is_also_color(letters: str = "", *, link: str = "") -> ColorsAre:
    """Is these colours too, or the chosen one."""
    return ColorsAre(colors=letters, link=link, also=True)


def _sorted(words: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {
        "types": tuple(w for w in words if w in CARD_TYPES),
        "supertypes": tuple(w for w in words if w in SUPERTYPES),
        "subtypes": tuple(w for w in words if w not in CARD_TYPES and w not in SUPERTYPES),
    }


def is_also(*words: str, link: str = "") -> TypesAre:
    """Has these types and subtypes in addition to its own."""
    return TypesAre(**_sorted(words), also=True, link=link)  # type: ignore[arg-type]


def becomes(*words: str, link: str = "") -> TypesAre:
    """Has these types and subtypes instead of its own of the same kind.

    A land that becomes a basic land type loses its abilities and taps for that type's mana (305.7).
    """
    sorted_words = _sorted(words)
    return TypesAre(
        types=sorted_words["types"], subtypes=sorted_words["subtypes"], supertypes=sorted_words["supertypes"],
        also=False, set_subtypes=bool(sorted_words["subtypes"] or link), link=link,
    )  # fmt: skip


def is_not(*words: str) -> TypesAre:
    """Lacks these types."""
    return TypesAre(lose=words)


def controlled_by(who: Term) -> ControlledBy:
    """Is controlled by a player."""
    return ControlledBy(who=who)


def words_replaced() -> TextWords:
    """Words of its text are replaced: bound as word_from and word_to."""
    return TextWords()


def rule(
    word: str,
    *,
    filter: Filter | None = None,
    amount: Amount = 0,
    cost: str | Costs | None = None,
    player: Term | None = None,
    on: On | None = None,
    steps: tuple[str, ...] = (),
) -> Rule:
    """A rule for what is affected, by a word of the engine (the table "Words of `rule(...)`" below has them all)."""
    paid = None if cost is None else costs_of(cost)
    return Rule(word=word, filter=filter, amount=amount, cost=paid, player=player, on=on, steps=steps)


def cant(*would: Would) -> Cant:
    """Such actions can't happen."""
    return Cant(would=would)


# --- changes by replacement effects -----------------------------------------------------------------------


def times(n: int) -> AmountBecomes:
    """N times that many."""
    return AmountBecomes(times=n)


def plus(n: Amount) -> AmountBecomes:
    """That many plus N."""
    return AmountBecomes(plus=n)


def halved(rounded: str = "down") -> AmountBecomes:
    """Half of it, rounded down or up."""
    return AmountBecomes(half=rounded)


def leaves_life(least: int = 1) -> LeavesLife:
    """A loss of life leaves at least this much."""
    return LeavesLife(least=least)


def prevented(amount: Amount | None = None) -> Prevented:
    """So much of the damage is prevented, or all of it."""
    return Prevented(amount=amount)


def colorless_outside_identity() -> ColorlessOutsideIdentity:
    """Mana outside the colours of the player's commanders is colourless instead."""
    return ColorlessOutsideIdentity()


def redirected(to: Term) -> Redirected:
    """It happens to another instead."""
    return Redirected(to=to)


def sent_on(among: Filter) -> SentOn:
    """Damage to a player may be dealt to one of these that the player controls, as the source's controller chooses."""
    return SentOn(among=among)


def goes_to(zone: str, *, shuffled: bool = False, place: int = 0, reveal: bool = False) -> GoesTo:
    """It is put into another zone instead."""
    return GoesTo(zone=zone, shuffled=shuffled, place=place, reveal=reveal)


def enters_tapped() -> Enters:
    """Enters tapped."""
    return Enters(tapped=True)


def enters_with(kind: str, amount: Amount = 1) -> Enters:
    """Enters with counters."""
    return Enters(counters=((kind, amount),))


def enters_under(who: Term) -> Enters:
    """Enters under a player's control."""
    return Enters(under=who)


def enters_as_copy(filter: Filter, *adds: Ability, must: bool = False, **exceptions: Any) -> EntersAsCopy:
    """May (or `must`) enter as a copy of something, with exceptions and added abilities."""
    return EntersAsCopy(filter=filter, must=must, exceptions=tuple(exceptions.items()), adds=adds)


def enters_choosing(what: str, link: str = "", filter: Filter | None = None) -> EntersChoosing:
    """As it enters, its controller chooses: color, creature type, player, opponent, basic land type."""
    return EntersChoosing(what=what, link=link, filter=filter)


def enters_paying(cost: str | Costs, *otherwise: Any) -> EntersPaying:
    """As it enters, its controller may pay; if not, these changes."""
    return EntersPaying(cost=costs_of(cost), otherwise=otherwise)


def also(*do: Any, at_once: bool = False) -> Also:
    """It happens, and then these sentences; with `at_once` the first of them is part of the same event."""
    body = body_of(do)
    assert isinstance(body, tuple)
    return Also(do=body, at_once=at_once)


BASIC_LAND_TYPES = tuple(BASIC_TYPES)


__all__ = [
    "BASIC_LAND_TYPES",
    "also",
    "becomes",
    "cant",
    "colorless_outside_identity",
    "controlled_by",
    "enters_as_copy",
    "enters_choosing",
    "enters_paying",
    "enters_tapped",
    "enters_under",
    "enters_with",
    "gets",
    "goes_to",
    "halved",
    "has",
    "has_base",
    "is_also",
    "is_also_color",
    "is_color",
    "is_not",
    "leaves_life",
    "loses",
    "loses_all_abilities",
    "loses_this_ability",
    "plus",
    "prevented",
    "redirected",
    "rule",
    "sent_on",
    "switched",
    "times",
    "words_replaced",
]
