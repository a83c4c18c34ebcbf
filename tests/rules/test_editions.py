"""Each edition has exactly the state-based actions that its own text numbers."""

from collections.abc import Iterator

import pytest

from apnap.cardkit.tables import Edition, Format, in_order
from apnap.composing import compose
from apnap.engine.book import MissingPart
from apnap.pool import Pool, load_pool
from apnap.rules import names
from apnap.rules.editions import EDITIONS
from apnap.rules.index import numbers

LETTERS = {
    "2004": ("420.5", "a b c d e f g h i j k"),
    "2007": ("420.5", "a b c d e f g h i j k m n p q"),
    "2008": ("620.5", "a b c d e f g h i j k m n p q"),
    "2011": ("704.5", "a b c d e f g h i j k m n p q r s t u v"),
    "2012": ("704.5", "a b c d e f g h i j k m n p q r s t u v w"),
    "2013": ("704.5", "a b c d e f g h i j k m n p q r s t u v w x"),
    "current": ("704.5", "a b c d e f g h i j k m n p q r s t u v w x y z aa"),
}
BY_ID = {edition.id: edition for edition in EDITIONS}


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    yield load_pool()


def listed(edition: Edition) -> set[str]:
    """The numbers of all that an edition's list has: for every game, for formats, and not played yet."""
    rules = [rule for rule, _ in edition.clauses] + list(edition.unbuilt)
    rules += [rule for variant in edition.variants for rule, _ in variant.add]
    return {names.number(edition.id, rule) for rule in rules}


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_an_edition_lists_every_letter_of_its_own_text(edition: Edition) -> None:
    section, letters = LETTERS[edition.id]
    own = {number for number in numbers(edition.id) if number.startswith(section) and number != section}
    assert own == {section + letter for letter in letters.split()}
    assert {number for number in listed(edition) if number.startswith(section)} == own


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_clauses_stand_in_the_order_of_their_numbers(edition: Edition) -> None:
    found = [in_order(edition.number(rule)) for rule, _ in edition.clauses]
    assert found == sorted(found)


def test_each_edition_amends_an_earlier_one() -> None:
    ids = [edition.id for edition in EDITIONS]
    for place, edition in enumerate(EDITIONS):
        assert (edition.parent == "") == (place == 0)
        assert place == 0 or edition.parent in ids[:place]


@pytest.mark.parametrize(
    ("edition", "rule", "body"),
    [
        ("2004", "sba.legend", "legend, all go"),
        ("2012", "sba.legend", "legend, all go"),
        ("2013", "sba.legend", "legend, controller chooses"),
        ("2007", "sba.planeswalker_uniqueness", "planeswalkers, all go"),
        ("2008", "sba.planeswalker_uniqueness", "planeswalkers, one stays"),
        ("2013", "sba.planeswalker_uniqueness", "planeswalkers, controller chooses"),
        ("2004", "sba.aura", "aura, on permanents or players"),
        ("2007", "sba.aura", "aura"),
        ("2008", "sba.aura", "aura, on permanents or players"),
        ("2007", "sba.attached_creature", "attached other"),
        ("2008", "sba.attached_creature", "attached other, Fortifications too"),
        ("2011", "sba.attached_creature", "attached creature"),
    ],
)
def test_a_rule_has_the_body_of_its_edition(edition: str, rule: str, body: str) -> None:
    assert (rule, body) in BY_ID[edition].clauses


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_clauses_and_switches_say_the_same(edition: Edition) -> None:
    bodies = {body for _, body in edition.clauses}
    switches = edition.switches
    assert switches.legend_rule == {
        "legend, all go": "all_die", "legend, controller chooses": "controller_chooses",
    }[next(b for b in bodies if b.startswith("legend"))]  # fmt: skip
    assert switches.planeswalker_rule == {
        "": None, "planeswalkers, all go": "all_die", "planeswalkers, one stays": "one_stays",
        "planeswalkers, controller chooses": "controller_chooses",
    }[next((b for b in bodies if b.startswith("planeswalkers")), "")]  # fmt: skip
    assert switches.counter_annihilation == ("counters" in bodies)
    assert switches.counter_cap == ("counter cap" in bodies)
    assert switches.attached_creature == ("attached creature" in bodies)
    assert switches.attached_noncreature == any(b.startswith("attached") for b in bodies)
    assert (switches.draw_loss == "more_than_library") == ("draw, more than the library" in bodies)
    assert (switches.phased_out_token == "ceases") == ("phased token" in bodies)
    auras = {"permanent_or_player": "aura, on permanents or players", "object_or_player": "aura"}
    assert auras[switches.aura_on] in bodies


def test_what_newer_cards_bring_is_numbered_by_the_current_text() -> None:
    brought = {edition.id: [names.number(edition.id, rule) for rule, _ in edition.brought] for edition in EDITIONS}
    newest = ["current:704.5s", "current:704.5v", "current:704.5w", "current:704.5z"]
    assert brought["2004"] == ["current:704.5h", "current:704.5i", *newest]
    assert brought["2007"] == brought["2008"] == brought["2011"] == newest
    assert brought["current"] == []


def test_every_clause_has_a_body(pool: Pool) -> None:
    for edition in EDITIONS:
        bodies = [*edition.clauses, *edition.brought, *(pair for v in edition.variants for pair in v.add)]
        assert [body for _, body in bodies if body not in pool.clauses] == []


def test_a_format_brings_the_clauses_that_the_edition_s_list_has_for_it() -> None:
    giant = Format("two-headed-giant", needs="two_headed_giant")
    found = [c.rule for c in compose(BY_ID["2011"], [giant]).rulebook.clauses]
    assert "sba.team_life" in found and "sba.poison" in found and "sba.team_poison" not in found
    found = [c.rule for c in compose(BY_ID["2012"], [giant]).rulebook.clauses]
    assert "sba.team_poison" in found and "sba.poison" not in found


@pytest.mark.parametrize(
    ("edition", "format_", "needs"),
    [
        ("2004", "two-headed-giant", "two_headed_giant"),
        ("2004", "commander", "commander"),
        ("2007", "commander", "commander"),
        ("2008", "archenemy", "archenemy"),
    ],
)
def test_a_format_that_the_text_does_not_have_is_refused_naming_both(edition: str, format_: str, needs: str) -> None:
    with pytest.raises(MissingPart, match=rf"edition {edition} has no {format_}: its text has no rule of it"):
        compose(BY_ID[edition], [Format(format_, needs=needs)])


@pytest.mark.parametrize("edition", ["2004", "2007", "2008"])
def test_two_formats_that_the_text_does_not_have_are_refused_as_one_is(pool: Pool, edition: str) -> None:
    with pytest.raises(MissingPart, match=rf"edition {edition} has no archenemy: its text has no rule of it"):
        pool.book(edition, ("commander", "archenemy"))


def test_edition_2004_is_for_two_players(pool: Pool) -> None:
    rules = pool.book("2004", ("free-for-all",)).rules
    assert rules.refuse_seats(2) is None
    assert rules.refuse_seats(4) == "edition 2004 has rules for two players alone, not for 4"
    assert pool.book("2007", ("free-for-all",)).rules.refuse_seats(4) is None
    assert pool.book("current", ("duel",)).rules.refuse_seats(3) == (
        "duel under edition current is for 2 players, not 3"
    )
