"""Playing the items of a scenario: each action, and the questions that the runner may answer itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from apnap.engine import events as ev
from apnap.engine.game import Game
from apnap.engine.priority import single_option
from apnap.engine.requests import CANCEL, PASS, Answer, IllegalAnswer, Request
from apnap.engine.values import Seat

from . import answering
from .answering import NotFitting, least_declaration, sole_answer
from .claims import (
    Activate,
    AnswerItem,
    AnyItem,
    CastSpell,
    Concede,
    DeclareAttack,
    DeclareBlock,
    Expect,
    Go,
    LabelItem,
    Names,
    Pass,
    PlayLand,
    Special,
)
from .errors import Failed, Gone, Unplayable
from .naming import Naming
from .paying import Answers, Ways, is_same, ways_to_pay
from .proposing import Action, Proposal, Proposer
from .questions import DECLARES, asked_next, labelled_next, left_before_answer, what_follows
from .replying import Replying

#: `go` and the way to a declaration give up after so many turns for each seat.
TURNS_PER_SEAT = 4
_COMBAT = (
    "begin-combat", "declare-attackers", "declare-blockers", "first-strike-damage", "combat-damage",
    "end-of-combat",
)  # fmt: skip


class Player(Replying):
    """One who plays the items on a game. `began` is where the log stood before the latest action."""

    def __init__(self, game: Game, naming: Naming, teams: Sequence[Names]) -> None:
        super().__init__(game, naming, teams)
        self.began = 0
        self._proposer = Proposer(game, naming)

    # --- items ----------------------------------------------------------------------------------

    def perform(self, item: AnyItem, following: Sequence[AnyItem]) -> None:
        """Do one item other than an `expect`; raises `Failed` or `Unplayable`."""
        if item is self._spent:
            return
        if not self._is_skipped(item):
            self.began = len(self.game.log)
        self._next = what_follows(following)
        self._after = following[0] if following else None
        self._stays_open = asked_next(following)
        self._is_labelled = labelled_next(following)
        self._is_left_first = left_before_answer(following)
        if item.refused:
            self._refused(item)
        else:
            try:
                self._do(item)
            except (IllegalAnswer, NotFitting) as refusal:
                raise Failed(f"expected a legal action; it was refused: {self._reason(refusal)}") from None
        self._answer_forced()
        if isinstance(item, AnswerItem):
            self.reply_in_order(item)

    def _is_skipped(self, item: AnyItem) -> bool:
        """Whether an optional answer finds nothing asked of its seat; then nothing is done by it."""
        if not isinstance(item, AnswerItem) or not item.optional:
            return False
        request = self.game.request
        return request is None or request.kind == "priority" or not self._asks(request, item.seat)

    def begin(self, following: Sequence[AnyItem]) -> None:
        """Answer what asks itself before the first item."""
        self._next = what_follows(following)
        self._answer_forced()

    def _do(self, item: AnyItem) -> None:
        match item:
            case CastSpell() | Activate() | PlayLand() | Special():
                self._act(item)
            case DeclareAttack() | DeclareBlock():
                self._declare(item)
            case Pass():
                self._pass(item)
            case Go():
                self._go(item)
            case AnswerItem():
                self.reply(item)
            case Concede():
                self.game.concede(self.naming.seat(item.seat))
            case LabelItem():
                self._label(item)
            case Expect():
                raise AssertionError("an expectation is no action")

    def _refused(self, item: AnyItem) -> None:
        """It must be illegal, and the position must not change. All is illegal once the game is over."""
        if self.game.request is None:
            return
        if isinstance(item, DeclareAttack | DeclareBlock):
            try:
                self._move_to_declaration(item)
            except IllegalAnswer:
                return
        before = self.game.digest()
        begun = self._proposing()
        try:
            self._do(item)
            self._finish_proposal()
        except (IllegalAnswer, NotFitting, Gone):
            if not begun:
                self._cancel_proposal()
            if self.game.digest() != before:
                raise Failed("expected the position not to change; the refused action changed it") from None
            return
        raise Failed("expected the action to be refused; it was legal")

    def _finish_proposal(self) -> None:
        """Go on with a proposal that is half announced, as far as it answers itself."""
        while self._proposing():
            request = self._question()
            answer = sole_answer(self.game, request, self.naming)
            if answer is None:
                return
            self.game.answer(self.game.waiting_for()[0], answer)

    def _cancel_proposal(self) -> None:
        request = self.game.request
        if request is not None and self._proposing() and request.may_cancel:
            self.game.answer(request.who[0], CANCEL)

    def _proposing(self) -> bool:
        return self.game.request is not None and self.game.proposing >= 0

    # --- priority actions -----------------------------------------------------------------------

    def _act(self, item: Action) -> None:
        """Do what an item says in the reading that the game accepts; else in the first, to be refused."""
        request = self._question()
        seat = self.naming.seat(item.seat)
        if request.kind != "priority":
            if item.refused:
                raise IllegalAnswer("not_your_request", "another question is open")
            raise Unplayable(f"an open question has no answer: {self.shown(request)}")
        # without `for` a seat acts for itself, also one that decides for whoever has priority
        whose = self.naming.seat(item.whose or item.seat)
        if whose not in (request.for_, *self.game.holders()):
            raise IllegalAnswer("not_your_request", f"{self.naming.seats[whose]} does not have priority")
        found = self._proposer.proposals(item, whose, request)
        if all(self._is_anothers(p.answer.picks[0], whose, request) for p in found):
            raise IllegalAnswer("illegal_choice", f"this is not for {self.naming.seats[whose]} to do")
        try:
            self.game.answer(seat, self._meant(seat, found).answer)
        except IllegalAnswer as refusal:
            if refusal.rule not in ("cost.unpayable", "cost.resources"):
                raise
            payable = self._by_hand(seat, found, named=refusal.rule == "cost.resources")
            if item.refused and any(ways for _, _, ways in payable):
                return  # it is legal
            if item.refused or not self._pay_by_hand(seat, payable):
                raise

    def _by_hand(self, seat: Seat, found: Sequence[Proposal], *, named: bool) -> Iterator[tuple[Answer, Request, Ways]]:
        """How each reading is begun, what is to be paid then, and the ways to make its mana (601.2g).

        They are by abilities that have a price. With `named` the cost itself asks for less than is named to be
        given up, and the mana's price may be that.
        """
        for proposal in found:
            given = proposal.answer.given
            if given is None or (named and not given.sacrifice):
                continue
            gives = given.sacrifice or () if named else ()
            given = replace(given, by_hand=True, sacrifice=None if named else given.sacrifice)
            answer = replace(proposal.answer, given=given)
            begun = self.game.fork()
            try:
                begun.answer(seat, answer)
            except IllegalAnswer:
                continue
            request = begun.request
            if request is not None and request.kind == "pay":
                yield answer, request, ways_to_pay(begun, request, self._spoken, gives)

    def _pay_by_hand(self, seat: Seat, payable: Iterable[tuple[Answer, Request, Ways]]) -> bool:
        """Pay in the one way that there is for a reading; raises `Unplayable` where there are several."""
        several: list[str] = []
        for answer, request, ways in payable:
            if len(ways) == 1:
                self._pay(seat, answer, request, next(iter(ways.values())))
                return True
            several += [", ".join(names) for names, _ in ways]
        if several:
            shown = " or ".join(dict.fromkeys(several))
            raise Unplayable(f"the mana can be made by {shown}; name what is given up, or make it first")
        return False

    def _pay(self, seat: Seat, answer: Answer, request: Request, made: Answers) -> None:
        """Begin what is paid for, make its mana, and pay what is left as the engine proposes."""
        self.game.answer(seat, answer)
        for who, paid in made:
            self.game.answer(who, paid)
        asked = self.game.request
        if asked is not None and is_same(asked, request):
            self.game.answer(self.game.waiting_for()[0], Answer(picks=("auto",)))

    def _is_anothers(self, pick: str, whose: Seat, request: Request) -> bool:
        """Whether this is for a team mate to do, whom the same seat decides for."""
        mine = single_option(self.game, whose, pick)
        return mine is None and request.option(pick) is not None

    def _meant(self, seat: Seat, found: list[Proposal]) -> Proposal:
        """The reading that is legal; raises `Unplayable` where several are, with different targets."""
        if len(found) == 1:
            return found[0]
        legal = [p for p in found if self._is_accepted(seat, p)]
        meanings = {tuple(sorted(p.meaning)) for p in legal}
        if len(meanings) > 1:
            shown = [", ".join(self.naming.name(r) for r in m) for m in sorted(meanings)]
            raise Unplayable(f"the targets could mean {' or '.join(shown)}; give them labels")
        return (legal or found)[0]

    def _is_accepted(self, seat: Seat, proposal: Proposal) -> bool:
        try:
            self.game.fork().answer(seat, proposal.answer)
        except IllegalAnswer:
            return False
        return True

    # --- declarations ---------------------------------------------------------------------------

    def _declare(self, item: DeclareAttack | DeclareBlock) -> None:
        self._move_to_declaration(item)
        request = self._question()
        seat = self._asked_seat(request, item.seat)
        if isinstance(item, DeclareAttack):
            self.game.answer(seat, answering.attack(self.naming, request, item))
        else:
            self.game.answer(seat, answering.block(self.naming, request, item))

    def _move_to_declaration(self, item: DeclareAttack | DeclareBlock) -> None:
        """Everybody passes up to the declaration by this seat's side; `IllegalAnswer` where none comes."""
        kind = "attackers" if isinstance(item, DeclareAttack) else "blockers"
        team = self.team(item.whose or item.seat)
        turns = 0
        here = self.game.request
        while not self._declares(kind, team):
            request = self.game.request
            if request is None:
                raise IllegalAnswer("stale_request", "the game is over")
            # others of this combat declare before; the attack of another turn is moved past
            if item.refused and request.kind == kind and (kind == "blockers" or request is here):
                raise IllegalAnswer("not_your_request", f"{item.seat} does not declare {kind} now")
            if kind == "blockers" and request.kind == "attackers":
                events = self._declare_least(request)
            else:
                events = self._move_on(request)
            turns += sum(isinstance(e, ev.TurnBegan) for e in events)
            if self._missed(kind, team, events, turns):
                raise IllegalAnswer(
                    "illegal_choice",
                    f"{item.whose or item.seat} has no {kind} to declare",
                )

    def _declares(self, kind: str, team: Names) -> bool:
        request = self.game.request
        if request is None or request.kind != kind:
            return False
        return any(self.naming.seats[s] in team for s in (*request.who, request.for_))

    def _missed(self, kind: str, team: Names, events: Sequence[ev.Event], turns: int) -> bool:
        """Whether the declaration should have come by now and did not."""
        if self._declares(kind, team):
            return False
        if kind == "blockers":
            if self.game.request is not None and self.game.request.kind == kind:
                return False  # others declare before
            return any(isinstance(e, ev.StepEnded) and e.step in _COMBAT[1:] for e in events)
        own = self.naming.seats[self.game.state.turn.active] in team
        passed = any(
            isinstance(e, ev.StepBegan) and e.step == "declare-attackers" and self.naming.seats[e.active] in team
            for e in events
        )
        return (passed and own) or turns > len(self.naming.seats) + 1

    def _declare_least(self, request: Request) -> Sequence[ev.Event]:
        """Declare nothing, or the one thing that must be."""
        answer = least_declaration(self.game, request, self.naming)
        if answer is None:
            raise Unplayable(f"an open question has no answer: {self.shown(request)}")
        return self.game.answer(self.game.waiting_for()[0], answer)

    def _move_on(self, request: Request) -> Sequence[ev.Event]:
        """One step towards something: a pass, no attack, no block, or the one legal answer."""
        if request.kind == "priority":
            return self.game.answer(request.who[0], PASS)
        if request.kind in DECLARES:
            return self._declare_least(request)
        answer = None if self._follows(request) else sole_answer(self.game, request, self.naming)
        if answer is None:
            raise Unplayable(f"an open question has no answer: {self.shown(request)}")
        return self.game.answer(self.game.waiting_for()[0], answer)

    # --- passing --------------------------------------------------------------------------------

    def _pass(self, item: Pass) -> None:
        if item.who == "all":
            self._need_priority()
            self._pass_all()
        elif item.who == "resolve":
            while self.game.state.zone("stack") and self._may_go_on():
                self._pass_all()
                self._answer_forced()
        else:
            self._pass_seat(item.who)

    def _may_go_on(self) -> bool:
        request = self.game.request
        return request is not None and request.kind == "priority"

    def _pass_all(self) -> None:
        """Pass in turn until something has resolved or the step has ended."""
        while self._may_go_on():
            events = self.game.answer(self._question().who[0], PASS)
            if any(isinstance(e, ev.Resolved | ev.StepEnded) for e in events):
                return

    def _pass_seat(self, name: str) -> None:
        request = self._need_priority()
        seat = self._asked_seat(request, name)
        if seat not in request.who and request.for_ == seat:
            seat = request.who[0]
        if len(request.who) == 1 or seat not in request.who:  # who is not asked is refused
            self.game.answer(seat, PASS)
            return
        for each in request.who:  # one speaks for the team
            self.game.answer(each, PASS)

    def _go(self, item: Go) -> None:
        """Pass up to the next such step's first grant of priority."""
        of = self.team(item.of) if item.of else self.naming.seats
        limit = self.game.state.turn.number + TURNS_PER_SEAT * len(self.naming.seats)
        arrived = False
        while (request := self.game.request) is not None:
            if arrived and request.kind == "priority":
                return
            if self._stops(request, item):
                return
            events = self._move_on(request)
            arrived = self._arrives(events, item.step, of, arrived)
            if self.game.state.turn.number > limit:
                raise Failed(f"expected a step {item.step} with priority; none came in {limit} turns")

    def _arrives(self, events: Sequence[ev.Event], step: str, of: Names, before: bool) -> bool:
        """Whether the wanted step is the one that began last."""
        for event in events:
            if isinstance(event, ev.StepBegan):
                before = event.step == step and any(n in of for n in self.team_at(event.active))
            elif isinstance(event, ev.StepEnded):
                before = False
        return before

    def _stops(self, request: Request, item: Go) -> bool:
        """A question that the runner may not answer ends the way; a declaration only if it lies on it."""
        if request.kind == "priority":
            return False
        if request.kind in DECLARES:
            told = self._follows(request) and any(self._is_meant(request, i) for i in self._next)
            if told and item.step in _COMBAT[1:]:
                return True
            return least_declaration(self.game, request, self.naming) is None
        return self._follows(request) or sole_answer(self.game, request, self.naming) is None

    def _is_meant(self, request: Request, item: AnyItem) -> bool:
        """Whether an item that follows is for this declaration, and not an answer to what is asked later."""
        if not isinstance(item, AnswerItem):
            return isinstance(item, DECLARES[request.kind])
        try:
            self._fitting(request, item)
        except (IllegalAnswer, NotFitting, Unplayable):
            return False
        return True

    # --- the rest -------------------------------------------------------------------------------

    def _label(self, item: LabelItem) -> None:
        labelled = set(self.naming.labels.values())
        for name, labels in item.names:
            fresh = [
                o.card
                for i in self.game.state.zone("battlefield")
                if (o := self.game.state.objects[i]).card not in labelled and self.naming.is_called(name, i)
            ]
            if len(fresh) < len(labels):
                raise Failed(f"expected {len(labels)} unlabelled permanents called {name}, got {len(fresh)}")
            for label, card in zip(labels, fresh, strict=False):
                if label in self.naming.labels:
                    raise Unplayable(f"the label {label!r} is taken")
                self.naming.labels[label] = card
