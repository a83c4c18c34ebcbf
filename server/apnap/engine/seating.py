"""Who sits where in turn order: whose turn it is, who has priority, who acts and loses together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .look import Look
from .state import State
from .values import Seat


class Seating:
    """The seats of a game as the rules count them: one by one, or as teams that share turns (805)."""

    if TYPE_CHECKING:
        look: Look
        state: State

    def first_seat(self) -> Seat:
        return self.state.starting

    def active_seats(self) -> tuple[Seat, ...]:
        """The seats whose turn it is: one, or a team where teams share turns (805.4)."""
        return self.look.active_seats()

    def next_turn_after(self, seat: Seat) -> Seat:
        team = self.state.player(seat).team
        following = self.look.next_seat(seat)
        if self.look.switch("shared_turns"):
            while self.state.player(following).team == team and following != seat:
                following = self.look.next_seat(following)
        return following

    def apnap_groups(self) -> list[tuple[Seat, ...]]:
        """Seats in APNAP order, those of one team together where they share turns (805.6)."""
        order = self.look.apnap()
        if not self.look.switch("shared_turns"):
            return [(s,) for s in order]
        groups: dict[int, list[Seat]] = {}
        for seat in order:
            groups.setdefault(self.state.player(seat).team, []).append(seat)
        return [tuple(g) for g in groups.values()]

    def teammates(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of a seat's team, that one too."""
        team = self.state.player(seat).team
        return tuple(p.seat for p in self.state.players if p.team == team)

    def in_apnap(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        wanted = tuple(seats)
        return tuple(s for s in self.look.apnap() if s in wanted)

    def passed(self) -> int:
        """How many of them, still in the game, have passed in succession; a team has when all its players have."""
        passed = self.state.turn.passed
        if self.look.switch("shared_turns"):
            teams = {p.team for p in self.state.players if p.in_game}
            return len(teams - {p.team for p in self.state.players if p.in_game and p.seat not in passed})
        return len({s for s in passed if self.state.player(s).in_game})

    def passers(self) -> int:
        """How many passes in a row end a round: one for each seat, or team (117.4, 805.5b)."""
        if self.look.switch("shared_turns"):
            return len({p.team for p in self.state.players if p.in_game})
        return sum(1 for p in self.state.players if p.in_game)

    def active_or_next(self) -> Seat:
        """The active player, or once that one has left another of an active team, or the next (800.4j, 805.5b)."""
        active = self.state.turn.active
        return active if self.state.player(active).in_game else self.holder_after(active)

    def holders(self) -> tuple[Seat, ...]:
        """The seats that have priority: one, or those of its team that have not passed."""
        holder = self.state.turn.holder
        if holder < 0 or not self.state.player(holder).in_game:
            holder = self.holder_after(max(Seat(0), holder))
        return self._still_acting(holder) or (holder,)

    def _still_acting(self, seat: Seat) -> tuple[Seat, ...]:
        """Those who have their turns with a seat and have not passed in succession (805.5b)."""
        passed = self.state.turn.passed
        together = self.look.taking_turns_with(seat)
        return tuple(s for s in together if self.state.player(s).in_game and s not in passed)

    def next_holder(self, seat: Seat) -> Seat:
        """Who gets priority after a pass: team mates who have not passed, then the next in turn order.

        Where there is only one opponent, that may be who is next.
        """
        if mates := [s for s in self._still_acting(seat) if s != seat]:
            return mates[0]
        opponents = self.look.opponents(seat)
        if self.look.switch("priority_next") == "opponent" and len(opponents) == 1:
            return opponents[0]
        return self.next_turn_after(seat)

    def holder_after(self, seat: Seat) -> Seat:
        """Who has priority once its holder has left: a team mate who shares turns, or the next (800.4a)."""
        team = self.state.player(seat).team
        mates = [s for s in self.state.seats_in_game() if self.state.player(s).team == team]
        if mates and self.look.switch("shared_turns"):
            return mates[0]
        return self.look.next_seat(seat)

    def loses_with(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that lose together with this one: its team, where a team is one (810.8)."""
        if self.look.switch("team_loses"):
            team = self.state.player(seat).team
            return tuple(p.seat for p in self.state.players if p.team == team)
        return (seat,)

    concedes_with = loses_with

    def skips_first_draw(self) -> bool:
        """103.8: whether the draw step of this turn is skipped, as the starting player of a two-player game does, or
        (where a format's rules are so) the starting team of two."""
        turn_ = self.state.turn
        if turn_.number != 1 or self.state.starting not in self.active_seats():
            return False
        who = self.look.switch("first_draw_skipped_by")
        teams = {p.team for p in self.state.players}
        two_teams = bool(self.look.switch("shared_turns")) and len(teams) == 2
        if len(self.state.players) == 2 or who == "starting_player":
            return True
        return who == "starting_player_of_two_or_team" and two_teams
