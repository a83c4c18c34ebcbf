"""The seats of a state: who is in the game, who opposes whom, and in which order they act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .book import Book
from .state import State
from .values import Seat


class Seats:
    """What a look tells of the seats."""

    if TYPE_CHECKING:
        state: State
        book: Book

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The opponents of a seat that are in the game, in turn order."""
        team = self.state.player(seat).team
        return tuple(p.seat for p in self.state.players if p.in_game and p.team != team)

    def apnap(self, start: Seat | None = None) -> tuple[Seat, ...]:
        """Seats in the game, the active player first, then in turn order (101.4); those of a team together (805.6)."""
        first = self.state.turn.active if start is None else start
        n = len(self.state.players)
        order = [seat for i in range(n) if self.state.player(seat := Seat((first + i) % n)).in_game]
        if self.switch("shared_turns"):  # the first may be any of a team's players, also one who has left
            teams = list(dict.fromkeys(self.state.player(seat).team for seat in (first, *order)))
            order.sort(key=lambda seat: teams.index(self.state.player(seat).team))
        return tuple(order)

    def active_seats(self) -> tuple[Seat, ...]:
        """The seats whose turn it is: one, or a team where teams share turns (805.4)."""
        return tuple(s for s in self.taking_turns_with(self.state.turn.active) if self.state.player(s).in_game)

    def taking_turns_with(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that have their turns together with this one."""
        if not self.switch("shared_turns"):
            return (seat,)
        team = self.state.player(seat).team
        return tuple(p.seat for p in self.state.players if p.team == team)

    def next_seat(self, seat: Seat) -> Seat:
        """The next seat in turn order that is in the game."""
        n = len(self.state.players)
        for i in range(1, n + 1):
            other = Seat((seat + i) % n)
            if self.state.player(other).in_game:
                return other
        return seat

    def life_of(self, seat: Seat) -> int:
        """A player's life total; of one that a team shares all, or half of it rounded up (810.9a; 606.9a (2007))."""
        life = self.state.player(seat).life
        shared = len(self.state.sharing(seat, "life"))
        return -(-life // shared) if self.switch("life_query") == "half_rounded_up" else life

    def commanders_identity(self, seat: Seat) -> str:
        """The colours of a seat's commanders together."""
        letters = ""
        for record in self.state.cards.values():
            if record.commander and record.owner == seat:
                letters += self.book.identity(record.base)
        return "".join(c for c in "WUBRG" if c in letters)

    def switch(self, name: str) -> object:
        return self.book.rules.switch(name)
