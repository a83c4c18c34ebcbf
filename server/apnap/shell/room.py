"""The table around a game: who may come in, who sits where, who is ready. No asyncio and no sockets."""

from __future__ import annotations

import hmac
from typing import Literal

import msgspec
from msgspec import Struct

from apnap.pool import FrozenPool
from apnap_protocol import messages as m

from .games import Chair, GameSetup
from .people import hashed
from .play import Refusal

Stage = Literal["open", "playing", "over"]


class Sitting(Struct, frozen=True):
    """Somebody in a seat."""

    person: str
    name: str
    session: str
    deck: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    ready: bool = True
    again: bool = False
    """Wants a rematch."""
    schemes: tuple[str, ...] = ()


class Terms(Struct, frozen=True):
    """What a table was created with."""

    settings: m.Create
    host: str
    host_name: str
    password: bytes = b""
    invitation: bytes = b""


class Seating(Struct, frozen=True):
    """Who sits where: what changes of a room."""

    stage: Stage = "open"
    sittings: tuple[Sitting | None, ...] = ()
    games: int = 0
    """Games played at this table so far."""
    teams: tuple[int, ...] = ()
    """The team of each seat, once seats were taken away; before that the terms say so."""


def refuse_teams(wish: m.Create) -> tuple[str, ...]:
    """Why nobody could play in these teams."""
    if not wish.teams:
        return ()
    if len(wish.teams) != wish.seats:
        return (f"expected a team for each of the {wish.seats} seats, got {len(wish.teams)}",)
    return () if len(set(wish.teams)) > 1 else ("expected at least two teams",)


class Room:
    """A table's people. Each change gives a new `seating`; nothing is written over."""

    def __init__(self, id: str, terms: Terms, seating: Seating | None = None) -> None:
        self.id, self.terms = id, terms
        self.seating = seating or Seating(sittings=(None,) * terms.settings.seats)

    @property
    def stage(self) -> Stage:
        return self.seating.stage

    @property
    def seated(self) -> int:
        return sum(1 for sitting in self.seating.sittings if sitting is not None)

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat; empty where everyone plays alone."""
        return self.seating.teams or self.terms.settings.teams

    @property
    def names(self) -> frozenset[str]:
        """The names of all cards that people have brought."""
        sittings = [s for s in self.seating.sittings if s is not None]
        return frozenset(name for s in sittings for name in (*s.deck, *s.commanders, *s.schemes))

    def admit(self, person: str, password: str | None, invitation: str | None) -> None:
        """Lets a person in, or raises `Refusal`."""
        terms = self.terms
        if person == terms.host or any(s and s.person == person for s in self.seating.sittings):
            return
        invited = invitation is not None and hmac.compare_digest(hashed(invitation), terms.invitation)
        if invited:
            return
        if terms.settings.private:
            raise Refusal("not_found", "there is no such table")
        if terms.password and not (password is not None and hmac.compare_digest(hashed(password), terms.password)):
            raise Refusal("forbidden", "this table wants a password")

    def seat_of(self, person: str) -> int | None:
        """The seat of a person."""
        for seat, sitting in enumerate(self.seating.sittings):
            if sitting is not None and sitting.person == person:
                return seat
        return None

    def free_seat(self, wanted: int | None) -> int:
        """The seat that somebody gets who wants `wanted` (or any); raises `Refusal`."""
        if self.stage != "open":
            raise Refusal("table_closed", "the game has begun")
        sittings = self.seating.sittings
        if wanted is None:
            for seat, sitting in enumerate(sittings):
                if sitting is None:
                    return seat
            raise Refusal("full", "every seat is taken")
        if wanted >= len(sittings):
            raise Refusal("not_found", f"expected a seat from 0 to {len(sittings) - 1}")
        if sittings[wanted] is not None:
            raise Refusal("full", "this seat is taken")
        return wanted

    def sit(self, seat: int, sitting: Sitting | None) -> None:
        """Puts somebody (or nobody) into a seat."""
        sittings = list(self.seating.sittings)
        sittings[seat] = sitting
        self.seating = msgspec.structs.replace(self.seating, sittings=tuple(sittings))

    def set_ready(self, seat: int, *, ready: bool) -> None:
        sitting = self.seating.sittings[seat]
        assert sitting is not None
        self.sit(seat, msgspec.structs.replace(sitting, ready=ready))

    def want_again(self, seat: int) -> None:
        sitting = self.seating.sittings[seat]
        assert sitting is not None
        self.sit(seat, msgspec.structs.replace(sitting, again=True))

    def agrees_again(self, staying: set[int]) -> bool:
        """Whether all who stayed want a rematch."""
        sittings = self.seating.sittings
        return all((s := sittings[seat]) is not None and s.again for seat in staying)

    def reopen(self, staying: set[int]) -> None:
        """The table is open for another game of those who stayed."""
        sittings = tuple(
            None if s is None or seat not in staying else msgspec.structs.replace(s, again=False, ready=True)
            for seat, s in enumerate(self.seating.sittings)
        )
        self.seating = msgspec.structs.replace(self.seating, stage="open", sittings=sittings)

    def unready(self) -> None:
        """Nobody is ready any more."""
        for seat, sitting in enumerate(self.seating.sittings):
            if sitting is not None:
                self.set_ready(seat, ready=False)

    @property
    def is_complete(self) -> bool:
        """Whether every seat is taken and ready."""
        return self.stage == "open" and all(s is not None and s.ready for s in self.seating.sittings)

    def refuse_start(self, person: str) -> None:
        """Raises `Refusal` where this person cannot start the game now."""
        if person != self.terms.host:
            raise Refusal("forbidden", "only the host may do this")
        if self.stage != "open":
            raise Refusal("table_closed", "the game has begun")
        taken = [s for s in self.seating.sittings if s is not None]
        if len(taken) < 2:
            raise Refusal("forbidden", "expected at least two seats to be taken")
        if not all(s.ready for s in taken):
            raise Refusal("forbidden", "expected everybody to be ready")
        if self.teams and len({self.teams[i] for i, s in enumerate(self.seating.sittings) if s is not None}) < 2:
            raise Refusal("forbidden", "expected seats of at least two teams to be taken")

    def close_up(self) -> dict[int, int]:
        """Takes the empty seats away; gives the new seat of each old one."""
        taken = [(seat, s) for seat, s in enumerate(self.seating.sittings) if s is not None]
        teams = tuple(self.teams[seat] for seat, _ in taken) if self.teams else ()
        self.seating = msgspec.structs.replace(self.seating, sittings=tuple(s for _, s in taken), teams=teams)
        return {old: new for new, (old, _) in enumerate(taken)}

    def begin(self, seed: int, pool: FrozenPool, key: int = 0) -> GameSetup:
        """The game starts: what it begins with, and with which plugins."""
        settings = self.terms.settings
        sittings = [s for s in self.seating.sittings if s is not None]
        seating = self.seating
        self.seating = msgspec.structs.replace(seating, stage="playing", games=seating.games + 1)
        return GameSetup(
            edition=settings.edition,
            format=settings.format,
            seats=tuple(Chair(s.name, s.deck, s.commanders, s.schemes) for s in sittings),
            seed=seed,
            teams=self.teams,
            pool=pool,
            key=key,
        )

    def end(self) -> None:
        """The game is over."""
        self.seating = msgspec.structs.replace(self.seating, stage="over")

    def places(self, connected: set[int], played_by_bots: set[int]) -> tuple[m.Place, ...]:
        """The seats, as everybody sees them."""
        return tuple(
            m.Place(seat)
            if sitting is None
            else m.Place(
                seat,
                sitting.name,
                sitting.ready,
                seat in connected,
                cards=len(sitting.deck),
                bot=seat in played_by_bots,
            )
            for seat, sitting in enumerate(self.seating.sittings)
        )
