"""Words that the card kit offers are asked for by the engine, and what they say comes to pass."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import apnap.engine
import apnap.rules
from apnap.cardkit import (
    HASTE,
    THIS,
    YOU,
    MalformedCard,
    any_target,
    card,
    cards_in_library,
    count,
    creatures,
    draw,
    each,
    exists,
    extra_phases,
    gain_life,
    gets,
    has,
    life_of,
    opponents,
    players,
    pt,
    rule,
    spell,
    static,
    tallied,
    untap,
)
from apnap.engine.static_parts import RULE_WORDS
from apnap.pool import Pool
from boards import ANN, BOB, board, cast, pool_with, resolve_all, until
from claims import claim


@cache
def engine() -> str:
    """The sources of the engine and of the state-based actions."""
    folders = Path(apnap.engine.__file__).parent, Path(apnap.rules.__file__).parent
    found = [path for folder in folders for path in sorted(folder.rglob("*.py")) if path.name != "static_parts.py"]
    return "".join(path.read_text("utf-8") for path in found)


@pytest.mark.parametrize("word", RULE_WORDS)
def test_a_word_of_a_rule_is_asked_for_by_the_engine(word: str) -> None:
    """One that nobody asks for would make a card that does less than it says."""
    assert f'"{word}"' in engine()


@cache
def pool() -> Pool:
    untapped = untap(each(creatures.you_control))
    late = static(THIS, has(HASTE), only_if=exists(opponents.where("life", "<=", 10)))
    fewer = count(opponents.where("life", "<", life_of(YOU)))
    grown = static(THIS, gets(2, 2), only_if=cards_in_library(YOU) <= 3)
    return pool_with(
        card("Long Noon", "{1}", "Enchantment", static(YOU, rule("skips", steps=("draw", "upkeep")))),
        card("Second Wave", "{1}{R}", "Sorcery", spell(untapped, extra_phases("combat", "main"))),
        card("Quick Rally", "{R}", "Instant", spell(untapped, extra_phases("combat"))),
        card("Open Book", "{1}", "Enchantment", static(YOU, rule("plays with top revealed"))),
        card("Peeking Glass", "{1}", "Artifact", static(YOU, rule("may look at top"))),
        card("Read Two", "{1}{U}", "Sorcery", spell(draw(YOU, 2))),
        card("Late Runner", "{1}", "Creature — Elf", pt(1, 1), late),
        card("Bookworm", "{1}", "Creature — Worm", pt(1, 1), grown),
        card("Count Rivals", "{1}", "Sorcery", spell(gain_life(YOU, fewer))),
        card("Help Others", "{1}", "Sorcery", spell(draw(each(players.other)))),
    )


def test_steps_that_are_skipped_are_skipped_every_turn_of_that_player_only() -> None:
    claim(
        pool(),
        """
        title: Ann draws nothing in two turns, Bob does
        seats:
          Ann: {battlefield: [Long Noon], library: [5 Forest]}
          Bob: {library: [5 Forest]}
        play:
          - {go: main1, of: Bob}
          - expect: {library_size: {Ann: 5, Bob: 4}}
          - {go: main1, of: Ann}
          - {go: main1, of: Bob}
          - {go: main1, of: Ann}
          - expect: {library_size: {Ann: 5, Bob: 3}}
        """,
    )


def test_more_phases_follow_when_what_is_left_of_this_one_is_over() -> None:
    claim(
        pool(),
        """
        title: The attack in which the spell is cast deals its damage, then comes another combat, then the main phase
        cites: [500.8]
        mana: free
        seats:
          Ann: {hand: [Quick Rally], battlefield: [Grizzly Bears]}
          Bob: {}
        play:
          - {seat: Ann, attack: {Grizzly Bears: Bob}}
          - {seat: Ann, cast: Quick Rally}
          - {pass: all}
          - {go: end-of-combat, of: Ann}
          - expect: {life: {Bob: 18}}
          - {seat: Ann, attack: {Grizzly Bears: Bob}}
          - {go: main2, of: Ann}
          - expect: {life: {Bob: 16}}
        ---
        title: After the second main phase come a combat and a third main phase
        mana: free
        seats:
          Ann: {hand: [Second Wave], battlefield: [Grizzly Bears]}
          Bob: {}
        play:
          - {seat: Ann, attack: {Grizzly Bears: Bob}}
          - {go: main2, of: Ann}
          - {seat: Ann, cast: Second Wave}
          - {pass: all}
          - {seat: Ann, attack: {Grizzly Bears: Bob}}
          - {go: main2, of: Ann}
          - expect: {life: {Bob: 16}, turn: {of: Ann, step: main2}}
          - {go: end, of: Ann}
          - expect: {turn: {of: Ann, step: end}}
        ---
        title: Cast in the first main phase the combat comes before that of the turn, which comes still
        mana: free
        seats:
          Ann: {hand: [Second Wave], battlefield: [Grizzly Bears]}
          Bob: {library: [3 Forest]}
        play:
          - {seat: Ann, cast: Second Wave}
          - {pass: all}
          - {seat: Ann, attack: {Grizzly Bears: Bob}}
          - {go: main2, of: Ann}
          - {go: begin-combat, of: Ann}
          - {go: main2, of: Ann}
          - expect: {life: {Bob: 18}, turn: {of: Ann, step: main2}}
        """,
    )


def test_the_top_card_is_known_to_all_or_to_its_owner_as_long_as_it_lies_there() -> None:
    """401.5: each card that comes to the top is seen, those in the midst of a draw of two too."""
    library = ["Forest", "Island", "Swamp", "Plains"]
    game = board({"battlefield": ["Open Book"], "hand": ["Read Two"], "library": library}, {}, pool=pool())
    until(game, "begin-combat")
    game = board({"battlefield": ["Open Book"], "hand": ["Read Two"], "library": library}, {}, pool=pool())
    two = game.state.library(ANN)[1]
    cast(game, 0, "Read Two")
    resolve_all(game)
    assert BOB in game.state.known.get(game.state.library(ANN)[0], ())
    assert BOB not in game.state.known.get(game.state.library(ANN)[1], ())
    shown = [e.objects for e in game.log if type(e).__name__ == "Revealed"]
    assert (two,) in shown  # the second card was the top one when the first had been drawn
    peeking = board({"battlefield": ["Peeking Glass"], "hand": ["Read Two"], "library": library}, {}, pool=pool())
    cast(peeking, 0, "Read Two")
    resolve_all(peeking)
    top = peeking.state.library(ANN)[0]
    assert peeking.state.known.get(top, ()) == (ANN,)


def test_players_are_asked_what_a_filter_of_players_says_and_counted() -> None:
    claim(
        pool(),
        """
        title: An opponent with ten life is one with ten or less
        seats:
          Ann: {battlefield: [Late Runner]}
          Bob: {life: 10}
        play:
          - expect: {objects: {Late Runner: {has: [haste]}}}
        ---
        title: An opponent with eleven is not, until the eleventh is lost
        mana: free
        seats:
          Ann: {battlefield: [Late Runner, {card: Grizzly Bears, as: bears}], life: 3}
          Bob: {life: 11}
        play:
          - expect: {objects: {Late Runner: {has_not: [haste]}}}
          - {seat: Ann, attack: {bears: Bob}}
          - {go: main2, of: Ann}
          - expect: {objects: {Late Runner: {has: [haste]}}}
        ---
        title: Two of three opponents have less life
        mana: free
        seats:
          Ann: {hand: [Count Rivals, Help Others]}
          Bob: {life: 19}
          Cat: {life: 20}
          Dan: {life: 1}
        play:
          - {seat: Ann, cast: Count Rivals}
          - {pass: all}
          - expect: {life: {Ann: 22}}
          - {seat: Ann, cast: Help Others}
          - {pass: all}
          - expect: {hand_size: {Ann: 0, Bob: 1, Cat: 1, Dan: 1}}
        """,
    )


def test_what_counts_the_cards_of_a_library_follows_each_draw() -> None:
    claim(
        pool(),
        """
        title: A worm grows when the fourth card is drawn
        mana: free
        seats:
          Ann: {hand: [Read Two], battlefield: [Bookworm], library: [5 Forest]}
          Bob: {}
        play:
          - expect: {objects: {Bookworm: {power: 1}}}
          - {seat: Ann, cast: Read Two}
          - {pass: all}
          - expect: {objects: {Bookworm: {power: 3}}}
        """,
    )


def test_what_cannot_be_asked_of_players_is_refused() -> None:
    with pytest.raises(MalformedCard, match="of a player it cannot be asked whether it is tapped"):
        card("Odd Stone", "{1}", "Artifact", static(opponents.tapped, rule("can't gain life")))
    with pytest.raises(MalformedCard, match="which players is said once"):
        any_target | opponents.where("life", "<", 3)
    assert (players | opponents).players and tallied(players, "turn:draws").tests
