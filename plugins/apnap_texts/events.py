"""What a triggered ability waits for: "When this creature enters", "Whenever another creature you control dies"."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apnap.cardkit import (
    CARD,
    HOST,
    THAT_MUCH,
    THAT_OBJECT,
    THAT_PLAYER,
    THAT_SOURCE,
    THIS,
    YOU,
    Filter,
    Term,
    at_beginning,
    attacks,
    becomes_blocked,
    becomes_tapped,
    becomes_target,
    becomes_untapped,
    blocks,
    cards_in_hand,
    casts,
    controller_of,
    count,
    creatures,
    deals_damage,
    dies,
    discards,
    draws,
    enters,
    gains_life,
    is_dealt_damage,
    is_sacrificed,
    leaves,
    loses_life,
    player_attacks,
    state_is,
    turned_face_up,
    unblocked,
)

from . import nouns
from .words import Stuck, Words


class Waits(Struct, frozen=True):
    """The patterns, and what the sentences after them may speak of."""

    on: tuple[Any, ...]
    default: Term | None = None
    opposite: Term | None = None
    of_spell: bool = False
    """It is a spell that was cast."""
    gone: Term | None = None
    player: Term | None = None
    much: Any = None
    zones: tuple[str, ...] = ("battlefield",)
    host_gone: bool = False
    defender: Term | None = None
    """The defending player, where it is not this that attacks."""
    itself: bool = False
    """It is about this itself."""
    apart: tuple[Waits, ...] = ()
    """Each of several events, where one ability cannot speak of what is in all of them."""


def waits(w: Words) -> Waits:
    """The condition of a trigger, up to its comma."""
    if w.take("at the beginning of"):
        return _step(w)
    w.need("whenever", "when")
    if w.take("you control no"):
        none = nouns.permanents_only(w)
        return Waits((state_is(count(none.filter.you_control) <= 0),), default=THIS)
    if w.take("you have no cards in hand", "you have no cards in your hand"):
        return Waits((state_is(cards_in_hand(YOU) <= 0),))
    found: Waits = w.either(_you_do, _thing_does)
    return found


# --- steps --------------------------------------------------------------------------------------

_STEPS = {
    "upkeep": "upkeep",
    "end step": "end",
    "draw step": "draw",
    "precombat main phase": "main1",
    "first main phase": "main1",
    "postcombat main phase": "main2",
    "combat": "begin-combat",
}


def _step(w: Words) -> Waits:
    if w.take("combat on your turn"):
        return Waits((at_beginning("begin-combat", "you"),))
    if w.take("each combat"):
        return Waits((at_beginning("begin-combat"),))
    if w.take("your"):
        return Waits((at_beginning(_step_name(w), "you"),))
    if w.take("each player 's", "each"):
        return Waits((at_beginning(_step_name(w)),), player=THAT_PLAYER)
    if w.take("each opponent 's"):
        return Waits((at_beginning(_step_name(w), "opponents"),), player=THAT_PLAYER)
    if w.take("the upkeep of enchanted creature 's controller", "the upkeep of enchanted land 's controller",
              "the upkeep of enchanted permanent 's controller"):  # fmt: skip
        return Waits((at_beginning("upkeep", controller_of(HOST)),), opposite=HOST, player=THAT_PLAYER)
    if w.take("enchanted player 's"):
        return Waits((at_beginning(_step_name(w), HOST),), player=THAT_PLAYER)
    w.need("the end step")
    return Waits((at_beginning("end"),))


def _step_name(w: Words) -> str:
    for words, step in _STEPS.items():
        if step != "begin-combat" and w.take(words):
            return step
    raise Stuck


# --- what players do ----------------------------------------------------------------------------

_WHO = {
    "you": "you",
    "an opponent": "opponents",
    "a player": "any",
}


def _you_do(w: Words) -> Waits:
    for words, who in _WHO.items():
        if w.take(words):
            player = None if who == "you" else THAT_PLAYER
            reads = (partial(read, who=who, player=player) for read in (_cast, _of_player, _sacrificed, _attack))
            found: Waits = w.either(*reads)
            return found
    raise Stuck


def _attack(w: Words, who: str, player: Term | None) -> Waits:
    w.need("attack ,")
    if who != "you":
        raise Stuck
    w.at -= 1
    return Waits((player_attacks("you"),))


def _cast(w: Words, who: str, player: Term | None) -> Waits:
    w.need("cast", "casts")
    if w.take("a spell ,"):
        w.at -= 1
        return Waits((casts(who),), default=THAT_OBJECT, player=player, of_spell=True)
    for words, nth in _NTH.items():
        if w.take(words):
            return Waits((casts(who, nth=nth),), default=THAT_OBJECT, player=player, of_spell=True)
    found = _one(w)
    if found.kind != "spell":
        raise Stuck
    return Waits((casts(who, found.filter),), default=THAT_OBJECT, player=player, of_spell=True)


_NTH = {
    f"{whose} {number} spell each turn": nth
    for whose in ("your", "their")
    for nth, number in enumerate(("first", "second", "third"), 1)
}


def _of_player(w: Words, who: str, player: Term | None) -> Waits:
    if w.take("gain life", "gains life"):
        return Waits((gains_life(who),), player=player, much=THAT_MUCH)
    if w.take("lose life", "loses life"):
        return Waits((loses_life(who),), player=player, much=THAT_MUCH)
    if w.take("draw a card", "draws a card"):
        return Waits((draws(who),), player=player)
    if w.take("draw your second card each turn"):
        return Waits((draws(who, nth=2),), player=player)
    w.need("discard a card", "discards a card")
    return Waits((discards(who),), player=player)


def _sacrificed(w: Words, who: str, player: Term | None) -> Waits:
    w.need("sacrifice", "sacrifices")
    found = _one(w)
    return Waits((is_sacrificed(found.filter, who),), default=THAT_OBJECT, gone=CARD, player=player)


def _one(w: Words) -> nouns.Noun:
    """ "a creature", "another creature"."""
    if w.word() != "another":
        w.need("an", "a")
    found = nouns.objects(w)
    if found.many or found.kind == "card":
        raise Stuck
    return found


# --- what objects do ----------------------------------------------------------------------------


def _thing_does(w: Words) -> Waits:
    what = _subjects(w)
    found: Waits = w.either(*(partial(read, what=what) for read in _EVENTS))
    return found


Whats = tuple[Any, ...]


def _subjects(w: Words) -> Whats:
    """This, what this is attached to, something of a kind; or this or something of a kind."""
    if w.take("~"):
        if w.take("or"):
            other = _one(w)
            if other.kind != "permanent":
                raise Stuck
            return (THIS, other.filter)
        return (THIS,)
    if w.take(
        "enchanted creature", "equipped creature", "enchanted permanent", "enchanted land", "enchanted artifact",
        "fortified land",
    ):  # fmt: skip
        return (HOST,)
    found = _one(w)
    if found.kind != "permanent":
        raise Stuck
    return (found.filter,)


def _about(what: Whats) -> Term:
    """What "it" means: this, or what the event is about; what this is attached to may be another by then."""
    return THIS if what == (THIS,) else THAT_OBJECT


def _source(what: Whats) -> Term:
    """The same of an event in which it is what does it to something."""
    return THIS if what == (THIS,) else THAT_SOURCE


def _either(*events: Waits) -> Waits:
    """Two events of one thing; where each names it in its own way, each has an ability of its own."""
    first = events[0]
    if first.default == THIS:
        return replace(first, on=tuple(on for one in events for on in one.on))
    return replace(first, apart=events)


def _filter_too(w: Words, what: Whats, narrow: Any) -> Whats:
    """Words after the verb that narrow a filter, but say nothing of this."""
    if isinstance(what[-1], Filter):
        return (*what[:-1], narrow(what[-1]))
    raise Stuck


def _enters(w: Words, what: Whats) -> Waits:
    w.need("enters")
    w.take("the battlefield")
    if w.take("under your control"):
        what = _filter_too(w, what, lambda f: f.you_control)
    elif w.take("under an opponent 's control"):
        what = _filter_too(w, what, lambda f: f.opponents_control)
    if w.take("or dies"):
        if what != (THIS,):
            raise Stuck
        return Waits((enters(THIS), dies(THIS)), default=None, itself=True)
    if w.take("or attacks"):
        if what != (THIS,):
            raise Stuck
        return Waits((enters(THIS), attacks(THIS)), default=THIS, itself=True)
    about = THIS if what == (THIS,) else CARD
    return Waits(tuple(enters(one) for one in what), default=about, itself=what == (THIS,))


def _dies(w: Words, what: Whats) -> Waits:
    w.need("dies", "is put into a graveyard from the battlefield")
    host = what == (HOST,)
    return Waits(
        tuple(dies(one) for one in what), default=THAT_OBJECT if host else _about(what), gone=CARD,
        itself=what == (THIS,), host_gone=host,
    )  # fmt: skip


def _leaves(w: Words, what: Whats) -> Waits:
    w.need("leaves the battlefield")
    return Waits(tuple(leaves(one) for one in what), default=None, itself=what == (THIS,), host_gone=what == (HOST,))


def _attacks(w: Words, what: Whats) -> Waits:
    w.need("attacks")
    if w.take("or blocks"):
        if len(what) != 1 or not isinstance(what[0], Term):
            raise Stuck
        return _either(_one_attacks(what), _one_blocks(what))
    if w.take("alone"):
        on = tuple(attacks(one, alone=True) for one in what)
    elif w.take("and isn 't blocked", "and isn't blocked"):
        on = tuple(unblocked(one) for one in what)
    else:
        on = tuple(attacks(one) for one in what)
    return Waits(on, default=_about(what), itself=what == (THIS,), defender=_defender(what))


def _defender(what: Whats) -> Term | None:
    """Who is attacked, where that is not by this alone: the event says it."""
    return None if what == (THIS,) else THAT_PLAYER


def _blocks(w: Words, what: Whats) -> Waits:
    w.need("blocks")
    if len(what) != 1 or not isinstance(what[0], Term):
        raise Stuck
    if w.take("or becomes blocked"):
        if w.sees("by"):
            raise Stuck
        return _either(_one_blocks(what), Waits((becomes_blocked(what[0]),), default=_about(what)))
    if w.take("a creature"):
        if w.word() != ",":
            raise Stuck
        return Waits((blocks(what[0], creatures),), opposite=THAT_OBJECT, itself=what == (THIS,))
    return _one_blocks(what)


def _one_blocks(what: Whats) -> Waits:
    return Waits((blocks(what[0]),), default=_source(what), itself=what == (THIS,))


def _one_attacks(what: Whats) -> Waits:
    return Waits((attacks(what[0]),), default=_about(what), itself=what == (THIS,), defender=_defender(what))


def _becomes(w: Words, what: Whats) -> Waits:
    about = _about(what)
    itself = what == (THIS,)
    if w.take("becomes blocked by a creature"):
        if w.word() != "," or len(what) != 1 or not isinstance(what[0], Term):
            raise Stuck
        return Waits((blocks(creatures, whom=what[0]),), opposite=THAT_SOURCE, itself=itself)
    if w.take("becomes blocked"):
        if w.sees("by"):
            raise Stuck
        on = tuple(becomes_blocked(one) for one in what)
        return Waits(on, default=about, itself=itself, defender=_defender(what))
    if w.take("is tapped for mana"):
        if what != (HOST,):
            raise Stuck
        return Waits((becomes_tapped(HOST, for_mana=True),), default=THAT_OBJECT, player=THAT_PLAYER)
    if w.take("becomes tapped"):
        return Waits(tuple(becomes_tapped(one) for one in what), default=about, itself=itself)
    if w.take("becomes untapped"):
        return Waits(tuple(becomes_untapped(one) for one in what), default=about, itself=itself)
    if w.take("is turned face up"):
        return Waits(tuple(turned_face_up(one) for one in what), default=about, itself=itself)
    if w.take("is dealt damage"):
        return Waits(tuple(is_dealt_damage(one) for one in what), default=about, much=THAT_MUCH, itself=itself)
    w.need("becomes the target of a spell or ability")
    by = "opponents" if w.take("an opponent controls") else "any"
    return Waits(tuple(becomes_target(one, by=by) for one in what), default=about, itself=itself)


def _deals_damage(w: Words, what: Whats) -> Waits:
    """Deals damage, to whom and of what kind."""
    combat: bool | None = None
    if w.take("deals combat damage"):
        combat = True
    else:
        w.need("deals damage")
    if len(what) != 1:
        raise Stuck
    one = what[0]
    source = _source(what) if isinstance(one, Term) else None
    itself = what == (THIS,)
    if w.take("to a player"):
        on = deals_damage(one, combat=combat, to_player=True)
        return Waits((on,), default=source, player=THAT_PLAYER, much=THAT_MUCH, itself=itself)
    if w.take("to an opponent"):
        on = deals_damage(one, combat=combat, to_player=True, to_whom="opponents")
        return Waits((on,), default=source, player=THAT_PLAYER, much=THAT_MUCH, itself=itself)
    if w.take("to a creature"):
        return Waits(
            (deals_damage(one, to=creatures, combat=combat),), opposite=THAT_OBJECT, much=THAT_MUCH, itself=itself
        )
    if w.word() != ",":
        raise Stuck
    return Waits((deals_damage(one, combat=combat),), default=source, much=THAT_MUCH, itself=itself)


_EVENTS = (_enters, _dies, _leaves, _attacks, _blocks, _becomes, _deals_damage)
