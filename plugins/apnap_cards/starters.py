"""The first cards: enough of each kind to play a game."""

from apnap.cardkit import (
    EOT,
    FLYING,
    TARGET,
    THIS,
    UNDYING,
    VIGILANCE,
    YOU,
    CardDef,
    X,
    activated,
    any_target,
    apply,
    as_enters,
    card,
    counter,
    create,
    creature,
    creature_card,
    creatures,
    deal_damage,
    destroy,
    draw,
    enters,
    enters_tapped,
    exile,
    gain_life,
    gets,
    hookimpl,
    lose_life,
    opponents,
    pt,
    put_counters,
    shuffle_into_library,
    spell,
    spells,
    static,
    token,
    triggered,
)

ZOMBIE = token("Zombie", "Creature — Zombie", pt(2, 2), colors="B")

lightning_bolt = card("Lightning Bolt", "{R}", "Instant", spell(deal_damage(3, TARGET), target=any_target))
grizzly_bears = card("Grizzly Bears", "{1}{G}", "Creature — Bear", pt(2, 2))
serra_angel = card("Serra Angel", "{3}{W}{W}", "Creature — Angel", pt(4, 4), FLYING, VIGILANCE)
giant_growth = card("Giant Growth", "{G}", "Instant", spell(apply(TARGET, gets(3, 3), until=EOT), target=creature))
counterspell = card("Counterspell", "{U}{U}", "Instant", spell(counter(TARGET), target=spells))
divination = card("Divination", "{2}{U}", "Sorcery", spell(draw(YOU, 2)))
wrath_of_god = card("Wrath of God", "{2}{W}{W}", "Sorcery", spell(destroy(creatures, regenerable=False)))
soul_warden = card(
    "Soul Warden",
    "{W}",
    "Creature — Human Cleric",
    pt(1, 1),
    triggered(enters(creatures.other), do=[gain_life(YOU, 1)]),
)
mogg_fanatic = card(
    "Mogg Fanatic",
    "{R}",
    "Creature — Goblin",
    pt(1, 1),
    activated("Sacrifice this", target=any_target, do=[deal_damage(1, TARGET)]),
)
young_wolf = card("Young Wolf", "{G}", "Creature — Wolf", pt(1, 1), UNDYING)
geralfs_messenger = card(
    "Geralf's Messenger",
    "{B}{B}{B}",
    "Creature — Zombie",
    pt(3, 2),
    as_enters(enters_tapped()),
    triggered(enters(THIS), target=opponents, do=[lose_life(TARGET, 2)]),
    UNDYING,
)
cemetery_reaper = card(
    "Cemetery Reaper",
    "{1}{B}{B}",
    "Creature — Zombie",
    pt(2, 2),
    static(creatures("Zombie").other.you_control, gets(1, 1)),
    activated("{2}{B}, {T}", target=creature_card.in_a_graveyard, do=[exile(TARGET), create(ZOMBIE)]),
)
black_suns_zenith = card(
    "Black Sun's Zenith",
    "{X}{B}{B}",
    "Sorcery",
    spell(put_counters("-1/-1", X, on=creatures), shuffle_into_library(THIS)),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        lightning_bolt,
        grizzly_bears,
        serra_angel,
        giant_growth,
        counterspell,
        divination,
        wrath_of_god,
        soul_warden,
        mogg_fanatic,
        young_wolf,
        geralfs_messenger,
        cemetery_reaper,
        black_suns_zenith,
    ]
