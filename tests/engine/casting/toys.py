"""Cards that exist only for the tests of casting."""

from __future__ import annotations

from apnap.cardkit import (
    EACH_OPPONENT,
    KICKED,
    TARGET,
    TARGET_2,
    THIS,
    YOU,
    CardDef,
    ability_triggers,
    activated,
    add,
    add_any,
    additional_cost,
    any_target,
    apply,
    artifacts,
    at_beginning,
    becomes_target,
    becomes_untapped,
    card,
    change_target,
    chosen_by,
    color,
    controller_of,
    convoke,
    costs_less,
    counter,
    creature,
    creatures,
    custom,
    cycling,
    deal_damage,
    destroy,
    draw,
    each,
    enters,
    exists,
    gain_control,
    gain_life,
    gets,
    has,
    hookimpl,
    if_done,
    improvise,
    kicker,
    lose_life,
    mana_ability,
    mode,
    morph,
    not_among,
    pay_or,
    permanents,
    players,
    power_of,
    protection,
    pt,
    rule,
    sacrifice_cost,
    sacrifices,
    special_action,
    spell,
    spells,
    state_is,
    static,
    tap_cost,
    triggered,
    untap,
    value,
    when_you_do,
)

pinger = card(
    "Pinger", "{1}{R}", "Creature — Wizard", pt(1, 1), activated("{T}", target=creature, do=[deal_damage(1, TARGET)])
)
shell = card("Shell", "{W}", "Instant", spell(apply(TARGET, has(protection(creatures))), target=creature))
censor = card(
    "Censor", "{3}", "Artifact", static(EACH_OPPONENT, rule("can't cast", filter=spells.where("mana value", ">=", 4)))
)
taxes = card("Taxes", "{2}", "Enchantment", static(YOU, rule("costs more", filter=spells, amount=1)))
rally = card("Rally", "{3}{R}", "Sorcery", costs_less(2, only_if=exists(creatures.you_control)), spell(draw(YOU)))
listener = card("Listener", "{2}", "Artifact", triggered(ability_triggers(permanents.other), do=[gain_life(YOU, 1)]))
hermit = card(
    "Hermit",
    "{1}",
    "Artifact",
    triggered(state_is(~exists(creatures.you_control)), do=[lose_life(YOU, 1)]),
)
waker = card("Waker", "{1}", "Artifact", triggered(becomes_untapped(THIS), do=[gain_life(YOU, 1)]))
clerk = card("Clerk", "{1}", "Artifact", triggered(at_beginning("upkeep", "you"), do=[gain_life(YOU, 10)]))
toll = card(
    "Toll",
    "{U}",
    "Instant",
    spell(pay_or(controller_of(TARGET), "{1}", otherwise=counter(TARGET)), target=spells),
)
arc = card(
    "Arc",
    "{1}{R}",
    "Sorcery",
    spell(deal_damage(2, TARGET), deal_damage(1, TARGET_2), target=[creature, not_among(creature, TARGET)]),
)
redirect = card("Redirect", "{U}{U}", "Instant", spell(change_target(TARGET, may=True), target=spells))
deflect = card("Deflect", "{U}{U}", "Instant", spell(change_target(TARGET), target=spells))
join = card(
    "Join",
    "{W}",
    "Instant",
    kicker("{2}"),
    spell(
        modes=[mode(gain_life(YOU, 1)), mode(gain_life(YOU, 10)), mode(gain_life(YOU, 100))],
        choose_if=(KICKED, (1, 3)),
    ),
)
swell = card("Swell", "{G}", "Instant", spell(apply(TARGET, gets(power_of(TARGET), power_of(TARGET))), target=creature))
borrow = card(
    "Borrow",
    "{U}",
    "Creature — Wizard",
    pt(1, 1),
    triggered(enters(THIS), target=artifacts, do=[gain_control(TARGET, until="while you control source")]),
)
BURN = when_you_do(deal_damage(power_of(value("that")), TARGET), target=any_target)
brand = card("Brand", "{R}", "Sorcery", spell(if_done(sacrifices(YOU, creatures), BURN)))
scrap = card("Scrap", "{U}", "Sorcery", additional_cost(sacrifice_cost(artifacts)), spell(gain_life(YOU, 1)))
demand = card(
    "Demand",
    "{W}",
    "Sorcery",
    spell(pay_or(TARGET, ["{R}", sacrifice_cost(creatures)], otherwise=lose_life(TARGET, 5)), target=players),
)
pit = card("Pit", "{1}", "Artifact", activated("{T}", do=[add("{R}"), destroy(each(creatures))]))
deep_pit = card("Deep Pit", "{1}", "Artifact", activated("{T}", do=[add("{R}"), destroy(each(creatures)), draw(YOU)]))
costly = card("Costly", "{R}", "Sorcery", additional_cost(sacrifice_cost(creatures)), spell(gain_life(YOU, 1)))
either = card("Either", "{R/G}", "Instant", spell(deal_damage(1, TARGET), target=creature))
two_or_red = card("Two or Red", "{2/R}{2/R}", "Instant", spell(draw(YOU)))
two_lives = card("Two Lives", "{W/P}{U/P}", "Instant", spell(draw(YOU)))
imp = card(
    "Imp",
    "{B}",
    "Creature — Imp",
    pt(1, 1),
    activated(["{R/G}", sacrifice_cost(creatures)], target=any_target, do=[deal_damage(1, TARGET)]),
)
phantom = card(
    "Phantom", "{U}", "Creature — Illusion", pt(1, 1), triggered(becomes_target(THIS), do=[gain_life(YOU, 1)])
)
toss = card(
    "Toss", "{R}", "Instant", additional_cost(sacrifice_cost(creatures)), spell(deal_damage(1, TARGET), target=creature)
)
vow = card("Vow", "{U}", "Sorcery", additional_cost("Pay 2 life"), spell(gain_life(YOU, 1)))
dark_spring = card("Dark Spring", "{1}", "Artifact", activated("Pay 1 life", do=[add("{U}"), draw(YOU)], limit=1))
wet_stone = card("Wet Stone", "{1}", "Artifact", activated("Pay 1 life", do=[add("{U}")], limit=1))
bright_stone = card("Bright Stone", "{1}", "Artifact", activated("Pay 1 life", do=[add_any()], limit=1))
lamp = card("Lamp", "{1}", "Artifact", activated("{T}", do=[add_any()]), activated("{1}, {T}", do=[draw(YOU)]))
ember_elf = card("Ember Elf", "{G}", "Creature — Elf", pt(1, 1), mana_ability("{T}", add("{R}")))
brewer = card("Goblin Brewer", "{R}", "Creature — Goblin", pt(1, 1), activated("{1}, {T}", do=[gain_life(YOU, 1)]))
kettle = card("Kettle", "{1}", "Artifact", activated("{1}", do=[add("{R}")]))
well = card(
    "Well", "{1}", "Artifact", activated("{T}", do=[add("{U}")]), activated("{X}{U}", target=players, do=[draw(TARGET)])
)
plea = card("Plea", "{W}", "Sorcery", spell(gain_control(TARGET), target=chosen_by(EACH_OPPONENT, creatures)))
lurker = card(
    "Lurker",
    "{3}{U}",
    "Creature — Illusion",
    pt(3, 3),
    morph("{U}"),
    special_action("ignore-effect", "", any_player=True, do=[lose_life(YOU, 1)]),
)
spigot = card(
    "Spigot",
    "{1}",
    "Artifact",
    activated("Pay 1 life", do=[add("{G}")], limit=1),
    activated("{T}", do=[add("{R}")], limit=1),
    activated("{0}", do=[untap(THIS)]),
)
last_resort = card(
    "Last Resort",
    "{1}",
    "Artifact",
    activated(
        "{T}",
        do=[add("{C}"), draw(YOU)],
        only_if=custom(lambda look, frame: not look.state.zone("hand", frame.controller), "your hand is empty"),
    ),
)
rack = card("Rack", "{1}", "Artifact", activated(["{T}", tap_cost(artifacts.you_control)], do=[gain_life(YOU, 1)]))
pyre = card("Pyre", "{1}", "Artifact", activated([sacrifice_cost(artifacts), "Sacrifice this"], do=[gain_life(YOU, 1)]))
thrift = card("Thrift", "{1}", "Enchantment", static(artifacts.you_control, rule("activation costs less", amount=2)))
levy = card("Levy", "{1}", "Enchantment", static(artifacts, rule("activation costs more", amount=1)))
wheel = card("Wheel", "{3}", "Sorcery", cycling("{R}"), spell(draw(YOU)))
kiln = card(
    "Kiln",
    "{1}",
    "Enchantment",
    activated([sacrifice_cost(creatures), sacrifice_cost(artifacts)], do=[gain_life(YOU, 1)]),
)
chorus = card("Chorus", "{1}{R}", "Sorcery", convoke(), improvise(), spell(gain_life(YOU, 1)))
robot = card("Robot", "{2}", "Artifact Creature — Construct", color("R"), pt(1, 1))
drain = card("Drain", "{X}{B}", "Sorcery", spell(lose_life(TARGET, 1), target=players))


@hookimpl
def apnap_cards() -> list[CardDef]:
    plain = [censor, listener, hermit, waker, clerk, scrap, costly, last_resort, lurker, spigot, plea, rack, pyre]
    announced = [either, two_or_red, two_lives, imp, phantom, toss, brewer, kettle, wheel, well, thrift, levy]
    paid = [vow, dark_spring, wet_stone, bright_stone, lamp, ember_elf, kiln, chorus, robot, demand]
    pits = [pit, deep_pit]
    others = [pinger, shell, taxes, rally, toll, brand, drain, arc, redirect, deflect, join, swell, borrow]
    return [*plain, *announced, *paid, *others, *pits]
