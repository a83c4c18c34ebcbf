"""What did happen: one frozen value per event, each with its cause.

An event carries all that `apply` needs, and objects as they were before the batch (`was`, 704.8), so a
trigger that looks back needs no second look at the state.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .state import Attack, Bound, Cast, Cause, Course, Delayed, Effect, Obj, Result, Thing, Waiting
from .values import NOBODY, NOTHING, Mana, ObjId, Plain, Ref, Seat, Zone

How = Literal[
    "", "draw", "discard", "sacrifice", "destroy", "cast", "resolve", "countered", "play", "create", "copy",
    "put", "exile", "mill", "return", "search", "legend", "toughness", "rule", "leave", "activate", "trigger",
    "suspend", "bottom", "phase", "set in motion", "abandon",
]  # fmt: skip


class Event(Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Something that happened; `cause` says by which rule and because of what."""

    cause: Cause = Cause()


#: Stands in a log for an event that is no longer kept.
NOT_KEPT = Event()

# --- turn and priority --------------------------------------------------------------------------


class TurnBegan(Event, frozen=True, gc=False, kw_only=True):
    """A turn began; `extra` where it was an extra turn, `plan` are its steps, `seats` all whose turn it is."""

    seat: Seat
    number: int
    seats: tuple[Seat, ...] = ()
    extra: bool = False
    mark: str = ""
    plan: tuple[str, ...] = ()


class StepBegan(Event, frozen=True, gc=False, kw_only=True):
    """A step or phase began."""

    step: str
    active: Seat


class StepOpened(Event, frozen=True, gc=False, kw_only=True):
    """The step's turn-based actions are done; priority goes round from here."""

    step: str


class StepEnded(Event, frozen=True, gc=False, kw_only=True):
    """A step or phase ended; `repeat` where it begins again."""

    step: str
    repeat: bool = False


class StepsAdded(Event, frozen=True, gc=False, kw_only=True):
    """Steps put into this turn's plan, before the steps still to come, after so many (`place`) or at their end."""

    steps: tuple[str, ...]
    first: bool = True
    place: int = 0


class TurnScheduled(Event, frozen=True, gc=False, kw_only=True):
    """`seat` will take an extra turn."""

    seat: Seat
    mark: str = ""


class ExtraTaken(Event, frozen=True, gc=False, kw_only=True):
    """The newest of the extra turns has begun, or was dropped with its player."""

    index: int


class Skipping(Event, frozen=True, gc=False, kw_only=True):
    """`seat` will skip the next such step (or "turn")."""

    seat: Seat
    what: str


class Skipped(Event, frozen=True, gc=False, kw_only=True):
    """A step or turn was skipped; `in_order` for a turn that was not an extra one."""

    seat: Seat
    what: str
    in_order: bool = False


class PriorityGiven(Event, frozen=True, gc=False, kw_only=True):
    """`seat` is to receive priority, after something other than a pass: the passes begin anew, or
    (`passes_stand`, when the one who had it left) those of the others stand."""

    seat: Seat
    passes_stand: bool = False


class Passed(Event, frozen=True, gc=False, kw_only=True):
    """`seat` passed; `to` is the next in turn order."""

    seat: Seat
    to: Seat


class Checked(Event, frozen=True, gc=False, kw_only=True):
    """One check of state-based actions; `performed` are (clause name, subject) pairs. Clears the
    flags that ask about "since the last check"."""

    performed: tuple[tuple[str, Ref], ...] = ()


# --- objects and zones --------------------------------------------------------------------------


class Moved(Event, frozen=True, gc=False, kw_only=True):
    """An object changed zones (400.7), or came into being (`was` is None).

    `now` is the whole new object; `place` its index from the top in a library or from the bottom of
    the stack, -1 for the usual end. `nth` numbers a player's draws in a turn.
    """

    was: Thing | None
    now: Obj
    how: How = ""
    place: int = -1
    nth: int = 0


class Ceased(Event, frozen=True, gc=False, kw_only=True):
    """A token, a copy or an ability on the stack ceased to exist, or an object left with its owner."""

    was: Thing
    how: How = ""


class Shuffled(Event, frozen=True, gc=False, kw_only=True):
    """A library or scheme deck was shuffled."""

    seat: Seat
    zone: Zone
    order: tuple[ObjId, ...]
    seed: int


class Reordered(Event, frozen=True, gc=False, kw_only=True):
    """Cards of a zone were put into another order."""

    seat: Seat
    zone: Zone
    order: tuple[ObjId, ...]


class Revealed(Event, frozen=True, gc=False, kw_only=True):
    """`to` know these objects now; `public` when everybody does."""

    objects: tuple[ObjId, ...]
    to: tuple[Seat, ...]
    public: bool = False


class Tapped(Event, frozen=True, gc=False, kw_only=True):
    """A permanent became tapped; `for_mana` for the cost of a mana ability."""

    object: ObjId
    for_mana: bool = False


class Untapped(Event, frozen=True, gc=False, kw_only=True):
    """A permanent became untapped."""

    object: ObjId


class Attached(Event, frozen=True, gc=False, kw_only=True):
    """Something became attached to an object or player."""

    object: ObjId
    to: Ref


class Unattached(Event, frozen=True, gc=False, kw_only=True):
    """Something is no longer attached; `was` is what it was attached to."""

    object: ObjId
    was: Ref


class CountersPut(Event, frozen=True, gc=False, kw_only=True):
    """`on` is a permanent, a card or a player."""

    on: Ref
    kind: str
    amount: int
    was: Thing | None = None
    entering: bool = False


class CountersRemoved(Event, frozen=True, gc=False, kw_only=True):
    """Counters were removed from an object or player."""

    on: Ref
    kind: str
    amount: int


class ControlChanged(Event, frozen=True, gc=False, kw_only=True):
    """`seat` has gained control of an object from `before`."""

    object: ObjId
    seat: Seat
    before: Seat


class ControlKept(Event, frozen=True, gc=False, kw_only=True):
    """Whoever controls something keeps it, since it would fall back to a player who has left."""

    object: ObjId
    seat: Seat


class PhasedOut(Event, frozen=True, gc=False, kw_only=True):
    """A permanent phased out, by itself or with what it is attached to (`way`)."""

    object: ObjId
    way: str = "direct"
    was: Thing | None = None


class PhasedIn(Event, frozen=True, gc=False, kw_only=True):
    """Phased in; `fresh` where it can then attack and tap as though it had haste."""

    object: ObjId
    fresh: bool = False


class TurnedFace(Event, frozen=True, gc=False, kw_only=True):
    """Turned face up (`face_down` empty) or face down."""

    object: ObjId
    face_down: str = ""


class BecameCopy(Event, frozen=True, gc=False, kw_only=True):
    """An object became a copy of another, with exceptions."""

    object: ObjId
    base: str
    exceptions: Bound = ()


class Marked(Event, frozen=True, gc=False, kw_only=True):
    """An object got a mark such as "monstrous", or lost it (`on`)."""

    object: ObjId
    mark: str
    on: bool = True


class Linked(Event, frozen=True, gc=False, kw_only=True):
    """What an object remembers under a link name (607): objects, a colour, a number."""

    object: ObjId
    link: str
    values: tuple[Plain, ...]


class Remembered(Event, frozen=True, gc=False, kw_only=True):
    """What left is kept as it last existed, for those who still name it (608.2h)."""

    things: tuple[Thing, ...]


class Forgotten(Event, frozen=True, gc=False, kw_only=True):
    """What is known of objects that are gone is needed no more."""

    objects: tuple[ObjId, ...]


# --- damage, life, mana -------------------------------------------------------------------------


class DamageDealt(Event, frozen=True, gc=False, kw_only=True):
    """Damage that was dealt; `marked` is what is marked on the creature. `by` is the source then."""

    source: ObjId
    by: Thing
    to: Ref
    amount: int
    combat: bool = False
    marked: int = 0
    deathtouch: bool = False
    was: Thing | None = None


class DamageRemoved(Event, frozen=True, gc=False, kw_only=True):
    """The damage marked on a permanent was removed."""

    object: ObjId


class LifeGained(Event, frozen=True, gc=False, kw_only=True):
    """A player gained life."""

    seat: Seat
    amount: int


class LifeLost(Event, frozen=True, gc=False, kw_only=True):
    """A player lost life; `how`: damage, paid (as a cost), burn (of unspent mana), or nothing of these."""

    seat: Seat
    amount: int
    how: str = ""


class ManaAdded(Event, frozen=True, gc=False, kw_only=True):
    """Mana was added to a player's pool."""

    seat: Seat
    mana: Mana


class ManaSpent(Event, frozen=True, gc=False, kw_only=True):
    """Mana was spent from a player's pool."""

    seat: Seat
    mana: Mana


class ManaEmptied(Event, frozen=True, gc=False, kw_only=True):
    """Mana that nobody had spent left a player's pool."""

    seat: Seat
    mana: Mana


class DrawFailed(Event, frozen=True, gc=False, kw_only=True):
    """A player was to draw from an empty library."""

    seat: Seat


class LandPlayed(Event, frozen=True, gc=False, kw_only=True):
    """A player played a land."""

    seat: Seat
    object: ObjId


class LimitReached(Event, frozen=True, gc=False, kw_only=True):
    """A number, a count or the length of a loop stood at its limit and did not grow further (decision 23)."""

    limit: str
    on: Ref = Ref(0)


# --- stack --------------------------------------------------------------------------------------


class SpellCast(Event, frozen=True, gc=False, kw_only=True):
    """A player cast a spell: all its costs are paid.

    It is the `nth` of that player in this turn, and `before` it so many were cast by anybody.
    """

    object: ObjId
    seat: Seat
    spell: Thing
    nth: int = 1
    before: int = 0


class AbilityActivated(Event, frozen=True, gc=False, kw_only=True):
    """A player activated an ability of `source`."""

    object: ObjId
    source: ObjId
    seat: Seat
    path: str
    mana: bool = False


class CastChanged(Event, frozen=True, gc=False, kw_only=True):
    """The choices of a spell or ability on the stack as they are now (targets, X, modes)."""

    object: ObjId
    cast: Cast


class Targeted(Event, frozen=True, gc=False, kw_only=True):
    """Something became the target of the spell or ability `object`, which `seat` controls."""

    object: ObjId
    to: Ref
    seat: Seat


class Triggered(Event, frozen=True, gc=False, kw_only=True):
    """An ability triggered; it waits to be put on the stack."""

    waiting: Waiting


class TriggerPut(Event, frozen=True, gc=False, kw_only=True):
    """A waiting ability left the queue: put on the stack as `object`, or dropped (0)."""

    waiting: int
    object: ObjId = NOTHING
    path: str = ""
    source: ObjId = NOTHING


class Resolved(Event, frozen=True, gc=False, kw_only=True):
    """A spell or ability began to resolve (or, `fizzled`, did not, 608.2b)."""

    object: ObjId
    what: Thing
    fizzled: bool = False


class Countered(Event, frozen=True, gc=False, kw_only=True):
    """A spell or ability was countered by another."""

    object: ObjId
    by: ObjId = NOTHING


class AbilityFired(Event, frozen=True, gc=False, kw_only=True):
    """A once-only marker: "once each turn" abilities, and state triggers on the stack."""

    key: str
    on: bool = True


# --- combat -------------------------------------------------------------------------------------


class CombatBegan(Event, frozen=True, gc=False, kw_only=True):
    """A combat phase began."""


class AttackersDeclared(Event, frozen=True, gc=False, kw_only=True):
    """A player, or a team, declared attackers, all at once; `by` says who of them attacks with how many (508.3d)."""

    seat: Seat
    attacks: tuple[Attack, ...]
    by: tuple[tuple[Seat, int], ...] = ()


class AttackerAdded(Event, frozen=True, gc=False, kw_only=True):
    """Put onto the battlefield attacking: it was never declared (508.4)."""

    attack: Attack


class BlockersDeclared(Event, frozen=True, gc=False, kw_only=True):
    """`blocks` are (blocker, attackers) pairs."""

    seat: Seat
    blocks: tuple[tuple[ObjId, tuple[ObjId, ...]], ...]


class BlockersOrdered(Event, frozen=True, gc=False, kw_only=True):
    """The blockers of an attacker were put into the order of its damage."""

    attacker: ObjId
    blockers: tuple[ObjId, ...]


class PlayerAttacked(Event, frozen=True, gc=False, kw_only=True):
    """One player of a declaration, with so many attackers, for triggers. Never in the log."""

    seat: Seat
    amount: int


class Attacked(Event, frozen=True, gc=False, kw_only=True):
    """One attacker of a declaration, for triggers; `seat` is the defending player. Never in the log."""

    object: ObjId
    seat: Seat
    to: Ref
    alone: bool = False


class BlockedBy(Event, frozen=True, gc=False, kw_only=True):
    """One attacker blocked by one creature, for triggers. Never in the log."""

    object: ObjId
    source: ObjId


class BecameBlocked(Event, frozen=True, gc=False, kw_only=True):
    """An attacker that became blocked, for triggers. Never in the log."""

    object: ObjId


class BecameUnblocked(Event, frozen=True, gc=False, kw_only=True):
    """An attacker that was not blocked, for triggers. Never in the log."""

    object: ObjId


class AttackersOrdered(Event, frozen=True, gc=False, kw_only=True):
    """The damage assignment order of a creature that blocks several attackers (509.3 in 2011)."""

    blocker: ObjId
    attackers: tuple[ObjId, ...]


class BlocksDone(Event, frozen=True, gc=False, kw_only=True):
    """All defenders have declared; `blocked` and `unblocked` are attackers."""

    blocked: tuple[ObjId, ...]
    unblocked: tuple[ObjId, ...]


class RemovedFromCombat(Event, frozen=True, gc=False, kw_only=True):
    """`role` is the one that ends: fights, attacked; both where it is empty (506.4d)."""

    object: ObjId
    role: str = ""


class DamageAssigned(Event, frozen=True, gc=False, kw_only=True):
    """Combat damage assigned: (source, to, amount)."""

    parts: tuple[tuple[ObjId, Ref, int], ...]
    first: bool = False


class StruckFirst(Event, frozen=True, gc=False, kw_only=True):
    """The creatures that deal damage in the first of two combat damage steps."""

    objects: tuple[ObjId, ...]


class CombatEnded(Event, frozen=True, gc=False, kw_only=True):
    """The combat phase ended."""


# --- effects ------------------------------------------------------------------------------------


class EffectBegan(Event, frozen=True, gc=False, kw_only=True):
    """A lasting effect began."""

    effect: Effect


class EffectUsed(Event, frozen=True, gc=False, kw_only=True):
    """A shield was used; `left` is what is left of it."""

    effect: int
    left: int


class EffectEnded(Event, frozen=True, gc=False, kw_only=True):
    """A lasting effect ended."""

    effect: int


class DelayedBegan(Event, frozen=True, gc=False, kw_only=True):
    """A delayed triggered ability was set up."""

    delayed: Delayed


class DelayedEnded(Event, frozen=True, gc=False, kw_only=True):
    """A delayed triggered ability is over."""

    delayed: int


# --- players ------------------------------------------------------------------------------------


class MulliganTaken(Event, frozen=True, gc=False, kw_only=True):
    """A player took a mulligan."""

    seat: Seat


class HandKept(Event, frozen=True, gc=False, kw_only=True):
    """A player kept the opening hand."""

    seat: Seat


class GameLost(Event, frozen=True, gc=False, kw_only=True):
    """A player lost the game, for these reasons."""

    seat: Seat
    reasons: tuple[str, ...]


class GameWon(Event, frozen=True, gc=False, kw_only=True):
    """A player won the game."""

    seat: Seat


class PlayerLeft(Event, frozen=True, gc=False, kw_only=True):
    """A player left the game."""

    seat: Seat


class GameEnded(Event, frozen=True, gc=False, kw_only=True):
    """The game is over."""

    result: Result


class DecisionsGiven(Event, frozen=True, gc=False, kw_only=True):
    """`by` will decide for `seat` during that player's next turn (723.1); a later one takes its place."""

    seat: Seat
    by: Seat


class BecameMonarch(Event, frozen=True, gc=False, kw_only=True):
    """A player became the monarch."""

    seat: Seat


class DayNightChanged(Event, frozen=True, gc=False, kw_only=True):
    """It became day or night."""

    to: str


class Voted(Event, frozen=True, gc=False, kw_only=True):
    """A player voted."""

    seat: Seat
    choice: Plain


class Chose(Event, frozen=True, gc=False, kw_only=True):
    """A choice that others get to know, such as a colour."""

    seat: Seat
    what: str
    choice: tuple[Plain, ...]


class CardFailed(Event, frozen=True, gc=False, kw_only=True):
    """A plugin's ability raised or ran past its budget and does nothing."""

    plugin: str
    path: str
    reason: str
    object: ObjId = NOTHING


class Undone(Event, frozen=True, gc=False, kw_only=True):
    """Everything after the first `to` events of the log is taken back."""

    to: int


class ChanceUsed(Event, frozen=True, gc=False, kw_only=True):
    """Chance was used without a shuffle: the seed after it."""

    seed: int


class NumberTaken(Event, frozen=True, gc=False, kw_only=True):
    """The next number for an effect, delayed trigger or waiting ability was taken."""

    number: int


class DecisionTaken(Event, frozen=True, gc=False, kw_only=True):
    """A question was answered; counts questions so that each has its number. `forced`: there was no choice."""

    seat: Seat = NOBODY
    forced: bool = False


class CourseMarked(Event, frozen=True, gc=False, kw_only=True):
    """Nobody has had a choice for long: what the game looks like now, to be compared with later (104.4b)."""

    course: Course


EVENTS: dict[str, type[Event]] = {c.__name__: c for c in Event.__subclasses__()}


def parts_of(event: Event) -> tuple[Event, ...]:
    """A declaration seen one player and one creature at a time, as triggered abilities see it."""
    match event:
        case AttackersDeclared(attacks=attacks, by=by, cause=cause):
            alone = len(attacks) == 1
            return (
                *(PlayerAttacked(seat=seat, amount=n, cause=cause) for seat, n in by),
                *(Attacked(object=a.attacker, seat=a.seat, to=a.defender, alone=alone, cause=cause) for a in attacks),
            )
        case BlockersDeclared(blocks=blocks, cause=cause):
            return tuple(
                BlockedBy(object=attacker, source=blocker, cause=cause)
                for blocker, attackers in blocks
                for attacker in attackers
            )
        case BlocksDone(blocked=blocked, unblocked=unblocked, cause=cause):
            return (
                *(BecameBlocked(object=i, cause=cause) for i in blocked),
                *(BecameUnblocked(object=i, cause=cause) for i in unblocked),
            )
    return ()
