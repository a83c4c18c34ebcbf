"""Taking back what could not be completed (733): all of it, but for what would have shown a library for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from . import events as ev
from .aside import Askings
from .requests import Answer
from .state import State
from .targets import Impossible, Refused
from .values import Seat

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking


class Mark:
    """A point to which a game can go back: the state and the length of the log."""

    __slots__ = ("length", "state")

    def __init__(self, state: State, length: int) -> None:
        self.state = state
        self.length = length


def take_back(game: Game, mark: Mark) -> Asking:
    """Go back to a mark, and activate again the mana abilities that cannot be reversed."""
    uses = [use for use in lasting_uses(game) if use.log[0] >= mark.length]
    game.mana_uses = [use for use in game.mana_uses if use.log[0] < mark.length]
    yield from game.undo(mark)
    for use in uses:
        if game.state.player(use.seat).in_game:
            yield from again(game, use)


def take_back_or_refuse(game: Game, mark: Mark, seat: Seat, refused: Refused, decisions: int) -> Asking:
    """Take back what was begun in the middle of a resolution and is impossible; who began it is asked anew.

    Where that is found before anything else was `decisions` since, the answer that began it is refused instead.
    """
    own = game.is_answering_for(seat) and not game.conceding
    if own and game.decisions == decisions and not game.shown_by(lasting_uses(game)):
        raise Impossible(refused.reason, refused.rule, refused.option)
    game.could_not_be_done(seat, refused)
    yield from take_back(game, mark)


class ManaUse(Struct, frozen=True):
    """A mana ability that a seat activated while paying: its option, the answers, its part of the log."""

    seat: Seat
    option: str
    answers: tuple[Answer, ...]
    log: tuple[int, int]


def lasting_uses(game: Game) -> list[ManaUse]:
    """The mana abilities that stay activated when a proposal is taken back (733.1).

    What moved or showed a card of a library, or used chance, is not reversed; nor is what made mana before
    it, which it may have used.
    """
    uses = list(game.mana_uses)
    while uses and not any(_cannot_be_reversed(game, e) for e in game.log[slice(*uses[-1].log)]):
        uses.pop()
    return uses


def _cannot_be_reversed(game: Game, event: ev.Event) -> bool:
    match event:
        case ev.Moved(was=was, now=now):
            return now.zone == "library" or (was is not None and was.obj.zone == "library")
        case ev.Shuffled() | ev.ChanceUsed():
            return True
        case ev.Revealed(objects=shown):  # one that has left the library since is a move of its own
            return any(i in game.state.objects and game.state.objects[i].zone == "library" for i in shown)
    return False


def again(game: Game, use: ManaUse) -> Asking:
    """Activate a mana ability once more, with the answers that were given the first time.

    It was legal then and may not be reversed (733.1), so nothing asks whether it may be activated now that the
    spell is no longer cast. What cannot be paid for any more is taken back after all.
    """
    mark = game.mark()
    activating = Askings(game.activate_by_option(use.seat, use.option, again=True))
    answers = list(use.answers)
    try:
        request = activating.send(None)
        while True:
            reply: Any = answers.pop(0) if answers else None
            if reply is None or request.refuse(reply) is not None:  # it is another question now
                answers.clear()
                reply = yield request
            request = activating.send(reply)
    except StopIteration:
        return
    except Refused:
        yield from game.undo(mark)
