"""What `apnap editions` says: every clause and switch of every edition has a sentence in both languages."""

from typing import get_args, get_type_hints

import pytest

from apnap.cardkit import Edition
from apnap.rules import listing, sentences
from apnap.rules.editions import EDITIONS
from apnap.rules.index import exists
from apnap.rules.switches import Switches


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_every_line_has_a_sentence_in_english_and_french_and_a_number_that_exists(edition: Edition) -> None:
    lines = listing.listing(edition)
    assert len(lines) > 40
    for line in lines:
        assert line.en.endswith(".") and line.fr.endswith("."), line
        assert "{" not in line.en + line.fr, line
        assert not line.number or exists(edition.id, line.number), line
        assert line.number or line.kind in ("switch", "word", "format"), line


def test_every_switch_is_spoken_of() -> None:
    by_clauses = {
        "legend_rule", "planeswalker_rule", "world_rule", "counter_annihilation", "counter_cap", "aura_on",
        "attached_noncreature", "attached_creature", "draw_loss", "phased_out_token",
    }  # fmt: skip
    as_words = {"sba_name", "exile_word", "battlefield_word", "cast_word", "dies_word"}
    spoken = {*sentences.SWITCHES, *sentences.FORMATS, "special_actions"}
    assert {*spoken, *by_clauses, *as_words} == set(Switches.__struct_fields__)


def test_every_value_of_a_switch_has_a_sentence() -> None:
    hints = get_type_hints(Switches)
    for name, (_, values) in sentences.SWITCHES.items():
        expected = get_args(hints[name]) or (True, False)
        assert set(values) == set(expected), name


def test_a_sentence_speaks_in_the_words_of_its_edition() -> None:
    old = {line.name: line for line in listing.listing(listing.edition_of("2004")) if line.value == "token"}
    new = {line.name: line for line in listing.listing(listing.edition_of("2011")) if line.value == "token"}
    assert "in play" in old["sba.token"].en and "en jeu" in old["sba.token"].fr
    assert "on the battlefield" in new["sba.token"].en and "champ de bataille" in new["sba.token"].fr


def test_a_difference_tells_renumbering_from_rewording() -> None:
    found = {d.name: d for d in listing.difference(listing.edition_of("2011"), listing.edition_of("current"))}
    assert found["sba.world"].is_renumbered
    legend = found["sba.legend"]
    assert not legend.is_renumbered and legend.before is not None and legend.after is not None
    assert (legend.before.number, legend.after.number) == ("704.5k", "704.5j")
    assert found["sba.planeswalker_uniqueness"].after is None
    assert found["sba.saga"].before is None or found["sba.saga"].before.kind == "brought"
    assert "sba.life" not in found


def test_an_edition_does_not_differ_from_itself() -> None:
    for edition in EDITIONS:
        assert listing.difference(edition, edition) == ()


def test_an_unknown_edition_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(KeyError, match="unknown edition '1993'; known are 2004, 2007"):
        listing.edition_of("1993")


def test_all_named_rules_stand_in_the_order_of_their_numbers() -> None:
    lines = listing.rules(listing.edition_of("2012"))
    assert len(lines) > 300
    assert [line.number for line in lines if line.number.startswith("704.5")][:3] == ["704.5a", "704.5b", "704.5c"]


def test_a_plugin_s_edition_is_listed_by_the_numbers_that_it_gives() -> None:
    parent = listing.edition_of("2011")
    house = parent.amended(
        "house",
        drop=("sba.legend",),
        add=(("sba.poison", "eleven poison counters"),),
        numbers=parent.number,
    )
    lines = {line.name: line for line in listing.listing(house) if line.kind == "check"}
    assert "sba.legend" not in lines
    assert (
        lines["sba.poison"].number == "704.5c" and lines["sba.poison"].en == "Eleven poison counters (from a plugin)."
    )
    assert [d.name for d in listing.difference(parent, house)] == ["sba.poison", "sba.legend"]
    assert listing.edition_of("house", (parent, house)) is house
    assert len(listing.rules(house)) == len(listing.rules(parent))
