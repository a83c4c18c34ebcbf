"""A live game: the engine's public door.

`Game` holds a state and a generator that pauses at every question. It is saved as the state at the last
grant of priority and the answers since; from these the generator is made anew, which is how a fork, a
restart and the refusal of an illegal proposal work.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from . import chance, leave, opening, turn
from . import events as ev
from . import triggers as trig
from .abilities import Activated
from .activating import activate, count_use
from .addressing import Addressing, Concession
from .apply import apply
from .aside import Askings, aside
from .asking import Asks
from .bodies import BrokenCard, Overran, run
from .book import Book
from .calls import Guard
from .containing import Containing
from .costs import pay
from .digest import Digest
from .following import follow_up
from .frame import Frame
from .look import Look
from .priority import mana_options
from .requests import Answer, GameOver, IllegalAnswer, Option, Request
from .rewinding import ManaUse, Mark
from .seating import Seating
from .setup import Setup, starting_state
from .sides import attack_of
from .spoken_for import Payments
from .stack import after_ceasing
from .state import Cause, Delayed, Effect, Result, State
from .targets import Refused
from .triggering import notice
from .usable import Usable
from .values import (
    NOBODY,
    NOTHING,
    CardId,
    Counters,
    Mana,
    ObjId,
    Plain,
    Ref,
    Seat,
    is_player,
    letter_of,
    seat_of,
)
from .ways import cast_rules

#: Named guards: what a stranger's cards could make grow without end (decisions 19, 21).
LIMITS = {"objects": 20_000, "instructions": 10_000, "resolutions": 5_000, "x": 10**6, "times": 1_000}

#: What moved the game: a seat with its answer (None: it conceded), and the verdicts on code of plugins.
Input = tuple[Seat, Answer | None, tuple[str, ...]]


class Saved(Struct, frozen=True):
    state: bytes
    since: tuple[tuple[int, Answer | None, tuple[str, ...]], ...]
    free_mana: bool = False


class Game(Asks, Addressing, Seating, Usable, Payments, Containing):
    """One game. `request` is the open question; `answer` and `concede` move the game on."""

    def __init__(self, book: Book, state: State, guard: Guard | None = None) -> None:
        self._prepare(book, state, Look(state, book))
        self.watch(guard)
        self._start()

    def _prepare(self, book: Book, state: State, look: Look) -> None:
        """Everything that a game is made of, before its generator begins."""
        self.book = book
        self.state = state
        self.look = look
        self.log: list[ev.Event] = []
        self._forgotten = 0
        self._digest = Digest()
        self.free_mana = False
        #: Whether a player is asked too which of several replacement effects that are alike applies first.
        self.asks_alike = False
        self.limits = dict(LIMITS)
        self.proposing: Seat = NOBODY
        #: The spell that is being cast.
        self.proposed: ObjId = NOTHING
        #: The instant, sorcery or ability that is resolving.
        self.resolving: Frame | None = None
        self.answering: Seat = NOBODY
        #: Whether what moves the game now is no answer but that a player leaves.
        self.conceding = False
        #: Replacement effects already used on the event whose sentences are being performed (614.5).
        self.used: frozenset[tuple[Any, ...]] = frozenset()
        self.decisions = 0
        #: How many of them could have been decided otherwise.
        self.choices = 0
        self.failures: list[ev.CardFailed] = []
        self.guard: Guard | None = None
        self.verdicts: frozenset[str] = frozenset()
        self.last_verdicts: tuple[str, ...] = ()
        self.last_unavailable: IllegalAnswer | None = None
        self.mana_uses: list[ManaUse] = []
        self._no_payments()
        self._instructions = 0
        self._next_id = self._next_card = 0
        self._grant: State = state.fork()
        self._grant_length = 0
        self._since: list[Input] = []
        self._generator: Askings | None = None
        self._request: Request | None = None
        self._parts: dict[Seat, Answer] = {}
        self._input_began = 0

    # --- making games -------------------------------------------------------------------------

    @classmethod
    def start(cls, book: Book, setup: Setup, guard: Guard | None = None) -> Game:
        """A new game: libraries as listed, then shuffled by the seed; ends at the first question.

        `guard` surrounds all code of plugins (see `watch`), which may raise `Overran` here as well.
        """
        return cls(book, starting_state(book, setup), guard)

    @classmethod
    def restore(cls, book: Book, data: bytes, guard: Guard | None = None) -> Game:
        """A game from `checkpoint()`; it stands at the same question."""
        saved = msgspec.msgpack.decode(data, type=Saved)
        game = cls.__new__(cls)
        game._revive(book, State.from_bytes(saved.state), saved.free_mana, guard)
        for seat, answer, verdicts in saved.since:
            game._feed((Seat(seat), answer, verdicts))
        return game

    def _revive(self, book: Book, state: State, free_mana: bool, guard: Guard | None) -> None:
        Game.__init__(self, book, state, guard)
        if free_mana:
            self.free_mana = True

    def checkpoint(self) -> bytes:
        """The state at the last grant of priority and the answers since, as bytes."""
        saved = Saved(
            state=self._grant.to_bytes(),
            since=tuple((int(s), a, v) for s, a, v in self._since),
            free_mana=self.free_mana,
        )
        return msgspec.msgpack.encode(saved)

    def fork(self) -> Game:
        """An independent copy that stands at the same question. Its log begins at the last grant."""
        other = Game.__new__(Game)
        state = self._grant.fork()
        other._prepare(self.book, state, Look(state, self.book) if self._since else self.look.fork(state))
        other.free_mana = self.free_mana
        other.asks_alike = self.asks_alike
        other.limits = self.limits
        other.watch(self.guard)
        other._start()
        for given in self._since:
            other._feed(given)
        return other

    def _feed(self, given: Input) -> None:
        seat, answer, verdicts = given
        if answer is None:
            self.concede(seat, verdicts)
        else:
            self.answer(seat, answer, verdicts)

    def watch(self, guard: Guard | None) -> None:
        """Let a guard surround all code of plugins from now on; it raises `Overran` inside what runs too long."""
        self.guard = guard
        self.look.guard = guard

    # --- the door -------------------------------------------------------------------------------

    @property
    def request(self) -> Request | None:
        """The open question, or None when the game is over."""
        return self._request

    @property
    def over(self) -> bool:
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        return self.state.result

    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that the open question still waits for."""
        return () if self._request is None else self.waiting_among(self._request)

    def check(self, seat: Seat, answer: Answer) -> None:
        """Raise `IllegalAnswer` where this seat may not give this answer now; change nothing."""
        request = self._request
        if request is None:
            raise IllegalAnswer("stale_request", "the game is over")
        if seat not in self.waiting_for():
            raise IllegalAnswer("not_your_request", "this question is not asked of this seat", request.rule)
        refusal = request.refuse_from(seat, answer)
        if refusal is not None:
            try:
                raise refusal
            finally:
                del refusal  # which holds this frame, as the frame holds it

    def answer(self, seat: Seat, answer: Answer, verdicts: tuple[str, ...] = ()) -> tuple[ev.Event, ...]:
        """Give an answer; returns the events up to the next question. On `IllegalAnswer` nothing moved.

        `verdicts` name the code of plugins that ran past its time when this answer was first given;
        `last_verdicts` are those of this time, which a replay must be given again. `last_unavailable` says
        why what this answer was to complete could not be done, where the game moved all the same.
        """
        self.check(seat, answer)
        return self._without_what_overruns((seat, answer, verdicts))

    def _answer(self, seat: Seat, answer: Answer, verdicts: tuple[str, ...]) -> None:
        request = self._request
        assert request is not None
        self._begin_input()
        if request.all_of:
            self._parts[seat] = answer
            if self.waiting_for():
                self._since.append((seat, answer, ()))
                return
            whole: Any = self._parts
        else:
            whole = answer
        self.answering = seat
        self.conceding = False
        verdicts = self._with_late(verdicts)
        self._since.append((seat, answer, verdicts))
        self._judge(verdicts)
        try:
            self._send(whole)
        except Refused as refused:
            self._since.pop()
            self._rebuild()
            raise IllegalAnswer("illegal_choice", refused.reason, refused.rule, refused.option) from None

    def concede(self, seat: Seat, verdicts: tuple[str, ...] = ()) -> tuple[ev.Event, ...]:
        """A player leaves at once, whatever is going on (104.3a); `verdicts` as in `answer`."""
        if self.over or not self.state.player(seat).in_game:
            raise IllegalAnswer("stale_request", "this player has left the game")
        return self._without_what_overruns((seat, None, verdicts))

    def _concede(self, seat: Seat, verdicts: tuple[str, ...]) -> None:
        verdicts = self._with_late(verdicts)
        self._since.append((seat, None, verdicts))
        self._begin_input()
        self._parts.pop(seat, None)
        self._judge(verdicts)
        self.conceding = True
        self._send(Concession(seat))

    def _begin_input(self) -> None:
        self._input_began = len(self.log)
        self.last_unavailable = None

    def shown_by(self, uses: Sequence[ManaUse]) -> bool:
        """Whether this answer itself completed a mana ability that cannot be reversed (733.1)."""
        return bool(uses) and uses[-1].log[1] > self._input_began

    def is_answering_for(self, seat: Seat) -> bool:
        """Whether the answer that moves the game was this seat's, or of who decides for it."""
        return self.answering in (seat, self.state.player(seat).decided_by)

    def could_not_be_done(self, seat: Seat, refused: Refused) -> None:
        """What a seat was doing is taken back, since it turned out to be impossible when the game had moved."""
        if self.is_answering_for(seat):
            self.last_unavailable = IllegalAnswer("unavailable_choice", refused.reason, refused.rule, refused.option)

    def _without_what_overruns(self, given: Input) -> tuple[ev.Event, ...]:
        """Give an input; while code of a plugin runs too long in it, again, and that code counts as broken in it."""
        before = len(self.log)
        while True:
            seat, answer, verdicts = given
            try:
                if answer is None:
                    self._concede(seat, verdicts)
                else:
                    self._answer(seat, answer, verdicts)
            except Overran as overran:
                seat, answer, verdicts = self._since.pop()
                given = (seat, answer, (*verdicts, overran.key))
                self._rebuild()
            else:
                return tuple(self.log[before:])

    def forget_but(self, last: int) -> None:
        """Keeps only so many events of the log, and what a rollback needs; the others' places stay, as `NOT_KEPT`."""
        until = max(self._forgotten, min(len(self.log) - last, self._grant_length))
        self.log[self._forgotten : until] = [ev.NOT_KEPT] * (until - self._forgotten)
        self._forgotten = until

    def digest(self) -> int:
        """A number that is equal for equal states, in every process."""
        return self._digest.of(self.state)

    # --- the generator ----------------------------------------------------------------------------

    def _start(self) -> None:
        if not self.over:
            self._generator = Askings(self._run())
            self._send(None, in_input=False)

    def _run(self) -> Generator[Request, Any, None]:
        try:
            while self.state.turn.number == 0 and self.state.turn.stage == "over":
                mark = self.mark()
                try:
                    yield from opening.begin(self)
                    break
                except BrokenCard as broken:
                    yield from self.disable(broken, mark)
            yield from turn.play(self)
        except GameOver:
            return

    def _send(self, value: Any, *, in_input: bool = True) -> None:
        assert self._generator is not None
        self.look.in_input = in_input
        try:
            self._request = self._generator.send(value)
            self._request.id = self.state.requests + 1
        except StopIteration:
            self._request = None
            self._generator = None
        finally:
            self.look.in_input = False

    def _rebuild(self) -> None:
        """Go back to the last grant and give the answers since again (733.1)."""
        since = list(self._since)
        last = self.last_verdicts
        self.verdicts = frozenset()
        self.state.restore(self._grant)
        self._reset_look()
        self.look.complaints = []  # what is done again complains again
        del self.log[self._grant_length :]
        self._since = []
        self._parts = {}
        self._no_payments()
        self._next_id = self._next_card = 0
        self.proposing = NOBODY
        self.proposed = NOTHING
        self.resolving = None
        self._start()
        for given in since:
            self._feed(given)
        self.last_verdicts = last

    def rebuild(self) -> None:
        """Drop the generator and make it anew from the last grant; nothing else changes."""
        self._rebuild()

    def at_grant(self) -> None:
        """A player is about to receive priority: from here the state alone is a complete save."""
        if self.look.complaints:
            self._tell_complaints()
        if self.verdicts:
            self._keep_verdicts()
        self._grant = self.state.fork()
        self._grant_length = len(self.log)
        self._since = []
        self._instructions = 0
        self._next_id = self._next_card = 0

    # Numbers are not given out twice between two grants: what a batch that is still being decided has
    # taken must not be taken by what happens in the middle of it (a departure, a payment).

    def fresh_id(self) -> ObjId:
        """The id of an object that comes into being."""
        n = max(self.state.next_id, self._next_id)
        self._next_id = n + 1
        return ObjId(Ref(n))

    def fresh_card(self) -> CardId:
        """The number of a token or copy that comes into being."""
        n = max(self.state.next_card, self._next_card)
        self._next_card = n + 1
        return CardId(n)

    def _conceded(self, seat: Seat) -> Generator[Request, Any, None]:
        proposing = self.proposing
        for s in self.concedes_with(seat):
            if self.state.player(s).in_game:
                self.happen([ev.GameLost(seat=s, reasons=("concede",), cause=Cause("concede", seat=s))])
        yield from leave.depart_losers(self)
        self.proposing = proposing
        if self.over:
            raise GameOver

    # --- events -------------------------------------------------------------------------------------

    def note(self, event: ev.Event) -> None:
        """Apply and log one event that nothing triggers on."""
        apply(self.state, event, self.book.tallies, self.look.call)
        self.log.append(event)
        self.look.note(event)

    def happen(self, events: Sequence[ev.Event]) -> None:
        """Apply a batch of simultaneous events; what triggers waits."""
        if events:
            notice(self, self.apply_batch(events))

    def apply_batch(self, events: Sequence[ev.Event]) -> list[trig.Noticed]:
        """Apply a batch of simultaneous events and notice what triggers, once (decision 8)."""
        if self.look.complaints:
            self._tell_complaints()
        noticed = trig.before(self, events)
        controlled = self.look.layers.gives_control
        for event in events:
            self.note(event)
        noticed += trig.after(self, events)
        for event in events:
            if isinstance(event, ev.Ceased) and event.was.obj.kind == "ability":
                after_ceasing(self, event.was)
        follow_up(self, events, controlled)
        if any(isinstance(event, ev.GameEnded) for event in events):
            leave.uncover(self)
        return noticed

    def mark(self) -> Mark:
        return Mark(self.state.fork(), len(self.log))

    def undo(self, mark: Mark) -> Generator[Request, Any, None]:
        """Take back everything since a mark, but for concessions; the log keeps it and says so (decision 12)."""
        requests = self.state.requests
        conceded = [p.seat for p in self.state.players if "concede" in p.lost and mark.state.player(p.seat).in_game]
        self.proposing = NOBODY
        self.state.restore(mark.state)
        self._reset_look()
        self.log.append(ev.Undone(to=mark.length, cause=Cause("rewind")))
        while self.state.requests < requests:
            self.note(ev.DecisionTaken())
        for seat in conceded:
            yield from self._conceded(seat)

    def _reset_look(self) -> None:
        old = self.look
        self.look = Look(self.state, self.book)
        self.look.guard, self.look.verdicts = self.guard, self.verdicts
        self.look.complaints, self.look.unheard, self.look.late = old.complaints, old.unheard, old.late
        self.look.in_input = old.in_input

    # --- the end ------------------------------------------------------------------------------------

    def drawn(self) -> Result:
        return Result(draw=True)

    def judge(self, losers: list[Seat]) -> None:
        result = leave.verdict(self, losers)
        if result is not None:
            rule = "draw_game.simultaneous" if result.draw else "win.last"
            self.happen([ev.GameEnded(result=result, cause=Cause(rule))])

    def end_if_over(self, events: Sequence[ev.Event]) -> None:
        """An effect that made a player win ends the game (104.2b); the others have not lost."""
        if self.over:
            return
        for event in events:
            if isinstance(event, ev.GameWon):
                team = self.state.player(event.seat).team
                winners = tuple(p.seat for p in self.state.players if p.team == team)
                self.happen([ev.GameEnded(result=Result(winners=winners), cause=Cause("win.effect"))])
                return

    def depart_losers(self) -> Generator[Request, Any, None]:
        yield from leave.depart_losers(self)

    # --- objects ------------------------------------------------------------------------------------

    def life_of(self, seat: Seat) -> int:
        """The life total that a seat can speak of as its own."""
        return self.look.life_of(seat)

    def cast_rules_of(self, obj_id: ObjId) -> list[Any]:
        return cast_rules(self, obj_id)

    def counters_on(self, ref: Ref) -> Counters:
        if is_player(ref):
            return self.state.player(seat_of(ref)).counters
        obj = self.state.objects.get(ObjId(ref))
        return obj.counters if obj is not None else ()

    def attacked_by(self, obj_id: ObjId) -> Ref:
        """What a creature attacks, or attacked before it left combat."""
        attack = attack_of(self, obj_id)
        return Ref(0) if attack is None else attack.defender

    def defending_seat(self, ref: Ref) -> Seat:
        return seat_of(ref) if is_player(ref) else self.look.controller(ref)

    def link(self, obj_id: ObjId, link: str, values: tuple[Plain, ...], *, add: bool = False) -> None:
        if add:
            values = self.state.links.get(f"{obj_id}:{link}", ()) + values
        self.note(ev.Linked(object=obj_id, link=link, values=values, cause=Cause("linked", obj_id)))

    def shuffle_ids(self, ids: list[ObjId]) -> list[ObjId]:
        """A random order, by the game's own chance."""
        order, seed = chance.shuffled(ids, self.state.seed)
        self.note(ev.ChanceUsed(seed=seed))
        return list(order)

    def take_effect_number(self) -> int:
        n = self.state.next_effect
        self.note(ev.NumberTaken(number=n))
        return n

    def forget(self) -> None:
        """Drop what left once nothing on the stack, waiting or lasting still names it (decision 28)."""
        if not self.state.last_known or self.state.zone("stack") or self.state.waiting:
            return
        named: set[int] = set()
        lasting: list[Effect | Delayed] = [*self.state.effects.values(), *self.state.delayed.values()]
        for each in lasting:
            named.add(each.source)
            for _, value in each.bound:
                named.update(v for v in (value if isinstance(value, tuple) else (value,)) if isinstance(v, int))
        for values in self.state.links.values():
            named.update(v for v in values if isinstance(v, int))
        gone = tuple(ObjId(Ref(i)) for i in self.state.last_known if i not in named)
        if gone:
            self.note(ev.Forgotten(objects=gone))

    # --- mana ---------------------------------------------------------------------------------------

    def mana_options(self, seat: Seat) -> tuple[Option, ...]:
        return mana_options(self, seat)

    def activate_by_option(self, seat: Seat, option: str, *, again: bool = False) -> Generator[Request, Any, None]:
        """Activate a mana ability that was offered; `again`: one that stays activated though it may not be now."""
        _, obj, n = option.split(":")
        since, logged = len(self._since), len(self.log)
        yield from aside(activate(self, seat, ObjId(Ref(int(obj))), int(n), None, again=again))
        answers = tuple(a for _, a, _ in self._since[since:] if a is not None)
        outer = [u for u in self.mana_uses if u.log[0] < logged]  # what paid for this one is part of it
        self.mana_uses = [*outer, ManaUse(seat, option, answers, (logged, len(self.log)))]

    def make_mana(self, seat: Seat, obj_id: ObjId, path: str, output: Mana) -> Generator[Request, Any, None]:
        """Activate a simple mana ability for a mana that was settled by the payment plan."""
        ability: Activated = self.book.at(path)
        obj = self.state.objects[obj_id]
        frame = Frame(source=obj_id, controller=seat, path=path)
        if obj.cast is not None:
            frame = replace(frame, cast=obj.cast)
        self._colors = [letter_of(kind) for kind, _ in output]
        yield from pay(self, frame, seat, ability.cost)
        count_use(self, obj_id, ability)
        self.happen(
            [
                ev.AbilityActivated(
                    object=obj_id, source=obj_id, seat=seat, path=path, mana=True,
                    cause=Cause("activate.mana", obj_id, seat),
                )
            ]
        )  # fmt: skip
        yield from run(self, frame, ability.modes[0].do)
        self._colors = []
        yield from trig.resolve_mana_triggers(self)
