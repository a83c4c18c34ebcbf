"""Equipment."""

from apnap.cardkit import (
    HOST,
    LIFELINK,
    THAT_PLAYER,
    TRAMPLE,
    CardDef,
    card,
    colored,
    deals_damage,
    discard,
    equip,
    gets,
    has,
    hookimpl,
    lands,
    protection,
    static,
    triggered,
    untap,
)

bonesplitter = card("Bonesplitter", "{1}", "Artifact — Equipment", static(HOST, gets(2, 0)), equip("{1}"))
loxodon_warhammer = card(
    "Loxodon Warhammer",
    "{3}",
    "Artifact — Equipment",
    static(HOST, gets(3, 0), has(TRAMPLE, LIFELINK)),
    equip("{3}"),
)
sword_of_feast_and_famine = card(
    "Sword of Feast and Famine",
    "{3}",
    "Artifact — Equipment",
    static(HOST, gets(2, 2), has(protection(colored("B")), protection(colored("G")))),
    triggered(deals_damage(HOST, combat=True, to_player=True), do=[discard(THAT_PLAYER, 1), untap(lands.you_control)]),
    equip("{2}"),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [bonesplitter, loxodon_warhammer, sword_of_feast_and_famine]
