"""The book of a table: every definition of its frozen pool by path, and the rules of its edition.

Building the book gives each nested definition its path, so that a state can name it. Nothing here changes
once a game has begun.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from types import FunctionType
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from .abilities import Ability, Activated, Keyword, Part, Static
from .amounts import All, Condition, starless
from .apply import Fold
from .definitions import CardDef, Clause, TallyDef, TurnBased
from .facets import Facet
from .identity import identity_of
from .state import AbilityRef, Chars
from .static_parts import BaseStats
from .values import NOTHING, ObjId, colors_of, mana_value, sort_colors

P = TypeVar("P", bound=Part)


class NumberedClause(Struct, frozen=True):
    """A clause as an edition lists it: the rule's name, which gives its number, and the body's name."""

    rule: str
    clause: str


class Rulebook(Struct, frozen=True):
    """An edition amended by formats: steps, clauses, switches and the numbers of its rules.

    `numbers` maps rule names to the edition's own numbers; `switches` hold what the engine asks by name;
    `seats` are the least and the most that can play, `teams` the sizes of the teams that must (0: any), which
    with `same_size` are all alike. `words` are the edition's names of zones and verbs by today's names, `wording`
    how a description in today's words reads in it.
    """

    edition: str
    formats: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    clauses: tuple[NumberedClause, ...] = ()
    switches: Mapping[str, Any] = {}
    numbers: Callable[[str], str] = str
    seats: tuple[int, int] = (1, 1000)
    teams: tuple[int, ...] = ()
    same_size: bool = False
    wording: tuple[tuple[str, str], ...] = ()
    words: Mapping[str, str] = {}

    def number(self, rule: str) -> str:
        """The edition's number for a rule's name."""
        return self.numbers(rule)

    def say(self, text: str) -> str:
        """A description in the edition's own words."""
        for pattern, instead in self.wording:
            text = re.sub(pattern, instead, text)
        return text

    def refuse_seats(self, n: int) -> str | None:
        """Why so many cannot play by these rules, or None where they can."""
        least, most = self.seats
        if least <= n <= most:
            return None
        if most == 2 and not self.switches.get("multiplayer", True):
            return f"edition {self.edition} has rules for two players alone, not for {n}"
        fits = f"{least} players" if least == most else f"{least} to {most} players"
        return f"{' with '.join(self.formats)} under edition {self.edition} is for {fits}, not {n}"

    def refuse_teams(self, teams: tuple[tuple[int, ...], ...]) -> str | None:
        """Why these teams, each the seats of one, cannot play by these rules, or None where they can."""
        if not self.teams:
            return None
        wanted = f"teams of {' and '.join(str(size) if size else 'any number' for size in self.teams)}"
        if self.same_size:
            wanted = f"{len(self.teams)} teams of the same size"
        formats = " with ".join(self.formats)
        sizes = [len(team) for team in teams]
        if not self._has_sizes(sizes) or (self.same_size and len(set(sizes)) > 1):
            return f"{formats} is for {wanted}, not for teams of {sizes or 'one each'}"
        if any(not _sit_together(team, sum(sizes)) for team in teams):
            return f"{formats} is for teams whose players sit next to each other ({self.number('teams')})"
        return None

    def _has_sizes(self, sizes: list[int]) -> bool:
        """Whether teams are of the sizes that there must be, 0 being any."""
        rest = list(sizes)
        for size in (s for s in self.teams if s):
            if size not in rest:
                return False
            rest.remove(size)
        return len(rest) == self.teams.count(0)

    def lone(self, teams: tuple[tuple[int, ...], ...], with_schemes: Collection[int] = ()) -> int | None:
        """The seat that plays alone against a team, where the formats have such a one (`lone_life`).

        Where both teams are of one player, it is the one of those `with_schemes`, else of the first team.
        """
        if self.switches.get("lone_life") is None:
            return None
        alone = [team[0] for team in teams if len(team) == 1]
        return next((seat for seat in alone if seat in with_schemes), alone[0] if alone else None)

    def starting_life(self, *, lone: bool, heads: int = 1) -> int:
        """The life total with which a player of a team of so many begins, or who plays alone against one.

        Where teams have a usual size (`heads`), each player beyond it may bring a team more.
        """
        further = max(0, heads - int(self.switch("heads"))) if self.switch("heads") else 0
        return int(self.switch("lone_life" if lone else "starting_life")) + further * int(self.switch("life_per_head"))

    def neighbours(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each team that must be, where those next to each other make one; none where nobody must."""
        rest, open_ = seats - sum(self.teams), self.teams.count(0)
        found: list[tuple[int, ...]] = []
        begin = 0
        for wanted in self.teams:
            size = wanted
            if not wanted:  # those that may be of any size share what is left
                size = rest // open_
                rest, open_ = rest - size, open_ - 1
            found.append(tuple(range(begin, begin + size)))
            begin += size
        return tuple(found)

    def shared(self) -> tuple[str, ...]:
        """What the players of a team have together: `life`, `poison`; `hands` are shown to each other."""
        return tuple(what for what in ("life", "poison", "hands") if self.switches.get(f"shared_{what}"))

    def switch(self, name: str) -> Any:
        return self.switches[name]


def _sit_together(team: tuple[int, ...], seats: int) -> bool:
    """Whether the players of a team sit next to each other around the table (805.1)."""
    ends = sum((seat + 1) % seats not in team for seat in team)
    return ends <= 1


M = TypeVar("M", bound=Callable[..., Any])


def cached(method: M) -> M:
    """Remember a method's answers: a book never changes."""

    def remembered(self: Book, *args: Any) -> Any:
        key = (method.__name__, *args)
        if key not in self._answers:
            self._answers[key] = method(self, *args)
        return self._answers[key]

    return remembered  # type: ignore[return-value]


class MissingPart(LookupError):
    """The book has no such card, clause or path; the message names it."""


class Book:
    """All definitions of a table's pool, by path and by name. Read-only after `__init__`."""

    def __init__(
        self,
        rulebook: Rulebook,
        *,
        cards: Iterable[CardDef] = (),
        clauses: Iterable[Clause] = (),
        tallies: Iterable[TallyDef] = (),
        parts: Iterable[tuple[str, Part]] = (),
        keywords: Mapping[str, Keyword] | None = None,
        fingerprint: str = "",
        plugin_of_module: Callable[[str], str] = str,
    ) -> None:
        self.rules = rulebook
        self.plugin_of_module = plugin_of_module
        self.fingerprint = fingerprint
        self.keyword_defs = dict(keywords or {})
        self._paths: dict[str, Any] = {}
        self._answers: dict[tuple[Any, ...], Any] = {}
        self._origin: dict[int, str] = {}
        self._alive: list[Any] = []
        self._chars: dict[str, Chars] = {}
        self._refs: dict[str, tuple[AbilityRef, ...]] = {}
        self.cards: dict[str, CardDef] = {}
        for card in cards:
            self.cards[card.name] = self.place(card, f"card:{card.name}")
        placed = {name: self.place(part, name) for name, part in parts}
        #: Abilities of the rules themselves, which need no object: paths that begin with "always:".
        self.always = tuple(
            (n, p) for n, p in sorted(placed.items()) if n.startswith("always:") and isinstance(p, Ability)
        )
        #: Turn-based actions beside those of every game.
        self.turn_based = tuple(p for _, p in sorted(placed.items()) if isinstance(p, TurnBased))
        self.clauses = {c.name: self.place(c, f"clause:{c.name}") for c in clauses}
        #: What must hold first for a clause to be due, and the facets that this reads and whom it is about.
        self.gates = {name: _gate(clause) for name, clause in self.clauses.items()}
        self._refuse_what_lacks()
        #: The edition's clauses in order, each with its rule, and whether it is swept over permanents.
        self.swept = tuple(
            (numbered.rule, clause, clause.each_is_permanent)
            for numbered in rulebook.clauses
            for clause in (self.clauses[numbered.clause],)
        )
        self.tallies: dict[str, tuple[tuple[str, Fold], ...]] = {}
        for tally in sorted(tallies, key=lambda t: t.name):
            there = self.tallies.get(tally.event, ())
            self.tallies[tally.event] = (*there, (tally.name, tally.fold))

    def beside(self, cards: Iterable[CardDef]) -> Book:
        """A book that has these cards as well, which this one has not; this one stays as it is."""
        other = copy(self)
        other._answers = {}
        other._alive = list(self._alive)
        for name in ("_paths", "_origin", "_chars", "_refs", "cards"):
            setattr(other, name, dict(getattr(self, name)))
        for card in cards:
            other.cards[card.name] = other.place(card, f"card:{card.name}")
        return other

    def _refuse_what_lacks(self) -> None:
        """Raises `MissingPart` for an action in no step of the edition, and for a clause that nobody provides."""
        rules = self.rules
        for action in self.turn_based:
            if action.step not in rules.steps:
                raise MissingPart(f"{action.path}: edition {rules.edition} has no step {action.step!r}")
        for numbered in rules.clauses:
            if numbered.clause not in self.clauses:
                raise MissingPart(f"edition {rules.edition}: no plugin provides the clause {numbered.clause!r}")

    # --- paths ------------------------------------------------------------------------------

    def place(self, part: P, path: str) -> P:
        """Give a definition and everything nested in it paths, and keep them."""
        placed: P = self._placed(part, path)
        return placed

    def _placed(self, value: Any, path: str) -> Any:
        if isinstance(value, tuple):
            items = tuple(self._placed(v, f"{path}/{i}") for i, v in enumerate(value))
            return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
        if isinstance(value, FunctionType):
            self._place_globals(value, path)
            return value
        if not isinstance(value, Struct):
            return value
        original = value
        if isinstance(value, Keyword) and not value.abilities and value.name in self.keyword_defs:
            value = self._filled(value)
        if isinstance(value, Activated) and value.moves_library and self.rules.switch("mana_ability_moves_library"):
            value = replace(value, mana=True)  # 605.1a before it excepted abilities that move library cards
        changes: dict[str, Any] = {}
        for name in value.__struct_fields__:
            old = getattr(value, name)
            new = self._placed(old, f"{path}/{name}")
            if new is not old:
                changes[name] = new
        if isinstance(value, Part):
            changes["path"] = path
            self._origin.setdefault(id(original), path)
            self._alive.append(original)
        if changes:
            value = replace(value, **changes)
        if isinstance(value, Part):
            self._paths[path] = value
        return value

    def _filled(self, use: Keyword) -> Keyword:
        """A keyword used by name stands for the abilities that its definition gives it."""
        definition = self.keyword_defs[use.name]
        return replace(use, abilities=definition.abilities, plugin=definition.plugin)

    def _place_globals(self, body: FunctionType, path: str) -> None:
        """Definitions that a generator body names stand in its module: they get a path of this body."""
        for name in body.__code__.co_names:
            part = body.__globals__.get(name)
            if isinstance(part, Part) and id(part) not in self._origin:
                self._placed(part, f"{path}:{name}")

    def at(self, path: str) -> Any:
        """The definition at a path; raises `MissingPart`."""
        try:
            return self._paths[path]
        except KeyError:
            raise MissingPart(f"nothing stands at {path!r} in this pool") from None

    def has(self, path: str) -> bool:
        return path in self._paths

    def plugin_of(self, path: str) -> str:
        """The plugin that what stands at a path comes from: the innermost definition that knows it."""
        while path:
            plugin = getattr(self._paths.get(path), "plugin", "")
            if plugin:
                return str(plugin)
            path = path[: max(path.rfind("/"), path.rfind(":"), 0)]
        return ""

    def path_of(self, part: Part) -> str:
        """Where a definition stands, also when it is a module's own copy of it."""
        path = part.path or self._origin.get(id(part), "")
        if not path:
            raise MissingPart(f"{part.describe()} has no place in the pool: name it at module level")
        return path

    def card(self, name: str) -> CardDef:
        try:
            return self.cards[name]
        except KeyError:
            raise MissingPart(f"no plugin provides the card {name!r}") from None

    def token(self, name: str) -> CardDef | None:
        """The first definition of a token of this name, by path."""
        found = (self._paths[path] for path in sorted(self._paths))
        return next((d for d in found if isinstance(d, CardDef) and d.kind == "token" and d.name == name), None)

    # --- characteristics as printed -----------------------------------------------------------

    def refs(self, abilities: tuple[Ability, ...], granted_by: ObjId = NOTHING) -> tuple[AbilityRef, ...]:
        """The abilities as a state holds them; a keyword is followed by what it stands for."""
        found: list[AbilityRef] = []
        for ability in abilities:
            found.append(AbilityRef(ability.path, granted_by))
            if isinstance(ability, Keyword):
                found += self.refs(ability.abilities, granted_by)
        return tuple(found)

    def printed(self, path: str) -> Chars:
        """The characteristics that the definition at `path` prints; its amounts are not worked out."""
        chars = self._chars.get(path)
        if chars is None:
            chars = self._chars[path] = self._print(self.at(path))
        return chars

    def _print(self, card: CardDef) -> Chars:
        refs = self.refs(card.abilities)
        colors = colors_of(card.cost) if card.colors is None else card.colors
        return Chars(
            name=card.name,
            cost=card.cost,
            colors=sort_colors(colors),
            supertypes=self._supertypes(card),
            types=card.types.types,
            subtypes=card.types.subtypes,
            power=None if card.power is None else starless(card.power),
            toughness=None if card.toughness is None else starless(card.toughness),
            loyalty=card.loyalty,
            abilities=refs,
            keywords=self.keywords(refs),
            mana_value=mana_value(card.cost),
        )

    def _supertypes(self, card: CardDef) -> tuple[str, ...]:
        """As printed today; while planeswalkers had a rule of their own, they were not legendary (306.4, current)."""
        supertypes = card.types.supertypes
        if self.rules.switches.get("planeswalker_rule") is not None and "Planeswalker" in card.types.types:
            return tuple(supertype for supertype in supertypes if supertype != "Legendary")
        return supertypes

    def keywords(self, refs: tuple[AbilityRef, ...]) -> tuple[str, ...]:
        names = [self.at(r.path).name for r in refs if isinstance(self.at(r.path), Keyword)]
        return tuple(dict.fromkeys(names))

    @cached
    def functions(self, path: str, zone: str) -> bool:
        """Whether anything printed at `path` works in `zone`, so that the indexes must know it."""
        return any(zone in self.at(r.path).zones and self.at(r.path).keys for r in self.printed(path).abilities)

    @cached
    def identity(self, path: str) -> str:
        """The colour identity of a card (903.4), worked out once."""
        return identity_of(self, path)

    @cached
    def defines_itself(self, path: str) -> bool:
        """Whether an ability defines a characteristic that must be worked out (604.3)."""
        return any(
            isinstance(p, BaseStats) and p.defines
            for r in self.printed(path).abilities
            if isinstance(a := self.at(r.path), Static)
            for p in a.parts
        )

    @cached
    def statics(self, path: str, zone: str) -> bool:
        """Whether the definition at `path` has a static ability of the layers that works in `zone`."""
        return any(
            isinstance(a := self.at(r.path), Static) and "static" in a.keys and zone in a.zones
            for r in self.printed(path).abilities
        )


def _gate(clause: Clause) -> tuple[Condition | None, Facet]:
    first = clause.when.parts[0] if isinstance(clause.when, All) else clause.when
    return first, (Facet.NONE if first is None else first.reads) | clause.each.reads
