"""Cards of files are read when a deck or a position names them: the same in whatever order, and contained."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from apnap import readings
from apnap.cardfiles import Printed
from apnap.engine.game import Game
from apnap.engine.setup import SeatSetup, Setup
from apnap.pool import FrozenPool, Pool, load_pool
from apnap.readings import fingerprint, unreadable
from apnap.shell.games import Chair, GameSetup
from apnap.shell.pooled import PoolGames
from apnap_protocol import messages as m
from plugs import card_source, write
from printed import CARDS, READER, bear, card_file, entry, reader

OTHER = READER.replace("draw(YOU, int", "draw(YOU, 1 + int")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return reader(tmp_path / "plugins")


def pool(folder: Path | None, *cards: dict[str, Any], name: str = "paper.jsonl") -> Pool:
    """The pool of a folder of plugins, with a file of these cards beside it."""
    there = card_file((folder or Path()).parent / "files", *cards, name=name)
    return load_pool(folder=folder, cards=[there])


def refused(found: Pool, *deck: str, **wish: Any) -> tuple[str, ...]:
    return PoolGames(found).refuse_deck(m.Create(**wish), deck, ())


# --- what can be had ------------------------------------------------------------------------------------


def test_a_card_of_a_file_can_be_named_in_a_deck(folder: Path) -> None:
    found = pool(folder)
    assert refused(found, "Paper Bear", "Paper Bird", "Paper Thought", "Séance of Paper", "Forest") == ()
    thought, bear_ = found.card("Paper Thought"), found.card("Paper Bear")
    assert thought is not None and thought.describe() == "you draw 2 cards" and thought.plugin == "papers"
    assert bear_ is not None and bear_.plugin == "", "what says nothing needs no reader"
    assert load_pool(folder=folder).card("Paper Bear") is None


def test_a_card_that_is_defined_by_hand_wins_over_the_file(folder: Path) -> None:
    bolt = pool(folder).card("Lightning Bolt")
    assert bolt is not None and bolt.plugin == "starters" and "damage" in bolt.describe()


def test_each_card_that_cannot_be_had_is_refused_with_its_reason(folder: Path) -> None:
    assert refused(pool(folder), "Paper Riddle", "Day // Night", "Day", "Unwritten", "Paper Bomb", "Forest") == (
        'the card "Day" is in paper.jsonl, but it has more than one face',
        'the card "Day // Night" is in paper.jsonl, but it has more than one face',
        'the card "Paper Bomb" is in paper.jsonl, but nobody reads its text, and the plugin papers failed',
        'the card "Paper Riddle" is in paper.jsonl, but nobody reads its text',
        'there is no card "Unwritten"',
    )


def test_a_format_with_rules_for_decks_gives_the_same_reasons_and_judges_the_cards(folder: Path) -> None:
    games = PoolGames(pool(folder, *CARDS, bear("Paper Queen", type="Legendary Creature — Bear")))
    wish = m.Create(format="commander", seats=4)
    reasons = games.refuse_deck(wish, ("Paper Riddle", "Paper Bear", *["Forest"] * 97), ("Paper Queen",))
    assert reasons == ('the card "Paper Riddle" is in paper.jsonl, but nobody reads its text',)
    reasons = games.refuse_deck(wish, ("Paper Bear", "Island", *["Forest"] * 97), ("Paper Queen",))
    assert len(reasons) == 1 and reasons[0].startswith("Island is blue, outside the commanders' colors")


def test_without_a_reader_only_what_says_nothing_can_be_had(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    found = pool(tmp_path / "none")
    assert refused(found, "Paper Bear") == ()
    (reason,) = refused(found, "Paper Thought")
    assert reason == 'the card "Paper Thought" is in paper.jsonl, but nobody reads its text'


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (bear("Odd", power="1½"), "nobody reads its text, and the plugin papers failed"),
        (bear("Odd", cost="{HW}{∞}"), "nobody reads its text"),
        (bear("Odd", type="Elemental Gamer"), "nobody reads its text"),
        (bear("Odd", type=""), "it has no type"),
        (bear("Odd", type=None), "it has no type"),
        (bear("Odd", "Flying", cost="{HW}"), "nobody reads its text, and the plugin papers failed"),
        (bear("Odd", "Flying", faces=[{}, {}]), "it has more than one face"),
        (bear("Odd", "Flying", card_faces=[{}, {}]), "it has more than one face"),
        (entry("Odd", "Draw 2 cards.", type="Legendary Planeswalker — Odd", loyalty="X"), "its loyalty is no number"),
        (entry("Odd", ""), "nobody reads its text"),
        (entry("Odd", "Draw 2 cards. " * 1_000), "its text is longer than 8000 characters"),
        (entry("Odd", "Other."), "nobody reads its text, and the plugin papers gave no card that can be played"),
        (entry("Odd", "Seven."), "nobody reads its text, and the plugin papers gave no card that can be played"),
        (entry("Odd", "Nest."), "nobody reads its text, and the plugin papers failed"),
        (entry("Odd", "Leave."), "nobody reads its text, and the plugin papers failed"),
        (bear("Odd", "Unknown keyword."), "it needs the keyword 'snorkelling', which no plugin provides"),
    ],
)
def test_an_odd_card_is_refused_and_nothing_else_is(folder: Path, card: dict[str, Any], reason: str) -> None:
    found = pool(folder, card, *CARDS)
    assert refused(found, "Odd", "Paper Bird") == (f'the card "Odd" is in paper.jsonl, but {reason}',)


def test_a_name_cannot_stand_for_a_part_of_another_card(folder: Path) -> None:
    found = pool(folder, entry("Forest/abilities/0", "Draw 2 cards."), entry("Cut/Paper", "Draw 2 cards."))
    (reason,) = refused(found, "Forest/abilities/0", "Cut/Paper")
    assert reason == 'the card "Forest/abilities/0" is in paper.jsonl, but its name is a path in another card'


def test_colours_that_the_cost_does_not_have_are_those_of_the_file(folder: Path) -> None:
    found = pool(
        folder,
        bear("Red One", cost="", colors=["R"]),
        bear("Blue One", "Flying", color_indicator=["Blue"], colors=["U"]),
        bear("Green One", "Flying", colors=["G"]),
        bear("Grey One", cost="{2}", colors=[]),
    )
    assert [found.card(f"{word} One").colors for word in ("Red", "Blue", "Green", "Grey")] == ["R", "U", None, None]  # type: ignore[union-attr]


# --- the same whenever it is read -----------------------------------------------------------------------

DECK = ("Paper Bear", "Paper Bird", "Paper Thought", "Paper Cure", "Séance of Paper", "Forest")


def test_in_whatever_order_cards_are_read_they_are_the_same_and_so_is_the_game(folder: Path) -> None:
    logs, prints = [], []
    for seed in range(3):
        found = pool(folder, *CARDS)
        names = [name for name in DECK if name != "Forest"]
        random.Random(seed).shuffle(names)
        for name in (*names, "Paper Riddle", "Paper Bomb")[: 2 + 2 * seed]:
            found.card(name)
        prints.append([card.fingerprint for card in found.begun(names).read])
        book = found.book(read=found.read(reversed(names)))
        seats = tuple(SeatSetup(name, DECK * 5) for name in ("Ann", "Bob"))
        game = Game.start(book, Setup(seats, seed=4))
        while game.request is not None and len(game.log) < 400:
            game.answer(game.waiting_for()[0], game.request.default)
        logs.append(game.log)
    assert prints[0] == prints[1] == prints[2] and len(prints[0]) == 5
    assert logs[0] == logs[1] == logs[2] and len(logs[0]) >= 400


def test_a_card_that_another_table_named_is_not_in_the_book_of_this_one(folder: Path) -> None:
    found = pool(folder)
    assert found.card("Paper Bird") is not None
    assert "Paper Bird" not in found.book().cards
    with_bird = found.book(read=found.read(["Paper Bird"]))
    assert "Paper Bird" in with_bird.cards and "Paper Bird" not in found.book().cards
    assert "Paper Bird" not in found.book(read=found.read(["Paper Thought"])).cards


def test_the_reader_of_others_is_asked_before_ours_and_then_by_name(folder: Path) -> None:
    reader(folder, OTHER, name="a_papers")
    thought = pool(folder).card("Paper Thought")
    assert thought is not None and (thought.plugin, thought.describe()) == ("a_papers", "you draw 3 cards")
    ours = readings.Reader("a", lambda *given: 1 / 0, built_in=True)
    theirs = readings.Reader("b", lambda *given: None)
    asked: list[str] = []
    watched = [
        readings.Reader(r.plugin, lambda *given, name=r.plugin: asked.append(name), built_in=r.built_in)
        for r in (ours, theirs)
    ]
    found = pool(folder)
    found.readings.of("Paper Thought", found.files, watched)
    assert asked == ["b", "a"]


def test_a_card_is_read_once_and_only_so_many_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "KEPT", 2)
    read: list[str] = []
    real = readings.read
    monkeypatch.setattr(readings, "read", lambda printed, *rest, **again: (
        read.append(printed.name), real(printed, *rest, **again))[1])  # fmt: skip
    found = pool(folder)
    for name in ("Paper Bird", "Paper Bird", "Paper Cure", "Paper Bird", "Paper Thought", "Paper Cure"):
        found.card(name)
    assert read == ["Paper Bird", "Paper Cure", "Paper Thought", "Paper Cure"]
    less = found.only(forbid=("undying",))
    assert less.card("Paper Cure") is found.card("Paper Cure"), "pools of the same readers share what is read"
    assert found.only(forbid=("papers",)).card("Paper Cure") is None


# --- what a game began with -----------------------------------------------------------------------------


def began(games: PoolGames, *deck: str) -> GameSetup:
    frozen = games.frozen(m.Create(), deck)
    return GameSetup(
        "current", "free-for-all", tuple(Chair(name, deck * 10) for name in ("Ann", "Bob")), 5, pool=frozen
    )


def test_a_game_remembers_its_files_and_the_cards_that_it_has_of_them(folder: Path) -> None:
    games = PoolGames(pool(folder))
    setup = began(games, *DECK)
    assert setup.pool is not None
    assert [file.name for file in setup.pool.files] == ["paper.jsonl"]
    assert [card.name for card in setup.pool.read] == sorted(set(DECK) - {"Forest"})
    assert games.differences(setup) == ()
    assert games.start(setup).log == games.start(setup).log != ()
    assert games.fingerprint not in (
        load_pool(folder=folder).fingerprint,
        PoolGames(pool(folder, *CARDS[1:])).fingerprint,
    )


def test_another_file_is_named_as_a_difference_and_one_that_came_later_is_none(folder: Path, tmp_path: Path) -> None:
    setup = began(PoolGames(pool(folder)), *DECK)
    assert PoolGames(load_pool(folder=folder)).differences(setup) == ("paper.jsonl is missing",)
    other = card_file(tmp_path / "other", *CARDS, entry("More"))
    assert PoolGames(load_pool(folder=folder, cards=[other])).differences(setup) == (
        "paper.jsonl says something else now",
    )
    same = card_file(tmp_path / "moved", name="renamed.jsonl")
    later = card_file(tmp_path / "later", entry("Paper Thought", "Gain 3 life."), name="later.jsonl")
    games = PoolGames(load_pool(folder=folder, cards=[later, same]))
    assert games.differences(setup) == (), "it was read from the file that the game began with"
    assert games.start(setup).log == PoolGames(pool(folder)).start(setup).log


def test_a_plugin_that_came_later_and_defines_the_card_by_hand_is_none_of_this_games_business(folder: Path) -> None:
    setup = began(PoolGames(pool(folder)), *DECK)
    write(folder, "zoo", card_source("Paper Thought"))
    reader(folder, OTHER, name="a_papers")
    games = PoolGames(pool(folder))
    card = games.pool.card("Paper Thought")
    assert card is not None and card.plugin == "zoo"
    assert games.differences(setup) == ()


def test_a_reader_that_reads_otherwise_under_the_same_version_is_noticed(folder: Path) -> None:
    setup = began(PoolGames(pool(folder)), *DECK)
    games = PoolGames(pool(folder))
    games.pool.readers[:] = [r for r in load_pool(folder=reader(folder.parent / "new", OTHER)).readers]
    assert games.differences(setup) == (
        'the card "Paper Thought" is read otherwise now',
        'the card "Séance of Paper" is read otherwise now',
    )
    with pytest.raises(ValueError, match="is read otherwise now"):
        games.start(setup)
    games.pool.readers.clear()
    assert 'the card "Paper Cure" cannot be read now' in PoolGames(games.pool).differences(setup)


def test_a_game_of_before_there_were_files_is_taken_up(folder: Path) -> None:
    kept = msgspec.json.decode(b'{"fingerprint": "x", "plugins": []}', type=FrozenPool)
    assert kept.files == () == kept.read
    games = PoolGames(pool(folder))
    setup = began(PoolGames(load_pool(folder=folder)), "Forest")
    assert games.differences(setup) == ()


# --- contained ------------------------------------------------------------------------------------------


def test_a_slow_reading_costs_itself_and_a_slow_reader_is_soon_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings, "READ_S", 0.03)
    slow = [entry(f"Slow {n}", "Loop.") for n in range(6)]
    found = pool(folder, *CARDS, *slow)
    assert found.card("Paper Bird") is not None
    reasons = refused(found, *(c["name"] for c in slow))
    assert [r.partition(", but ")[2] for r in reasons] == [
        *["the plugin papers took too long to read its text"] * readings.OVERRUNS,
        *["the plugin papers took too long with others, and is not asked any more"] * (6 - readings.OVERRUNS),
    ]
    assert refused(found, "Paper Bird") == (), "what was read stays"
    assert found.card("Paper Cure") is None
    (again,) = found.read(["Paper Cure"], again=True)
    assert "gain 3 life" in again.describe(), "a game that has it goes on"


def test_a_card_that_was_read_late_is_nobodys(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another reader could read it, but which one does must not depend on time."""
    monkeypatch.setattr(readings, "READ_S", 0.03)
    write(folder, "z_papers", READER.replace('if text == "Loop."', 'if text == "Never."').replace("Draw", "Loop.|Draw"))
    found = pool(folder, entry("Slow", "Loop."))
    assert refused(found, "Slow") == (
        'the card "Slow" is in paper.jsonl, but the plugin papers took too long to read its text',
    )


def test_what_a_reader_says_of_its_failure_is_for_the_servers_log_alone(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = pool(folder)
    (reason,) = refused(found, "Paper Bomb")
    assert "secret" not in reason
    (said,) = [r.getMessage() for r in caplog.records]
    assert (
        said == "Paper Bomb was not read from paper.jsonl: the plugin papers failed: RuntimeError: a secret of Raise."
    )


def test_a_definition_has_a_fingerprint_of_its_own(folder: Path) -> None:
    found = pool(folder)
    prints = [fingerprint(card) for card in found.read(DECK)]
    assert len(set(prints)) == len(prints) == 5


@pytest.mark.parametrize(
    "odd",
    [
        {"power": "9" * 5000, "toughness": "1", "oracle_text": ""},
        {"power": "9" * 5000, "toughness": "1"},
        {"loyalty": "9" * 5000},
        {"loyalty": "²"},
        {"mana_cost": "{" + "9" * 5000 + "}"},
    ],
)
def test_a_number_that_no_card_has_is_refused_before_anybody_reads(odd: dict[str, str]) -> None:
    printed = Printed(**{"name": "Paper", "type_line": "Creature", "oracle_text": "Draw 2 cards.", **odd})
    assert unreadable(printed)
