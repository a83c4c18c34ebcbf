"""What is done to permanents, cards and spells: destroy, exile, return, tap, counters, changes for a time."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    CARD,
    EOT,
    TARGET,
    THAT,
    THIS,
    YOU,
    TargetSlot,
    apply,
    attach,
    choose,
    controller_of,
    counter,
    destroy,
    exchange_control,
    exile,
    has,
    has_base,
    has_counter,
    if_,
    is_a,
    is_also,
    is_color,
    mark,
    mill,
    owner_of,
    pay_or,
    phase_out,
    proliferate,
    put_counters,
    put_on_bottom,
    put_on_top,
    regenerate,
    remove_counters,
    return_to_battlefield,
    return_to_hand,
    returns,
    shuffle_into_library,
    switched,
    tap,
    together,
    untap,
    with_mark,
)

from . import nouns
from .amounts import counter_kind, for_each, number, size
from .delaying import IT
from .prices import price
from .qualities import abilities, qualities, until
from .referents import Spoken, is_gone, note, thing
from .vocabulary import COLORS, SUBTYPES
from .words import Stuck, Words


def gone(w: Words, where: str) -> None:
    """What was mentioned is elsewhere now."""
    w.scope = w.scope.with_(moved=where)


# --- destroy, exile, return ---------------------------------------------------------------------


def destroy_things(w: Words, who: Spoken) -> list[Any]:
    what = _several(w)
    again = not _cant_be_regenerated(w)
    made = [destroy(one.term) if again else destroy(one.term, regenerable=False) for one in what]
    if len(what) == 1:
        note(w, what[0])
        gone(w, "away")
    return made if len(made) == 1 else [together(*made)]


def _several(w: Words) -> list[Spoken]:
    """One thing, or targets joined by "and"."""
    found = [thing(w)]
    while found[-1].chosen and (more := w.attempt(_and_target)) is not None:
        found.append(more)
    return found


def _and_target(w: Words) -> Spoken:
    w.need(", and", "and", ",")
    found = thing(w)
    if not found.chosen or w.word() not in (".", ",", "and", ""):
        raise Stuck
    return found


def _cant_be_regenerated(w: Words) -> bool:
    return w.take(
        ". it can't be regenerated", ". they can't be regenerated", ". that creature can't be regenerated",
        ". those creatures can't be regenerated",
    )  # fmt: skip


def exile_things(w: Words, who: Spoken) -> list[Any]:
    if not who.you:
        raise Stuck
    if w.take("~"):
        return [exile(w.scope.gone if is_gone(w) and w.scope.gone is not None else THIS)]
    if w.take("all graveyards"):
        raise Stuck
    what = thing(w)
    if what.term == CARD:
        raise Stuck
    note(w, what)
    if w.take("until ~ leaves the battlefield"):
        if not w.scope.permanent or not what.chosen:
            raise Stuck
        gone(w, "away")
        return [exile(what.term, until="this leaves")]
    gone(w, "exile")
    return [exile(what.term)]


def return_things(w: Words, who: Spoken) -> list[Any]:
    if not who.you:
        raise Stuck
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
    amount = number(w)
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
        if is_gone(w):
            return scope.gone, None, True
        return THIS, None, False
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


# --- tap, counter, regenerate -------------------------------------------------------------------


def tap_things(w: Words, who: Spoken) -> list[Any]:
    return _tapped(w, who, tap)


def untap_things(w: Words, who: Spoken) -> list[Any]:
    return _tapped(w, who, untap)


def _tapped(w: Words, who: Spoken, how: Any) -> list[Any]:
    if not who.you:
        raise Stuck
    what = thing(w)
    note(w, what)
    return [how(what.term)]


def counter_spells(w: Words, who: Spoken) -> list[Any]:
    """Counter a spell, unless its controller pays."""
    what = thing(w)
    if what.kind not in ("spell", "ability") and what.term == THIS:
        raise Stuck
    note(w, what)
    payer = controller_of(what.term) if w.take("unless its controller pays") else None
    if payer is None and w.take("unless that player pays"):
        payer = nouns.that_player(w)
    if payer is not None:
        cost = price(w)
        if cost.this_gone or cost.given_up:
            raise Stuck
        return [pay_or(payer, list(cost.parts), otherwise=counter(what.term))]
    gone(w, "away")
    return [counter(what.term)]


def regenerate_things(w: Words, who: Spoken) -> list[Any]:
    what = thing(w)
    note(w, what)
    return [regenerate()] if what.term == THIS else [regenerate(what.term)]


def proliferate_all(w: Words, who: Spoken) -> list[Any]:
    return [proliferate()]


def attach_this(w: Words, who: Spoken) -> list[Any]:
    w.need("~ to", "it to")
    if not w.scope.permanent or w.scope.mentions or w.scope.default not in (None, THIS):
        raise Stuck
    what = thing(w)
    note(w, what)
    return [attach(what.term)]


def exchange(w: Words, who: Spoken) -> list[Any]:
    w.need("control of")
    what = thing(w)
    if not what.chosen or not what.many or w.scope.slots[-1].least != 2:
        raise Stuck
    return [exchange_control(what.term)]


# --- counters and places ------------------------------------------------------------------------


def put(w: Words, who: Spoken) -> list[Any]:
    """Counters on something, or something on a library."""
    if not who.you:
        raise Stuck
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
    each_of = w.take("each of")
    what = thing(w)
    if (each_of and not (what.chosen and what.many)) or (what.chosen and what.many and not each_of):
        raise Stuck
    note(w, what)
    times = w.attempt(for_each)
    if times is not None:
        amount = times if amount == 1 else times * amount
    return [put_counters(kind, amount, on=what.term)]


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


def remove(w: Words, who: Spoken) -> list[Any]:
    amount = number(w)
    kind = counter_kind(w)
    w.need("counter from", "counters from")
    what = thing(w)
    note(w, what)
    return [remove_counters(kind, amount, on=what.term)]


def shuffled_away(w: Words) -> list[Any]:
    """ "shuffle ~ into its owner's library"."""
    what = thing(w)
    note(w, what)
    w.need("into its owner 's library", "into their owner 's library", "into their owners ' libraries",
           "into their owners 's libraries")  # fmt: skip
    gone(w, "away")
    return [shuffle_into_library(what.term)]


# --- for a time ---------------------------------------------------------------------------------


def lasting(w: Words, what: Spoken) -> list[Any]:
    """ "gets +1/+1 and gains flying until end of turn"."""
    found = qualities(w)
    time = found.until or w.scope.until
    if not time:
        raise Stuck
    return [apply(what.term, *found.parts, until=time)]


def phases_out(w: Words, what: Spoken) -> list[Any]:
    w.need("phases out", "phase out")
    return [phase_out(what.term)]


def becomes(w: Words, what: Spoken) -> list[Any]:
    """ "becomes a 3/3 blue Elemental creature until end of turn. It's still a land."."""
    w.need("becomes a", "becomes an")
    if what.term not in (THIS, TARGET):
        raise Stuck
    power, toughness = size(w)
    colors = _colors(w)
    words = ["Creature"]
    while w.printed() in SUBTYPES:
        words.append(SUBTYPES[w.printed()])
        w.next()
    artifact = w.take("artifact")
    w.need("creature")
    gains = abilities(w) if w.take("with") else []
    time = until(w) or w.scope.until
    if not time or not (artifact or w.take(". it 's still a land")):
        raise Stuck  # whether it keeps its other types is not said
    parts: list[Any] = [is_also(*words, *(["Artifact"] if artifact else []))]
    parts += [is_color(colors)] if colors else []
    parts += [has_base(power, toughness), *([has(*gains)] if gains else [])]
    return [apply(what.term, *parts, until=time)]


def _colors(w: Words) -> str:
    letters = ""
    while w.word() in COLORS:
        letters += COLORS[w.next()]
        if not (w.word() == "and" and w.word(1) in COLORS):
            break
        w.next()
    return letters


def adapt(w: Words, who: Spoken) -> list[Any]:
    """Counters, where it has none."""
    amount = number(w)
    return [if_(~has_counter(THIS, "+1/+1"), [put_counters("+1/+1", amount, on=THIS)])]


def monstrosity(w: Words, who: Spoken) -> list[Any]:
    """Counters and a mark, where it has none."""
    amount = number(w)
    unmarked = ~is_a(THIS, with_mark("monstrous"))
    return [if_(unmarked, [put_counters("+1/+1", amount, on=THIS), mark("monstrous")])]


def switch(w: Words, who: Spoken) -> list[Any]:
    w.need("target")
    found = nouns.permanents_only(w)
    if found.many or w.scope.slots:
        raise Stuck
    w.need("'s power and toughness")
    w.scope = w.scope.with_(slots=(TargetSlot(filter=found.filter),))
    if until(w) != EOT:
        raise Stuck
    w.scope = w.scope.mentioning(TARGET)
    return [apply(TARGET, switched())]
