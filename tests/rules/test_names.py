"""Every rule name leads to a number that stands in the text of its edition."""

import pytest

from apnap.rules import names
from apnap.rules.index import EDITIONS, exists


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_number_stands_in_its_edition(edition: str) -> None:
    missing = {name: found for name, found in names.numbers(edition).items() if not exists(edition, found)}
    assert missing == {}


def test_a_number_that_is_not_there_would_be_noticed() -> None:
    assert not exists("2011", names.number("current", "sba.team_poison"))


def test_no_name_stands_twice() -> None:
    found = [name for name, _, _ in names.rules()]
    assert sorted(set(found)) == sorted(found)


def test_every_name_has_a_heading_and_a_number_somewhere() -> None:
    for name, found, words in names.rules():
        assert words, name
        assert set(found) != {"-"}, name
        assert len(found) == len(EDITIONS), name


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("sba.toughness", "420.5b 420.5b 620.5b 704.5f 704.5f 704.5f 704.5f"),
        ("sba.legend", "420.5e 420.5e 620.5e 704.5k 704.5k 704.5k 704.5j"),
        ("sba.aura", "420.5d 420.5d 620.5d 704.5n 704.5n 704.5n 704.5m"),
        ("sba.commander_damage", "- - - 704.5u 704.5v 704.5v 704.6c"),
        ("sba.scheme", "- - - 704.5v 704.5w 704.5w 704.6e"),
        ("priority.settle", "408.1b 408.1b 408.1b 116.5 116.5 116.5 117.5"),
        ("damage.player", "413.2b 215.2 215.2 119.3a 119.3a 119.3a 120.3a"),
        ("damage.planeswalker", "current:120.3c 212.9d 212.9d 119.3c 119.3c 119.3c 120.3c"),
        ("priority.actions", "408.1d 408.1d 408.1d 116.1 116.1 116.1 117.1"),
        ("teams.draw", "- 606.6e 606.6e 805.4b 805.4b 805.4b 805.4b"),
        ("teams.land", "- 606.6e 606.6e 805.4c 805.4c 805.4c 805.4c"),
        ("triggers.controller", "410.2 410.2 410.2 603.3a 603.3a 603.3a 603.3a"),
        ("keyword.first_strike", "502.2 502.2 502.2 702.7 702.7 702.7 702.7"),
        (
            "keyword.undying",
            "current:702.93 current:702.93 current:702.93 current:702.93 702.91 702.92 702.93",
        ),
        ("keyword.proliferate", "current:701.34 current:701.34 current:701.34 701.23 701.24 701.24 701.34"),
        ("keyword.umbra_armor", "current:702.89 current:702.89 current:702.89 702.86 702.87 702.88 702.89"),
        ("keyword.daybound", " ".join(["current:702.145"] * 6 + ["702.145"])),
    ],
)
def test_a_name_has_the_number_of_each_edition(name: str, found: str) -> None:
    for edition, number in zip(EDITIONS, found.split(), strict=True):
        if number == "-":
            with pytest.raises(KeyError):
                names.number(edition, name)
        else:
            assert names.number(edition, name) == number


def test_a_rule_comes_with_a_newer_card_but_not_where_its_keyword_is_known() -> None:
    assert names.number("2004", "sba.deathtouch") == "current:704.5h"
    with pytest.raises(KeyError, match=r"edition 2007 has no rule named 'sba\.deathtouch'"):
        names.number("2007", "sba.deathtouch")
    assert names.number("2007", "damage.infect_player") == "current:120.3b"
    assert names.number("2004", "sba.loyalty") == "current:704.5i"


@pytest.mark.parametrize("name", sorted(names.BROUGHT_BY_CARDS))
def test_what_cards_bring_has_a_current_rule(name: str) -> None:
    assert name in names.numbers("current")
    keyword = names.BROUGHT_BY_CARDS[name]
    assert not keyword or keyword in names.numbers("current")


@pytest.mark.parametrize(
    ("edition", "name"),
    [
        ("2004", "sba.counters"),
        ("2004", "commander.tax"),
        ("2011", "sba.team_poison"),
        ("2011", "turn.mana_burn"),
        ("current", "combat.damage_order"),
        ("current", "sba.planeswalker_uniqueness"),
        ("current", "sba.nonsense"),
        ("2013", "keyword.nonsense"),
    ],
)
def test_what_an_edition_does_not_have_is_refused_naming_both(edition: str, name: str) -> None:
    with pytest.raises(KeyError, match=rf"edition {edition} has no rule named '{name}'"):
        names.number(edition, name)


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(KeyError, match="unknown edition '1993'"):
        names.number("1993", "sba.life")
