"""State-based actions: each clause, together in one check, and what is no reason for another check (704)."""

import pytest

from apnap.cardkit import (
    EACH_PLAYER,
    INDESTRUCTIBLE,
    TARGET,
    YOU,
    cant,
    card,
    counters_of,
    creature,
    creatures,
    deal_damage,
    dies,
    draw,
    enchant,
    gain_life,
    if_,
    lose_life,
    players,
    pt,
    put_counters,
    regenerate,
    spell,
    static,
    together,
    triggered,
    would,
)
from apnap.engine import events as ev
from apnap.engine.game import Game
from apnap.engine.requests import Answer
from boards import (
    ANN,
    BOB,
    activate,
    board,
    cast,
    change,
    choose,
    everything,
    happened,
    holder,
    lives,
    performed,
    pool_with,
    question,
    resolve,
    resolve_all,
    stack,
    the,
    zone,
)

WATCHER = card("Watcher", "{B}", "Creature — Human", pt(1, 1), triggered(dies(creatures), do=[gain_life(YOU, 1)]))
ROCK = card("Rock", "{1}", "Creature — Golem", pt(2, 2), INDESTRUCTIBLE)
STAYER = card("Stayer", "{1}", "Artifact", static(players, cant(would("LoseGame"))))
QUEEN = card("Queen", "{1}", "Legendary Creature — Human", pt(2, 2))
CLOAK = card("Cloak", "{1}", "Enchantment — Aura", enchant(creature))
BLADE = card("Blade", "{1}", "Artifact — Equipment")
DRAIN = card("Drain", "{1}", "Instant", spell(draw(YOU, 2), lose_life(YOU, 2)))
SHRINK = card("Shrink", "{1}", "Instant", spell(put_counters("-1/-1", 3, on=TARGET), target=creature))
ASK = card(
    "Ask", "{1}", "Instant",
    spell(
        put_counters("-1/-1", 3, on=TARGET), if_(counters_of(TARGET, "+1/+1") <= 0, draw(YOU, 1)), target=creature
    ),
)  # fmt: skip
MEND = card("Mend", "{1}", "Instant", spell(regenerate(TARGET), target=creature))
SCORCH = card("Scorch", "{1}", "Sorcery", spell(together(deal_damage(2, creatures), deal_damage(2, EACH_PLAYER))))
POOL = pool_with(WATCHER, ROCK, STAYER, QUEEN, CLOAK, BLADE, DRAIN, SHRINK, ASK, MEND, SCORCH)
DEEP = {"library": ["Forest"] * 20}


def with_counters(**kinds: int) -> dict[str, object]:
    names = {"plus": "+1/+1", "minus": "-1/-1", "poison": "poison"}
    return {"counters": tuple(sorted((names[k], n) for k, n in kinds.items()))}


# --- the clauses, one by one --------------------------------------------------------------------------


def test_life() -> None:
    game = board({}, {}, {}, life={1: 0})
    assert (performed(game), game.state.player(BOB).lost) == ([("sba.life",)], ("sba.life",))


def test_an_attempt_to_draw_from_an_empty_library() -> None:
    game = board({"hand": ["Divination"], "library": ["Forest"]}, {}, {})
    cast(game, ANN, "Divination")
    resolve(game)
    assert (performed(game), game.state.player(ANN).lost) == ([("sba.draw",)], ("sba.draw",))


def test_ten_poison_counters() -> None:
    state_of = board({}, {}, {}).state
    change(state_of, 1, counters=(("poison", 10),))
    game = Game(POOL.book(), state_of)
    assert game.state.player(BOB).lost == ("sba.poison",)


def test_toughness() -> None:
    game = board({"battlefield": ["Grizzly Bears"]}, {}, facts={"Grizzly Bears": with_counters(minus=2)})
    assert (performed(game), zone(game, "graveyard", ANN)) == ([("sba.toughness",)], ["Grizzly Bears"])


@pytest.mark.parametrize(("damage", "dead"), [(1, False), (2, True), (3, True)])
def test_lethal_damage(damage: int, dead: bool) -> None:
    game = board({"battlefield": ["Grizzly Bears"]}, {}, facts={"Grizzly Bears": {"damage": damage}})
    assert performed(game) == [("sba.lethal",)] * dead


def test_legend_of_one_controller() -> None:
    game = board({"battlefield": ["Queen", "Queen"]}, {"battlefield": ["Queen"]}, pool=POOL)
    first, second = everything(game, "Queen", seat=ANN)
    assert (question(game).prompt, question(game).who) == ("keep", (ANN,))
    choose(game, second)
    assert zone(game, "graveyard", ANN) == ["Queen"]
    assert {o.id for o in everything(game, "Queen", "battlefield", ANN)} == {second.id} != {first.id}
    assert len(everything(game, "Queen", "battlefield", BOB)) == 1


def test_legend_of_any_controllers_in_an_older_edition() -> None:
    game = board({"battlefield": ["Queen"]}, {"battlefield": ["Queen"]}, pool=POOL, edition="2011")
    assert zone(game, "battlefield") == []


@pytest.mark.parametrize(("plus", "minus", "left"), [(2, 5, {"-1/-1": 3}), (1, 1, {}), (3, 1, {"+1/+1": 2})])
def test_counters_cancel_in_pairs(plus: int, minus: int, left: dict[str, int]) -> None:
    game = board({"battlefield": ["Serra Angel"]}, {}, facts={"Serra Angel": with_counters(plus=plus, minus=minus)})
    angel = the(game, "Serra Angel")
    assert (performed(game), dict(angel.counters)) == ([("sba.counters",)], left)


def test_counters_of_both_kinds_stay_in_an_edition_without_that_clause() -> None:
    game = board({"battlefield": ["Grizzly Bears"]}, {}, facts={"Grizzly Bears": with_counters(plus=1, minus=1)},
                 edition="2004")  # fmt: skip
    assert (performed(game), dict(the(game, "Grizzly Bears").counters)) == ([], {"+1/+1": 1, "-1/-1": 1})


def test_a_token_off_the_battlefield() -> None:
    game = board({"battlefield": ["Cemetery Reaper"], "graveyard": ["Grizzly Bears"]}, {"hand": ["Wrath of God"]},
                 active=1)  # fmt: skip
    game.answer(BOB, question(game).default)
    activate(game, ANN, "Cemetery Reaper", the(game, "Grizzly Bears", "graveyard"))
    resolve_all(game)
    assert len(everything(game, "Zombie")) == 1
    cast(game, BOB, "Wrath of God")
    resolve(game)
    assert (everything(game, "Zombie"), performed(game)) == ([], [("sba.token",)])
    assert [e for e in happened(game, ev.Moved) if e.now.kind == "token"][-1].now.zone == "graveyard"


def test_an_aura_goes_one_check_after_what_it_enchants() -> None:
    game = board({"battlefield": ["Grizzly Bears", "Cloak"]}, {}, pool=POOL, facts={
        "Grizzly Bears": {"damage": 2}, "Cloak": {"attached": 1}})  # fmt: skip
    assert performed(game) == [("sba.lethal",), ("sba.aura",)]
    assert zone(game, "graveyard", ANN) == ["Cloak", "Grizzly Bears"]


def test_equipment_stays_unattached() -> None:
    game = board({"battlefield": ["Grizzly Bears", "Blade"]}, {}, pool=POOL, facts={
        "Grizzly Bears": {"damage": 2}, "Blade": {"attached": 1}})  # fmt: skip
    assert performed(game) == [("sba.lethal",), ("sba.equipment",)]
    assert (zone(game, "battlefield"), the(game, "Blade").attached) == (["Blade"], 0)


# --- together -----------------------------------------------------------------------------------------


def test_two_creatures_that_watch_deaths_die_together_and_four_deaths_are_seen() -> None:
    game = board({"battlefield": ["Watcher"], "hand": ["Wrath of God"]}, {"battlefield": ["Watcher"]}, pool=POOL)
    cast(game, ANN, "Wrath of God")
    resolve(game)
    assert [answer_order(game), answer_order(game)] == [ANN, BOB]
    assert stack(game) == ["Watcher"] * 4
    resolve_all(game)
    assert lives(game) == [22, 22]


def answer_order(game: Game) -> int:
    """Who orders triggers now; they stay as they are."""
    request = question(game)
    assert request.prompt == "triggers"
    game.answer(request.who[0], request.default)
    return request.who[0]


def test_undying_looks_at_the_counters_before_the_event() -> None:
    """S11: the counters cancel and the creature dies in one event; it died with a +1/+1 counter."""
    game = board({"battlefield": ["Young Wolf"], "hand": ["Shrink"]}, {}, pool=POOL,
                 facts={"Young Wolf": with_counters(plus=1)})  # fmt: skip
    cast(game, ANN, "Shrink", "Young Wolf")
    resolve(game)
    assert sorted(performed(game)[0]) == ["sba.counters", "sba.toughness"]
    assert (len(performed(game)), stack(game), zone(game, "graveyard", ANN)[0]) == (1, [], "Young Wolf")


def zenith(*creatures_: str) -> Game:
    game = board({"battlefield": list(creatures_), "hand": ["Black Sun's Zenith"], **DEEP}, {}, {},
                 facts={"Geralf's Messenger": with_counters(plus=1)})  # fmt: skip
    cast(game, ANN, "Black Sun's Zenith", x=3)
    resolve(game)
    return game


def test_the_lord_dies_in_the_first_check_and_undying_sees_the_second() -> None:
    """S12: in the second check the messenger has no +1/+1 counter any more, and comes back."""
    game = zenith("Geralf's Messenger", "Cemetery Reaper")
    assert [sorted(p) for p in performed(game)] == [["sba.counters", "sba.toughness"], ["sba.toughness"]]
    assert stack(game) == ["Geralf's Messenger"]
    resolve(game)
    messenger = the(game, "Geralf's Messenger", "battlefield")
    assert (messenger.tapped, dict(messenger.counters)) == (True, {"+1/+1": 1})


def test_without_the_lord_one_check_takes_both() -> None:
    """S13."""
    game = zenith("Geralf's Messenger")
    assert [sorted(p) for p in performed(game)] == [["sba.counters", "sba.toughness"]]
    assert stack(game) == []


def test_counters_do_not_cancel_during_a_resolution() -> None:
    """S16."""
    game = board({"battlefield": ["Serra Angel"], "hand": ["Ask"], **DEEP}, {}, pool=POOL,
                 facts={"Serra Angel": with_counters(plus=3)})  # fmt: skip
    cast(game, ANN, "Ask", "Serra Angel")
    resolve(game)
    assert (zone(game, "hand", ANN), dict(the(game, "Serra Angel").counters)) == ([], {})


def test_two_reasons_to_lose_are_one_loss_and_one_replacement() -> None:
    """S03: the Mirror is in the library afterwards, and everything was shuffled once."""
    game = board(
        {"battlefield": ["Lich's Mirror", "Forest"], "hand": ["Drain"] + ["Island"] * 6, "library": ["Plains"]}, {},
        pool=POOL, life={0: 1},
    )  # fmt: skip
    cast(game, ANN, "Drain")
    resolve(game)
    assert performed(game) == [("sba.life", "sba.draw")]
    assert (lives(game)[0], len(zone(game, "hand", ANN)), zone(game, "battlefield")) == (20, 7, [])
    assert [e.seat for e in happened(game, ev.Shuffled)] == [ANN]
    assert [e.amount for e in happened(game, ev.LifeGained)] == [21]


def test_what_the_mirror_takes_and_what_dies_is_put_to_the_controller() -> None:
    """S06: a creature cannot go to the graveyard and into the library at once."""
    game = board(
        {"battlefield": ["Lich's Mirror", "Grizzly Bears"], "hand": ["Scorch"] + ["Island"] * 9}, {}, pool=POOL,
        life={0: 2},
    )  # fmt: skip
    cast(game, ANN, "Scorch")
    resolve(game)
    assert (question(game).prompt, question(game).who) == ("zone", (ANN,))
    game.answer(ANN, Answer(picks=("graveyard",)))
    assert (zone(game, "graveyard", ANN), lives(game)[0]) == (["Grizzly Bears"], 20)


def test_the_mirror_shuffles_although_nothing_goes() -> None:
    """S05 and the ruling: an empty hand, graveyard and board (the Mirror is another's) still shuffle the library."""
    game = board({**DEEP}, {"battlefield": ["Lich's Mirror"], **DEEP}, pool=POOL, life={0: 0},
                 facts={"Lich's Mirror": {"controller": 0, "under": 0}})  # fmt: skip
    assert [e.seat for e in happened(game, ev.Shuffled)] == [ANN]
    assert (lives(game)[0], len(zone(game, "hand", ANN)), zone(game, "battlefield")) == (20, 7, ["Lich's Mirror"])


def test_a_mandatory_loop_of_checks_is_a_draw() -> None:
    """S07: ten poison counters and a Mirror that never goes away."""
    state = board({**DEEP}, {"battlefield": ["Lich's Mirror"], **DEEP}, {}, pool=POOL,
                  facts={"Lich's Mirror": {"controller": 0, "under": 0}}).state  # fmt: skip
    change(state, 0, counters=(("poison", 10),))
    game = Game(POOL.book(), state)
    assert game.result is not None
    assert game.result.draw


# --- what does not happen is no reason to check again --------------------------------------------------


def test_a_loss_that_cannot_happen_is_not_performed() -> None:
    """It once would have been: a check that is told although nothing in it happened, again and again."""
    game = board({"battlefield": ["Stayer"]}, {}, pool=POOL, life={0: 0, 1: -5})
    assert (performed(game), holder(game), game.over) == ([], ANN, False)


def test_indestructible_with_lethal_damage_is_not_due() -> None:
    game = board({"battlefield": ["Rock"]}, {}, pool=POOL, facts={"Rock": {"damage": 5}})
    assert (performed(game), the(game, "Rock").damage) == ([], 5)


def test_regeneration_saves_from_lethal_damage_but_not_from_toughness() -> None:
    game = board({"battlefield": ["Grizzly Bears"], "hand": ["Mend", "Scorch", "Shrink"]}, {}, pool=POOL)
    cast(game, ANN, "Mend", "Grizzly Bears")
    resolve(game)
    cast(game, ANN, "Scorch")
    resolve(game)
    bears = the(game, "Grizzly Bears", "battlefield")
    assert (bears.damage, bears.tapped, lives(game)) == (0, True, [18, 18])
    cast(game, ANN, "Shrink", "Grizzly Bears")
    resolve(game)
    assert zone(game, "battlefield") == []


def test_the_game_is_over_at_once_and_nothing_more_is_asked() -> None:
    game = board({}, {}, life={1: 0})
    assert game.request is None
    assert game.result is not None
    assert game.result.winners == (ANN,)
