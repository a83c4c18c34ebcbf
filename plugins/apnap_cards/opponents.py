"""Cards for tables of several opponents: whom an attacker attacks, who must attack, who has the crown."""

from apnap.cardkit import (
    DEFENDING_PLAYER,
    EACH_PLAYER,
    FLYING,
    HASTE,
    TARGET,
    THAT,
    THIS,
    YOU,
    CardDef,
    also,
    apply,
    as_enters,
    at_next,
    attacks,
    become_monarch,
    card,
    creatures,
    each,
    enters,
    exile,
    hookimpl,
    if_,
    instead_of,
    is_a,
    land,
    linked,
    linked_number,
    permanents,
    pt,
    put_into_hand,
    remember,
    replace_for,
    return_to_battlefield,
    reveal,
    rule,
    sacrifices,
    spell,
    top_of,
    triggered,
    value,
    would,
)

# 610.3: the creature returns immediately after the event, by no triggered ability; and nothing is exiled
# where the event has happened since the ability triggered (610.3b).
until_crowned = instead_of(
    would("BecomeMonarch", player="opponents"),
    changes=also(remember("crowned", 1), return_to_battlefield(linked("jailed"))),
)

disrupt_decorum = card(
    "Disrupt Decorum",
    "{2}{R}{R}",
    "Sorcery",
    spell(apply(each(creatures.you_dont_control), rule("goaded", player=YOU), until="your next turn")),
)
flickerwisp = card(
    "Flickerwisp",
    "{1}{W}{W}",
    "Creature — Elemental",
    pt(3, 1),
    FLYING,
    triggered(
        enters(THIS),
        target=permanents.other,
        do=[exile(TARGET), at_next("end", return_to_battlefield(value("it")), it=THAT)],
    ),
)
goblin_guide = card(
    "Goblin Guide",
    "{R}",
    "Creature — Goblin Scout",
    pt(2, 2),
    HASTE,
    triggered(
        attacks(THIS),
        do=[
            reveal(top_of(DEFENDING_PLAYER)),
            if_(is_a(top_of(DEFENDING_PLAYER), land), [put_into_hand(top_of(DEFENDING_PLAYER))]),
        ],
    ),
)
innocent_blood = card("Innocent Blood", "{B}", "Sorcery", spell(sacrifices(EACH_PLAYER, creatures)))
palace_jailer = card(
    "Palace Jailer",
    "{2}{W}{W}",
    "Creature — Human Soldier",
    pt(2, 2),
    as_enters(also(replace_for(until_crowned, until="forever"))),
    triggered(enters(THIS), do=[become_monarch()]),
    triggered(
        enters(THIS),
        target=creatures.opponents_control,
        do=[if_(linked_number("crowned") <= 0, [exile(TARGET, link="jailed")])],
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [disrupt_decorum, flickerwisp, goblin_guide, innocent_blood, palace_jailer]
