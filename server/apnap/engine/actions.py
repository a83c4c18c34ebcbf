"""What would happen to named objects: the closed vocabulary that replacement effects match.

An action holds concrete ids only. `perform.py` asks the prohibitions and replacements about it, takes it
apart into further actions, and makes the events of one batch.
"""

from __future__ import annotations

from msgspec import Struct

from .events import How
from .state import Bound, Cast, Cause
from .values import NOBODY, NOTHING, Counters, Mana, ObjId, Plain, Ref, Seat, Zone


class Action(Struct, frozen=True, gc=False, kw_only=True):
    """Something that would happen; `cause` goes into its events."""

    cause: Cause = Cause()


class Move(Action, frozen=True, gc=False, kw_only=True):
    """Put an object into a zone. `under` is the controller it would have there.

    `place` is an index from the top of a library (-1: the bottom). `new_id` is set while deciding, so
    that what enters can be spoken of; `chosen` are the links that as-enters choices will set. With no
    `object`, a token or copy comes into being from the definition at `base`.
    """

    object: ObjId
    to: Zone
    how: How = "put"
    under: Seat = NOBODY
    place: int = 0
    tapped: bool = False
    counters: Counters = ()
    attached: Ref = Ref(0)
    face_down: str = ""
    attacking: Ref = Ref(0)
    copied: str = ""
    exceptions: Bound = ()
    cast: Cast | None = None
    new_id: ObjId = NOTHING
    chosen: tuple[tuple[str, tuple[Plain, ...]], ...] = ()
    reveal: bool = False
    marks: tuple[str, ...] = ()
    base: str = ""
    kind: str = "card"
    owner: Seat = NOBODY


class Destroy(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    regenerable: bool = True


class Sacrifice(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    seat: Seat


class Discard(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    seat: Seat


class Counter(Action, frozen=True, gc=False, kw_only=True):
    """Counter a spell or ability (701.6). `to` is where a spell goes instead of the graveyard."""

    object: ObjId
    to: Zone = "graveyard"


class Create(Action, frozen=True, gc=False, kw_only=True):
    """Create tokens (111): `amount` of the one defined at the path `base`."""

    base: str
    seat: Seat
    amount: int = 1
    tapped: bool = False
    attacking: Ref = Ref(0)
    copied: str = ""
    exceptions: Bound = ()
    counters: Counters = ()
    link: str = ""


class CopySpell(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    seat: Seat
    exceptions: Bound = ()


class CopyCard(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    seat: Seat


class Cease(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    how: How = "rule"


class Draw(Action, frozen=True, gc=False, kw_only=True):
    """One card (121.2)."""

    seat: Seat


class Mill(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat
    amount: int


class Shuffle(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat
    zone: Zone = "library"


class Reorder(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat
    zone: Zone
    order: tuple[ObjId, ...]


class Reveal(Action, frozen=True, gc=False, kw_only=True):
    objects: tuple[ObjId, ...]
    to: tuple[Seat, ...]
    public: bool = False


class DealDamage(Action, frozen=True, gc=False, kw_only=True):
    source: ObjId
    to: Ref
    amount: int
    combat: bool = False
    preventable: bool = True


class RemoveDamage(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId


class GainLife(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat
    amount: int


class LoseLife(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat
    amount: int
    how: str = ""


class SetLife(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat
    total: int


class AddMana(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat
    mana: Mana


class EmptyMana(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat


class PutCounters(Action, frozen=True, gc=False, kw_only=True):
    on: Ref
    kind: str
    amount: int
    entering: bool = False
    by_effect: bool = True


class RemoveCounters(Action, frozen=True, gc=False, kw_only=True):
    on: Ref
    kind: str
    amount: int


class Tap(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    for_mana: bool = False


class Untap(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId


class Attach(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    to: Ref


class Unattach(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId


class PhaseOut(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    way: str = "direct"


class PhaseIn(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId


class TurnFace(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    face_down: str = ""


class BecomeCopy(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    base: str
    exceptions: Bound = ()


class Mark(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    mark: str
    on: bool = True


class Link(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    link: str
    values: tuple[Plain, ...]


class StartEffect(Action, frozen=True, gc=False, kw_only=True):
    path: str
    source: ObjId
    seat: Seat
    duration: str
    bound: Bound = ()
    affected: tuple[Ref, ...] | None = None
    uses: int = 0


class EndEffect(Action, frozen=True, gc=False, kw_only=True):
    effect: int


class StartDelayed(Action, frozen=True, gc=False, kw_only=True):
    path: str
    source: ObjId
    seat: Seat
    bound: Bound = ()
    duration: str = ""


class RemoveFromCombat(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId


class ChangeCast(Action, frozen=True, gc=False, kw_only=True):
    object: ObjId
    cast: Cast


class AddTurn(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat
    mark: str = ""


class ControlPlayer(Action, frozen=True, gc=False, kw_only=True):
    """`by` decides for `seat` during that player's next turn (723.1)."""

    seat: Seat
    by: Seat


class AddSteps(Action, frozen=True, gc=False, kw_only=True):
    steps: tuple[str, ...]
    first: bool = True
    after_phase: bool = False


class Skip(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat
    what: str


class LoseGame(Action, frozen=True, gc=False, kw_only=True):
    """One per player and check, whatever the reasons (704.7)."""

    seat: Seat
    reasons: tuple[str, ...]


class WinGame(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat


class DrawGame(Action, frozen=True, gc=False, kw_only=True):
    reason: str = ""


class BecomeMonarch(Action, frozen=True, gc=False, kw_only=True):
    seat: Seat


class ChangeDayNight(Action, frozen=True, gc=False, kw_only=True):
    to: str


ACTIONS: dict[str, type[Action]] = {c.__name__: c for c in Action.__subclasses__()}
