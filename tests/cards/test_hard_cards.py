"""The cards that the card language had to carry before it was settled; `hard_cards.yaml` plays their rulings."""

import ast
from functools import cache
from pathlib import Path

import pytest

from apnap.engine.game import Game
from apnap.engine.position import Placed, Position, Seated, build
from apnap.engine.requests import Answer
from apnap.engine.values import Seat
from apnap.forms import form_of
from apnap.pool import load_pool

ROOT = Path(__file__).parents[2]
HARD = (
    "Platinum Angel", "Propaganda", "Notion Thief", "Circle of Protection: Red", "Chromatic Sphere",
    "Painter's Servant", "Fork", "Rhystic Study", "Act of Treason", "Council's Judgment", "Cryptic Command",
    "Oblivion Ring",
    "Banishing Light", "Clone", "Vesuvan Doppelganger", "Humility", "Opalescence", "Exalted Angel", "Rift Bolt",
    "Doubling Season", "Panharmonicon", "Mindslaver", "Damping Engine", "Leeching Licid",
)  # fmt: skip
LINES = 20


@cache
def definitions() -> dict[str, str]:
    """The source of every card of ours, by its name."""
    found = {}
    for path in sorted((ROOT / "plugins" / "apnap_cards").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "card":
                name = node.args[0]
                if isinstance(name, ast.Constant):
                    found[str(name.value)] = ast.get_source_segment(source, node) or ""
    return found


def honest_lines(source: str) -> list[str]:
    """The lines that say something: not those that only close brackets."""
    return [line for line in source.splitlines() if line.strip(" ()[]{},")]


@pytest.mark.parametrize("name", HARD)
def test_a_hard_card_is_data_of_few_lines_that_are_no_longer_than_others(name: str) -> None:
    source = definitions()[name]
    assert len(honest_lines(source)) < LINES, source
    assert max(len(line) for line in source.splitlines()) <= 120
    assert form_of(load_pool().cards[name]) == "data"


@pytest.mark.parametrize("name", HARD)
def test_a_hard_card_is_played_by_a_scenario(name: str) -> None:
    scenarios = (ROOT / "tests" / "scenarios" / "hard_cards.yaml").read_text(encoding="utf-8")
    assert scenarios.count(name) >= 1


def position(*battlefield: str, hand: tuple[str, ...]) -> Position:
    placed = [Placed(base=f"card:{name}", seat=Seat(0), zone="battlefield") for name in battlefield]
    placed += [Placed(base=f"card:{name}", seat=Seat(0), zone="hand") for name in hand]
    placed += [Placed(base="card:Wastes", seat=Seat(i), zone="library") for i in (0, 1) for _ in range(5)]
    seats = tuple(Seated(name=name, team=i, life=20, starting_life=20) for i, name in enumerate(("Ann", "Bob")))
    return Position(seats=seats, placed=tuple(placed))


def start(edition: str) -> Game:
    """Ann has an Island and the Sphere, and wants to cast a red spell."""
    book = load_pool().book(edition, ("duel",))
    return Game(book, build(position("Island", "Chromatic Sphere", hand=("Lightning Bolt",)), book))


def named(game: Game, kind: str) -> list[str]:
    assert game.request is not None
    return [o.id for o in game.request.options if o.payload.kind == kind]


def test_in_mid_cast_the_sphere_makes_mana_and_draws_where_that_is_a_mana_ability() -> None:
    game = start("2013")
    (bolt,) = named(game, "cast")
    game.answer(Seat(0), Answer(picks=(bolt,)))
    game.answer(Seat(0), Answer(picks=("p1",)))
    assert game.request is not None and game.request.kind == "pay"
    sphere = next(i for i in named(game, "mana") if game.state.objects[int(i.split(":")[1])].base.endswith("Sphere"))  # type: ignore[index]
    game.answer(Seat(0), Answer(picks=(sphere,)))
    while game.request.prompt == "mana" and "auto" in [o.id for o in game.request.options]:
        game.answer(Seat(0), Answer(picks=("auto",)))
    assert game.request.prompt == "color"
    game.answer(Seat(0), Answer(picks=("red",)))
    assert len(game.state.zone("hand", Seat(0))) == 1  # drawn while the spell is being cast
    while game.request is not None and game.request.kind == "pay":
        game.answer(Seat(0), Answer(picks=("auto",)))
    (spell,) = game.state.zone("stack")
    assert game.look.chars(spell).name == "Lightning Bolt"


def test_where_it_is_no_mana_ability_the_spell_cannot_be_paid_for() -> None:
    assert named(start("current"), "cast") == []
