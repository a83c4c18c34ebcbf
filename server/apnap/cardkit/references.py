"""The words of a card's text that point at something: THIS, YOU, TARGET, each, that much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apnap.engine.amounts import (
    Amount,
    BoundNumber,
    Calc,
    Condition,
    CustomAmount,
    CustomCondition,
    IfElse,
    Just,
    Live,
    Sum,
    ThatMuch,
    XValue,
)
from apnap.engine.conditions import (
    AreOpponents,
    CastFor,
    DuringStep,
    Exists,
    FirstDraw,
    HasCounter,
    InZone,
    Kicked,
    LegallyAttached,
    Matches,
    Ruled,
    SamePlayer,
    Spent,
    WordIs,
    YourTurn,
)
from apnap.engine.counts import (
    CountersOfTeam,
    CountOf,
    Devotion,
    Greatest,
    LinkedNumber,
    OpponentsTallied,
    Stat,
    TallyMost,
    TallyOf,
    TimesKicked,
    TypesAmong,
)
from apnap.engine.filters import Filter
from apnap.engine.frame import Frame, Looking
from apnap.engine.state import Thing
from apnap.engine.terms import (
    ActivePlayer,
    AllTargets,
    Attached,
    Both,
    ControllerOf,
    Defender,
    Each,
    EachPlayer,
    EachTeam,
    Except,
    First,
    GivenUp,
    Host,
    Linked,
    Monarch,
    OwnerOf,
    PlayerWithMost,
    SourcesOfDamage,
    Spell,
    Subject,
    Target,
    Term,
    That,
    This,
    Top,
    Value,
    You,
    ZoneOf,
)
from apnap.engine.traits import CustomTest, Test
from apnap.engine.values import is_player, parse_cost, seat_of

THIS = This()
SPELL = Spell()
YOU = You()
TARGET = Target(0)
TARGET_2 = Target(1)
TARGET_3 = Target(2)
TARGETS = AllTargets()
THAT = That()
SUBJECT = Subject()
CARD = Value("card")
THAT_OBJECT = Value("object")
THAT_PLAYER = Value("player")
THAT_SOURCE = Value("source")
HOST = Host()
X = XValue()
THAT_MUCH = ThatMuch()
THAT_MANY = Just()
EACH_PLAYER = EachPlayer("any")
EACH_OPPONENT = EachPlayer("opponents")
EACH_OTHER_PLAYER = EachPlayer("others")
EACH_TEAM = EachTeam()
ACTIVE_PLAYER = ActivePlayer()
DEFENDING_PLAYER = Defender()
YOUR_TURN = YourTurn()
MONARCH = Monarch()
KICKED = Kicked()
TIMES_KICKED = TimesKicked()
GIVEN_UP = GivenUp()


def each(filter: Filter) -> Term:
    """Everything that a filter matches: `destroy(each(creatures))`."""
    return Each(filter)


def both(*terms: Term) -> Term:
    """Several references as one: `untap(both(THIS, TARGET))`."""
    return Both(terms)


def all_but(of: Term, without: Term) -> Term:
    """What `of` names except what `without` names."""
    return Except(of, without)


def controller_of(what: Term) -> Term:
    """The player who controls something, or last did."""
    return ControllerOf(what)


def owner_of(what: Term) -> Term:
    """The player who owns something."""
    return OwnerOf(what)


def host_of(what: Term) -> Term:
    """The permanent or player that something is attached to."""
    return Host(what)


def attached_to(what: Term) -> Term:
    """The permanents attached to something."""
    return Attached(what)


def linked(link: str) -> Term:
    """The objects or players that this object remembers under a link name (607)."""
    return Linked(link)


def linked_number(link: str) -> Sum:
    """The number that this object remembers under a link name."""
    return LinkedNumber(link)


def value(name: str) -> Term:
    """What was bound under a name when the ability triggered or was set up: `value("exiled")`."""
    return Value(name)


def value_number(name: str) -> Sum:
    """The number bound under a name."""
    return BoundNumber(name)


def top_of(who: Term, amount: Amount = 1) -> Term:
    """The top cards of a player's library."""
    return Top(who, amount)


def hand_of(who: Term) -> Term:
    """The cards in a player's hand."""
    return ZoneOf(who, "hand")


def graveyard_of(who: Term) -> Term:
    """The cards in a player's graveyard."""
    return ZoneOf(who, "graveyard")


def library_of(who: Term) -> Term:
    """The cards of a player's library, top first."""
    return ZoneOf(who, "library")


def zone_of(who: Term, zone: str) -> Term:
    """The cards that a player owns in a zone, such as exile or command."""
    return ZoneOf(who, zone)


def first(of: Term) -> Term:
    """The first of what a reference names: `first(each(creature_card.in_your_graveyard))` is the top one."""
    return First(of)


def player_with_most(filter: Filter) -> Term:
    """The player who controls more of what matches than each other player; nobody in a tie."""
    return PlayerWithMost(filter)


def sources_of_damage(filter: Filter) -> Term:
    """What may be chosen as "a source of your choice" (609.7a), narrowed by a filter."""
    return SourcesOfDamage(filter)


def same_player(one: Term, other: Term) -> Condition:
    """Two references name the same player."""
    return SamePlayer(one, other)


def are_opponents(one: Term, other: Term) -> Condition:
    """What two references name are opponents of each other."""
    return AreOpponents(one, other)


def is_ruled(what: Term, word: str) -> Condition:
    """A rule of this word, made by `rule(word)`, applies to what is named."""
    return Ruled(word, what)


def legally_attached(what: Term) -> Condition:
    """What is named is attached, and to something that it may be attached to."""
    return LegallyAttached(what)


def card_types_among(filter: Filter) -> Sum:
    """How many card types there are among what matches."""
    return TypesAmong(filter)


def live(amount: Sum) -> Sum:
    """In an effect that lasts: an amount that keeps changing, not the one of the moment it began."""
    return Live(amount)


def count(what: Filter | Term) -> Sum:
    """How many match a filter, or are named."""
    return CountOf(what)


def power_of(what: Term) -> Sum:
    """Power, now or as it last was."""
    return Stat(what, "power")


def toughness_of(what: Term) -> Sum:
    """Toughness, now or as it last was."""
    return Stat(what, "toughness")


def mana_value_of(what: Term) -> Sum:
    """Mana value."""
    return Stat(what, "mana value")


def counters_of(what: Term, kind: str) -> Sum:
    """How many counters of a kind something has."""
    return Stat(what, "counters", kind)


def counters_of_team(who: Term, kind: str) -> Sum:
    """How many counters of a kind a player's team has, all its heads together."""
    return CountersOfTeam(who, kind)


def damage_on(what: Term) -> Sum:
    """How much damage is marked on something."""
    return Stat(what, "damage")


def life_of(who: Term) -> Sum:
    """A player's life total."""
    return Stat(who, "life")


def starting_life(who: Term) -> Sum:
    """The life total with which a player began the game."""
    return Stat(who, "starting life")


def cards_in_hand(who: Term) -> Sum:
    """How many cards a player has in hand."""
    return Stat(who, "hand")


def cards_in_library(who: Term) -> Sum:
    """How many cards a player has in the library."""
    return Stat(who, "library")


def devotion(letters: str) -> Sum:
    """Your devotion to a colour or colours: their symbols in the costs of permanents you control."""
    return Devotion(letters)


def greatest(of: Filter | Term, stat: str, kind: str = "") -> Sum:
    """The greatest power, toughness, mana value... among what is named."""
    return Greatest(each(of) if isinstance(of, Filter) else of, stat, kind)


def at_most(a: Amount, b: Amount) -> Sum:
    """The smaller of two amounts."""
    return Calc("min", a, b)


def at_least(a: Amount, b: Amount) -> Sum:
    """The greater of two amounts."""
    return Calc("max", a, b)


def tally_of(name: str, key: str = "") -> Sum:
    """A tally's count; `{you}`, `{this}` and `{subject}` in the key are filled in."""
    return TallyOf(name, key)


def opponents_tallied(name: str) -> Sum:
    """How many opponents a tally by seat counts at least one of, those who have lost since too."""
    return OpponentsTallied(name)


def tally_most(name: str, *, commanders: bool = False) -> Sum:
    """The greatest count of a tally about the subject, over keys "CARD:SUBJECT" (of commanders only)."""
    return TallyMost(name, commanders)


def if_else(condition: Condition, then: Amount, other: Amount = 0) -> Sum:
    """One amount if a condition holds, else another."""
    return IfElse(condition, then, other)


def exists(filter: Filter, least: int = 1) -> Condition:
    """There are at least so many that match."""
    return Exists(filter, least)


def is_a(what: Term, filter: Filter) -> Condition:
    """What is named matches a filter."""
    return Matches(what, filter)


def has_counter(what: Term, kind: str) -> Condition:
    """What is named has a counter of a kind."""
    return HasCounter(what, kind)


def in_zone(*zones: str, what: Term = THIS) -> Condition:
    """This object is in one of these zones."""
    return InZone(zones, what)


def during(*steps: str) -> Condition:
    """It is one of these steps."""
    return DuringStep(steps)


def first_of_draw_step(who: Term) -> Condition:
    """It is a player's own draw step, and no card was drawn in it yet."""
    return FirstDraw(who)


def was_cast(alternative: str = "", origin: str = "", *, by_you: bool = False) -> Condition:
    """This was cast for an alternative cost, or from a zone; `by_you`: by its controller of now."""
    return CastFor(alternative, origin, by_you)


def was_kicked(which: int) -> Condition:
    """Its optional additional cost of this number, 1 first, was paid."""
    return Kicked(which)


def was_spent(mana: str) -> Condition:
    """Mana of a kind was spent to cast this: `was_spent("{G}")`."""
    (symbol,) = parse_cost(mana)
    return Spent(symbol)


def word_is(name: str, word: Any) -> Condition:
    """A bound word has a value."""
    return WordIs(name, word)


def custom(test: Callable[[Looking, Frame], bool], says: str) -> Condition:
    """A condition that only code can say. It reads everything, so it is slow: use it last."""
    return CustomCondition(test, says)


def custom_amount(of: Callable[[Looking, Frame], int], says: str) -> Sum:
    """An amount that only code can say. It reads everything, so it is slow: use it last."""
    return CustomAmount(of, says)


def custom_test(test: Callable[[Looking, Thing, Frame], bool], says: str) -> Test:
    """A test of an object that only code can say, for `filter.that(...)`."""
    return CustomTest(test, says)


__all__ = [
    "ACTIVE_PLAYER",
    "CARD",
    "DEFENDING_PLAYER",
    "EACH_OPPONENT",
    "EACH_OTHER_PLAYER",
    "EACH_PLAYER",
    "EACH_TEAM",
    "GIVEN_UP",
    "HOST",
    "KICKED",
    "MONARCH",
    "SPELL",
    "SUBJECT",
    "TARGET",
    "TARGETS",
    "TARGET_2",
    "TARGET_3",
    "THAT",
    "THAT_MANY",
    "THAT_MUCH",
    "THAT_OBJECT",
    "THAT_PLAYER",
    "THAT_SOURCE",
    "THIS",
    "TIMES_KICKED",
    "YOU",
    "YOUR_TURN",
    "X",
    "all_but",
    "are_opponents",
    "at_least",
    "at_most",
    "attached_to",
    "both",
    "card_types_among",
    "cards_in_hand",
    "cards_in_library",
    "controller_of",
    "count",
    "counters_of",
    "counters_of_team",
    "custom",
    "custom_amount",
    "custom_test",
    "damage_on",
    "devotion",
    "during",
    "each",
    "exists",
    "first",
    "first_of_draw_step",
    "graveyard_of",
    "greatest",
    "hand_of",
    "has_counter",
    "host_of",
    "if_else",
    "in_zone",
    "is_a",
    "is_player",
    "is_ruled",
    "legally_attached",
    "library_of",
    "life_of",
    "linked",
    "linked_number",
    "live",
    "mana_value_of",
    "opponents_tallied",
    "owner_of",
    "player_with_most",
    "power_of",
    "same_player",
    "seat_of",
    "sources_of_damage",
    "starting_life",
    "tally_most",
    "tally_of",
    "top_of",
    "toughness_of",
    "value",
    "value_number",
    "was_cast",
    "was_kicked",
    "was_spent",
    "word_is",
    "zone_of",
]
