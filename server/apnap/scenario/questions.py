"""What a game asks while a scenario is played: who is meant to answer, whether the next item does, and its words."""

from __future__ import annotations

from collections.abc import Sequence

from apnap.engine.game import Game
from apnap.engine.requests import Request
from apnap.engine.values import Ref, Seat

from .claims import AnswerItem, AnyItem, Concede, DeclareAttack, DeclareBlock, Expect, Go, LabelItem, Names
from .errors import Failed, Unplayable
from .naming import Naming

DECLARES = {"attackers": DeclareAttack, "blockers": DeclareBlock}


class Questions:
    """The questions of a game, seen by one who plays the items of a scenario."""

    def __init__(self, game: Game, naming: Naming, teams: Sequence[Names]) -> None:
        self.game = game
        self.naming = naming
        self.teams = teams
        self._next: tuple[AnyItem, ...] = ()

    def _question(self) -> Request:
        request = self.game.request
        if request is None:
            raise Failed("expected the game to go on; it is over")
        return request

    def _need_priority(self) -> Request:
        request = self._question()
        if request.kind != "priority":
            raise Unplayable(f"an open question has no answer: {self.shown(request)}")
        return request

    # --- whom it asks ---------------------------------------------------------------------------

    def is_asked(self, seat: str) -> bool:
        """Whether an open question other than priority asks this seat."""
        request = self.game.request
        return request is not None and request.kind != "priority" and self._is_asked(request, seat)

    def _is_asked(self, request: Request, seat: str) -> bool:
        return self.naming.seat(seat) in self.game.waiting_for()

    def _asked_seat(self, request: Request, name: str) -> Seat:
        seat = self.naming.seat(name)
        if seat in request.who:
            return seat
        mates = [s for s in request.who if self.naming.seats[s] in self.team(name)]
        return mates[0] if mates else seat

    def _asks(self, request: Request, name: str) -> bool:
        return self._asked_seat(request, name) in request.who

    def team(self, name: str) -> Names:
        return next((team for team in self.teams if name in team), (name,))

    def team_at(self, seat: Seat) -> Names:
        return self.team(self.naming.seats[seat])

    # --- whether the items answer it ------------------------------------------------------------

    def _follows(self, request: Request) -> bool:
        """Whether the next item, or an optional answer before it, answers this question."""
        for item in self._next:
            seat = getattr(item, "seat", "")
            if isinstance(item, AnswerItem | DeclareAttack | DeclareBlock) and self._is_asked(request, seat):
                declares = DECLARES.get(request.kind)
                if isinstance(item, AnswerItem) or (declares and isinstance(item, declares)):
                    return True
            if not (isinstance(item, AnswerItem) and item.optional):
                return False
        return False

    def unanswered(self, item: AnyItem, following: Sequence[AnyItem]) -> str:
        """What is asked and has no answer in the items that follow; empty where all is well.

        A refused declaration leaves its question open, and the file may end there. Labels may be given first.
        """
        request = self.game.request
        if request is None or request.kind == "priority":
            return ""
        follows = what_follows([i for i in following if not isinstance(i, LabelItem)])
        if not follows:
            asked = any(key == "asked" for i in following if isinstance(i, Expect) for key, _ in i.claims)
            return "" if asked or item.refused else self.shown(request)
        for item in follows:
            if isinstance(item, AnswerItem | DeclareAttack | DeclareBlock | Concede):
                return ""
            if isinstance(item, Go) and request.kind in DECLARES:
                return ""
        return self.shown(request)

    # --- its words ------------------------------------------------------------------------------

    def shown(self, request: Request) -> str:
        """A question as a message shows it, with its options."""
        who = " or ".join(self.naming.seats[s] for s in request.who)
        text = f"{who} is asked: {request.kind} ({request.prompt or request.rule})"
        if request.kind == "number":
            return f"{text}, from {request.min} to {request.max}"
        names = ", ".join(self._option_name(o.payload, o.id) for o in request.options)
        total = f", {request.total} in all" if request.kind == "divide" else ""
        return f"{text}{total}, among {names or 'nothing'}"

    def _option_name(self, payload: object, option: str) -> str:
        found = getattr(payload, "object", 0)
        if found:
            name = self.naming.name(Ref(found))
            other = getattr(payload, "other", 0)
            return f"{name} -> {self.naming.name(Ref(other))}" if other else name
        if getattr(payload, "seat", -1) >= 0:
            return self.naming.seats[getattr(payload, "seat", -1)]
        return getattr(payload, "word", "") or option

    def _reason(self, refusal: Exception) -> str:
        rule = getattr(refusal, "rule", "")
        return f"{refusal} ({self.number(rule)})" if rule else str(refusal)

    def number(self, rule: str) -> str:
        """The edition's number of a rule; the name itself where the edition has none."""
        try:
            return self.game.book.rules.number(rule)
        except (KeyError, LookupError):
            return rule


def what_follows(items: Sequence[AnyItem]) -> tuple[AnyItem, ...]:
    """The next items, leaving `expect` out: optional answers, and the first that is none."""
    found: list[AnyItem] = []
    for item in items:
        if isinstance(item, Expect):
            continue
        found.append(item)
        if not (isinstance(item, AnswerItem) and item.optional):
            break
    return tuple(found)


def labelled_next(items: Sequence[AnyItem]) -> bool:
    """Whether labels come before an answer, so that it can name what they are given to; somebody may leave first."""
    rest = [item for item in items if not isinstance(item, Expect | Concede)]
    after = next((item for item in rest if not isinstance(item, LabelItem)), None)
    return bool(rest) and isinstance(rest[0], LabelItem) and isinstance(after, AnswerItem)


def left_before_answer(items: Sequence[AnyItem]) -> bool:
    """Whether somebody leaves before an answer, which may be that to the question that is open by then."""
    rest = [item for item in items if not isinstance(item, Expect)]
    after = next((item for item in rest if not isinstance(item, Concede)), None)
    return bool(rest) and isinstance(rest[0], Concede) and isinstance(after, AnswerItem)


def asked_next(items: Sequence[AnyItem]) -> bool:
    """Whether a question is expected to be open before anything else is done."""
    for item in items:
        if not isinstance(item, Expect):
            return False
        if any(key == "asked" for key, _ in item.claims):
            return True
    return False
