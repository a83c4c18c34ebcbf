"""Every list that comes with the project is legal where it is meant for."""

import pytest

from apnap.decks import check
from apnap.decks.shipped import COMMANDER, OLD, SIXTY, WITH_SCHEMES, fitting, names, shipped, with_schemes
from apnap.pool import Pool, load_pool

BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


def test_every_list_is_named() -> None:
    assert set(names()) == {*COMMANDER, *SIXTY, *OLD, *WITH_SCHEMES}


@pytest.mark.parametrize("name", COMMANDER)
@pytest.mark.parametrize("edition", ["2011", "2012", "2013", "current"])
def test_a_commander_deck_is_legal_in_every_edition_that_has_the_format(pool: Pool, name: str, edition: str) -> None:
    deck = shipped(name)
    assert check(pool.book(edition, ("commander",)), [pool.formats["commander"]], deck) == ()
    assert sum(n for card, n in deck.main if card in BASICS) <= 42


@pytest.mark.parametrize("name", SIXTY + OLD)
def test_a_sixty_card_deck_is_legal(pool: Pool, name: str) -> None:
    edition = "2004" if name in OLD else "current"
    assert check(pool.book(edition, ("duel",)), [pool.formats["duel"]], shipped(name)) == ()
    assert shipped(name).total() == 60


@pytest.mark.parametrize("name", WITH_SCHEMES)
@pytest.mark.parametrize("edition", ["2011", "2012", "2013", "current"])
def test_a_deck_with_schemes_is_legal_in_every_edition_that_has_the_format(pool: Pool, name: str, edition: str) -> None:
    deck = shipped(name)
    assert check(pool.book(edition, ("archenemy",)), [pool.formats["archenemy"]], deck) == ()
    assert (deck.total(), len(deck.scheme_cards)) == (60, 20)


def test_who_plays_alone_gets_a_deck_with_schemes_and_the_others_get_none() -> None:
    assert fitting(("archenemy",), old=False, alone=True) == WITH_SCHEMES
    assert not set(fitting(("archenemy",), old=False)) & set(WITH_SCHEMES)


def test_beside_commanders_the_archenemy_has_single_schemes_and_in_a_free_for_all_everybody_has_some(
    pool: Pool,
) -> None:
    formats = ("archenemy", "commander")
    deck = with_schemes(shipped(fitting(formats, old=False, alone=True)[0]))
    assert check(pool.book("current", formats), pool.formats_of("current", formats), deck) == ()
    assert fitting(("archenemy", "free-for-all"), old=False) == WITH_SCHEMES
