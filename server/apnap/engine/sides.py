"""Who attacks and who defends (506.2, 802, 805.10), and what the two sides share.

A side is a tuple of seats: one seat, or the seats of a team that takes its turns together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .abilities import Rule
from .frame import Frame
from .state import Attack, Thing
from .values import ObjId, Ref, Seat, is_player, player, seat_of

if TYPE_CHECKING:
    from .game import Game
    from .look import Look

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
    return tuple(side for side in game.apnap_groups() if side[0] in foes)


def attacks_teams(look: Look) -> bool:
    """Whether creatures attack a team as a whole, and not one of its players 810.7a (2012)."""
    return look.switch("attack_target") == "team"


def attackable(game: Game) -> tuple[tuple[Ref, Seat], ...]:
    """What may be attacked, with the seat that then is the defending player."""
    look = game.look
    found: list[tuple[Ref, Seat]] = []
    for side in defending_sides(game):
        faces = side[:1] if attacks_teams(look) else side
        found += [(player(s), s) for s in faces]
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
    """The attack of an attacking creature."""
    combat = game.state.combat
    return None if combat is None else next((a for a in combat.attacks if a.attacker == obj_id), None)


def rules_on(look: Look, word: str, ref: Ref | ObjId) -> list[Due]:
    """The rules of a word that apply to one object or player, with their frames."""
    return [(rule, frame) for rule, _, frame in look.rules_for(word, Ref(ref))]


def matches(look: Look, rule: Rule, thing: Thing, frame: Frame) -> bool:
    """Whether a rule's filter, if it has one, means this."""
    return rule.filter is None or rule.filter.matches(look, thing, frame)
