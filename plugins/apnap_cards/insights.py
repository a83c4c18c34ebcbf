"""Cards that draw, choose among cards, and look ahead."""

from apnap.cardkit import (
    EACH_PLAYER,
    INDESTRUCTIBLE,
    TARGET,
    THAT,
    THAT_PLAYER,
    THIS,
    TRAMPLE,
    VIGILANCE,
    YOU,
    CardDef,
    It,
    Sentences,
    all_but,
    at_beginning,
    card,
    cards_of_type,
    choose,
    color,
    creatures,
    destroy,
    discard_hand,
    draw,
    emblem,
    get_emblem,
    gets,
    hand_of,
    has,
    hookimpl,
    is_a,
    linked,
    look_at,
    loyalty,
    loyalty_ability,
    of_type,
    opponents,
    permanents,
    piles,
    players,
    put_into_graveyard,
    put_into_hand,
    put_on_bottom,
    put_on_top,
    remember,
    reveal,
    spell,
    static,
    status,
    suspend,
    top_of,
    triggered,
)


def windfall_body(it: It) -> Sentences:
    """Each player discards their hand, then draws as many as the most that one discarded."""
    most = max(it.count(hand_of(who)) for who in it.players)
    yield discard_hand(EACH_PLAYER)
    yield draw(EACH_PLAYER, most)


windfall = card("Windfall", "{2}{U}", "Sorcery", spell(windfall_body))
howling_mine = card(
    "Howling Mine",
    "{2}",
    "Artifact",
    triggered(at_beginning("draw"), only_if=is_a(THIS, status(permanents, "untapped")), do=[draw(THAT_PLAYER, 1)]),
)
brainstorm = card(
    "Brainstorm",
    "{U}",
    "Instant",
    spell(draw(YOU, 3), choose(YOU, hand_of(YOU), "on top", least=2, most=2), put_on_top(THAT)),
)
ancestral_vision = card(
    "Ancestral Vision", None, "Sorcery", color("U"), suspend(4, "{U}"), spell(draw(TARGET, 3), target=players)
)
fact_or_fiction = card(
    "Fact or Fiction",
    "{3}{U}",
    "Instant",
    spell(
        choose(YOU, opponents, "opponent", link="divider"),
        reveal(top_of(YOU, 5)),
        piles(THAT, by=linked("divider"), taker=YOU, took=[put_into_hand(THAT)], left=[put_into_graveyard(THAT)]),
    ),
)
vivien_reid = card(
    "Vivien Reid",
    "{3}{G}{G}",
    "Legendary Planeswalker — Vivien",
    loyalty(5),
    loyalty_ability(
        1,
        do=[
            look_at(top_of(YOU, 4)),
            remember("seen", THAT),
            choose(
                YOU,
                cards_of_type("Creature", "Land", zone="library").among(linked("seen")),
                "into hand",
                least=0,
                link="taken",
            ),
            reveal(linked("taken")),
            put_into_hand(linked("taken")),
            put_on_bottom(all_but(linked("seen"), linked("taken")), random=True),
        ],
    ),
    loyalty_ability(-3, target=of_type("Artifact", "Enchantment") | creatures.with_("flying"), do=[destroy(TARGET)]),
    loyalty_ability(
        -8,
        do=[
            get_emblem(
                emblem(
                    "Vivien Reid",
                    static(creatures.you_control, gets(2, 2), has(VIGILANCE, TRAMPLE, INDESTRUCTIBLE)),
                )
            )
        ],
    ),
)


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [
        windfall,
        howling_mine,
        brainstorm,
        ancestral_vision,
        fact_or_fiction,
        vivien_reid,
    ]
