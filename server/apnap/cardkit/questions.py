"""Questions to players, and the order of sentences: choices, payments, conditions, repetition, votes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apnap.engine.amounts import Amount, Condition
from apnap.engine.cost_parts import CostPart, Costs
from apnap.engine.filters import Filter
from apnap.engine.instructions import Instruction, choosing, flow, spells
from apnap.engine.player_terms import You
from apnap.engine.terms import Term

from .costs import costs_of
from .modes import body_of
from .sentences import Ref, sentences_of, term_of


def choose(
    who: Term,
    among: Ref,
    prompt: str = "choose",
    *,
    least: Amount = 1,
    most: Amount = 1,
    link: str = "",
    random: bool = False,
) -> Instruction:
    """A player chooses objects or players; the next sentence's "that"."""
    return choosing.Choose(who=who, among=among, prompt=prompt, least=least, most=most, link=link, random=random)


def choose_word(who: Term, *words: str, prompt: str = "word", link: str = "") -> Instruction:
    """A player chooses a word."""
    return choosing.ChooseWord(who=who, words=words, prompt=prompt, link=link)


def choose_number(who: Term, most: Amount, least: Amount = 0, prompt: str = "number") -> Instruction:
    """A player chooses a number."""
    return choosing.ChooseNumber(who=who, least=least, most=most, prompt=prompt)


def choose_value(what: str, link: str, who: Term | None = None, filter: Filter | None = None) -> Instruction:
    """A player chooses a color, creature type, player..., which this remembers."""
    return choosing.ChooseForLink(what=what, link=link, who=who or You(), filter=filter)


def may(do: Any, *, who: Term | None = None, otherwise: Any = (), prompt: str = "may") -> Instruction:
    """A player may do something."""
    return flow.May(do=sentences_of(do), who=who or You(), otherwise=sentences_of(otherwise), prompt=prompt)


def pay_or(
    who: Term,
    cost: str | Costs | CostPart | Sequence[Any],
    *,
    times: Amount = 1,
    do: Any = (),
    otherwise: Any = (),
) -> Instruction:
    """A player may pay a cost: then `do`, or else `otherwise`. With `times` all of so many such costs, or none."""
    return flow.PayOr(who=who, cost=costs_of(cost), times=times, do=sentences_of(do), otherwise=sentences_of(otherwise))


def if_(condition: Condition, then: Any, otherwise: Any = ()) -> Instruction:
    """If a condition holds, do this, else that."""
    return flow.If(condition=condition, then=sentences_of(then), otherwise=sentences_of(otherwise))


def if_done(first: Instruction, then: Any, otherwise: Any = ()) -> Instruction:
    """Do the first; if that was done, do this, else that."""
    return flow.IfDone(first=first, then=sentences_of(then), otherwise=sentences_of(otherwise))


def for_each(of: Ref, do: Any) -> Instruction:
    """For each of several, sentences about it as the subject."""
    return flow.ForEach(of=term_of(of), do=sentences_of(do))


def together(*do: Instruction) -> Instruction:
    """Several sentences as one event."""
    return flow.Simultaneous(do=do)


def repeat(times: Amount, do: Any) -> Instruction:
    """The sentences so many times."""
    return flow.RepeatTimes(times=times, do=sentences_of(do))


def remember(link: str, what: Any, *, add: bool = False) -> Instruction:
    """This remembers objects, players, a word or a number under a link name."""
    return choosing.Remember(link=link, what=what, add=add)


def vote(among: Filter) -> Instruction:
    """Each player votes for one of what matches, from you on; "that" is what got the most votes."""
    return choosing.Vote(among=among)


def vote_words(*words: str, do: Any) -> Instruction:
    """Each player votes for one of some words, from you on.

    In `do`, `value_number("death")` is how many voted for that word, and `value("voters of death")` are those who did.
    """
    return choosing.VoteWords(words=words, do=sentences_of(do))


def piles(what: Ref, *, by: Term, taker: Term, took: Any, left: Any) -> Instruction:
    """One player makes two piles, another takes one: `took` about it, `left` about the other."""
    return choosing.SeparatePiles(
        what=term_of(what), by=by, taker=taker, took=sentences_of(took), left=sentences_of(left)
    )


def cast_free(
    what: Ref,
    *,
    who: Term | None = None,
    may: bool = True,
    cost: str | None = None,
    must_by: str = "",
    as_: str = "free",
) -> Instruction:
    """Cast a card now without paying its mana cost (or for `cost`).

    `must_by` names a switch of the edition by whose "must" the player has no choice; `as_` is what
    `was_cast` will know it by.
    """
    paid = None if cost is None else costs_of(cost)
    return spells.CastFree(what=term_of(what), who=who or You(), may=may, cost=paid, must_by=must_by, alternative=as_)


def custom_do(body: Any, says: str) -> Instruction:
    """What only code can do: a generator function over `it`."""
    return flow.Custom(body=body_of(body), says=says)  # type: ignore[arg-type]


__all__ = [
    "cast_free",
    "choose",
    "choose_number",
    "choose_value",
    "choose_word",
    "custom_do",
    "for_each",
    "if_",
    "if_done",
    "may",
    "pay_or",
    "piles",
    "remember",
    "repeat",
    "together",
    "vote",
    "vote_words",
]
