"""Where things are put: returned to a hand or the battlefield, put onto a library; and counters put on things."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    CARD,
    THAT,
    THIS,
    YOU,
    choose,
    linked,
    mill,
    owner_of,
    put_counters,
    put_on_bottom,
    put_on_top,
    return_to_battlefield,
    return_to_hand,
    returns,
)

from . import nouns
from .amounts import as_often, counter_kind, number
from .delaying import IT
from .referents import Spoken, is_gone, maybe_each_of, note, thing
from .words import Stuck, Words


def gone(w: Words, where: str) -> None:
    """What was mentioned is elsewhere now."""
    w.scope = w.scope.with_(moved=where)


# --- returned ----------------------------------------------------------------------------------------


def return_things(w: Words, who: Spoken) -> list[Any]:
    if not who.you:
        raise Stuck
    if w.take("the exiled card to the battlefield under its owner 's control"):
        if not w.scope.linked:
            raise Stuck
        return [return_to_battlefield(linked("exiled"))]
    if (theirs := w.attempt(_your_own)) is not None:
        return theirs
    term, chosen, card = _returned(w)
    if w.take(
        "to its owner 's hand", "to their owner 's hand", "to their owners ' hands", "to their owners 's hands",
        "to your hand",
    ):  # fmt: skip
        if chosen is not None:
            note(w, chosen)
        gone(w, "away")
        return [return_to_hand(term)]
    w.need("to the battlefield")
    if chosen is not None:
        note(w, chosen)
    tapped = w.take("tapped")
    under = _under(w, term, card)
    tapped = tapped or w.take("tapped")
    gone(w, "field")
    if w.scope.default is not None and not w.scope.mentions:
        w.scope = w.scope.mentioning(THAT).with_(moved="field")
    return [return_to_battlefield(term, under=under, tapped=tapped)]


def _your_own(w: Words) -> list[Any]:
    """ "return a land you control to its owner's hand"."""
    amount = 1 if w.word() == "another" else number(w)
    found = nouns.permanents_only(w)
    if found.many != (amount != 1) or w.low[w.at - 2 : w.at] != ["you", "control"]:
        raise Stuck
    w.need("to its owner 's hand" if amount == 1 else "to their owner 's hand")
    return [returns(YOU, found.filter, amount)]


def _returned(w: Words) -> tuple[Any, Spoken | None, bool]:
    """What is returned; whether it is a card that is in a graveyard."""
    scope = w.scope
    if w.sees("it") or w.sees("that card") or w.sees("that creature") or w.sees("those cards") or w.sees("them"):
        if scope.moved == "exile":
            w.need("it", "that card", "those cards", "them")
            return THAT, None, False
        if not scope.mentions and scope.gone is not None:
            w.need("it", "that card")
            return scope.gone, None, True
    if w.take("~ from your graveyard"):
        if scope.zone or is_gone(w):
            raise Stuck
        w.scope = scope.with_(zone="graveyard")
        return THIS, None, True
    if w.take("~"):
        if scope.became is not None:
            return scope.became, None, False
        if is_gone(w):
            return scope.gone, None, True
        term = scope.this()
        if term is None:
            raise Stuck
        return term, None, False
    if w.sees("a") or w.sees("an"):
        raise Stuck
    what = thing(w)
    if w.low[w.at - 1] == "graveyard":
        return what.term, what, True
    if what.kind == "card":
        raise Stuck
    return what.term, what, False


def _under(w: Words, term: Any, card: bool) -> Any:
    """Under whose control; a card from your own graveyard is under yours anyway."""
    if w.take("under your control"):
        return YOU
    if w.take("under its owner 's control", "under their owner 's control", "under their owners ' control",
              "under their owners 's control"):  # fmt: skip
        return None if term in (THAT, IT) else owner_of(term)
    if card and term != CARD:
        return YOU
    raise Stuck


# --- counters and places ------------------------------------------------------------------------


def put(w: Words, who: Spoken) -> list[Any]:
    """Counters on something, or something on a library."""
    if not who.you:
        return _theirs_into_graveyard(w, who)
    found: list[Any] = w.either(_counters, _top_into_graveyard, _from_hand, _place)
    return found


def _counters(w: Words) -> list[Any]:
    many_as = w.take("that many")
    if many_as:
        if w.scope.much is None:
            raise Stuck
        amount = w.scope.much
    else:
        amount = number(w)
    kind = counter_kind(w)
    w.need("counter on" if amount == 1 else "counters on")
    what = maybe_each_of(w, thing)
    return [put_counters(kind, as_often(w, amount), on=what.term)]


def _theirs_into_graveyard(w: Words, who: Spoken) -> list[Any]:
    """ "puts the top three cards of their library into their graveyard": milling, as it was said before."""
    w.need("the top")
    amount = 1 if w.take("card") else number(w)
    if amount != 1:
        w.need("cards")
    w.need("of their library into their graveyard", "of his or her library into his or her graveyard")
    return [mill(who.term, amount)]


def _from_hand(w: Words) -> list[Any]:
    """ "a land card from your hand onto the battlefield"."""
    w.need("a", "an")
    found = nouns.objects(w)
    if found.kind != "card" or found.many or found.another or w.low[w.at - 2 : w.at] != ["your", "hand"]:
        raise Stuck
    w.need("onto the battlefield")
    tapped = w.take("tapped")
    gone(w, "away")
    return [choose(YOU, found.filter, "onto the battlefield"), return_to_battlefield(THAT, under=YOU, tapped=tapped)]


def _top_into_graveyard(w: Words) -> list[Any]:
    """ "the top three cards of your library into your graveyard": milling, as it was said before."""
    w.need("the top")
    amount = 1 if w.take("card") else number(w)
    if amount != 1:
        w.need("cards")
    w.need("of your library into your graveyard")
    return [mill(YOU, amount)]


def _place(w: Words) -> list[Any]:
    """On top or on the bottom of a library."""
    if w.sees("~"):
        raise Stuck
    what = thing(w)
    if not what.chosen or what.many:
        raise Stuck
    note(w, what)
    owned = "its owner 's library"
    if w.take(f"on top of {owned}", "on top of your library"):
        gone(w, "away")
        return [put_on_top(what.term)]
    if w.take(f"on the bottom of {owned}", "on the bottom of your library"):
        gone(w, "away")
        return [put_on_bottom(what.term)]
    if not w.low[w.at - 1] == "graveyard":
        raise Stuck
    w.need("onto the battlefield under your control")
    gone(w, "field")
    return [return_to_battlefield(what.term, under=YOU)]
