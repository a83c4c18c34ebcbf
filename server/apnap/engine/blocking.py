"""Declaring blockers (509.1), side after side, and which blocks are legal.

A block is a pair: a blocking creature and the attacker that it blocks. Each side sees only the attackers of
its own players and its own creatures (802.4b).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import events as ev
from .amounts import number
from .combat_costs import Bill, bills, can_pay, pay
from .damage_order import order_damage
from .declaring import Declaring, Pair, Picks, Requirement, Restriction
from .evasion import Evasion, Hindered
from .requests import Answer, Option, Payload, Request
from .rewinding import take_back
from .sides import Due, attacks_teams, creatures_of, defending_sides, matches, rules_on
from .state import Attack, Cause, Thing
from .values import ObjId, Ref, Seat

if TYPE_CHECKING:
    from .game import Game
    from .perform import Asking


def attacks_on(game: Game, side: tuple[Seat, ...]) -> tuple[Attack, ...]:
    """The attacks on a side's players and their planeswalkers."""
    combat = game.state.combat
    return () if combat is None else tuple(a for a in combat.attacks if a.seat in side)


def legal_blockers(game: Game, side: tuple[Seat, ...]) -> tuple[Thing, ...]:
    """The creatures of a side that may block at all: untapped, and no battles (509.1a)."""
    return tuple(t for t in creatures_of(game.look, side) if not t.obj.tapped and "Battle" not in t.chars.types)


def legal_blocks(game: Game, side: tuple[Seat, ...]) -> tuple[tuple[ObjId, ObjId], ...]:
    """The blocks of a side that nothing forbids one by one, as (blocker, attacker)."""
    look = game.look
    attackers = [
        Evasion(look, thing, side if attacks_teams(look) else (attack.seat,))
        for attack in attacks_on(game, side)
        if (thing := look.live(attack.attacker)) is not None
    ]
    found = []
    for blocker in legal_blockers(game, side):
        hindered = Hindered(look, blocker)
        found += [
            (blocker.obj.id, attacker.id)
            for attacker in attackers
            if attacker.lets(blocker) and hindered.lets(attacker.thing)
        ]
    return tuple(found)


class BlockRules:
    """All that is asked of one side's declaration of blockers, on the board as it is."""

    def __init__(self, game: Game, side: tuple[Seat, ...]) -> None:
        self.game = game
        self.side = side
        blocks = legal_blocks(game, side)
        self.costs = {blocker: rules_on(game.look, "block cost", blocker) for blocker, _ in blocks}
        self.pairs = tuple(Pair(b, Ref(a), not self.costs[b]) for b, a in blocks)
        self.all: Picks = frozenset(range(len(self.pairs)))
        self.of = self._grouped([p.creature for p in self.pairs])
        self.on = self._grouped([ObjId(p.other) for p in self.pairs])
        company = bool(game.look.switch("declaring_company"))
        self.declaring = Declaring(self.pairs, self._restrictions(), self._requirements(), company=company)

    def _grouped(self, keys: list[ObjId]) -> dict[ObjId, Picks]:
        groups: dict[ObjId, list[int]] = {}
        for i, key in enumerate(keys):
            groups.setdefault(key, []).append(i)
        return {key: frozenset(group) for key, group in groups.items()}

    def _rules(self, word: str, ids: dict[ObjId, Picks]) -> list[tuple[ObjId, Due]]:
        if not self.game.look.found(f"rule:{word}"):
            return []
        return [(i, due) for i in ids for due in rules_on(self.game.look, word, i)]

    # --- restrictions (509.1b) ------------------------------------------------------------------

    def _restrictions(self) -> list[Restriction]:
        found = [
            Restriction(own, most=most, says="a creature can't block so many attackers")
            for blocker, own in self.of.items()
            if len(own) > (most := self._capacity(blocker))
        ]
        found += self._crowds()
        for blocker, (rule, frame) in self._rules("can't block alone", self.of):
            least = 1 + (number(rule.amount, self.game.look, frame) or 1)
            says = f"{self.game.look.chars(blocker).name} can't block alone"
            found.append(self._counting(self.of, least=least, when=self.of[blocker], says=says))
        return found + self._limits()

    def _capacity(self, blocker: ObjId) -> int:
        """How many attackers a creature may block (509.1a)."""
        look = self.game.look
        more = [number(r.amount, look, f) for r, f in rules_on(look, "blocks more", blocker)]
        return len(self.of[blocker]) if -1 in more else 1 + sum(more)

    def _crowds(self) -> list[Restriction]:
        """How many creatures may or must block one attacker together (702.111b)."""
        look = self.game.look
        found = []
        for attacker, blocks in self.on.items():
            chars = look.chars(attacker)
            if chars.has("menace"):
                says = f"{chars.name} can't be blocked except by two or more creatures"
                found.append(Restriction(blocks, least=2, when=blocks, says=says))
            for rule, frame in rules_on(look, "blocked by at least", attacker):
                least = number(rule.amount, look, frame)
                says = f"{chars.name} can't be blocked except by {least} or more creatures"
                found.append(Restriction(blocks, least=least, when=blocks, says=says))
            for rule, frame in rules_on(look, "blocked by at most", attacker):
                most = number(rule.amount, look, frame)
                says = f"{chars.name} can't be blocked by more than {most}"
                found.append(Restriction(blocks, most=most, says=says))
        return found

    def _limits(self) -> list[Restriction]:
        """No more than so many creatures can block."""
        look = self.game.look
        found = []
        for rule, source, frame in look.rules("blockers at most"):
            of = {b: own for b, own in self.of.items() if look.applies(source, frame, Ref(b))}
            most = number(rule.amount, look, frame)
            found.append(self._counting(of, most=most, says=f"no more than {most} creatures can block"))
        return found

    def _counting(
        self,
        of: dict[ObjId, Picks],
        *,
        says: str,
        least: int = 0,
        most: int = 10**9,
        when: Picks | None = None,
    ) -> Restriction:
        """A restriction on how many of these creatures block, each counted once."""
        several = any(len(own) > 1 and self._capacity(b) > 1 for b, own in of.items())
        groups = tuple(of.values()) if several else ()
        return Restriction(frozenset().union(*of.values()), least, most, when, groups, says)

    # --- requirements (509.1c) ------------------------------------------------------------------

    def _requirements(self) -> list[Requirement]:
        look = self.game.look
        found = []
        for blocker, (rule, frame) in self._rules("blocks if able", self.of):
            found.append(
                Requirement(
                    frozenset(
                        i
                        for i in self.of[blocker]
                        if (t := look.live(self.pairs[i].other)) is not None and matches(look, rule, t, frame)
                    )
                )
            )
        for attacker, (rule, frame) in self._rules("must be blocked", self.on):
            found += [Requirement(frozenset((i,))) for i in self._by(attacker, (rule, frame))]
        for attacker, due in self._rules("blocked if able", self.on):
            found.append(Requirement(frozenset(self._by(attacker, due))))
        return found

    def _by(self, attacker: ObjId, due: Due) -> list[int]:
        """The blocks of an attacker by creatures that a rule's filter means."""
        look = self.game.look
        rule, frame = due
        return [
            i
            for i in sorted(self.on[attacker])
            if (t := look.live(self.pairs[i].creature)) is not None and matches(look, rule, t, frame)
        ]

    # --- the question ---------------------------------------------------------------------------

    def blockers(self, picks: tuple[str, ...]) -> list[ObjId]:
        """The creatures that block in a declaration, each once."""
        chosen = sorted(self.declaring.chosen(picks))
        return list(dict.fromkeys(self.pairs[i].creature for i in chosen))

    def bills(self, picks: tuple[str, ...]) -> tuple[Bill, ...]:
        """What a declaration costs, once for each creature that blocks."""
        return bills(self.game, [(b, due) for b in self.blockers(picks) for due in self.costs[b]])

    def refuse(self, answer: Answer) -> str | None:
        """Why a declaration is illegal (509.1): restrictions, requirements, a cost out of reach."""
        illegal = self.declaring.refuse(answer.picks, "block")
        if illegal is not None:
            return illegal
        if not can_pay(self.game, self.bills(answer.picks)):
            return "the cost to block cannot be paid"
        return None

    def request(self) -> Request:
        return Request(
            "blockers",
            self.side,
            options=tuple(Option(p.id, Payload("block", object=p.creature, other=p.other)) for p in self.pairs),
            prompt="blockers",
            rule="combat.block.declare",
            min=0,
            max=len(self.pairs),
            default=Answer(picks=self.declaring.default),
            check=self.refuse,
        )


# --- declaring ----------------------------------------------------------------------------------


def declare_blockers(game: Game) -> Asking:
    """Each side that is attacked declares its blocks, in APNAP order (509.1, 802.4)."""
    for side in defending_sides(game):
        yield from _declare_side(game, side)
        if game.over:
            return
    combat = game.state.combat
    if combat is None:
        return
    game.happen(
        [
            ev.BlocksDone(
                blocked=tuple(a.attacker for a in combat.attacks if a.blocked),
                unblocked=tuple(a.attacker for a in combat.attacks if not a.blocked),
                cause=Cause("combat.block.blocked"),
            )
        ]
    )
    if game.look.switch("damage_division") == "ordered":
        yield from order_damage(game)


def _declare_side(game: Game, seats: tuple[Seat, ...]) -> Asking:
    while attacks_on(game, _still_here(game, seats)):
        rules: list[BlockRules] = []

        def build(rules: list[BlockRules] = rules) -> Request:
            rules[:] = [BlockRules(game, _still_here(game, seats) or seats)]
            return rules[0].request()

        answer = yield from game.ask(build)
        if game.over or not _still_here(game, seats):
            return
        if not rules[0].declaring.best().exact:
            game.note(ev.LimitReached(limit="declaration"))
        if (yield from _declare(game, rules[0], answer.picks)):
            return


def _still_here(game: Game, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(s for s in seats if game.state.player(s).in_game)


def _declare(game: Game, rules: BlockRules, picks: tuple[str, ...]) -> Asking:
    """Pay and block; False where the costs were not paid and the declaration is made again."""
    mark = game.mark()
    if not (yield from pay(game, rules.bills(picks))):
        yield from take_back(game, mark)
        return False
    game.happen([_declared(game, rules, picks)])
    return True


def _declared(game: Game, rules: BlockRules, picks: tuple[str, ...]) -> ev.BlockersDeclared:
    """509.1g: each chosen creature that is still under the same control blocks."""
    chosen = rules.declaring.chosen(picks)
    attacking = {a.attacker for a in attacks_on(game, rules.side)}
    blocks = []
    for blocker in rules.blockers(picks):
        if blocker not in game.state.objects or game.look.controller(blocker) not in rules.side:
            continue
        attackers = tuple(
            ObjId(rules.pairs[i].other) for i in sorted(chosen & rules.of[blocker]) if rules.pairs[i].other in attacking
        )
        if attackers:
            blocks.append((blocker, attackers))
    cause = Cause("combat.block.blocking", seat=rules.side[0])
    return ev.BlockersDeclared(seat=rules.side[0], blocks=tuple(blocks), cause=cause)
