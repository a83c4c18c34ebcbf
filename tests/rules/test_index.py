"""The index knows the numbers of each edition, and nothing else."""

import re

import pytest

from apnap.rules.index import EDITIONS, exists, heading, numbers


def test_an_edition_has_its_rules() -> None:
    assert [len(numbers(edition)) for edition in EDITIONS] == [799, 1208, 1238, 1901, 1993, 2065, 3309]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_number_is_one_and_stands_below_another(edition: str) -> None:
    for number in numbers(edition):
        assert re.fullmatch(r"[1-9]\d\d(\.[1-9]\d*([a-km-np-z]|a[a-km-np-z])?)?", number), number
        assert number.rstrip("abcdefghijklmnopqrstuvwxyz") in numbers(edition)
        assert number.partition(".")[0] in numbers(edition)


@pytest.mark.parametrize(
    ("edition", "number", "there"),
    [
        ("2004", "420.5k", True),
        ("2004", "420.5m", False),
        ("2007", "420.5q", True),
        ("2007", "620.5q", False),
        ("2008", "620.5q", True),
        ("2008", "420.5q", True),
        ("2011", "704.5v", True),
        ("2011", "704.5w", False),
        ("2012", "702.91a", True),
        ("2012", "702.92", False),
        ("2013", "704.5x", True),
        ("current", "704.5aa", True),
        ("current", "704.5l", False),
        ("2004", "current:702.93", True),
        ("2004", "702.93", False),
    ],
)
def test_a_number_exists_or_not(edition: str, number: str, there: bool) -> None:
    assert exists(edition, number) is there


def test_an_edition_without_an_index_is_refused() -> None:
    with pytest.raises(KeyError, match="no index for edition '1993'"):
        exists("1993", "420.5a")


def test_a_heading_is_ours_and_falls_back_to_the_rule_above() -> None:
    assert heading("2011", "704.5f") == "a creature without toughness"
    assert heading("2008", "620.5f") == "a token off the battlefield"
    assert heading("current", "702.93a") == "undying"
    assert heading("current", "704.5") == "state-based actions"
    assert heading("current", "700.1") is None
    assert heading("2004", "current:704.5s") == "a Saga after its last chapter"
    with pytest.raises(KeyError, match=r"edition 2004 has no rule 704\.5f"):
        heading("2004", "704.5f")
