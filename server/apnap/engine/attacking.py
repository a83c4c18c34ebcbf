"""Declaring attackers (508.1), and which attacks are legal.

An attack is a pair: a creature and the player or planeswalker that it attacks. `attack_rules` gathers the
pairs, restrictions and requirements of the board; `declare_attackers` asks, takes the costs and declares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import events as ev
from .amounts import number
from .combat_costs import Bill, bills, can_pay, pay
from .declaring import Declaring, Pair, Picks, Requirement, Restriction
from .frame import Frame
from .requests import Answer, Option, Payload, Request
from .rewinding import take_back
from .sides import (
    Due,
    attackable,
    attacking_side,
    creatures_of,
    faces,
    matches,
    rules_on,
)
from .state import Attack, Cause, Thing
from .static_parts import Rule
from .values import ObjId, Ref, Seat, is_player, player, seat_of

if TYPE_CHECKING:
    from .game import Game
    from .look import Look
    from .perform import Asking


def is_sick(look: Look, thing: Thing) -> bool:
    """Whether its controller has not controlled it continuously since their turn began (302.6)."""
    return thing.obj.arrived >= look.state.player(thing.chars.controller).turn_began


def legal_attackers(game: Game) -> tuple[Thing, ...]:
    """The creatures that could be declared as attackers, whatever else attacks (508.1a, 508.1c)."""
    look = game.look
    return tuple(
        t
        for t in creatures_of(look, attacking_side(game))
        if not t.obj.tapped
        and "Battle" not in t.chars.types
        and (t.chars.has("haste") or not is_sick(look, t))
        and not t.chars.has("defender")
        and not any(r.player is None for r, _ in rules_on(look, "can't attack", t.obj.id))
    )


def legal_targets(game: Game, thing: Thing, among: Sequence[tuple[Ref, Seat]] | None = None) -> tuple[Ref, ...]:
    """The players and planeswalkers that a creature could attack; `among` is `attackable(game)`, known already."""
    return tuple(
        ref for ref, seat in (attackable(game) if among is None else among) if _may_attack(game, thing, ref, seat)
    )


def _may_attack(game: Game, thing: Thing, target: Ref, seat: Seat) -> bool:
    look = game.look
    for rule, frame in rules_on(look, "can't attack", thing.obj.id):
        named = rule.player.resolve(look, frame) if rule.player is not None else ()
        if any(f in named for f in faces(game, target)):
            return False
    for rule, frame in rules_on(look, "attacks only if defender controls", thing.obj.id):
        assert rule.filter is not None
        defenders = [seat_of(f) for f in faces(game, player(seat))]
        if not any(t.chars.controller in defenders for t in rule.filter.all(look, frame)):
            return False
    return True


def attack_costs(game: Game, thing: Thing, target: Ref) -> list[Due]:
    """The rules that ask a cost for this creature to attack this (508.1h)."""
    look = game.look
    return [
        (rule, frame)
        for face in faces(game, target)
        for rule, frame in rules_on(look, "attack cost", face)
        if matches(look, rule, thing, frame)
    ]


class AttackRules:
    """All that is asked of a declaration of attackers, on the board as it is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.things = legal_attackers(game)
        self.costs: dict[str, list[Due]] = {}
        pairs: list[Pair] = []
        places: dict[ObjId, list[int]] = {t.obj.id: [] for t in self.things}
        among = attackable(game)
        for thing in self.things:
            for target in legal_targets(game, thing, among):
                due = attack_costs(game, thing, target)
                pair = Pair(thing.obj.id, target, not due)
                places[thing.obj.id].append(len(pairs))
                pairs.append(pair)
                self.costs[pair.id] = due
        self.pairs = tuple(pairs)
        self.all: Picks = frozenset(range(len(pairs)))
        self.of: dict[ObjId, Picks] = {i: frozenset(at) for i, at in places.items()}
        company = bool(game.look.switch("declaring_company"))
        self.declaring = Declaring(self.pairs, self._restrictions(), self._requirements(), company=company)

    def _on(self, word: str) -> list[tuple[Thing, Due]]:
        """Each rule of a word with each creature that it is about and that could attack."""
        if not self.game.look.found(f"rule:{word}"):
            return []
        return [(t, due) for t in self.things for due in rules_on(self.game.look, word, t.obj.id)]

    # --- restrictions (508.1c) ------------------------------------------------------------------

    def _restrictions(self) -> list[Restriction]:
        found = [Restriction(own, most=1, says="a creature attacks once") for own in self.of.values() if len(own) > 1]
        for thing, (rule, frame) in self._on("can't attack alone"):
            own = self.of[thing.obj.id]
            company = own | self._matching(rule, frame) if rule.filter else self.all
            others = number(rule.amount, self.game.look, frame) or 1
            says = f"{thing.chars.name} can't attack alone"
            found.append(Restriction(company, least=1 + others, when=own, says=says))
        for thing, _ in self._on("attacks alone"):
            says = f"{thing.chars.name} can only attack alone"
            found.append(Restriction(self.all, most=1, when=self.of[thing.obj.id], says=says))
        return found + self._limits()

    def _matching(self, rule: Rule, frame: Frame) -> Picks:
        found = [t for t in self.things if matches(self.game.look, rule, t, frame)]
        return frozenset(i for t in found for i in self.of[t.obj.id])

    def _limits(self) -> list[Restriction]:
        """No more than so many creatures can attack, or attack one player."""
        look = self.game.look
        found = []
        for rule, source, frame in look.rules("attackers at most"):
            among = frozenset(
                i for t in self.things if look.applies(source, frame, Ref(t.obj.id)) for i in self.of[t.obj.id]
            )
            most = number(rule.amount, look, frame)
            found.append(Restriction(among, most=most, says=f"no more than {most} creatures can attack"))
        for target in dict.fromkeys(p.other for p in self.pairs):
            for rule, frame in rules_on(look, "attacked by at most", target):
                among = frozenset(i for i in self.all if target in self._faces(i))
                most = number(rule.amount, look, frame)
                says = f"no more than {most} creatures can attack there"
                found.append(Restriction(among, most=most, says=says))
        return found

    # --- requirements (508.1d) ------------------------------------------------------------------

    def _requirements(self) -> list[Requirement]:
        found = []
        for thing, (rule, frame) in self._on("attacks if able"):
            own = self.of[thing.obj.id]
            if rule.player is not None:
                named = rule.player.resolve(self.game.look, frame)
                own = frozenset(i for i in own if self._faces(i) & set(named))
            found.append(Requirement(own))
        for thing, (rule, frame) in self._on("attacks another"):
            avoided = self._named(rule, frame)
            found.append(self._another(thing, avoided))
        return found + self._goaded()

    def _goaded(self) -> list[Requirement]:
        """701.15b-d: attacks if able, and a player other than the one who goaded it, once for each."""
        found = []
        goaders: dict[tuple[ObjId, Ref], Thing] = {}
        for thing, (rule, frame) in self._on("goaded"):
            for ref in self._named(rule, frame):
                goaders[(thing.obj.id, ref)] = thing
        for (_, ref), thing in goaders.items():
            found += [Requirement(self.of[thing.obj.id]), self._another(thing, (ref,))]
        return found

    def _named(self, rule: Rule, frame: Frame) -> tuple[Ref, ...]:
        who = rule.player
        return (player(frame.controller),) if who is None else who.resolve(self.game.look, frame)

    def _another(self, thing: Thing, avoided: tuple[Ref, ...]) -> Requirement:
        own = self.of[thing.obj.id]
        return Requirement(frozenset(i for i in own if any(is_player(f) and f not in avoided for f in self._faces(i))))

    def _faces(self, pair: int) -> frozenset[Ref]:
        return frozenset(faces(self.game, self.pairs[pair].other))

    # --- the question ---------------------------------------------------------------------------

    def bills(self, picks: tuple[str, ...]) -> tuple[Bill, ...]:
        """What a declaration costs."""
        due = [(self.pairs[self.declaring.index[p]].creature, due) for p in picks for due in self.costs[p]]
        return bills(self.game, due)

    def refuse(self, answer: Answer) -> str | None:
        """Why a declaration is illegal (508.1): restrictions, requirements, a cost out of reach."""
        illegal = self.declaring.refuse(answer.picks, "attack")
        if illegal is not None:
            return illegal
        tapped = tuple(e.object for e in _taps(self.game, self, answer.picks))
        if not can_pay(self.game, self.bills(answer.picks), tapped):
            return "the cost to attack cannot be paid"
        return None

    def request(self) -> Request:
        side = attacking_side(self.game)
        return Request(
            "attackers",
            side,
            options=tuple(self._option(p) for p in self.pairs),
            for_=side[0] if side else self.game.state.turn.active,
            prompt="attackers",
            rule="combat.attack.declare",
            min=0,
            max=len(self.pairs),
            default=Answer(picks=self.declaring.default),
            check=self.refuse,
        )

    def _option(self, pair: Pair) -> Option:
        return Option(
            pair.id,
            Payload("attack", object=pair.creature, other=pair.other, seat=self.game.defending_seat(pair.other)),
        )


# --- declaring ----------------------------------------------------------------------------------


def declare_attackers(game: Game) -> Asking:
    """Ask the active player for attackers, take the costs, and declare them (508.1)."""
    while attacking_side(game):
        rules: list[AttackRules] = []

        def build(rules: list[AttackRules] = rules) -> Request:
            rules[:] = [AttackRules(game)]
            return rules[0].request()

        answer = yield from game.ask(build)
        if not attacking_side(game) or game.over:
            return
        if not rules[0].declaring.best().exact:
            game.note(ev.LimitReached(limit="declaration"))
        if (yield from _declare(game, rules[0], answer.picks)):
            return


def _declare(game: Game, rules: AttackRules, picks: tuple[str, ...]) -> Asking:
    """Tap, pay, attack; False where the costs were not paid and the declaration is made again."""
    if not picks:
        return True
    taps = _taps(game, rules, picks)
    owed = rules.bills(picks)
    if not owed:
        game.happen([*taps, _declared(game, rules, picks)])
        return True
    mark = game.mark()
    game.happen(taps)  # 508.1f: they tap before the costs are paid
    if not (yield from pay(game, owed)):
        yield from take_back(game, mark)
        return False
    game.happen([_declared(game, rules, picks)])
    return True


def _chosen(rules: AttackRules, picks: tuple[str, ...]) -> list[Pair]:
    """The pairs of a declaration, in the order in which the creatures stand."""
    return [p for p in rules.pairs if p.id in set(picks)]


def _taps(game: Game, rules: AttackRules, picks: tuple[str, ...]) -> list[ev.Tapped]:
    """508.1f, 702.20b: attacking taps a creature without vigilance."""
    seat = game.state.turn.active
    return [
        ev.Tapped(object=p.creature, cause=Cause("combat.attack.tap", p.creature, seat))
        for p in _chosen(rules, picks)
        if not game.look.chars(p.creature).has("vigilance")
    ]


def _declared(game: Game, rules: AttackRules, picks: tuple[str, ...]) -> ev.AttackersDeclared:
    """508.1k: each chosen creature that is still under the same control attacks."""
    side = attacking_side(game)
    attacks = tuple(
        Attack(p.creature, p.other, game.defending_seat(p.other))
        for p in _chosen(rules, picks)
        if p.creature in game.state.objects and game.look.controller(p.creature) in side
    )
    seat = game.state.turn.active
    by = tuple(Counter(game.look.controller(a.attacker) for a in attacks).items())
    return ev.AttackersDeclared(seat=seat, attacks=attacks, by=by, cause=Cause("combat.attack.attacking", seat=seat))
