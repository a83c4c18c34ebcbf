"""Invented texts, each with the card that it would be written as by hand."""

from collections.abc import Callable
from typing import Any

from apnap.cardkit import (
    CARD,
    DEFENDING_PLAYER,
    EACH_OPPONENT,
    EOT,
    FLYING,
    KICKED,
    TARGET,
    TARGET_2,
    TARGETS,
    THAT,
    THAT_OBJECT,
    THAT_PLAYER,
    THIS,
    YOU,
    YOUR_TURN,
    CardDef,
    Filter,
    TargetSlot,
    activated,
    additional_cost,
    any_number,
    any_target,
    apply,
    artifacts,
    as_enters,
    at_beginning,
    at_next,
    attacks,
    card,
    cards,
    cards_in_hand,
    casts,
    colored,
    controller_of,
    count,
    counter,
    create,
    creature,
    creatures,
    deal_damage,
    deal_divided,
    destroy,
    dies,
    discard,
    discard_cost,
    draw,
    each,
    enters,
    enters_tapped,
    enters_with,
    exactly,
    exile,
    exists,
    gain_life,
    gets,
    goes_to,
    graveyard_of,
    hand_of,
    has,
    if_,
    if_done,
    instead_of,
    kicker,
    lands,
    life_cost,
    look_at,
    lose_life,
    mana_ability,
    may,
    mill,
    not_among,
    of_type,
    opponents,
    pay_or,
    permanents,
    players,
    power_of,
    protection,
    pt,
    put_counters,
    return_to_battlefield,
    return_to_hand,
    rule,
    sacrifice,
    sacrifice_cost,
    sacrifices,
    spell,
    spells,
    state_is,
    static,
    tap,
    token,
    triggered,
    up_to,
    value,
    would_die,
)
from apnap.cardkit import add_any as any_mana
from apnap_texts.reading import read_card


def creature_of(text: str, cost: str = "{1}{G}") -> CardDef | None:
    return read_card("Reed Warden", cost, "Creature — Elf", "2/2", None, text)


def warden(*parts: Any, cost: str = "{1}{G}") -> CardDef:
    return card("Reed Warden", cost, "Creature — Elf", pt(2, 2), *parts)


def instant_of(text: str, cost: str = "{1}{U}") -> CardDef | None:
    return read_card("Reed Song", cost, "Instant", None, None, text)


def song(*parts: Any, cost: str = "{1}{U}") -> CardDef:
    return card("Reed Song", cost, "Instant", *parts)


CRAB = token("Crab", "Creature — Crab", pt(1, 2), FLYING, colors="U")

CREATURES: dict[str, Callable[[], CardDef]] = {
    "": lambda: warden(),
    "Flying (It is in the air.)": lambda: warden(FLYING),
    "Protection from red and from white": lambda: warden(protection(colored("R")), protection(colored("W"))),
    "When you have no cards in hand, draw a card.": lambda: warden(
        triggered(state_is(cards_in_hand(YOU) <= 0), do=[draw(YOU, 1)])
    ),
    "Reed Warden can't have more than two +1/+1 counters on it.": lambda: warden(
        static(THIS, rule("counter cap", amount=2, filter=Filter(noun="+1/+1")))
    ),
    "If a creature you control would die, exile it instead.": lambda: warden(
        instead_of(would_die(creatures.you_control), changes=goes_to("exile"))
    ),
    "If another creature would die, exile it instead.": lambda: warden(
        instead_of(would_die(creatures.other), changes=goes_to("exile"))
    ),
    "Reed Warden enters tapped.": lambda: warden(as_enters(enters_tapped())),
    "This creature enters with two +1/+1 counters on it.": lambda: warden(as_enters(enters_with("+1/+1", 2))),
    "When Reed Warden enters the battlefield, target opponent loses 2 life.": lambda: warden(
        triggered(enters(THIS), target=opponents, do=[lose_life(TARGET, 2)])
    ),
    "Whenever another creature you control dies, you may draw a card.": lambda: warden(
        triggered(dies(creatures.other.you_control), do=[draw(YOU, 1)], optional=True)
    ),
    "Whenever an Elf you control attacks, defending player loses 1 life.": lambda: warden(
        triggered(attacks(permanents("Elf").you_control), do=[lose_life(THAT_PLAYER, 1)])
    ),
    "Whenever this creature attacks alone, defending player discards a card.": lambda: warden(
        triggered(attacks(THIS, alone=True), do=[discard(DEFENDING_PLAYER, 1)])
    ),
    "When Reed Warden dies, return another target Elf card from your graveyard to your hand.": lambda: warden(
        triggered(
            dies(THIS),
            target=not_among(cards.that(*permanents("Elf").tests).in_your_graveyard, CARD),
            do=[return_to_hand(TARGET)],
        )
    ),
    "Whenever this creature attacks, any number of target players each mill a card and lose 1 life.": lambda: warden(
        triggered(attacks(THIS), target=any_number(players), do=[mill(TARGET, 1), lose_life(TARGET, 1)])
    ),
    "Whenever another creature enters, exile this creature. Return it to the battlefield under its owner's control at "
    "the beginning of the next end step.": lambda: warden(
        triggered(
            enters(creatures.other), do=[exile(THIS), at_next("end", return_to_battlefield(value("it")), it=THAT)]
        )
    ),
    "Whenever you cast an Elf spell, you may exile Reed Warden. If you do, return Reed Warden to the battlefield under "
    "its owner's control at the beginning of the next end step.": lambda: warden(
        triggered(
            casts("you", spells("Elf")),
            do=[
                may([if_done(exile(THIS), [at_next("end", return_to_battlefield(value("it")), it=THAT)])]),
            ],
        )
    ),
    "When another creature enters, sacrifice this creature and it deals 3 damage to any target.": lambda: warden(
        triggered(enters(creatures.other), target=any_target, do=[sacrifice(THIS), deal_damage(3, TARGET)])
    ),
    "When a player casts a spell, sacrifice this creature and counter that spell.": lambda: warden(
        triggered(casts("any"), do=[sacrifice(THIS), counter(THAT_OBJECT)])
    ),
    "When this creature enters, it deals 3 damage divided as you choose among any number of targets.": lambda: warden(
        triggered(
            enters(THIS),
            target=TargetSlot(filter=any_target, least=0, most=3),
            do=[deal_divided(TARGETS)],
            divides=3,
        )
    ),
    "At the beginning of your upkeep, each opponent loses 1 life and you gain 1 life.": lambda: warden(
        triggered(at_beginning("upkeep", "you"), do=[lose_life(EACH_OPPONENT, 1), gain_life(YOU, 1)])
    ),
    "When this creature enters, create a 1/2 blue Crab creature token with flying.": lambda: warden(
        triggered(enters(THIS), do=[create(CRAB)])
    ),
    "When this creature enters, if you control an artifact, draw a card.": lambda: warden(
        triggered(enters(THIS), only_if=exists(artifacts.you_control), do=[draw(YOU, 1)])
    ),
    "{T}: Add one mana of any color.": lambda: warden(mana_ability("{T}", any_mana())),
    "{2}, {T}, Discard a card: Tap up to two target creatures.": lambda: warden(
        activated(["{2}", "{T}", discard_cost(1)], target=up_to(2, creature), do=[tap(TARGET)])
    ),
    "{1}{G}, Sacrifice another creature: Put a +1/+1 counter on this creature.": lambda: warden(
        activated(["{1}{G}", sacrifice_cost(creatures.other)], do=[put_counters("+1/+1", 1, on=THIS)])
    ),
    "As long as it's your turn, this creature gets +1/+0 and has flying.": lambda: warden(
        static(THIS, gets(1, 0), has(FLYING), only_if=YOUR_TURN)
    ),
    "White spells and blue spells you cast cost {1} less to cast.": lambda: warden(
        static(YOU, rule("costs less", filter=colored("WU"), amount=1))
    ),
    "This creature gets +1/+1 for each artifact you control.": lambda: warden(
        static(THIS, gets(count(artifacts.you_control), count(artifacts.you_control)))
    ),
    "This creature can't be blocked except by creatures with flying.": lambda: warden(
        static(THIS, rule("blocked only by", filter=creatures.with_("flying")))
    ),
}

INSTANTS: dict[str, Callable[[], CardDef]] = {
    "Destroy target artifact or enchantment.": lambda: song(
        spell(destroy(TARGET), target=of_type("Artifact", "Enchantment"))
    ),
    "Destroy target artifact, enchantment, or creature with flying.": lambda: song(
        spell(destroy(TARGET), target=of_type("Artifact", "Enchantment") | creatures.with_("flying"))
    ),
    "Exile target creature. Its controller gains life equal to its power.": lambda: song(
        spell(exile(TARGET), gain_life(controller_of(TARGET), power_of(TARGET)), target=creature)
    ),
    "Return target nonland permanent you don't control to its owner's hand.": lambda: song(
        spell(return_to_hand(TARGET), target=permanents.non("Land").you_dont_control)
    ),
    "Counter target noncreature spell unless its controller pays {2}.": lambda: song(
        spell(pay_or(controller_of(TARGET), "{2}", otherwise=counter(TARGET)), target=spells.non("Creature"))
    ),
    "Target creature you control deals damage equal to its power to target creature you don't control.": lambda: song(
        spell(
            deal_damage(power_of(TARGET), TARGET_2, source=TARGET),
            target=[creatures.you_control, creatures.you_dont_control],
        )
    ),
    "Until end of turn, creatures you control get +1/+1 and gain flying.": lambda: song(
        spell(apply(each(creatures.you_control), gets(1, 1), has(FLYING), until=EOT))
    ),
    "Target creature gets +X/+X until end of turn, where X is the number of Forests you control.": lambda: song(
        spell(
            apply(TARGET, gets(count(lands("Forest").you_control), count(lands("Forest").you_control))), target=creature
        )
    ),
    "Each opponent loses X life and you gain X life, where X is the number of Forests you control.": lambda: song(
        spell(
            lose_life(EACH_OPPONENT, count(lands("Forest").you_control)),
            gain_life(YOU, count(lands("Forest").you_control)),
        )
    ),
    "Target creature gets -2/-1 until end of turn.": lambda: song(spell(apply(TARGET, gets(-2, -1)), target=creature)),
    "Kicker {2}\nDraw a card. If this spell was kicked, each opponent sacrifices a creature.": lambda: song(
        kicker("{2}"), spell(draw(YOU, 1), if_(KICKED, [sacrifices(EACH_OPPONENT, creature)]))
    ),
    "As an additional cost to cast this spell, pay 2 life.\nReed Song deals 3 damage to any target.": lambda: song(
        additional_cost(life_cost(2)), spell(deal_damage(3, TARGET), target=any_target)
    ),
    "Exile target player's graveyard.\nDraw a card.": lambda: song(
        spell(exile(graveyard_of(TARGET)), draw(YOU, 1), target=players)
    ),
    "Look at target opponent's hand.": lambda: song(spell(look_at(hand_of(TARGET)), target=opponents)),
    "Put a +1/+1 counter on each of up to two target creatures.": lambda: song(
        spell(put_counters("+1/+1", 1, on=TARGET), target=up_to(2, creature))
    ),
    "Reed Song deals 2 damage to each of two target creatures.": lambda: song(
        spell(deal_damage(2, TARGET), target=exactly(2, creature))
    ),
    "You gain 2 life for each Forest you control.": lambda: song(
        spell(gain_life(YOU, count(lands("Forest").you_control) * 2))
    ),
}


def same(read: CardDef | None, written: CardDef) -> bool:
    return read is not None and plain(read) == plain(written)


def plain(value: Any) -> Any:
    """A value without the words that only describe it."""
    if hasattr(value, "__struct_fields__"):
        names = [f for f in value.__struct_fields__ if f not in ("noun", "says", "text")]
        kind = "Filter" if "tests" in names and "zones" in names else type(value).__name__
        return (kind, *((f, plain(getattr(value, f))) for f in names))
    return tuple(plain(v) for v in value) if isinstance(value, tuple) else value
