"""Making abilities: the forms that the rules know (113.3), with what is printed for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from msgspec import Struct

from apnap.engine.abilities import (
    Ability,
    Activated,
    Instead,
    Keyword,
    Mode,
    Opening,
    SpecialAction,
    Spell,
    Static,
    Triggered,
)
from apnap.engine.amounts import Amount, Condition
from apnap.engine.changes import Change
from apnap.engine.cost_parts import CostPart, Costs, PayCounters
from apnap.engine.filters import Filter
from apnap.engine.instructions import Instruction
from apnap.engine.instructions.spells import AddMana
from apnap.engine.patterns import On, StateIs, Would
from apnap.engine.player_terms import You
from apnap.engine.static_parts import StaticPart
from apnap.engine.terms import Term, This
from apnap.engine.values import MalformedCard

from .costs import costs_of
from .modes import Do, Targets, body_of, modes_of
from .patterns import would as would_do

#: All zones in which an object can be, for an ability that works wherever its card is.
EVERYWHERE = ("battlefield", "hand", "library", "graveyard", "exile", "stack", "command")


def triggered(
    *on: On | StateIs,
    do: Do = None,
    target: Targets = None,
    only_if: Condition | None = None,
    optional: bool = False,
    limit: int = 0,
    zones: tuple[str, ...] = ("battlefield",),
    modes: Sequence[Mode] | None = None,
    choose: tuple[int, int] = (1, 1),
    divides: Amount | None = None,
    once: bool = False,
    whose: Term | None = None,
    text: str = "",
) -> Any:
    """ "When", "whenever", "at": the patterns it waits for, and what it does.

    Without `do` it decorates a generator function. `only_if` is the intervening "if" (603.4), `limit` how
    often a turn.
    """
    if not on:
        raise MalformedCard("trigger: expected what it waits for")
    first = on[0]
    patterns: Any = first if isinstance(first, StateIs) else tuple(p for p in on if isinstance(p, On))

    def make(body: Do) -> Triggered:
        made = modes_of(body, target, modes, divides)
        return Triggered(
            on=patterns, modes=made, only_if=only_if, optional=optional, limit=limit, zones=zones, choose=choose,
            once=once, whose=whose, mana=_from_mana(patterns) and could_be_mana_ability(made), text=text,
        )  # fmt: skip

    return make if do is None and modes is None else make(do)


def activated(
    cost: str | Costs | CostPart | Sequence[Any],
    *,
    do: Do = None,
    target: Targets = None,
    timing: str = "instant",
    only_if: Condition | None = None,
    limit: int = 0,
    zones: tuple[str, ...] = ("battlefield",),
    any_player: bool = False,
    modes: Sequence[Mode] | None = None,
    choose: tuple[int, int] = (1, 1),
    divides: Amount | None = None,
    text: str = "",
) -> Any:
    """ "Cost: effect". Without targets and with mana first it is a mana ability (605.1a)."""
    read = costs_of(cost)

    def make(body: Do) -> Activated:
        made = modes_of(body, target, modes, divides)
        return Activated(
            cost=read, modes=made, timing=timing, only_if=only_if, limit=limit, zones=zones,
            any_player=any_player, mana=could_be_mana_ability(made) and not moves_library_cards(made),
            moves_library=could_be_mana_ability(made) and moves_library_cards(made), choose=choose, text=text,
        )  # fmt: skip

    return make if do is None and modes is None else make(do)


def could_be_mana_ability(modes: tuple[Mode, ...]) -> bool:
    """605.1a: no target, could add mana, no loyalty ability."""
    if len(modes) != 1 or modes[0].targets or not isinstance(modes[0].do, tuple):
        return False
    return any(isinstance(i, AddMana) for i in modes[0].do)


def moves_library_cards(modes: tuple[Mode, ...]) -> bool:
    """Whether the effect moves cards to or from a library: such an ability is a mana ability in some
    editions only (605.1a)."""
    return any(
        type(i).__name__ in ("Draw", "Mill", "Search", "Scry", "ShuffleIn")
        for mode in modes
        if isinstance(mode.do, tuple)
        for i in mode.do
    )


def _from_mana(on: tuple[On, ...] | StateIs) -> bool:
    """605.1b: it triggers from a mana ability, or from mana being added."""
    if isinstance(on, StateIs):
        return False
    return all(p.event == "ManaAdded" or (p.event == "Tapped" and "mana" in p.how) or p.kind == "mana" for p in on)


def loyalty_ability(
    change: int | Amount, *, do: Do = None, target: Targets = None, modes: Sequence[Mode] | None = None
) -> Any:
    """A planeswalker's ability: +N, -N or 0 loyalty (606)."""
    amount = -change if isinstance(change, int) else change

    def make(body: Do) -> Activated:
        return Activated(
            cost=Costs(parts=(PayCounters("loyalty", amount),)), modes=modes_of(body, target, modes),
            timing="sorcery", loyalty=True,
        )  # fmt: skip

    return make if do is None and modes is None else make(do)


def mana_ability(cost: str | Costs | Sequence[Any], *do: Instruction, only_if: Condition | None = None) -> Activated:
    """A mana ability: `mana_ability("{T}", add("{G}"))`."""
    return cast(Activated, activated(cost, do=list(do), only_if=only_if))


def static(
    affects: Filter | Term,
    *parts: StaticPart,
    only_if: Condition | None = None,
    zones: tuple[str, ...] = ("battlefield",),
    text: str = "",
) -> Static:
    """Something that is true while this is where it works: `static(creatures.you_control, gets(1, 1))`."""
    if not parts:
        raise MalformedCard("static ability: expected what is true")
    return Static(affects=affects, parts=parts, only_if=only_if, zones=zones, text=text)


def instead_of(
    *would: str | Would,
    do: Do = None,
    changes: Change | Sequence[Change] = (),
    player: str | Term = "any",
    object: Filter | Term | None = None,
    only_if: Condition | None = None,
    optional: bool = False,
    entering: bool = False,
    itself: bool = False,
    prevents: bool = False,
    regenerates: bool = False,
    chooser: Term | None = None,
    again: bool = False,
    zones: tuple[str, ...] = ("battlefield",),
    text: str = "",
) -> Any:
    """A replacement effect: instead of such actions, `do`, or the action with `changes`.

    The action is a pattern of `would(...)` or its name. Without `do` and `changes` it decorates a
    generator function. The engine, not the card, settles the order (616) and that each applies once.
    """
    who = You() if player == "you" else player
    patterns = tuple(w if isinstance(w, Would) else would_do(w, object, player=who) for w in would)
    made = (changes,) if isinstance(changes, Change) else tuple(changes)

    def make(body: Do) -> Instead:
        return Instead(
            would=patterns, changes=made, do=body_of(body), only_if=only_if, optional=optional, entering=entering,
            itself=itself, prevents=prevents, regenerates=regenerates, zones=zones, text=text,
            chooser=chooser,
            again=again,
        )  # fmt: skip

    return make if do is None and not made and not prevents else make(do)


def as_enters(
    *changes: Change,
    what: Filter | Term | None = None,
    only_if: Condition | None = None,
    optional: bool = False,
) -> Instead:
    """How this (or what a filter matches) enters: tapped, with counters, choosing, as a copy."""
    return Instead(
        would=(would_do("Move", what if what is not None else This(), to=("battlefield",)),),
        changes=changes,
        only_if=only_if,
        optional=optional,
        entering=True,
        zones=EVERYWHERE if what is None else ("battlefield",),
    )


def spell(
    *do: Any,
    target: Targets = None,
    modes: Sequence[Mode] | None = None,
    choose: int | tuple[int, int] = 1,
    divides: Amount | None = None,
    repeat_modes: bool = False,
    choose_if: tuple[Condition, tuple[int, int]] | None = None,
    text: str = "",
) -> Any:
    """What an instant or sorcery does; without instructions it decorates a generator function.

    `choose_if` says how many modes are chosen instead, if a condition such as `KICKED` holds (601.4).
    """
    span = (choose, choose) if isinstance(choose, int) else choose

    def make(body: Do) -> Spell:
        return Spell(
            modes=modes_of(body, target, modes, divides), choose=span, each_mode_once=not repeat_modes,
            zones=("stack",), choose_if=choose_if, text=text,
        )  # fmt: skip

    if not do and modes is None:
        return make
    single = do[0] if len(do) == 1 and callable(do[0]) and not isinstance(do[0], Struct) else list(do)
    return make(single if do else None)


def opening_hand(*do: Any) -> Opening:
    """What a player may do with this card in the opening hand: `opening_hand(put_onto_battlefield(THIS))`."""
    return Opening(do=body_of(do))


def special_action(
    word: str,
    cost: str | Costs | CostPart | Sequence[Any] = "",
    *,
    do: Do,
    zones: tuple[str, ...] = ("battlefield",),
    only_if: Condition | None = None,
    any_player: bool = False,
    of_effect: bool = False,
) -> SpecialAction:
    """A special action (116): it needs priority, does not use the stack and cannot be responded to.

    `of_effect` is for what a lasting effect gives, where the effect's "you" may take it: to end the effect.
    """
    return SpecialAction(
        word=word, cost=costs_of(cost), do=body_of(do), zones=zones, only_if=only_if, any_player=any_player,
        of_effect=of_effect,
    )  # fmt: skip


def keyword(
    name: str,
    *abilities: Ability,
    cost: str | Costs | Sequence[Any] | None = None,
    filter: Filter | None = None,
    number: int = 0,
    word: str = "",
) -> Keyword:
    """A keyword ability: what the rules call it, and the abilities that it stands for.

    Without abilities and parameters it means the keyword of that name that a plugin provides. Of mana symbols only
    those of `cost` are the card's own: what the abilities say stands in no text of it (903.4c).
    """
    return Keyword(
        name=name, abilities=abilities, costs=None if cost is None else costs_of(cost), filter=filter, number=number,
        word=word, zones=("battlefield", "stack", "hand", "graveyard", "exile", "library", "command"),
    )  # fmt: skip


__all__ = [
    "EVERYWHERE",
    "activated",
    "as_enters",
    "instead_of",
    "keyword",
    "loyalty_ability",
    "mana_ability",
    "opening_hand",
    "special_action",
    "spell",
    "static",
    "triggered",
]
