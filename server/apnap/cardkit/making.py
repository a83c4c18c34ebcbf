"""Making cards, and what rules define beside cards: refused at once where they are malformed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from apnap.engine.abilities import Ability, Keyword, Mode, Static
from apnap.engine.amounts import Amount, Condition, Sum
from apnap.engine.definitions import CardDef, Clause, TallyDef, TurnBased
from apnap.engine.events import EVENTS
from apnap.engine.filters import Filter
from apnap.engine.static_parts import BaseStats
from apnap.engine.terms import Term, This
from apnap.engine.values import Counts, MalformedCard, parse_cost, parse_types

from .checking import refuse
from .modes import Do, body_of


class Stats(Struct, frozen=True):
    power: Amount
    toughness: Amount


class Loyalty(Struct, frozen=True):
    amount: int


class Colors(Struct, frozen=True):
    letters: str


def pt(power: Amount, toughness: Amount) -> Stats:
    """Power and toughness: `pt(2, 2)`; an amount such as `count(...)` defines them in all zones."""
    return Stats(power, toughness)


def loyalty(amount: int) -> Loyalty:
    """A planeswalker's starting loyalty."""
    return Loyalty(amount)


def color(letters: str) -> Colors:
    """A colour indicator, or a token's colours (letters of WUBRG)."""
    return Colors(letters)


def card(
    name: str,
    cost: str | None,
    types: str,
    *parts: Ability | Stats | Loyalty | Colors,
    identity: str | None = None,
) -> CardDef:
    """A card: name, mana cost (None or "": it has none), type line, and its parts in printed order.

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
    painted = any(isinstance(part, Colors) for part in parts)
    made = card(name, None, types, *parts, *(() if painted else (Colors(colors),)))
    return replace(made, kind="token")


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
            case Keyword(name="partner"):
                partner = part.word
                abilities.append(part)
            case Ability():
                abilities.append(part)
            case _:
                raise MalformedCard(f"part {part!r}: expected an ability, pt(...), loyalty(...) or color(...)")
    _check(line, stats, start)
    if stats is not None and (isinstance(stats.power, Sum) or isinstance(stats.toughness, Sum)):
        defined = BaseStats(power=stats.power, toughness=stats.toughness, defines=True)
        abilities.insert(0, Static(affects=This(), parts=(defined,)))
    if "Scheme" in line.types:  # 314.4: its abilities work where it lies face up
        abilities = [replace(a, zones=("command",)) for a in abilities]
    return CardDef(
        name=name,
        cost=parse_cost(cost or ""),
        types=line,
        colors=colors,
        power=stats.power if stats else None,
        toughness=stats.toughness if stats else None,
        loyalty=start,
        abilities=tuple(abilities),
        kind=kind,
        has_cost=bool(cost),
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


def turn_based(step: str, *do: Any) -> TurnBased:
    """A turn-based action of a format: what each player whose turn it is does as a step begins, as "you".

    It is done before the other turn-based actions of that step, and before anybody has priority.
    """
    body = body_of(do)
    assert isinstance(body, tuple)
    refuse(f"turn-based action of {step}", Mode(do=body))
    return TurnBased(step=step, do=body)


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
    "card",
    "color",
    "emblem",
    "loyalty",
    "pt",
    "state_based",
    "tally",
    "token",
    "turn_based",
]
