"""The bodies of the state-based actions that editions list; an edition gives each its number (704.5)."""

from __future__ import annotations

from apnap.cardkit import (
    EACH_PLAYER,
    EACH_TEAM,
    SUBJECT,
    Clause,
    Frame,
    Keyword,
    Looking,
    Triggered,
    at_least,
    beyond_cap,
    cancel_counters,
    cease,
    controller_of,
    count,
    counters_of,
    counters_of_team,
    creatures,
    custom,
    custom_amount,
    damage_on,
    destroy,
    is_a,
    is_ruled,
    legally_attached,
    life_of,
    lose_game,
    objects_in,
    of_type,
    permanents,
    planeswalkers,
    put_into_graveyard,
    put_on_bottom,
    remove_beyond_cap,
    sacrifice,
    state_based,
    status,
    team_of,
    toughness_of,
    unattach,
)

legendary = permanents.legendary
world = of_type("World")

life = state_based(
    "life",
    each=EACH_PLAYER,
    when=(life_of(SUBJECT) <= 0) & ~is_ruled(SUBJECT, "no loss at zero life"),
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
    each=status(creatures, "damaged"),
    when=(toughness_of(SUBJECT) > 0) & (damage_on(SUBJECT) >= toughness_of(SUBJECT)),
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
    when=~is_ruled(SUBJECT, "no legend rule"),
    choose="controller",
    do=put_into_graveyard(SUBJECT),
)
legend_all = state_based(
    "legend, all go",
    each=legendary,
    group=("name",),
    when=~is_ruled(SUBJECT, "no legend rule"),
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
    stamps: dict[int, int] = {t.obj.id: look.supertype_since(t, "World") for t in world.all(look, frame)}
    mine, newest = stamps.get(frame.subject), max(stamps.values())
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
    when=~legally_attached(SUBJECT),
    do=put_into_graveyard(SUBJECT),
)
# What these lists name is illegal or nothing: a card that an Aura may enchant where it lies is neither.
aura_on_players = state_based(
    "aura, on permanents or players",
    each=of_type("Aura"),
    when=~legally_attached(SUBJECT),
    do=put_into_graveyard(SUBJECT),
)
equipment = state_based(
    "equipment",
    each=status(of_type("Equipment", "Fortification"), "attached"),
    when=~legally_attached(SUBJECT),
    do=unattach(SUBJECT),
)
_attached = status(permanents, "attached")
attached_creature = state_based(
    "attached creature",
    each=_attached,
    when=is_a(SUBJECT, creatures) | ~is_a(SUBJECT, of_type("Aura", "Equipment", "Fortification")),
    do=unattach(SUBJECT),
)
_attached_to_object = status(permanents, "attached to an object")
attached_other = state_based(
    "attached other",
    each=_attached_to_object.non("Aura", "Equipment", "Fortification"),
    do=unattach(SUBJECT),
)
attached_house = state_based(
    "attached other, Fortifications too",
    each=_attached_to_object.non("Aura", "Equipment"),
    do=unattach(SUBJECT),
)
equipment_only = state_based(
    "equipment, no Fortifications",
    each=status(of_type("Equipment"), "attached"),
    when=~legally_attached(SUBJECT),
    do=unattach(SUBJECT),
)

counters = state_based(
    "counters",
    each=permanents.where("counters", ">", 0, "+1/+1").where("counters", ">", 0, "-1/-1"),
    do=cancel_counters("+1/+1", "-1/-1", on=SUBJECT),
)

_off_table = ("library", "hand", "graveyard", "exile", "stack", "command")
token = state_based(
    "token",
    each=objects_in(*_off_table).tokens,
    flag="strayed",
    do=cease(SUBJECT),
)
phased_token = state_based(
    "phased token",
    each=permanents.tokens,
    flag="phased token",
    phased=True,
    do=cease(SUBJECT),
)
copy = state_based(
    "copy",
    each=status(objects_in("library", "hand", "graveyard", "exile", "command"), "copy"),
    flag="strayed",
    do=cease(SUBJECT),
)
counter_cap = state_based(
    "counter cap",
    each=beyond_cap(permanents),
    do=remove_beyond_cap(SUBJECT),
)


def _last_chapter(look: Looking, frame: Frame) -> int:
    thing = look.thing(frame.subject)
    return max((_chapter(look, r.path) for r in thing.chars.abilities), default=0) if thing is not None else 0


def _chapter(look: Looking, path: str) -> int:
    ability = look.definition(path)
    return ability.number if isinstance(ability, Keyword) and ability.name == "chapter" else 0


def _ability_waits(look: Looking, frame: Frame) -> bool:
    """714.4: an ability of it has triggered or was activated, and has not yet left the stack."""
    state = look.state
    on_stack = any(state.objects[i].source == frame.subject for i in state.zone("stack"))
    return on_stack or any(w.source == frame.subject for w in state.waiting)


_final = custom_amount(_last_chapter, "its final chapter")
saga = state_based(
    "saga",
    each=of_type("Saga"),
    when=(_final > 0)
    & (counters_of(SUBJECT, "lore") >= _final)
    & ~custom(_ability_waits, "an ability of it waits or is on the stack"),
    do=sacrifice(SUBJECT, by=controller_of(SUBJECT)),
)
_no_trigger = custom(lambda look, frame: not _triggers_of(look, frame.source), "no trigger of it waits")
_without_defense = counters_of(SUBJECT, "defense") <= 0
siege = state_based(
    "siege",
    each=of_type("Siege"),
    when=_without_defense & _no_trigger,
    do=put_into_graveyard(SUBJECT),
)
battle = state_based(
    "battle",
    each=of_type("Battle").non("Siege"),
    when=_without_defense,
    do=put_into_graveyard(SUBJECT),
)
role = state_based(
    "role",
    each=status(of_type("Role"), "attached"),
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


TEAM_POISON = 15
HEADS = 2
POISON_PER_HEAD = 5
"""So many more counters for each head beyond the second (`2hg.heads`)."""

_further_heads = at_least(count(team_of(SUBJECT)) - HEADS, 0)

team_life = state_based(
    "team life",
    each=EACH_TEAM,
    when=(life_of(SUBJECT) <= 0) & ~is_ruled(team_of(SUBJECT), "no loss at zero life"),
    do=lose_game(SUBJECT, "sba.team_life"),
)
team_poison = state_based(
    "team poison",
    each=EACH_TEAM,
    when=counters_of_team(SUBJECT, "poison") >= _further_heads * POISON_PER_HEAD + TEAM_POISON,
    do=lose_game(SUBJECT, "sba.team_poison"),
)
_schemes = status(of_type("Scheme").non("Ongoing").in_zones("command"), "face-up")
_scheme_done = put_on_bottom(SUBJECT, order=False, deck="schemes")
scheme = state_based(
    "scheme",
    each=_schemes,
    when=_no_trigger,
    do=_scheme_done,
)
any_scheme = state_based(
    "scheme, no trigger of any",
    each=_schemes,
    when=custom(lambda look, frame: not _scheme_triggers(look), "no trigger of any scheme waits"),
    do=_scheme_done,
)


def _triggers_of(look: Looking, source: int) -> bool:
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
    return any(t is not None and t.chars.is_a("Scheme") and _triggers_of(look, t.obj.id) for t in things)


ALL: tuple[Clause, ...] = (
    life, draw, draw_required, poison, toughness, lethal, deathtouch, loyalty, legend_own, legend_all,
    planeswalkers_all, planeswalkers_own, planeswalkers_one, world_rule, aura, aura_on_players,
    equipment, equipment_only, attached_creature, attached_other, attached_house, counters, token, phased_token, copy,
    counter_cap, saga, siege, battle, role, team_life, team_poison, scheme, any_scheme,
)  # fmt: skip
