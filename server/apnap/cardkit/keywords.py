"""Keyword abilities as parts of a card: FLYING, ward("{2}"), protection(colored("B"))."""

from __future__ import annotations

from typing import Any

from apnap.engine.abilities import CastRule, Keyword, Static, Triggered
from apnap.engine.amounts import Condition
from apnap.engine.cost_parts import Costs
from apnap.engine.creature_types import CREATURE_TYPES
from apnap.engine.filters import Filter
from apnap.engine.static_parts import TypesAre

from .abilities import EVERYWHERE, activated, as_enters, instead_of, keyword, special_action, static, triggered
from .casting import additional_cost, alternative_cost, substitute
from .conditions import has_counter, is_a, was_cast
from .costs import costs_of
from .kinds import artifacts, cards, creatures, lands, permanents, status
from .marking import attach, put_counters, remove_counters, remove_damage, turn_face_up
from .modes import Targets
from .moving import counter, destroy, draw, exile, sacrifice, sacrifices
from .parts import enters_with, has
from .patterns import at_beginning, attacks, becomes_target, counter_removed, counters_put, enters, would
from .questions import cast_free, pay_or, together
from .references import HOST, TARGET, THAT, THAT_PLAYER, THAT_SOURCE, THIS, YOU, controller_of

FLYING = keyword("flying")
REACH = keyword("reach")
FIRST_STRIKE = keyword("first strike")
DOUBLE_STRIKE = keyword("double strike")
DEATHTOUCH = keyword("deathtouch")
LIFELINK = keyword("lifelink")
TRAMPLE = keyword("trample")
VIGILANCE = keyword("vigilance")
HASTE = keyword("haste")
DEFENDER = keyword("defender")
MENACE = keyword("menace")
FLASH = keyword("flash")
HEXPROOF = keyword("hexproof")
SHROUD = keyword("shroud")
INDESTRUCTIBLE = keyword("indestructible")
SPLIT_SECOND = keyword("split second")
INFECT = keyword("infect")
WITHER = keyword("wither")
PHASING = keyword("phasing")
UNDYING = keyword("undying")
PERSIST = keyword("persist")


#: Keywords that the engine itself plays; every other one is a plugin's, with abilities.
PLAYED = (
    "deathtouch", "defender", "double strike", "enchant", "fear", "first strike", "flash", "flying", "haste",
    "hexproof", "horsemanship", "indestructible", "infect", "intimidate", "lifelink", "menace", "phasing",
    "partner", "protection", "reach", "shadow", "shroud", "skulk", "split second", "toxic", "trample",
    "trample over planeswalkers", "vigilance", "wither",
)  # fmt: skip


def is_played(name: str) -> bool:
    """Whether the engine itself plays a keyword of this name, so that no plugin need provide it."""
    return name in PLAYED or name.endswith("walk")


def protection(from_: Filter | None = None) -> Keyword:
    """Protection from what a filter matches; from everything without one."""
    return keyword("protection", filter=from_)


def landwalk(land_type: str) -> Keyword:
    """Swampwalk and the like."""
    return keyword(f"{land_type.lower()}walk", word=land_type)


def partner(word: str = "partner") -> Keyword:
    """Partner: a deck may have two commanders that both have it (702.124)."""
    return keyword("partner", word=word)


def enchant(filter: Filter) -> Keyword:
    """Enchant: what this Aura can be attached to."""
    return keyword("enchant", filter=filter)


def equip(cost: str | Costs) -> Keyword:
    """Equip: attach this Equipment to a creature you control, as a sorcery."""
    ability = activated(cost, target=creatures.you_control, timing="sorcery", do=[attach(TARGET)])
    return keyword("equip", ability, cost=cost)


def fortify(cost: str | Costs) -> Keyword:
    """Fortify: attach this Fortification to a land you control, as a sorcery."""
    ability = activated(cost, target=lands.you_control, timing="sorcery", do=[attach(TARGET)])
    return keyword("fortify", ability, cost=cost)


def annihilator(number: int) -> Keyword:
    """Annihilator: whenever this attacks, the defending player sacrifices so many permanents."""
    ability = triggered(attacks(THIS), do=[sacrifices(THAT_PLAYER, permanents, number)])
    return keyword("annihilator", ability, number=number)


def ward(cost: str | Costs) -> Keyword:
    """Ward: whenever this becomes the target of an opponent's spell or ability, counter it unless they pay."""
    ability = triggered(
        becomes_target(THIS, by="opponents"), do=[pay_or(THAT_PLAYER, cost, otherwise=[counter(THAT_SOURCE)])]
    )
    return keyword("ward", ability, cost=cost)


def cycling(cost: str | Costs) -> Keyword:
    """Cycling: pay and discard this card to draw a card."""
    parts = costs_of(cost)
    whole = Costs(mana=parts.mana, parts=(*parts.parts, *costs_of("discard this").parts))
    return keyword("cycling", activated(whole, do=[draw(YOU, 1)], zones=("hand",)), cost=cost)


def kicker(cost: str | Costs) -> Keyword:
    """Kicker: an optional additional cost."""
    return keyword("kicker", additional_cost(cost, optional=True), cost=cost)


def multikicker(cost: str | Costs) -> Keyword:
    """Multikicker: an additional cost that may be paid any number of times."""
    return keyword("multikicker", additional_cost(cost, optional=True, times=0), cost=cost)


def buyback(cost: str | Costs) -> Keyword:
    """Buyback: for this additional cost the card returns to the hand as it resolves."""
    return keyword("buyback", additional_cost(cost, optional=True, then_hand=True), cost=cost)


def convoke() -> Keyword:
    """Convoke: creatures tapped pay for generic mana or mana of their colours."""
    return keyword("convoke", substitute("tap", creatures.you_control, colored=True))


def improvise() -> Keyword:
    """Improvise: artifacts tapped pay for generic mana."""
    return keyword("improvise", substitute("tap", artifacts.you_control))


def delve() -> Keyword:
    """Delve: cards exiled from the graveyard pay for generic mana."""
    return keyword("delve", substitute("exile", cards.in_your_graveyard))


def flashback(cost: str | Costs) -> Keyword:
    """Flashback: cast this from the graveyard, then exile it."""
    return keyword("flashback", alternative_cost("flashback", cost, zone="graveyard", then_exile=True), cost=cost)


def overload(cost: str | Costs) -> Keyword:
    """Overload: for this cost, "target" reads "each"."""
    return keyword("overload", alternative_cost("overload", cost, each_instead=True), cost=cost)


def evoke(cost: str | Costs) -> Keyword:
    """Evoke: cast this for less, and sacrifice it when it enters."""
    gone: Triggered = triggered(enters(THIS), only_if=was_cast("evoke"), do=[sacrifice(THIS, by=controller_of(THIS))])
    return keyword("evoke", alternative_cost("evoke", cost), gone, cost=cost)


def morph(cost: str | Costs) -> Keyword:
    """Morph: cast this face down for {3}, turn it face up any time for its morph cost."""
    face_down: CastRule = alternative_cost("morph", "{3}")
    turn = special_action("turn-face-up", cost, do=[turn_face_up()], only_if=_face_down())
    return keyword("morph", face_down, turn, cost=cost)


def chapter(*numbers: int, do: Any, target: Targets = None) -> Keyword:
    """Chapters of a Saga: what happens as it gets its first, second... lore counter (714.2)."""
    abilities = [triggered(counters_put(THIS, "lore", reaching=n), do=do, target=target) for n in numbers]
    return keyword("chapter", *abilities, number=max(numbers))


def toxic(number: int) -> Keyword:
    """Toxic: combat damage to a player gives so many poison counters besides."""
    return keyword("toxic", number=number)


#: Umbra armor: destroy this Aura instead of what it enchants, and heal that (702.89).
UMBRA_ARMOR = keyword(
    "umbra armor",
    instead_of(would("Destroy", HOST), do=[together(remove_damage(HOST), destroy(THIS))]),
)


#: A Saga enters with its first lore counter (714.3a); the turn puts the others on it.
SAGA = as_enters(enters_with("lore"))


#: Every creature type, everywhere (702.73).
CHANGELING = keyword(
    "changeling",
    Static(affects=THIS, parts=(TypesAre(subtypes=CREATURE_TYPES, defines=True),), zones=EVERYWHERE),
)


def _face_down() -> Condition:
    return is_a(THIS, status(permanents, "face-down"))


def suspend(n: int, cost: str | Costs) -> Keyword:
    """Suspend: exile this from hand with time counters; when the last goes, it is cast for free."""
    exile_it = special_action(
        "suspend", cost, do=[exile(THIS), put_counters("time", n, on=THAT)], zones=("hand",)
    )  # fmt: skip
    fewer = triggered(
        at_beginning("upkeep", "you"), only_if=has_counter(THIS, "time"), zones=("exile",),
        do=[remove_counters("time", 1, on=THIS)],
    )  # fmt: skip
    last = triggered(
        counter_removed(THIS, "time"),
        only_if=~has_counter(THIS, "time"),
        zones=("exile",),
        do=[cast_free(THIS, must_by="suspend_last_counter", as_="suspend")],
    )
    hasty = static(THIS, has(HASTE), only_if=was_cast("suspend", by_you=True) & is_a(THIS, creatures))
    return keyword("suspend", exile_it, fewer, last, hasty, cost=cost, number=n)


__all__ = [
    "CHANGELING",
    "DEATHTOUCH",
    "DEFENDER",
    "DOUBLE_STRIKE",
    "FIRST_STRIKE",
    "FLASH",
    "FLYING",
    "HASTE",
    "HEXPROOF",
    "INDESTRUCTIBLE",
    "INFECT",
    "LIFELINK",
    "MENACE",
    "PERSIST",
    "PHASING",
    "REACH",
    "SAGA",
    "SHROUD",
    "SPLIT_SECOND",
    "TRAMPLE",
    "UMBRA_ARMOR",
    "UNDYING",
    "VIGILANCE",
    "WITHER",
    "annihilator",
    "buyback",
    "chapter",
    "convoke",
    "cycling",
    "delve",
    "enchant",
    "equip",
    "evoke",
    "flashback",
    "fortify",
    "improvise",
    "kicker",
    "landwalk",
    "morph",
    "multikicker",
    "overload",
    "protection",
    "suspend",
    "toxic",
    "ward",
]
