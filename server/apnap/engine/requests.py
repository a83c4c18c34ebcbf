"""What a seat may be asked, the shape of its answer, and why an answer is refused.

A `Request` is remade from the state whenever it is needed; only its answer is kept. Its options are made
when they are read, since checking an answer seldom needs the whole list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from .values import NOBODY, NOTHING, ObjId, Ref, Seat

Kind = Literal["priority", "choose", "order", "divide", "number", "yes-no", "attackers", "blockers", "mulligan", "pay"]


#: Questions of a kind that is always a player's own: its acts, what it pays, what it declares.
PERSONAL = ("priority", "pay", "attackers", "blockers", "mulligan")


class Payload(Struct, frozen=True, gc=False):
    """What an option means: its kind and the objects, seat, word or number that it speaks of."""

    kind: str
    object: ObjId = NOTHING
    seat: Seat = NOBODY
    other: Ref = Ref(0)
    word: str = ""
    number: int = 0
    payable: str = "yes"
    ability: str = ""
    """The path of a triggered ability."""


class Option(Struct, frozen=True, gc=False):
    """One legal choice. `id` is the engine's own and is never sent as it is."""

    id: str
    payload: Payload


class Given(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Choices of a cast or activation made in advance; what is missing is asked, what nothing asks for is refused.

    `targets` are option ids in the order in which the spell asks for them. With `by_hand` the mana is asked for
    as it is where nothing is given, so that the seat can make it by abilities that no plan would use.
    """

    targets: tuple[str, ...] | None = None
    x: int | None = None
    modes: tuple[int, ...] | None = None
    alternative: str | None = None
    kicked: bool | int | None = None
    divided: tuple[tuple[str, int], ...] | None = None
    sacrifice: tuple[ObjId, ...] | None = None
    discard: tuple[ObjId, ...] | None = None
    exile: tuple[ObjId, ...] | None = None
    tap: tuple[ObjId, ...] | None = None
    pay_life: int | None = None
    by_hand: bool = False


class Answer(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A seat's answer: option ids (in order where order matters), a number, or amounts per option."""

    picks: tuple[str, ...] = ()
    number: int | None = None
    amounts: tuple[tuple[str, int], ...] = ()
    cancel: bool = False
    given: Given | None = None


#: What answers a question of a kind, where it is not picks.
_ANSWERED_WITH = {"number": "number", "divide": "amounts"}

PASS = Answer(picks=("pass",))
YES = Answer(picks=("yes",))
NO = Answer(picks=("no",))
CANCEL = Answer(cancel=True)


class IllegalAnswer(Exception):
    """The seat's fault; the game has not moved. `code` is the wire's name for the fault."""

    def __init__(self, code: str, reason: str, rule: str = "", option: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.rule = rule
        self.option = option


class GameOver(Exception):
    """Raised inside the generator when the game ended; the main loop ends with it."""


class Request:
    """An open question: the seats asked, the legal answers, a default that is always legal.

    `who` lists the seats that may answer; with `all_of` each of them must. `for_` is the seat whose
    choice it is. `check` may refuse a combination that no single option shows to be wrong. `announcer` is
    who puts on the stack what it is about, or whom the event in question befalls: it is asked for nothing once
    that player has left. `alike` says that whichever is chosen comes to the same. Nobody answers what is `personal`
    in the place of one who has left.
    """

    __slots__ = (
        "_options", "alike", "all_of", "announcer", "cause", "check", "default", "for_", "id", "kind", "make_options",
        "max", "may_cancel", "min", "personal", "prompt", "rule", "total", "who",
    )  # fmt: skip

    def __init__(
        self,
        kind: Kind,
        who: tuple[Seat, ...],
        *,
        options: Callable[[], tuple[Option, ...]] | tuple[Option, ...] = (),
        for_: Seat = NOBODY,
        prompt: str = "",
        rule: str = "",
        cause: ObjId = NOTHING,
        min: int = 1,
        max: int = 1,
        total: int = 0,
        default: Answer | None = None,
        may_cancel: bool = False,
        all_of: bool = False,
        check: Callable[[Answer], str | None] | None = None,
        announcer: Seat = NOBODY,
        alike: bool = False,
        personal: bool = False,
    ) -> None:
        self.id = 0
        self.kind = kind
        self.who = who
        self.for_ = who[0] if for_ == NOBODY else for_
        self.prompt = prompt
        self.rule = rule
        self.cause = cause
        self.min = min
        self.max = max
        self.total = total
        self.may_cancel = may_cancel
        self.all_of = all_of
        self.check = check
        self.announcer = announcer
        self.alike = alike
        self.personal = personal or kind in PERSONAL
        self.make_options = options
        self._options: tuple[Option, ...] | None = options if isinstance(options, tuple) else None
        self.default = default if default is not None else self._first_legal()

    @property
    def options(self) -> tuple[Option, ...]:
        """Every legal option; made at the first reading."""
        if self._options is None:
            assert callable(self.make_options)
            self._options = self.make_options()
        return self._options

    def options_for(self, seat: Seat) -> tuple[Option, ...]:
        """Those of one seat, where several are asked and each acts for itself."""
        return self.options

    def option(self, option_id: str) -> Option | None:
        return next((o for o in self.options if o.id == option_id), None)

    def _first_legal(self) -> Answer:
        if self.may_cancel:
            return CANCEL
        if self.kind == "number":
            return Answer(number=self.min)
        if self.kind == "order":
            return Answer(picks=tuple(o.id for o in self.options))
        if self.kind == "divide":
            return Answer(amounts=_spread(self.options, self.total, self.min))
        return Answer(picks=tuple(o.id for o in self.options[: self.min]))

    def refuse_from(self, seat: Seat, answer: Answer) -> IllegalAnswer | None:
        """Why `answer` is no legal answer of this seat, or None where it is one."""
        return self.refuse(answer)

    def refuse(self, answer: Answer) -> IllegalAnswer | None:
        """Why `answer` is no legal answer to this request, or None where it is one."""
        if answer.given is not None:
            return self._illegal("nothing is asked here that could be chosen in advance")
        if superfluous := self._superfluous(answer):
            return self._illegal(f"this question is not answered with {superfluous}")
        if answer.cancel:
            if self.may_cancel:
                return None
            return IllegalAnswer("cannot_undo", "this question cannot be cancelled", self.rule)
        if self.kind == "number":
            return self._refuse_number(answer.number)
        if self.kind == "divide":
            return self._refuse_division(answer.amounts) or self._refuse_whole(answer)
        return self._refuse_picks(answer.picks) or self._refuse_whole(answer)

    def _superfluous(self, answer: Answer) -> str:
        """A member of an answer that this question does not ask for: nothing that is said is passed over."""
        wanted = "" if answer.cancel else _ANSWERED_WITH.get(self.kind, "picks")
        said = {"picks": bool(answer.picks), "number": answer.number is not None, "amounts": bool(answer.amounts)}
        return next((member for member, is_said in said.items() if is_said and member != wanted), "")

    def _illegal(self, reason: str, option: str = "") -> IllegalAnswer:
        return IllegalAnswer("illegal_choice", reason, self.rule, option)

    def _refuse_number(self, number: int | None) -> IllegalAnswer | None:
        if number is None or not self.min <= number <= self.max:
            return self._illegal(f"expected a number from {self.min} to {self.max}")
        return None

    def _refuse_division(self, amounts: tuple[tuple[str, int], ...]) -> IllegalAnswer | None:
        known = {o.id for o in self.options}
        for option_id, n in amounts:
            if option_id not in known:
                return self._illegal("no such option", option_id)
            if n < 0:
                return self._illegal("an amount cannot be negative", option_id)
        if len({i for i, _ in amounts}) != len(amounts):
            return self._illegal("an option is named twice")
        if sum(n for _, n in amounts) != self.total:
            return self._illegal(f"expected the amounts to add up to {self.total}")
        if self.min and (len(amounts) < len(known) or any(n < self.min for _, n in amounts)):
            return self._illegal(f"each must get at least {self.min}")
        return None

    def _refuse_picks(self, picks: tuple[str, ...]) -> IllegalAnswer | None:
        known = {o.id for o in self.options}
        for pick in picks:
            if pick not in known:
                return self._illegal("this is not a legal choice now", pick)
        if len(set(picks)) != len(picks):
            return self._illegal("an option is named twice")
        low, high = (len(known), len(known)) if self.kind == "order" else (self.min, self.max)
        if not low <= len(picks) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            return self._illegal(f"expected {wanted} choices, got {len(picks)}")
        return None

    def _refuse_whole(self, answer: Answer) -> IllegalAnswer | None:
        reason = self.check(answer) if self.check else None
        return self._illegal(reason) if reason else None


def _spread(options: tuple[Option, ...], total: int, least: int) -> tuple[tuple[str, int], ...]:
    amounts = [least] * len(options)
    if amounts:
        amounts[0] += total - least * len(options)
    return tuple((o.id, n) for o, n in zip(options, amounts, strict=True) if n or least)
