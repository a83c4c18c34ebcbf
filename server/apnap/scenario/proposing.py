"""From what a file says a seat does with its priority to the answers that it can mean.

A name may mean several objects. Every reading is one `Proposal`; which of them is meant is what the game
accepts (see `playing`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product

from msgspec import Struct
from msgspec.structs import replace

from apnap.engine.abilities import Activated, SpecialAction
from apnap.engine.game import Game
from apnap.engine.priority import single_option
from apnap.engine.requests import Answer, Given, IllegalAnswer, Request
from apnap.engine.targets import option_id
from apnap.engine.values import ObjId, Ref, Seat, is_player

from .claims import SPECIALS, Activate, CastSpell, Names, Options, PlayLand, Special
from .errors import Unplayable
from .naming import Naming

#: So many readings of the names of one action are tried.
READING_LIMIT = 64
#: Where what is given up as a cost lies; anything may be exiled.
_GIVEN_FROM = {"sacrifice": "battlefield", "discard": "hand", "tap": "battlefield"}

Action = CastSpell | Activate | PlayLand | Special


class Proposal(Struct, frozen=True):
    """An answer to priority, and the objects that its names mean in this reading."""

    answer: Answer
    meaning: tuple[Ref, ...] = ()


def _fits(ability: Activated, options: Options) -> bool:
    """Whether an ability has the modes and targets that are named for it, and no target that is not."""
    if bool(options.modes) != (len(ability.modes) > 1):
        return False
    named = [ability.modes[n - 1] for n in options.modes or (1,) if 0 < n <= len(ability.modes)]
    return any(mode.targets for mode in named) == bool(options.targets)


class Proposer:
    """Makes proposals of what a file says."""

    def __init__(self, game: Game, naming: Naming) -> None:
        self.game = game
        self.naming = naming

    def proposals(self, item: Action, seat: Seat, request: Request) -> list[Proposal]:
        """The readings of an action, the likeliest first; never none.

        Raises `IllegalAnswer` where the seat has nothing of the name, `Unplayable` where nobody has.
        """
        match item:
            case CastSpell() if item.options.alternative == "suspend":
                # 702.62a: suspending is no way to cast the card, but what one does instead
                options = replace(item.options, alternative=None)
                special = Special(number=item.number, seat=item.seat, word="suspend", object=item.card, options=options)
                return self.proposals(special, seat, request)
            case CastSpell():
                picks = [f"cast:{i}" for i in self._cards(item.card, item.zone, seat, "cast")]
                return self._with_options(picks, item.options, seat)
            case Activate():
                picks = [f"activate:{i}:{n}" for i, n in self._abilities(item, seat, request)]
                return self._with_options(picks, item.options, seat)
            case PlayLand():
                ids = self._cards(item.card, item.zone, seat, "play")
                return [Proposal(Answer(picks=(f"play:{i}",))) for i in ids]
            case Special():
                self._check_word(item, seat)
                return self._with_options(self._specials(item, seat, request), item.options, seat)

    def _with_options(self, picks: list[str], options: Options, seat: Seat) -> list[Proposal]:
        readings = list(self._given(options, seat))
        found = [Proposal(Answer(picks=(p,), given=g), m) for p in picks for g, m in readings]
        return found[:READING_LIMIT]

    def _check_word(self, item: Special, seat: Seat) -> None:
        """A word that no rule gives has to be one that an ability of what is named gives."""
        if item.word in SPECIALS:
            return
        book = self.game.book
        for obj_id in self._own(item.object, seat):
            found = [book.at(ref.path) for ref in self.game.look.chars(obj_id).abilities]
            if any(isinstance(ability, SpecialAction) and ability.word == item.word for ability in found):
                return
        raise Unplayable(f"{item.object} has no special action {item.word!r}; the rules have {', '.join(SPECIALS)}")

    # --- cards and sources ----------------------------------------------------------------------

    def _cards(self, name: str, zone: str, seat: Seat, verb: str) -> list[ObjId]:
        """The cards of a name that a seat may mean, those that it could play now first."""
        refs = [r for r in self.naming.refs(name) if not is_player(r)]
        objects = [self.game.state.objects[ObjId(r)] for r in refs]
        objects = [o for o in objects if not zone or o.zone == zone]
        legal = [o.id for o in objects if single_option(self.game, seat, f"{verb}:{o.id}") is not None]
        if legal:
            return self._distinct(legal)
        own = [o.id for o in objects if o.owner == seat or name in self.naming.labels]
        if not own:
            where = f" in {zone}" if zone else ""
            raise IllegalAnswer("illegal_choice", f"{self.naming.seats[seat]} has no {name}{where} to {verb}")
        return own[:1]

    def _own(self, name: str, seat: Seat) -> list[ObjId]:
        """The objects of a name that a seat may mean as a source: its own, or else what there is."""
        refs = [ObjId(r) for r in self.naming.refs(name) if not is_player(r)]
        if not refs:
            raise Unplayable(f"{name!r} is no object")
        own = [r for r in refs if self._whose(r) == seat]
        return self._distinct(own or refs)

    def _whose(self, obj_id: ObjId) -> Seat:
        obj = self.game.state.objects[obj_id]
        return self.game.look.controller(obj_id) if obj.zone in ("battlefield", "stack") else obj.owner

    def _distinct(self, ids: Sequence[ObjId]) -> list[ObjId]:
        return [i for n, i in enumerate(ids) if not any(self.naming.equal(i, b) for b in ids[:n])]

    def _abilities(self, item: Activate, seat: Seat, request: Request) -> list[tuple[ObjId, int]]:
        """Sources with the number that the engine knows the ability by: it counts those of the zone."""
        found = []
        for obj_id in self._own(item.object, seat):
            printed = self._activated(obj_id)
            here = self.game.activated_paths(obj_id)
            for n in self._places(item, obj_id, printed, here, request):
                path = printed[n - 1] if n <= len(printed) else ""
                found.append((obj_id, here.index(path) + 1 if path in here else len(here) + 1))
        return found

    def _activated(self, obj_id: ObjId) -> tuple[str, ...]:
        book = self.game.book
        refs = self.game.look.chars(obj_id).abilities
        return tuple(r.path for r in refs if isinstance(book.at(r.path), Activated))

    def _places(
        self, item: Activate, obj_id: ObjId, printed: Sequence[str], here: Sequence[str], request: Request
    ) -> list[int]:
        """The number that the file gives, or that of the one ability that could be meant."""
        if item.ability is not None:
            return [item.ability]
        if len(here) <= 1:
            return [printed.index(here[0]) + 1] if here else [1]
        usable = [p for n, p in enumerate(here, 1) if request.option(f"activate:{obj_id}:{n}") is not None]
        if len(usable) > 1:
            usable = [p for p in usable if _fits(self.game.book.at(p), item.options)] or usable
        if len(usable) > 1:
            raise Unplayable(f"{item.object} has {len(here)} activated abilities; expected the key 'ability'")
        return [printed.index(p) + 1 for p in usable or here[:1]]

    def _specials(self, item: Special, seat: Seat, request: Request) -> list[str]:
        found = []
        for obj_id in self._own(item.object, seat):
            pick = f"special:{item.word}:{obj_id}"
            offered = [o.id for o in request.options if o.id == pick or o.id.startswith(f"{pick}:")]
            found += offered or [pick]
        return found

    # --- choices made in advance ----------------------------------------------------------------

    def _given(self, options: Options, seat: Seat) -> Iterator[tuple[Given, tuple[Ref, ...]]]:
        """The readings of the options, each with what its names mean."""
        targets = self._readings(options.targets or (), self.naming.refs)
        exiled = self._readings(options.exile or (), lambda name: self._objects(name, seat, ""))
        for refs, away in islice(product(list(targets), list(exiled)), READING_LIMIT):
            given = Given(
                targets=None if options.targets is None else tuple(option_id(r) for r in refs),
                x=options.x,
                modes=options.modes,
                alternative=options.alternative,
                kicked=options.kicked,
                divided=self._divided(options, refs),
                sacrifice=self._given_up(options.sacrifice, seat, "sacrifice"),
                discard=self._given_up(options.discard, seat, "discard"),
                exile=None if options.exile is None else tuple(ObjId(r) for r in away),
                tap=self._given_up(options.tap, seat, "tap"),
                pay_life=options.pay_life,
            )
            yield given, refs

    def _readings(self, names: Names, find: Callable[[str], Sequence[Ref]]) -> Iterator[tuple[Ref, ...]]:
        """What several names can mean together; a repeated name means another of equal objects."""
        choices = [self._candidates(name, names[:at].count(name), find) for at, name in enumerate(names)]
        return islice(product(*choices), READING_LIMIT)

    def _candidates(self, name: str, nth: int, find: Callable[[str], Sequence[Ref]]) -> list[Ref]:
        """One object of each group of equal ones: the nth, or the last."""
        groups: list[list[Ref]] = []
        for ref in find(name):
            same = next((g for g in groups if self._equal(g[0], ref)), None)
            if same is None:
                groups.append([ref])
            else:
                same.append(ref)
        return [group[min(nth, len(group) - 1)] for group in groups]

    def _equal(self, a: Ref, b: Ref) -> bool:
        return not is_player(a) and not is_player(b) and self.naming.equal(ObjId(a), ObjId(b))

    def _objects(self, name: str, seat: Seat, zone: str) -> list[Ref]:
        """Objects that a seat may give up: in the right zone and its own, as far as there are any."""
        found = [r for r in self.naming.refs(name) if not is_player(r)]
        for narrower in (
            [r for r in found if self.game.state.objects[ObjId(r)].zone == zone],
            [r for r in found if self._whose(ObjId(r)) == seat],
        ):
            both = [r for r in found if r in narrower]
            found = both or found
        if not found:
            raise Unplayable(f"{name!r} is no object")
        return found

    def _given_up(self, names: Names | None, seat: Seat, how: str) -> tuple[ObjId, ...] | None:
        if names is None:
            return None
        picked: list[ObjId] = []
        for name in names:
            found = [ObjId(r) for r in self._objects(name, seat, _GIVEN_FROM[how])]
            picked.append(next((i for i in found if i not in picked), found[0]))
        return tuple(picked)

    def _divided(self, options: Options, refs: Sequence[Ref]) -> tuple[tuple[str, int], ...] | None:
        if options.divided is None:
            return None
        by_name = dict(zip(options.targets or (), refs, strict=True))
        return tuple((option_id(by_name.get(name) or self.naming.refs(name)[0]), n) for name, n in options.divided)
