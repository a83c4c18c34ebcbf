"""The top cards of a library, looked at or revealed, and what becomes of them; the cards of a hand likewise."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    TARGET,
    THAT,
    YOU,
    Filter,
    all_but,
    choose,
    discard,
    hand_of,
    linked,
    look_at,
    put_into_graveyard,
    put_into_hand,
    put_on_bottom,
    put_on_top,
    remember,
    reveal,
    top_of,
)

from . import nouns
from .amounts import number
from .referents import Spoken, aim_at_player, player
from .words import Stuck, Words

SEEN, TAKEN = linked("seen"), linked("taken")


def look(w: Words, who: Spoken) -> list[Any]:
    """ "look at the top three cards of your library", with what is done with them."""
    if not who.you:
        raise Stuck
    if aim_at_player(w, "at target PLAYER 's hand"):
        return [look_at(hand_of(TARGET))]
    amount = _top(w)
    seen = [look_at(top_of(YOU, amount)), remember("seen", THAT)]
    found: list[Any] = w.either(_back, _some_to_hand, _maybe_one)
    if found and found[0] == "back":
        return [look_at(top_of(YOU, amount)), put_on_top(THAT)]
    return [*seen, *found]


def _top(w: Words) -> Any:
    w.need("at the top")
    amount = number(w)
    w.need("cards of your library")
    return amount


def _back(w: Words) -> list[Any]:
    w.need(", then put them back in any order", ". put them back in any order")
    return ["back"]


def _some_to_hand(w: Words) -> list[Any]:
    """ "put one of them into your hand and the rest on the bottom"."""
    w.need(". put", ", then put")
    n = number(w)
    w.need("of them into your hand and")
    chosen = choose(YOU, SEEN, "into hand", least=n, most=n, link="taken")
    return [chosen, put_into_hand(TAKEN), _rest(w)]


def _maybe_one(w: Words) -> list[Any]:
    """ "you may reveal a creature card from among them and put it into your hand. Put the rest ..."."""
    w.need(". you may reveal a", ". you may reveal an")
    filter = _kind(w)
    w.need("from among them and put it into your hand . put")
    chosen = choose(YOU, filter.in_zones("library").among(SEEN), "into hand", least=0, link="taken")
    return [chosen, reveal(TAKEN), put_into_hand(TAKEN), _rest(w)]


def _kind(w: Words) -> Filter:
    found = nouns.objects(w)
    if found.kind != "card" or found.many or w.low[w.at - 1] != "card":
        raise Stuck
    return found.filter


def _rest(w: Words) -> Any:
    rest = all_but(SEEN, TAKEN)
    w.need("the rest", "the other")
    if w.take("into your graveyard"):
        return put_into_graveyard(rest)
    w.need("on the bottom of your library")
    if w.take("in a random order"):
        return put_on_bottom(rest, random=True)
    if w.take("in any order"):
        return put_on_bottom(rest)
    if w.low[w.at - 6 : w.at - 4] != ["the", "other"]:
        raise Stuck
    return put_on_bottom(rest)


# --- hands --------------------------------------------------------------------------------------


def picked_from_hand(w: Words) -> list[Any]:
    """ "target opponent reveals their hand. You choose a nonland card from it. That player discards that card."."""
    who = player(w)
    if who.you or who.many:
        raise Stuck
    w.need("reveals their hand . you choose a", "reveals their hand . you choose an")
    found = None if w.take("card from it") else nouns.objects(w)
    if found is not None:
        if found.kind != "card" or found.many or w.low[w.at - 1] != "card":
            raise Stuck
        w.need("from it")
    w.need(". that player discards that card")
    filter = None if found is None else found.filter.in_zones("hand")
    named: dict[str, Any] = {} if filter is None else {"filter": filter}
    return [reveal(hand_of(who.term)), discard(who.term, 1, chooser=YOU, **named)]
