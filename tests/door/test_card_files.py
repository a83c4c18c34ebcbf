"""A file of cards is opened by looking at every card once, and a card is read when it is named."""

import gc
import json
import os
import tracemalloc
from pathlib import Path

import pytest

from apnap import cardfiles
from apnap.cardfiles import CardFile, CardFiles, Changed, MalformedFile
from printed import CARDS, bear, card_file, entry, lines


def array(folder: Path, text: str) -> Path:
    path = folder / "cards.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_of_lines_and_one_array_say_the_same(tmp_path: Path) -> None:
    one = CardFile(card_file(tmp_path))
    for text in (json.dumps(CARDS), json.dumps(CARDS, indent=2, ensure_ascii=False), "\ufeff \n" + json.dumps(CARDS)):
        other = CardFile(array(tmp_path, text))
        assert one.names == other.names == tuple(c["name"] for c in CARDS)
        assert [one.card(name) for name in one.names] == [other.card(name) for name in other.names]
    bird = one.card("Paper Bird")
    assert bird is not None and (bird.pt, bird.mana_cost, bird.oracle_text) == ("2/2", "{1}{G}", "Flying")
    assert one.card("No Such Card") is None and "No Such Card" not in one


def test_lines_may_be_empty_and_end_as_they_like(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    said = "\ufeff" + "\r\n\r\n   ".join(json.dumps(card, ensure_ascii=False) for card in CARDS)
    path.write_bytes(said.encode())
    file = CardFile(path)
    assert file.names == tuple(c["name"] for c in CARDS)
    seance = file.card("Séance of Paper")
    assert seance is not None and seance.oracle_text == "Draw 3 cards."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected cards, as lines of JSON or one array; there is none in it"),
        ("[]", "expected cards, as lines of JSON or one array; there is none in it"),
        (lines(*CARDS) + "{oops}\n", "line 10: expected a card as a JSON object: JSON is malformed"),
        (lines(*CARDS[:2]) + '{"name": 7}\n', "line 3: expected a card as a JSON object: Expected `str`, got `int`"),
        (lines(*CARDS[:2]) + '{"names": "x"}\n', "line 3: expected a card as a JSON object: Object missing required"),
        ('"a word"\n', "line 1: expected a card as a JSON object: Expected `object`, got `str`"),
        ('{"name": "a\\u0007b"}\n', "line 1: expected a name without control characters"),
        ('{"name": ""}\n', "line 1: expected a card as a JSON object: Expected `str` of length >= 1"),
        ('{"name": "' + "x" * 257 + '"}', "line 1: expected a card as a JSON object: Expected `str` of length <= 256"),
        ('[{"name": "a"},\n{"name": "b"},\n{"nam', "line 3: expected an array of cards: Input data was truncated"),
        ('[{"name": "a"},\n\n{"name": "b"}\n, 7]', "line 4: expected a card as a JSON object: Expected `object`"),
        ('[{"name": "a"},\n;]', "line 2: expected an array of cards: JSON is malformed"),
        ('{\n"name": "a"}\n', "line 1: expected a card as a JSON object: Input data was truncated"),
        ('{"name": "a", "x": ' + "[" * 100_000 + "]" * 100_000 + "}", "line 1: expected a card as a JSON object: max"),
        ("[" * 100_000 + "]" * 100_000, "cards.json: expected an array of cards: maximum recursion depth"),
    ],
)
def test_a_malformed_file_is_refused_with_the_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(MalformedFile) as refused:
        CardFile(array(tmp_path, text))
    assert said in str(refused.value) and str(refused.value).startswith("cards.json")
    assert len(str(refused.value)) < 300


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bytes.jsonl"
    path.write_bytes(lines(CARDS[0]).encode() + b'{"name": "\xff\xfe"}\n')
    with pytest.raises(MalformedFile, match=r"bytes\.jsonl, line 2: .*Invalid UTF-8"):
        CardFile(path)
    with pytest.raises(MalformedFile, match="nothing: No such file"):
        CardFiles.opened([tmp_path / "nothing"])
    with pytest.raises(MalformedFile, match="Is a directory"):
        CardFiles.opened([tmp_path])


def test_everything_that_a_file_can_make_grow_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = card_file(tmp_path, CARDS[0], entry("Paper Scroll", "x" * cardfiles.CARD_BYTES))
    with pytest.raises(MalformedFile, match="line 2: expected at most 262144 bytes for a card"):
        CardFile(path)
    with pytest.raises(MalformedFile, match="line 1: expected at most 262144 bytes for a card"):
        CardFile(array(tmp_path, '{"name": "' + "x" * 10_000_000))
    monkeypatch.setattr(cardfiles, "MOST_CARDS", 3)
    with pytest.raises(MalformedFile, match="line 4: expected at most 3 cards"):
        CardFile(card_file(tmp_path))
    monkeypatch.setattr(cardfiles, "FILE_BYTES", 30)
    with pytest.raises(MalformedFile, match="expected at most 30 bytes, got"):
        CardFile(card_file(tmp_path))


def test_of_two_cards_of_a_name_the_first_counts_and_the_rest_are_counted(tmp_path: Path) -> None:
    file = CardFile(card_file(tmp_path, entry("Twin", "Draw 2 cards."), entry("Twin", "Gain 3 life."), *CARDS))
    twin = file.card("Twin")
    assert twin is not None and twin.oracle_text == "Draw 2 cards."
    assert (file.repeated, len(file.names)) == (1, len(CARDS) + 1)


def test_tokens_do_not_take_the_names_of_cards(tmp_path: Path) -> None:
    file = CardFile(card_file(tmp_path, bear("Paper Bear", "Flying", layout="token"), *CARDS))
    paper = file.card("Paper Bear")
    assert paper is not None and paper.oracle_text == "" and file.passed_over == 1


def test_a_card_of_two_faces_is_found_by_the_first_unless_a_card_has_that_name(tmp_path: Path) -> None:
    file = CardFile(card_file(tmp_path, *CARDS, entry("Paper Bear // Paper Beast")))
    day, paper = file.card("Day"), file.card("Paper Bear")
    assert day is not None and day.has_faces and "Day" in file
    assert paper is not None and not paper.has_faces


def test_the_digest_is_of_what_the_file_says_and_not_of_where_it_lies(tmp_path: Path) -> None:
    one, other = CardFile(card_file(tmp_path / "a")), CardFile(card_file(tmp_path / "b", name="other.jsonl"))
    less = CardFile(card_file(tmp_path / "c", *CARDS[1:]))
    assert one.fingerprint == other.fingerprint != less.fingerprint
    both = CardFiles([one, less, other])
    assert both.files == (one, less), "a file given twice is one"
    assert both.only([less.fingerprint, "no such"]).files == (less,)
    assert both.file_of("Paper Bear") is one and both.only([less.fingerprint]).file_of("Paper Bear") is None


def test_a_file_that_is_replaced_is_read_as_it_was_and_one_that_is_written_over_is_not_read(tmp_path: Path) -> None:
    path = card_file(tmp_path)
    file = CardFile(path)
    os.replace(card_file(tmp_path / "new", entry("Other")), path)
    bird = file.card("Paper Bird")
    assert bird is not None and bird.oracle_text == "Flying"
    again = CardFile(card_file(tmp_path))
    path.write_text(path.read_text(encoding="utf-8").replace("Draw 2", "Draw 9"), encoding="utf-8")
    with pytest.raises(Changed, match=r"paper\.jsonl says something else than when it was opened"):
        again.card("Paper Thought")
    path.write_text("", encoding="utf-8")
    with pytest.raises(Changed):
        again.card("Paper Bird")


def test_a_great_file_costs_little_memory_and_no_descriptor_stays(tmp_path: Path) -> None:
    path = card_file(tmp_path, *(entry(f"Paper {n}", "Draw 2 cards. " * 40) for n in range(5_000)))
    gc.collect()
    open_before = len(os.listdir("/proc/self/fd"))
    tracemalloc.start()
    try:
        file = CardFile(path)
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 3_000_000
    assert held < 5_000 * 400 and most < 5_000 * 400 + 1_000_000, "what the cards say is not kept"
    del file
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == open_before
