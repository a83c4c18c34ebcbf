"""Priority among N seats: what may be done with it, and how it passes (117, 116)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .abilities import Activated, SpecialAction
from .activating import activate
from .affording import can_pay, can_pay_asked
from .announcing import nothing_asks_for
from .bodies import run
from .casting import cast
from .costs import pay
from .entering import turned_up
from .frame import Frame
from .lands import has_land_drop, use_land_drop
from .loops import draw_loop, never_ends
from .perform import Asking, together
from .requests import PASS, Answer, Given, IllegalAnswer, Option, Payload, Request
from .rewinding import lasting_uses, take_back
from .settle import settle
from .stack import resolve_top
from .state import Cast, Cause
from .targets import Impossible, Refused
from .values import ObjId, Ref, Seat, player
from .ways import (
    cost_payable,
    could_begin_to_cast,
    could_target,
    is_instant,
    only_instants_now,
    ways_to_cast,
)

if TYPE_CHECKING:
    from .game import Game


class PriorityRequest(Request):
    """The question of a seat with priority. An answer is checked without listing every option."""

    __slots__ = ("game", "seats")

    def __init__(self, game: Game, seats: tuple[Seat, ...]) -> None:
        self.game = game
        self.seats = seats
        super().__init__(
            "priority",
            seats,
            options=lambda: priority_options(game, seats),
            prompt="priority",
            rule="priority.actions",
            default=PASS,
        )

    def options_for(self, seat: Seat) -> tuple[Option, ...]:
        seats = self._acting(seat)
        return self.options if seats == self.seats else priority_options(self.game, seats)

    def _acting(self, seat: Seat) -> tuple[Seat, ...]:
        """For whom of a team that is asked a seat acts: for itself, and for whom it decides."""
        if seat not in self.seats:
            return self.seats
        return tuple(s for s in self.seats if seat in (s, self.game.state.player(s).decided_by))

    def refuse_from(self, seat: Seat, answer: Answer) -> IllegalAnswer | None:
        refusal, seats = self.refuse(answer), self._acting(seat)
        if refusal is not None or seats == self.seats:
            return refusal
        pick = answer.picks[0]
        if all(single_option(self.game, s, pick) is None for s in seats):
            return IllegalAnswer("illegal_choice", "this is for a team mate to do", self.rule, pick)
        return None

    def option(self, option_id: str) -> Option | None:
        for seat in self.seats:
            found = single_option(self.game, seat, option_id)
            if found is not None:
                return found
        return None

    def refuse(self, answer: Answer) -> IllegalAnswer | None:
        if superfluous := self._superfluous(answer):
            return IllegalAnswer("illegal_choice", f"this question is not answered with {superfluous}", self.rule)
        if answer.cancel or len(answer.picks) != 1:
            return IllegalAnswer("illegal_choice", "expected one choice", self.rule)
        pick = answer.picks[0]
        if self._options is not None and any(o.id == pick for o in self._options):
            return None
        if self.option(pick) is None:
            return IllegalAnswer("illegal_choice", "this cannot be done now", self.rule, pick)
        return None


# --- options --------------------------------------------------------------------------------------


def priority_options(game: Game, seats: tuple[Seat, ...]) -> tuple[Option, ...]:
    """Everything the seats could do: pass, play a land, cast, activate, special actions."""
    found = [Option("pass", Payload("pass"))]
    for seat in seats:
        cards = game.castable_from(seat)
        found += land_options(game, seat, cards)
        found += cast_options(game, seat, cards)
        found += activate_options(game, seat)
        found += special_options(game, seat)
    return tuple(found)


def single_option(game: Game, seat: Seat, option_id: str) -> Option | None:
    """The option of this id, if it is legal now."""
    if option_id == "pass":
        return Option("pass", Payload("pass"))
    kind, _, rest = option_id.partition(":")
    parts = rest.split(":")
    try:
        match kind:
            case "play":
                obj = ObjId(Ref(int(rest)))
                return Option(option_id, Payload("play", object=obj)) if may_play_land(game, seat, obj) else None
            case "cast":
                return cast_option(game, seat, ObjId(Ref(int(rest))))
            case "activate":
                return activate_option(game, seat, ObjId(Ref(int(parts[0]))), int(parts[1]))
            case "special":
                options = special_options(game, seat)
                return next((o for o in options if o.id == option_id), None)
    except (ValueError, IndexError):
        return None
    return None


def land_options(game: Game, seat: Seat, cards: tuple[ObjId, ...]) -> list[Option]:
    if not game.is_sorcery_time(seat):
        return []
    return [Option(f"play:{i}", Payload("play", object=i)) for i in cards if may_play_land(game, seat, i)]


def may_play_land(game: Game, seat: Seat, obj_id: ObjId) -> bool:
    """305.2, 305.3: own main phase, priority, empty stack, and a land drop left."""
    thing = game.look.live(obj_id)
    if thing is None or "Land" not in thing.chars.types or not game.is_sorcery_time(seat):
        return False
    if thing.obj.zone != "hand":
        if not _permits_play(game, seat, obj_id):
            return False
    elif thing.obj.owner != seat:
        return False
    if game.look.has_rule("can't play lands", player(seat)):
        return False
    return has_land_drop(game, seat)


def _permits_play(game: Game, seat: Seat, obj_id: ObjId) -> bool:
    for rule, source, frame in game.look.rules("may play"):
        allowed = (
            source.controller == seat if rule.player is None else player(seat) in rule.player.resolve(game.look, frame)
        )
        if allowed and rule.filter is not None and rule.filter.finds(game.look, obj_id, frame):
            return True
    return False


def cast_options(game: Game, seat: Seat, cards: tuple[ObjId, ...]) -> list[Option]:
    if only_instants_now(game, seat):  # mostly: it is asked once for all cards
        cards = tuple(i for i in cards if is_instant(game.look.chars(i)))
    options = (cast_option(game, seat, obj_id) for obj_id in cards)
    return [option for option in options if option is not None]


def cast_option(game: Game, seat: Seat, obj_id: ObjId) -> Option | None:
    """Offered when some way to cast it has targets and could be paid."""
    best = "no"
    for way in ways_to_cast(game, seat, obj_id):
        if not could_target(game, seat, obj_id, way):
            continue
        payable = cost_payable(game, seat, obj_id, way)
        best = payable if best == "no" or payable == "yes" else best
    if best == "no":
        return None
    return Option(f"cast:{obj_id}", Payload("cast", object=obj_id, payable=best))


def activate_options(game: Game, seat: Seat) -> list[Option]:
    found = []
    for obj_id in game.activatable_from(seat):
        for n, path in enumerate(game.activated_paths(obj_id), 1):
            option = _activate_option(game, seat, obj_id, n, path)
            if option is not None:
                found.append(option)
    return found


def activate_option(game: Game, seat: Seat, obj_id: ObjId, n: int) -> Option | None:
    path = game.activated_path(obj_id, n)
    return None if path is None else _activate_option(game, seat, obj_id, n, path)


def _activate_option(game: Game, seat: Seat, obj_id: ObjId, n: int, path: str) -> Option | None:
    if not game.may_use(seat, obj_id, path):
        return None
    ability: Activated = game.book.at(path)
    frame = Frame(source=obj_id, controller=seat, path=path)
    payable = can_pay_asked(game, frame, seat, game.activation_asks(seat, frame, ability))
    if payable == "no" or not game.has_targets(ability, frame):
        return None
    kind = "mana" if ability.mana else "activate"
    return Option(f"activate:{obj_id}:{n}", Payload(kind, object=obj_id, number=n, payable=payable))


def mana_options(game: Game, seat: Seat) -> tuple[Option, ...]:
    """The mana abilities that could be activated while a cost is being paid."""
    return tuple(o for o in activate_options(game, seat) if o.payload.kind == "mana")


def special_options(game: Game, seat: Seat) -> list[Option]:
    """Special actions (116.2) that abilities offer: `special:WORD:OBJECT:N`."""
    found = []
    for obj_id in game.special_from(seat):
        for n, (path, action) in enumerate(special_actions(game, obj_id), 1):
            if _may_take(game, seat, obj_id, path, action):
                found.append(
                    Option(
                        f"special:{action.word}:{obj_id}:{n}",
                        Payload("special", object=obj_id, word=action.word, number=n),
                    )
                )
    return found


def special_actions(game: Game, obj_id: ObjId) -> list[tuple[str, SpecialAction]]:
    """The special actions of an object; of a face-down one those that would turn it face up (702.37e)."""
    obj = game.state.objects[obj_id]
    if not (obj.face_down and obj.zone == "battlefield"):
        return [(s.path, s.ability) for s in game.look.sources_of("special", obj_id)]
    paths = [r.path for r in turned_up(game, obj).chars.abilities]
    found = []
    for path in paths:
        ability = game.book.at(path)
        if isinstance(ability, SpecialAction) and ability.word == "turn-face-up":
            found.append((path, ability))
    return found


def _may_take(game: Game, seat: Seat, obj_id: ObjId, path: str, action: SpecialAction) -> bool:
    thing = game.look.live(obj_id)
    if thing is None or thing.obj.phased_out:
        return False
    owner = thing.chars.controller if thing.obj.zone == "battlefield" else thing.obj.owner
    if action.of_effect:
        owner = next((e.controller for e in game.state.effects.values() if e.gives(obj_id, path)), owner)
    if owner != seat and not action.any_player:
        return False
    frame = Frame(source=obj_id, controller=seat, path=path)
    if action.only_if is not None and not action.only_if.holds(game.look, frame):
        return False
    if action.word == "ignore-effect" and game.look.ignores(seat, obj_id):
        return False
    if action.word == "suspend" and not could_begin_to_cast(game, seat, obj_id):
        return False
    return can_pay(game, frame, seat, action.cost) != "no"


# --- the round --------------------------------------------------------------------------------------


def priority_round(game: Game) -> Asking:
    """One grant of priority: settle, ask, and do as answered."""
    if game.passed() >= game.passers():
        yield from _all_passed(game)
        return
    yield from settle(game)
    if game.over or game.state.turn.stage != "open":
        return
    if never_ends(game):
        draw_loop(game)
        return
    seats = game.holders()
    game.at_grant()
    answer = yield from game.ask(lambda: PriorityRequest(game, seats))
    if not any(game.state.player(s).in_game for s in seats):
        return  # 800.4a: priority has passed on, and the next player receives it as always (117.5)
    yield from act(game, _whose_deed(game, seats, answer.picks[0]), answer)


def _whose_deed(game: Game, seats: tuple[Seat, ...], pick: str) -> Seat:
    """Who of those that have priority does something: who answered, or for whom that one decides."""
    if len(seats) == 1:
        return seats[0]
    first = sorted(seats, key=lambda seat: seat != game.answering)
    return next((seat for seat in first if single_option(game, seat, pick) is not None), first[0])


def _all_passed(game: Game) -> Asking:
    """117.4: the top of the stack resolves, or with an empty stack the step ends."""
    if game.state.zone("stack"):
        yield from resolve_top(game)
        if not game.over:
            game.note(ev.PriorityGiven(seat=game.active_or_next(), cause=Cause("priority.after_resolution")))
        return
    from .turn import end_step

    yield from end_step(game)


def act(game: Game, seat: Seat, answer: Answer) -> Asking:
    """Do what a seat chose with its priority."""
    pick = answer.picks[0]
    if pick == "pass":
        nothing_asks_for(answer.given, *Given.__struct_fields__)
        game.note(ev.Passed(seat=seat, to=game.next_holder(seat), cause=Cause("priority.pass", seat=seat)))
        return
    mark, asked, grant = game.mark(), game.answering, game.request
    game.proposing = seat
    game.mana_uses.clear()
    try:
        yield from do_option(game, seat, pick, answer.given)
    except Cancelled:
        game.proposing = Seat(-1)
        yield from take_back(game, mark)
        return
    except Impossible:
        raise
    except Refused as refused:
        own = game.answering == asked or game.is_answering_for(seat)
        leads_back = game.request is grant or (game.request is not None and game.request.may_cancel)
        if own and leads_back and not game.conceding and not game.shown_by(lasting_uses(game)):
            raise  # nobody has learned anything: the answer is refused, and the question still stands
        game.could_not_be_done(seat, refused)
        game.proposing = Seat(-1)
        yield from take_back(game, mark)
        return
    finally:
        game.proposing = Seat(-1)
    if not game.over:
        holder = seat if game.state.player(seat).in_game else game.holder_after(seat)
        game.note(ev.PriorityGiven(seat=holder, cause=Cause("priority.after_action", seat=seat)))


class Cancelled(Exception):
    """The seat took its proposal back before it was complete."""


def do_option(game: Game, seat: Seat, pick: str, given: Given | None) -> Asking:
    kind, _, rest = pick.partition(":")
    parts = rest.split(":")
    match kind:
        case "play":
            nothing_asks_for(given, *Given.__struct_fields__)
            yield from play_land(game, seat, ObjId(Ref(int(rest))))
        case "cast":
            yield from cast(game, seat, ObjId(Ref(int(rest))), given)
        case "activate":
            yield from activate(game, seat, ObjId(Ref(int(parts[0]))), int(parts[1]), given)
        case "special":
            yield from take_special(game, seat, ObjId(Ref(int(parts[1]))), int(parts[2]), given)
        case _:
            raise AssertionError(f"unknown option {pick}")


def play_land(game: Game, seat: Seat, obj_id: ObjId) -> Asking:
    """116.2a: a special action, which does not use the stack."""
    if not may_play_land(game, seat, obj_id):
        raise Refused("this land cannot be played now", "special.land")
    cause = Cause("special.land", obj_id, seat)
    use_land_drop(game, seat)
    game.happen([ev.LandPlayed(seat=seat, object=obj_id, cause=cause)])
    yield from together(game, [ac.Move(object=obj_id, to="battlefield", how="play", under=seat, cause=cause)])


def take_special(game: Game, seat: Seat, obj_id: ObjId, n: int, given: Given | None) -> Asking:
    nothing_asks_for(given, "targets", "modes", "divided", "x", "alternative", "kicked")
    path, action = special_actions(game, obj_id)[n - 1]
    obj = game.state.objects[obj_id]
    cast_ = replace(obj.cast or Cast(), seat=seat)
    frame = Frame(source=obj_id, controller=seat, path=path, cast=cast_)
    yield from pay(game, frame, seat, action.cost, given)
    yield from run(game, frame, action.do)
