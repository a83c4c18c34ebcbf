"""All there is to know about a game between two decisions.

A `State` is a mutable shell of immutable values. Its containers are copied on the first write after a
`fork`, so a fork costs a few references and a write costs one shallow copy. Only `apply.py` writes.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct

from .values import NOBODY, NOTHING, CardId, Counters, Mana, ObjId, Plain, Ref, Seat, Zone

Bound = tuple[tuple[str, Plain], ...]


class Cause(Struct, frozen=True, gc=False):
    """Why something happens: the rule (by name), and the object and seat behind it."""

    rule: str = ""
    source: ObjId = NOTHING
    seat: Seat = NOBODY
    path: str = ""


class AbilityRef(Struct, frozen=True, gc=False):
    """An ability as the state holds it: where it stands in the pool, and what granted it."""

    path: str
    granted_by: ObjId = NOTHING
    bound: Bound = ()


class Chars(Struct, frozen=True, gc=False):
    """An object's characteristics after all layers (109.3, 613), and its controller."""

    name: str = ""
    cost: tuple[str, ...] = ()
    colors: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    abilities: tuple[AbilityRef, ...] = ()
    keywords: tuple[str, ...] = ()
    controller: Seat = NOBODY
    mana_value: int = 0

    def is_a(self, word: str) -> bool:
        """Whether a supertype, card type or subtype is among this object's."""
        return word in self.types or word in self.subtypes or word in self.supertypes

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords


class Cast(Struct, frozen=True, gc=False):
    """The choices made while a spell was cast, or an ability activated or put on the stack.

    `targets` has one tuple of references per target of the ability, in printed order (chosen modes
    only). `paid` is the mana spent; `given` what was sacrificed, discarded, exiled or tapped as a cost;
    `extras` says how often each optional additional cost was paid, `kicked` all of them together.
    """

    seat: Seat = NOBODY
    origin: Zone = "nowhere"
    alternative: str = ""
    kicked: int = 0
    x: int = 0
    modes: tuple[int, ...] = ()
    targets: tuple[tuple[Ref, ...], ...] = ()
    divided: tuple[tuple[Ref, int], ...] = ()
    paid: Mana = ()
    given: tuple[ObjId, ...] = ()
    extras: tuple[int, ...] = ()


class Obj(Struct, frozen=True, gc=False):
    """An object of the game (109.1). A change of zone makes a new one (400.7); `card` stays.

    `base` is the path in the pool of the definition it is printed with (of the ability, for an ability
    on the stack), `copied` that of what it copies; `copied_at` is the timestamp at which that last changed
    on the battlefield. `under` is the player it came under the control of, `controller` the one after control
    effects. `arrived` is the number of the turn in which it came under that control. `bound` holds values for
    an ability's body.
    """

    id: ObjId
    card: CardId
    kind: str  # card, token, copy, ability, emblem, damage
    base: str
    owner: Seat
    controller: Seat
    zone: Zone
    under: Seat = NOBODY
    timestamp: int = 0
    arrived: int = 0
    tapped: bool = False
    face_down: str = ""
    phased_out: str = ""
    damage: int = 0
    counters: Counters = ()
    attached: Ref = Ref(0)
    copied: str = ""
    copied_at: int = 0
    exceptions: Bound = ()
    source: ObjId = NOTHING
    cast: Cast | None = None
    bound: Bound = ()
    marks: tuple[str, ...] = ()
    attacking_since: int = 0


class Thing(Struct, frozen=True, gc=False):
    """An object and its characteristics at one moment: now, or as it last existed (608.2h)."""

    obj: Obj
    chars: Chars


class CardRecord(Struct, frozen=True, gc=False):
    """A physical card, token or copy through all its zone changes."""

    base: str
    owner: Seat
    commander: bool = False


class Player(Struct, frozen=True, gc=False):
    """One seat's own numbers. `lost` names the reasons for which it lost; `decided_by` is who makes this
    player's decisions this turn, `decided_next` in the next turn it takes (723)."""

    seat: Seat
    name: str
    team: int
    life: int = 20
    starting_life: int = 20
    counters: Counters = ()
    mana: Mana = ()
    in_game: bool = True
    lost: tuple[str, ...] = ()
    won: bool = False
    lands_played: int = 0
    turn_began: int = 0
    upkeeps: tuple[int, int] = (0, 0)
    """The numbers of the turns of the latest upkeep of this player, and of the one before it."""
    turns: int = 0
    mulligans: int = 0
    kept: bool = False
    decided_by: Seat = NOBODY
    decided_next: Seat = NOBODY
    shares: tuple[str, ...] = ()
    """What this player's team has together, `life` or `poison`: then each of them has the team's number. Where it
    shares `hands`, they see each other's cards."""


class Turn(Struct, frozen=True, gc=False):
    """Where the turn stands. `plan` holds the steps still to come; `stage` is what a step has done.

    Stages: `new` (nothing yet), `open` (turn-based actions done, priority goes round), `over`.
    `passed` are the seats that passed in succession (117.4). `in_order` is whose turn an extra turn comes
    after (nobody where this is no extra turn).
    `skips` are (seat, step or "turn"); `extra` the turns to take, last first; each is (seat, mark).
    """

    number: int = 0
    active: Seat = Seat(0)
    in_order: Seat = NOBODY
    step: str = ""
    stage: str = "over"
    plan: tuple[str, ...] = ()
    passed: tuple[Seat, ...] = ()
    holder: Seat = NOBODY
    extra: tuple[tuple[Seat, str], ...] = ()
    skips: tuple[tuple[Seat, str], ...] = ()
    marks: tuple[str, ...] = ()
    resolved: int = 0

    @property
    def last_in_order(self) -> Seat:
        """Whose turn it was last, extra turns aside."""
        return self.in_order if self.in_order >= 0 else self.active


class Attack(Struct, frozen=True, gc=False):
    """One attacking creature, what it attacks, and who blocks it (in damage assignment order).

    `defender` is 0 once the planeswalker that it attacked was removed from combat (506.4c).
    """

    attacker: ObjId
    defender: Ref
    seat: Seat
    blocked: bool = False
    blockers: tuple[ObjId, ...] = ()


class Combat(Struct, frozen=True, gc=False):
    """The combat phase: attacks, who has declared blocks, and who dealt damage in the first step.

    `attacked` says that there was an attacker in this phase, though it may have left combat; `former` are
    the attacks of those that did, as they were (508.5). `blocks_done`: attackers are blocked or unblocked.
    """

    attacks: tuple[Attack, ...] = ()
    attacked: bool = False
    former: tuple[Attack, ...] = ()
    blocks_done: bool = False
    blocked_by: tuple[tuple[ObjId, tuple[ObjId, ...]], ...] = ()
    declared: tuple[Seat, ...] = ()
    struck: tuple[ObjId, ...] = ()
    first_step: bool = False
    assigned: tuple[tuple[ObjId, Ref, int], ...] = ()


class Effect(Struct, frozen=True, gc=False):
    """A continuous effect, shield or permission that outlives what made it (611.2).

    `affected` is its locked set of references, or None where it looks anew. `uses` counts what is left
    of a shield. Durations are names such as "end of turn", "your next turn", "while source".
    """

    id: int
    path: str
    source: ObjId
    controller: Seat
    timestamp: int
    duration: str
    bound: Bound = ()
    affected: tuple[Ref, ...] | None = None
    uses: int = 0
    turn: int = 0

    def gives(self, obj_id: ObjId, path: str) -> bool:
        """Whether this is the effect of an object's own by which it has the ability at a path."""
        return self.source == obj_id and path.startswith(self.path + "/")


class Waiting(Struct, frozen=True, gc=False):
    """A triggered ability that has triggered and waits to be put on the stack (603.3)."""

    id: int
    path: str
    source: ObjId
    controller: Seat
    bound: Bound = ()
    granted_by: ObjId = NOTHING
    second: bool = False
    cause: int = 0


class Delayed(Struct, frozen=True, gc=False):
    """A delayed triggered ability (603.7)."""

    id: int
    path: str
    source: ObjId
    controller: Seat
    bound: Bound = ()
    duration: str = ""
    turn: int = 0


class Course(Struct, frozen=True, gc=False):
    """How long the game has gone on without a choice, and what it looked like on the way (see `loops`).

    `quiet` counts the resolutions of this turn without one, since the stack was last smaller than `low`. `mark` is
    a print of the state at the `at`-th of them, in which objects of a number below `first` keep theirs, seen so many
    `times`; the next is kept `span` resolutions later. `looked` is the one at which it was last seen.
    """

    low: int = -1
    quiet: int = 0
    first: int = 0
    glance: tuple[int, ...] = ()
    mark: str = ""
    times: int = 0
    at: int = 0
    span: int = 0
    looked: int = 0


CONTAINERS = (
    "objects", "zones", "cards", "effects", "delayed", "last_known", "links", "tallies", "known",
)  # fmt: skip
SCALARS = (
    "players", "turn", "combat", "waiting", "next_id", "next_card", "next_effect", "clock", "seed",
    "requests", "monarch", "day_night", "result", "fired", "flags", "starting", "course",
)  # fmt: skip


#: All values of a state, in the order of these names.
_values = attrgetter(*CONTAINERS, *SCALARS)

#: Entries of a state: their containers and keys.
Written = set[tuple[str, int | str]]


class Result(Struct, frozen=True, gc=False):
    """How the game ended: the seats that won (none in a draw)."""

    winners: tuple[Seat, ...] = ()
    draw: bool = False


class Frozen(Struct, frozen=True):
    """A state as one value, for bytes."""

    objects: dict[int, Obj]
    zones: dict[str, tuple[ObjId, ...]]
    cards: dict[int, CardRecord]
    effects: dict[int, Effect]
    delayed: dict[int, Delayed]
    last_known: dict[int, Thing]
    links: dict[str, tuple[Plain, ...]]
    tallies: dict[str, dict[str, int]]
    known: dict[int, tuple[Seat, ...]]
    players: tuple[Player, ...]
    turn: Turn
    combat: Combat | None
    waiting: tuple[Waiting, ...]
    next_id: int
    next_card: int
    next_effect: int
    clock: int
    seed: int
    requests: int
    monarch: Seat
    day_night: str
    result: Result | None
    fired: tuple[str, ...]
    flags: tuple[tuple[str, int], ...]
    starting: Seat
    course: Course


class State:
    """The game between two decisions; see the module's head for who may write to it.

    `flags` are what happened since the last check of state-based actions: ("draw", seat),
    ("deathtouch", object), ("commander", object). `fired` are keys of abilities that may not trigger
    again for now.
    """

    __slots__ = (*CONTAINERS, *SCALARS, "_shared", "watches")

    objects: dict[int, Obj]
    zones: dict[str, tuple[ObjId, ...]]
    cards: dict[int, CardRecord]
    effects: dict[int, Effect]
    delayed: dict[int, Delayed]
    last_known: dict[int, Thing]
    links: dict[str, tuple[Plain, ...]]
    tallies: dict[str, dict[str, int]]
    known: dict[int, tuple[Seat, ...]]
    players: tuple[Player, ...]
    turn: Turn
    combat: Combat | None
    waiting: tuple[Waiting, ...]
    next_id: int
    next_card: int
    next_effect: int
    clock: int
    seed: int
    requests: int
    monarch: Seat
    day_night: str
    result: Result | None
    fired: tuple[str, ...]
    flags: tuple[tuple[str, int], ...]
    starting: Seat
    course: Course

    def __init__(self, players: tuple[Player, ...], seed: int) -> None:
        for name in CONTAINERS:
            setattr(self, name, {})
        self.players = players
        self.turn = Turn()
        self.combat = None
        self.waiting = ()
        self.next_id = self.next_card = self.next_effect = self.clock = 1
        self.seed = seed
        self.requests = 0
        self.monarch = NOBODY
        self.day_night = ""
        self.result = None
        self.fired = ()
        self.flags = ()
        self.starting = Seat(0)
        self.course = Course()
        self._shared: set[str] = set()
        self.watches: tuple[Written, ...] = ()
        """Where somebody keeps count of the entries that are written to."""

    def write(self, name: str, *keys: int | str) -> Any:
        """The container `name`, safe to write to at `keys`: copied first where a fork still reads it."""
        for written in self.watches:
            written.update([(name, key) for key in keys])
        container = getattr(self, name)
        if name in self._shared:
            container = dict(container)
            setattr(self, name, container)
            self._shared.discard(name)
        return container

    def fork(self) -> State:
        """A state equal to this one and independent of it."""
        other = object.__new__(State)
        other.restore(self)
        return other

    def restore(self, other: State) -> None:
        """Become equal to `other`, sharing its containers until one of the two writes."""
        # written out, since every answer forks and a loop over the names takes longer
        (
            self.objects, self.zones, self.cards, self.effects, self.delayed, self.last_known, self.links,
            self.tallies, self.known, self.players, self.turn, self.combat, self.waiting, self.next_id,
            self.next_card, self.next_effect, self.clock, self.seed, self.requests, self.monarch, self.day_night,
            self.result, self.fired, self.flags, self.starting, self.course,
        ) = _values(other)  # fmt: skip
        self._shared = set(CONTAINERS)
        self.watches = ()
        other._shared = set(CONTAINERS)

    def freeze(self) -> Frozen:
        return Frozen(**{name: getattr(self, name) for name in (*CONTAINERS, *SCALARS)})

    def to_bytes(self) -> bytes:
        return msgspec.msgpack.encode(self.freeze())

    @classmethod
    def from_bytes(cls, data: bytes) -> State:
        frozen = msgspec.msgpack.decode(data, type=Frozen)
        state = object.__new__(cls)
        for name in (*CONTAINERS, *SCALARS):
            setattr(state, name, getattr(frozen, name))
        state._shared = set()
        state.watches = ()
        return state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.freeze() == other.freeze()

    __hash__ = None  # type: ignore[assignment]

    def zone(self, zone: Zone, seat: Seat = NOBODY) -> tuple[ObjId, ...]:
        """The objects in a zone, top first (the stack: top last)."""
        key = f"{zone}:{seat}" if seat >= 0 and zone in ("library", "hand", "graveyard", "schemes") else zone
        return self.zones.get(key, ())

    def library(self, seat: Seat) -> tuple[ObjId, ...]:
        """The cards of a library, top first. What else was put there, until the next check, is no card (108.2b)."""
        objects = self.objects
        return tuple(i for i in self.zone("library", seat) if objects[i].kind == "card")

    def player(self, seat: Seat) -> Player:
        return self.players[seat]

    def sharing(self, seat: Seat, what: str) -> tuple[Seat, ...]:
        """The seats that have one number of something together (810.9, 810.10): a whole team, or this one alone."""
        player = self.players[seat]
        if what not in player.shares:
            return (seat,)
        return tuple(p.seat for p in self.players if p.team == player.team)

    def seats_in_game(self) -> tuple[Seat, ...]:
        return tuple(p.seat for p in self.players if p.in_game)
