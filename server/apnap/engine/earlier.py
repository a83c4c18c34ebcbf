"""What had happened before a position, as far as its objects remember it (607): choices, exiles, what was raised.

An Aura that enchants a card where it lies, and then is attached to that card on the battlefield, has lost one
ability to enchant and has another: a position shows it attached, so all of this has been. What was chosen as
something entered, and what a permanent has exiled, the position says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .abilities import Triggered
from .changes import EntersChoosing
from .instructions.effects import Apply
from .instructions.moving import ExileUntil, PutInto, PutOntoBattlefield
from .instructions.status import Attach
from .look import Look
from .state import Effect, Obj, State
from .static_parts import open_amounts
from .terms import Host, Linked, This
from .values import COLOR_WORDS, ObjId, Plain, Ref

if TYPE_CHECKING:
    from .book import Book


class NotRemembered(Exception):
    """The position says of an object what nothing on it could remember."""


def abilities_of(look: Look, obj_id: ObjId) -> Iterator[Any]:
    """The definitions of an object's abilities, in printed order."""
    for ref in look.chars(obj_id).abilities:
        yield look.book.at(ref.path)


def parts_within(value: object) -> Iterator[Any]:
    """A definition and all that stands in it."""
    if isinstance(value, tuple):
        for part in value:
            yield from parts_within(part)
    elif isinstance(value, Struct):
        yield value
        for name in value.__struct_fields__:
            yield from parts_within(getattr(value, name))


# --- what was chosen ----------------------------------------------------------------------------


def remember_chosen(state: State, book: Book, obj_id: ObjId, chosen: Plain) -> None:
    """Let a permanent have had this chosen as it entered: a word, or a reference to a player or object."""
    look = Look(state, book)
    for ability in abilities_of(look, obj_id):
        for part in parts_within(ability):
            if isinstance(part, EntersChoosing):
                value = COLOR_WORDS.get(chosen, chosen) if isinstance(chosen, str) else chosen
                if (part.what == "color") != (isinstance(value, str) and value in COLOR_WORDS.values()):
                    raise NotRemembered(f"expected a {part.what}")
                state.links[f"{obj_id}:{part.link or part.what}"] = (value,)
                return
    raise NotRemembered("nothing is chosen as it enters")


# --- what it exiled -----------------------------------------------------------------------------


def remember_exiled(state: State, book: Book, by: ObjId, card: ObjId) -> None:
    """Let a permanent have exiled a card: it is linked to it, or returns when the permanent leaves (610.3)."""
    look = Look(state, book)
    if state.objects[by].zone != "battlefield":
        raise NotRemembered("what has exiled something is on the battlefield")
    for ability in abilities_of(look, by):
        for part in parts_within(ability):
            if isinstance(part, PutInto) and part.zone == "exile" and part.link:
                key = f"{by}:{part.link}"
                state.links[key] = (*state.links.get(key, ()), int(card))
                return
            if isinstance(part, ExileUntil):
                _begin(state, state.objects[by], book.path_of(part.back), "until source leaves", (Ref(card),))
                return
    raise NotRemembered("it remembers nothing that it exiled")


# --- what was raised ----------------------------------------------------------------------------


def remember_raised(state: State, book: Book) -> None:
    """Let the Auras of a position have resolved that are attached to what they returned."""
    look = Look(state, book)
    for obj in [o for o in state.objects.values() if o.zone == "battlefield" and o.attached > 0]:
        for ability in abilities_of(look, obj.id):
            sentences: Any = ability.modes[0].do if isinstance(ability, Triggered) and ability.modes else ()
            if isinstance(sentences, tuple) and (link := _raises(sentences)):
                state.links[f"{obj.id}:{link}"] = (int(obj.attached),)
                _begin_for_good(state, book, obj, sentences)


def _raises(sentences: tuple[Any, ...]) -> str:
    """The link name of what is returned and then attached to; empty where nothing is."""
    for sentence in sentences:
        if isinstance(sentence, PutOntoBattlefield) and sentence.what == Host() and sentence.link:
            onto_it = Attach(what=This(), to=Linked(sentence.link))
            if any(isinstance(s, Attach) and (s.what, s.to) == (onto_it.what, onto_it.to) for s in sentences):
                return sentence.link
    return ""


def _begin_for_good(state: State, book: Book, obj: Obj, sentences: tuple[Any, ...]) -> None:
    """What the Aura has for good since then."""
    for sentence in sentences:
        if not isinstance(sentence, Apply) or sentence.to != This() or sentence.until != "forever":
            continue
        if not any(open_amounts(part) for part in sentence.static.parts):
            _begin(state, obj, book.path_of(sentence.static), "forever", (obj.id,))


def _begin(state: State, obj: Obj, path: str, duration: str, affected: tuple[Ref, ...]) -> None:
    number = state.next_effect
    state.effects[number] = Effect(
        id=number, path=path, source=obj.id, controller=obj.controller, timestamp=obj.timestamp, duration=duration,
        affected=affected,
    )  # fmt: skip
    state.next_effect = number + 1
