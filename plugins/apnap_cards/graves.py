"""What sends creatures to the graveyard, and what does not stay there."""

from apnap.cardkit import (
    EACH_PLAYER,
    EVERYWHERE,
    HASTE,
    INDESTRUCTIBLE,
    TARGET,
    THAT_PLAYER,
    THIS,
    TRAMPLE,
    UNDYING,
    YOU,
    CardDef,
    X,
    activated,
    any_target,
    apply,
    at_beginning,
    both,
    card,
    chosen_by,
    creature_card,
    creatures,
    deal_damage,
    destroy,
    discard,
    each,
    enters,
    gets,
    goes_to,
    hookimpl,
    instead_of,
    lose_life,
    mana_value_of,
    of_type,
    opponents,
    players,
    proliferate,
    pt,
    put_counters,
    regenerate,
    return_to_battlefield,
    sacrifices,
    spell,
    triggered,
    would,
)

butcher_ghoul = card("Butcher Ghoul", "{1}{B}", "Creature — Zombie", pt(1, 1), UNDYING)
strangleroot_geist = card("Strangleroot Geist", "{G}{G}", "Creature — Spirit", pt(2, 1), HASTE, UNDYING)
drudge_skeletons = card(
    "Drudge Skeletons", "{1}{B}", "Creature — Skeleton", pt(1, 1), activated("{B}", do=[regenerate()])
)
darksteel_myr = card("Darksteel Myr", "{3}", "Artifact Creature — Myr", pt(0, 1), INDESTRUCTIBLE)
darksteel_colossus = card(
    "Darksteel Colossus",
    "{11}",
    "Artifact Creature — Golem",
    pt(11, 11),
    TRAMPLE,
    INDESTRUCTIBLE,
    instead_of(
        would("Move", THIS, to=("graveyard",)),
        changes=goes_to("library", shuffled=True, reveal=True),
        zones=EVERYWHERE,
    ),
)
ravenous_rats = card(
    "Ravenous Rats",
    "{1}{B}",
    "Creature — Rat",
    pt(1, 1),
    triggered(enters(THIS), target=opponents, do=[discard(TARGET, 1)]),
)
blaze = card("Blaze", "{X}{R}", "Sorcery", spell(deal_damage(X, TARGET), target=any_target))
earthquake = card(
    "Earthquake", "{X}{R}", "Sorcery", spell(deal_damage(X, both(each(creatures.without("flying")), EACH_PLAYER)))
)
infest = card("Infest", "{1}{B}{B}", "Sorcery", spell(apply(each(creatures), gets(-2, -2))))
grim_affliction = card(
    "Grim Affliction", "{2}{B}", "Instant", spell(put_counters("-1/-1", 1, on=TARGET), proliferate(), target=creatures)
)
diabolic_edict = card("Diabolic Edict", "{1}{B}", "Instant", spell(sacrifices(TARGET, creatures), target=players))
naturalize = card("Naturalize", "{1}{G}", "Instant", spell(destroy(TARGET), target=of_type("Artifact", "Enchantment")))
the_abyss = card(
    "The Abyss",
    "{3}{B}",
    "World Enchantment",
    triggered(
        at_beginning("upkeep"),
        target=chosen_by(THAT_PLAYER, creatures.non("Artifact").of(THAT_PLAYER)),
        do=[destroy(TARGET, regenerable=False)],
    ),
)
reanimate = card(
    "Reanimate",
    "{B}",
    "Sorcery",
    # the card in the graveyard counts, not the creature that it becomes
    spell(return_to_battlefield(TARGET, under=YOU), lose_life(YOU, mana_value_of(TARGET)), target=creature_card),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        butcher_ghoul,
        strangleroot_geist,
        drudge_skeletons,
        darksteel_myr,
        darksteel_colossus,
        ravenous_rats,
        blaze,
        earthquake,
        infest,
        grim_affliction,
        diabolic_edict,
        naturalize,
        the_abyss,
        reanimate,
    ]
