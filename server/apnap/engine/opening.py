"""How a game begins: shuffling, opening hands, mulligans (103)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import actions as ac
from . import events as ev
from .abilities import Opening
from .bodies import run
from .frame import Frame
from .perform import Asking, together
from .requests import Option, Payload, Request
from .state import Cause
from .values import NOTHING, ObjId, Ref, Seat

if TYPE_CHECKING:
    from .game import Game

HAND = 7


def begin(game: Game) -> Asking:
    """Shuffle, draw seven, and let everybody mulligan as the edition says."""
    seats = game.look.apnap(game.first_seat())  # 101.4e: the starting player counts as the active one
    shuffles = [ac.Shuffle(seat=s, cause=Cause("start.shuffle", seat=s)) for s in seats]
    shuffles += [
        ac.Shuffle(seat=s, zone="schemes", cause=Cause("start.shuffle", seat=s))
        for s in seats
        if game.state.zone("schemes", s)
    ]
    yield from together(game, shuffles)
    for seat in seats:
        yield from draw_hand(game, seat, HAND)
    if game.look.switch("mulligan") == "paris_in_turn":
        for team in dict.fromkeys(game.look.taking_turns_with(seat) for seat in seats):  # 101.4b (2007)
            yield from _rounds(game, team)
    else:
        yield from _rounds(game, seats)
    if _anybody_could_open(game):
        for seat in seats:
            yield from _opening_hand(game, seat)


def _anybody_could_open(game: Game) -> bool:
    """Whether a card of any deck does something from an opening hand; whose it is, and where it is, tells nobody."""
    printed = dict.fromkeys(record.base for record in game.state.cards.values())
    abilities = (game.book.at(ref.path) for base in printed for ref in game.book.printed(base).abilities)
    return any(isinstance(ability, Opening) for ability in abilities)


def _opening_hand(game: Game, seat: Seat) -> Asking:
    """103.6: in turn order, each may do what cards in the opening hand allow, in any order."""
    offers = {i: a for i in game.state.zone("hand", seat) for a in _openings(game, i)}
    while not game.over and game.state.player(seat).in_game:
        picked = yield from game.choose_refs(
            seat, tuple(Ref(i) for i in offers), prompt="opening hand", rule="start.opening_hand",
            cause=NOTHING, least=0, veiled=True,
        )  # fmt: skip
        if not picked:
            return
        obj_id = ObjId(picked[0])
        ability = offers.pop(obj_id)
        yield from run(game, Frame(source=obj_id, controller=seat, path=ability.path), ability.do)


def _openings(game: Game, obj_id: ObjId) -> list[Opening]:
    abilities = (game.book.at(r.path) for r in game.look.chars(obj_id).abilities)
    return [a for a in abilities if isinstance(a, Opening)]


def _rounds(game: Game, seats: tuple[Seat, ...]) -> Asking:
    """All declare in turn order, then those who mulligan do so together (103.5)."""
    undecided = list(seats)
    while undecided:
        taking = []
        for seat in undecided:
            if not game.state.player(seat).in_game:
                continue
            if (yield from _declares(game, seat)):
                taking.append(seat)
        if game.over:
            return
        if taking:
            yield from _take(game, taking)
        undecided = taking


def _declares(game: Game, seat: Seat) -> Asking:
    """Whether a seat takes a mulligan; with no cards to draw anew it must keep."""
    if not game.state.player(seat).in_game:
        return False
    if game.state.player(seat).mulligans - _free(game) >= HAND:
        game.note(ev.HandKept(seat=seat, cause=Cause("turn.mulligan", seat=seat)))
        return False

    def build() -> Request:
        options = (Option("keep", Payload("keep")), Option("mulligan", Payload("mulligan")))
        return Request("mulligan", (seat,), options=options, prompt="mulligan", rule="turn.mulligan")

    answer = yield from game.ask(build)
    if not game.state.player(seat).in_game:  # it conceded instead, and the default stands for its answer
        return False
    if answer.picks == ("mulligan",):
        game.note(ev.MulliganTaken(seat=seat, cause=Cause("turn.mulligan", seat=seat)))
        return True
    game.note(ev.HandKept(seat=seat, cause=Cause("turn.mulligan", seat=seat)))
    if game.look.switch("mulligan") == "partial" and game.state.player(seat).mulligans:
        yield from _shuffle_back(game, seat)
    return False


def _free(game: Game) -> int:
    """The first mulligan is free with more than two players (103.5c)."""
    return 1 if game.look.switch("free_mulligan") and len(game.state.players) > 2 else 0


def _take(game: Game, seats: list[Seat]) -> Asking:
    for seat in seats:
        if game.look.switch("mulligan") == "partial":
            yield from _take_partial(game, seat)
            continue
        hand = game.state.zone("hand", seat)
        cause = Cause("turn.mulligan", seat=seat)
        yield from together(game, [ac.Move(object=i, to="library", cause=cause) for i in hand])
        yield from together(game, [ac.Shuffle(seat=seat, cause=cause)])
        fewer = 0
        if game.look.switch("mulligan") != "london":
            fewer = max(0, game.state.player(seat).mulligans - _free(game))
        yield from draw_hand(game, seat, max(0, HAND - fewer))
    if game.look.switch("mulligan") == "london":
        for seat in seats:
            yield from _to_bottom(game, seat)


def _take_partial(game: Game, seat: Seat) -> Asking:
    """903.8 (2011): exile any number of cards from the hand, and draw one card less than that."""
    hand = game.state.zone("hand", seat)
    picked = yield from game.choose_refs(
        seat, hand, prompt="mulligan", rule="commander.mulligan", cause=NOTHING, least=0, most=len(hand)
    )
    cause = Cause("commander.mulligan", seat=seat)
    yield from together(
        game, [ac.Move(object=ObjId(r), to="exile", how="exile", face_down="exile", cause=cause) for r in picked]
    )
    yield from draw_hand(game, seat, max(0, len(picked) - 1))


def _shuffle_back(game: Game, seat: Seat) -> Asking:
    """903.8 (2011): who keeps shuffles the cards exiled this way into the library."""
    away = [i for i in game.state.zone("exile") if game.state.objects[i].owner == seat]
    cause = Cause("commander.mulligan", seat=seat)
    moves = [ac.Move(object=i, to="library", cause=cause) for i in away]
    yield from together(game, [*moves, ac.Shuffle(seat=seat, cause=cause)])


def _to_bottom(game: Game, seat: Seat) -> Asking:
    """London: with each mulligan as many cards as were taken go to the bottom, before anybody declares again."""
    n = max(0, game.state.player(seat).mulligans - _free(game))
    hand = game.state.zone("hand", seat)
    n = min(n, len(hand))
    if not n:
        return
    picked = yield from game.choose_refs(
        seat, hand, prompt="bottom", rule="turn.mulligan", cause=NOTHING, least=n, most=n
    )
    cause = Cause("turn.mulligan", seat=seat)
    yield from together(game, [ac.Move(object=ObjId(r), to="library", place=-1, cause=cause) for r in picked])


def draw_hand(game: Game, seat: Seat, n: int) -> Asking:
    for _ in range(n):
        yield from together(game, [ac.Draw(seat=seat, cause=Cause("start.hand", seat=seat))])
