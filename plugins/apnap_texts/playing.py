"""What players do: draw, discard, gain and lose life, sacrifice, win."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    EOT,
    THAT,
    THAT_MANY,
    THIS,
    become_monarch,
    discard,
    discard_hand,
    draw,
    extra_turn,
    gain_control,
    gain_life,
    lose_game,
    lose_life,
    sacrifice,
    sacrifices,
    win_game,
)

from . import nouns
from .amounts import as_often, equal_to, number
from .delaying import IT
from .qualities import until
from .referents import Spoken, note, thing
from .words import Stuck, Words


def that_many(w: Words) -> Any:
    if w.scope.much is None:
        raise Stuck
    return w.scope.much


def cards_amount(w: Words) -> Any:
    """ "a card", "two cards", "that many cards", "cards equal to ...", "a card for each ..."."""
    if w.take("that many cards"):
        return that_many(w)
    if w.take("cards"):
        return equal_to(w)
    amount = number(w)
    w.need("card" if amount == 1 else "cards")
    return as_often(w, amount)


def draw_cards(w: Words, who: Spoken) -> list[Any]:
    if w.take("an additional card"):
        return [draw(who.term, 1)]
    return [draw(who.term, cards_amount(w))]


def discard_cards(w: Words, who: Spoken) -> list[Any]:
    if w.take("your hand" if who.you else "their hand"):
        gone = discard_hand(who.term)
        again = ", then draw that many cards" if who.you else ", then draws that many cards"
        return [gone, draw(who.term, THAT_MANY)] if not who.many and w.take(again) else [gone]
    amount = cards_amount(w)
    if w.take("at random"):
        return [discard(who.term, amount, random=True)]
    return [discard(who.term, amount)]


def gain(w: Words, who: Spoken) -> list[Any]:
    """Life, or control of something."""
    if who.you and w.take("control of"):
        what = thing(w)
        note(w, what)
        if what.filter is not None and any(type(test).__name__ == "Controlled" for test in what.filter.tests):
            w.scope = w.scope.with_(moved="away")  # they are not those any more that somebody controls
        time = until(w)
        if time not in ("", EOT):
            raise Stuck
        return [gain_control(what.term, until=time or "forever")]
    return [gain_life(who.term, _life(w))]


def lose(w: Words, who: Spoken) -> list[Any]:
    if w.take("the game"):
        return [lose_game(who.term)]
    return [lose_life(who.term, _life(w))]


def _life(w: Words) -> Any:
    """ "3 life", "that much life", "life equal to ...", "1 life for each ..."."""
    if w.take("that much life"):
        return that_many(w)
    if w.take("life"):
        return equal_to(w)
    amount = number(w)
    w.need("life")
    return as_often(w, amount)


def sacrifice_things(w: Words, who: Spoken) -> list[Any]:
    """This, or so many of a kind that the player chooses."""
    if who.you and (what := w.attempt(_known_thing)) is not None:
        if what.term == THIS:
            w.scope = w.scope.moving_this("away")
        return [sacrifice(what.term)]
    amount = number(w) if w.word() != "another" else 1
    found = nouns.permanents_only(w)
    if found.many != (amount != 1):
        raise Stuck
    w.take("of their choice", "of your choice")
    return [sacrifices(who.term, found.filter, amount)]


def _known_thing(w: Words) -> Spoken:
    """This, or what was made or put onto the battlefield before."""
    what = thing(w)
    if what.term not in (THIS, THAT, IT) or (not w.scope.permanent and what.term == THIS):
        raise Stuck
    return what


def win(w: Words, who: Spoken) -> list[Any]:
    w.need("the game")
    if not who.you:
        raise Stuck
    return [win_game()]


def become(w: Words, who: Spoken) -> list[Any]:
    w.need("the monarch")
    return [become_monarch() if who.you else become_monarch(who.term)]


def take_turn(w: Words, who: Spoken) -> list[Any]:
    w.need("an extra turn after this one")
    return [extra_turn() if who.you else extra_turn(who.term)]
