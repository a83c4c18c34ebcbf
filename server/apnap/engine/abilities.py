"""What a card is made of: definitions that stand in the frozen pool.

Each nested value gets its `path` when the pool is built (decision 2); a state only ever holds such paths
with bound values. What the rules must inspect is data here; what they only perform is a body: a tuple of
instructions or a generator function.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from .amounts import Amount, Condition, Live, Sum, say
from .terms import Term
from .values import Cost, Counts, TypeLine, show_cost

if TYPE_CHECKING:
    from .filters import Filter

#: `do=` of an ability: instructions in order, or a generator function of the ability's view `it`.
Body = tuple[Any, ...] | Callable[..., Generator[Any, Any, Any]]


class Part(Struct, frozen=True, kw_only=True):
    """A definition that has a place in the pool."""

    path: str = ""

    def describe(self) -> str:
        return type(self).__name__.lower()


def describe_body(do: Body) -> str:
    """The body in words; a generator speaks by its docstring."""
    if isinstance(do, tuple):
        return ", then ".join(part.describe() for part in do)
    return (do.__doc__ or do.__name__.replace("_", " ")).strip().split("\n")[0].rstrip(".")


# --- targets, modes, costs ----------------------------------------------------------------------


class TargetSlot(Struct, frozen=True, kw_only=True):
    """One use of the word "target": how many, of what (115.1), and who chooses if not the controller."""

    filter: Filter
    least: Amount = 1
    most: Amount = 1
    chooser: Term | None = None
    says: str = ""

    def describe(self) -> str:
        n = "" if (self.least, self.most) == (1, 1) else f"{say(self.least)} to {say(self.most)} "
        return f"{n}target {self.filter.describe()}"


class Mode(Part, frozen=True, kw_only=True):
    """One mode of a spell or ability, or its only text: targets and what it does."""

    targets: tuple[TargetSlot, ...] = ()
    do: Body = ()
    divides: Amount | None = None
    says: str = ""

    def describe(self) -> str:
        text = self.says or describe_body(self.do)
        if self.targets:
            text += f" ({', '.join(t.describe() for t in self.targets)})"
        return text


class CostPart(Struct, frozen=True):
    """One part of a cost that is not mana."""

    def describe(self) -> str:
        return type(self).__name__.lower()


class TapThis(CostPart, frozen=True):
    def describe(self) -> str:
        return "{T}"


class UntapThis(CostPart, frozen=True):
    def describe(self) -> str:
        return "{Q}"


class GiveUp(CostPart, frozen=True):
    """Sacrifice, discard, exile, tap or return objects: `how` says which; no filter means this one."""

    how: str
    filter: Filter | None = None
    amount: Amount = 1

    def describe(self) -> str:
        return f"{self.how} {say(self.amount)} {self.filter.describe()}" if self.filter else f"{self.how} this"


class PayLife(CostPart, frozen=True):
    amount: Amount

    def describe(self) -> str:
        return f"pay {say(self.amount)} life"


class PayCounters(CostPart, frozen=True):
    """Remove counters from this (or put them on it, for a negative amount)."""

    kind: str
    amount: Amount = 1

    def describe(self) -> str:
        return f"{say(self.amount)} {self.kind} counters"


class Costs(Struct, frozen=True, kw_only=True):
    """A whole cost: mana and other parts."""

    mana: Cost = ()
    parts: tuple[CostPart, ...] = ()

    def describe(self) -> str:
        return ", ".join([*([show_cost(self.mana)] if self.mana else []), *(p.describe() for p in self.parts)])

    @property
    def taps(self) -> bool:
        return any(isinstance(p, TapThis | UntapThis) for p in self.parts)


# --- patterns -----------------------------------------------------------------------------------

Who = str | Term


class On(Struct, frozen=True, kw_only=True):
    """Which events a triggered ability waits for.

    `object` is what the event is about (what moved, was damaged, was cast), `source` what did it,
    `player` whose event it is. A pattern about something leaving the battlefield looks back (603.10).
    """

    event: str
    object: Filter | Term | None = None
    source: Filter | Term | None = None
    player: Who = "any"
    from_: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    how: tuple[str, ...] = ()
    step: str = ""
    kind: str = ""
    combat: bool | None = None
    to_player: bool | None = None
    nth: int = 0
    reaches: int = 0
    each: bool = True
    says: str = ""

    def describe(self) -> str:
        return self.says or _words(self.event, self)


class Would(Struct, frozen=True, kw_only=True):
    """Which actions a replacement, prevention or prohibition is about; the fields are those of `On`."""

    action: str
    object: Filter | Term | None = None
    source: Filter | Term | None = None
    player: Who = "any"
    from_: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    how: tuple[str, ...] = ()
    kind: str = ""
    combat: bool | None = None
    to_player: bool | None = None
    effect_only: bool = False
    says: str = ""

    def describe(self) -> str:
        return self.says or _words(self.action, self)


def _words(name: str, pattern: On | Would) -> str:
    words = [name.lower()]
    for part in (pattern.object, pattern.source):
        if part is not None:
            words.append(part.describe())
    if pattern.player != "any":
        words.append(pattern.player if isinstance(pattern.player, str) else pattern.player.describe())
    return " ".join(words)


class StateIs(Struct, frozen=True, kw_only=True):
    """The pattern of a state trigger: a condition (603.8)."""

    condition: Condition

    def describe(self) -> str:
        return self.condition.describe()


# --- abilities ----------------------------------------------------------------------------------


class Ability(Part, frozen=True, kw_only=True):
    """Anything on a card that does something; `zones` are those in which it works (113.6)."""

    zones: tuple[str, ...] = ("battlefield",)
    text: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Under what the ability is found in the indexes of the game."""
        return ()


class Scripted(Ability, frozen=True, kw_only=True):
    """An ability that goes on the stack: modes, of which some are chosen (`choose_if`: how many, if that holds)."""

    modes: tuple[Mode, ...] = ()
    choose: tuple[int, int] = (1, 1)
    each_mode_once: bool = True
    choose_if: tuple[Condition, tuple[int, int]] | None = None

    @property
    def modal(self) -> bool:
        return len(self.modes) > 1


class Spell(Scripted, frozen=True, kw_only=True):
    """What an instant or sorcery does as it resolves (113.3a)."""

    def describe(self) -> str:
        if self.text:
            return self.text
        texts = [m.describe() for m in self.modes]
        return texts[0] if len(texts) == 1 else f"choose {self.choose[0]}: " + "; or ".join(texts)


class Triggered(Scripted, frozen=True, kw_only=True):
    """ "When", "whenever", "at" (113.3c). `optional` asks on resolution; `limit` counts per turn.

    An ability of the rules, which has no object, is controlled by whom `whose` names (725.2). A triggered
    mana ability has `mana` set when the definition is made (605.1b).
    """

    on: tuple[On, ...] | StateIs
    only_if: Condition | None = None
    optional: bool = False
    limit: int = 0
    once: bool = False
    whose: Term | None = None
    mana: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        if isinstance(self.on, StateIs):
            return ("state",)
        return tuple(dict.fromkeys(f"on:{p.event}" for p in self.on))

    def describe(self) -> str:
        if self.text:
            return self.text
        on = self.on.describe() if isinstance(self.on, StateIs) else " or ".join(p.describe() for p in self.on)
        condition = f", if {self.only_if.describe()}" if self.only_if else ""
        return f"whenever {on}{condition}: " + "; or ".join(m.describe() for m in self.modes)


class Activated(Scripted, frozen=True, kw_only=True):
    """ "Cost: effect" (113.3b). A mana ability has `mana` set when the definition is made (605.1a).

    `moves_library` marks what is one only in editions in which it may move cards of a library: their books set
    `mana` for it.
    """

    cost: Costs = Costs()
    timing: str = "instant"
    only_if: Condition | None = None
    mana: bool = False
    moves_library: bool = False
    loyalty: bool = False
    limit: int = 0
    any_player: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return ("activated", "usable by anyone") if self.any_player else ("activated",)

    def describe(self) -> str:
        return self.text or f"{self.cost.describe()}: " + "; or ".join(m.describe() for m in self.modes)


class Static(Ability, frozen=True, kw_only=True):
    """Something that is simply true (113.3d): parts that apply to what `affects` names."""

    affects: Filter | Term
    parts: tuple[StaticPart, ...]
    only_if: Condition | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        keys = []
        if any(p.layers for p in self.parts):
            keys.append("static")
        keys += [f"rule:{p.word}" for p in self.parts if isinstance(p, Rule)]
        keys += [f"cant:{w.action}" for p in self.parts if isinstance(p, Cant) for w in p.would]
        return tuple(dict.fromkeys(keys))

    def describe(self) -> str:
        if self.text:
            return self.text
        condition = f" as long as {self.only_if.describe()}" if self.only_if else ""
        return f"{self.affects.describe()} {' and '.join(p.describe() for p in self.parts)}{condition}"


class Instead(Ability, frozen=True, kw_only=True):
    """A replacement or prevention effect (614, 615).

    `changes` alter the action; `do` is performed instead of it (its first sentence as part of the same
    event). `chooser` is asked whether an optional one applies, else its controller; one that may apply
    `again` to what became of the event is an exception to 614.5 (903.9b). `entering` marks what applies as
    an object enters or is turned up; `itself` a self-replacement (614.15).
    """

    would: tuple[Would, ...]
    changes: tuple[Change, ...] = ()
    do: Body = ()
    only_if: Condition | None = None
    optional: bool = False
    entering: bool = False
    itself: bool = False
    prevents: bool = False
    regenerates: bool = False
    chooser: Term | None = None
    again: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(f"instead:{w.action}" for w in self.would))

    def describe(self) -> str:
        if self.text:
            return self.text
        would = " or ".join(w.describe() for w in self.would)
        changes = [c.describe() for c in self.changes]
        if self.do:
            changes.append(describe_body(self.do))
        return f"if {would} would happen: {', '.join(changes) or 'it does not'}"


class Keyword(Ability, frozen=True, kw_only=True):
    """A keyword ability: a name that the rules know, and the abilities that it stands for (702).

    `costs` and `filter` are its parameters: equip {2}, protection from black.
    """

    name: str
    abilities: tuple[Ability, ...] = ()
    costs: Costs | None = None
    filter: Filter | None = None
    number: int = 0
    word: str = ""
    numbers: tuple[tuple[str, str], ...] = ()
    plugin: str = ""

    def describe(self) -> str:
        tail = ""
        if self.costs is not None:
            tail = f" {self.costs.describe()}"
        elif self.filter is not None:
            tail = f" from {self.filter.describe()}" if self.name == "protection" else f" {self.filter.describe()}"
        elif self.number:
            tail = f" {self.number}"
        return self.name + tail


class CastRule(Ability, frozen=True, kw_only=True):
    """How this spell may be cast: additional and alternative costs, timing, from where (601.2b).

    `alternative` names an alternative cost (flashback, overload, evoke); with `zone` it works from
    there. `then_exile` sends the card to exile when it leaves the stack. An optional additional cost may be
    paid `times` times (0: any number); with `then_hand` the card returns to the hand as it resolves.
    """

    zones: tuple[str, ...] = ("hand", "stack", "graveyard", "command", "exile", "library")
    alternative: str = ""
    cost: Costs | None = None
    zone: str = ""
    additional: Costs | None = None
    optional: bool = False
    more: Amount | None = None
    less: Amount | None = None
    only_if: Condition | None = None
    then_exile: bool = False
    each_instead: bool = False
    times: int = 1
    then_hand: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return (f"cast from {self.zone}",) if self.zone else ()

    def describe(self) -> str:
        if self.text:
            return self.text
        if self.alternative and self.cost is not None:
            return f"{self.alternative} {self.cost.describe()}"
        if self.additional is not None:
            kind = "kicker" if self.optional else "additional cost"
            return f"{kind}: {self.additional.describe()}"
        return "special rule for casting this"


class Substitute(Ability, frozen=True, kw_only=True):
    """Something else may be tapped or exiled instead of paying mana for this: convoke, improvise, delve.

    Each object pays for one generic mana, or where `colored` for one of its own colours.
    """

    zones: tuple[str, ...] = ("hand", "stack", "graveyard", "command", "exile", "library")
    how: str
    filter: Filter
    colored: bool = False

    def describe(self) -> str:
        return self.text or f"{self.how} {self.filter.describe()} instead of paying mana"


class SpecialAction(Ability, frozen=True, kw_only=True):
    """A special action (116): `word` names it; it costs `cost` and does not use the stack."""

    word: str
    cost: Costs = Costs()
    do: Body = ()
    only_if: Condition | None = None
    any_player: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return ("special", "usable by anyone") if self.any_player else ("special",)


class Opening(Ability, frozen=True, kw_only=True):
    """What its owner may do with this card in the opening hand, before the first turn (103.6)."""

    zones: tuple[str, ...] = ("hand",)
    do: Body = ()

    def describe(self) -> str:
        return f"from your opening hand, you may {describe_body(self.do)}"


# --- parts of a static ability ------------------------------------------------------------------


class StaticPart(Struct, frozen=True, kw_only=True):
    """One thing that a static ability makes true. `layers` are those it works in (613.1)."""

    @property
    def layers(self) -> tuple[str, ...]:
        return ()

    def describe(self) -> str:
        return type(self).__name__.lower()


def locked(part: StaticPart, at: int, bound: tuple[tuple[str, Any], ...]) -> StaticPart:
    """The part, `at` in its static ability, with the amounts that were worked out when its effect was made."""
    mine = f"{at}."
    amounts = {name.removeprefix(mine): value for name, value in bound if name.startswith(mine)}
    return replace(part, **amounts) if amounts else part


def open_amounts(part: StaticPart) -> tuple[tuple[str, Sum], ...]:
    """The amounts of a part that a frame has to work out, by the names of its fields."""
    fields = ((name, getattr(part, name)) for name in part.__struct_fields__)
    return tuple((name, value) for name, value in fields if isinstance(value, Sum) and not isinstance(value, Live))


class Gets(StaticPart, frozen=True, kw_only=True):
    """+N/+N (layer 7c)."""

    power: Amount = 0
    toughness: Amount = 0

    @property
    def layers(self) -> tuple[str, ...]:
        return ("7c",)

    def describe(self) -> str:
        return f"get {_signed(self.power)}/{_signed(self.toughness)}"


def _signed(amount: Amount) -> str:
    return f"{amount:+d}" if isinstance(amount, int) else f"+({amount.describe()})"


class BaseStats(StaticPart, frozen=True, kw_only=True):
    """Base power and toughness set (layer 7b; 7a where `defines` them as a characteristic)."""

    power: Amount | None = None
    toughness: Amount | None = None
    defines: bool = False

    @property
    def layers(self) -> tuple[str, ...]:
        return ("7a",) if self.defines else ("7b",)

    def describe(self) -> str:
        p = "*" if self.power is None else say(self.power)
        t = "*" if self.toughness is None else say(self.toughness)
        return f"have base power and toughness {p}/{t}"


class Switched(StaticPart, frozen=True, kw_only=True):
    """Power and toughness switched (layer 7d)."""

    @property
    def layers(self) -> tuple[str, ...]:
        return ("7d",)


class Gains(StaticPart, frozen=True, kw_only=True):
    """Has abilities (layer 6)."""

    abilities: tuple[Ability, ...]

    @property
    def layers(self) -> tuple[str, ...]:
        return ("6",)

    def describe(self) -> str:
        return "have " + ", ".join(a.describe() for a in self.abilities)


class Loses(StaticPart, frozen=True, kw_only=True):
    """Loses all abilities, these keywords, or (`this`) the ability whose effect this is (layer 6)."""

    all: bool = False
    this: bool = False
    keywords: tuple[str, ...] = ()
    cant_have: bool = False

    @property
    def layers(self) -> tuple[str, ...]:
        return ("6",)

    def describe(self) -> str:
        return "lose all abilities" if self.all else "lose " + ", ".join(self.keywords)


class ColorsAre(StaticPart, frozen=True, kw_only=True):
    """Is these colours (`also`: in addition), or the colours a link remembers (layer 5)."""

    colors: str = ""
    also: bool = False
    link: str = ""

    @property
    def layers(self) -> tuple[str, ...]:
        return ("5",)

    def describe(self) -> str:
        return f"are {self.colors or self.link or 'colorless'}{' as well' if self.also else ''}"


class TypesAre(StaticPart, frozen=True, kw_only=True):
    """Types set or added (layer 4). `types` and `subtypes` replace unless `also`.

    A land whose subtypes are set to basic land types loses its abilities and gets that mana ability
    (305.7). `link` adds the words that this object remembers.
    """

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    also: bool = True
    set_subtypes: bool = False
    lose: tuple[str, ...] = ()
    link: str = ""

    @property
    def layers(self) -> tuple[str, ...]:
        return ("4",)

    def describe(self) -> str:
        words = " ".join((*self.supertypes, *self.types, *self.subtypes, self.link)).strip()
        return f"are {words}{' as well' if self.also else ''}"


class ControlledBy(StaticPart, frozen=True, kw_only=True):
    """Controlled by a player (layer 2)."""

    who: Term

    @property
    def layers(self) -> tuple[str, ...]:
        return ("2",)

    def describe(self) -> str:
        return f"are controlled by {self.who.describe()}"


class Copies(StaticPart, frozen=True, kw_only=True):
    """Is a copy of what a bound name or link says (layer 1); the base is bound as `copy_base`."""

    exceptions: tuple[tuple[str, Any], ...] = ()

    @property
    def layers(self) -> tuple[str, ...]:
        return ("1",)


class TextWords(StaticPart, frozen=True, kw_only=True):
    """Words replaced in the text (layer 3): bound as `word_from`, `word_to`."""

    @property
    def layers(self) -> tuple[str, ...]:
        return ("3",)


class Rule(StaticPart, frozen=True, kw_only=True):
    """A rule for what is affected, by a word the engine knows (`RULE_WORDS`): can't block, costs more.

    `filter` narrows it (blocked only by these), `amount` and `cost` count it, `player` is whom it names,
    `on` the events that it is about.
    """

    word: str
    filter: Filter | None = None
    amount: Amount = 0
    cost: Costs | None = None
    player: Term | None = None
    on: On | None = None

    def describe(self) -> str:
        tail = f" {self.filter.describe()}" if self.filter else ""
        return f"{self.word}{tail}" + (f" {say(self.amount)}" if self.amount else "")


#: Words of `Rule`, with what they mean. Asked by the engine through `Look.rules`.
RULE_WORDS: dict[str, str] = {
    "can't attack": "affected creatures can't attack (player: can't attack that player)",
    "can't block": "affected creatures can't block (filter: what it matches)",
    "can't attack alone": "affected creatures can't attack without `amount` others (1), filter: such others",
    "can't block alone": "affected creatures can't block without `amount` others (1)",
    "attacks only if defender controls": "they attack only players who control what the filter matches",
    "attackers at most": "no more than `amount` of the affected creatures can attack each combat",
    "attacked by at most": "no more than `amount` creatures can attack affected players or planeswalkers",
    "blockers at most": "no more than `amount` of the affected creatures can block each combat",
    "attacks alone": "if an affected creature attacks, no other may",
    "attacks if able": "affected creatures attack each combat if able (player: that player if able)",
    "attacks another": "affected creatures attack a player other than `player` if able",
    "blocks if able": "affected creatures block if able (filter: what it matches)",
    "must be blocked": "all creatures (filter: such) able to block affected creatures do so",
    "blocked if able": "affected creatures are blocked if able (filter: by such)",
    "blocked by at least": "affected creatures can't be blocked except by `amount` or more creatures",
    "blocked by at most": "affected creatures can't be blocked by more than `amount` creatures",
    "can't be blocked": "affected creatures can't be blocked",
    "can't be blocked by": "affected creatures can't be blocked by what the filter matches",
    "blocked only by": "affected creatures can be blocked only by what the filter matches",
    "blocks only": "affected creatures can block only what the filter matches",
    "blocks more": "affected creatures can block `amount` additional creatures (-1: any number)",
    "attack cost": "creatures (filter: such) can't attack affected players or planeswalkers unless `cost`, "
    "and `amount` more mana, is paid for each",
    "block cost": "affected creatures can't block unless `cost`, and `amount` more mana, is paid for each",
    "no combat damage": "affected creatures assign no combat damage",
    "damage by toughness": "affected creatures assign combat damage equal to their toughness",
    "may assign as though unblocked": "controllers may have affected creatures assign combat damage so",
    "doesn't untap": "affected permanents don't untap in their controller's untap step",
    "costs more": "spells matching the filter cost affected players `amount` more",
    "costs less": "spells matching the filter cost affected players `amount` less",
    "activation costs more": "activating abilities of affected objects costs `amount` more",
    "activation costs less": "activating abilities of affected objects costs `amount` less",
    "can't cast": "affected players can't cast spells matching the filter",
    "can't play lands": "affected players can't play lands",
    "can't activate": "abilities of affected permanents that are not mana abilities can't be activated",
    "can't activate any": "no activated ability of affected permanents can be activated",
    "cast as instant": "affected players may cast what the filter matches as though it had flash",
    "may cast": "affected players may cast what the filter matches from where it is (cost: for this)",
    "may play": "affected players may play what the filter matches from where it is",
    "additional land": "affected players may play `amount` more lands each turn",
    "hand size": "the maximum hand size of affected players is `amount` (-1: none)",
    "mana stays": "affected players don't lose unspent mana as steps and phases end",
    "any mana": "affected players may spend mana as though it were of any color",
    "triggers again": "abilities of affected permanents that `on` causes to trigger do so `amount` more times (1)",
    "can't be targeted": "affected objects or players can't be targeted (filter: by such sources)",
    "can't be countered": "affected spells can't be countered",
    "can't be attached": "nothing that the filter matches can be attached to affected permanents",
    "can't have counters": "counters of the kind in `filter` can't be put on affected objects",
    "counter cap": "affected permanents can't have more than `amount` of a kind of counter",
    "life can't change": "the life totals of affected players can't change",
    "damage as though infect": "damage to affected players gives poison counters, as if by infect",
    "no legend rule": "the legend rule doesn't apply to affected permanents",
    "no loss at zero life": "affected players don't lose for having 0 or less life",
    "plays with top revealed": "the top card of the libraries of affected players is revealed",
    "prevents loss": "affected players can't lose the game",
    "damage by lifelink": "damage dealt by affected sources gains life",
    "skips": "affected players skip the step named by the filter's noun",
    "unpreventable": "damage by affected sources can't be prevented",
    "can't be regenerated": "affected permanents can't be regenerated",
    "may look": "affected players may look at what the filter matches",
    "can't gain life": "affected players can't gain life",
    "goaded": "affected creatures are goaded by `player`",
    "protection": "affected players have protection from what the filter matches (none: everything)",
    "ignores": "affected players ignore the effect of the source",
}


class Cant(StaticPart, frozen=True, kw_only=True):
    """A prohibition: such actions can't happen (614.17, 101.2)."""

    would: tuple[Would, ...]

    def describe(self) -> str:
        return "can't: " + ", ".join(w.describe() for w in self.would)


# --- what replacement effects do to an action ---------------------------------------------------


class Change(Struct, frozen=True, kw_only=True):
    """One alteration of an action by a replacement effect."""

    def describe(self) -> str:
        return type(self).__name__.lower()


class AmountBecomes(Change, frozen=True, kw_only=True):
    """The amount times `times` plus `plus`, halved (rounded `half`: up, down)."""

    times: int = 1
    plus: Amount = 0
    half: str = ""

    def describe(self) -> str:
        return f"{self.times} times that many plus {say(self.plus)}"


class LeavesLife(Change, frozen=True, kw_only=True):
    """A loss of life goes no further than to leave this much; life that is lower already stays (119.8)."""

    least: int = 1

    def describe(self) -> str:
        return f"life becomes no less than {self.least}"


class Prevented(Change, frozen=True, kw_only=True):
    """Prevent `amount` of the damage (None: all of it). A shield is used up by what it prevents; a `whole`
    one prevents all of it, once ("the next time")."""

    amount: Amount | None = None
    shield: bool = False
    whole: bool = False

    def describe(self) -> str:
        return "prevent " + ("it" if self.amount is None else f"{say(self.amount)} of it")


class ColorlessOutsideIdentity(Change, frozen=True, kw_only=True):
    """Mana of a colour outside the identity of the player's commanders is colourless instead."""

    def describe(self) -> str:
        return "colorless instead"


class Redirected(Change, frozen=True, kw_only=True):
    """The damage is dealt, or the event happens, to another."""

    to: Term


class SentOn(Change, frozen=True, kw_only=True):
    """Damage to a player is dealt to one of these that the player controls, if the source's controller says so."""

    among: Filter

    def describe(self) -> str:
        return f"it may be dealt to {self.among.describe()} of that player"


class GoesTo(Change, frozen=True, kw_only=True):
    """It goes to another zone; into a library: shuffled in where `shuffled`. With a mark or counters."""

    zone: str
    shuffled: bool = False
    place: int = 0
    link: str = ""
    reveal: bool = False

    def describe(self) -> str:
        return f"put it into {self.zone} instead"


class Enters(Change, frozen=True, kw_only=True):
    """How a permanent enters: tapped, with counters, under another's control, with a mark."""

    tapped: bool = False
    counters: tuple[tuple[str, Amount], ...] = ()
    under: Term | None = None
    mark: str = ""

    def describe(self) -> str:
        words = ["tapped"] if self.tapped else []
        words += [f"with {say(n)} {kind} counters" for kind, n in self.counters]
        return "enter " + " and ".join(words)


class EntersAsCopy(Change, frozen=True, kw_only=True):
    """May enter as a copy of something that the filter matches, with exceptions (707.5); `must`: has to."""

    filter: Filter
    must: bool = False
    exceptions: tuple[tuple[str, Any], ...] = ()
    adds: tuple[Ability, ...] = ()

    def describe(self) -> str:
        return f"may enter as a copy of {self.filter.describe()}"


class EntersChoosing(Change, frozen=True, kw_only=True):
    """As it enters, its controller chooses: color, creature type, player, basic land type, name."""

    what: str
    link: str = ""
    filter: Filter | None = None

    def describe(self) -> str:
        return f"choose a {self.what}"


class EntersPaying(Change, frozen=True, kw_only=True):
    """As it enters, its controller may pay; if not, `otherwise` changes apply."""

    cost: Costs
    otherwise: tuple[Change, ...] = ()

    def describe(self) -> str:
        return f"you may pay {self.cost.describe()}"


class Also(Change, frozen=True, kw_only=True):
    """The action happens, and after it these instructions."""

    do: tuple[Any, ...]

    def describe(self) -> str:
        return "and " + describe_body(self.do)


# --- cards, clauses, tallies --------------------------------------------------------------------


class CardDef(Part, frozen=True, kw_only=True):
    """A card, token or emblem as printed."""

    name: str
    cost: Cost = ()
    types: TypeLine = TypeLine()
    colors: str | None = None
    power: Amount | None = None
    toughness: Amount | None = None
    loyalty: int | None = None
    abilities: tuple[Ability, ...] = ()
    kind: str = "card"
    has_cost: bool = True
    partner: str = ""
    identity: str | None = None
    plugin: str = ""

    def describe(self) -> str:
        return "\n".join(a.describe() for a in self.abilities)


class Clause(Part, frozen=True, kw_only=True):
    """A state-based action: a name, whom it is about, when it is due, and what is done.

    `each` is a filter of objects or a player reference; `group` gathers subjects that share the values
    of these keys (`controller`, `name`, `host`, `all`) and has at least two; `choose` asks the group's player
    which one stays. `do` speaks of the subject (`SUBJECT`). `flag` looks only at what happened since the
    last check; `phased` looks at what is phased out, which is otherwise left alone.
    """

    name: str
    each: Filter | Term
    when: Condition | None = None
    do: tuple[Any, ...] = ()
    group: tuple[str, ...] = ()
    choose: str = ""
    optional: str = ""
    flag: str = ""
    phased: bool = False
    numbers: tuple[tuple[str, str], ...] = ()
    plugin: str = ""

    @property
    def each_is_permanent(self) -> bool:
        """Whether its subjects are permanents, so that it is swept over touched ones only."""
        zones = getattr(self.each, "zones", ())
        return not self.flag and zones == ("battlefield",) and not getattr(self.each, "players", "")

    def describe(self) -> str:
        condition = f" when {self.when.describe()}" if self.when else ""
        return f"{self.name}: {self.each.describe()}{condition}: {describe_body(self.do)}"


class TallyDef(Part, frozen=True, kw_only=True):
    """A named fold over one type of event. A name that begins with `turn:` is cleared each turn."""

    name: str
    event: str
    fold: Callable[[Any], Counts]


class KeywordDef(Part, frozen=True, kw_only=True):
    """A keyword as the rules define it, with its number by edition."""

    name: str
    numbers: tuple[tuple[str, str], ...] = ()
    plugin: str = ""
    example: Any = None
