"""What a seat may see of a state, an event or a request: the only redaction there is.

Everything that leaves the engine for a person passes here. The theory:

* A *viewer* is a seat, or `SPECTATOR`, who sees what everybody sees and nothing more.
* Ids. An object gets a public id when it becomes public; a hidden one that a viewer knows gets an id of
  that viewer alone. Both come from counters that only go up, so no id is used twice, also after an undo,
  and none tells how many hidden objects there are. Engine ids and the ids of physical cards stay here.
* A view is a mapping from entry id to a plain JSON object. It has a part that everybody sees (`public`), which is
  kept up to date once for all, and a part of what this viewer knows of hidden zones and face-down objects.
* While a seat proposes a spell that it may still take back, the others see nothing of it: their view
  stays as it was, and what happened is told when the proposal stands (601.2, 733.1).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence

import msgspec

from .entries import Entries, printed_name
from .events import Ceased, Event, Moved, Undone
from .known import knows, without_undone
from .names import Names
from .posed import Question
from .public import Public
from .reasons import REMEMBERED, Reasons
from .requests import Request
from .seen import SPECTATOR, Entry, Seen, View, Viewer
from .state import Obj, State
from .telling import Tale, Teller, is_same_for_all, is_told, told
from .values import HIDDEN_ZONES, ObjId, Ref, Seat, zone_key

__all__ = ["SPECTATOR", "Entry", "Seen", "Sight", "Telling", "View", "Viewer", "knows", "proposer"]


class Telling(msgspec.Struct, frozen=True):
    """What one viewer learns at a pause: the events it may know, and how its view has changed since it was told last.

    `set` are entries that are new or others than before, `gone` the ids of those that are no more.
    """

    events: tuple[Entry, ...]
    set: View
    gone: tuple[str, ...]


class Sight:
    """The eyes of all viewers of one game. `number` gives the edition's number of a rule's name,
    `words` what the edition calls zones and verbs, by their names of today; `key` scatters public names."""

    def __init__(
        self,
        seats: int,
        *,
        edition: str,
        format: str,
        number: Callable[[str], str],
        words: Mapping[str, str] | None = None,
        key: int = 0,
    ) -> None:
        self.viewers: tuple[Viewer, ...] = (*range(seats), SPECTATOR)
        self.number = number
        self.names = Names(self.viewers, key)
        self._entries = Entries(self.names, edition=edition, format=format, words=words or {})
        self._public = Public(self._entries)
        self._memories = {viewer: _Memory() for viewer in self.viewers}
        self._reasons = Reasons()

    # --- at each pause ------------------------------------------------------------------------------

    def after(self, game: Seen, events: tuple[Event, ...]) -> dict[Viewer, Telling]:
        """What each viewer learns when the game has come to its next pause after `events`.

        A viewer for whom nothing visible happened is missing.
        """
        self._learn(game, events)
        first = len(game.log) - len(events)
        self._reasons.hear(first, events)
        placed = tuple(enumerate(events, first))
        secretive = proposer(game)
        changed = self._public.update(game)
        learned: dict[Viewer, Telling] = {}
        news = _News(placed)
        for viewer, memory in self._memories.items():
            memory.owed |= changed
            memory.misses_hidden |= self._public.hidden
            is_kept_out = secretive is not None and viewer != secretive
            if memory.pending or is_kept_out:
                memory.pending.extend(placed)
            if is_kept_out:
                continue
            telling = self._telling(game, viewer, memory, _News(memory.pending) if memory.pending else news)
            if telling.events or telling.set or telling.gone:
                learned[viewer] = telling
        self._entries.forget(game.state)
        return learned

    def view(self, viewer: Viewer) -> View:
        """The view of `viewer` as it was last told."""
        return self._memories[viewer].view

    def remade(self, game: Seen, viewer: Viewer) -> View:
        """The view of `viewer` made from nothing but the state: the slow twin of what is kept."""
        entries = self._entries.afresh()
        public = Public(entries)
        public.update(game)
        return {**public.view, **_own_part(game, viewer, public, entries)}

    def _telling(self, game: Seen, viewer: Viewer, memory: _Memory, news: _News) -> Telling:
        memory.pending = []
        if memory.misses_hidden:
            memory.misses_hidden = False
            own = _own_part(game, viewer, self._public, self._entries)
            memory.owed |= memory.own.keys() | own.keys()
            memory.own = own
        set_, gone = memory.take(self._public.view)
        teller = _ViewersTeller(self, game, viewer, news.gone)
        numbered: list[Entry] = []
        for n, event in enumerate(news.events):
            if (tale := news.tale(n, teller)) is not None:
                name = self.names.next(f"e{viewer}", "e")
                numbered.append({"id": name, **tale})
                memory.heard.add(name, event)
        return Telling(tuple(numbered), set_, gone)

    def why(self, game: Seen, viewer: Viewer, name: str) -> list[Entry] | None:
        """The chain of events that led to the one that this viewer knows as `name`, as far as it may know.

        None where no such event is remembered.
        """
        event = self._memories[viewer].heard.called(name)
        if event is None:
            return None
        chain = self._reasons.chain(event)
        teller = _ViewersTeller(self, game, viewer, _things_of([*chain, *self._reasons.lands(chain)]))
        return [tale for link in chain if (tale := told(link, teller)) is not None]

    def _learn(self, game: Seen, events: tuple[Event, ...]) -> None:
        """Gives public ids to what has become public, in an order that tells nothing hidden."""
        for i, event in enumerate(events):
            if isinstance(event, Undone):
                made = [e.now.id for e in events[i + 1 :] if isinstance(e, Moved)]
                self.names.forget_from(min([game.state.next_id, *made]))
                self._entries.clear()
        run: list[Obj] = []
        for event in events:
            if isinstance(event, Moved) and event.now.zone not in HIDDEN_ZONES:
                run.append(event.now)
        run.sort(key=lambda obj: (obj.owner, obj.zone, printed_name(obj), obj.id))
        for obj in run:
            self.names.publish(obj.id)

    # --- names --------------------------------------------------------------------------------------

    def ref(self, viewer: Viewer, ref: Ref | ObjId | int) -> str:
        """How `viewer` names a player or object; "" where it may not know the object."""
        return self._entries.ref(viewer, ref)

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
        self.names = self._entries.names = Names.restored(data)
        self._public = Public(self._entries)
        self._reasons = Reasons()
        self._public.update(game)
        for viewer in self.viewers:
            memory = self._memories[viewer] = _Memory()
            memory.misses_hidden = False
            memory.own = _own_part(game, viewer, self._public, self._entries)
            memory.view = {**self._public.view, **memory.own}


class _News:
    """Events as they are told at a pause, without those taken back, and what became of the objects they took away."""

    __slots__ = ("_common", "events", "gone")

    def __init__(self, placed: Sequence[tuple[int, Event]]) -> None:
        events = without_undone(placed)
        self.events = [event for event in events if is_told(event)]
        self.gone = _things_of(events)
        self._common: dict[int, Tale | None] = {}

    def tale(self, n: int, teller: Teller) -> Tale | None:
        """The n-th event as a viewer may know it; what is the same for all is put in words once."""
        event = self.events[n]
        if not is_same_for_all(event):
            return told(event, teller)
        if n not in self._common:
            self._common[n] = told(event, teller)
        return self._common[n]


class _Memory:
    """What one viewer was told.

    `own` is the part of its view that not everybody sees; `owed` are ids of entries that may have changed since, and
    `misses_hidden` says whether its own part may have.
    """

    def __init__(self) -> None:
        self.view: View = {}
        self.own: View = {}
        self.owed: set[str] = set()
        self.misses_hidden = True
        self.pending: list[tuple[int, Event]] = []
        self.heard = _Heard()

    def take(self, public: View) -> tuple[View, tuple[str, ...]]:
        """Brings the view up to date; gives the entries that are others now, and the ids of those gone."""
        changed: View = {}
        gone: list[str] = []
        for key in sorted(self.owed):
            entry = self.own.get(key) or public.get(key)
            before = self.view.get(key)
            if entry is before:
                continue
            if entry is None:
                del self.view[key]
                gone.append(key)
                continue
            self.view[key] = entry
            if entry != before:
                changed[key] = entry
        self.owed.clear()
        return changed, tuple(gone)


#: What an event is called.
NAME = re.compile("e[1-9][0-9]{0,11}")


class _Heard:
    """The last events that a viewer was told, by the names that it was told them by: `e1`, `e2` and so on.

    The names are not kept: a long game has many events, and as many viewers remember them.
    """

    __slots__ = ("_events", "_last")

    def __init__(self) -> None:
        self._events: deque[Event] = deque(maxlen=REMEMBERED)
        self._last = 0

    def add(self, name: str, event: Event) -> None:
        """The next event, whose number follows the one before."""
        self._last = int(name[1:])
        self._events.append(event)

    def called(self, name: str) -> Event | None:
        """The event that was told by this name, or None where none that is remembered was."""
        if NAME.fullmatch(name) is None:
            return None
        at = int(name[1:]) - self._last - 1
        return self._events[at] if -len(self._events) <= at < 0 else None


class _ViewersTeller(Teller):
    """Tells events to one viewer."""

    def __init__(self, sight: Sight, game: Seen, viewer: Viewer, gone: dict[ObjId, Obj]) -> None:
        self._sight, self._viewer, self._gone = sight, viewer, gone
        self._state, self._look = game.state, game.look

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
        obj = self._obj(obj_id)
        return self._called(obj) if obj is not None and self.knows(obj) else ""

    def shown(self, obj_id: ObjId) -> str:
        obj = self._obj(obj_id)
        return self._called(obj) if obj is not None else ""

    def _called(self, obj: Obj) -> str:
        """The printed name; of a token, the one that it was made with, not that of what made it."""
        if obj.kind == "token" and not obj.copied:
            if obj.id in self._state.objects:
                return self._look.chars(obj.id).name
            if (last := self._state.last_known.get(obj.id)) is not None:
                return last.chars.name
        return printed_name(obj)

    def _obj(self, obj_id: ObjId) -> Obj | None:
        last = self._state.last_known.get(obj_id)
        return self._state.objects.get(obj_id) or self._gone.get(obj_id) or (last.obj if last else None)

    def number(self, rule: str) -> str:
        return self._sight.number(rule) if rule else ""


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


# --- what not everybody sees ---------------------------------------------------------------------


def _own_part(game: Seen, viewer: Viewer, public: Public, entries: Entries) -> View:
    """What `viewer` sees and not everybody does: known cards in hidden zones, and what lies face down."""
    state = game.state
    own: View = {}
    for name, obj in public.covered.items():
        if knows(state, obj, viewer):
            own[name] = entries.object(game, obj, known=True)
    for key, there in _known_zones(state, viewer).items():
        zone, _, seat = key.partition(":")
        known = [obj for obj in there if knows(state, obj, viewer)]
        names = [entries.names.of(viewer, obj.id) for obj in known]
        own |= {name: entries.object(game, obj, known=True) for name, obj in zip(names, known, strict=True)}
        if int(seat) != viewer:
            names.sort()  # where a known card lies among unknown ones is not known
        if names:
            own[key] = entries.zone(f"{key}/{viewer}", zone, names, Seat(int(seat)))
    return own


def _known_zones(state: State, viewer: Viewer) -> dict[str, list[Obj]]:
    """The objects of hidden zones that a viewer may know, by the zones' keys and in their order."""
    hands = [
        player.seat
        for player in state.players
        if viewer in state.sharing(player.seat, "hands") or _somebody_decides(state)
    ]
    zones = {zone_key("hand", seat): state.zone("hand", seat) for seat in hands}
    for seat in sorted({state.objects[obj_id].owner for obj_id in state.known}):
        for zone in HIDDEN_ZONES:
            if (key := f"{zone}:{seat}") not in zones:
                zones[key] = tuple(i for i in state.zones.get(key, ()) if i in state.known)
    return {key: [state.objects[i] for i in there] for key, there in zones.items()}


def _somebody_decides(state: State) -> bool:
    """Whether a player decides for another, and so may see that player's hand (723.4)."""
    return any(player.decided_by >= 0 for player in state.players)
