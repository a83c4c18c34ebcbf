"""What is done to permanents, cards and spells: destroy, exile, return, tap, counters, changes for a time."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import (
    CARD,
    EOT,
    TARGET,
    THAT,
    THAT_OBJECT,
    THIS,
    Filter,
    TargetSlot,
    Term,
    apply,
    attach,
    cards,
    controller_of,
    counter,
    destroy,
    exchange_control,
    exile,
    graveyard_of,
    has,
    has_base,
    has_counter,
    if_,
    is_a,
    is_also,
    is_color,
    mark,
    pay_or,
    phase_out,
    proliferate,
    put_counters,
    regenerate,
    remove_counters,
    switched,
    tap,
    together,
    untap,
    with_mark,
)

from . import nouns
from .amounts import counter_kind, number, size
from .placing import gone
from .prices import price
from .qualities import abilities, qualities, until
from .referents import Spoken, aim_at_player, is_gone, note, thing
from .vocabulary import COLORS, SUBTYPES
from .words import Stuck, Words

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
        if is_gone(w) and w.scope.gone is not None:
            return [exile(w.scope.gone)]
        if w.scope.left:
            raise Stuck
        w.scope = w.scope.moving_this("exile")
        return [exile(THIS)]
    if w.take("all graveyards", "all cards from all graveyards"):
        return [exile(cards)]
    if aim_at_player(w, "target PLAYER 's graveyard"):
        return [exile(graveyard_of(TARGET))]
    what = thing(w)
    if what.term == CARD:
        raise Stuck
    note(w, what)
    if w.take("until ~ leaves the battlefield"):
        if not w.scope.permanent or not what.chosen:
            raise Stuck
        gone(w, "away")
        return [exile(what.term, until="this leaves")]
    if w.scope.linked and what.chosen:
        gone(w, "away")
        return [exile(what.term, link="exiled")]
    gone(w, "exile")
    return [exile(what.term)]


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
    if w.take(
        ". if that spell is countered this way , exile it instead of putting it into its owner 's graveyard",
    ):  # fmt: skip
        return [counter(what.term, to="exile")]
    if w.take(
        ". if that spell is countered this way , put it into its owner 's hand instead of into that player 's graveyard"
    ):
        return [counter(what.term, to="hand")]
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


# --- counters ---------------------------------------------------------------------------------------


def remove(w: Words, who: Spoken) -> list[Any]:
    amount = number(w)
    kind = counter_kind(w)
    w.need("counter from", "counters from")
    what = thing(w)
    note(w, what)
    return [remove_counters(kind, amount, on=what.term)]


# --- for a time ---------------------------------------------------------------------------------


def lasting(w: Words, what: Spoken) -> list[Any]:
    """ "gets +1/+1 and gains flying until end of turn"."""
    gains = w.word() in ("gains", "gain")
    found = qualities(w)
    time = found.until or w.scope.until
    if not time and gains and what.term == THAT:
        time = "forever"  # what was just put there has it as long as it is there
    if not time:
        raise Stuck
    if what.term == THAT_OBJECT and w.scope.of_spell:
        raise Stuck  # the permanent that it becomes would have to keep it
    if what.filter is None:
        return [apply(what.term, *found.parts, until=time)]
    return _lasting_of_all(what.term, what.filter, found.parts, time)


def _lasting_of_all(term: Term, filter: Filter, parts: tuple[Any, ...], time: str) -> list[Any]:
    """What changes them is of those that are there now; a rule is of those that come later as well (611.2c)."""
    changes = [part for part in parts if part.layers]
    rules = [part for part in parts if not part.layers]
    if rules and not all(_lasts(test) for test in filter.tests):
        raise Stuck  # what it speaks of is not known any more by then
    made = [apply(term, *changes, until=time)] if changes else []
    return [*made, apply(None, *rules, until=time, affects=filter)] if rules else made


def _lasts(test: Any) -> bool:
    """Whether a test of a filter asks the same when what made the effect is gone: no target, no X."""
    return getattr(test, "term", None) is None and isinstance(getattr(test, "amount", 0), int)


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
