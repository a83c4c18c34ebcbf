"""The bodies of the state-based actions that editions list; an edition gives each its number (704.5)."""

from __future__ import annotations

from apnap.cardkit import (
    EACH_PLAYER,
    SUBJECT,
    Clause,
    Filter,
    Keyword,
    cancel_counters,
    cease,
    counters_of,
    creatures,
    custom,
    destroy,
    life_of,
    lose_game,
    of_type,
    permanents,
    planeswalkers,
    put_into_graveyard,
    remove_beyond_cap,
    sacrifice,
    state_based,
    toughness_of,
    unattach,
)
from apnap.engine.filters import Is, Kind, Number, OverCap, Status, Test
from apnap.engine.frame import Frame, Looking
from apnap.engine.state import Thing
from apnap.engine.terms import LegallyAttached, Ruled, Stat
from apnap.engine.values import count_of, is_player

legendary = permanents.that(Is(("Legendary",)))
world = permanents.that(Is(("World",)))


class AttachedTest(Test, frozen=True):
    """Attached to something; of the kind that should be (Auras: whether or not they are)."""

    to_object: bool = False

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return bool(thing.obj.attached) and (not self.to_object or not is_player(thing.obj.attached))

    def describe(self) -> str:
        return "attached"


life = state_based(
    "life",
    each=EACH_PLAYER,
    when=(life_of(SUBJECT) <= 0) & ~Ruled("no loss at zero life", SUBJECT),
    do=lose_game(SUBJECT, "sba.life"),
)
draw = state_based("draw", each=EACH_PLAYER, flag="draw", do=lose_game(SUBJECT, "sba.draw"))
poison = state_based(
    "poison", each=EACH_PLAYER, when=counters_of(SUBJECT, "poison") >= 10, do=lose_game(SUBJECT, "sba.poison")
)
toughness = state_based("toughness", each=creatures, when=toughness_of(SUBJECT) <= 0, do=put_into_graveyard(SUBJECT))
lethal = state_based(
    "lethal damage",
    each=creatures.that(Status("damaged")),
    when=(toughness_of(SUBJECT) > 0) & (Stat(SUBJECT, "damage") >= toughness_of(SUBJECT)),
    do=destroy(SUBJECT),
)
deathtouch = state_based(
    "deathtouch", each=creatures, flag="deathtouch", when=toughness_of(SUBJECT) > 0, do=destroy(SUBJECT)
)
loyalty = state_based(
    "loyalty", each=planeswalkers, when=counters_of(SUBJECT, "loyalty") <= 0, do=put_into_graveyard(SUBJECT)
)
legend_own = state_based(
    "legend, controller chooses",
    each=legendary,
    group=("controller", "name"),
    when=~Ruled("no legend rule", SUBJECT),
    choose="controller",
    do=put_into_graveyard(SUBJECT),
)
legend_all = state_based(
    "legend, all go",
    each=legendary,
    group=("name",),
    when=~Ruled("no legend rule", SUBJECT),
    do=put_into_graveyard(SUBJECT),
)
planeswalkers_all = state_based(
    "planeswalkers, all go", each=planeswalkers, group=("subtype",), do=put_into_graveyard(SUBJECT)
)
planeswalkers_own = state_based(
    "planeswalkers, controller chooses",
    each=planeswalkers,
    group=("controller", "subtype"),
    choose="controller",
    do=put_into_graveyard(SUBJECT),
)
planeswalkers_one = state_based(
    "planeswalkers, one stays",
    each=planeswalkers,
    group=("subtype",),
    choose="controller",
    do=put_into_graveyard(SUBJECT),
)


def _not_newest(look: Looking, frame: Frame) -> bool:
    """Not the one that has been a world permanent for the shortest time; in a tie nobody is (704.5k)."""
    stamps = [t.obj.timestamp for t in world.all(look, frame)]
    mine = look.thing(frame.subject)
    newest = max(stamps)
    return mine is not None and (mine.obj.timestamp < newest or stamps.count(newest) > 1)


world_rule = state_based(
    "world",
    each=world,
    group=("all",),
    when=custom(_not_newest, "it is not the newest"),
    do=put_into_graveyard(SUBJECT),
)
aura = state_based(
    "aura",
    each=of_type("Aura"),
    when=~LegallyAttached(SUBJECT),
    do=put_into_graveyard(SUBJECT),
)
equipment = state_based(
    "equipment",
    each=of_type("Equipment", "Fortification").that(AttachedTest()),
    when=~LegallyAttached(SUBJECT),
    do=unattach(SUBJECT),
)
attached_creature = state_based(
    "attached creature",
    each=permanents.that(AttachedTest()),
    when=custom(lambda look, frame: _should_come_off(look, frame), "it is a creature, or nothing that can be attached"),
    do=unattach(SUBJECT),
)


def _should_come_off(look: Looking, frame: Frame) -> bool:
    thing = look.thing(frame.subject)
    if thing is None:
        return False
    if thing.chars.is_a("Creature"):
        return True
    return not any(thing.chars.is_a(t) for t in ("Aura", "Equipment", "Fortification"))


attached_other = state_based(
    "attached other",
    each=permanents.that(AttachedTest()),
    when=custom(lambda look, frame: _is_no_attachment(look, frame), "it is neither an Aura nor Equipment"),
    do=unattach(SUBJECT),
)


def _is_no_attachment(look: Looking, frame: Frame) -> bool:
    thing = look.thing(frame.subject)
    return thing is not None and not any(thing.chars.is_a(t) for t in ("Aura", "Equipment", "Fortification"))


counters = state_based(
    "counters",
    each=permanents.that(Number("counters", ">", 0, "+1/+1"), Number("counters", ">", 0, "-1/-1")),
    do=cancel_counters("+1/+1", "-1/-1", on=SUBJECT),
)

_off_table = ("library", "hand", "graveyard", "exile", "stack", "command")
token = state_based(
    "token",
    each=Filter(tests=(Kind("token"),), zones=_off_table, noun="token"),
    flag="strayed",
    do=cease(SUBJECT),
)
copy = state_based(
    "copy",
    each=Filter(tests=(Kind("copy"),), zones=("library", "hand", "graveyard", "exile", "command"), noun="copy"),
    flag="strayed",
    do=cease(SUBJECT),
)
counter_cap = state_based(
    "counter cap",
    each=permanents.that(OverCap()),
    do=remove_beyond_cap(SUBJECT),
)
saga = state_based(
    "saga",
    each=of_type("Saga"),
    when=custom(lambda look, frame: _is_told(look, frame), "its final chapter was reached"),
    do=sacrifice(SUBJECT),
)


def _is_told(look: Looking, frame: Frame) -> bool:
    """714.4: as many lore counters as its last chapter, and no chapter ability of it waits or is on the stack."""
    thing = look.thing(frame.subject)
    if thing is None:
        return False
    last = max((_chapter(look, r.path) for r in thing.chars.abilities), default=0)
    state = look.state
    busy = any(state.objects[i].source == thing.obj.id for i in state.zone("stack"))
    busy = busy or any(w.source == thing.obj.id for w in state.waiting)
    return 0 < last <= count_of(thing.obj.counters, "lore") and not busy


def _chapter(look: Looking, path: str) -> int:
    ability = look.definition(path)
    return ability.number if isinstance(ability, Keyword) and ability.name == "chapter" else 0


ALL: tuple[Clause, ...] = (
    life, draw, poison, toughness, lethal, deathtouch, loyalty, legend_own, legend_all, planeswalkers_all,
    planeswalkers_own, planeswalkers_one, world_rule, aura, equipment, attached_creature, attached_other,
    counters, token, copy, counter_cap, saga,
)  # fmt: skip
