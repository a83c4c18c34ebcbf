"""The abilities of a card: definitions that stand in the frozen pool.

Each nested value gets its `path` when the pool is built (decision 2); a state only ever holds such paths
with bound values. What the rules must inspect is data: costs, patterns, the parts of static abilities, changes.
What they only perform is a body: a tuple of instructions or a generator function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .amounts import Amount, Condition, say
from .cost_parts import Costs
from .patterns import On, StateIs, Would
from .static_parts import Cant, Rule, StaticPart
from .terms import Term

if TYPE_CHECKING:
    from .changes import Change
    from .filters import Filter


#: `do=` of an ability: instructions in order, or a generator function of the ability's view `it`.
Body = tuple[Any, ...] | Callable[..., Generator[Any, Any, Any]]


class Part(Struct, frozen=True, kw_only=True):
    """A definition that has a place in the pool."""

    path: str = ""

    def describe(self) -> str:
        return type(self).__name__.lower()


_VERBS = "become choose create discard draw exile gain get lose mill put reveal sacrifice search skip take win"
_OF_YOU = re.compile(rf"(?<!of )\byou ({_VERBS.replace(' ', '|')})e?s\b")
_OF_ONE = re.compile(r"\b1 (\S+ )?(card|counter)s\b")


def agreed(text: str) -> str:
    """A sentence whose verb agrees with "you", and whose noun with the number one."""
    return _OF_ONE.sub(r"1 \1\2", _OF_YOU.sub(r"you \1", text))


def describe_body(do: Body) -> str:
    """The body in words; a generator speaks by its docstring."""
    if isinstance(do, tuple):
        return ", then ".join(agreed(part.describe()) for part in do)
    return (do.__doc__ or do.__name__.replace("_", " ")).strip().split("\n")[0].rstrip(".")


# --- targets, modes ------------------------------------------------------------------------------


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
        divided = [f"{say(self.divides)} divided among"] if self.divides is not None else []
        if self.targets:
            text += f" ({' '.join([*divided, ', '.join(t.describe() for t in self.targets)])})"
        return text


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


def _choices(ability: Scripted) -> str:
    """The modes in words, and how many of them are chosen."""
    texts = [mode.describe() for mode in ability.modes]
    if not ability.modal:
        return "".join(texts)
    least, most = ability.choose
    many = f"{least}" if least == most else f"{least} to {most}"
    return f"choose {many}: " + "; or ".join(texts)


def _where(zones: tuple[str, ...]) -> str:
    """From where it works, for one that is not of the battlefield."""
    return "" if "battlefield" in zones or not zones else f"from {' or '.join(zones)}, "


def _times(limit: int) -> str:
    return "once each turn" if limit == 1 else f"{limit} times each turn"


class Spell(Scripted, frozen=True, kw_only=True):
    """What an instant or sorcery does as it resolves (113.3a)."""

    def describe(self) -> str:
        if self.text:
            return self.text
        return _choices(self)


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
        made = ("triggered mana",) if self.mana else ()
        return tuple(dict.fromkeys(f"on:{p.event}" for p in self.on)) + made

    def describe(self) -> str:
        if self.text:
            return self.text
        on = self.on.describe() if isinstance(self.on, StateIs) else " or ".join(p.describe() for p in self.on)
        condition = f", if {self.only_if.describe()}" if self.only_if is not None else ""
        asked = "you may: " if self.optional else ""
        limit = f" ({_times(self.limit)})" if self.limit else ""
        return f"{_where(self.zones)}whenever {on}{condition}: {asked}{_choices(self)}{limit}"


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
        if self.text:
            return self.text
        limits = [
            *(["only as a sorcery"] if self.timing == "sorcery" and not self.loyalty else []),
            *([f"only if {self.only_if.describe()}"] if self.only_if is not None else []),
            *([f"only {_times(self.limit)}"] if self.limit else []),
            *(["by any player"] if self.any_player else []),
        ]
        tail = f" ({', '.join(limits)})" if limits else ""
        return f"{_where(self.zones)}{self.cost.describe()}: {_choices(self)}{tail}"


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
        condition = f" as long as {self.only_if.describe()}" if self.only_if is not None else ""
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
        elif self.name == "protection":
            tail = f" from {self.filter.describe().removesuffix(' object') if self.filter else 'everything'}"
        elif self.filter is not None:
            tail = f" {self.filter.describe()}"
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
        condition = f" if {self.only_if.describe()}" if self.only_if is not None else ""
        if self.less is not None or self.more is not None:
            amount = f"{say(self.less)} less" if self.less is not None else f"{say(self.more or 0)} more"
            return f"this costs {amount} to cast{condition}"
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
    """A special action (116): `word` names it; it costs `cost` and does not use the stack.

    One that is `of_effect` is the player's whose effect gave it (109.5), whoever controls the object now.
    """

    word: str
    cost: Costs = Costs()
    do: Body = ()
    only_if: Condition | None = None
    any_player: bool = False
    of_effect: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return ("special", "usable by anyone") if self.any_player or self.of_effect else ("special",)


class Opening(Ability, frozen=True, kw_only=True):
    """What its owner may do with this card in the opening hand, before the first turn (103.6)."""

    zones: tuple[str, ...] = ("hand",)
    do: Body = ()

    def describe(self) -> str:
        return f"from your opening hand, you may {describe_body(self.do)}"
