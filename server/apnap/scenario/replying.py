"""Replying to the questions of a game with the answers of a file, which need not see as many questions.

A file answers what its author saw to decide. The game may ask in more steps: first for what there is one
choice of, first whether at all, last in which order. An answer is taken for the question that it fits; what
leads there follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from apnap.engine.game import Game
from apnap.engine.requests import Answer, IllegalAnswer, Option, Request
from apnap.engine.values import Seat

from . import answering
from .answering import NotFitting, equal_answer, indifferent_answer, sole_answer
from .claims import AnswerItem, AnyItem, Names
from .errors import Failed, Unplayable
from .naming import Naming
from .paying import Answers, one_way_to_pay
from .questions import Questions

_CONSENT = Answer(picks=("yes",))


class Replying(Questions):
    """One who replies to the questions of a game."""

    def __init__(self, game: Game, naming: Naming, teams: Sequence[Names]) -> None:
        super().__init__(game, naming, teams)
        self._stays_open = False
        self._is_labelled = False
        self._is_left_first = False
        #: The item right after the one that is performed, and an answer that was given before its turn.
        self._after: AnyItem | None = None
        self._spent: AnyItem | None = None

    # --- what answers itself --------------------------------------------------------------------

    def _answer_forced(self) -> None:
        """Answer questions with one legal answer, unless what follows is that seat's answer."""
        while (request := self.game.request) is not None and request.kind != "priority":
            if self._follows(request) and not self._is_passed_over(request):
                return
            answers = self._sole_answers(request)
            if answers is None:
                return
            for seat, answer in answers:
                self.game.answer(seat, answer)

    def _sole_answers(self, request: Request) -> Answers | None:
        """The only answer to a question; for a payment that no plan pays, the one way to make the mana for it."""
        if request.alike and self._is_left_first:
            return None
        answer = sole_answer(self.game, request, self.naming)
        if answer is None and not self._is_looked_at():
            answer = equal_answer(self.game, request, self.naming) or indifferent_answer(self.game, request)
        if answer is not None:
            return ((self.game.waiting_for()[0], answer),)
        return one_way_to_pay(self.game, request, self._spoken) if request.kind == "pay" else None

    def _spoken(self, option: Option) -> str:
        return self._option_name(option.payload, option.id)

    def _is_looked_at(self) -> bool:
        """Whether what follows expects the question to be open, labels what an answer to it is about, or has somebody
        leave before its answer."""
        return self._stays_open or self._is_labelled or self._is_left_first

    def _is_passed_over(self, request: Request) -> bool:
        """Whether it comes to the same which is chosen here, and what follows answers a later question."""
        if not request.alike:
            return False
        answers = [i for i in self._next if isinstance(i, AnswerItem) and self.is_asked(i.seat)]
        return any(self._leads_on(item, request.default) for item in answers)

    # --- what a file answers --------------------------------------------------------------------

    def reply(self, item: AnswerItem) -> None:
        """Answer the open question, or the one after those that the item answers by itself."""
        request = self.game.request
        if request is None or request.kind == "priority" or not self._asks(request, item.seat):
            if item.optional:
                return
            now = self.shown(request) if request is not None and request.kind != "priority" else "nothing is asked"
            if item.refused:
                raise IllegalAnswer("not_your_request", f"{item.seat} is not asked")
            raise Failed(f"expected a question to {item.seat}; {now}")
        try:
            seat, answer = self._fitting(request, item)
        except (IllegalAnswer, NotFitting):
            if item.refused:
                raise
            if self._consents_ahead(request, item) or self._reply_one_by_one(request, item):
                return
            if self._reply_in_other_order(request, item):
                return
            if not self._goes_before(request, item):
                raise
            self.reply(item)
            return
        if not item.refused and self._is_for_later(request, item) and self._gives_way(item):
            self.reply(item)
            return
        self.game.answer(seat, answer)

    def _reply_one_by_one(self, request: Request, item: AnswerItem) -> bool:
        """A list is for as many questions as it has names, where each is asked for one: new targets, one by one."""
        if item.form != "names" or request.kind != "choose" or request.max != 1 or len(item.names) < 2:
            return False
        for name in item.names:
            asked = self.game.request
            if asked is None or not self.is_asked(item.seat):
                return False
            each = replace(item, names=(name,))
            try:
                seat, answer = self._fitting(asked, each)
            except (IllegalAnswer, NotFitting):
                seat, answer = self._fitting(asked, replace(item, names=("no",)))  # it stays what it is
            self.game.answer(seat, answer)
        return True

    def _reply_in_other_order(self, request: Request, item: AnswerItem) -> bool:
        """Of several choices at one time a player makes whichever first (101.4c): the answer after this one is
        for this question, and this one for the next."""
        after = self._after
        if not isinstance(after, AnswerItem) or after.seat != item.seat or after.refused:
            return False
        try:
            seat, answer = self._fitting(request, after)
        except (IllegalAnswer, NotFitting, Unplayable):
            return False
        if not self._leads_on(item, answer):
            return False
        self.game.answer(seat, answer)
        self._answer_up_to(item)
        self._after, self._spent = None, after
        self.reply(item)
        return True

    def reply_in_order(self, item: AnswerItem) -> None:
        """Things that were chosen by naming them one after the other are in that order, if none is told."""
        request = self.game.request
        if request is None or request.kind != "order" or len(item.names) < 2 or item.refused:
            return
        if self._stays_open or self._follows(request) or not self.is_asked(item.seat):
            return
        try:
            seat, answer = self._fitting(request, item)
        except (IllegalAnswer, NotFitting, Unplayable):
            return
        self.game.answer(seat, answer)
        self._answer_forced()

    def _fitting(self, request: Request, item: AnswerItem) -> tuple[Seat, Answer]:
        """What the item answers to a question, and for whom; raises where that is not among its legal answers."""
        seat = self._asked_seat(request, item.seat)
        answer = answering.translate(self.naming, request, item)
        self.game.check(seat, answer)
        return seat, answer

    # --- questions that lead to the one that is meant ----------------------------------------------

    def _goes_before(self, request: Request, item: AnswerItem) -> bool:
        """Answer a question that the item does not fit and that leads to one that it is meant for."""
        if request.kind == "yes-no" and self._leads_on(item, _CONSENT):
            self.game.answer(self._asked_seat(request, item.seat), _CONSENT)
            self._answer_up_to(item)
            return True
        return self._gives_way(item)

    def _gives_way(self, item: AnswerItem) -> bool:
        """Answer a question with one legal answer, and those after it; whether the item's seat is asked then."""
        request = self._question()
        sole = sole_answer(self.game, request, self.naming)
        if sole is None:
            return False
        self.game.answer(self.game.waiting_for()[0], sole)
        self._answer_up_to(item)
        return self.is_asked(item.seat)

    def _answer_up_to(self, item: AnswerItem) -> None:
        following, self._next = self._next, (item,)
        self._answer_forced()
        self._next = following

    def _consents_ahead(self, request: Request, item: AnswerItem) -> bool:
        """Whether a `yes` only says that the answer after it will be one: the question is not asked in two steps."""
        says_yes = item.flag if item.form == "flag" else item.names == ("yes",)
        after = next((i for i in self._next if isinstance(i, AnswerItem) and i.seat == item.seat), None)
        if not says_yes or after is None or request.kind != "choose":
            return False
        try:
            self._fitting(request, after)
        except (IllegalAnswer, NotFitting, Unplayable):
            return False
        return True

    def _is_for_later(self, request: Request, item: AnswerItem) -> bool:
        """Whether a question with one legal answer, which the item is too, comes before one that only the item
        can answer: the choice of what to sacrifice among one, before where that goes."""
        sole = None if self._stays_open else sole_answer(self.game, request, self.naming)
        return sole is not None and self._leads_on(item, sole, unless_told=True)

    def _leads_on(self, item: AnswerItem, first: Answer, *, unless_told: bool = False) -> bool:
        """Whether an answer leads to a question that the item fits (and that no other item answers)."""
        game = self.game.fork()
        later = Replying(game, Naming(game, self.naming.seats, dict(self.naming.labels)), self.teams)
        later._next = self._next
        try:
            game.answer(game.waiting_for()[0], first)
        except IllegalAnswer:  # what it would do turns out to be impossible
            return False
        if unless_told:
            later._answer_forced()
        else:
            later._answer_up_to(item)
        asked = game.request
        if asked is None or not later.is_asked(item.seat) or (unless_told and later._follows(asked)):
            return False
        try:
            later._fitting(asked, item)
        except (IllegalAnswer, NotFitting, Unplayable):
            return False
        return True
