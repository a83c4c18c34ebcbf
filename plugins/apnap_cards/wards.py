"""Prevention and redirection of damage, and what is hard to kill."""

from apnap.cardkit import (
    ACTIVE_PLAYER,
    DEFENDER,
    FIRST_STRIKE,
    FLYING,
    HOST,
    INDESTRUCTIBLE,
    INFECT,
    TARGET,
    THAT_MUCH,
    THIS,
    YOU,
    CardDef,
    DealDamage,
    activated,
    apply,
    card,
    colored,
    creatures,
    deals_damage,
    destroy,
    enchant,
    gain_abilities,
    gain_life,
    gets,
    has_base,
    hookimpl,
    instead_of,
    is_a,
    is_also,
    loyalty,
    loyalty_ability,
    opponents,
    prevent_damage,
    prevented,
    protection,
    pt,
    redirected,
    rule,
    same_player,
    spell,
    static,
    triggered,
    value,
    would,
)

fog = card("Fog", "{G}", "Instant", spell(prevent_damage(combat=True)))
fog_bank = card(
    "Fog Bank",
    "{1}{U}",
    "Creature — Wall",
    pt(0, 2),
    DEFENDER,
    FLYING,
    instead_of(
        would(DealDamage, THIS, combat=True),
        would(DealDamage, source=THIS, combat=True),
        changes=prevented(),
        prevents=True,
    ),
)
pariah = card(
    "Pariah",
    "{2}{W}",
    "Enchantment — Aura",
    enchant(creatures),
    instead_of(would(DealDamage, YOU), changes=redirected(HOST)),
)
phyrexian_crusader = card(
    "Phyrexian Crusader",
    "{1}{B}{B}",
    "Creature — Phyrexian Zombie Knight",
    pt(2, 2),
    FIRST_STRIKE,
    protection(colored("R")),
    protection(colored("W")),
    INFECT,
)
spirit_link = card(
    "Spirit Link",
    "{W}",
    "Enchantment — Aura",
    enchant(creatures),
    triggered(deals_damage(HOST), do=[gain_life(YOU, THAT_MUCH)]),
)
adanto_vanguard = card(
    "Adanto Vanguard",
    "{1}{W}",
    "Creature — Vampire Soldier",
    pt(1, 1),
    static(THIS, gets(2, 0), only_if=is_a(THIS, creatures.attacking)),
    activated("Pay 4 life", do=[gain_abilities(THIS, INDESTRUCTIBLE)]),
)
gideon_jura = card(
    "Gideon Jura",
    "{3}{W}{W}",
    "Legendary Planeswalker — Gideon",
    loyalty(6),
    loyalty_ability(
        2,
        target=opponents,
        do=[
            apply(
                None,
                rule("attacks if able", player=THIS),
                affects=creatures.of(value("whose")),
                only_if=same_player(ACTIVE_PLAYER, value("whose")),
                until="end of your next turn",
                whose=TARGET,
            )
        ],
    ),
    loyalty_ability(-2, target=creatures.tapped, do=[destroy(TARGET)]),
    loyalty_ability(
        0,
        do=[apply(THIS, is_also("Creature", "Human", "Soldier"), has_base(6, 6)), prevent_damage(THIS)],
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [fog, fog_bank, pariah, phyrexian_crusader, spirit_link, adanto_vanguard, gideon_jura]
