"""What a seat may see of a state, an event or a request: the only redaction there is.

Everything that leaves the engine for a person passes here. The theory:

* A *viewer* is a seat, or `SPECTATOR`, who sees what everybody sees and nothing more.
* Ids. An object gets a public id when it becomes public; a hidden one that a viewer knows gets an id of
  that viewer alone. Both come from counters that only go up, so no id is used twice, also after an undo,
  and none tells how many hidden objects there are. Engine ids and the ids of physical cards stay here.
* A view is a mapping from entry id to a plain JSON object, put together from an allow-list. An entry is
  remade only when the immutable values it is made of have changed; the memo compares them.
* While a seat proposes a spell that it may still take back, the others see nothing of it: their view
  stays as it was, and what happened is told when the proposal stands (601.2, 733.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import msgspec

from .events import Ceased, Event, Moved, Undone
from .known import knows, without_undone
from .names import Names
from .posed import Question
from .reasons import REMEMBERED, Reasons
from .requests import Request
from .state import Chars, Obj, State
from .telling import Teller, told
from .values import HIDDEN_ZONES, ObjId, Ref, Seat, is_player, seat_of, show_cost, zone_key

Entry = dict[str, Any]
View = dict[str, Entry]
Viewer = int
SPECTATOR: Viewer = -1
SHARED_ZONES = ("stack", "battlefield", "exile", "command")


class Looking(Protocol):
    """The part of the reading interface that a sight needs."""

    def chars(self, obj_id: ObjId) -> Chars: ...


class Seen(Protocol):
    """The part of a game that a sight needs."""

    @property
    def state(self) -> State: ...
    @property
    def look(self) -> Looking: ...
    @property
    def request(self) -> Request | None: ...
    @property
    def log(self) -> list[Event]: ...
    @property
    def proposing(self) -> Seat: ...
    def waiting_for(self) -> tuple[Seat, ...]: ...


class Telling(msgspec.Struct, frozen=True):
    """What one viewer learns at a pause: the events it may know, and its view after them."""

    events: tuple[Entry, ...]
    view: View


class Public(msgspec.Struct, frozen=True):
    """What everybody sees at a pause, and the face-down objects in it, of which some may know more."""

    view: View
    covered: list[tuple[str, Obj]]


class Sight:
    """The eyes of all viewers of one game. `number` gives the edition's number of a rule's name,
    `words` what the edition calls zones and verbs, by their names of today."""

    def __init__(
        self,
        seats: int,
        *,
        edition: str,
        format: str,
        number: Callable[[str], str],
        words: Mapping[str, str] | None = None,
    ) -> None:
        self.viewers: tuple[Viewer, ...] = (*range(seats), SPECTATOR)
        self._edition, self._format = edition, format
        self._words = {today: word for today, word in (words or {}).items() if word != today}
        self.number = number
        self.names = Names(self.viewers)
        self._made: dict[tuple[int, bool], tuple[tuple[Any, ...], Entry]] = {}
        self._plain: dict[str, Entry] = {}
        self._views: dict[Viewer, View] = {viewer: {} for viewer in self.viewers}
        self._pending: dict[Viewer, list[tuple[int, Event]]] = {viewer: [] for viewer in self.viewers}
        self._heard: dict[Viewer, dict[str, Event]] = {viewer: {} for viewer in self.viewers}
        self._reasons = Reasons()

    # --- at each pause ------------------------------------------------------------------------------

    def after(self, game: Seen, events: tuple[Event, ...]) -> dict[Viewer, Telling]:
        """What each viewer learns when the game has come to its next pause after `events`.

        A viewer for whom nothing visible happened is missing.
        """
        self._learn(game, events)
        placed = tuple(enumerate(events, len(game.log) - len(events)))
        for place, event in placed:
            self._reasons.hear(place, event)
        secretive = proposer(game)
        public = self._public(game)
        learned: dict[Viewer, Telling] = {}
        for viewer in self.viewers:
            self._pending[viewer].extend(placed)
            if secretive is not None and viewer != secretive:
                continue
            telling = self._telling(game, viewer, public)
            if telling.events or telling.view != self._views[viewer]:
                learned[viewer] = telling
            self._views[viewer] = telling.view
        self._forget(game.state)
        return learned

    def view(self, viewer: Viewer) -> View:
        """The view of `viewer` as it was last told."""
        return self._views[viewer]

    def remade(self, game: Seen, viewer: Viewer) -> View:
        """The view of `viewer` made from nothing but the state: the slow twin of the memo."""
        made, plain = self._made, self._plain
        self._made, self._plain = {}, {}
        try:
            return self._view(game, viewer)
        finally:
            self._made, self._plain = made, plain

    def _telling(self, game: Seen, viewer: Viewer, public: Public) -> Telling:
        events = without_undone(self._pending[viewer])
        self._pending[viewer] = []
        view = self._view(game, viewer, public)
        teller = _ViewersTeller(self, game.state, viewer, _things_of(events))
        numbered: list[Entry] = []
        for event in events:
            if (tale := told(event, teller)) is not None:
                name = self.names.next(f"e{viewer}", "e")
                numbered.append({"id": name, **tale})
                self._remember(viewer, name, event)
        return Telling(tuple(numbered), view)

    def _remember(self, viewer: Viewer, name: str, event: Event) -> None:
        heard = self._heard[viewer]
        heard[name] = event
        if len(heard) > REMEMBERED:
            del heard[next(iter(heard))]

    def why(self, game: Seen, viewer: Viewer, name: str) -> list[Entry] | None:
        """The chain of events that led to the one that this viewer knows as `name`, as far as it may know.

        None where no such event is remembered.
        """
        event = self._heard[viewer].get(name)
        if event is None:
            return None
        chain = self._reasons.chain(event)
        teller = _ViewersTeller(self, game.state, viewer, _things_of(chain))
        return [tale for link in chain if (tale := told(link, teller)) is not None]

    def _learn(self, game: Seen, events: tuple[Event, ...]) -> None:
        """Gives public ids to what has become public, in an order that tells nothing hidden."""
        for i, event in enumerate(events):
            if isinstance(event, Undone):
                made = [e.now.id for e in events[i + 1 :] if isinstance(e, Moved)]
                self.names.forget_from(min([game.state.next_id, *made]))
                self._made.clear()
        run: list[Obj] = []
        for event in events:
            if isinstance(event, Moved) and event.now.zone not in HIDDEN_ZONES:
                run.append(event.now)
        run.sort(key=lambda obj: (obj.owner, obj.zone, self.printed_name(obj), obj.id))
        for obj in run:
            self.names.publish(obj.id)

    def _forget(self, state: State) -> None:
        if len(self._made) > 4 * len(state.objects) + 64:
            self._made = {key: made for key, made in self._made.items() if key[0] in state.objects}

    # --- views --------------------------------------------------------------------------------------

    def _view(self, game: Seen, viewer: Viewer, public: Public | None = None) -> View:
        """What `viewer` sees; `public` is what everybody sees now, where it has been put together before."""
        state = game.state
        everybody = public or self._public(game)
        view: View = dict(everybody.view)
        for name, obj in everybody.covered:
            if knows(state, obj, viewer):
                view[name] = self._object(game, obj, known=True)
        for seat in range(len(state.players)):
            for zone in HIDDEN_ZONES:
                self._add_known(game, viewer, view, zone, Seat(seat))
        return view

    def _public(self, game: Seen) -> Public:
        """The part of a view that everybody sees, and the objects of which some know more."""
        state = game.state
        public = Public({"table": self._kept("table", self._table(game))}, [])
        for seat in range(len(state.players)):
            public.view[f"seat:{seat}"] = self._kept(f"seat:{seat}", _seat(state, Seat(seat)))
        for zone in SHARED_ZONES:
            self._add_public(game, public, zone, None)
        for seat in range(len(state.players)):
            self._add_public(game, public, "graveyard", Seat(seat))
        return public

    def _add_public(self, game: Seen, public: Public, zone: str, seat: Seat | None) -> None:
        state, names = game.state, self.names
        key = zone if seat is None else f"{zone}:{seat}"
        ids: list[str] = []
        for obj_id in state.zones.get(key, ()):
            obj = state.objects[obj_id]
            name = names.publish(obj_id)
            ids.append(name)
            if obj.face_down:
                public.covered.append((name, obj))
            public.view[name] = self._object(game, obj, known=not obj.face_down)
        if ids and zone != "battlefield":
            public.view[key] = self._kept(key, _zone(zone, ids, seat))

    def _add_known(self, game: Seen, viewer: Viewer, view: View, zone: str, seat: Seat) -> None:
        """Adds what `viewer` knows of a hidden zone."""
        state, key = game.state, f"{zone}:{seat}"
        there: Iterable[ObjId] = state.zones.get(key, ())
        if zone != "hand" or (seat != viewer and not _somebody_decides(state)):
            there = [i for i in there if i in state.known] if state.known else ()
        ids: list[str] = []
        for obj_id in there:
            obj = state.objects[obj_id]
            if knows(state, obj, viewer):
                name = self.names.of(viewer, obj_id)
                ids.append(name)
                view[name] = self._object(game, obj, known=True)
        if seat != viewer:
            ids.sort()  # where a known card lies among unknown ones is not known
        if ids:
            view[key] = self._kept(f"{key}/{viewer}", _zone(zone, ids, seat))

    def _kept(self, key: str, entry: Entry) -> Entry:
        """The entry made before where it is equal, so that a comparison of views is one of identities."""
        before = self._plain.get(key)
        if before == entry:
            return before
        self._plain[key] = entry
        return entry

    def _table(self, game: Seen) -> Entry:
        state, turn = game.state, game.state.turn
        entry: Entry = {
            "is": "table",
            "edition": self._edition,
            "format": self._format,
            "turn": turn.number,
            "active": [p.seat for p in state.players if _takes_turn(state, p.seat)],
            "step": turn.step,
            "waiting": sorted(game.waiting_for()),
            "order": list(state.seats_in_game()),
        }
        if self._words:
            entry["words"] = self._words
        if state.monarch >= 0:
            entry["monarch"] = state.monarch
        if state.day_night:
            entry["day"] = state.day_night
        if state.result is not None:
            entry |= {"over": True, "winners": list(state.result.winners), "draw": state.result.draw}
        return entry

    def _object(self, game: Seen, obj: Obj, *, known: bool) -> Entry:
        chars = game.look.chars(obj.id)
        fighting = _fighting(game.state, obj.id)
        sick = obj.zone == "battlefield" and _sick(game.state, obj, chars)
        made_of = (obj, chars, fighting, sick)
        # what a hidden object is attached to or aims at is public, so one entry serves all who know it
        key = (obj.id, known)
        before = self._made.get(key)
        if before is not None and before[0] == made_of:
            return before[1]
        entry = _identity(obj, chars) if known else {}
        entry |= self._circumstances(obj, chars, known=known)
        if fighting:
            entry |= self._fight(fighting)
        if sick:
            entry["sick"] = True
        self._made[key] = (made_of, entry)
        return entry

    def _circumstances(self, obj: Obj, chars: Chars, *, known: bool) -> Entry:
        """Where and how an object is: what everybody sees of it, also face down."""
        entry: Entry = {"is": "object", "zone": obj.zone, "owner": obj.owner, "controller": chars.controller}
        if chars.controller < 0:
            entry["controller"] = obj.owner
        if obj.kind != "card":
            entry["kind"] = obj.kind
        flags = ("tapped", "damage")
        entry |= {flag: value for flag in flags if (value := getattr(obj, flag))}
        entry |= {flag: True for flag in ("face_down", "phased_out") if getattr(obj, flag)}
        if obj.counters:
            entry["counters"] = dict(obj.counters)
        if obj.face_down and not known and obj.zone == "battlefield":
            entry |= {"types": list(chars.types), "power": chars.power, "toughness": chars.toughness}
        if obj.attached:
            entry["attached"] = self.ref(SPECTATOR, obj.attached)
        if obj.source and (source := self.names.public(obj.source)):
            entry["source"] = source
        if obj.cast is not None and obj.zone == "stack":
            entry |= self._cast(obj)
        return entry

    def _cast(self, obj: Obj) -> Entry:
        cast = obj.cast
        assert cast is not None
        entry: Entry = {}
        if targets := [self.ref(SPECTATOR, ref) for group in cast.targets for ref in group]:
            entry["targets"] = targets
        if cast.x:
            entry["x"] = cast.x
        if cast.modes:
            entry["modes"] = list(cast.modes)
        if cast.kicked:
            entry["kicked"] = True
        return entry

    def _fight(self, fighting: tuple[Any, ...]) -> Entry:
        attacks, blocked, blocking = fighting
        entry: Entry = {}
        if attacks:
            entry["attacking"] = self.ref(SPECTATOR, attacks)
            if blocked:
                entry["blocked"] = True
        if blocking:
            entry["blocking"] = [self.names.public(attacker) for attacker in blocking]
        return entry

    def printed_name(self, obj: Obj) -> str:
        """The name an object is printed with: for events, where its characteristics are no more."""
        card, _, _ = (obj.copied or obj.base).partition("/")
        return card.partition(":")[2] or card

    # --- names --------------------------------------------------------------------------------------

    def ref(self, viewer: Viewer, ref: Ref | ObjId | int) -> str:
        """How `viewer` names a player or object; "" where it may not know the object."""
        if is_player(ref):
            return f"seat:{seat_of(Ref(ref))}"
        return self.names.known(viewer, ObjId(Ref(ref)))

    def obj_id(self, viewer: Viewer, name: str) -> ObjId | None:
        """The object that `viewer` calls `name`."""
        return self.names.back(viewer, name)

    # --- requests -----------------------------------------------------------------------------------

    def question(self, game: Seen, request: Request, seat: Seat) -> Question:
        """An open request as `seat` is asked it."""
        return Question(self, game.state, request, seat)

    # --- saving -------------------------------------------------------------------------------------

    def saved(self) -> bytes:
        """The ids given so far, for a snapshot taken where no proposal is open."""
        return self.names.saved()

    def restore(self, data: bytes, game: Seen) -> None:
        """Takes up where `saved` was written; every view is remade."""
        self.names = Names.restored(data)
        self._reasons = Reasons()
        for viewer in self.viewers:
            self._pending[viewer] = []
            self._views[viewer] = self._view(game, viewer)


class _ViewersTeller(Teller):
    """Tells events to one viewer."""

    def __init__(self, sight: Sight, state: State, viewer: Viewer, gone: dict[ObjId, Obj]) -> None:
        self._sight, self._state, self._viewer, self._gone = sight, state, viewer, gone

    def ref(self, ref: Ref | ObjId | int) -> str:
        name = self._sight.ref(self._viewer, ref)
        if not name and (now := self._gone.get(ObjId(Ref(ref)))) is not None:
            return self._sight.ref(self._viewer, now.id)
        return name

    def name(self, obj_id: ObjId) -> str:
        return self._sight.names.of(self._viewer, obj_id)

    def knows(self, obj: Obj) -> bool:
        return knows(self._state, obj, self._viewer)

    def sees(self, seats: tuple[Seat, ...]) -> bool:
        return self._viewer in seats

    def printed(self, obj_id: ObjId) -> str:
        last = self._state.last_known.get(obj_id)
        obj = self._state.objects.get(obj_id) or self._gone.get(obj_id) or (last.obj if last else None)
        return self._sight.printed_name(obj) if obj is not None and self.knows(obj) else ""

    def number(self, rule: str) -> str:
        return self._sight.number(rule) if rule else ""


# --- entries -----------------------------------------------------------------------------------


def proposer(game: Seen) -> Seat | None:
    """The seat that is proposing what it may still take back, where nobody else is asked."""
    request = game.request
    if request is None or game.proposing < 0 or request.who != (game.proposing,):
        return None
    return game.proposing


def _things_of(events: list[Event]) -> dict[ObjId, Obj]:
    """What became of the objects that events took away: a land is spoken of as the card in hand that it was."""
    gone: dict[ObjId, Obj] = {}
    for event in events:
        if isinstance(event, Moved) and event.was is not None:
            hidden = event.now.zone in HIDDEN_ZONES or event.now.face_down
            gone[event.was.obj.id] = event.was.obj if hidden else event.now
        elif isinstance(event, Ceased):
            gone[event.was.obj.id] = event.was.obj
    return gone


def _takes_turn(state: State, seat: Seat) -> bool:
    return seat == state.turn.active and state.turn.number > 0


def _sick(state: State, obj: Obj, chars: Chars) -> bool:
    """302.6: a creature that came under its controller's control since that player's turn began."""
    if chars.controller < 0 or not chars.is_a("Creature"):
        return False
    return obj.arrived >= state.player(chars.controller).turn_began


def _fighting(state: State, obj_id: ObjId) -> tuple[Any, ...]:
    """What an object attacks, whether it is blocked, and what it blocks; empty for most."""
    combat = state.combat
    if combat is None:
        return ()
    blocking = tuple(a.attacker for a in combat.attacks if obj_id in a.blockers)
    for attack in combat.attacks:
        if attack.attacker == obj_id:
            return (attack.defender, attack.blocked, blocking)
    return (0, False, blocking) if blocking else ()


def _somebody_decides(state: State) -> bool:
    """Whether a player decides for another, and so may see that player's hand (723.4)."""
    return any(player.decided_by >= 0 for player in state.players)


def _zone(zone: str, ids: list[str], seat: Seat | None) -> Entry:
    entry: Entry = {"is": "zone", "zone": zone, "objects": ids}
    if seat is not None:
        entry["seat"] = seat
    return entry


def _identity(obj: Obj, chars: Chars) -> Entry:
    """What an object is, for those who may know it."""
    entry: Entry = {"name": chars.name}
    if chars.cost:
        entry["cost"] = show_cost(chars.cost)
    members = ("colors", "supertypes", "types", "subtypes", "keywords")
    for member in members:
        if value := getattr(chars, member):
            entry[member] = value if isinstance(value, str) else list(value)
    for member in ("power", "toughness", "loyalty"):
        if (value := getattr(chars, member)) is not None:
            entry[member] = value
    return entry


def _seat(state: State, seat: Seat) -> Entry:
    """A player's public numbers."""
    player = state.player(seat)
    entry: Entry = {
        "is": "seat",
        "seat": seat,
        "name": player.name,
        "team": player.team,
        "life": player.life,
        "hand": len(state.zones.get(zone_key("hand", seat), ())),
        "library": len(state.zones.get(zone_key("library", seat), ())),
    }
    counters = dict(player.counters)
    if poison := counters.pop("poison", 0):
        entry["poison"] = poison
    if counters:
        entry["counters"] = counters
    if player.mana:
        entry["mana"] = dict(player.mana)
    if player.lands_played:
        entry["lands_played"] = player.lands_played
    if player.lost:
        entry["lost"] = True
    if not player.in_game:
        entry["left"] = True
    if player.won:
        entry["won"] = True
    return entry
