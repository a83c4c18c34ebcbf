"""State-based actions on boards that few cards make (704), each claim as a scenario."""

from pathlib import Path
from textwrap import dedent

import pytest

from stage import holds

CLAIMS = {
    "what was true only during a resolution triggered then, and waits": """
        seats:
          Ann: {hand: [New Hand, Forest], battlefield: [Hollow Hand]}
          Bob: {}
        play:
          - {seat: Ann, cast: New Hand}
          - pass: all
          - expect: {hand_size: {Ann: 7}, checks: [], triggered: [Hollow Hand], stack: [Hollow Hand]}
          - pass: all
          - expect: {life: {Ann: 21}, stack: []}
    """,
    "who would win and lose at once loses (104.3f)": """
        seats:
          Ann: {hand: [Both Ways]}
          Bob: {}
        play:
          - {seat: Ann, cast: Both Ways}
          - pass: all
          - expect: {lost: [Ann], won: [Bob]}
    """,
    "the legend rule destroys nothing, so what is indestructible goes too": """
        seats:
          Ann: {hand: [{card: Lasting Lord, as: fresh}], battlefield: [{card: Lasting Lord, as: old}]}
          Bob: {}
        play:
          - {seat: Ann, cast: fresh}
          - pass: all
          - {seat: Ann, answer: fresh}
          - expect: {checks: [[704.5j]], objects: {old: {zone: graveyard}, fresh: {zone: battlefield}}}
    """,
    "deathtouch is forgotten by the check in which it could not destroy": """
        seats:
          Ann: {hand: [Turn to Frog], battlefield: [{card: Lasting Lord, as: lord}]}
          Bob: {battlefield: [{card: Typhoid Rats, as: rats}]}
        play:
          - {seat: Ann, attack: {lord: Bob}}
          - pass: all
          - {seat: Bob, block: {rats: lord}}
          - pass: all
          - expect: {checks: [[704.5g]], objects: {lord: {zone: battlefield, damage: 1}, rats: {zone: graveyard}}}
          - {seat: Ann, activate: lord}
          - pass: all
          - expect: {checks: [], objects: {lord: {zone: battlefield, has_not: [indestructible]}}}
    """,
    "damage to a planeswalker that is a creature marks it and takes loyalty": """
        seats:
          Ann: {hand: [Lightning Bolt, Waking], battlefield: [{card: Jace Beleren, as: jace, loyalty: 5}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Waking, targets: [jace]}
          - pass: all
          - {seat: Ann, cast: Lightning Bolt, targets: [jace]}
          - pass: all
          - expect: {checks: [], objects: {jace: {loyalty: 2, damage: 3, power: 4, toughness: 4}}}
    """,
    "opposite counters are both there until the next check": """
        seats:
          Ann: {hand: [Shrinking Look]}
          Bob: {battlefield: [{card: Hill Giant, as: giant, counters: {+1/+1: 3}}]}
        play:
          - {seat: Ann, cast: Shrinking Look, targets: [giant]}
          - pass: all
          - expect: {hand_size: {Ann: 0}, checks: [[704.5q]], objects: {giant: {power: 3, counters: {}}}}
    """,
    "more counters than allowed are taken off": """
        seats:
          Ann: {battlefield: [{card: Slow Ager, as: ager}]}
          Bob: {}
        play:
          - {seat: Ann, activate: ager}
          - pass: all
          - expect: {checks: [], objects: {ager: {counters: {age: 4}}}}
          - {seat: Ann, activate: ager}
          - pass: all
          - expect: {checks: [[704.5r]], objects: {ager: {counters: {age: 5}}}}
    """,
    "no check falls between two sentences of one spell": """
        seats:
          Ann: {hand: [Grown Duel], battlefield: [{card: Craw Wurm, as: wurm}]}
          Bob: {battlefield: [{card: Kitchen Finks, as: finks, counters: {-1/-1: 1}}]}
        play:
          - {seat: Ann, cast: Grown Duel, targets: [finks, wurm]}
          - pass: all
          - expect: {triggered: [], objects: {finks: {zone: graveyard}, wurm: {damage: 3}}}
    """,
    "persist and undying both trigger, and the first to resolve returns the card": """
        seats:
          Ann: {hand: [Murder], battlefield: [{card: Twice Undone, as: horror}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Murder, targets: [horror]}
          - pass: all
          - {seat: Ann, answer: {order: [Twice Undone#1, Twice Undone#2]}}
          - expect: {stack: [Twice Undone, Twice Undone]}
          - pass: all
          - expect: {objects: {horror: {zone: battlefield, counters: {+1/+1: 1}}}}
          - pass: all
          - expect: {stack: [], objects: {horror: {zone: battlefield, counters: {+1/+1: 1}}}}
    """,
    "what dies together with the one that gave it undying comes back": """
        seats:
          Ann: {hand: [Wrath of God], battlefield: [{card: Deathless Lord, as: lord}, {card: Grizzly Bears, as: bears}]}
          Bob: {}
        play:
          - expect: {objects: {bears: {power: 3, has: [undying]}}}
          - {seat: Ann, cast: Wrath of God}
          - pass: all
          - expect: {stack: [Grizzly Bears]}
          - pass: all
          - expect: {objects: {lord: {zone: graveyard}, bears: {zone: battlefield, power: 3, has_not: [undying]}}}
    """,
    "a library filled again in the same resolution does not undo the failed draw": """
        seats:
          Ann: {hand: [Refill], library: [Forest], graveyard: [4 Island]}
          Bob: {}
        play:
          - {seat: Ann, cast: Refill}
          - pass: all
          - expect: {checks: [[704.5b]], lost: [Ann], won: [Bob]}
    """,
    "worlds that come together leave nobody, whoever was there before": """
        seats:
          Ann:
            hand: [Two Worlds]
            graveyard: [{card: Concordant Crossroads, as: one}, {card: The Abyss, as: two}]
          Bob: {battlefield: [{card: The Abyss, as: old}]}
        play:
          - {seat: Ann, cast: Two Worlds, targets: [one, two]}
          - pass: all
          - expect:
              checks: [[704.5k]]
              objects: {one: {zone: graveyard}, two: {zone: graveyard}, old: {zone: graveyard}}
    """,
    "a world that became one just now is newer than one that always was": """
        seats:
          Ann: {hand: [Whole World], battlefield: [{card: Glorious Anthem, as: anthem}]}
          Bob: {battlefield: [{card: The Abyss, as: abyss}]}
        play:
          - {seat: Ann, cast: Whole World}
          - pass: all
          - expect: {checks: [[704.5k]], objects: {anthem: {zone: battlefield}, abyss: {zone: graveyard}}}
    """,
    "several that become worlds at once are as new as each other": """
        seats:
          Ann: {hand: [Whole World], battlefield: [{card: Glorious Anthem, as: anthem}, {card: Crusade, as: crusade}]}
          Bob: {battlefield: [{card: The Abyss, as: abyss}]}
        play:
          - {seat: Ann, cast: Whole World}
          - pass: all
          - expect:
              checks: [[704.5k]]
              objects: {anthem: {zone: graveyard}, crusade: {zone: graveyard}, abyss: {zone: graveyard}}
    """,
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_claim(claim: str, tmp_path: Path) -> None:
    holds(tmp_path, f'title: "{claim}"\nmana: free\n' + dedent(CLAIMS[claim]))
