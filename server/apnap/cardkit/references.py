"""The words of a card's text that point at something: THIS, YOU, TARGET, each."""

from __future__ import annotations

from apnap.engine.amounts import Amount
from apnap.engine.filters import Filter
from apnap.engine.player_terms import (
    ActivePlayer,
    ControllerOf,
    Defender,
    EachPlayer,
    EachTeam,
    Monarch,
    OwnerOf,
    PlayerWithMost,
    TeamOf,
    You,
)
from apnap.engine.terms import (
    AllTargets,
    Attached,
    Both,
    Each,
    Except,
    First,
    GivenUp,
    Host,
    Linked,
    SourcesOfDamage,
    Spell,
    Subject,
    Target,
    Term,
    That,
    This,
    Top,
    Value,
    ZoneOf,
)
from apnap.engine.values import is_player, seat_of

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
EACH_PLAYER = EachPlayer("any")
EACH_OPPONENT = EachPlayer("opponents")
EACH_OTHER_PLAYER = EachPlayer("others")
EACH_TEAM = EachTeam()
ACTIVE_PLAYER = ActivePlayer()
DEFENDING_PLAYER = Defender()
MONARCH = Monarch()
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


def value(name: str) -> Term:
    """What was bound under a name when the ability triggered or was set up: `value("exiled")`."""
    return Value(name)


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


def team_of(who: Term) -> Term:
    """All players of somebody's team who are in the game: that player alone where there are no teams."""
    return TeamOf(who)


def sources_of_damage(filter: Filter) -> Term:
    """What may be chosen as "a source of your choice" (609.7a), narrowed by a filter."""
    return SourcesOfDamage(filter)


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
    "MONARCH",
    "SPELL",
    "SUBJECT",
    "TARGET",
    "TARGETS",
    "TARGET_2",
    "TARGET_3",
    "THAT",
    "THAT_OBJECT",
    "THAT_PLAYER",
    "THAT_SOURCE",
    "THIS",
    "YOU",
    "all_but",
    "attached_to",
    "both",
    "controller_of",
    "each",
    "first",
    "graveyard_of",
    "hand_of",
    "host_of",
    "is_player",
    "library_of",
    "linked",
    "owner_of",
    "player_with_most",
    "seat_of",
    "sources_of_damage",
    "team_of",
    "top_of",
    "value",
    "zone_of",
]
