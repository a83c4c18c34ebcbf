"""What a seat may be asked, and the shape of each answer.

Every request offers options with an id and a structured payload; an answer names option ids, never
positions. What each kind wants:

===============  ===========================================================================
`priority`       one option: `pass`, or something to play, cast or activate
`choose`         between `min` and `max` options
`order`          all options, in the wanted order
`divide`         `amounts` over the options, `total` in all
`number`         `number` between `min` and `max`
`yes-no`         the option of kind `yes` or the option of kind `no`
`attackers`      any options, each an attacker with what it attacks
`blockers`       any options, each a blocker with the attacker it blocks
`mulligan`       the option of kind `keep` or the option of kind `mulligan`
`pay`            an option that pays or makes mana; see the payloads
===============  ===========================================================================

Where `may_undo` is true, `cancel` takes the whole proposal back.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Kind = Literal[
    "priority",
    "choose",
    "order",
    "divide",
    "number",
    "yes-no",
    "attackers",
    "blockers",
    "mulligan",
    "pay",
]
GREATEST = 2**53 - 1
"""The greatest integer on the wire: above it, browsers lose digits."""
Number = Annotated[int, Meta(ge=-GREATEST, le=GREATEST)]
Count = Annotated[int, Meta(ge=0, le=GREATEST)]
OptionId = Annotated[str, Meta(min_length=1, max_length=160)]
MOST = 4000
"""So many picks or amounts an answer has at most: an attack with thousands of tokens."""
Picks = Annotated[tuple[OptionId, ...], Meta(max_length=MOST)]


class Payload(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an option is about. Members that do not apply are absent."""

    kind: str
    object: str = ""
    """An object of the view."""
    other: str = ""
    """What it is about besides: of an attack `seat:N` or the object attacked, of a block the attacker,
    of a trigger what it triggered on (which may have left the view since)."""
    seat: int | None = None
    """A player: of an attack the one who defends."""
    word: str = ""
    """In words: a mode, a mana cost, the way of a special action."""
    number: Number | None = None
    """Which of several: of an activation the place of the ability, of a mode its own, both from 1."""
    objects: tuple[str, ...] = ()
    """The objects of a pile."""
    payable: Literal["yes", "no", "unknown"] = "yes"
    ability: str = ""
    """Which triggered ability it is: named as on the stack."""


class Option(msgspec.Struct, frozen=True):
    """One legal answer, or a part of one."""

    id: OptionId
    payload: Payload


class Given(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole cast or activation at once. Objects and seats are named as in the view.

    What is missing of targets, modes, X, shares and what is given up is asked; a kicker that is not named is not
    paid, and mana is paid as the server proposes. What nothing asks for is refused.
    """

    targets: Picks | None = None
    x: Count | None = None
    modes: Annotated[tuple[Count, ...], Meta(max_length=64)] | None = None
    alternative: Annotated[str, Meta(max_length=80)] | None = None
    kicked: bool | None = None
    divided: Annotated[dict[OptionId, Count], Meta(max_length=64)] | None = None
    sacrifice: Picks | None = None
    discard: Picks | None = None
    exile: Picks | None = None
    pay_life: Count | None = None


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat answers; see the table of kinds for which member each kind of request wants."""

    picks: Picks = ()
    number: Number | None = None
    amounts: Annotated[dict[OptionId, Count], Meta(max_length=MOST)] = {}
    cancel: bool = False
    given: Given | None = msgspec.field(default=None, name="with")


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open request, as the seat that is asked sees it."""

    id: str
    kind: Kind
    seats: tuple[int, ...]
    """The seats that are asked: any one of them may answer, unless `all_of`."""
    seat: int
    """The seat whom the choice is for."""
    prompt: str
    options: tuple[Option, ...] = ()
    min: int = 0
    max: int = 0
    total: int = 0
    default: Answer = Answer()
    deadline: Count | None = None
    """Server milliseconds at which the default is taken; absent where no clock runs."""
    may_undo: bool = False
    all_of: bool = False
    cause: str = ""
    """The object that asks, if you may know it; it may have left your view since, as what was sacrificed has."""
    rule: str = ""
    """The number in the table's edition of the rule that asks."""

    def option(self, kind: str, **wanted: Any) -> Option | None:
        """The first option whose payload has this kind and these members."""
        for option in self.options:
            if option.payload.kind == kind and all(
                getattr(option.payload, name) == value for name, value in wanted.items()
            ):
                return option
        return None
