"""Descriptions read in an edition's own words, and the table's sight names them."""

import pytest

from apnap.cardkit import THIS, YOU, create, creatures, dies, exile, pt, return_to_battlefield, token, triggered
from apnap.engine.book import Rulebook
from apnap.engine.game import Game
from apnap.engine.setup import SeatSetup, Setup
from apnap.engine.sight import SPECTATOR, Sight
from apnap.pool import Pool, load_pool
from apnap.rules.index import EDITIONS
from apnap.shell.pooled import PoolGames

SAPROLING = token("Saproling", "Creature — Saproling", pt(1, 1), colors="G")


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


def rules(pool: Pool, edition: str) -> Rulebook:
    return pool.book(edition, ("duel",)).rules


@pytest.mark.parametrize(
    ("text", "in_2004", "in_2011", "today"),
    [
        (
            exile(THIS).describe(),
            "remove this from the game",
            "put this into exile",
            "put this into exile",
        ),
        (
            return_to_battlefield(THIS).describe(),
            "put this into play",
            "put this onto the battlefield",
            "put this onto the battlefield",
        ),
        (
            create(SAPROLING, 2).describe(),
            "put 2 1/1 green Saproling creature tokens into play",
            "put 2 1/1 green Saproling creature tokens onto the battlefield",
            "create 2 1/1 green Saproling creature tokens",
        ),
        (
            triggered(dies(creatures.you_control), do=[exile(YOU)]).on[0].describe(),
            "creature you control is put into a graveyard from play",
            "creature you control is put into a graveyard from the battlefield",
            "creature you control dies",
        ),
        ("whenever this enters", "whenever this comes into play", "whenever this enters", "whenever this enters"),
        ("it leaves the battlefield", "it leaves play", "it leaves the battlefield", "it leaves the battlefield"),
        ("a spell is cast by you", "a spell is played by you", "a spell is cast by you", "a spell is cast by you"),
        ("activate it", "play it", "activate it", "activate it"),
        ("a state-based action", "a state-based effect", "a state-based action", "a state-based action"),
    ],
)
def test_a_description_is_said_in_the_words_of_its_edition(
    pool: Pool, text: str, in_2004: str, in_2011: str, today: str
) -> None:
    assert rules(pool, "2004").say(text) == rules(pool, "2008").say(text) == in_2004
    assert rules(pool, "2011").say(text) == in_2011
    assert rules(pool, "current").say(text) == text == today


def test_dying_is_a_word_since_2012(pool: Pool) -> None:
    said = {edition: rules(pool, edition).words["dies"] for edition in EDITIONS}
    assert [said[e] == "dies" for e in EDITIONS] == [False, False, False, False, True, True, True]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_table_s_sight_names_what_its_edition_calls_otherwise(pool: Pool, edition: str) -> None:
    book = pool.book(edition, ("duel",))
    deck = ("Forest",) * 40
    game = Game.start(book, Setup(seats=(SeatSetup("Ann", deck), SeatSetup("Bob", deck))))
    sight = Sight(2, edition=edition, format="duel", number=book.rules.number, words=book.rules.words)
    sight.after(game, tuple(game.log))
    found = sight.view(SPECTATOR)["game"].get("words", {})
    assert found.get("exile") == ("removed from the game" if edition in ("2004", "2007", "2008") else None)
    assert found.get("battlefield") == ("in play" if edition in ("2004", "2007", "2008") else None)
    assert ("words" in sight.view(SPECTATOR)["game"]) == (edition in ("2004", "2007", "2008", "2011"))


def test_a_card_is_told_in_the_words_of_the_edition_that_is_asked_for() -> None:
    games = PoolGames()
    today, old = games.card("Cloudshift"), games.card("Cloudshift", "2004")
    assert today is not None and old is not None
    assert "into exile" in today["text"] and "onto the battlefield" in today["text"]
    assert "from the game" in old["text"] and "into play" in old["text"] and "exile" not in old["text"]
    assert games.card("Cloudshift", "1993") is None
