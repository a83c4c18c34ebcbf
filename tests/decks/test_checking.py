"""A deck is checked against a format with every reason, and the command's exit says which it is."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from apnap.decks import check, read
from apnap.decks.command import deck_command
from apnap.pool import Pool, load_pool
from apnap_texts.reading import read_card


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


def reasons(pool: Pool, text: str, format: str) -> list[str]:
    return [str(r) for r in check(pool.book("current", (format,)), [pool.formats[format]], read(text))]


def test_sixty_cards_with_four_of_a_name_are_legal(pool: Pool) -> None:
    assert reasons(pool, "4 Lightning Bolt\n56 Mountain", "duel") == []


def test_every_reason_is_given_at_once(pool: Pool) -> None:
    found = reasons(pool, "5 Lightning Bolt\n4 Mountain\n1 No Such Card", "duel")
    assert found == [
        "no plugin provides the card No Such Card",
        "expected at least 60 cards, got 10",
        "expected at most 4 of Lightning Bolt, got 5",
    ]


def test_a_commander_deck_keeps_to_its_commanders_colors(pool: Pool) -> None:
    text = "# commander\n1 Isamaru, Hound of Konda\n# main\n98 Plains\n1 Lightning Bolt"
    assert reasons(pool, text, "commander") == ["Lightning Bolt is red, outside the commanders' colors (903.5)"]


def test_a_land_is_of_the_color_that_it_makes(pool: Pool) -> None:
    text = "# commander\n1 Isamaru, Hound of Konda\n# main\n98 Plains\n1 Mountain"
    assert reasons(pool, text, "commander") == ["Mountain is red, outside the commanders' colors (903.5)"]


@pytest.mark.parametrize(
    ("type", "text", "identity"),
    [
        ("Land", "{T}: Add {W} or {U}.", "WU"),
        ("Land", "{T}: Add {R}, {G}, or {W}.", "WRG"),
        ("Land", "{T}: Add one mana of any color.", ""),
        ("Enchantment", "Extort", ""),
        ("Enchantment", "Cycling {2}{B}", "B"),
        ("Creature — Elf", '{1}: This creature gains "{G}: Regenerate this creature" until end of turn.', "G"),
    ],
)
def test_the_symbols_of_a_text_are_its_identity_and_those_that_only_explain_a_keyword_are_not(
    pool: Pool, type: str, text: str, identity: str
) -> None:
    """903.4, 903.4c: of a choice between symbols none was seen, and what extort costs is no part of the text."""
    cost, pt = "" if type == "Land" else "{1}", "1/1" if "Creature" in type else ""
    card = read_card("Prism", cost, type, pt, None, text)
    assert card is not None
    book = pool.book("current", ("commander",), extra=(card,))
    assert book.identity(book.cards["Prism"].path) == identity


def test_one_of_each_name_and_a_hundred_cards(pool: Pool) -> None:
    text = "# commander\n1 Isamaru, Hound of Konda\n# main\n2 Wrath of God\n95 Plains"
    found = reasons(pool, text, "commander")
    assert "expected exactly 100 cards, got 98 (903.5)" in found
    assert "expected at most 1 of Wrath of God, got 2 (903.5)" in found


def test_a_commander_is_a_legendary_creature(pool: Pool) -> None:
    found = reasons(pool, "# commander\n1 Serra Angel\n# main\n99 Plains", "commander")
    assert any("Serra Angel cannot be a commander" in r for r in found)


@pytest.mark.parametrize(
    ("text", "code", "legal"),
    [("60 Mountain", 0, True), ("59 Mountain", 1, False), ("0 Mountain", 2, None)],
)
def test_the_command_exits_by_what_it_found(tmp_path: Path, text: str, code: int, legal: bool | None) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(text)
    result = CliRunner().invoke(deck_command, ["check", str(file), "--format", "duel", "--json"])
    assert result.exit_code == code
    assert json.loads(result.output)["legal"] is legal
