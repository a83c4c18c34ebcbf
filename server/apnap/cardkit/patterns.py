"""What abilities wait for, replace or forbid: patterns over events and actions."""

from __future__ import annotations

from apnap.engine.amounts import Condition
from apnap.engine.filters import Filter
from apnap.engine.patterns import On, StateIs, Who, Would
from apnap.engine.terms import Term
from apnap.engine.values import MalformedCard

Of = Filter | Term | None

# Names of actions and events, so that a card can say `instead_of(LoseGame, ...)`.
LoseGame, WinGame, Draw, DealDamage, Move, Destroy, PutCounters, Create, GainLife, LoseLife, Discard = (
    "LoseGame", "WinGame", "Draw", "DealDamage", "Move", "Destroy", "PutCounters", "Create", "GainLife",
    "LoseLife", "Discard",
)  # fmt: skip


def dies(what: Of) -> On:
    """Put into a graveyard from the battlefield (700.4); looks back."""
    return On(event="Moved", object=what, from_=("battlefield",), to=("graveyard",), says=f"{_of(what)} dies")


def enters(what: Of, player: Who = "any") -> On:
    """Enters the battlefield."""
    return On(event="Moved", object=what, to=("battlefield",), player=player, says=f"{_of(what)} enters")


def leaves(what: Of) -> On:
    """Leaves the battlefield; looks back."""
    return On(event="Moved", object=what, from_=("battlefield",), says=f"{_of(what)} leaves the battlefield")


def moves(what: Of, from_: tuple[str, ...] = (), to: tuple[str, ...] = (), how: tuple[str, ...] = ()) -> On:
    """Changes zones."""
    return On(event="Moved", object=what, from_=from_, to=to, how=how, says=f"{_of(what)} moves")


def at_beginning(step: str, whose: Who = "any") -> On:
    """At the beginning of a step: upkeep, draw, main1, begin-combat, end, main2."""
    return On(event="StepBegan", step=step, player=whose, says=f"the {step} step of {_whom(whose)} begins")


def draws(who: Who = "you", nth: int = 0) -> On:
    """A player draws a card (the n-th of a turn, where `nth` is given)."""
    card = f"card number {nth} of a turn" if nth else "a card"
    return On(event="Moved", player=who, how=("draw",), nth=nth, says=f"{card} is drawn by {_whom(who)}")


def discards(who: Who = "you", what: Of = None) -> On:
    """A player discards a card."""
    return On(event="Moved", player=who, object=what, how=("discard",), says=f"a card is discarded by {who}")


def is_sacrificed(what: Of = None, who: Who = "any") -> On:
    """A permanent is sacrificed, by a player; looks back."""
    return On(
        event="Moved", player=who, object=what, how=("sacrifice",), says=f"{_of(what)} is sacrificed by {_whom(who)}"
    )


def casts(who: Who = "you", what: Of = None, nth: int = 0) -> On:
    """A player casts a spell (the n-th of a turn, where `nth` is given); "that much" were cast before it."""
    spell = f"spell number {nth} of a turn" if nth else _of(what)
    return On(event="SpellCast", player=who, object=what, nth=nth, says=f"{spell} is cast by {_whom(who)}")


def activates(who: Who = "any", what: Of = None) -> On:
    """A player activates an ability; `what` is its source."""
    return On(event="AbilityActivated", player=who, source=what)


def ability_triggers(what: Of = None, who: Who = "any") -> On:
    """An ability of something triggers."""
    return On(event="Triggered", object=what, player=who)


def deals_damage(
    what: Of,
    to: Of = None,
    combat: bool | None = None,
    to_player: bool | None = None,
    to_whom: Who = "any",
    each: bool = True,
) -> On:
    """Something deals damage: `to` a permanent or player, `to_player` to a player only.

    Without a recipient, or without `each`, it triggers once for all that a source deals at one time.
    """
    each = each and (to is not None or to_player is not None or to_whom != "any")
    whom = _of(to) if to is not None else "a player" if to_player else ""
    if to_whom != "any":
        whom = f"{whom} of {_whom(to_whom)}" if to is not None else _whom(to_whom)
    return On(
        event="DamageDealt", source=what, object=to, combat=combat, to_player=to_player, player=to_whom, each=each,
        says=f"{_of(what)} deals {'combat ' if combat else ''}damage{f' to {whom}' if whom else ''}",
    )  # fmt: skip


def is_dealt_damage(what: Of = None, who: Who = "any", combat: bool | None = None) -> On:
    """A permanent or player is dealt damage, by however many sources at one time."""
    says = f"{_of(what)} is dealt damage"
    return On(event="DamageDealt", object=what, player=who, combat=combat, each=False, says=says)


def attacks(what: Of, alone: bool = False) -> On:
    """A creature is declared as an attacker; the player bound is the defending player."""
    says = f"{_of(what)} attacks{' alone' if alone else ''}"
    return On(event="Attacked", object=what, kind="alone" if alone else "", says=says)


def blocks(what: Of, whom: Of = None) -> On:
    """A creature is declared as a blocker: of one or more attackers, or for each of those that are `whom` (509.3)."""
    says = f"{_of(what)} blocks{f' {whom.describe()}' if whom is not None else ''}"
    return On(event="BlockedBy", source=what, object=whom, each=whom is not None, says=says)


def becomes_blocked(what: Of) -> On:
    """An attacker becomes blocked; the player bound is the defending player."""
    return On(event="BecameBlocked", object=what, says=f"{_of(what)} becomes blocked")


def unblocked(what: Of, attacking: Of = None) -> On:
    """An attacker, of a player or planeswalker, isn't blocked; the player bound is the defending player."""
    return On(event="BecameUnblocked", object=what, source=attacking, says=f"{_of(what)} is not blocked")


def player_attacks(who: Who = "you") -> On:
    """A player attacks with one or more creatures."""
    return On(event="PlayerAttacked", player=who)


def gains_life(who: Who = "you") -> On:
    """A player gains life."""
    return On(event="LifeGained", player=who, says=f"life is gained by {who}")


def loses_life(who: Who = "you") -> On:
    """A player loses life."""
    return On(event="LifeLost", player=who, says=f"life is lost by {who}")


def counters_put(what: Of, kind: str = "", reaching: int = 0) -> On:
    """Counters are put on something; `reaching`: so that it has that many, and had fewer before."""
    return On(event="CountersPut", object=what, kind=kind, reaches=reaching)


def counter_removed(what: Of, kind: str = "") -> On:
    """Counters are removed from something."""
    return On(event="CountersRemoved", object=what, kind=kind)


def becomes_target(what: Of, by: Who = "any") -> On:
    """Something becomes the target of a spell or ability; the source bound is that spell or ability."""
    return On(event="Targeted", object=what, player=by, says=f"{_of(what)} becomes a target")


def becomes_tapped(what: Of, for_mana: bool = False) -> On:
    """A permanent becomes tapped."""
    return On(event="Tapped", object=what, how=("mana",) if for_mana else ())


def becomes_untapped(what: Of) -> On:
    """A permanent becomes untapped."""
    return On(event="Untapped", object=what)


def turned_face_up(what: Of) -> On:
    """A permanent is turned face up."""
    return On(event="TurnedFace", object=what)


def becomes_monarch(who: Who = "any") -> On:
    """A player becomes the monarch."""
    return On(event="BecameMonarch", player=who)


def state_is(condition: Condition) -> StateIs:
    """The pattern of a state trigger (603.8)."""
    return StateIs(condition=condition)


def event(name: str, **fields: object) -> On:
    """Any event by its name (see "events" below), narrowed; a card with an unknown name is refused.

    By `object` (what it is about), `source` (what did it), `player` (whose it is), `from_`, `to`, `how`, `step`,
    `kind`, `combat`, `to_player`, `nth`, `reaches`; with `each=False` it triggers once for several at one time.
    """
    if unknown := [field for field in fields if field not in _FIELDS]:
        raise MalformedCard(f"event {name}, {unknown[0]}: expected one of {', '.join(_FIELDS)}")
    return On(event=name, **fields)  # type: ignore[arg-type]


_FIELDS = tuple(field for field in On.__struct_fields__ if field not in ("event", "says"))


def would(
    action: str,
    object: Of = None,
    *,
    source: Of = None,
    player: Who = "any",
    from_: tuple[str, ...] = (),
    to: tuple[str, ...] = (),
    how: tuple[str, ...] = (),
    kind: str = "",
    combat: bool | None = None,
    to_player: bool | None = None,
    effect_only: bool = False,
) -> Would:
    """An action that would happen, for `instead_of` and `cant`: its name and what it is about."""
    return Would(
        action=action, object=object, source=source, player=player, from_=from_, to=to, how=how, kind=kind,
        combat=combat, to_player=to_player, effect_only=effect_only,
    )  # fmt: skip


def would_die(what: Of) -> Would:
    """Something would be put into a graveyard from the battlefield."""
    return would("Move", what, from_=("battlefield",), to=("graveyard",))


def would_enter(what: Of) -> Would:
    """Something would enter the battlefield."""
    return would("Move", what, to=("battlefield",))


def would_draw(who: Who = "you") -> Would:
    """A player would draw a card."""
    return would("Draw", player=who)


def would_be_dealt_damage(what: Of = None, who: Who = "any", combat: bool | None = None, by: Of = None) -> Would:
    """Damage would be dealt to a permanent or player, by a source."""
    return would("DealDamage", what, player=who, combat=combat, source=by)


def _of(what: Of) -> str:
    return "something" if what is None else what.describe()


def _whom(who: Who) -> str:
    return who if isinstance(who, str) else who.describe()


__all__ = [
    "Create",
    "DealDamage",
    "Destroy",
    "Discard",
    "Draw",
    "GainLife",
    "LoseGame",
    "LoseLife",
    "Move",
    "PutCounters",
    "WinGame",
    "ability_triggers",
    "activates",
    "at_beginning",
    "attacks",
    "becomes_blocked",
    "becomes_monarch",
    "becomes_tapped",
    "becomes_target",
    "becomes_untapped",
    "blocks",
    "casts",
    "counter_removed",
    "counters_put",
    "deals_damage",
    "dies",
    "discards",
    "draws",
    "enters",
    "event",
    "gains_life",
    "is_dealt_damage",
    "is_sacrificed",
    "leaves",
    "loses_life",
    "moves",
    "player_attacks",
    "state_is",
    "turned_face_up",
    "unblocked",
    "would",
    "would_be_dealt_damage",
    "would_die",
    "would_draw",
    "would_enter",
]
