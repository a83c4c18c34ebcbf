"""Making abilities and cards: the forms of a definition, refused at once where they are malformed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from apnap.engine.abilities import (
    Ability,
    Activated,
    Body,
    CastRule,
    Instead,
    Keyword,
    Mode,
    Opening,
    SpecialAction,
    Spell,
    Static,
    Substitute,
    TargetSlot,
    Triggered,
)
from apnap.engine.amounts import Amount, Condition, Sum
from apnap.engine.changes import Change
from apnap.engine.cost_parts import CostPart, Costs, GiveUp, PayCounters, PayLife, TapThis, UntapThis
from apnap.engine.definitions import CardDef, Clause, TallyDef
from apnap.engine.events import EVENTS
from apnap.engine.filters import Filter
from apnap.engine.instructions import Instruction
from apnap.engine.instructions.spells import AddMana
from apnap.engine.patterns import On, StateIs, Would
from apnap.engine.static_parts import BaseStats, StaticPart
from apnap.engine.terms import Term, This, You
from apnap.engine.values import Counts, MalformedCard, parse_cost, parse_types

from .checking import UnreadCost, refuse
from .patterns import would as would_do

Do = Any
#: All zones in which an object can be, for an ability that works wherever its card is.
EVERYWHERE = ("battlefield", "hand", "library", "graveyard", "exile", "stack", "command")
Targets = Filter | TargetSlot | Sequence[Filter | TargetSlot] | None


class Stats(Struct, frozen=True):
    power: Amount
    toughness: Amount


class Loyalty(Struct, frozen=True):
    amount: int


class Colors(Struct, frozen=True):
    letters: str


class Partner(Struct, frozen=True):
    word: str = "partner"


def partner(word: str = "partner") -> Partner:
    """Partner: a deck may have two commanders that both have it (702.124)."""
    return Partner(word)


def pt(power: Amount, toughness: Amount) -> Stats:
    """Power and toughness: `pt(2, 2)`; an amount such as `count(...)` defines them in all zones."""
    return Stats(power, toughness)


def loyalty(amount: int) -> Loyalty:
    """A planeswalker's starting loyalty."""
    return Loyalty(amount)


def color(letters: str) -> Colors:
    """A colour indicator, or a token's colours (letters of WUBRG)."""
    return Colors(letters)


# --- bodies and targets -----------------------------------------------------------------------------


def body_of(do: Do) -> Body:
    """`do=` as instructions or a generator function; it is checked with the card that it stands in."""
    if do is None:
        return ()
    if callable(do) and not isinstance(do, Struct):
        body: Body = do
        return body
    return tuple(do) if isinstance(do, list | tuple) else (do,)


def slots_of(targets: Targets) -> tuple[TargetSlot, ...]:
    if targets is None:
        return ()
    if isinstance(targets, Filter):
        return (TargetSlot(filter=targets),)
    if isinstance(targets, TargetSlot):
        return (targets,)
    return tuple(t if isinstance(t, TargetSlot) else TargetSlot(filter=t) for t in targets)


def up_to(most: Amount, filter: Filter) -> TargetSlot:
    """Up to so many targets."""
    return TargetSlot(filter=filter, least=0, most=most)


def exactly(amount: Amount, filter: Filter) -> TargetSlot:
    """So many different targets."""
    return TargetSlot(filter=filter, least=amount, most=amount)


def chosen_by(who: Term, filter: Filter) -> TargetSlot:
    """A target that another player chooses."""
    return TargetSlot(filter=filter, chooser=who)


def any_number(filter: Filter, least: int = 0) -> TargetSlot:
    """Any number of targets, at least `least`."""
    return TargetSlot(filter=filter, least=least, most=10**6)


def mode(*do: Any, target: Targets = None, divides: Amount | None = None, says: str = "") -> Mode:
    """One mode of a modal spell or ability."""
    body = do[0] if len(do) == 1 and callable(do[0]) and not isinstance(do[0], Struct) else do
    return Mode(targets=slots_of(target), do=body_of(body), divides=divides, says=says)


# --- costs --------------------------------------------------------------------------------------------

_LIFE = re.compile(r"^pay (\d+) life$", re.IGNORECASE)
_COUNTERS = re.compile(r"^remove (\w+) (\S+) counters?$", re.IGNORECASE)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def costs_of(cost: str | Costs | CostPart | Sequence[Any]) -> Costs:
    """Read "{2}{B}, {T}, Sacrifice this" or a sequence of such texts and cost parts."""
    if isinstance(cost, Costs):
        return cost
    if isinstance(cost, CostPart):
        return Costs(parts=(cost,))
    items = cost.split(",") if isinstance(cost, str) else list(cost)
    mana: tuple[str, ...] = ()
    parts: list[CostPart] = []
    for item in items:
        if isinstance(item, CostPart):
            parts.append(item)
        elif isinstance(item, Costs):
            mana += item.mana
            parts += item.parts
        else:
            try:
                read = _read_cost(item.strip())
            except MalformedCard as error:
                read = UnreadCost(str(error))
            if isinstance(read, CostPart):
                parts.append(read)
            else:
                mana += read
    return Costs(mana=mana, parts=tuple(parts))


def _read_cost(text: str) -> CostPart | tuple[str, ...]:
    low = text.lower()
    if not low:
        return ()
    if low == "{t}":
        return TapThis()
    if low == "{q}":
        return UntapThis()
    for how in ("sacrifice", "discard", "exile", "return"):
        if low == f"{how} this":
            return GiveUp(how)
    if match := _LIFE.match(text):
        return PayLife(int(match[1]))
    if match := _COUNTERS.match(text):
        n = _NUMBERS.get(match[1].lower(), int(match[1]) if match[1].isdigit() else 1)
        return PayCounters(match[2], n)
    if low.startswith("{"):
        return parse_cost(text)
    raise MalformedCard(f'cost "{text}": expected mana, {{T}}, "Sacrifice this", "Pay N life" or a cost part')


def sacrifice_cost(filter: Filter, amount: Amount = 1) -> GiveUp:
    """As a cost: sacrifice permanents that match."""
    return GiveUp("sacrifice", filter, amount)


def discard_cost(amount: Amount = 1, filter: Filter | None = None) -> GiveUp:
    """As a cost: discard cards."""
    hand = filter or Filter(noun="card")
    return GiveUp("discard", replace(hand, zones=("hand",)), amount)


def exile_cost(filter: Filter, amount: Amount = 1) -> GiveUp:
    """As a cost: exile cards from where the filter looks."""
    return GiveUp("exile", filter, amount)


def tap_cost(filter: Filter, amount: Amount = 1) -> GiveUp:
    """As a cost: tap untapped permanents that match."""
    return GiveUp("tap", filter, amount)


def life_cost(amount: Amount) -> PayLife:
    """As a cost: pay life."""
    return PayLife(amount)


def counter_cost(kind: str, amount: Amount = 1) -> PayCounters:
    """As a cost: remove counters from this."""
    return PayCounters(kind, amount)


# --- abilities ------------------------------------------------------------------------------------------


def _modes(do: Do, target: Targets, modes: Sequence[Mode] | None, divides: Amount | None = None) -> tuple[Mode, ...]:
    if modes is not None:
        return tuple(modes)
    return (Mode(targets=slots_of(target), do=body_of(do), divides=divides),)


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
        made = _modes(body, target, modes, divides)
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
        made = _modes(body, target, modes, divides)
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
            cost=Costs(parts=(PayCounters("loyalty", amount),)), modes=_modes(body, target, modes),
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
            modes=_modes(body, target, modes, divides), choose=span, each_mode_once=not repeat_modes, zones=("stack",),
            choose_if=choose_if,
            text=text,
        )  # fmt: skip

    if not do and modes is None:
        return make
    single = do[0] if len(do) == 1 and callable(do[0]) and not isinstance(do[0], Struct) else list(do)
    return make(single if do else None)


def additional_cost(
    cost: str | Costs | CostPart | Sequence[Any],
    *,
    optional: bool = False,
    times: int = 1,
    then_hand: bool = False,
    only_if: Condition | None = None,
    text: str = "",
) -> CastRule:
    """An additional cost to cast this (601.2b).

    An optional one may be paid `times` times (0: any number); with `then_hand` the card then returns to the
    hand as it resolves.
    """
    return CastRule(
        additional=costs_of(cost), optional=optional, times=times, then_hand=then_hand, only_if=only_if, text=text
    )


def substitute(how: str, filter: Filter, *, colored: bool = False) -> Substitute:
    """Instead of mana for this, such objects may be tapped or exiled (`how`), each for one generic mana.

    With `colored` each may pay for a mana of one of its colours too.
    """
    return Substitute(how=how, filter=filter, colored=colored)


def alternative_cost(
    name: str,
    cost: str | Costs | CostPart | Sequence[Any],
    *,
    zone: str = "",
    then_exile: bool = False,
    each_instead: bool = False,
    only_if: Condition | None = None,
) -> CastRule:
    """Cast this for another cost, perhaps from another zone: flashback, overload, evoke."""
    return CastRule(
        alternative=name, cost=costs_of(cost), zone=zone, then_exile=then_exile, each_instead=each_instead,
        only_if=only_if,
    )  # fmt: skip


def costs_more(amount: Amount, only_if: Condition | None = None) -> CastRule:
    """This spell costs so much more to cast."""
    return CastRule(more=amount, only_if=only_if)


def costs_less(amount: Amount, only_if: Condition | None = None) -> CastRule:
    """This spell costs so much less to cast."""
    return CastRule(less=amount, only_if=only_if)


def cast_only(only_if: Condition) -> CastRule:
    """Cast this only while a condition holds."""
    return CastRule(only_if=only_if)


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
) -> SpecialAction:
    """A special action (116): it needs priority, does not use the stack and cannot be responded to."""
    return SpecialAction(
        word=word, cost=costs_of(cost), do=body_of(do), zones=zones, only_if=only_if, any_player=any_player
    )


def keyword(
    name: str,
    *abilities: Ability,
    cost: str | Costs | Sequence[Any] | None = None,
    filter: Filter | None = None,
    number: int = 0,
    word: str = "",
) -> Keyword:
    """A keyword ability: what the rules call it, and the abilities that it stands for.

    Without abilities and parameters it means the keyword of that name that a plugin provides.
    """
    return Keyword(
        name=name, abilities=abilities, costs=None if cost is None else costs_of(cost), filter=filter, number=number,
        word=word, zones=("battlefield", "stack", "hand", "graveyard", "exile", "library", "command"),
    )  # fmt: skip


# --- cards ------------------------------------------------------------------------------------------------


def card(
    name: str,
    cost: str | None,
    types: str,
    *parts: Ability | Stats | Loyalty | Colors | Partner,
    identity: str | None = None,
) -> CardDef:
    """A card: name, mana cost (None: it has none), type line, and its parts in printed order.

    Raises `MalformedCard` naming the card, the part and the reason.
    """
    try:
        made = _card(name, cost, types, parts, "card", identity)
    except MalformedCard as error:
        raise MalformedCard(f"{name}, {error}") from None
    refuse(name, made)
    return made


def token(name: str, types: str, *parts: Ability | Stats | Colors, colors: str = "") -> CardDef:
    """A token: its name, types, `pt(...)`, colours and abilities."""
    made = card(name, None, types, *parts)
    return replace(made, kind="token", colors=made.colors if made.colors is not None else colors)


def emblem(name: str, *abilities: Ability) -> CardDef:
    """An emblem (114): abilities that work from the command zone."""
    placed = tuple(replace(a, zones=("command",)) for a in abilities)
    refuse(name, placed)
    return CardDef(name=name, abilities=placed, kind="emblem", has_cost=False)


def _card(name: str, cost: str | None, types: str, parts: Sequence[Any], kind: str, identity: str | None) -> CardDef:
    line = parse_types(types)
    abilities: list[Ability] = []
    stats: Stats | None = None
    colors: str | None = None
    start: int | None = None
    partner = ""
    for part in parts:
        match part:
            case Stats():
                stats = part
            case Loyalty():
                start = part.amount
            case Colors():
                colors = part.letters
            case Partner():
                partner = part.word
            case Ability():
                abilities.append(part)
            case _:
                raise MalformedCard(f"part {part!r}: expected an ability, pt(...), loyalty(...) or color(...)")
    _check(line, stats, start)
    if stats is not None and (isinstance(stats.power, Sum) or isinstance(stats.toughness, Sum)):
        defined = BaseStats(power=stats.power, toughness=stats.toughness, defines=True)
        abilities.insert(0, Static(affects=This(), parts=(defined,)))
    return CardDef(
        name=name,
        cost=parse_cost(cost) if cost is not None else (),
        types=line,
        colors=colors,
        power=stats.power if stats else None,
        toughness=stats.toughness if stats else None,
        loyalty=start,
        abilities=tuple(abilities),
        kind=kind,
        has_cost=cost is not None,
        partner=partner,
        identity=identity,
    )


def _check(line: Any, stats: Stats | None, start: int | None) -> None:
    if "Creature" in line.types and stats is None:
        raise MalformedCard("type: a creature needs pt(power, toughness)")
    if stats is not None and "Creature" not in line.types and "Vehicle" not in line.subtypes:
        raise MalformedCard("pt: only a creature has power and toughness")
    if "Planeswalker" in line.types and start is None:
        raise MalformedCard("type: a planeswalker needs loyalty(n)")


def state_based(
    name: str,
    *,
    each: Filter | Term,
    do: Do,
    when: Condition | None = None,
    group: tuple[str, ...] = (),
    choose: str = "",
    optional: str = "",
    flag: str = "",
    phased: bool = False,
) -> Clause:
    """A state-based action: for each such object or player, when a condition holds, these instructions.

    `group` gathers subjects that share keys (`controller`, `name`, `subtype`, `all`), two or more of them;
    `choose` lets one of the group stay, `optional` asks its controller or owner. `flag` looks only at what a
    "since the last check" flag names: `draw`, `deathtouch`, `commander`, `strayed` (tokens and copies that left
    their zone), `phased token`. `phased` looks at what is phased out, and at nothing else.
    """
    body = body_of(do)
    assert isinstance(body, tuple)
    refuse(f"state-based action {name}", (each, when, Mode(do=body)))
    return Clause(
        name=name,
        each=each,
        when=when,
        do=body,
        group=group,
        choose=choose,
        optional=optional,
        flag=flag,
        phased=phased,
    )


def tally(name: str, event: str) -> Callable[[Callable[[Any], Counts]], TallyDef]:
    """A named fold over one type of event: the function gives (key, amount), several such, or None.

    A name that begins with "turn:" is cleared as each turn begins, with "step:" as each step does.
    """
    if event not in EVENTS:
        raise MalformedCard(f"tally {name}: unknown event {event}")

    def make(fold: Callable[[Any], Counts]) -> TallyDef:
        return TallyDef(name=name, event=event, fold=fold)

    return make


__all__ = [
    "EVERYWHERE",
    "activated",
    "additional_cost",
    "alternative_cost",
    "any_number",
    "as_enters",
    "card",
    "cast_only",
    "chosen_by",
    "color",
    "costs_less",
    "costs_more",
    "counter_cost",
    "discard_cost",
    "emblem",
    "exactly",
    "exile_cost",
    "instead_of",
    "keyword",
    "life_cost",
    "loyalty",
    "loyalty_ability",
    "mana_ability",
    "mode",
    "opening_hand",
    "partner",
    "pt",
    "sacrifice_cost",
    "special_action",
    "spell",
    "state_based",
    "static",
    "substitute",
    "tally",
    "tap_cost",
    "token",
    "triggered",
    "up_to",
]
