"""Terms for players: you, each opponent, whoever controls something, who has the most of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .facets import Facet
from .frame import Frame, Looking
from .terms import Term, This, seats
from .values import Ref, is_player, player

if TYPE_CHECKING:
    from .filters import Filter


class You(Term, frozen=True):
    """The ability's controller."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return (player(frame.controller),)

    def describe(self) -> str:
        return "you"


class EachPlayer(Term, frozen=True):
    """Players still in the game in APNAP order; `who`: any, opponents, others."""

    who: str = "any"

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        seats = look.apnap()
        if self.who == "opponents":
            foes = look.opponents(frame.controller)
            seats = tuple(s for s in seats if s in foes)
        elif self.who == "others":
            seats = tuple(s for s in seats if s != frame.controller)
        return tuple(player(s) for s in seats)

    def describe(self) -> str:
        return {"any": "each player", "opponents": "each opponent", "others": "each other player"}[self.who]

    @property
    def reads(self) -> Facet:
        return Facet.PLAYERS


class EachTeam(Term, frozen=True):
    """One seat of each team still in the game: what becomes of a team becomes of it."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        first: dict[int, Ref] = {}
        for seat in look.apnap():
            first.setdefault(look.state.player(seat).team, player(seat))
        return tuple(first.values())

    def describe(self) -> str:
        return "each team"

    @property
    def reads(self) -> Facet:
        return Facet.PLAYERS


class TeamOf(Term, frozen=True):
    """All players of somebody's team who are in the game."""

    of: Term

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        people = look.state.players
        teams = {people[seat].team for seat in seats(self.of.resolve(look, frame))}
        return tuple(player(p.seat) for p in people if p.in_game and p.team in teams)

    def describe(self) -> str:
        return f"the team of {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        return Facet.PLAYERS | self.of.reads


class ActivePlayer(Term, frozen=True):
    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        """The player whose turn it is; of a team whose first has left, another who is there."""
        active = look.state.turn.active
        there = look.active_seats()
        return (player(there[0] if there and active not in there else active),)

    def describe(self) -> str:
        return "the active player"

    @property
    def reads(self) -> Facet:
        return Facet.TURN | Facet.PLAYERS


class Monarch(Term, frozen=True):
    """The player who is the monarch, if anybody is (725)."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return (player(look.state.monarch),) if look.state.monarch >= 0 else ()

    def describe(self) -> str:
        return "the monarch"

    @property
    def reads(self) -> Facet:
        return Facet.PLAYERS


class ControllerOf(Term, frozen=True):
    of: Term

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return tuple(_player_behind(look, r, owner=False) for r in self.of.resolve(look, frame))

    def describe(self) -> str:
        return f"the controller of {self.of.describe()}"

    @property
    def reads(self) -> Facet:
        return Facet.CONTROL | self.of.reads


class OwnerOf(Term, frozen=True):
    of: Term

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        return tuple(_player_behind(look, r, owner=True) for r in self.of.resolve(look, frame))

    def describe(self) -> str:
        return f"the owner of {self.of.describe()}"


def _player_behind(look: Looking, ref: Ref, *, owner: bool) -> Ref:
    if is_player(ref):
        return ref
    thing = look.thing(ref)
    if thing is None:
        return Ref(0)
    return player(thing.obj.owner if owner else thing.chars.controller)


#: What a frame calls the one of several defending players whom the ability's controller chose.
DEFENDER = "defender"


class Defender(Term, frozen=True):
    """The player that this creature attacks, or attacked before it left combat (508.5).

    Of a team that is attacked as a whole it is the one that the ability's controller chose 810.7b (2012).
    """

    of: Term = This()

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        if named := frame.refs(DEFENDER):
            return named
        combat = look.state.combat
        attackers = self.of.resolve(look, frame)
        if combat is None:
            return ()
        attacks = (*combat.attacks, *combat.former)
        return tuple(player(a.seat) for a in attacks if a.attacker in attackers)

    def describe(self) -> str:
        return "defending player"

    @property
    def reads(self) -> Facet:
        return Facet.COMBAT


class PlayerWithMost(Term, frozen=True):
    """The player who controls more of what the filter matches than each other player; nobody in a tie."""

    filter: Filter

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        counts = {seat: 0 for seat in look.apnap()}
        for thing in self.filter.all(look, frame):
            counts[thing.chars.controller] = counts.get(thing.chars.controller, 0) + 1
        most = max(counts.values(), default=0)
        first = [seat for seat, n in counts.items() if n == most]
        return (player(first[0]),) if len(first) == 1 else ()

    def describe(self) -> str:
        return f"the player who controls the most {self.filter.describe()}"

    @property
    def reads(self) -> Facet:
        return self.filter.board_reads | Facet.CONTROL
