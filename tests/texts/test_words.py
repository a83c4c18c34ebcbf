"""What was read is shown in words that leave out nothing that matters."""

import pytest

from readings import creature_of

WORDS = {
    "When this creature enters, you may draw a card.": "whenever this enters: you may: you draw 1 card",
    "Whenever this creature deals combat damage to a player, draw a card. This ability triggers only once each turn.": (
        "whenever this deals combat damage to a player: you draw 1 card (once each turn)"
    ),
    "{1}: Draw a card. Activate only as a sorcery and only once each turn.": (
        "{1}: you draw 1 card (only as a sorcery, only once each turn)"
    ),
    "{1}: Draw a card. Any player may activate this ability.": "{1}: you draw 1 card (by any player)",
    "{1}{G}: Return this card from your graveyard to your hand.": "from graveyard, {1}{G}: put this into hand",
    "Whenever an Elf you control attacks alone, draw a card.": (
        "whenever Elf you control attacks alone: you draw 1 card"
    ),
    "When this creature enters, discard two cards at random.": "whenever this enters: you discard 2 cards at random",
    "When this creature enters, create two 1/2 blue Crab creature tokens with flying.": (
        'whenever this enters: create 2 1/2 blue Crab creature tokens with "flying"'
    ),
    "{T}: Add {G} for each Elf you control.": "{T}: add {G} times the number of Elf you control",
    "{1}: Destroy target artifact. It can't be regenerated.": (
        "{1}: destroy that target without regenerating (target Artifact)"
    ),
    "Remove a spore counter from this creature: Put target artifact on the bottom of its owner's library.": (
        "remove 1 spore counters from this: put that target into the bottom of the library (target Artifact)"
    ),
    "When this creature enters, choose one —\n• Draw a card.\n• Target player discards a card.": (
        "whenever this enters: choose 1: you draw 1 card; or that target discards 1 card (target player)"
    ),
}


@pytest.mark.parametrize("text", WORDS)
def test_the_words_say_what_restricts_an_ability(text: str) -> None:
    card = creature_of(text)
    assert card is not None
    assert card.abilities[0].describe() == WORDS[text]
