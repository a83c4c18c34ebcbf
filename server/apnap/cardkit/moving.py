"""Verbs that move objects and cards between zones, or look at them: destroy, exile, draw, search, reveal.

References may be one term or several: `exile(TARGET)`, `destroy(each(creatures))`.
"""

from __future__ import annotations

from typing import Any, Literal

from apnap.engine.amounts import Amount
from apnap.engine.filters import Filter
from apnap.engine.instructions import Instruction, libraries, moving, spells, status
from apnap.engine.player_terms import You
from apnap.engine.terms import Term
from apnap.engine.values import MalformedCard

from .sentences import Ref, sentences_of, term_of


def destroy(what: Ref, *, regenerable: bool = True) -> Instruction:
    """Destroy permanents; with `regenerable=False` they can't be regenerated."""
    return moving.Destroy(what=term_of(what), regenerable=regenerable)


def exile(what: Ref, *, link: str = "", face_down: bool = False, until: str = "") -> Instruction:
    """Exile objects; under a link name this remembers them.

    With `until="this leaves"` they return right after this has left the battlefield (610.3).
    """
    if until:
        if until != "this leaves" or link or face_down:
            raise MalformedCard(f'exile: until "{until}": expected "this leaves", without a link or face_down')
        return moving.ExileUntil(what=term_of(what))
    return moving.PutInto(what=term_of(what), zone="exile", how="exile", link=link, face_down=face_down)


def return_to_hand(what: Ref, *, reveal: bool = False) -> Instruction:
    """Put objects into their owners' hands."""
    return moving.PutInto(what=term_of(what), zone="hand", how="return", reveal=reveal)


put_into_hand = return_to_hand


def put_into_graveyard(what: Ref) -> Instruction:
    """Put objects into their owners' graveyards."""
    return moving.PutInto(what=term_of(what), zone="graveyard", how="put")


def put_into_command_zone(what: Ref) -> Instruction:
    """Put objects into the command zone."""
    return moving.PutInto(what=term_of(what), zone="command", how="put")


def put_on_top(what: Ref, *, order: bool = True) -> Instruction:
    """Put cards on top of their owners' libraries, in an order of the owner's choice."""
    return moving.PutInto(what=term_of(what), zone="library", place=0, order=order)


def put_on_bottom(
    what: Ref, *, order: bool = True, random: bool = False, deck: Literal["library", "schemes"] = "library"
) -> Instruction:
    """Put cards on the bottom of their owners' libraries, or of their scheme decks."""
    return moving.PutInto(what=term_of(what), zone=deck, place=-1, order=order and not random, random=random)


def return_to_battlefield(
    what: Ref,
    *,
    under: Term | None = None,
    tapped: bool = False,
    counters: dict[str, Amount] | None = None,
    attached: Term | None = None,
    attacking: bool | Term = False,
    link: str = "",
) -> Instruction:
    """Put cards onto the battlefield, under their owners' control unless `under` says whose."""
    return moving.PutOntoBattlefield(
        what=term_of(what), under=under, tapped=tapped, counters=tuple((counters or {}).items()), attached=attached,
        attacking=attacking, link=link,
    )  # fmt: skip


put_onto_battlefield = return_to_battlefield


def sacrifice(what: Ref, *, by: Term | None = None) -> Instruction:
    """You sacrifice these permanents, those of them that you control; or `by` does, each as the subject."""
    return moving.Sacrifice(what=term_of(what), by=by)


def sacrifices(who: Term, filter: Filter, amount: Amount = 1) -> Instruction:
    """Players sacrifice permanents of their choice, all at once."""
    return moving.ChooseAndSacrifice(who=who, filter=filter, amount=amount)


def returns(who: Term, filter: Filter, amount: Amount = 1) -> Instruction:
    """Players return permanents of their choice to their owners' hands, all at once."""
    return moving.ChooseAndSacrifice(who=who, filter=filter, amount=amount, to="hand")


def counter(what: Ref, *, to: str = "graveyard") -> Instruction:
    """Counter spells or abilities; a spell goes to `to` instead of the graveyard."""
    return spells.CounterSpell(what=term_of(what), to=to)


def shuffle_into_library(*what: Ref, into: Term | None = None) -> Instruction:
    """Shuffle objects into their owners' libraries, as one event."""
    return libraries.ShuffleIn(what=tuple(term_of(w) for w in what), into=into)


def draw(who: Term, amount: Amount = 1) -> Instruction:
    """Players draw cards, one after another."""
    return libraries.Draw(who=who, amount=amount)


def discard(
    who: Term,
    amount: Amount = 1,
    *,
    random: bool = False,
    chooser: Term | None = None,
    filter: Filter | None = None,
) -> Instruction:
    """Players discard cards of their choice, at random, or as `chooser` picks."""
    return moving.Discard(who=who, amount=amount, random=random, chooser=chooser, filter=filter)


def discard_hand(who: Term) -> Instruction:
    """Players discard their hands."""
    return moving.Discard(who=who, amount=None)


def mill(who: Term, amount: Amount) -> Instruction:
    """Players put the top cards of their libraries into their graveyards."""
    return libraries.Mill(who=who, amount=amount)


def scry(amount: Amount = 1, who: Term | None = None) -> Instruction:
    """Look at the top cards and put any of them on the bottom."""
    return libraries.Scry(who=who or You(), amount=amount)


def surveil(amount: Amount = 1, who: Term | None = None) -> Instruction:
    """Look at the top cards and put any of them into the graveyard."""
    return libraries.Scry(who=who or You(), amount=amount, surveil=True)


def search(
    who: Term,
    filter: Filter,
    *,
    to: str = "hand",
    most: Amount = 1,
    up_to: bool = False,
    tapped: bool = False,
    reveal: bool = False,
    of: Term | None = None,
    top: bool = False,
    do: Any = (),
) -> Instruction:
    """Search a library for cards, put them somewhere, then shuffle.

    Of cards of a stated quality fewer than `most` or none may be found; of any cards, so many must be, if the
    library has them, unless with `up_to`. With `do` the sentences say what is done with "that", also bound as
    `found`, before the shuffle.
    """
    return libraries.Search(
        who=who,
        filter=filter,
        to=to,
        most=most,
        up_to=up_to,
        tapped=tapped,
        reveal=reveal,
        of=of,
        top=top,
        do=sentences_of(do),
    )


def exile_until(filter: Filter, do: Any, *, who: Term | None = None, amount: Amount = 1) -> Instruction:
    """Exile cards from the top of a library until so many match; `do` about "that" (`found`) and the `others`."""
    body = sentences_of(do)
    return libraries.DigUntil(who=who or You(), filter=filter, amount=amount, exile=True, do=body)


def reveal_until(filter: Filter, do: Any, *, who: Term | None = None, amount: Amount = 1) -> Instruction:
    """Reveal cards from the top of a library until so many match; `do` about "that" (`found`) and the `others`."""
    return libraries.DigUntil(who=who or You(), filter=filter, amount=amount, do=sentences_of(do))


def shuffle(who: Term) -> Instruction:
    """Players shuffle their libraries."""
    return libraries.Shuffle(who=who)


def reveal(what: Ref) -> Instruction:
    """Reveal cards to everybody; "that" are the cards."""
    return libraries.Reveal(what=term_of(what))


def look_at(what: Ref, who: Term | None = None) -> Instruction:
    """A player looks at cards; "that" are the cards."""
    return libraries.Reveal(what=term_of(what), to=who or You())


def cease(what: Ref) -> Instruction:
    """Objects cease to exist, without a change of zone."""
    return status.Cease(what=term_of(what))


__all__ = [
    "cease",
    "counter",
    "destroy",
    "discard",
    "discard_hand",
    "draw",
    "exile",
    "exile_until",
    "look_at",
    "mill",
    "put_into_command_zone",
    "put_into_graveyard",
    "put_into_hand",
    "put_on_bottom",
    "put_on_top",
    "put_onto_battlefield",
    "return_to_battlefield",
    "return_to_hand",
    "returns",
    "reveal",
    "reveal_until",
    "sacrifice",
    "sacrifices",
    "scry",
    "search",
    "shuffle",
    "shuffle_into_library",
    "surveil",
]
