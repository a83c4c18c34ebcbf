"""What sentences do, by their verbs: each takes the words after its verb, and who or what does it.

    deed = verb complement

A verb of this table is said of players ("draws two cards"), of objects ("deals 3 damage"), or to the reader
("destroy target creature", the same as of "you").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import dealing, libraries, looking, making, placing, playing, touching
from .referents import Spoken
from .words import Stuck, Words

Deed = Callable[[Words, Spoken], list[Any]]

#: Verbs of players, as they are said to "you".
OF_PLAYERS: dict[str, Deed] = {
    "draw": playing.draw_cards,
    "discard": playing.discard_cards,
    "gain": playing.gain,
    "lose": playing.lose,
    "mill": libraries.mill_cards,
    "sacrifice": playing.sacrifice_things,
    "create": making.create_tokens,
    "add": making.add_mana,
    "get": making.get,
    "shuffle": libraries.shuffle_something,
    "search": libraries.search_library,
    "scry": libraries.scry_cards,
    "surveil": libraries.surveil_cards,
    "win": playing.win,
    "become": playing.become,
    "take": playing.take_turn,
    "reveal": libraries.reveal_hand,
    "put": placing.put,
    "return": placing.return_things,
    "exile": touching.exile_things,
    "untap": touching.untap_things,
    "tap": touching.tap_things,
    "look": looking.look,
    "investigate": making.investigate,
}

#: What only "you" are told to do.
OF_YOU: dict[str, Deed] = {
    "destroy": touching.destroy_things,
    "counter": touching.counter_spells,
    "regenerate": touching.regenerate_things,
    "prevent": dealing.prevent,
    "proliferate": touching.proliferate_all,
    "attach": touching.attach_this,
    "adapt": touching.adapt,
    "monstrosity": touching.monstrosity,
    "copy": making.copy_target,
    "remove": touching.remove,
    "switch": touching.switch,
    "exchange": touching.exchange,
}


def base_of(verb: str) -> str:
    """ "draws" as "draw", "loses" as "lose"."""
    if verb in OF_PLAYERS or verb in OF_YOU:
        return verb
    for ending in ("s", "es"):
        if verb.endswith(ending) and verb.removesuffix(ending) in OF_PLAYERS:
            return verb.removesuffix(ending)
    raise Stuck


def of_player(w: Words, who: Spoken) -> list[Any]:
    """What a player does."""
    verb = w.next()
    base = base_of(verb)
    if base in OF_YOU and not who.you:
        raise Stuck
    if (base == verb) != (who.you or who.many):
        raise Stuck
    deed = OF_PLAYERS.get(base) or OF_YOU[base]
    return deed(w, who)


def of_object(w: Words, what: Spoken) -> list[Any]:
    """What an object does, or what becomes of it."""
    if what.many:
        w.take("each")
    found: list[Any] = w.either(
        lambda w: dealing.deal(w, what),
        lambda w: dealing.fights(w, what),
        lambda w: touching.phases_out(w, what),
        lambda w: touching.becomes(w, what),
        lambda w: touching.lasting(w, what),
    )
    return found
