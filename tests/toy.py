"""A small game with the engine's interface: counting down, with hidden hands.

Everybody puts one card of five on the bottom, all at once. In a turn the active player draws, and may
cast a card at an opponent, who loses as much life as its name has letters; a card named "Counter" in
another hand may counter it. Proposals can be cancelled. The last one alive wins.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from zlib import crc32

import msgspec
import orjson
from msgspec.structs import replace

from apnap.engine import events as ev
from apnap.engine.requests import Answer, IllegalAnswer, Option, Payload, Request
from apnap.engine.state import CardRecord, Cast, Cause, Chars, Obj, Player, Result, State, Thing, Turn
from apnap.engine.values import CardId, ObjId, Seat, player
from apnap.engine.watch import Watch
from apnap.pool import FrozenPlugin, FrozenPool
from apnap.shell.faults import Faults
from apnap.shell.games import GameSetup, Unplayable
from apnap_protocol import messages as m

NAMES = ("One", "Three", "Seven", "Eleven", "Counter")
DECK = NAMES * 8
#: From this seed on, libraries lie as the decks do, and the seed only says which card has which id.
STACKED = 2**40
NUMBERS = {"life": "104.3b", "cast": "601.2", "draw": "504.1", "bottom": "103.5"}


class Now(msgspec.Struct):
    """Where the game stands, beside the state."""

    stage: str = "bottom"
    seat: int = 0
    spell: int = 0
    target: int = -1
    responding: tuple[int, ...] = ()
    bottomed: tuple[int, ...] = ()
    asked: int = 0


class Saved(msgspec.Struct):
    state: bytes
    now: Now


class Toy:
    """The game."""

    def __init__(self, state: State, now: Now) -> None:
        self.state, self.now = state, now
        self.log: list[ev.Event] = []
        self._batch: list[ev.Event] = []
        self._request: Request | None = None

    # --- the engine's interface ---------------------------------------------------------------------

    @classmethod
    def start(cls, setup: GameSetup) -> Toy:
        teams = setup.teams or tuple(range(len(setup.seats)))
        players = tuple(Player(Seat(i), chair.name, teams[i]) for i, chair in enumerate(setup.seats))
        game = cls(State(players, setup.seed), Now())
        chance = random.Random(setup.seed)
        for seat, chair in enumerate(setup.seats):
            deck = list(chair.deck)
            if setup.seed < STACKED:
                chance.shuffle(deck)
            # the order in which cards come into being, and so their ids, is not that of the library
            for place in chance.sample(range(len(deck)), len(deck)):
                game._new(Seat(seat), deck[place], place)
            game._sort_library(Seat(seat))
        for seat in range(len(setup.seats)):
            for _ in range(5):
                game._draw(Seat(seat))
        game.state.turn = Turn(number=0)
        game._ask()
        game.log = game._batch
        game._batch = []
        return game

    @classmethod
    def restore(cls, data: bytes) -> Toy:
        saved = msgspec.msgpack.decode(data, type=Saved)
        game = cls(State.from_bytes(saved.state), saved.now)
        game.now.asked -= 1
        game._ask()
        return game

    @property
    def look(self) -> Toy:
        return self

    @property
    def request(self) -> Request | None:
        return self._request

    @property
    def over(self) -> bool:
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        return self.state.result

    def chars(self, obj_id: ObjId) -> Chars:
        obj = self.state.objects[obj_id]
        return Chars(name=obj.base, types=("Sorcery",), controller=obj.controller)

    def active_seats(self) -> tuple[Seat, ...]:
        return (self.state.turn.active,)

    def taking_turns_with(self, seat: Seat) -> tuple[Seat, ...]:
        return (seat,)

    def watch(self, before: Watch | None) -> Watch | None:
        """The toy writes to its state as it likes, so nobody keeps count."""
        return None

    def checkpoint(self) -> bytes:
        return msgspec.msgpack.encode(Saved(msgspec.msgpack.encode(self.state.freeze()), self.now))

    def fork(self) -> Toy:
        return Toy.restore(self.checkpoint())

    def forget_but(self, last: int) -> None:
        """It is short."""

    def digest(self) -> int:
        values = msgspec.to_builtins((self.state.freeze(), self.now))
        return crc32(orjson.dumps(values, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS))

    @property
    def proposing(self) -> Seat:
        return Seat(self.now.seat if self.now.stage == "target" else -1)

    def waiting_for(self) -> tuple[Seat, ...]:
        return () if self._request is None else self._request.who

    def check(self, seat: Seat, answer: Answer) -> None:
        request = self._request
        if request is None or seat not in request.who:
            raise IllegalAnswer("not_your_request", "you are not asked")
        if (fault := request.refuse(answer)) is not None:
            raise fault
        if self.now.stage == "bottom" and self._bottomed(answer).owner != seat:
            raise IllegalAnswer("illegal_choice", "this is not in your hand", "bottom", answer.picks[0])

    def _bottomed(self, answer: Answer) -> Obj:
        return self.state.objects[ObjId(int(answer.picks[0].removeprefix("card-")))]

    last_verdicts: tuple[str, ...] = ()
    last_unavailable: IllegalAnswer | None = None

    def unheard(self) -> tuple[ev.CardFailed, ...]:
        return ()

    def answer(self, seat: Seat, answer: Answer, verdicts: tuple[str, ...] = ()) -> tuple[ev.Event, ...]:
        self.check(seat, answer)
        match self.now.stage:
            case "bottom":
                self._bottom(seat, answer)
            case "turn":
                self._turn_action(answer)
            case "target":
                self._targeted(answer)
            case "response":
                self._response(seat, answer)
        return self._pause()

    def concede(self, seat: Seat, verdicts: tuple[str, ...] = ()) -> tuple[ev.Event, ...]:
        self._lose(seat, "conceded")
        now = self.now
        if now.stage in ("turn", "target") and now.seat == seat and not self.over:
            if now.spell:
                self._move(now.spell, "graveyard", "countered")
            self._next_turn()
        elif now.stage == "response" and not self.over:
            now.responding = tuple(s for s in now.responding if s != seat)
            if now.seat == seat or now.target == seat:
                self._move(now.spell, "graveyard", "countered")
                self._next_turn()
            elif not now.responding:
                self._resolve()
        elif now.stage == "bottom" and not self.over:
            self._begin_if_all_bottomed()
        return self._pause()

    # --- the rules ----------------------------------------------------------------------------------

    def _pause(self) -> tuple[ev.Event, ...]:
        if self.over:
            self._request = None
        else:
            self._ask()
        batch = tuple(self._batch)
        self.log += batch
        self._batch = []
        return batch

    def _ask(self) -> None:
        now, state = self.now, self.state
        seat = Seat(now.seat)
        match now.stage:
            case "bottom":
                who = tuple(s for s in state.seats_in_game() if s not in now.bottomed)
                options = self._hands(who)
                self._request = Request(
                    "choose", who, prompt="bottom", rule="bottom", all_of=True, options=options,
                )  # fmt: skip
                self._request.id = 1
                return
            case "turn":
                options = [Option("pass", Payload("pass"))]
                options += [Option(f"cast-{i}", Payload("cast", object=i)) for i in state.zone("hand", seat)]
                self._request = Request(
                    "priority", (seat,), prompt="priority", options=tuple(options), rule="cast",
                    default=Answer(picks=("pass",)),
                )  # fmt: skip
            case "target":
                options = [
                    Option(f"target-{s}", Payload("target", seat=s))
                    for s in state.seats_in_game() if s != seat
                ]  # fmt: skip
                self._request = Request(
                    "choose", (seat,), prompt="target", options=tuple(options), rule="cast",
                    may_cancel=True, cause=ObjId(now.spell),
                )  # fmt: skip
            case "response":
                asked = Seat(now.responding[0])
                options = [Option("pass", Payload("pass"))]
                options += [
                    Option(f"counter-{i}", Payload("cast", object=i))
                    for i in state.zone("hand", asked) if state.objects[i].base == "Counter"
                ]  # fmt: skip
                self._request = Request(
                    "priority", (asked,), prompt="priority", options=tuple(options), rule="cast",
                    default=Answer(picks=("pass",)),
                )  # fmt: skip
        now.asked += 1
        assert self._request is not None
        self._request.id = now.asked + 1

    def _hands(self, who: tuple[Seat, ...]) -> tuple[Option, ...]:
        cards = [i for s in who for i in self.state.zone("hand", s)]
        return tuple(Option(f"card-{i}", Payload("card", object=i)) for i in cards)

    def _bottom(self, seat: Seat, answer: Answer) -> None:
        self._move(self._bottomed(answer).id, "library", "bottom")
        self.now.bottomed = (*self.now.bottomed, seat)
        self._begin_if_all_bottomed()

    def _begin_if_all_bottomed(self) -> None:
        if all(s in self.now.bottomed for s in self.state.seats_in_game()):
            self.now.seat = len(self.state.players) - 1
            self._next_turn()

    def _turn_action(self, answer: Answer) -> None:
        pick = answer.picks[0]
        if pick == "pass":
            self._event(ev.HandKept, seat=Seat(self.now.seat))
            return self._next_turn()
        before = len(self.log) + len(self._batch)
        card = ObjId(int(pick.removeprefix("cast-")))
        self._undo_to = before
        self.now.spell = self._move(card, "stack", "cast")
        self.now.stage = "target"

    def _targeted(self, answer: Answer) -> None:
        now = self.now
        if answer.cancel:
            # back to where it was: engine ids may come again, as after a real undo
            spell = self.state.objects[ObjId(now.spell)]
            to = max(i for i, e in enumerate(self.log) if isinstance(e, ev.Moved) and e.now.id == spell.id)
            was = self.log[to].was
            self._take_out(spell)
            self._put_in(was.obj)
            self.state.next_id = spell.id
            now.stage, now.spell = "turn", 0
            self._batch.append(ev.Undone(to=to))
            return
        now.target = int(answer.picks[0].removeprefix("target-"))
        spell = self.state.objects[ObjId(now.spell)]
        cast = Cast(seat=Seat(now.seat), targets=((player(Seat(now.target)),),))
        self.state.write("objects", spell.id)[spell.id] = replace(spell, cast=cast)
        thing = Thing(spell, self.chars(spell.id))
        self._event(ev.SpellCast, object=spell.id, seat=Seat(now.seat), spell=thing, rule="cast")
        seats = self.state.seats_in_game()
        at = seats.index(Seat(now.seat))
        now.responding = tuple(int(s) for s in (*seats[at + 1 :], *seats[:at]))
        now.stage = "response"

    def _response(self, seat: Seat, answer: Answer) -> None:
        now, pick = self.now, answer.picks[0]
        if pick == "pass":
            self._event(ev.HandKept, seat=seat)
            now.responding = now.responding[1:]
            if not now.responding:
                self._resolve()
            return
        self._move(ObjId(int(pick.removeprefix("counter-"))), "graveyard", "discard")
        self._event(ev.Countered, object=ObjId(now.spell))
        self._move(ObjId(now.spell), "graveyard", "countered")
        self._next_turn()

    def _resolve(self) -> None:
        now = self.now
        amount = len(self.state.objects[ObjId(now.spell)].base)
        self._set_player(Seat(now.target), life=self.state.player(Seat(now.target)).life - amount)
        self._event(ev.LifeLost, seat=Seat(now.target), amount=amount, rule="life")
        self._move(ObjId(now.spell), "graveyard", "resolve")
        if self.state.player(Seat(now.target)).life <= 0:
            self._lose(Seat(now.target), "life")
        if not self.over:
            self._next_turn()

    def _next_turn(self) -> None:
        now, state = self.now, self.state
        seats = state.seats_in_game()
        later = [s for s in seats if s > now.seat]
        seat = later[0] if later else seats[0]
        now.stage, now.seat, now.spell, now.target, now.responding = "turn", int(seat), 0, -1, ()
        number = state.turn.number + 1
        state.turn = Turn(number=number, active=seat, step="main")
        self._event(ev.TurnBegan, seat=seat, number=number)
        if state.zone("library", seat):
            self._draw(seat)
            return
        self._lose(seat, "draw")
        if not self.over:
            self._next_turn()

    def _lose(self, seat: Seat, reason: str) -> None:
        self._set_player(seat, in_game=False, lost=(reason,))
        self._event(ev.GameLost, seat=seat, reasons=(reason,), rule="life")
        left = self.state.seats_in_game()
        if len(left) == 1:
            self.state.result = Result(winners=left)
            self._event(ev.GameEnded, result=self.state.result)

    # --- objects --------------------------------------------------------------------------------------

    def _event(self, kind: Callable[..., ev.Event], *, rule: str = "", **members: Any) -> None:
        self._batch.append(kind(cause=Cause(rule=rule), **members))

    def _set_player(self, seat: Seat, **changes: Any) -> None:
        players = list(self.state.players)
        players[seat] = replace(players[seat], **changes)
        self.state.players = tuple(players)

    def _sort_library(self, seat: Seat) -> None:
        key, objects = f"library:{seat}", self.state.objects
        order = sorted(self.state.zones[key], key=lambda i: objects[i].timestamp)
        self.state.write("zones")[key] = tuple(order)

    def _new(self, seat: Seat, name: str, place: int) -> None:
        state = self.state
        obj = Obj(
            ObjId(state.next_id),
            CardId(state.next_card),
            "card",
            name,
            seat,
            seat,
            "library",
            timestamp=place,
        )
        state.next_id += 1
        state.next_card += 1
        state.cards[obj.card] = CardRecord(name, seat)
        self._put_in(obj)
        self._event(ev.Moved, was=None, now=obj)

    def _draw(self, seat: Seat) -> None:
        if library := self.state.zone("library", seat):
            self._move(library[0], "hand", "draw")

    def _move(self, obj_id: int, zone: Any, how: Any) -> ObjId:
        state = self.state
        was = state.objects[ObjId(obj_id)]
        now = replace(was, id=ObjId(state.next_id), zone=zone, cast=None)
        state.next_id += 1
        thing = Thing(was, self.chars(was.id))
        self._take_out(was)
        self._put_in(now)
        self._event(ev.Moved, was=thing, now=now, how=how, rule="draw" if how == "draw" else "")
        return now.id

    def _take_out(self, obj: Obj) -> None:
        key = self._key(obj)
        self.state.write("zones")[key] = tuple(i for i in self.state.zones[key] if i != obj.id)
        del self.state.write("objects")[obj.id]

    def _put_in(self, obj: Obj) -> None:
        key = self._key(obj)
        self.state.write("zones")[key] = (*self.state.zones.get(key, ()), obj.id)
        self.state.write("objects")[obj.id] = obj

    def _key(self, obj: Obj) -> str:
        return obj.zone if obj.zone == "stack" else f"{obj.zone}:{obj.owner}"


class Toys:
    """A pool that makes toy games."""

    fingerprint = "toys-1"
    faults = Faults()
    plugins = (m.Plugin("toys", "1", {"cards": len(NAMES)}),)
    folder = None
    card_files = ()
    editions = ("current",)
    formats = ("free-for-all",)

    def page(self) -> dict[str, Any]:
        return {"plugins": msgspec.to_builtins(self.plugins)}

    def frozen(self, wish: m.Create, names: Iterable[str] = ()) -> FrozenPool:
        return FrozenPool(self.fingerprint, (FrozenPlugin("toys", "1", self.fingerprint),))

    def differences(self, setup: GameSetup) -> tuple[str, ...]:
        assert setup.pool is not None
        was, now = setup.pool.fingerprint, self.fingerprint
        return () if was == now else (f"toys was {was} and is {now}",)

    def unread(self, names: Iterable[str]) -> int:
        return 0

    def steps(self, wish: m.Create) -> tuple[str, ...]:
        return ("main",)

    def teams(self, wish: m.Create) -> tuple[int, ...]:
        return wish.teams

    def refuse_rules(self, wish: m.Create) -> tuple[str, ...]:
        return () if wish.edition in self.editions else (f'there is no edition "{wish.edition}"',)

    def refuse_deck(
        self,
        wish: m.Create,
        deck: tuple[str, ...],
        commanders: tuple[str, ...],
        schemes: tuple[str, ...] = (),
        *,
        seat: int = 0,
    ) -> tuple[str, ...]:
        unknown = sorted(set(deck) - set(NAMES))
        reasons = [f'there is no card "{name}"' for name in unknown]
        if len(deck) < 5:
            reasons.append("expected at least 5 cards")
        return tuple(reasons)

    def plugin_of(self, setup: GameSetup, key: str) -> str:
        return ""

    def start(self, setup: GameSetup, guard: object = None) -> Toy:
        if any(chair.name == "Nobody" for chair in setup.seats):
            raise Unplayable(("Nobody cannot play",))
        return Toy.start(setup)

    def restore(self, setup: GameSetup, data: bytes, guard: object = None) -> Toy:
        return Toy.restore(data)

    def numbers(self, setup: GameSetup) -> Callable[[str], str]:
        return lambda name: NUMBERS.get(name, "")

    def words(self, setup: GameSetup) -> Mapping[str, str]:
        return {"exile": "exile"}

    def card(self, name: str, edition: str = "") -> dict[str, Any] | None:
        return {"name": name, "text": f"A player loses {len(name)} life."} if name in NAMES else None

    def why_no_card(self, name: str) -> str:
        return f'there is no card "{name}"'
