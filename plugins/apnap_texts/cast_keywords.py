"""Keywords about how a card is cast or what its casting does: storm, cascade, madness, rebound, foretell, plot."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    HASTE,
    KICKED,
    THAT,
    THAT_MUCH,
    THIS,
    TIMES_KICKED,
    YOUR_TURN,
    additional_cost,
    also,
    alternative_cost,
    among,
    as_enters,
    at_next,
    both,
    cards,
    cast_free,
    casts,
    copy_spell,
    during,
    exile,
    exile_until,
    exists,
    goes_to,
    has,
    if_done,
    instead_of,
    is_a,
    keyword,
    look_at,
    mana_value_of,
    mark,
    objects_in,
    owner_of,
    put_into_graveyard,
    put_on_bottom,
    return_to_hand,
    rule,
    special_action,
    static,
    status,
    triggered,
    value,
    was_cast,
    when_you_do,
    with_mark,
    would,
)

STORM = keyword("storm", triggered(casts("you", THIS), zones=("stack",), do=[copy_spell(THIS, amount=THAT_MUCH)]))

_CHEAPER = cards.non("Land").where("mana value", "<", mana_value_of(THIS))
CASCADE = keyword(
    "cascade",
    triggered(
        casts("you", THIS),
        zones=("stack",),
        do=exile_until(
            _CHEAPER,
            [
                cast_free(value("found"), as_="cascade"),
                put_on_bottom(both(value("found"), value("others")), random=True),
            ],
        ),
    ),
)

#: In place of the graveyard, and for nothing at the next upkeep of whoever cast it.
REBOUND = keyword(
    "rebound",
    instead_of(
        would("Move", THIS, from_=("stack",), to=("graveyard",), how=("resolve",)),
        zones=("stack",),
        only_if=was_cast(origin="hand"),
        changes=[
            goes_to("exile"),
            also(at_next("upkeep", cast_free(value("it"), as_="rebound"), whose="you", it=THAT)),
        ],
    ),
)


def madness(cost: str) -> Any:
    """Discarded into exile; when it is, its owner may cast it for this cost, or else puts it into the graveyard."""
    cast = if_done(cast_free(THAT, cost=cost, as_="madness"), [], [put_into_graveyard(THAT)])
    exiled = instead_of(
        would("Move", THIS, from_=("hand",), to=("graveyard",), how=("discard",)),
        zones=("hand",),
        changes=[goes_to("exile"), also(when_you_do(cast))],
    )
    return keyword("madness", exiled, cost=cost)


def escape(cost: list[Any]) -> Any:
    """Cast from the graveyard for mana and other cards there."""
    return keyword("escape", alternative_cost("escape", cost, zone="graveyard"), cost=cost)


def foretell(cost: str) -> Any:
    """For {2} in one's own turn exiled face down, and on a later turn cast from there for this cost."""
    put = special_action(
        "foretell", "{2}",
        do=[exile(THIS, face_down=True), mark("foretold", THAT), look_at(THAT)],
        zones=("hand",), only_if=YOUR_TURN,
    )  # fmt: skip
    foretold = status(with_mark("foretold").in_zones("exile"), "there since an earlier turn")
    cast = alternative_cost("foretell", cost, zone="exile", only_if=is_a(THIS, foretold))
    return keyword("foretell", put, cast, cost=cost)


_SORCERY_TIME = YOUR_TURN & during("main1", "main2") & ~exists(objects_in("stack"))


def plot(cost: str) -> Any:
    """Exiled for this cost when a sorcery could be cast, and on a later turn cast from there for nothing, likewise."""
    put = special_action(
        "plot", cost, do=[exile(THIS), mark("plotted", THAT)], zones=("hand",), only_if=_SORCERY_TIME
    )  # fmt: skip
    plotted = status(with_mark("plotted").in_zones("exile"), "there since an earlier turn")
    cast = alternative_cost("plot", "", zone="exile", only_if=is_a(THIS, plotted) & _SORCERY_TIME)
    return keyword("plot", put, cast, cost=cost)


def warp(cost: str) -> Any:
    """From the hand for another cost; exiled at the next end step, and cast from there by its owner on a later turn."""
    gone = at_next("end", exile(value("it")), mark("warped", THAT), it=THAT)
    there = status(with_mark("warped").in_zones("exile"), "there since an earlier turn")
    again = static(owner_of(THIS), rule("may cast", filter=among(THIS)), zones=("exile",), only_if=is_a(THIS, there))
    enters = as_enters(also(gone), only_if=was_cast("warp"))
    return keyword("warp", alternative_cost("warp", cost, zone="hand"), enters, again, cost=cost)


def replicate(cost: str) -> Any:
    """For a cost paid any number of times, copied so often."""
    copied = triggered(
        casts("you", THIS), zones=("stack",), only_if=KICKED, do=[copy_spell(THIS, amount=TIMES_KICKED)]
    )  # fmt: skip
    return keyword("replicate", additional_cost(cost, optional=True, times=0), copied, cost=cost)


def dash(cost: str) -> Any:
    """Cast for another cost it has haste, and goes back to its owner's hand at the next end step."""
    dashed = was_cast("dash")
    back = as_enters(also(at_next("end", return_to_hand(value("it")), it=THAT)), only_if=dashed)
    return keyword("dash", alternative_cost("dash", cost), static(THIS, has(HASTE), only_if=dashed), back, cost=cost)


def entwine(cost: Any) -> Any:
    """All modes for this cost besides; how many are chosen is the spell's."""
    return keyword("entwine", additional_cost(cost, optional=True), cost=cost)
