"""Auras of a position that were put onto what they had brought back (607).

Such an Aura enchants a card where it lies; once it has returned that card it loses this ability, gains one that
speaks of what it returned, and is attached to that. A position shows it attached, so all of this has been: without
it, the first check would find the Aura on what it cannot enchant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .abilities import Triggered
from .instructions.effects import Apply
from .instructions.moving import PutOntoBattlefield
from .instructions.status import Attach
from .look import Look
from .state import Effect, Obj, State
from .static_parts import open_amounts
from .terms import Host, Linked, This

if TYPE_CHECKING:
    from .book import Book


def remember_what_was_raised(state: State, book: Book) -> None:
    """Let the Auras of a position have resolved that are attached to what they returned."""
    look = Look(state, book)
    for obj in [o for o in state.objects.values() if o.zone == "battlefield" and o.attached > 0]:
        for ref in look.chars(obj.id).abilities:
            ability = book.at(ref.path)
            sentences: Any = ability.modes[0].do if isinstance(ability, Triggered) and ability.modes else ()
            if isinstance(sentences, tuple) and (link := _raises(sentences)):
                state.links[f"{obj.id}:{link}"] = (int(obj.attached),)
                _begin_effects(state, book, obj, sentences)


def _raises(sentences: tuple[Any, ...]) -> str:
    """The link name of what is returned and then attached to; empty where nothing is."""
    for sentence in sentences:
        if isinstance(sentence, PutOntoBattlefield) and sentence.what == Host() and sentence.link:
            onto_it = Attach(what=This(), to=Linked(sentence.link))
            if any(isinstance(s, Attach) and (s.what, s.to) == (onto_it.what, onto_it.to) for s in sentences):
                return sentence.link
    return ""


def _begin_effects(state: State, book: Book, obj: Obj, sentences: tuple[Any, ...]) -> None:
    """What the Aura has for good since then."""
    for sentence in sentences:
        if not isinstance(sentence, Apply) or sentence.to != This() or sentence.until != "forever":
            continue
        if any(open_amounts(part) for part in sentence.static.parts):
            continue
        number = state.next_effect
        state.effects[number] = Effect(
            id=number, path=book.path_of(sentence.static), source=obj.id, controller=obj.controller,
            timestamp=obj.timestamp, duration="forever", affected=(obj.id,),
        )  # fmt: skip
        state.next_effect = number + 1
