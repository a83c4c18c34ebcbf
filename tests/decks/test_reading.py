"""Deck lists in the forms that sites and clients write are read; what is no list is refused by its line."""

import pytest

from apnap.decks import Unreadable, read

PLAIN = "// A deck\n# commander\n1 Edgar Markov\n# main\n4 Forest\n1 Shock\n# sideboard\n2 Negate\n"


def test_headings_part_a_list() -> None:
    deck = read(PLAIN)
    assert deck.commander == (("Edgar Markov", 1),)
    assert deck.main == (("Forest", 4), ("Shock", 1))
    assert deck.sideboard == (("Negate", 2),)


@pytest.mark.parametrize(
    "line",
    [
        "4 Forest",
        "4x Forest",
        "4 Forest (M10) 246",
        "4 Forest (M10) 246 *F*",
        "4 Forest [M10]",
        "4 [M10:246] Forest",
        "4 Forest|M10",
        "4x Forest (m10) 246 [Land]",
        "4 Forest ^Have,#37d67a^",
        "Deck\n4 Forest (M10) 246",
        "[Main]\n4 Forest|M10|1",
    ],
)
def test_what_exports_add_to_a_name_is_left_out(line: str) -> None:
    assert read(line).main == (("Forest", 4),)


def test_names_with_commas_marks_and_slashes_stay_whole() -> None:
    names = [
        "Urza, Lord High Artificer",
        "Fire // Ice",
        "Circle of Protection: Red",
        "Erase (Not the Urza's Legacy One)",
    ]
    deck = read("\n".join(f"1 {name}" for name in names))
    assert [name for name, _ in deck.main] == names


def test_an_empty_line_sets_the_sideboard_apart_where_there_are_no_headings() -> None:
    deck = read("4 Forest\n4 Shock\n\n2 Negate\n")
    assert deck.sideboard == (("Negate", 2),)


def test_one_card_set_apart_from_99_is_the_commander() -> None:
    assert read("99 Forest\n\n1 Edgar Markov\n").commanders == ("Edgar Markov",)


def test_a_prefix_marks_the_sideboard() -> None:
    assert read("4 Forest\nSB: 2 [M10:68] Negate\n").sideboard == (("Negate", 2),)


def test_xml_files_of_clients_are_read() -> None:
    mtgo = '<?xml version="1.0"?><Deck><Cards CatID="1" Quantity="3" Sideboard="false" Name="Shock"/>'
    mtgo += '<Cards Quantity="1" Sideboard="true" Name="Negate"/></Deck>'
    assert read(mtgo).main == (("Shock", 3),)
    cod = '<cockatrice_deck><zone name="main"><card number="2" name="Shock"/></zone>'
    cod += '<zone name="side"><card number="1" name="Negate"/></zone></cockatrice_deck>'
    assert read(cod).sideboard == (("Negate", 1),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no card in it"),
        ("4 Forest\n0 Shock", "line 2: expected a number of at least 1"),
        ("4 Forest\n12345 Shock", "line 2: expected `4 Name`"),
        ("<Deck><Cards", "expected XML"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><Deck/>', "without a document type"),
        ('<Deck><Cards Quantity="x" Name="Shock"/></Deck>', "expected <Cards> with Name and Quantity"),
        ('<Deck><Cards Quantity="\u00b2" Name="Shock"/></Deck>', "expected <Cards> with Name and Quantity"),
        ("9999 Forest", "expected at most 1000 cards"),
        ("4 Forest\n\x00\x01", "line 2: expected text, got control characters"),
        ("1 Forest\n" * 40_000, "expected at most 262144 characters"),
    ],
)
def test_what_is_no_list_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read(text)
