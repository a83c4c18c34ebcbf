"""Schemes: each does its work as it is set in motion, or goes on until it is abandoned."""

from apnap.cardkit import (
    EACH_OPPONENT,
    FLYING,
    SUBJECT,
    TARGET,
    THAT_MANY,
    THIS,
    TRAMPLE,
    YOU,
    CardDef,
    abandon,
    apply,
    cant,
    card,
    cards_in_hand,
    create,
    creatures,
    deal_damage,
    destroy,
    dies,
    draw,
    each,
    extra_turn,
    gain_life,
    gets,
    has,
    hookimpl,
    in_that_turn,
    lands,
    lose_life,
    opponents,
    permanents,
    pt,
    rule,
    search,
    set_in_motion,
    static,
    token,
    triggered,
    up_to,
    would,
)

api_version = 1

NO_SCHEMES = "no schemes"

DRAGON = token("Dragon", "Creature — Dragon", pt(5, 5), FLYING, colors="R")
GOLEM = token("Golem", "Artifact Creature — Golem", pt(4, 6))

all_in_good_time = card(
    "All in Good Time",
    None,
    "Scheme",
    triggered(
        set_in_motion(THIS),
        do=[extra_turn(mark=NO_SCHEMES), in_that_turn(NO_SCHEMES, cant(would("Move", how=("set in motion",))))],
    ),
)
behold_the_power_of_destruction = card(
    "Behold the Power of Destruction",
    None,
    "Scheme",
    triggered(set_in_motion(THIS), target=opponents, do=destroy(each(permanents.non("Land").of(TARGET)))),
)
i_delight_in_your_convulsions = card(
    "I Delight in Your Convulsions",
    None,
    "Scheme",
    triggered(set_in_motion(THIS), do=[lose_life(EACH_OPPONENT, 3), gain_life(YOU, THAT_MANY)]),
)
know_naught_but_fire = card(
    "Know Naught but Fire",
    None,
    "Scheme",
    triggered(set_in_motion(THIS), do=deal_damage(cards_in_hand(SUBJECT), EACH_OPPONENT)),
)
look_skyward_and_despair = card(
    "Look Skyward and Despair", None, "Scheme", triggered(set_in_motion(THIS), do=create(DRAGON))
)
realms_befitting_my_majesty = card(
    "Realms Befitting My Majesty",
    None,
    "Scheme",
    triggered(
        set_in_motion(THIS),
        do=search(YOU, lands("Basic"), to="battlefield", most=2, tapped=True),
    ),
)
the_iron_guardian_stirs = card(
    "The Iron Guardian Stirs", None, "Scheme", triggered(set_in_motion(THIS), do=create(GOLEM))
)
the_very_soil_shall_shake = card(
    "The Very Soil Shall Shake",
    None,
    "Ongoing Scheme",
    static(creatures.you_control, gets(2, 2), has(TRAMPLE)),
    triggered(dies(creatures.you_control), do=abandon(THIS)),
)
tooth_claw_and_tail = card(
    "Tooth, Claw, and Tail",
    None,
    "Scheme",
    triggered(set_in_motion(THIS), target=up_to(3, permanents.non("Land")), do=destroy(TARGET)),
)
your_puny_minds_cannot_fathom = card(
    "Your Puny Minds Cannot Fathom",
    None,
    "Scheme",
    triggered(
        set_in_motion(THIS),
        do=[draw(YOU, 4), apply(YOU, rule("hand size", amount=-1), until="your next turn")],
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        all_in_good_time,
        behold_the_power_of_destruction,
        i_delight_in_your_convulsions,
        know_naught_but_fire,
        look_skyward_and_despair,
        realms_befitting_my_majesty,
        the_iron_guardian_stirs,
        the_very_soil_shall_shake,
        tooth_claw_and_tail,
        your_puny_minds_cannot_fathom,
    ]
