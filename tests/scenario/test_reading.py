"""Scenario files are read as the format says, and what it does not know is refused with its place."""

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from apnap.rules.index import EDITIONS
from apnap.scenario.claims import (
    Activate,
    AnswerItem,
    CastSpell,
    Concede,
    DeclareAttack,
    DeclareBlock,
    Entry,
    Expect,
    Go,
    LabelItem,
    Pass,
    PlayLand,
    Scenario,
    Special,
)
from apnap.scenario.errors import Malformed
from apnap.scenario.reading import Known, files, read

KNOWN = Known(EDITIONS)
HEAD = "title: A claim\n"
SEATS = "seats: {Ann: {}, Bob: {}}\n"


def scenarios(folder: Path, text: str, edition: str = "") -> list[Scenario]:
    path = folder / "claims.yaml"
    path.write_text(dedent(text), encoding="utf-8")
    return read(path, KNOWN, edition)


def one(folder: Path, text: str) -> Scenario:
    (found,) = scenarios(folder, text)
    return found


def problem(folder: Path, text: str) -> str:
    """The message without the folder."""
    with pytest.raises(Malformed) as refused:
        scenarios(folder, text)
    return str(refused.value).removeprefix(f"{folder}/")


# --- head ---------------------------------------------------------------------------------------


def test_what_a_head_leaves_out_has_its_default(tmp_path: Path) -> None:
    found = one(tmp_path, HEAD + SEATS)
    assert (found.title, found.edition, found.formats) == ("A claim", "current", ("duel",))
    assert (found.cites, found.teams, found.free_mana, found.seed) == ((), (), False, 1)
    assert (found.turn_of, found.step, found.play, found.monarch) == ("Ann", "main1", (), "")
    assert found.seat_names == ("Ann", "Bob")


def test_more_than_two_seats_are_free_for_all(tmp_path: Path) -> None:
    assert one(tmp_path, HEAD + "seats: {Ann: {}, Bob: {}, Cat: {}}").formats == ("free-for-all",)


def test_every_key_of_the_head(tmp_path: Path) -> None:
    found = one(
        tmp_path,
        """
        title: A claim
        note: not looked at
        cites: [704.3, 704.5f, "707.10", 606]
        edition: current
        format: [two-headed-giant, commander]
        teams: [[Ann, Bob], [Cat, Dan]]
        mana: free
        seed: 7
        monarch: Bob
        commander_damage: {Ann: {Some Card: 14}}
        turn: {of: Cat, step: end}
        cards: [{name: Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2, loyalty: 1, text: Flying}]
        seats: {Ann: {command: [Some Card]}, Bob: {}, Cat: {}, Dan: {}}
        """,
    )
    assert found.cites == ("704.3", "704.5f", "707.10", "606")
    assert found.formats == ("two-headed-giant", "commander")
    assert found.teams == (("Ann", "Bob"), ("Cat", "Dan"))
    assert found.free_mana
    assert found.seed == 7
    assert found.monarch == "Bob"
    assert found.commander_damage == (("Ann", "Some Card", 14),)
    assert (found.turn_of, found.step) == ("Cat", "end")
    (card,) = found.cards
    assert (card.name, card.cost, card.pt, card.loyalty, card.text) == ("Bear", "{1}{G}", "2/2", 1, "Flying")


def test_it_runs_once_under_each_of_its_editions(tmp_path: Path) -> None:
    text = HEAD + 'edition: ["2011", current]\ncites: {"2011": [704.5r], current: [704.5q]}\n' + SEATS
    found = scenarios(tmp_path, text)
    assert [(s.edition, s.cites, s.of_several) for s in found] == [
        ("2011", ("704.5r",), True),
        ("current", ("704.5q",), True),
    ]


def test_an_edition_may_be_an_unquoted_number(tmp_path: Path) -> None:
    assert one(tmp_path, HEAD + "edition: 2012\n" + SEATS).edition == "2012"


def test_another_edition_can_be_asked_for(tmp_path: Path) -> None:
    found = scenarios(tmp_path, HEAD + 'edition: ["2011", "2012"]\n' + SEATS, "2007")
    assert [s.edition for s in found] == ["2007"]


def test_a_file_may_hold_several_scenarios(tmp_path: Path) -> None:
    found = scenarios(tmp_path, f"title: One\n{SEATS}---\ntitle: Two\n{SEATS}---\n# nothing more\n")
    assert [s.title for s in found] == ["One", "Two"]


def test_folders_are_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "deep/c.yaml", "d.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [p.name for p in files([tmp_path])] == ["a.yml", "b.yaml", "c.yaml"]


# --- seats --------------------------------------------------------------------------------------


def test_every_key_of_a_seat(tmp_path: Path) -> None:
    found = one(
        tmp_path,
        """
        title: A claim
        seats:
          Ann:
            life: -3
            poison: 4
            mana: "{R}{R}{2}"
            hand: [Shock]
            library: [Island, 2 Forest]
            graveyard: [Divination]
            exile: []
            command: [{card: Isamaru, casts: 2}]
            schemes: [Some Scheme]
            battlefield: [3 Forest]
            lands_played: 1
          Bob: {}
        """,
    )
    ann, bob = found.seats
    assert (ann.life, ann.poison, ann.lands_played) == (-3, 4, 1)
    assert dict(ann.mana) == {"R": 2, "C": 2}
    assert ann.zone("library") == (Entry(card="Island"), Entry(card="Forest", count=2))
    assert ann.zone("exile") == ()
    assert ann.zone("command") == (Entry(card="Isamaru", casts=2),)
    assert [zone for zone, _ in ann.zones] == [
        "hand", "library", "graveyard", "exile", "command", "schemes", "battlefield",
    ]  # fmt: skip
    assert (bob.life, bob.poison, bob.zone("library")) == (None, None, None)


def test_every_key_of_an_entry(tmp_path: Path) -> None:
    found = one(
        tmp_path,
        """
        title: A claim
        seats:
          Ann:
            battlefield:
              - {card: Bears, as: bears, counters: {+1/+1: 2}, tapped: true, sick: true, damage: 1, owner: Bob,
                 token: true, phased_out: true, face_down: true, commander: true, note: any}
              - {card: Rancor, attached: bears}
              - {card: Curse, attached: Bob}
              - {card: Jace, loyalty: 3}
              - {card: Forest, copies: 4}
            exile: [{card: Rift Bolt, as: bolt, suspended: 2}]
          Bob: {}
        """,
    )
    entries = found.seats[0].zone("battlefield")
    assert entries is not None
    assert entries[0] == Entry(
        card="Bears", label="bears", counters=(("+1/+1", 2),), tapped=True, sick=True, damage=1, owner="Bob",
        token=True, phased_out=True, face_down=True, commander=True,
    )  # fmt: skip
    assert [e.attached for e in entries] == ["", "bears", "Bob", "", ""]
    assert entries[3].loyalty == 3
    assert entries[4].count == 4
    assert found.seats[0].zone("exile") == (Entry(card="Rift Bolt", label="bolt", suspended=2),)


# --- play ---------------------------------------------------------------------------------------

ITEMS: list[tuple[str, Any]] = [
    ("{seat: Ann, cast: Shock}", CastSpell(number=1, seat="Ann", card="Shock")),
    ("{seat: Ann, play: Forest}", PlayLand(number=1, seat="Ann", card="Forest")),
    ("{seat: Ann, attack: {bears: Bob, jace: bears}}",
     DeclareAttack(number=1, seat="Ann", attacks=(("bears", "Bob"), ("jace", "bears")))),
    ("{seat: Ann, attack: {}}", DeclareAttack(number=1, seat="Ann", attacks=())),
    ("{seat: Bob, block: {a: x, b: [x, y]}}",
     DeclareBlock(number=1, seat="Bob", blocks=(("a", ("x",)), ("b", ("x", "y"))))),
    ("pass: all", Pass(number=1, who="all")),
    ("pass: resolve", Pass(number=1, who="resolve")),
    ("{pass: Bob}", Pass(number=1, who="Bob")),
    ("{go: draw}", Go(number=1, step="draw")),
    ("{go: draw, of: Bob, note: why}", Go(number=1, step="draw", of="Bob")),
    ("concede: Ann", Concede(number=1, seat="Ann")),
    ("label: {Spirit: [one, two]}", LabelItem(number=1, names=(("Spirit", ("one", "two")),))),
    ("{seat: Ann, answer: yes}", AnswerItem(number=1, seat="Ann", form="flag", flag=True)),
    ("{seat: Ann, answer: no}", AnswerItem(number=1, seat="Ann", form="flag")),
    ("{seat: Ann, answer: bears}", AnswerItem(number=1, seat="Ann", form="names", names=("bears",))),
    ("{seat: Ann, answer: [a, b]}", AnswerItem(number=1, seat="Ann", form="names", names=("a", "b"))),
    ("{seat: Ann, answer: []}", AnswerItem(number=1, seat="Ann", form="names")),
    ("{seat: Ann, answer: 3}",
     AnswerItem(number=1, seat="Ann", form="number", number_value=3, names=("3",))),
    ("{seat: Ann, answer: {divide: {a: 1, Bob: 2}}}",
     AnswerItem(number=1, seat="Ann", form="divide", amounts=(("a", 1), ("Bob", 2)))),
    ('{seat: Ann, answer: {order: ["A#2", "A#1"]}, optional: true}',
     AnswerItem(number=1, seat="Ann", form="order", names=("A#2", "A#1"), optional=True)),
    ("{seat: Ann, special: end-effect, object: licid}",
     Special(number=1, seat="Ann", word="end-effect", object="licid")),
    ("{seat: Ann, activate: jace, ability: 2}", Activate(number=1, seat="Ann", object="jace", ability=2)),
    ("{pass: Bob, refused: true}", Pass(number=1, who="Bob", refused=True)),
    ("{seat: Ann, play: Forest, refused: 305.2}",
     PlayLand(number=1, seat="Ann", card="Forest", refused=True, cite="305.2")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "item"), ITEMS)
def test_every_item_of_play(tmp_path: Path, text: str, item: Any) -> None:
    assert one(tmp_path, HEAD + SEATS + f"play:\n  - {text}\n").play == (item,)


def test_every_option_of_a_cast(tmp_path: Path) -> None:
    (item,) = one(
        tmp_path,
        HEAD
        + SEATS
        + """
play:
  - {seat: Ann, cast: Shock, from: graveyard, targets: [Bob, "stack:Shock"], x: 3, modes: [1, 3], kicked: true,
     alternative: flashback, divided: {Bob: 2}, sacrifice: [a], discard: [b], exile: [c, d], pay_life: 2, for: Bob}
""",
    ).play
    assert isinstance(item, CastSpell)
    assert (item.zone, item.whose) == ("graveyard", "Bob")
    options = item.options
    assert options.targets == ("Bob", "stack:Shock")
    assert (options.x, options.modes, options.kicked, options.pay_life) == (3, (1, 3), True, 2)
    assert options.alternative == "flashback"
    assert options.divided == (("Bob", 2),)
    assert (options.sacrifice, options.discard, options.exile) == (("a",), ("b",), ("c", "d"))


def test_one_target_needs_no_list(tmp_path: Path) -> None:
    (item,) = one(tmp_path, HEAD + SEATS + "play: [{seat: Ann, cast: Shock, targets: Bob}]").play
    assert isinstance(item, CastSpell)
    assert item.options.targets == ("Bob",)


# --- expect -------------------------------------------------------------------------------------

CLAIMS: list[tuple[str, Any]] = [
    ("life: {Ann: -1, Bob: 20}", (("Ann", -1), ("Bob", 20))),
    ("poison: {Ann: 2}", (("Ann", 2),)),
    ("hand_size: {Ann: 0}", (("Ann", 0),)),
    ("library_size: {Ann: 20}", (("Ann", 20),)),
    ("hand: {Ann: [Shock, 2 Forest]}", (("Ann", ("Shock", "2 Forest")),)),
    ("graveyard: {Ann: []}", (("Ann", ()),)),
    ("exile: {Ann: {}}", (("Ann", ()),)),
    ('command: {Ann: ""}', (("Ann", ()),)),
    ("battlefield: {Bob: [Forest]}", (("Bob", ("Forest",)),)),
    ("library: {Bob: [Forest]}", (("Bob", ("Forest",)),)),
    ("schemes: {Bob: [Forest]}", (("Bob", ("Forest",)),)),
    ("stack: [Shock, Divination]", ("Shock", "Divination")),
    ("stack: []", ()),
    ("count: {Spirit: 2}", (("Spirit", 2),)),
    ("priority: Ann", "Ann"),
    ("turn: {of: Ann, step: upkeep}", ("Ann", "upkeep")),
    ("turn: {step: upkeep}", ("", "upkeep")),
    ("asked: {seat: Ann, kind: yes-no}", ("Ann", "yes-no")),
    ("in_game: [Ann]", ("Ann",)),
    ("lost: []", ()),
    ("won: [Ann, Bob]", ("Ann", "Bob")),
    ("draw: true", True),
    ("checks: [[704.5r, 704.5f], [704.5f]]", (("704.5r", "704.5f"), ("704.5f",))),
    ("checks: []", ()),
    ("checks_include: [704.5a]", ("704.5a",)),
    ("checks_exclude: [704.5a]", ("704.5a",)),
    ("triggered: [Rancor]", ("Rancor",)),
    ('mana: {Ann: "{R}{R}", Bob: ""}', (("Ann", (("R", 2),)), ("Bob", ()))),
    ("commander_damage: {Ann: {Isamaru: 14}}", (("Ann", (("Isamaru", 14),)),)),
    ("monarch: Bob", "Bob"),
    ('monarch: ""', ""),
    ("day_night: night", "night"),
]


@pytest.mark.parametrize(("text", "value"), CLAIMS)
def test_every_key_of_an_expectation(tmp_path: Path, text: str, value: Any) -> None:
    (item,) = one(tmp_path, HEAD + SEATS + f"play:\n  - expect:\n      {text}\n").play
    assert item == Expect(number=1, claims=((text.partition(":")[0], value),))


FIELDS: list[tuple[str, Any]] = [
    ("zone: gone", "gone"),
    ("zone: out", "out"),
    ("zone: stack", "stack"),
    ("name: Hill Giant", "Hill Giant"),
    ("controller: Ann", "Ann"),
    ("owner: Bob", "Bob"),
    ("power: -1", -1),
    ("toughness: 2", 2),
    ("damage: 0", 0),
    ("loyalty: 3", 3),
    ("counters: {+1/+1: 1, time: 2}", (("+1/+1", 1), ("time", 2))),
    ("counters: {}", ()),
    ("tapped: true", True),
    ("attached: nothing", "nothing"),
    ("attacking: true", True),
    ("attacking: Bob", "Bob"),
    ("blocked: false", False),
    ("face_down: false", False),
    ("phased_in: true", True),
    ("commander: true", True),
    ("types: [Artifact, Creature]", ("Artifact", "Creature")),
    ("not_types: [Land]", ("Land",)),
    ("colors: [blue]", ("blue",)),
    ("colors: []", ()),
    ("has: [first strike]", ("first strike",)),
    ("has_not: flying", ("flying",)),
]


@pytest.mark.parametrize(("text", "value"), FIELDS)
def test_every_field_of_an_object(tmp_path: Path, text: str, value: Any) -> None:
    (item,) = one(tmp_path, HEAD + SEATS + f"play:\n  - expect:\n      objects:\n        it: {{{text}}}\n").play
    assert item == Expect(number=1, claims=(("objects", (("it", ((text.partition(":")[0], value),)),)),))


def test_any_value_may_differ_between_editions(tmp_path: Path) -> None:
    text = (
        HEAD
        + 'edition: ["2011", current]\n'
        + SEATS
        + """
play:
  - expect:
      checks: {"2011": [[704.5r]], current: [[704.5q]]}
      life: {Ann: {"2011": 20, current: 19}}
      objects: {it: {zone: {"2011": graveyard, current: exile}}}
      stack: {current: [Shock]}
"""
    )
    old, new = (s.play[0] for s in scenarios(tmp_path, text))
    assert isinstance(old, Expect) and isinstance(new, Expect)
    assert old.claims == (
        ("checks", (("704.5r",),)),
        ("life", (("Ann", 20),)),
        ("objects", (("it", (("zone", "graveyard"),)),)),
    )
    assert dict(new.claims)["stack"] == ("Shock",)
    assert dict(new.claims)["life"] == (("Ann", 19),)


# --- what is refused ----------------------------------------------------------------------------

MALFORMED = [
    ("", "claims.yaml: expected a scenario, got an empty file"),
    ("a: [", ": expected YAML: "),
    ("just a sentence", "claims.yaml:1: expected a mapping with any of title, cites, "),
    (SEATS, "claims.yaml:1: expected the key 'title'"),
    (HEAD, "claims.yaml:1: expected the key 'seats'"),
    (HEAD + SEATS + "colour: red\n", "claims.yaml:3: colour: unknown key 'colour'; expected one of title, "),
    (HEAD + SEATS + "title: Again\n", "claims.yaml:1: title: the key 'title' stands here twice"),
    ("title: [a]\n" + SEATS, "claims.yaml:1: title: expected text, got a list"),
    (HEAD + "seats: {Ann: {}}", "claims.yaml:2: seats: expected at least two seats, got 1"),
    (HEAD + "seats: {Ann: {hand: [{card: Forest, copies: 100000000}]}, Bob: {}}",
     "claims.yaml:2: seats, Ann, hand, 1: expected at most 1000 copies of a card, got 100000000"),
    (HEAD + "seats: [Ann, Bob]", "claims.yaml:2: seats: expected a mapping from seats to what they have, got"),
    (HEAD + "seats: {Ann: {}, all: {}}", "seats, all: a seat cannot be called 'all'"),
    (HEAD + "seats:\n  Ann: {}\n  Bob: {lives: 3}\n",
     "claims.yaml:4: seats, Bob, lives: unknown key 'lives'; expected one of life, poison, mana, hand,"),
    (HEAD + "seats: {Ann: {life: many}, Bob: {}}",
     "seats, Ann, life: expected a whole number, got 'many'"),
    (HEAD + "seats: {Ann: {poison: -1}, Bob: {}}",
     "seats, Ann, poison: expected a whole number of 0 or more, got -1"),
    (HEAD + "seats: {Ann: {mana: RR}, Bob: {}}", "seats, Ann, mana: expected mana such as {R}{R}: cost"),
    (HEAD + 'seats: {Ann: {mana: "{W/U}"}, Bob: {}}',
     "seats, Ann, mana: expected mana such as {R}{R}, got {W/U}"),
    (HEAD + "seats: {Ann: {hand: Shock}, Bob: {}}", "seats, Ann, hand: expected a list of cards, got 'Shock'"),
    (HEAD + "seats: {Ann: {hand: [{as: x}]}, Bob: {}}", "seats, Ann, hand, 1: expected the key 'card'"),
    (HEAD + "seats: {Ann: {hand: [{card: X, tapped: true}]}, Bob: {}}",
     "seats, Ann, hand, 1, tapped: unknown key 'tapped'; expected one of card, as, copies, commander"),
    (HEAD + "seats: {Ann: {battlefield: [{card: X, suspended: 1}]}, Bob: {}}",
     "seats, Ann, battlefield, 1, suspended: unknown key 'suspended'"),
    (HEAD + "seats: {Ann: {battlefield: [{card: X, tapped: 1}]}, Bob: {}}",
     "seats, Ann, battlefield, 1, tapped: expected yes or no, got 1"),
    (HEAD + "seats: {Ann: {battlefield: [{card: X, owner: Zed}]}, Bob: {}}",
     "seats, Ann, battlefield, 1, owner: expected a seat: Ann, Bob, got 'Zed'"),
    (HEAD + "seats: {Ann: {battlefield: [{card: X, attached: y}]}, Bob: {}}",
     "seats, Ann, battlefield, 1, attached: expected a label or a seat, got 'y'"),
    (HEAD + "seats: {Ann: {exile: [{card: X, exiled_by: y}]}, Bob: {}}",
     "seats, Ann, exile, 1, exiled_by: expected a label, got 'y'"),
    (HEAD + "seats: {Ann: {hand: [{card: X, chosen: red}]}, Bob: {}}",
     "seats, Ann, hand, 1, chosen: unknown key 'chosen'"),
    (HEAD + "seats: {Ann: {hand: [{card: 2 X, as: x}]}, Bob: {}}",
     "seats, Ann, hand, 1, as: a label names one card, not 2"),
    (HEAD + "seats: {Ann: {hand: [{card: X, as: x}]}, Bob: {hand: [{card: X, as: x}]}}",
     "seats, Bob, hand, 1: the label 'x' is taken"),
    (HEAD + "seats: {Ann: {hand: [{card: X, as: Bob}]}, Bob: {}}",
     "seats, Ann, hand, 1: the label 'Bob' is taken"),
    (HEAD + "seats: {Ann: {hand: [{card: X, as: all}]}, Bob: {}}",
     "seats, Ann, hand, 1: a label cannot be called 'all'"),
    (HEAD + "edition: 1999\n" + SEATS, "claims.yaml:2: edition: expected one of 2004, 2007, 2008, "),
    (HEAD + "edition: []\n" + SEATS, "claims.yaml:2: edition: expected at least one edition"),
    (HEAD + "format: chess\n" + SEATS, "claims.yaml:2: format: expected one of duel, free-for-all, "),
    (HEAD + "format: duel\nseats: {Ann: {}, Bob: {}, Cat: {}}",
     "claims.yaml:2: format: expected two seats for a duel, got 3"),
    (HEAD + "format: archenemy\n" + SEATS,
     "claims.yaml:2: format: expected the key 'teams' beside a format of teams"),
    (HEAD + "format: archenemy\nteams: [[Ann]]\n" + SEATS,
     "claims.yaml:3: teams: expected each of Ann, Bob in exactly one team"),
    (HEAD + "teams: [[Ann], [Zed]]\n" + SEATS, "teams, 2, 1: expected a seat: Ann, Bob, got 'Zed'"),
    (HEAD + "mana: cheap\n" + SEATS, "claims.yaml:2: mana: expected the word free, got 'cheap'"),
    (HEAD + "turn: {of: Zed}\n" + SEATS, "claims.yaml:2: turn, of: expected a seat: Ann, Bob, got 'Zed'"),
    (HEAD + "turn: {step: lunch}\n" + SEATS, "claims.yaml:2: turn, step: expected one of untap, upkeep, draw"),
    (HEAD + "monarch: Zed\n" + SEATS, "claims.yaml:2: monarch: expected one of Ann, Bob, got 'Zed'"),
    (HEAD + "commander_damage: {Zed: {X: 1}}\n" + SEATS,
     "commander_damage, Zed, Zed: expected a seat: Ann, Bob, got 'Zed'"),
    (HEAD + "commander_damage: {Ann: {X: 1}}\n" + SEATS,
     "commander_damage, Ann, X: expected a label or a card of the position, got 'X'"),
    (HEAD + "format: two-headed-giant\nteams: [[Ann, Bob], [Cat, Dan]]\n"
     + "seats: {Ann: {life: 3}, Bob: {life: 4}, Cat: {}, Dan: {}}",
     "seats, Bob, life: the team of Ann has one life total, got 3 and 4"),
    (HEAD + "cards: [{name: X}]\n" + SEATS, "cards, 1: expected the key 'type'"),
    (HEAD + "cards: [{name: X, type: Creature, pt: big}]\n" + SEATS,
     "cards, 1, pt: expected power and toughness such as 2/2 or */*, got 'big'"),
    (HEAD + SEATS + "play: {pass: all}\n", "claims.yaml:3: play: expected a list, got a mapping"),
    (HEAD + SEATS + "play:\n  - pass: all\n  - shrug: Ann\n",
     "claims.yaml:5: play item 2: expected exactly one of cast, activate, play, special, attack,"),
    (HEAD + SEATS + "play: [{seat: Ann, cast: X, play: Y}]",
     "play item 1: expected exactly one of cast, activate, play,"),
    (HEAD + SEATS + "play: [{seat: Zed, cast: X}]",
     "claims.yaml:3: play item 1, seat: expected a seat: Ann, Bob, got 'Zed'"),
    (HEAD + SEATS + "play: [{cast: X}]", "play item 1: expected the key 'seat'"),
    (HEAD + SEATS + "play: [{seat: Ann, cast: X, target: [Bob]}]",
     "play item 1, target: unknown key 'target'; expected one of seat, cast, from, targets, x,"),
    (HEAD + SEATS + "play: [{seat: Ann, cast: X, x: -1}]",
     "play item 1, x: expected a whole number of 0 or more, got -1"),
    (HEAD + SEATS + "play: [{seat: Ann, cast: X, modes: [0]}]",
     "play item 1, modes, 1: expected a whole number of 1 or more, got 0"),
    (HEAD + SEATS + "play: [{seat: Ann, cast: X, kicked: twice}]",
     "play item 1, kicked: expected yes or no, got 'twice'"),
    (HEAD + SEATS + "play: [{seat: Ann, cast: X, from: sleeve}]",
     "play item 1, from: expected one of hand, library, graveyard, exile, command, battlefield, got 'sleeve'"),
    (HEAD + SEATS + "play: [{seat: Ann, cast: X, for: Zed}]",
     "play item 1, for: expected a seat: Ann, Bob, got 'Zed'"),
    (HEAD + SEATS + "play: [{seat: Ann, special: [fly], object: x}]", "play item 1, special: expected text"),
    (HEAD + SEATS + "play: [{pass: Zed}]", "play item 1, pass: expected one of all, resolve, Ann, Bob, got 'Zed'"),
    (HEAD + SEATS + "play: [{go: lunch}]", "play item 1, go: expected one of untap, upkeep, draw"),
    (HEAD + SEATS + "play: [{go: draw, refused: true}]", "play item 1, refused: unknown key 'refused'"),
    (HEAD + SEATS + "play: [{concede: Zed}]", "play item 1, concede: expected a seat: Ann, Bob, got 'Zed'"),
    (HEAD + SEATS + "play: [{seat: Ann, answer: {divide: {}, order: []}}]",
     "play item 1, answer: expected either divide or order"),
    (HEAD + SEATS + "play: [{label: {Spirit: [Ann]}}]",
     "play item 1, label, Spirit, 1: the label 'Ann' is a seat's name"),
    (HEAD + SEATS + "play: [{expect: {lives: {}}}]",
     "play item 1, expect, lives: unknown key 'lives'; expected one of life, poison, hand_size,"),
    (HEAD + SEATS + "play: [{expect: {life: {Zed: 1}}}]",
     "play item 1, expect, life, Zed: expected a seat: Ann, Bob; got 'Zed'"),
    (HEAD + SEATS + "play: [{expect: {priority: Zed}}]",
     "play item 1, expect, priority: expected a seat: Ann, Bob, got 'Zed'"),
    (HEAD + SEATS + "play: [{expect: {asked: {kind: riddle}}}]",
     "play item 1, expect, asked, kind: expected one of priority, choose, order,"),
    (HEAD + SEATS + "play: [{expect: {objects: {x: {mood: sad}}}}]",
     "play item 1, expect, objects, x, mood: unknown key 'mood'; expected one of zone, name,"),
    (HEAD + SEATS + "play: [{expect: {objects: {x: {zone: sleeve}}}}]",
     "play item 1, expect, objects, x, zone: expected one of hand, library, graveyard,"),
    (HEAD + SEATS + "play: [{expect: {checks: [704.5a]}}]",
     "play item 1, expect, checks, 1: expected a list of rule numbers, got '704.5a'"),
    (HEAD + SEATS + 'play: [{expect: {life: {"2004": {Ann: 1}}}}]',
     "play item 1, expect, life, 2004: the scenario does not run under edition '2004'"),
    ("title: One\n" + SEATS + "---\n" + HEAD + SEATS + "play: [{pass: Zed}]",
     "claims.yaml:6: scenario 2, play item 1, pass: expected one of"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MALFORMED)
def test_what_the_format_does_not_know_is_refused(tmp_path: Path, text: str, message: str) -> None:
    assert message in problem(tmp_path, text)
