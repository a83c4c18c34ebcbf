"""What an edition's list has for formats, on positions made by hand: a shared total, counted damage, a scheme."""

from msgspec.structs import replace

import rulecards
from apnap.cardkit import Format
from apnap.engine import events as ev
from apnap.engine.game import Game
from apnap.engine.position import Placed, Position, Seated, build, card_id
from apnap.engine.state import Waiting
from apnap.engine.values import ObjId, Ref, Seat
from apnap.pool import load_pool
from statements import proves

GIANT = Format("two-headed-giant", needs="two_headed_giant", slots={"team_loses": True, "shared_life": True})
COMMANDER = Format("commander", needs="commander")
ARCHENEMY = Format("archenemy", needs="archenemy")
NAMES = ("Ann", "Bob", "Cat", "Dan")


def play(
    edition: str,
    format_: Format,
    *placed: Placed,
    life: tuple[int, ...] = (20, 20),
    poison: tuple[int, ...] = (0, 0, 0, 0),
    tallies: tuple[tuple[str, str, int], ...] = (),
    teams: tuple[int, ...] = (0, 1),
    waiting: tuple[Waiting, ...] = (),
) -> Game:
    """The game as it stands after its first check, from a position under an edition with one format."""
    pool = load_pool([("rulecards", rulecards)])
    pool.formats[format_.name] = format_
    book = pool.book(edition, (format_.name,))
    seats = tuple(
        Seated(name=name, team=team, life=n, starting_life=20, poison=p)
        for name, team, n, p in zip(NAMES, teams, life, poison, strict=False)
    )
    library = tuple(
        Placed(base="card:Forest", seat=Seat(i), zone="library") for i in range(len(seats)) for _ in range(20)
    )
    state = build(Position(seats=seats, placed=(*placed, *library), tallies=tallies), book)
    state.waiting = waiting
    state.next_effect += len(waiting)
    return Game(book, state)


def performed(game: Game) -> list[set[str]]:
    """The numbers of each check that did anything."""
    number = game.book.rules.number
    return [{number(rule) for rule, _ in e.performed} for e in game.log if isinstance(e, ev.Checked) and e.performed]


def lost(game: Game) -> list[str]:
    return [p.name for p in game.state.players if p.lost]


def card(name: str, zone: str, seat: int = 0, **facts: object) -> Placed:
    return Placed(base=f"card:{name}", seat=Seat(seat), zone=zone, **facts)  # type: ignore[arg-type]


# --- Two-Headed Giant -----------------------------------------------------------------------------


@proves("2011 704.5t")
def test_a_team_without_life_loses_as_a_team_in_2011() -> None:
    game = play("2011", GIANT, life=(0, 0, 30, 30), teams=(0, 0, 1, 1))
    (check,) = performed(game)
    assert "704.5t" in check
    assert lost(game) == ["Ann", "Bob"]
    assert game.result is not None and game.result.winners == (2, 3)


@proves("2011 704.5t")
def test_a_team_with_life_stays_in_2011() -> None:
    game = play("2011", GIANT, life=(1, 1, 30, 30), teams=(0, 0, 1, 1))
    assert performed(game) == [] and lost(game) == []


def test_one_replacement_of_one_head_replaces_the_loss_of_the_whole_team() -> None:
    mirror = card("Lich's Mirror", "battlefield", seat=1)
    game = play("2011", GIANT, mirror, life=(0, 0, 30, 30), teams=(0, 0, 1, 1))
    assert "704.5t" in performed(game)[0]
    checks = [at for at, e in enumerate(game.log) if isinstance(e, ev.Checked) and e.performed]
    first = game.log[checks[0] :]
    assert not [e for e in first if isinstance(e, ev.GameLost)]
    assert [p.life for p in game.state.players] == [20, 20, 30, 30]
    assert [e.seat for e in first if isinstance(e, ev.LifeGained)] == [1]
    assert [e.now.owner for e in first if isinstance(e, ev.Moved) and e.how == "draw"] == [1] * 7


def test_one_head_that_cannot_lose_keeps_its_team() -> None:
    angel = card("Platinum Angel", "battlefield", seat=1)
    game = play("2011", GIANT, angel, life=(-1, -1, 30, 30), teams=(0, 0, 1, 1))
    assert performed(game) == [] and lost(game) == []


def test_the_poison_of_a_team_counts_together_since_2012_and_not_in_2011() -> None:
    poison = (8, 7, 0, 0)
    assert performed(play("2011", GIANT, life=(30,) * 4, poison=poison, teams=(0, 0, 1, 1))) == []
    game = play("2012", GIANT, life=(30,) * 4, poison=poison, teams=(0, 0, 1, 1))
    assert performed(game) == [{"704.5u"}] and lost(game) == ["Ann", "Bob"]
    game = play("current", GIANT, life=(30,) * 4, poison=poison, teams=(0, 0, 1, 1))
    assert performed(game) == [{"704.6b"}]


def test_ten_poison_counters_on_one_head_lose_in_2011_and_are_harmless_since() -> None:
    poison = (10, 0, 0, 0)
    game = play("2011", GIANT, life=(30,) * 4, poison=poison, teams=(0, 0, 1, 1))
    assert performed(game) == [{"704.5c"}] and lost(game) == ["Ann", "Bob"]
    assert performed(play("2012", GIANT, life=(30,) * 4, poison=poison, teams=(0, 0, 1, 1))) == []


# --- Commander ------------------------------------------------------------------------------------

ISAMARU = card("Isamaru, Hound of Konda", "command", commander=True)


@proves("2011 704.5u")
def test_the_twenty_first_damage_by_one_commander_loses_in_2011() -> None:
    key = f"{card_id(0)}:1"
    game = play("2011", COMMANDER, ISAMARU, life=(40, 40), tallies=(("commander damage", key, 21),))
    assert performed(game) == [{"704.5u"}] and lost(game) == ["Bob"]


@proves("2011 704.5u")
def test_twenty_damage_by_one_commander_and_twenty_by_what_is_none_do_not() -> None:
    other = card("Craw Wurm", "battlefield")
    damage = (("commander damage", f"{card_id(0)}:1", 20), ("commander damage", f"{card_id(1)}:1", 30))
    game = play("2011", COMMANDER, ISAMARU, other, life=(40, 40), tallies=damage)
    assert performed(game) == [] and lost(game) == []


# --- Archenemy ------------------------------------------------------------------------------------


def scheme_zone(game: Game, number: int = 0) -> str:
    return next(o.zone for o in game.state.objects.values() if o.card == card_id(number))


def trigger_of(number: int) -> Waiting:
    """A triggered ability of the scheme that is the n-th placed object, as it waits."""
    return Waiting(id=1, path="card:Small Plan/abilities/0", source=ObjId(Ref(number + 1)), controller=Seat(0))


@proves("2011 704.5v")
def test_a_scheme_without_a_trigger_goes_under_its_deck_in_2011() -> None:
    game = play("2011", ARCHENEMY, card("Small Plan", "command"), card("Small Plan", "schemes"))
    assert performed(game) == [{"704.5v"}]
    assert scheme_zone(game) == "schemes"
    assert [game.state.objects[i].card for i in game.state.zone("schemes", Seat(0))] == [card_id(1), card_id(0)]


@proves("2011 704.5v")
def test_a_scheme_stays_while_its_own_trigger_waits_or_is_on_the_stack() -> None:
    game = play("2011", ARCHENEMY, card("Small Plan", "command"), waiting=(trigger_of(0),))
    assert performed(game) == [] and scheme_zone(game) == "command"
    assert [game.state.objects[i].source for i in game.state.zone("stack")] == [1]


@proves("2011 704.5v")
def test_an_ongoing_scheme_stays() -> None:
    game = play("2011", ARCHENEMY, card("Long Plan", "command"))
    assert performed(game) == [] and scheme_zone(game) == "command"


def test_another_scheme_s_trigger_keeps_a_scheme_today_and_did_not_in_2011() -> None:
    plans = (card("Small Plan", "command"), card("Small Plan", "command"))
    game = play("2011", ARCHENEMY, *plans, waiting=(trigger_of(1),))
    assert performed(game) == [{"704.5v"}]
    assert (scheme_zone(game, 0), scheme_zone(game, 1)) == ("schemes", "command")
    game = play("current", ARCHENEMY, *plans, waiting=(trigger_of(1),))
    assert performed(game) == []
    assert (scheme_zone(game, 0), scheme_zone(game, 1)) == ("command", "command")


def test_a_face_down_scheme_is_no_matter_of_the_check() -> None:
    plan = replace(card("Small Plan", "command"), face_down="scheme")
    game = play("2011", ARCHENEMY, plan)
    assert performed(game) == [] and scheme_zone(game) == "command"
