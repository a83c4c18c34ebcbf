"""What a card does, in words: the verb agrees with who does it, the noun with how many there are."""

import pytest

from apnap.engine.abilities import agreed


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("you draws 1 cards", "you draw 1 card"),
        ("you loses 2 life", "you lose 2 life"),
        ("you searches the library", "you search the library"),
        ("you puts 1 +1/+1 counters on this", "you put 1 +1/+1 counter on this"),
        ("each player draws 1 cards", "each player draws 1 card"),
        ("the opponent of you loses 21 life", "the opponent of you loses 21 life"),
        ("you draws 11 cards", "you draw 11 cards"),
        ("at the beginning of the step of you", "at the beginning of the step of you"),
    ],
)
def test_verbs_and_nouns_agree(said: str, meant: str) -> None:
    assert agreed(said) == meant
