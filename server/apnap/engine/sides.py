"""Who attacks and who defends (506.2, 802, 805.10), and what the two sides share.

A side is a tuple of seats: one seat, or the seats of a team that takes its turns together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .frame import Frame
from .requests import Request
from .state import Attack, Thing
from .static_parts import Rule
from .targets import ref_of, ref_option
from .values import NOTHING, ObjId, Ref, Seat, is_player, player, seat_of

if TYPE_CHECKING:
    from .game import Game
    from .look import Look
    from .perform import Asking

Due = tuple[Rule, Frame]


def attacking_side(game: Game) -> tuple[Seat, ...]:
    """The seats that attack this turn, still in the game."""
    return game.active_seats()


def defending_sides(game: Game) -> tuple[tuple[Seat, ...], ...]:
    """The sides that may be attacked, in APNAP order."""
    attackers = attacking_side(game)
    if not attackers:
        return ()
    foes = game.look.opponents(attackers[0])
    sides = tuple(side for side in game.apnap_groups() if side[0] in foes)
    if game.look.switch("team_blocks"):
        return sides
    return tuple((seat,) for side in sides for seat in side)  # 802.4a: each blocks for itself


def attacks_teams(look: Look) -> bool:
    """Whether creatures attack a team as a whole, and not one of its players 810.7a (2012)."""
    return look.switch("attack_target") == "team"


def attackable(game: Game) -> tuple[tuple[Ref, Seat], ...]:
    """What may be attacked, with the seat that then is the defending player.

    Where teams are attacked as a whole, either of its players stands for the team.
    """
    look = game.look
    found: list[tuple[Ref, Seat]] = []
    for side in defending_sides(game):
        found += [(player(s), s) for s in side]
        found += [
            (Ref(i), look.chars(i).controller)
            for i in look.permanents()
            if "Planeswalker" in look.chars(i).types and look.chars(i).controller in side
        ]
    return tuple(found)


def faces(game: Game, target: Ref) -> tuple[Ref, ...]:
    """The players or permanent that count as attacked: of a team attacked as a whole, all its players."""
    if not is_player(target) or not attacks_teams(game.look):
        return (target,)
    for side in game.apnap_groups():
        if seat_of(target) in side:
            return tuple(player(s) for s in side)
    return (target,)


def creatures_of(look: Look, side: tuple[Seat, ...]) -> list[Thing]:
    """The creatures that a side controls."""
    found = []
    for obj_id in look.permanents():
        chars = look.chars(obj_id)
        if "Creature" in chars.types and chars.controller in side:
            found.append(Thing(look.state.objects[obj_id], chars))
    return found


def attack_of(game: Game, obj_id: ObjId) -> Attack | None:
    """The attack of a creature, as it is or was when the creature left combat (508.5)."""
    combat = game.state.combat
    if combat is None:
        return None
    attacks = (*combat.attacks, *reversed(combat.former))
    return next((a for a in attacks if a.attacker == obj_id), None)


def put_attacking(game: Game, seat: Seat, target: Ref) -> Attack | None:
    """The attack of a creature that is put onto the battlefield attacking; None where it cannot be one.

    508.4a: its controller is an attacking player, and what it would attack can still be attacked.
    """
    if game.state.combat is None or seat not in attacking_side(game):
        return None
    for ref, defender in attackable(game):
        if target == ref:
            return Attack(NOTHING, ref, defender)
    return None


def attacked_by(game: Game, attackers: tuple[ObjId, ...]) -> Ref:
    """What one of these attacks, or attacked before it left combat; nothing where it did not attack."""
    combat = game.state.combat
    attacks = (*combat.attacks, *combat.former) if combat is not None else ()
    return next((a.defender for a in attacks if a.attacker in attackers), Ref(0))


def choose_attacked(game: Game, seat: Seat, n: int, cause: ObjId) -> Asking:
    """What `n` creatures that are put onto the battlefield attacking attack, as (what, how many) (508.4)."""
    seats = attacking_side(game)
    if game.state.combat is None or seat not in seats or n <= 0:
        return ((Ref(0), n),)
    if len(attackable(game)) == 1:
        return ((attackable(game)[0][0], n),)

    def build() -> Request:
        options = tuple(ref_option(game.look, r, "attacked") for r, _ in attackable(game))
        return Request(
            "divide", (seat,), options=options, total=n, min=0, prompt="attacked", rule="combat.attack.put",
            cause=cause,
        )  # fmt: skip

    answer = yield from game.ask(build)
    return tuple((ref_of(i), k) for i, k in answer.amounts if k > 0) or ((Ref(0), n),)


def rules_on(look: Look, word: str, ref: Ref | ObjId) -> list[Due]:
    """The rules of a word that apply to one object or player, with their frames."""
    return [(rule, frame) for rule, _, frame in look.rules_for(word, Ref(ref))]


def matches(look: Look, rule: Rule, thing: Thing, frame: Frame) -> bool:
    """Whether a rule's filter, if it has one, means this."""
    return rule.filter is None or rule.filter.matches(look, thing, frame)
