"""A table's pool: fewer plugins make another book, and what it began with is known by a fingerprint."""

import contextlib
import random
from functools import cache
from pathlib import Path

import pytest

from apnap.engine.book import MissingPart
from apnap.engine.game import Game
from apnap.engine.requests import IllegalAnswer
from apnap.engine.setup import SeatSetup, Setup
from apnap.loading import RULES, load
from apnap.pool import FrozenPlugin, FrozenPool, Pool, load_pool
from apnap.shell.demo import deck
from apnap.shell.games import Chair, GameSetup
from apnap.shell.pooled import PoolGames
from apnap.testing.selfplay import random_answer
from apnap_protocol import messages as m
from plugs import card_source, write


@cache
def pool() -> Pool:
    return load_pool()


def test_a_forbidden_plugin_is_not_in_the_book() -> None:
    less = pool().only(forbid=("lichs_mirror",))
    assert "Lich's Mirror" in pool().book().cards
    assert "Lich's Mirror" not in less.book().cards
    assert less.why_no_card("Lich's Mirror") == (
        'the card "Lich\'s Mirror" is of the plugin lichs_mirror, which this table does not have'
    )


def test_only_the_allowed_plugins_are_in_the_book_and_the_rules() -> None:
    less = pool().only(allow=("basics",))
    assert set(less.book().cards) == set(less.cards) == set(next(p for p in pool().plugins if p.name == "basics").cards)
    assert [p.name for p in less.plugins] == ["apnap.rules.plugin", "basics"]


def test_a_card_without_its_keyword_is_left_out_rather_than_played_without() -> None:
    less = pool().only(forbid=("undying",))
    assert "Young Wolf" not in less.cards
    assert less.why_no_card("Young Wolf") == "the card \"Young Wolf\" needs the keyword 'undying' of the plugin undying"


def test_a_format_without_its_clause_is_refused_naming_the_plugin() -> None:
    pool().book("current", ("commander",))
    with pytest.raises(MissingPart, match="clause 'commander damage' is of the plugin commander_damage"):
        pool().only(forbid=("commander_damage",)).book("current", ("commander",))
    with pytest.raises(MissingPart, match="the format 'commander' is of the plugin commander, which"):
        pool().only(forbid=("commander",)).book("current", ("commander",))
    with pytest.raises(MissingPart, match="no plugin provides the format 'chess'"):
        pool().book("current", ("chess",))


def test_names_of_no_plugin_and_the_rules_themselves_are_refused() -> None:
    with pytest.raises(MissingPart, match="there is no plugin 'zoo'"):
        pool().only(allow=("zoo",))
    with pytest.raises(MissingPart, match="the rules themselves cannot be forbidden"):
        pool().only(forbid=("apnap.rules.plugin",))


def test_the_fingerprint_tells_pools_apart_and_not_the_order_of_loading(tmp_path: Path) -> None:
    write(tmp_path / "a", "zoo", card_source("Zoo Bear"))
    write(tmp_path / "b", "zoo", card_source("Zoo Beer"))
    a, again, b = (load_pool(folder=tmp_path / f) for f in "aab")
    assert a.fingerprint == again.fingerprint
    assert len({pool().fingerprint, a.fingerprint, b.fingerprint, pool().only(forbid=("undying",)).fingerprint}) == 4
    assert a.only(forbid=("zoo",)).fingerprint == pool().fingerprint


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_loading_means_nothing_to_the_rules(seed: int) -> None:
    contents = load().contents
    ours = [c for c in contents if c.plugin.name not in RULES]
    rules = [c for c in contents if c.plugin.name in RULES]
    games = [random_game(Pool([*rules, *some]), seed) for some in (ours, ours[::-1])]
    assert games[0].log == games[1].log and len(games[0].log) > 200
    assert games[0].state == games[1].state


def random_game(pool: Pool, seed: int) -> Game:
    chance = random.Random(seed)
    seats = tuple(SeatSetup(name, tuple(deck(seed + n))) for n, name in enumerate(("Ann", "Bob", "Cat")))
    game = Game.start(pool.book(), Setup(seats, seed=seed))
    game.free_mana = True
    for _ in range(150):
        if game.request is None:
            break
        seat = game.waiting_for()[0]
        for answer in (random_answer(game.request, chance), game.request.default):
            with contextlib.suppress(IllegalAnswer):
                game.answer(seat, answer)
                break
    return game


def test_the_fingerprint_tells_bodies_apart(tmp_path: Path) -> None:
    source = """
    from apnap.cardkit import YOU, card, draw, hookimpl, spell
    api_version = 1
    def body(it):
        yield draw(YOU, {n})
    @hookimpl
    def apnap_cards():
        return [card("Zoo Trick", "{{1}}", "Sorcery", spell(body))]
    """
    prints = []
    for n in (1, 2):
        write(tmp_path / str(n), "zoo", source.format(n=n))
        prints.append(next(p.fingerprint for p in load_pool(folder=tmp_path / str(n)).plugins if p.name == "zoo"))
    assert prints[0] != prints[1]


def test_only_so_many_pools_and_books_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger chooses lists of plugins, and every list makes a pool."""
    monkeypatch.setattr("apnap.pool.KEPT", 2)
    whole = load_pool()
    first = whole.only(forbid=("basics",))
    assert whole.only(forbid=("basics",)) is first
    for name in ("undying", "burn", "bodies"):
        whole.only(forbid=(name,))
    assert whole.only(forbid=("basics",)) is not first
    book = whole.book()
    assert whole.book("current", ("free-for-all", "free-for-all")) is book
    for edition in ("2004", "2007"):
        whole.book(edition)
    assert whole.book() is not book


# --- at a table -------------------------------------------------------------------------------------


@cache
def games() -> PoolGames:
    return PoolGames(pool())


def test_a_table_can_allow_and_forbid() -> None:
    deck = ("Lich's Mirror", "Island")
    assert games().refuse_deck(m.Create(), deck, ()) == ()
    for wish in (m.Create(plugins=("basics",)), m.Create(without_plugins=("lichs_mirror",))):
        assert games().refuse_rules(wish) == ()
        (reason,) = games().refuse_deck(wish, deck, ())
        assert "lichs_mirror, which this table does not have" in reason
    assert games().refuse_rules(m.Create(plugins=("zoo",))) == ("there is no plugin 'zoo'",)
    assert (
        "commander_damage"
        in games().refuse_rules(m.Create(format="commander", without_plugins=("commander_damage",)))[0]
    )


def setup_with(wish: m.Create) -> GameSetup:
    seats = tuple(Chair(name, ("Island",) * 20) for name in ("Ann", "Bob"))
    return GameSetup("current", "free-for-all", seats, 1, pool=games().frozen(wish))


def test_a_game_is_played_with_the_plugins_that_it_began_with(tmp_path: Path) -> None:
    setup = setup_with(m.Create(without_plugins=("undying",)))
    assert "undying" not in {p.name for p in setup.pool.plugins}
    assert games().start(setup).book.fingerprint == setup.pool.fingerprint
    write(tmp_path, "zoo", card_source("Zoo Bear"))
    more = PoolGames(load_pool(folder=tmp_path))
    assert more.differences(setup) == (), "a plugin that came later is none of this game's business"
    assert "Zoo Bear" not in more.start(setup).book.cards


def test_what_has_changed_of_a_games_plugins_is_said_plugin_by_plugin(tmp_path: Path) -> None:
    for folder, name in (("a", "Zoo Bear"), ("b", "Zoo Beer"), ("c", "")):
        write(tmp_path / folder, "zoo" if name else "ape", card_source(name or "Ape Bear"))
    began = PoolGames(load_pool(folder=tmp_path / "a"))
    frozen = began.frozen(m.Create())
    setup = GameSetup("current", "free-for-all", (), 1, pool=frozen)
    assert began.differences(setup) == ()
    (changed,) = PoolGames(load_pool(folder=tmp_path / "b")).differences(setup)
    assert changed.startswith("zoo was ") and " and is " in changed
    assert PoolGames(load_pool(folder=tmp_path / "c")).differences(setup) == ("zoo is missing",)


def test_a_plugin_that_changed_under_the_same_version_is_said_too() -> None:
    was, now = (FrozenPool(word, (FrozenPlugin("zoo", "1.0", word), FrozenPlugin("ape", "2", "x"))) for word in "ab")
    assert was.differences(was) == ()
    assert was.differences(now) == ("zoo 1.0 says something else now",)
