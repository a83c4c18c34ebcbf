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
    controller_of,
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
from apnap.engine.abilities import Triggered
from apnap.engine.conditions import LegallyAttached, Ruled
from apnap.engine.counts import Stat
from apnap.engine.filters import Is, IsNot, Kind, Number, OverCap, Status, Test
from apnap.engine.frame import Frame, Looking
from apnap.engine.instructions.moving import PutInto
from apnap.engine.state import Thing
from apnap.engine.terms import Term
from apnap.engine.values import ObjId, Ref, count_of, is_player, player, seat_of

legendary = permanents.that(Is(("Legendary",)))
world = permanents.that(Is(("World",)))


class AttachedTest(Test, frozen=True):
    """Attached to something; with `to_object`, to an object and not to a player."""

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
draw_required = state_based(
    "draw, more than the library", each=EACH_PLAYER, flag="draw", do=lose_game(SUBJECT, "sba.draw")
)
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
    stamps = {t.obj.id: look.supertype_since(t, "World") for t in world.all(look, frame)}
    mine, newest = stamps.get(ObjId(frame.subject)), max(stamps.values())
    return mine is not None and (mine < newest or list(stamps.values()).count(newest) > 1)


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
aura_on_permanents = state_based(
    "aura, on permanents",
    each=of_type("Aura"),
    when=~LegallyAttached(SUBJECT)
    | custom(lambda look, frame: not _on_permanent(look, frame), "it is on no permanent"),
    do=put_into_graveyard(SUBJECT),
)
aura_on_players = state_based(
    "aura, on permanents or players",
    each=of_type("Aura"),
    when=~LegallyAttached(SUBJECT)
    | custom(
        lambda look, frame: not _on_permanent(look, frame) and not _on_player(look, frame),
        "it is on no permanent or player",
    ),
    do=put_into_graveyard(SUBJECT),
)


def _host(look: Looking, frame: Frame) -> Ref:
    thing = look.thing(frame.subject)
    return thing.obj.attached if thing is not None else Ref(0)


def _on_player(look: Looking, frame: Frame) -> bool:
    return is_player(_host(look, frame))


def _on_permanent(look: Looking, frame: Frame) -> bool:
    host = _host(look, frame)
    thing = None if not host or is_player(host) else look.live(host)
    return thing is not None and thing.obj.zone == "battlefield"


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
    each=permanents.that(AttachedTest(to_object=True)),
    when=custom(
        lambda look, frame: _is_none_of(look, frame, "Aura", "Equipment", "Fortification"),
        "it is neither an Aura nor an Equipment nor a Fortification",
    ),
    do=unattach(SUBJECT),
)
attached_house = state_based(
    "attached other, Fortifications too",
    each=permanents.that(AttachedTest(to_object=True)),
    when=custom(
        lambda look, frame: _is_none_of(look, frame, "Aura", "Equipment"), "it is neither an Aura nor an Equipment"
    ),
    do=unattach(SUBJECT),
)
equipment_only = state_based(
    "equipment, no Fortifications",
    each=of_type("Equipment").that(AttachedTest()),
    when=~LegallyAttached(SUBJECT),
    do=unattach(SUBJECT),
)


def _is_none_of(look: Looking, frame: Frame, *types: str) -> bool:
    thing = look.thing(frame.subject)
    return thing is not None and not any(thing.chars.is_a(t) for t in types)


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
phased_token = state_based(
    "phased token",
    each=permanents.that(Kind("token")),
    flag="phased token",
    phased=True,
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
    do=sacrifice(SUBJECT, by=controller_of(SUBJECT)),
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


_without_defense = counters_of(SUBJECT, "defense") <= 0
siege = state_based(
    "siege",
    each=of_type("Siege"),
    when=_without_defense & custom(lambda look, frame: not _triggers_of(look, frame.source), "no trigger of it waits"),
    do=put_into_graveyard(SUBJECT),
)
battle = state_based(
    "battle",
    each=of_type("Battle").that(IsNot(("Siege",))),
    when=_without_defense,
    do=put_into_graveyard(SUBJECT),
)
role = state_based(
    "role",
    each=of_type("Role").that(AttachedTest()),
    group=("controller", "host"),
    when=custom(lambda look, frame: _is_older_role(look, frame), "that player has attached a newer one"),
    do=put_into_graveyard(SUBJECT),
)


def _is_older_role(look: Looking, frame: Frame) -> bool:
    """704.5z: another Role of the same controller on the same permanent has a newer timestamp."""
    mine = look.thing(frame.subject)
    return mine is not None and any(
        other.obj.attached == mine.obj.attached
        and other.chars.controller == mine.chars.controller
        and other.obj.timestamp > mine.obj.timestamp
        for other in of_type("Role").all(look, frame)
    )


# --- the clauses that an edition's list has for formats ---------------------------------------------


class EachTeam(Term, frozen=True):
    """One seat of each team still in the game: what becomes of a team becomes of it."""

    def resolve(self, look: Looking, frame: Frame) -> tuple[Ref, ...]:
        first: dict[int, Ref] = {}
        for seat in look.apnap():
            first.setdefault(look.state.player(seat).team, player(seat))
        return tuple(first.values())

    def describe(self) -> str:
        return "each team"


TEAM_POISON = 15

team_life = state_based(
    "team life",
    each=EachTeam(),
    when=(life_of(SUBJECT) <= 0) & ~Ruled("no loss at zero life", SUBJECT),
    do=lose_game(SUBJECT, "sba.team_life"),
)
team_poison = state_based(
    "team poison",
    each=EachTeam(),
    when=custom(lambda look, frame: _poison_of_team(look, frame) >= TEAM_POISON, "it has fifteen poison counters"),
    do=lose_game(SUBJECT, "sba.team_poison"),
)


def _poison_of_team(look: Looking, frame: Frame) -> int:
    """The counters of a team: those of all its heads, or the one total that they share."""
    team = look.state.player(seat_of(frame.subject)).team
    counts = [count_of(p.counters, "poison") for p in look.state.players if p.team == team]
    return max(counts) if look.switch("shared_poison") else sum(counts)


class FaceUp(Test, frozen=True):
    """Not face down."""

    def passes(self, look: Looking, thing: Thing, frame: Frame) -> bool:
        return not thing.obj.face_down

    def describe(self) -> str:
        return "face-up"


_schemes = Filter(tests=(Is(("Scheme",)), IsNot(("Ongoing",)), FaceUp()), zones=("command",), noun="scheme")
_scheme_done = PutInto(what=SUBJECT, zone="schemes", place=-1)
scheme = state_based(
    "scheme",
    each=_schemes,
    when=custom(lambda look, frame: not _triggers_of(look, frame.source), "no trigger of it waits"),
    do=_scheme_done,
)
any_scheme = state_based(
    "scheme, no trigger of any",
    each=_schemes,
    when=custom(lambda look, frame: not _scheme_triggers(look), "no trigger of any scheme waits"),
    do=_scheme_done,
)


def _triggers_of(look: Looking, source: Ref) -> bool:
    """Whether a triggered ability of this has triggered and not yet left the stack."""
    state = look.state
    waiting = any(w.source == source for w in state.waiting)
    return waiting or any(
        (obj := state.objects[i]).source == source and isinstance(look.definition(obj.base), Triggered)
        for i in state.zone("stack")
        if state.objects[i].kind == "ability"
    )


def _scheme_triggers(look: Looking) -> bool:
    state = look.state
    sources = [state.objects[i].source for i in state.zone("stack")] + [w.source for w in state.waiting]
    things = [look.thing(s) for s in sources if s]
    return any(t is not None and t.chars.is_a("Scheme") and _triggers_of(look, Ref(t.obj.id)) for t in things)


ALL: tuple[Clause, ...] = (
    life, draw, draw_required, poison, toughness, lethal, deathtouch, loyalty, legend_own, legend_all,
    planeswalkers_all, planeswalkers_own, planeswalkers_one, world_rule, aura, aura_on_permanents, aura_on_players,
    equipment, equipment_only, attached_creature, attached_other, attached_house, counters, token, phased_token, copy,
    counter_cap, saga, siege, battle, role, team_life, team_poison, scheme, any_scheme,
)  # fmt: skip
