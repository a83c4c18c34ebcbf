"""The reader and hostile input: it never raises, is the same each time, and a word that is no word refuses a text."""

import sys
from collections.abc import Callable
from types import FrameType

from hypothesis import example, given, settings
from hypothesis import strategies as st

from apnap_texts.reading import read_card
from readings import CREATURES, INSTANTS, creature_of, instant_of

PHRASES = sorted({word for text in (*CREATURES, *INSTANTS) for word in text.replace("\n", " \n ").split(" ")})
salads = st.lists(st.sampled_from([*PHRASES, '"', "—", "•", "{X}", "~", ","]), max_size=40).map(" ".join)


@example("Draw ² cards.", "Reed Imp", "Creature — Imp", "²/2")
@given(st.text(max_size=200), st.text(max_size=20), st.text(max_size=30), st.text(max_size=6))
def test_no_text_raises(text: str, name: str, line: str, size: str) -> None:
    read_card(name, "{1}", line, size, None, text)
    read_card("Reed Warden", text[:12], "Creature — Elf", "2/2", size, text)


@given(salads)
def test_no_salad_of_known_words_raises_and_all_are_read_the_same_each_time(text: str) -> None:
    assert creature_of(text) == creature_of(text)
    assert instant_of(text) == instant_of(text)


@given(st.sampled_from(sorted(CREATURES)), st.integers(0, 60), st.sampled_from(["flurb", "Zxq", "target", "}", "7"]))
def test_a_word_too_many_refuses_a_creature(text: str, at: int, word: str) -> None:
    words = text.split("(")[0].split(" ")
    put = min(at, len(words))
    assert creature_of(" ".join([*words[:put], word, *words[put:]])) is None


@given(st.sampled_from(sorted(INSTANTS)), st.integers(0, 60), st.sampled_from(["flurb", "Zxq", "}"]))
def test_a_word_too_many_refuses_an_instant(text: str, at: int, word: str) -> None:
    words = text.split(" ")
    put = min(at, len(words))
    assert instant_of(" ".join([*words[:put], word, *words[put:]])) is None


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([*PHRASES, "(", '"', "a or", ", a", "target creature and"]), st.integers(600, 900))
def test_the_work_follows_the_length(word: str, times: int) -> None:
    """So many calls a word; a reader that tried all ways to cut a text would need one for each pair."""
    text = f"{word} " * times
    assert calls_of(lambda: creature_of(text)) + calls_of(lambda: instant_of(text)) < 400 * times


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls
