"""What was spoken of so far: whom "it", "that player" and "that much" mean, and the targets chosen."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apnap.cardkit import THAT, THIS, TargetSlot, Term


class Looks:
    """How often the words of one card may still be looked at, shared by all its lines."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


class Scope(Struct, frozen=True):
    """The circumstances of a sentence. A new one is made for each change, so that what is tried can be left."""

    looks: Looks | None = None
    """None: a line by itself, which may be looked at as often as it needs."""
    permanent: bool = True
    """The text is that of a permanent; else of an instant or sorcery."""
    slots: tuple[TargetSlot, ...] = ()
    """The targets, one for each use of the word."""
    mentions: tuple[Term, ...] = ()
    """The objects that sentences before this one spoke of."""
    plural: bool = False
    """What was mentioned last is several."""
    default: Term | None = None
    """What "it" means before anything is mentioned: what the trigger is about, or this."""
    of_spell: bool = False
    """What triggered is about a spell."""
    opposite: Term | None = None
    """What only "that creature" means: whom this blocks, is blocked by, or damages."""
    gone: Term | None = None
    """Its card, where what the trigger is about has left."""
    subject: Term | None = None
    """What the sentence itself is about."""
    group: bool = False
    """The sentence is about all of a kind, so that nothing in it can be "its"."""
    host_gone: bool = False
    """What this is attached to has left, as what triggered says."""
    moved: str = ""
    """Where what was mentioned has gone: "away", "exile", or "field"."""
    became: Term | None = None
    """What this itself is when the delayed ability that is read happens, where that is not this any more."""
    left: bool = False
    """This itself has been moved by what was read so far."""
    player: Term | None = None
    """That player."""
    defender: Term | None = None
    """The defending player, where what attacks is not this."""
    much: Any = None
    """That much, or that many."""
    x: Any = None
    """X."""
    name: str = ""
    """The name of the card."""
    cast_x: bool = False
    """It has an X in its cost, that matters as it enters."""
    linked: bool = False
    """Another line speaks of "the exiled card"."""
    given_up: bool = False
    """Something is sacrificed to pay for it."""
    until: str = ""
    """A time said at the beginning of the sentence."""
    divides: Any = None
    """What is divided among the targets."""
    zone: str = ""
    """Where this must be for the ability to work, if not on the battlefield."""
    quoted: int = 0
    """How many quotations stand around this."""

    def with_(self, **changes: Any) -> Scope:
        return replace(self, **changes)

    def mentioning(self, term: Term, *, plural: bool = False) -> Scope:
        """The same after a mention of an object."""
        seen = self.mentions if term in self.mentions else (*self.mentions, term)
        return self.with_(mentions=seen, plural=plural, moved="")

    def it(self) -> Term | None:
        """What "its" means: the subject, or else what was spoken of.

        Where this does something, and something else was spoken of, either may be meant.
        """
        spoken = self.spoken()
        if self.group:
            return None
        if self.subject is None:
            return spoken
        return None if self.subject == THIS and spoken not in (None, THIS) else self.subject

    def that(self) -> Term | None:
        """What "that creature" means: what was spoken of, but not this itself."""
        if self.group or self.subject not in (None, THIS):
            return None
        spoken = self.opposite if self.opposite is not None and not self.mentions else self.spoken()
        if spoken == THIS and self.default != THIS:
            return self.default  # what the trigger is about
        return None if spoken == THIS else spoken

    def this(self) -> Term | None:
        """What this itself is by now; None where it has gone, and nothing says what it became."""
        if not self.left:
            return THIS
        return THAT if self.moved == "exile" and self.mentions[-1:] == (THIS,) else None

    def moving_this(self, where: str) -> Scope:
        """The same after this itself was moved."""
        others = tuple(term for term in self.mentions if term != THIS)
        return self.with_(mentions=(*others, THIS), plural=False, moved=where, left=True)

    def spoken(self) -> Term | None:
        """What "it" means: the only object mentioned, or what the trigger is about."""
        if self.mentions:
            return self.mentions[0] if len(self.mentions) == 1 else None
        return self.default
