"""Lines of keywords, with their costs and numbers: "Flying, haste", "Cycling {2}", "Protection from red"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap.cardkit import (
    CARD,
    CHANGELING,
    DEFENDING_PLAYER,
    EACH_OPPONENT,
    FLYING,
    HASTE,
    TARGET,
    THAT,
    THAT_MANY,
    THAT_OBJECT,
    THAT_SOURCE,
    THIS,
    UMBRA_ARMOR,
    YOU,
    activated,
    annihilator,
    apply,
    artifacts,
    as_enters,
    at_beginning,
    at_next,
    attach,
    attacks,
    becomes_blocked,
    blocks,
    buyback,
    cards,
    casts,
    color,
    convoke,
    costs_less,
    count,
    counter_removed,
    counters_of,
    create,
    creature_card,
    creatures,
    cycling,
    deals_damage,
    delve,
    dies,
    each,
    enchant,
    enters,
    enters_with,
    equip,
    evoke,
    exile,
    exile_cost,
    flashback,
    fortify,
    gain_life,
    gets,
    goes_to,
    has,
    has_counter,
    if_,
    improvise,
    instead_of,
    is_a,
    keyword,
    kicker,
    lands,
    lose_life,
    mark,
    may,
    morph,
    multikicker,
    overload,
    partner,
    pay_or,
    permanents,
    players,
    power_of,
    pt,
    put_counters,
    remove_counters,
    replace_for,
    return_to_battlefield,
    return_to_hand,
    rule,
    sacrifice,
    search,
    spells,
    stat,
    static,
    suspend,
    token,
    toughness_of,
    triggered,
    value,
    ward,
    with_mark,
    would,
)

from . import nouns
from .amounts import plain_number
from .cast_keywords import CASCADE, REBOUND, STORM, dash, entwine, escape, foretell, madness, plot, replicate, warp
from .prices import mana, price
from .qualities import ability
from .table_keywords import bloodthirst, crew, cumulative_upkeep, echo, encore, megamorph, ninjutsu
from .vocabulary import LAND_TYPES
from .words import Stuck, Words


def keywords(w: Words) -> list[Any]:
    """A whole line of keywords."""
    found = list(_one(w))
    while not w.done:
        if w.take("."):
            break
        if not w.take(",", ";"):
            raise Stuck
        found += _one(w)
    if not w.done:
        raise Stuck
    return found


def _one(w: Words) -> list[Any]:
    found: list[Any] = w.either(_enchant, _costly, _numbered, _suspend, _escape, _typecycling, _single, _quality)
    return found


def _quality(w: Words) -> list[Any]:
    if w.word() == '"':
        raise Stuck
    return ability(w)


# --- with a cost --------------------------------------------------------------------------------


def _outlast(cost: Any) -> Any:
    ability = activated([*_listed(cost), "{T}"], timing="sorcery", do=[put_counters("+1/+1", 1, on=THIS)])
    return keyword("outlast", ability, cost=cost)


def _unearth(cost: Any) -> Any:
    """Back for a turn, with haste; then, or wherever else it would go, into exile."""
    away = instead_of(would("Move", from_=("battlefield",)), changes=goes_to("exile"))
    do = [
        return_to_battlefield(THIS, under=YOU),
        apply(THAT, has(HASTE), until="forever"),
        replace_for(away, to=THAT, until="forever"),
        at_next("end", exile(value("it")), it=THAT),
    ]
    return keyword("unearth", activated(cost, zones=("graveyard",), timing="sorcery", do=do), cost=cost)


def _listed(cost: Any) -> list[Any]:
    return list(cost) if isinstance(cost, list) else [cost]


_COSTLY: dict[str, Callable[[Any], Any]] = {
    "buyback": buyback,
    "cycling": cycling,
    "dash": dash,
    "echo": echo,
    "encore": encore,
    "entwine": entwine,
    "equip": equip,
    "evoke": evoke,
    "flashback": flashback,
    "foretell": foretell,
    "fortify": fortify,
    "kicker": kicker,
    "madness": madness,
    "megamorph": megamorph,
    "morph": morph,
    "multikicker": multikicker,
    "ninjutsu": ninjutsu,
    "outlast": _outlast,
    "overload": overload,
    "plot": plot,
    "unearth": _unearth,
    "replicate": replicate,
    "ward": ward,
    "warp": warp,
}


def _costly(w: Words) -> list[Any]:
    if w.take("cumulative upkeep"):
        return [cumulative_upkeep(_cost(w))]
    name = w.word()
    make = w.one_of(_COSTLY)
    cost = _cost(w)
    if name in _OF_MANA and not isinstance(cost, str):
        raise Stuck
    return [make(cost)]


#: Keywords whose other costs are not known here to be paid as they should.
_OF_MANA = ("dash", "encore", "foretell", "madness", "ninjutsu", "plot", "replicate", "warp")


def _cost(w: Words) -> Any:
    """Mana, or after a dash a cost of other things."""
    if not w.take("—"):
        return mana(w)
    found = price(w)
    if found.this_gone or found.x is not None or found.zones != ("battlefield",):
        raise Stuck
    return list(found.parts)


def _suspend(w: Words) -> list[Any]:
    w.need("suspend")
    number = _figure(w)
    w.need("—")
    return [suspend(number, mana(w))]


def _escape(w: Words) -> list[Any]:
    """Mana, and other cards of one's graveyard."""
    w.need("escape")
    w.need("—")
    cost: list[Any] = [mana(w)]
    w.need(",")
    w.need("exile")
    amount = plain_number(w)
    w.need("other cards from your graveyard", "other card from your graveyard")
    cost.append(exile_cost(cards.other.in_your_graveyard, amount))
    return [escape(cost)]


def _typecycling(w: Words) -> list[Any]:
    """ "basic landcycling {2}", "forestcycling {1}"."""
    if w.take("basic landcycling"):
        wanted = lands("Basic")
    else:
        word = w.next()
        kinds = [kind for kind in LAND_TYPES[:5] if word == f"{kind.lower()}cycling"]
        if not kinds:
            raise Stuck
        wanted = lands(kinds[0])
    cost = mana(w)
    do = [search(YOU, wanted.in_zones("library"), reveal=True)]
    return [keyword("cycling", activated([cost, "Discard this"], do=do, zones=("hand",)), cost=cost)]


# --- with a number ------------------------------------------------------------------------------


def _bushido(n: int) -> Any:
    return keyword("bushido", triggered(blocks(THIS), becomes_blocked(THIS), do=[apply(THIS, gets(n, n))]), number=n)


def _afflict(n: int) -> Any:
    ability = triggered(becomes_blocked(THIS), do=[lose_life(DEFENDING_PLAYER, n)])
    return keyword("afflict", ability, number=n)


def _afterlife(n: int) -> Any:
    spirit = token("Spirit", "Creature — Spirit", pt(1, 1), FLYING, colors="WB")
    return keyword("afterlife", triggered(dies(THIS), do=[create(spirit, n)]), number=n)


def _fabricate(n: int) -> Any:
    servo = token("Servo", "Artifact Creature — Servo", pt(1, 1))
    do = [may([put_counters("+1/+1", n, on=THIS)], otherwise=[create(servo, n)])]
    return keyword("fabricate", triggered(enters(THIS), do=do), number=n)


def _modular(n: int) -> Any:
    machine = creatures.that(*artifacts.tests)
    given = triggered(
        dies(THIS), target=machine, optional=True,
        do=[put_counters("+1/+1", counters_of(THIS, "+1/+1"), on=TARGET)],
    )  # fmt: skip
    return keyword("modular", as_enters(enters_with("+1/+1", n)), given, number=n)


def _renown(n: int) -> Any:
    ability = triggered(
        deals_damage(THIS, combat=True, to_player=True),
        only_if=~is_a(THIS, with_mark("renowned")),
        do=[put_counters("+1/+1", n, on=THIS), mark("renowned")],
    )
    return keyword("renown", ability, number=n)


def _soulshift(n: int) -> Any:
    spirit = stat(cards.that(*permanents("Spirit").tests).in_your_graveyard, "mana value", "<=", n)
    ability = triggered(dies(THIS), target=spirit, optional=True, do=[return_to_hand(TARGET)])
    return keyword("soulshift", ability, number=n)


def _vanishing(n: int) -> Any:
    fewer = triggered(
        at_beginning("upkeep", "you"), only_if=has_counter(THIS, "time"), do=[remove_counters("time", 1, on=THIS)]
    )
    last = triggered(counter_removed(THIS, "time"), only_if=~has_counter(THIS, "time"), do=[sacrifice(THIS)])
    return keyword("vanishing", as_enters(enters_with("time", n)), fewer, last, number=n)


def _fading(n: int) -> Any:
    do = [if_(has_counter(THIS, "fade"), [remove_counters("fade", 1, on=THIS)], [sacrifice(THIS)])]
    return keyword(
        "fading", as_enters(enters_with("fade", n)), triggered(at_beginning("upkeep", "you"), do=do), number=n
    )


_NUMBERED: dict[str, Callable[[int], Any]] = {
    "afflict": _afflict,
    "afterlife": _afterlife,
    "annihilator": annihilator,
    "bloodthirst": bloodthirst,
    "bushido": _bushido,
    "crew": crew,
    "fabricate": _fabricate,
    "fading": _fading,
    "modular": _modular,
    "renown": _renown,
    "soulshift": _soulshift,
    "vanishing": _vanishing,
}


def _numbered(w: Words) -> list[Any]:
    make = w.one_of(_NUMBERED)
    return [make(_figure(w))]


def _figure(w: Words) -> int:
    word = w.next()
    if not word.isdecimal():
        raise Stuck
    return int(word)


# --- alone --------------------------------------------------------------------------------------

_EXTORT = triggered(
    casts("you"), do=[pay_or(YOU, "{W/B}", do=[lose_life(EACH_OPPONENT, 1), gain_life(YOU, THAT_MANY)])]
)

_EVOLVE = triggered(
    enters(creatures.other.you_control),
    only_if=(power_of(CARD) > power_of(THIS)) | (toughness_of(CARD) > toughness_of(THIS)),
    do=[put_counters("+1/+1", 1, on=THIS)],
)
_FLANKING = triggered(blocks(creatures.without("flanking"), whom=THIS), do=[apply(THAT_SOURCE, gets(-1, -1))])
_GERM = token("Phyrexian Germ", "Creature — Phyrexian Germ", pt(0, 0), colors="B")
_MENTOR = triggered(
    attacks(THIS),
    target=creatures.attacking.where("power", "<", power_of(THIS)),
    do=[put_counters("+1/+1", 1, on=TARGET)],
)

_SINGLE: dict[str, Any] = {
    "affinity for artifacts": keyword("affinity", costs_less(count(artifacts.you_control))),
    "battle cry": keyword(
        "battle cry", triggered(attacks(THIS), do=[apply(each(creatures.attacking.other), gets(1, 0))])
    ),
    "cascade": CASCADE,
    "changeling": CHANGELING,
    "convoke": convoke(),
    "delve": delve(),
    "devoid": color(""),
    "exalted": keyword(
        "exalted", triggered(attacks(creatures.you_control, alone=True), do=[apply(THAT_OBJECT, gets(1, 1))])
    ),
    "evolve": keyword("evolve", _EVOLVE),
    "flanking": keyword("flanking", _FLANKING),
    "living weapon": keyword("living weapon", triggered(enters(THIS), do=[create(_GERM), attach(THAT)])),
    "mentor": keyword("mentor", _MENTOR),
    "unleash": keyword(
        "unleash",
        as_enters(enters_with("+1/+1", 1), optional=True),
        static(THIS, rule("can't block"), only_if=has_counter(THIS, "+1/+1")),
    ),
    "rebound": REBOUND,
    "storm": STORM,
    "extort": keyword("extort", _EXTORT),
    "improvise": improvise(),
    "partner": partner(),
    "prowess": keyword("prowess", triggered(casts("you", spells.non("Creature")), do=[apply(THIS, gets(1, 1))])),
    "totem armor": UMBRA_ARMOR,
    "umbra armor": UMBRA_ARMOR,
}


def _single(w: Words) -> list[Any]:
    for words, made in _SINGLE.items():
        if w.take(words):
            if w.word() not in (",", ";", ".", ""):
                raise Stuck
            return [made]
    raise Stuck


# --- enchant ------------------------------------------------------------------------------------


def _enchant(w: Words) -> list[Any]:
    w.need("enchant")
    if w.take("player"):
        return [enchant(players)]
    if w.take("creature card in a graveyard"):
        return [enchant(creature_card)]
    found = nouns.permanents_only(w)
    if found.many or found.another:
        raise Stuck
    return [enchant(found.filter)]
