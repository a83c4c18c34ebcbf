"""What is chosen as a spell is cast: modes, several targets, a division."""

from apnap.cardkit import (
    EACH_OPPONENT,
    FLYING,
    TARGET,
    TARGET_2,
    TARGETS,
    THIS,
    YOU,
    CardDef,
    TargetSlot,
    any_target,
    artifact,
    card,
    creature,
    creatures,
    deal_damage,
    deal_divided,
    destroy,
    draw,
    enchantment,
    hookimpl,
    land,
    mode,
    pt,
    rule,
    spell,
    static,
    together,
    ward,
)

decimate = card(
    "Decimate", "{2}{R}{G}", "Sorcery", spell(destroy(TARGETS), target=[artifact, creature, enchantment, land])
)
electrolyze = card(
    "Electrolyze",
    "{1}{U}{R}",
    "Instant",
    spell(deal_divided(TARGETS), draw(YOU), target=TargetSlot(filter=any_target, least=1, most=2), divides=2),
)
fiery_confluence = card(
    "Fiery Confluence",
    "{2}{R}{R}",
    "Sorcery",
    spell(
        modes=[
            mode(deal_damage(1, creatures)),
            mode(deal_damage(2, EACH_OPPONENT)),
            mode(destroy(TARGET), target=artifact),
        ],
        choose=3,
        repeat_modes=True,
    ),
)
plague_spores = card(
    "Plague Spores",
    "{4}{B}{R}",
    "Sorcery",
    spell(
        together(destroy(TARGET, regenerable=False), destroy(TARGET_2, regenerable=False)),
        target=[creatures.non("black"), land],
    ),
)
supreme_verdict = card(
    "Supreme Verdict",
    "{1}{W}{W}{U}",
    "Sorcery",
    static(THIS, rule("can't be countered"), zones=("stack",)),
    spell(destroy(creatures)),
)
waterfall_aerialist = card("Waterfall Aerialist", "{3}{U}", "Creature — Djinn Wizard", pt(3, 1), FLYING, ward("{2}"))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [decimate, electrolyze, fiery_confluence, plague_spores, supreme_verdict, waterfall_aerialist]
