"""What others can write as well as we: a house rule that changes one clause, a format with its own way to lose.

The plugin below imports the card kit and nothing else of ours, and what it changes is seen in play.
"""

import ast
import json
from pathlib import Path

import pytest

from apnap.engine.book import MissingPart
from apnap.pool import Pool, load_pool
from apnap.testing.tables import Table
from plugs import write

HOUSE = """
from apnap.cardkit import (
    EACH_PLAYER, SUBJECT, Edition, Format, counters_of, cards_in_hand, hookimpl, lose_game, state_based,
)

api_version = 1

# five poison counters are enough, and mana burns
poison = state_based(
    "house poison", each=EACH_PLAYER, when=counters_of(SUBJECT, "poison") >= 5, do=lose_game(SUBJECT, "sba.poison")
)
# whoever holds nine cards has lost
hoarding = state_based(
    "hoarding", each=EACH_PLAYER, when=cards_in_hand(SUBJECT) >= 9, do=lose_game(SUBJECT, "sba.hoarding")
)


@hookimpl
def apnap_clauses():
    return [poison, hoarding]


@hookimpl
def apnap_editions(editions):
    house = editions["current"].amended(
        "house", add=[("sba.poison", "house poison")], switch={"mana_burn": True}
    )
    ruled = editions["2004"].amended("house 2004", add=[("sba.mine", "hoarding")], rules={"sba.mine": "house.7"})
    # written from nothing: one clause, and numbers of its own
    village = Edition(
        "village", clauses=(("sba.life", "life"),), switches=editions["current"].switches, numbers="village {}".format
    )
    return [house, ruled, village]


@hookimpl
def apnap_formats():
    return [
        Format("hoarders", slots={"starting_life": 7}, add=(("sba.hoarding", "hoarding"),),
               rules={"sba.hoarding": "hoarders.1"}),
        Format("frugal", slots={"starting_life": 9}),
        Format("thrifty", slots={"starting_life": 9}, settles={("hoarders", "starting_life"): 8}),
        Format("numberless", add=(("sba.nobody", "hoarding"),)),
        Format("bodiless", add=(("sba.poison", "there is no such clause"),)),
    ]
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Pool:
    folder = tmp_path_factory.mktemp("house")
    write(folder, "house", HOUSE)
    pool = load_pool(folder=folder)
    assert pool.failures == ()
    return pool


def test_a_house_rule_takes_the_place_of_one_clause_and_leaves_the_rest(pool: Pool) -> None:
    ours, house = pool.editions["current"], pool.editions["house"]
    changed = set(ours.clauses) ^ set(house.clauses)
    assert changed == {("sba.poison", "poison"), ("sba.poison", "house poison")}
    assert house.parent == "current" and house.number("sba.poison") == ours.number("sba.poison")


@pytest.mark.parametrize(("edition", "over"), [("current", False), ("house", True)])
def test_the_house_rule_is_played(pool: Pool, edition: str, over: bool) -> None:
    table = Table(pool, {"edition": edition, "seats": {"Ann": {}, "Bob": {"poison": 5}}})
    table.go_to("end")
    assert table.game.over is over
    if over:
        assert [int(s) for s in table.game.result.winners] == [0]


@pytest.mark.parametrize(("edition", "life"), [("current", 20), ("house", 18)])
def test_its_switch_is_asked(pool: Pool, edition: str, life: int) -> None:
    table = Table(pool, {"edition": edition, "seats": {"Ann": {"mana": "{R}{R}"}, "Bob": {}}})
    table.go_to("end")
    assert table.client("Ann").life == life


def test_an_edition_may_have_rules_of_its_own_and_their_numbers(pool: Pool) -> None:
    edition = pool.editions["house 2004"]
    assert edition.number("sba.mine") == "house.7"
    assert edition.clauses[-1] == ("sba.mine", "hoarding"), "what is no number of the text comes last"
    table = Table(pool, {"edition": "house 2004", "seats": {"Ann": {"hand": ["9 Island"]}, "Bob": {}}})
    assert table.game.over
    assert told_rule(table) == "house.7"


@pytest.mark.parametrize(("edition", "lives"), [("current", []), ("village", ["Grizzly Bears"])])
def test_an_edition_may_be_written_from_nothing(pool: Pool, edition: str, lives: list[str]) -> None:
    seats = {"Ann": {"hand": ["2 Lightning Bolt"]}, "Bob": {"battlefield": ["Grizzly Bears"], "life": 3}}
    table = Table(pool, {"edition": edition, "mana": "free", "seats": seats})
    table.client("Ann").cast("Lightning Bolt", "Grizzly Bears")
    table.resolve()
    assert table.client("Bob").cards("battlefield") == lives
    table.client("Ann").cast("Lightning Bolt", "Bob")
    table.resolve()
    assert table.game.over and told_rule(table) == pool.editions[edition].number("sba.life")


def test_a_format_has_its_own_way_to_lose(pool: Pool) -> None:
    table = Table(pool, {"format": "hoarders", "seats": {"Ann": {}, "Bob": {"hand": ["8 Island"]}}})
    assert table.client("Ann").life == 7
    table.go_to("main1", turn=2)  # Bob draws his ninth card
    assert table.game.over and [int(s) for s in table.game.result.winners] == [0]
    assert told_rule(table) == "hoarders.1"
    plain = Table(pool, {"seats": {"Ann": {}, "Bob": {"hand": ["8 Island"]}}})
    plain.go_to("main1", turn=2)
    assert not plain.game.over


def told_rule(table: Table) -> str:
    """The number of the rule by which somebody lost, as the wire tells it."""
    told = [json.loads(frame) for frame in table.sent[0]]
    return next(e["rule"] for frame in told for e in frame.get("events", ()) if e["type"] == "GameLost")


def test_formats_compose_or_say_why_not(pool: Pool) -> None:
    with pytest.raises(MissingPart, match="formats frugal and hoarders set starting_life differently"):
        pool.book("current", ("hoarders", "frugal"))
    assert pool.book("current", ("thrifty", "hoarders")).rules.switch("starting_life") == 8


def test_a_clause_that_nobody_can_cite_or_has_is_refused(pool: Pool) -> None:
    with pytest.raises(MissingPart, match=r"has no number of the rule 'sba\.nobody'; give it one in Format"):
        pool.book("current", ("numberless",))
    with pytest.raises(MissingPart, match="no plugin provides the clause 'there is no such clause'"):
        pool.book("current", ("bodiless",))


# --- nothing first-party uses what a third party could not --------------------------------------------

ROOT = Path(__file__).parents[2]


RULES = ROOT / "server/apnap/rules"


@pytest.mark.parametrize("path", sorted(RULES.glob("*.py")), ids=lambda path: path.stem)
def test_our_editions_and_formats_are_made_with_the_card_kit_alone(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("apnap"):
            assert node.module.split(".")[1] in ("cardkit", "rules"), node.module
