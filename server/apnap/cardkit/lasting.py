"""Verbs whose effect lasts: continuous effects, shields, replacement effects and delayed triggers for a time."""

from __future__ import annotations

from typing import Any

from apnap.engine.abilities import Instead, Static, Triggered
from apnap.engine.amounts import Amount, Condition
from apnap.engine.changes import Prevented
from apnap.engine.conditions import TurnMarked
from apnap.engine.instructions import Instruction, effects, status
from apnap.engine.lasting import CHOSEN_SOURCE
from apnap.engine.player_terms import You
from apnap.engine.static_parts import Gains, StaticPart
from apnap.engine.terms import Term, That, This, Value

from .abilities import triggered
from .modes import Targets, mode
from .parts import controlled_by
from .patterns import at_beginning, would
from .sentences import Ref, bound, term_of

EOT = "end of turn"


def apply(
    what: Ref | None,
    *parts: StaticPart,
    until: str = EOT,
    only_if: Condition | None = None,
    affects: Ref | None = None,
    **bind: Any,
) -> Instruction:
    """A continuous effect for a time: `apply(TARGET, gets(3, 3))`.

    What it affects is locked in now; with `what=None` and `affects=` the set stays open, as for rules that
    do not change characteristics. `bind` keeps values for its amounts.
    """
    to = None if what is None else term_of(what)
    open_to: Any = affects if affects is not None else This()
    static = Static(affects=open_to, parts=parts, only_if=only_if)
    return effects.Apply(static=static, to=to, until=until, bind=bound(bind))


def in_that_turn(mark: str, *parts: StaticPart) -> Instruction:
    """ "In that turn": what holds in the extra turn that the sentence before scheduled, with the same mark."""
    static = Static(affects=This(), parts=parts, only_if=TurnMarked(mark))
    return effects.Apply(static=static, until="marked turns", bind=(("mark", mark),))


def gain_abilities(what: Ref, *abilities: Any, until: str = EOT) -> Instruction:
    """Permanents gain abilities for a time."""
    return apply(what, Gains(abilities=abilities), until=until)


def gain_control(what: Ref, who: Term | None = None, *, until: str = "forever") -> Instruction:
    """A player gains control of permanents."""
    return apply(what, controlled_by(Value("taker")), until=until, taker=who or You())


def exchange_control(one: Term, other: Term | None = None) -> Instruction:
    """Exchange control of two permanents (`one` alone may name both); nothing happens unless both can change."""
    give, take = (Static(affects=This(), parts=(controlled_by(You()),)) for _ in range(2))
    return effects.ExchangeControl(one=one, other=other, give=give, take=take)


def regenerate(what: Ref | None = None) -> Instruction:
    """The next time it would be destroyed this turn, it is tapped and saved instead (701.19)."""
    shield = Instead(
        would=(would("Destroy"),), do=(status.SaveFromDestruction(what=Value("object")),), regenerates=True
    )
    return effects.Shield(instead=shield, to=term_of(what) if what is not None else This(), uses=1)


def prevent_damage(
    to: Ref | None = None,
    amount: Amount | None = None,
    *,
    combat: bool | None = None,
    by: Ref | None = None,
    until: str = EOT,
    player: str = "any",
    next_time: bool = False,
    **bind: Any,
) -> Instruction:
    """Prevent damage for a time: the next `amount` to each of `to`, or all of it.

    With `next_time` all damage of the next time that there is any. `bind` keeps values for `by`; a source that was
    chosen is kept as `chosen`.
    """
    held = CHOSEN_SOURCE if isinstance(by, That) else "shielded from"
    source = Value(held) if isinstance(by, Term) else by
    pattern = would("DealDamage", combat=combat, source=source, player=player)
    change = Prevented(shield=amount is not None)
    shield = Instead(would=(pattern,), changes=(change,), prevents=True)
    return effects.Shield(
        instead=shield,
        to=None if to is None else term_of(to),
        until=until,
        uses=1 if next_time else amount if amount is not None else 0,
        bind=((held, by),) if isinstance(by, Term) else bound(bind),
    )


def replace_for(
    instead: Instead, *, to: Ref | None = None, until: str = EOT, uses: Amount = 0, **bind: Any
) -> Instruction:
    """A replacement effect for a time."""
    return effects.Shield(
        instead=instead,
        to=None if to is None else term_of(to),
        until=until,
        uses=uses,
        bind=bound(bind),
    )


def delayed(trigger: Triggered, *, until: str = "", **bind: Any) -> Instruction:
    """A delayed triggered ability (603.7); "that" and the values bound here are kept for it."""
    return effects.Delay(trigger=trigger, until=until, bind=bound(bind))


def at_next(step: str, *do: Any, whose: Any = "any", **bind: Any) -> Instruction:
    """At the beginning of the next such step: sentences about values bound now, or a module-level trigger."""
    if len(do) == 1 and isinstance(do[0], Triggered):
        trigger = do[0]
    else:
        trigger = triggered(at_beginning(step, whose), do=list(do), once=True)
    return effects.Delay(trigger=trigger, bind=bound(bind))


def when_you_do(*do: Any, target: Targets = None, divides: Amount | None = None) -> Instruction:
    """ "When you do": an ability that triggers now, and whose targets are chosen as it goes on the stack (603.12).

    Its "that" and "that many" are what the sentence before it did.
    """
    return effects.Reflexive(trigger=Triggered(on=(), modes=(mode(*do, target=target, divides=divides),)))


def end_own_effects() -> Instruction:
    """End the lasting effect that gave this object the ability, or else all that the object made."""
    return effects.EndEffects()


__all__ = [
    "EOT",
    "apply",
    "at_next",
    "delayed",
    "end_own_effects",
    "exchange_control",
    "gain_abilities",
    "gain_control",
    "in_that_turn",
    "prevent_damage",
    "regenerate",
    "replace_for",
    "when_you_do",
]
