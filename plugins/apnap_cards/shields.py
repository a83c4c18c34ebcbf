"""Exile for a time, stolen permanents, votes, phasing and shields."""

from apnap.cardkit import (
    FLYING,
    HOST,
    PHASING,
    TARGET,
    THAT,
    THIS,
    YOU,
    CardDef,
    activated,
    among,
    apply,
    card,
    choose,
    colored,
    controlled_by,
    creature,
    enchant,
    enters,
    exile,
    hookimpl,
    permanents,
    phase_out,
    prevent_damage,
    pt,
    rule,
    sources_of_damage,
    spell,
    static,
    triggered,
    value,
    vote,
)

banishing_light = card(
    "Banishing Light",
    "{2}{W}",
    "Enchantment",
    triggered(enters(THIS), target=permanents.non("Land").opponents_control, do=[exile(TARGET, until="this leaves")]),
)
breezekeeper = card("Breezekeeper", "{3}{U}", "Creature — Djinn", pt(4, 4), FLYING, PHASING)
circle_of_protection_red = card(
    "Circle of Protection: Red",
    "{1}{W}",
    "Enchantment",
    activated(
        "{1}",
        do=[
            choose(YOU, sources_of_damage(colored("R")), "source"),
            prevent_damage(YOU, next_time=True, by=among(value("chosen")).colored("R"), chosen=THAT),
        ],
    ),
)
control_magic = card(
    "Control Magic", "{2}{U}{U}", "Enchantment — Aura", enchant(creature), static(HOST, controlled_by(YOU))
)
councils_judgment = card(
    "Council's Judgment",
    "{1}{W}{W}",
    "Sorcery",
    spell(vote(permanents.non("Land").you_dont_control), exile(THAT)),
)
teferis_protection = card(
    "Teferi's Protection",
    "{2}{W}",
    "Instant",
    spell(
        apply(YOU, rule("life can't change"), rule("protection"), until="your next turn"),
        phase_out(permanents.you_control),
        exile(THIS),
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        banishing_light,
        breezekeeper,
        circle_of_protection_red,
        control_magic,
        councils_judgment,
        teferis_protection,
    ]
