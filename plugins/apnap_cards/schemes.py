"""Schemes: each does its work as it is set in motion, or goes on until it is abandoned."""

from apnap.cardkit import (
    EACH_OPPONENT,
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
    creatures,
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
    lose_life,
    opponents,
    permanents,
    rule,
    set_in_motion,
    static,
    triggered,
    would,
)

api_version = 1

NO_SCHEMES = "no schemes"

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
the_very_soil_shall_shake = card(
    "The Very Soil Shall Shake",
    None,
    "Ongoing Scheme",
    static(creatures.you_control, gets(2, 2), has(TRAMPLE)),
    triggered(dies(creatures.you_control), do=abandon(THIS)),
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
        the_very_soil_shall_shake,
        your_puny_minds_cannot_fathom,
    ]
