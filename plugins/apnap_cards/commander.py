"""Commander: a format as a plugin. Command zone, tax, the owner's choice of zone, by edition."""

from collections.abc import Mapping
from typing import Any

from apnap.cardkit import (
    EACH_PLAYER,
    SUBJECT,
    THAT_OBJECT,
    DeckRules,
    Format,
    colorless_outside_identity,
    events,
    goes_to,
    hookimpl,
    instead_of,
    objects_in,
    owner_of,
    put_into_command_zone,
    rule,
    state_based,
    static,
    status,
    tally,
    tally_of,
    would,
)

api_version = 1

EVERYWHERE = ("battlefield", "graveyard", "exile", "hand", "library", "stack", "command")
commanders = status(objects_in(*EVERYWHERE), "commander")


@tally("commander casts", "SpellCast")
def casts_from_command(event: events.SpellCast) -> tuple[str, int] | None:
    """How often each card was cast from the command zone."""
    cast = event.spell.obj.cast
    return (str(event.spell.obj.card), 1) if cast is not None and cast.origin == "command" else None


def cast_it(switches: Any) -> Any:
    """The owner may cast a commander from the command zone, for more each time."""
    permission = rule(
        "may cast",
        filter=commanders.in_zones("command"),
        player=owner_of(SUBJECT),
        amount=tally_of("commander casts", "{card}") * switches.commander.tax,
    )
    return static(EACH_PLAYER, permission)


def to_command_zone(*zones: str) -> Any:
    """Instead of going to such a zone, a commander may go to the command zone."""
    return instead_of(
        would("Move", commanders, to=zones),
        changes=[goes_to("command")],
        optional=True,
        chooser=owner_of(THAT_OBJECT),
        again=True,
    )


commander_zone = state_based(
    "commander zone",
    each=commanders.in_zones("graveyard", "exile"),
    flag="commander",
    choose="owner",
    optional="command zone",
    do=put_into_command_zone(SUBJECT),
)


def parts(switches: Any) -> tuple[tuple[str, Any], ...]:
    """What stands from the start of a game, by the edition's own rules of Commander."""
    replaced = ("graveyard", "exile")
    if switches.commander.zone_change == "check_graveyard_and_exile":
        replaced = ("hand", "library")
    found = [("always:commander cast", cast_it(switches)), ("always:commander zone", to_command_zone(*replaced))]
    if switches.commander.off_identity_mana == "colorless":
        off = instead_of("AddMana", changes=[colorless_outside_identity()])
        found.append(("always:commander mana", off))
    return tuple(found)


def slots(switches: Any) -> Mapping[str, Any]:
    """Life and mulligans by the edition."""
    found: dict[str, Any] = {"starting_life": switches.commander.life}
    if switches.commander.mulligan == "partial":
        found["mulligan"] = "partial"
    return found


DECK = DeckRules(least=100, most=100, copies=1, commanders=(1, 2), identity=True, rule="commander.deck")
COMMANDER = Format("commander", needs="commander", slots_from=slots, parts_from=parts, deck=DECK)


@hookimpl
def apnap_formats() -> list[Any]:
    return [COMMANDER]


@hookimpl
def apnap_clauses() -> list[Any]:
    return [commander_zone]


@hookimpl
def apnap_tallies() -> list[Any]:
    return [casts_from_command]
