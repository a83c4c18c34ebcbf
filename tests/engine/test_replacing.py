"""Replacement and prevention as few cards show them (614 to 616), each claim as a scenario."""

from pathlib import Path
from textwrap import dedent

import pytest

from stage import holds

CLAIMS = {
    "two effects about one death: its controller chooses, and the other has nothing left": """
        seats:
          Ann: {hand: [Murder, Murder], battlefield: [{card: Rest in Peace, as: peace}]}
          Bob: {battlefield: [{card: Home Road, as: one}, {card: Home Road, as: two}]}
        play:
          - {seat: Ann, cast: Murder, targets: [one]}
          - pass: all
          - {seat: Bob, answer: peace}
          - expect: {objects: {one: {zone: exile}}}
          - {seat: Ann, cast: Murder, targets: [two]}
          - pass: all
          - {seat: Bob, answer: two}
          - expect: {objects: {two: {zone: library}}, library_size: {Bob: 21}}
    """,
    "what enters as a copy does not keep its own way of entering (616.1c)": """
        seats:
          Ann: {hand: [{card: Tired Walker, as: walker}], battlefield: [One Shape]}
          Bob: {}
        play:
          - {seat: Ann, cast: walker}
          - pass: all
          - expect: {objects: {walker: {name: One Shape, power: 6, tapped: false}}}
    """,
    "who controls what enters is settled first since 2009, and was one choice among others before (616.1b (2011))": """
        edition: ["2004", "2007", "2008", "2011", "2012", current]
        seats:
          Ann: {hand: [{card: Hill Giant, as: giant}, {card: Grizzly Bears, as: bears}], battlefield: [Slow Home]}
          Bob: {battlefield: [Gatherer]}
        play:
          - {seat: Ann, cast: giant}
          - pass: all
          - {seat: Ann, answer: Slow Home, optional: true}
          - expect:
              objects:
                giant:
                  controller: Bob
                  tapped: {"2004": true, "2007": true, "2008": true, "2011": false, "2012": false, current: false}
          - {seat: Ann, cast: bears}
          - pass: all
          - {seat: Ann, answer: Gatherer, optional: true}
          - expect: {objects: {bears: {controller: Bob, tapped: false}}}
    """,
    "until 2011 what enters as a copy may first enter in its own way (616.1c (2011))": """
        edition: ["2004", "2007", "2011"]
        seats:
          Ann: {hand: [{card: Tired Walker, as: walker}], battlefield: [One Shape]}
          Bob: {}
        play:
          - {seat: Ann, cast: walker}
          - pass: all
          - {seat: Ann, answer: walker}
          - {seat: Ann, answer: One Shape}
          - expect: {objects: {walker: {name: One Shape, power: 6, tapped: true}}}
    """,
    "what enters has effects of its own to choose from, named as the card that it still is": """
        seats:
          Ann: {hand: [{card: Tired Walker, as: walker}, {card: Tired Walker, as: other}], battlefield: [Sleepy Orb]}
          Bob: {}
        play:
          - {seat: Ann, cast: walker}
          - pass: all
          - {seat: Ann, answer: walker}
          - expect: {objects: {walker: {zone: battlefield, tapped: true}}}
          - {seat: Ann, cast: other}
          - pass: all
          - {seat: Ann, answer: Sleepy Orb}
          - expect: {objects: {other: {zone: battlefield, tapped: true}}}
    """,
    "what is put elsewhere instead of entering takes nothing along of how it would have entered (614.1c)": """
        seats:
          Ann:
            hand: [{card: Budding Walker, as: budding}, {card: Clone, as: clone}]
            battlefield: [Shut Door, {card: Grizzly Bears, as: bears}]
          Bob: {}
        play:
          - {seat: Ann, cast: budding}
          - pass: all
          - {seat: Ann, answer: budding}
          - expect: {objects: {budding: {zone: exile, counters: {}, power: 1}}}
          - {seat: Ann, cast: clone}
          - pass: all
          - {seat: Ann, answer: bears, optional: true}
          - expect: {objects: {clone: {zone: exile, name: Clone, power: 0}}}
    """,
    "damage is sent on to nothing where what it would be sent to is gone (614.9)": """
        seats:
          Ann: {hand: [Murder], battlefield: [{card: Scapegoat, as: goat}, {card: Grizzly Bears, as: bears}]}
          Bob: {hand: [Lightning Bolt]}
        play:
          - {seat: Ann, activate: goat, targets: [bears]}
          - pass: all
          - {seat: Ann, cast: Murder, targets: [bears]}
          - pass: all
          - {pass: Ann}
          - {seat: Bob, cast: Lightning Bolt, targets: [Ann]}
          - pass: all
          - expect: {life: {Ann: 17}}
    """,
    "damage from a spell that was chosen is sent on from the permanent that it becomes as well (609.7a)": """
        seats:
          Bob: {hand: [{card: Goblin Guide, as: guide}]}
          Ann: {battlefield: [{card: Turned Blow, as: blow}]}
        play:
          - {seat: Bob, cast: guide}
          - {pass: Bob}
          - {seat: Ann, activate: blow}
          - pass: all
          - {seat: Ann, answer: guide, optional: true}
          - pass: all
          - {seat: Bob, attack: {guide: Ann}}
          - {go: main2}
          - expect: {life: {Ann: 20, Bob: 18}}
    """,
    "half of an even amount, rounded up, is half of it (107.1a)": """
        seats:
          Ann: {hand: [Shock, Lightning Bolt]}
          Bob: {battlefield: [Hard Ground]}
        play:
          - {seat: Ann, cast: Shock, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 19}}
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 17}}
    """,
    "of two effects that leave some life the greater leaves it, whichever applies first": """
        seats:
          Ann: {hand: [{card: Lightning Bolt, as: one}, {card: Lightning Bolt, as: two}]}
          Bob: {life: 4, battlefield: [{card: Faith, as: faith}, {card: Firm Faith, as: firm}]}
          Cat: {life: 4, battlefield: [{card: Faith, as: faith2}, {card: Firm Faith, as: firm2}]}
        play:
          - {seat: Ann, cast: one, targets: [Bob]}
          - pass: all
          - {seat: Bob, answer: faith}
          - {seat: Ann, cast: two, targets: [Cat]}
          - pass: all
          - {seat: Cat, answer: firm2}
          - expect: {life: {Bob: 3, Cat: 3}}
    """,
    "what enters tapped by one effect stays so where another gives it counters": """
        seats:
          Ann: {hand: [{card: Budding Walker, as: budding}], battlefield: [Drowsy Folk]}
          Bob: {}
        play:
          - {seat: Ann, cast: budding}
          - pass: all
          - {seat: Ann, answer: Drowsy Folk}
          - expect: {objects: {budding: {tapped: true, counters: {+1/+1: 2}}}}
    """,
    "whoever pays as a land enters has it untapped (614.12a)": """
        seats:
          Ann: {hand: [{card: Toll Grove, as: paid}]}
          Bob: {hand: [{card: Toll Grove, as: unpaid}]}
        play:
          - {seat: Ann, play: paid}
          - {seat: Ann, answer: yes}
          - expect: {life: {Ann: 18}, objects: {paid: {tapped: false}}}
          - {go: main1, of: Bob}
          - {seat: Bob, play: unpaid}
          - {seat: Bob, answer: no}
          - expect: {life: {Bob: 20}, objects: {unpaid: {tapped: true}}}
    """,
    "what goes elsewhere shuffles a library only where the effect says so": """
        seats:
          Ann: {hand: [Murder], battlefield: [Rest in Peace]}
          Bob: {battlefield: [{card: Grizzly Bears, as: bears}], library: [Shock, Forest, Fog, Murder, Island, Plains]}
        play:
          - {seat: Ann, cast: Murder, targets: [bears]}
          - pass: all
          - expect: {objects: {bears: {zone: exile}}, library: {Bob: [Shock, Forest, Fog, Murder, Island, Plains]}}
    """,
    "damage to a player is sent on to a planeswalker of that player only (306.7 (2011))": """
        edition: "2011"
        seats:
          Ann: {hand: [Lightning Bolt]}
          Bob: {}
          Cat: {battlefield: [{card: Chandra Nalaar, as: chandra}]}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 17}, objects: {chandra: {loyalty: 6}}}
    """,
    "an effect about what enters does not apply to its own source (614.12)": """
        seats:
          Ann: {hand: [{card: Sleepy Orb, as: orb}, {card: Grizzly Bears, as: bears}]}
          Bob: {}
        play:
          - {seat: Ann, cast: orb}
          - pass: all
          - {seat: Ann, cast: bears}
          - pass: all
          - expect: {objects: {orb: {tapped: false}, bears: {tapped: true}}}
    """,
    "a card without abilities in the graveyard enters as it will be on the battlefield (614.12)": """
        seats:
          Ann: {hand: [Grave Call], graveyard: [{card: Tired Walker, as: walker}], battlefield: [Silent Graves]}
          Bob: {}
        play:
          - {seat: Ann, cast: Grave Call, targets: [walker]}
          - pass: all
          - expect: {objects: {walker: {zone: battlefield, tapped: true}}}
    """,
    "its own ability says what it enters as since 2008, nothing but what is copied before (419.6i (2007, 2008))": """
        edition: ["2004", "2007", "2008", "2011", current]
        seats:
          Ann: {hand: [{card: "Purphoros, God of the Forge", as: god}], battlefield: [Drowsy Folk]}
          Bob: {}
        play:
          - {seat: Ann, cast: god}
          - pass: all
          - expect:
              objects: {god: {tapped: {"2004": true, "2007": true, "2008": false, "2011": false, current: false}}}
    """,
    "a target spell that becomes a permanent is none of a shield's business in 2004 (217.1c (2004))": """
        edition: ["2004", "2007", current]
        seats:
          Ann: {hand: [{card: Ball Lightning, as: ball}]}
          Bob: {hand: [Hush]}
        play:
          - {seat: Ann, cast: ball}
          - pass: Ann
          - {seat: Bob, cast: Hush, targets: [ball]}
          - pass: resolve
          - {seat: Ann, attack: {ball: Bob}}
          - {go: main2}
          - expect: {life: {Bob: {"2004": 14, "2007": 20, current: 20}}}
    """,
    "umbra armor is destroyed in place of its creature, not where toughness is gone": """
        seats:
          Ann: {hand: [Murder, Infest, Infest]}
          Bob:
            battlefield:
              - {card: Grizzly Bears, as: bears}
              - {card: Bear Skin, as: skin, attached: bears}
              - {card: Hill Giant, as: giant}
              - {card: Bear Skin, as: other, attached: giant}
        play:
          - {seat: Ann, cast: Murder, targets: [bears]}
          - pass: all
          - expect: {objects: {bears: {zone: battlefield, damage: 0}, skin: {zone: graveyard}}}
          - {seat: Ann, cast: Infest}
          - pass: all
          - expect: {objects: {bears: {zone: graveyard}, giant: {toughness: 3}}}
          - {seat: Ann, cast: Infest}
          - pass: all
          - expect: {objects: {giant: {toughness: 1}}}
    """,
    "toxic values add up, and combat damage is dealt besides": """
        seats:
          Ann: {battlefield: [{card: Venom Rat, as: rat}]}
          Bob: {}
        play:
          - {seat: Ann, attack: {rat: Bob}}
          - {go: main2}
          - expect: {life: {Bob: 18}, poison: {Bob: 3}}
    """,
    "counters that can't be put leave no damage either (120.3d, 614.17)": """
        seats:
          Ann: {battlefield: [{card: Blight Giant, as: giant}]}
          Bob: {battlefield: [{card: Clean Healer, as: healer}]}
        play:
          - {seat: Ann, attack: {giant: Bob}}
          - pass: all
          - {seat: Bob, block: {healer: giant}}
          - pass: all
          - expect: {checks: [], life: {Ann: 23}, objects: {healer: {damage: 0, counters: {}}, giant: {damage: 2}}}
    """,
    "wither, lifelink, a shield and doubled life in one damage (120.4)": """
        seats:
          Ann: {battlefield: [{card: Blight Giant, as: giant}, {card: Bonesplitter, attached: giant}, Twofold Joy]}
          Bob: {hand: [Healing Salve], battlefield: [{card: Craw Wurm, as: wurm}]}
        play:
          - {seat: Ann, attack: {giant: Bob}}
          - pass: all
          - {seat: Bob, block: {wurm: giant}}
          - pass: Ann
          - {seat: Bob, cast: Healing Salve, modes: [2], targets: [wurm]}
          - pass: all
          - pass: all
          - expect:
              life: {Ann: 24}
              objects: {wurm: {damage: 0, counters: {-1/-1: 2}}, giant: {zone: graveyard}}
    """,
    "unpreventable damage leaves a shield whole (615.12)": """
        seats:
          Ann: {hand: [Sure Bolt, Lightning Bolt]}
          Bob: {hand: [Healing Salve]}
        play:
          - pass: Ann
          - {seat: Bob, cast: Healing Salve, modes: [2], targets: [Bob]}
          - pass: all
          - {seat: Ann, cast: Sure Bolt, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 17}}
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 17}}
    """,
    "what a prevention does besides happens, with what was prevented (615.5, 615.12)": """
        seats:
          Ann: {hand: [Sure Bolt, Lightning Bolt]}
          Bob: {battlefield: [Blood Wall]}
        play:
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 19}, hand_size: {Bob: 1}}
          - {seat: Ann, cast: Sure Bolt, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 16}, hand_size: {Bob: 2}}
    """,
    "a replacement does not meet what it made itself, another of its kind does once (614.5)": """
        seats:
          Ann: {hand: [Divination, 5 Forest], battlefield: [Old Chains]}
          Bob: {}
        play:
          - {seat: Ann, cast: Divination}
          - pass: all
          - {seat: Ann, answer: Forest}
          - {seat: Ann, answer: Forest}
          - expect: {hand_size: {Ann: 5}, graveyard: {Ann: [2 Forest, Divination]}}
    """,
    "two replacements of one kind take two cards for one (614.5)": """
        seats:
          Ann: {hand: [Twisted Image, 5 Forest], battlefield: [Old Chains, Old Chains, {card: Craw Wurm, as: wurm}]}
          Bob: {}
        play:
          - {seat: Ann, cast: Twisted Image, targets: [wurm]}
          - pass: all
          - {seat: Ann, answer: Forest}
          - {seat: Ann, answer: Forest}
          - expect: {hand_size: {Ann: 4}, library_size: {Ann: 19}}
    """,
    "where nothing can be discarded the card is milled": """
        seats:
          Ann: {hand: [Divination], battlefield: [Old Chains]}
          Bob: {}
        play:
          - {seat: Ann, cast: Divination}
          - pass: all
          - expect: {hand_size: {Ann: 0}, library_size: {Ann: 18}, graveyard: {Ann: [Divination, 2 Wastes]}}
    """,
    "counters from several effects are one placement, and one more is added once (614.12)": """
        seats:
          Ann: {hand: [{card: Sprout, as: sprout}], battlefield: [Gardener, Hardened Scales]}
          Bob: {}
        play:
          - {seat: Ann, cast: sprout}
          - pass: all
          - {seat: Ann, answer: Gardener, optional: true}
          - expect: {objects: {sprout: {counters: {+1/+1: 3}}}}
    """,
    "a shield counter meets destruction by effects and damage, a stun counter the untapping": """
        turn: {of: Ann, step: main1}
        seats:
          Ann: {hand: [Murder, Lightning Bolt, Murder], battlefield: [{card: Marker, as: marker}]}
          Bob: {battlefield: [{card: Hill Giant, as: giant, tapped: true}]}
        play:
          - {seat: Ann, activate: marker, ability: 2, targets: [giant]}
          - {seat: Ann, activate: marker, ability: 2, targets: [giant]}
          - {seat: Ann, activate: marker, ability: 3, targets: [giant]}
          - pass: resolve
          - {seat: Ann, cast: Murder, targets: [giant]}
          - pass: all
          - expect: {objects: {giant: {zone: battlefield, counters: {shield: 1, stun: 1}}}}
          - {seat: Ann, cast: Lightning Bolt, targets: [giant]}
          - pass: all
          - expect: {objects: {giant: {zone: battlefield, damage: 0, counters: {stun: 1}}}}
          - {go: upkeep, of: Bob}
          - expect: {objects: {giant: {tapped: true, counters: {}}}}
          - {go: upkeep, of: Ann}
          - {go: upkeep, of: Bob}
          - expect: {objects: {giant: {tapped: false}}}
    """,
    "what is indestructible is not destroyed, so neither shield nor counter is used (614.17c)": """
        seats:
          Ann: {hand: [Murder, Murder, Turn to Frog], battlefield: [{card: Marker, as: marker}]}
          Bob: {battlefield: [{card: Darksteel Myr, as: myr}]}
        play:
          - {seat: Ann, activate: marker, ability: 2, targets: [myr]}
          - pass: all
          - {seat: Ann, cast: Murder, targets: [myr]}
          - pass: all
          - expect: {objects: {myr: {zone: battlefield, counters: {shield: 1}}}}
          - {seat: Ann, cast: Turn to Frog, targets: [myr]}
          - pass: all
          - {seat: Ann, cast: Murder, targets: [myr]}
          - pass: all
          - expect: {objects: {myr: {zone: battlefield, counters: {}}}}
    """,
    "life that can't be gained is not turned into anything (614.17c)": """
        seats:
          Ann: {life: 5, hand: [Healing Salve], battlefield: [Lich, Sealed Life]}
          Bob: {}
        play:
          - {seat: Ann, cast: Healing Salve, modes: [1], targets: [Ann]}
          - pass: all
          - expect: {life: {Ann: 5}, hand_size: {Ann: 0}}
    """,
    "tokens are doubled before each of them enters with what doubles again (616.1g)": """
        seats:
          Ann: {hand: [Plant Two], battlefield: [Doubling Season, Hardened Scales]}
          Bob: {}
        play:
          - {seat: Ann, cast: Plant Two}
          - pass: all
          - {seat: Ann, answer: Hardened Scales}
          - {seat: Ann, answer: Hardened Scales}
          - {seat: Ann, answer: Hardened Scales}
          - {seat: Ann, answer: Doubling Season}
          - expect: {count: {Bud: 4}}
          - {label: {Bud: [one, two, three, four]}}
          - expect: {objects: {one: {power: 4}, two: {power: 4}, three: {power: 4}, four: {power: 3}}}
    """,
    "a redirection to what has left does nothing (614.9)": """
        seats:
          Ann: {hand: [Shock]}
          Bob: {battlefield: [{card: Scapegoat, as: goat}, {card: Craw Wurm, as: wurm}], hand: [Unsummon]}
        play:
          - pass: Ann
          - {seat: Bob, activate: goat, targets: [wurm]}
          - pass: all
          - pass: Ann
          - {seat: Bob, cast: Unsummon, targets: [wurm]}
          - pass: all
          - {seat: Ann, cast: Shock, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 18}}
    """,
    "a redirection for the turn sends on what is left of the damage": """
        seats:
          Ann: {hand: [Shock]}
          Bob: {battlefield: [{card: Scapegoat, as: goat}, {card: Craw Wurm, as: wurm}]}
        play:
          - pass: Ann
          - {seat: Bob, activate: goat, targets: [wurm]}
          - pass: all
          - {seat: Ann, cast: Shock, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 20}, objects: {wurm: {damage: 2}}}
    """,
    "the next time damage would be dealt is used up by the first": """
        seats:
          Ann: {hand: [Shock, Lightning Bolt]}
          Bob: {battlefield: [{card: Quick Ward, as: ward}]}
        play:
          - pass: Ann
          - {seat: Bob, activate: ward}
          - pass: all
          - {seat: Ann, cast: Shock, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 20}}
          - {seat: Ann, cast: Lightning Bolt, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 17}}
    """,
    "half of the damage, rounded down, is half of what is left": """
        seats:
          Ann: {hand: [Blaze]}
          Bob: {battlefield: [Soft Ground, Soft Ground]}
        play:
          - {seat: Ann, cast: Blaze, x: 7, targets: [Bob]}
          - pass: all
          - expect: {life: {Bob: 19}}
    """,
    "a finality counter exiles what would die, a flying counter lifts": """
        seats:
          Ann: {hand: [Murder, Turn to Frog], battlefield: [{card: Marker, as: marker}]}
          Bob: {battlefield: [{card: Young Wolf, as: wolf}, {card: Hill Giant, as: giant}]}
        play:
          - {seat: Ann, activate: marker, ability: 4, targets: [wolf]}
          - {seat: Ann, activate: marker, ability: 1, targets: [giant]}
          - pass: resolve
          - expect: {objects: {giant: {has: [flying]}}}
          - {seat: Ann, cast: Murder, targets: [wolf]}
          - pass: all
          - expect: {objects: {wolf: {zone: exile}}, triggered: []}
          - {seat: Ann, cast: Turn to Frog, targets: [giant]}
          - pass: all
          - expect: {objects: {giant: {has_not: [flying], power: 1}}}
    """,
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_claim(claim: str, tmp_path: Path) -> None:
    holds(tmp_path, f'title: "{claim}"\nmana: free\n' + dedent(CLAIMS[claim]))
