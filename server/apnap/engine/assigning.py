"""What each creature may assign as combat damage, and whether assignments are legal together (510.1).

Whether an assignment is legal depends on all that one side assigns: what one attacker assigns may be the
lethal damage that lets another trample past. So each answer is checked against what was assigned before it
and the most that the creatures still to come could add. Should they turn out unable to, the side begins
again (510.1e), and counts only on what was assigned before; what is so assigned is legal at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from .damage_order import blocked_by
from .sides import attacks_teams, creatures_of, faces, rules_on
from .state import Attack, Thing
from .values import ObjId, Ref, Seat, count_of, is_player, seat_of

if TYPE_CHECKING:
    from .game import Game

Amounts = tuple[tuple[Ref, int], ...]
Takes = Callable[[ObjId], bool]


class Assigner(Struct, frozen=True):
    """A creature that assigns `amount` of combat damage.

    `to` are the creatures that it fights, in damage assignment order; `beyond` the player or planeswalker
    that it may assign to once all of those have lethal damage. With `past_loyalty`, `beyond` is a
    planeswalker and then its controller, who gets what is beyond its loyalty (702.19c). Where `to` is
    empty, `beyond` gets everything; of several players attacked as a team, one is hit, 810.7f (2012).
    """

    creature: ObjId
    seat: Seat
    amount: int
    to: tuple[ObjId, ...] = ()
    beyond: tuple[Ref, ...] = ()
    past_loyalty: bool = False

    @property
    def targets(self) -> tuple[Ref, ...]:
        return (*(Ref(t) for t in self.to), *self.beyond)

    @property
    def heads(self) -> tuple[Ref, ...]:
        """The players of a team of whom one has to be chosen to get all of it."""
        return self.beyond if not self.to and not self.past_loyalty and len(self.beyond) > 1 else ()

    @property
    def tramples(self) -> bool:
        return bool(self.to and self.beyond)


# --- who assigns --------------------------------------------------------------------------------


def attackers_that_assign(game: Game, takes_part: Takes, past_blockers: tuple[ObjId, ...]) -> list[Assigner]:
    """The attackers with damage to assign; those that trample last, so that they can count on the others.

    `past_blockers` assign as though they were not blocked, since their controller said so.
    """
    combat = game.state.combat
    found = []
    for attack in combat.attacks if combat is not None else ():
        thing = game.look.live(attack.attacker)
        if thing is None or not takes_part(attack.attacker):
            continue
        amount = damage_of(game, thing)
        to, beyond = _reached(game, attack, thing, attack.attacker in past_blockers)
        if amount > 0 and (to or beyond):
            past = not is_player(beyond[0]) and len(beyond) > 1 if beyond else False
            found.append(Assigner(attack.attacker, thing.chars.controller, amount, to, beyond, past))
    return sorted(found, key=lambda a: a.tramples)


def damage_of(game: Game, thing: Thing) -> int:
    """How much combat damage a creature assigns (510.1a)."""
    if rules_on(game.look, "no combat damage", thing.obj.id):
        return 0
    if rules_on(game.look, "damage by toughness", thing.obj.id):
        return thing.chars.toughness or 0
    return thing.chars.power or 0


def _reached(
    game: Game, attack: Attack, thing: Thing, past_blockers: bool
) -> tuple[tuple[ObjId, ...], tuple[Ref, ...]]:
    """The creatures that an attacker assigns to, and what lies beyond them (510.1b-c, 702.19)."""
    beyond = attacked(game, attack, thing)
    if not attack.blocked or past_blockers:
        return (), beyond
    tramples = thing.chars.has("trample") or thing.chars.has("trample over planeswalkers")
    return attack.blockers, beyond if tramples else ()


def attacked(game: Game, attack: Attack, thing: Thing) -> tuple[Ref, ...]:
    """What gets the damage of an attacker that nobody blocks."""
    over = thing.chars.has("trample over planeswalkers")
    behind = (Ref(-attack.seat - 1),) if over and game.state.player(attack.seat).in_game else ()
    if attack.defender == 0:  # 506.4c: the planeswalker was removed from combat
        return behind
    if is_player(attack.defender):
        return tuple(f for f in faces(game, attack.defender) if game.state.player(seat_of(f)).in_game)
    return (attack.defender, *behind)


def blockers_that_assign(game: Game, side: tuple[Seat, ...], takes_part: Takes) -> list[Assigner]:
    """The blockers of a side with damage to assign (510.1d)."""
    combat = game.state.combat
    blocking = {b for b, _ in combat.blocked_by} if combat is not None else set()
    found = []
    for thing in creatures_of(game.look, side):
        creature = thing.obj.id
        if creature not in blocking or not takes_part(creature):
            continue
        amount, to = damage_of(game, thing), blocked_by(game, creature)
        if amount > 0 and to:
            found.append(Assigner(creature, thing.chars.controller, amount, to))
    return found


# --- what is legal ------------------------------------------------------------------------------


class _Sums:
    """Damage by whom it is assigned to: how much, and how many creatures assign any that is lethal."""

    def __init__(self) -> None:
        self.amount: dict[Ref, int] = {}
        self.lethal: dict[Ref, int] = {}

    def add(self, amounts: Amounts, *, kills: bool, sign: int = 1) -> None:
        for to, n in amounts:
            self.amount[to] = self.amount.get(to, 0) + sign * n
            if kills and n > 0:
                self.lethal[to] = self.lethal.get(to, 0) + sign


class Assignment:
    """What one side has assigned so far. `hopeful` also counts what creatures to come could assign."""

    def __init__(self, game: Game, assigners: list[Assigner], *, hopeful: bool) -> None:
        self.game = game
        self.assigners = assigners
        self.ordered = game.look.switch("damage_division") == "ordered"
        self.as_team = attacks_teams(game.look)
        self.made: list[Amounts] = []
        self._claims: list[tuple[Assigner, Amounts]] = []
        self._sums = _Sums()
        self._to_come = _Sums()
        for assigner in assigners if hopeful else ():
            self._to_come.add(self._most(assigner), kills=self._kills(assigner))
        self._hopeful = hopeful

    @property
    def parts(self) -> tuple[tuple[ObjId, Ref, int], ...]:
        return tuple(
            (assigner.creature, to, n)
            for assigner, amounts in zip(self.assigners, self.made, strict=False)
            for to, n in amounts
            if n > 0
        )

    def next(self) -> Assigner:
        return self.assigners[len(self.made)]

    @property
    def complete(self) -> bool:
        return len(self.made) == len(self.assigners)

    def add(self, amounts: Amounts) -> None:
        """Keep what the next creature assigns; the caller has made sure that it is legal."""
        assigner = self.next()
        if self._counts_on_others(assigner, dict(amounts)):
            self._claims.append((assigner, amounts))
        self._sums.add(amounts, kills=self._kills(assigner))
        self._pass_over(assigner, sign=-1)
        self.made.append(amounts)

    def refuse(self, amounts: Amounts) -> str | None:
        """Why the next creature cannot assign like this, or None where it can."""
        assigner = self.next()
        kills = self._kills(assigner)
        self._sums.add(amounts, kills=kills)
        self._pass_over(assigner, sign=-1)
        reasons = (self._fault(a, dict(given)) for a, given in (*self._claims, (assigner, amounts)))
        reason = next((r for r in reasons if r is not None), None)
        self._sums.add(amounts, kills=kills, sign=-1)
        self._pass_over(assigner, sign=1)
        return reason

    def _pass_over(self, assigner: Assigner, *, sign: int) -> None:
        if self._hopeful:
            self._to_come.add(self._most(assigner), kills=self._kills(assigner), sign=sign)

    def _most(self, assigner: Assigner) -> Amounts:
        """The most that a creature could assign to each alone."""
        return tuple((t, assigner.amount) for t in assigner.targets)

    def _counts_on_others(self, assigner: Assigner, assigned: dict[Ref, int]) -> bool:
        """Whether what is assigned is legal only if certain others are assigned enough."""
        if any(assigned.get(b, 0) for b in assigner.beyond):
            return bool(assigner.to) or assigner.past_loyalty
        return self.ordered and any(assigned.get(Ref(t), 0) for t in assigner.to[1:])

    def _fault(self, assigner: Assigner, assigned: dict[Ref, int]) -> str | None:
        if self.as_team and not assigner.past_loyalty and len([b for b in assigner.beyond if assigned.get(b, 0)]) > 1:
            return "all that is assigned to the team is assigned to one player"
        if not self._counts_on_others(assigner, assigned):
            return None
        short = [t for t in assigner.to if not self._is_lethal(t)]
        if self.ordered:
            for n, target in enumerate(assigner.to):
                if assigned.get(Ref(target), 0) and any(t in short for t in assigner.to[:n]):
                    return "a creature earlier in the order is not assigned lethal damage"
        if short and any(assigned.get(b, 0) for b in assigner.beyond):
            return "a creature that blocks it is not assigned lethal damage"
        if assigner.past_loyalty and assigned.get(assigner.beyond[1], 0) and self._room(assigner.beyond[0]) > 0:
            return "the planeswalker is not assigned damage equal to its loyalty"
        return None

    def _is_lethal(self, target: ObjId) -> bool:
        """702.19b, 702.2c: marked damage and all that is being assigned count, prevention does not."""
        kills = self._sums.lethal.get(Ref(target), 0) + self._to_come.lethal.get(Ref(target), 0)
        return kills > 0 or self._room(Ref(target)) <= 0

    def _room(self, target: Ref) -> int:
        """How much damage is still wanting until a creature's toughness or a planeswalker's loyalty."""
        thing = self.game.look.live(target)
        assert thing is not None
        coming = self._sums.amount.get(target, 0) + self._to_come.amount.get(target, 0)
        if "Creature" in thing.chars.types:
            return (thing.chars.toughness or 0) - thing.obj.damage - coming
        return count_of(thing.obj.counters, "loyalty") - coming

    def _kills(self, assigner: Assigner) -> bool:
        """Whether any damage by this creature is lethal (702.2c; not while deathtouch was a trigger)."""
        look = self.game.look
        return look.switch("deathtouch") == "check" and look.chars(assigner.creature).has("deathtouch")

    # --- answers that are always legal ----------------------------------------------------------

    def default(self) -> Amounts | None:
        """An assignment that is legal now; None where hope has left none."""
        assigner = self.next()
        made = self._greedy(assigner, assigner.to)
        if self.refuse(made) is None:
            return made
        tries = [self._greedy(assigner, self._owed(assigner)), *(((t, assigner.amount),) for t in assigner.targets)]
        return next((t for t in tries if self.refuse(t) is None), None)

    def _owed(self, assigner: Assigner) -> tuple[ObjId, ...]:
        """The creatures that earlier assignments count on first."""
        counted_on = {t for a, _ in self._claims for t in a.to}
        return tuple(sorted(assigner.to, key=lambda t: t not in counted_on))

    def _greedy(self, assigner: Assigner, order: tuple[ObjId, ...]) -> Amounts:
        """Lethal damage to one after the other, the rest beyond them or to the last; on nobody's help."""
        hope, self._to_come = self._to_come, _Sums()
        left = assigner.amount
        given: dict[Ref, int] = {}
        for target in order:
            if left > 0 and not self._is_lethal(target):
                wanted = 1 if self._kills(assigner) else self._room(Ref(target))
                given[Ref(target)] = min(left, wanted)
                left -= given[Ref(target)]
        if left > 0:
            rest = assigner.beyond[0] if assigner.beyond else Ref(order[-1])
            given[rest] = given.get(rest, 0) + left
        self._to_come = hope
        return tuple(given.items())

    def only_one_way(self) -> bool:
        """Whether the next creature can assign its damage in one way only."""
        assigner = self.next()
        first, *others = assigner.targets
        for other in others:
            moved = ((first, assigner.amount - 1), (other, 1))
            if self.refuse(moved) is None or self.refuse(((other, assigner.amount),)) is None:
                return False
        return True
