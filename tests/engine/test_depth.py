"""What cards can heap up without end: it comes to an end, is refused, or is a draw, however deep Python's stack is."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from apnap.cardkit import (
    TARGET,
    THIS,
    YOU,
    CardDef,
    Format,
    MalformedCard,
    ability_triggers,
    activated,
    add,
    also,
    becomes_tapped,
    becomes_target,
    both,
    card,
    cards_of_type,
    creature,
    creatures,
    destroy,
    draw,
    each,
    enchant,
    enchantments,
    event,
    exists,
    gain_life,
    gains_life,
    greatest,
    if_,
    instead_of,
    is_ruled,
    keyword,
    land,
    life_of,
    lose_life,
    mana_ability,
    permanents,
    phase_out,
    plus,
    pt,
    put_counters,
    rule,
    spell,
    state_is,
    static,
    tap,
    tap_cost,
    triggered,
    would,
)
from apnap.engine import events as ev
from apnap.engine.bodies import Overran
from apnap.engine.definitions import TallyDef
from apnap.engine.game import Game
from apnap.engine.loops import LOOP_CHECKS
from apnap.engine.nesting import MOST_NESTED, is_too_deep
from apnap.engine.requests import Answer
from apnap.engine.values import Ref
from apnap.pool import load_pool
from boards import ANN, BOB, board, cast, everything, happened, lives, passes, pool_with, question, resolve, the, until

#: More than Python's stack holds of any of them.
MANY = 350

REST = card("Rest", "{W}", "Instant", spell(gain_life(YOU, 1)))
LISTENER = card("Listener", "{1}", "Artifact", triggered(ability_triggers(permanents.other), do=[gain_life(YOU, 1)]))
#: Each listens to the others, and once each turn only.
SHY = card(
    "Shy Listener", "{1}", "Artifact",
    triggered(ability_triggers(permanents.other), do=[gain_life(YOU, 1)], limit=1),
)  # fmt: skip
CANTOR = card("Cantor", "{1}", "Artifact", triggered(gains_life("you"), do=[draw(YOU)]))


def drawn_by_a_loop(game: Game) -> bool:
    """Whether the game is a draw, and says by which rule."""
    return (
        game.result is not None
        and game.result.draw
        and [e.cause.rule for e in happened(game, ev.GameEnded)] == ["loop.mandatory"]
    )


# --- triggers on triggers -----------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["2004", "2007", "2008", "2011", "2013", "current"])
@pytest.mark.parametrize("formats", [("free-for-all",), ("two-headed-giant",)])
def test_abilities_that_trigger_on_each_other_without_end_are_a_draw(edition: str, formats: tuple[str, ...]) -> None:
    """Both listen to all others: the one's ability triggers on the other's for ever, and nobody gets priority."""
    giant = formats == ("two-headed-giant",)
    if giant and edition == "2004":
        pytest.skip("has no rules of that format")
    seats: list[dict[str, list[str]]] = [{"battlefield": ["Cantor", "Listener"], "hand": ["Rest"]}, {}]
    seats += [{}, {}] if giant else []
    seats[-1]["battlefield"] = ["Listener"]
    teams = ((0, 1), (2, 3)) if giant else ()
    game = board(*seats, pool=pool_with(REST, LISTENER, CANTOR), edition=edition, formats=formats, teams=teams)
    cast(game, ANN, "Rest")
    while not game.over and game.state.zone("stack"):
        passes(game)
    assert drawn_by_a_loop(game)


def test_one_that_listens_hears_each_ability_once() -> None:
    game = board({"battlefield": ["Cantor", "Listener"], "hand": ["Rest"]}, {}, pool=pool_with(REST, LISTENER, CANTOR))
    cast(game, ANN, "Rest")
    passes(game, 2)
    assert len(happened(game, ev.Triggered)) == 2
    assert not game.over


def test_a_long_chain_of_triggers_that_ends_is_followed_to_its_end() -> None:
    """Each may trigger once: the first hears the cantor, the second the first, and so on."""
    game = board(
        {"battlefield": ["Cantor"] + ["Shy Listener"] * MANY, "hand": ["Rest"]}, {}, pool=pool_with(REST, SHY, CANTOR)
    )
    cast(game, ANN, "Rest")
    passes(game, 2)
    sources = [e.waiting.source for e in happened(game, ev.Triggered)]
    assert len(sources) == len(set(sources)) == MANY + 1
    assert not game.over


def test_a_chain_in_which_something_is_counted_is_a_draw_in_the_end() -> None:
    """The count makes no two moments equal; the game's limit of resolutions is one of links too."""
    counted = TallyDef(name="turn:triggered", event="Triggered", fold=lambda e: (("all", 1),))
    plugin = SimpleNamespace(
        apnap_cards=lambda: [REST, LISTENER, CANTOR], apnap_tallies=lambda: [counted]
    )  # fmt: skip
    game = board(
        {"battlefield": ["Cantor", "Listener", "Listener"], "hand": ["Rest"]}, {},
        pool=load_pool(extra=[("counting", plugin)]),
    )  # fmt: skip
    game.limits["resolutions"] = 100
    cast(game, ANN, "Rest")
    passes(game, 2)
    assert drawn_by_a_loop(game)
    assert [e.limit for e in happened(game, ev.LimitReached)] == ["resolutions"]
    assert game.state.tallies["turn:triggered"]["all"] == 100


def test_an_ability_that_may_trigger_twice_a_turn_does_so_twice() -> None:
    twice = card("Twice", "{1}", "Artifact", triggered(gains_life("you"), do=[draw(YOU)], limit=2))
    game = board(
        {"battlefield": ["Twice"], "hand": ["Rest"] * 3, "library": ["Wastes"] * 5}, {}, pool=pool_with(REST, twice)
    )
    for _ in range(3):
        cast(game, ANN, "Rest")
        while game.state.zone("stack"):
            passes(game)
    assert len(happened(game, ev.Triggered)) == 2


def test_many_states_that_become_true_at_once_all_trigger() -> None:
    hermit = card("Hermit", "{1}", "Artifact", triggered(state_is(~exists(creatures.you_control)), do=[draw(YOU)]))
    game = board(
        {"battlefield": ["Hermit"] * MANY + ["Grizzly Bears"], "hand": ["Lightning Bolt"]}, {}, pool=pool_with(hermit)
    )
    cast(game, ANN, "Lightning Bolt", "Grizzly Bears")
    passes(game, 2)
    assert len(game.state.waiting) == MANY
    assert question(game).kind == "order"


def test_a_state_that_triggers_again_and_again_and_never_gets_a_target_is_a_draw() -> None:
    """603.3d takes it off the stack, 603.8 lets it trigger at once again: once this went on for ever."""
    hunter = card(
        "Hunter", "{1}", "Artifact",
        triggered(state_is(~exists(creatures.you_control)), do=[destroy(TARGET)], target=creature),
    )  # fmt: skip
    game = board({"battlefield": ["Hunter", "Grizzly Bears"], "hand": ["Lightning Bolt"]}, {}, pool=pool_with(hunter))
    cast(game, ANN, "Lightning Bolt", "Grizzly Bears")
    passes(game, 2)
    assert drawn_by_a_loop(game)


def gazing(other_bears: int) -> Game:
    """An ability that targets a creature, and triggers when one becomes a target, is on the stack for ever."""
    gaze = card("Gaze", "{1}", "Artifact", triggered(becomes_target(creatures), do=[tap(TARGET)], target=creature))
    poke = card("Poke", "{1}", "Instant", spell(tap(TARGET), target=creature))
    game = board(
        {"battlefield": ["Gaze"] + ["Grizzly Bears"] * (1 + other_bears), "hand": ["Poke"]}, {},
        pool=pool_with(gaze, poke),
    )  # fmt: skip
    cast(game, ANN, "Poke", everything(game, "Grizzly Bears")[0])
    for _ in range(LOOP_CHECKS + 10):
        if game.over:
            break
        assert question(game).prompt == "target"
        game.answer(ANN, Answer(picks=(question(game).options[0].id,)))
    return game


def test_abilities_put_on_the_stack_for_ever_are_a_draw_where_nobody_has_a_choice() -> None:
    assert drawn_by_a_loop(gazing(other_bears=0))


def test_where_somebody_has_a_choice_of_targets_they_are_none() -> None:
    assert not gazing(other_bears=1).over


def test_mana_that_makes_mana_for_ever_is_a_draw() -> None:
    """605.4a: each resolves at once, so nobody can stop it. It once was taken for a fault of the card."""
    well = card("Well", "{1}", "Artifact", triggered(event("ManaAdded"), do=[add("{G}")]))
    game = board({"battlefield": ["Well", "Forest"]}, {}, pool=pool_with(well), free=False)
    game.answer(ANN, Answer(picks=(f"activate:{the(game, 'Forest').id}:1",)))
    assert drawn_by_a_loop(game)


def test_much_mana_for_one_land_is_no_loop() -> None:
    more = card("More", "{1}", "Artifact", triggered(becomes_tapped(land, for_mana=True), do=[add("{R}")]))
    n = LOOP_CHECKS + 5
    game = board({"battlefield": ["More"] * n + ["Forest"]}, {}, pool=pool_with(more), free=False)
    game.answer(ANN, Answer(picks=(f"activate:{the(game, 'Forest').id}:1",)))
    assert dict(game.state.player(ANN).mana) == {"G": 1, "R": n}
    assert not game.over


# --- replacing what replaces ----------------------------------------------------------------------------


def resting(*cards: CardDef, battlefield: list[str], **more: Any) -> Game:
    """A board on which one life was gained by a spell."""
    game = board({"battlefield": battlefield, "hand": ["Rest"], **more}, {}, pool=pool_with(REST, *cards))
    cast(game, ANN, "Rest")
    passes(game, 2)
    return game


def test_many_effects_change_one_event() -> None:
    more = card("More Life", "{1}", "Artifact", instead_of(would("GainLife", player="you"), changes=plus(1)))
    assert lives(resting(more, battlefield=["More Life"] * MANY)) == [20 + 1 + MANY, 20]


def test_many_effects_that_may_be_refused_are_asked_one_after_another() -> None:
    more = card(
        "More Life", "{1}", "Artifact", instead_of(would("GainLife", player="you"), changes=plus(1), optional=True)
    )
    game = resting(more, battlefield=["More Life"] * MANY)
    for _ in range(MANY):
        assert question(game).prompt == "replace"
        game.answer(ANN, question(game).default)
    assert lives(game) == [21, 20]


@pytest.mark.parametrize("first", [(), (draw(YOU),)], ids=["at once", "after a card"])
def test_what_is_done_instead_may_be_replaced_in_its_turn_many_times(first: tuple[Any, ...]) -> None:
    """Gain becomes loss, becomes gain ... each effect once (614.5): as many of one as of the other give a gain."""
    wane = card("Wane", "{1}", "Artifact", instead_of(would("GainLife", player="you"), do=[*first, lose_life(YOU, 1)]))
    wax = card("Wax", "{1}", "Artifact", instead_of(would("LoseLife", player="you"), do=[*first, gain_life(YOU, 1)]))
    game = resting(wane, wax, battlefield=["Wane", "Wax"] * (MANY // 2), library=["Wastes"] * MANY)
    assert lives(game) == [21, 20]
    assert len(game.state.zone("library", ANN)) == (0 if first else MANY)


def test_what_comes_besides_may_bring_more_besides_many_times() -> None:
    line = [
        card(
            f"Echo {n}", "{1}", "Artifact",
            instead_of(would("PutCounters", player="you", kind=f"k{n}"),
                       changes=also(put_counters(f"k{n + 1}", on=YOU))),
        )
        for n in range(MANY)
    ]  # fmt: skip
    begin = card("Begin", "{1}", "Instant", spell(put_counters("k0", on=YOU)))
    game = board({"battlefield": [c.name for c in line], "hand": ["Begin"]}, {}, pool=pool_with(begin, *line))
    cast(game, ANN, "Begin")
    passes(game, 2)
    assert len(game.state.player(ANN).counters) == MANY + 1


# --- costs within costs ---------------------------------------------------------------------------------


FILTER = card("Filter", "{1}", "Artifact", mana_ability("{1}", add("{W}")))


def filtering(n: int) -> Game:
    """So many filters, of which each is to be paid for by the next; the last is still to be paid."""
    game = board({"battlefield": ["Filter"] * n + ["Plains"]}, {}, pool=pool_with(FILTER), free=False)
    for filter_ in everything(game, "Filter"):
        game.answer(ANN, Answer(picks=(f"activate:{filter_.id}:1",)))
        assert question(game).kind == "pay"
    return game


@pytest.mark.slow
def test_mana_may_be_paid_for_by_mana_that_is_paid_for_many_times() -> None:
    game = filtering(MANY)
    assert Game.restore(game.book, game.checkpoint()).digest() == game.digest()
    fork = game.fork()
    for each_ in (game, fork):
        while question(each_).kind == "pay":
            each_.answer(ANN, Answer(picks=("auto",)))
        assert each_.state.player(ANN).mana == (("W", 1),)
        assert len(happened(each_, ev.ManaSpent)) == MANY
    assert game.digest() == fork.digest()


def test_a_concession_in_the_middle_of_it_ends_it() -> None:
    game = filtering(MANY)
    game.concede(ANN)
    assert game.result is not None
    assert game.result.winners == (BOB,)


def test_a_cost_of_many_colored_symbols_is_paid() -> None:
    n = 1200
    costly = card("Costly", "{W}" * n, "Artifact")
    game = board({"battlefield": ["Plains"] * n, "hand": ["Costly"]}, {}, pool=pool_with(costly), free=False)
    cast(game, ANN, "Costly")
    assert sum(o.tapped for o in game.state.objects.values()) == n


# --- what reads what ------------------------------------------------------------------------------------


def test_sizes_of_cards_that_read_one_another_in_a_row_are_all_right() -> None:
    """Off the battlefield each is worked out when it is asked for: the first asks the second, and so on."""
    links = [
        card(f"Link {n}", "{1}", "Creature — Worm",
             pt(greatest(cards_of_type("Creature").named(f"Link {n + 1}"), "power") + 1, 1))
        for n in range(MANY)
    ]  # fmt: skip
    game = board({"graveyard": [c.name for c in links]}, {}, pool=pool_with(*links))
    first = the(game, "Link 0")
    game.look._elsewhere.clear()
    assert game.look.chars(first.id).power == MANY
    assert [game.look.chars(the(game, f"Link {n}").id).power for n in (1, 7, 8, 9, MANY - 1)] == [
        MANY - 1, MANY - 7, MANY - 8, MANY - 9, 1,
    ]  # fmt: skip


@pytest.mark.parametrize(("zone", "n"), [("graveyard", MANY), ("battlefield", 40)])
def test_sizes_of_cards_that_all_read_all_come_to_an_end(zone: str, n: int) -> None:
    ape = card("Ape", "{1}", "Creature — Ape", pt(greatest(cards_of_type("Creature", zone=zone).other, "power"), 1))
    game = board({zone: ["Ape"] * n + ["Grizzly Bears"]}, {}, pool=pool_with(ape))
    assert {game.look.chars(o.id).power for o in everything(game, "Ape")} == {2}


def test_a_rule_that_asks_for_itself_does_not_apply_and_is_told_of() -> None:
    word = "can't be countered"
    knot = card("Knot", "{1}", "Enchantment", static(creatures, rule(word), only_if=is_ruled(each(creatures), word)))
    shout = card("Shout", "{1}", "Instant", spell(if_(is_ruled(each(creatures), word), gain_life(YOU, 5))))
    game = board({"battlefield": ["Knot", "Grizzly Bears"], "hand": ["Shout"]}, {}, pool=pool_with(knot, shout))
    cast(game, ANN, "Shout")
    passes(game, 2)
    assert lives(game) == [20, 20]
    assert {e.plugin for e in (*happened(game, ev.CardFailed), *game.unheard())} == {"test"}


def test_a_rule_that_asks_for_another_is_asked() -> None:
    knot = card(
        "Knot", "{1}", "Enchantment",
        static(creatures, rule("can't be countered"), only_if=is_ruled(each(creatures), "can't be regenerated")),
    )  # fmt: skip
    tie = card("Tie", "{1}", "Enchantment", static(creatures, rule("can't be regenerated")))
    for beside, applies in ((["Tie"], True), ([], False)):
        game = board({"battlefield": ["Knot", "Grizzly Bears", *beside]}, {}, pool=pool_with(knot, tie))
        assert game.look.has_rule("can't be countered", the(game, "Grizzly Bears").id) == applies
        assert game.unheard() == ()


def test_a_rule_that_asks_for_another_of_its_word_is_asked_where_they_make_no_circle() -> None:
    """What is under a condition itself is no circle yet."""
    word = "can't be countered"
    first = static(creatures, rule(word), only_if=is_ruled(each(enchantments), word))
    second = static(enchantments, rule(word), only_if=life_of(YOU) >= 20)
    knot, tie = card("Knot", "{1}", "Enchantment", first), card("Tie", "{1}", "Enchantment", second)
    for total in (20, 19):
        game = board({"battlefield": ["Knot", "Tie", "Grizzly Bears"]}, {}, pool=pool_with(knot, tie), life={0: total})
        assert game.look.has_rule(word, the(game, "Grizzly Bears").id) == (total == 20)
        assert game.unheard() == ()


def test_many_rules_that_ask_for_one_another_come_to_an_end() -> None:
    word = "can't be countered"
    knot = card("Knot", "{1}", "Enchantment", static(creatures, rule(word), only_if=is_ruled(each(creatures), word)))
    game = board({"battlefield": ["Knot"] * 60 + ["Grizzly Bears"]}, {}, pool=pool_with(knot))
    assert not game.look.has_rule(word, the(game, "Grizzly Bears").id)


# --- what hangs on what ---------------------------------------------------------------------------------

VINE = card("Vine", "{1}", "Enchantment — Aura", enchant(permanents))
FADE = card("Fade", "{1}", "Instant", spell(phase_out(TARGET), target=permanents))


def vines(n: int) -> Game:
    """A bear with a vine on it, on which is a vine, and so on."""
    deep = {"library": ["Wastes"] * 9}
    game = board(
        {"battlefield": ["Grizzly Bears"], "hand": ["Vine"] * n + ["Fade"], **deep}, deep, pool=pool_with(VINE, FADE)
    )
    host = the(game, "Grizzly Bears")
    for _ in range(n):
        cast(game, ANN, "Vine", host)
        resolve(game)
        host = everything(game, "Vine", "battlefield")[-1]
    return game


@pytest.mark.slow
def test_what_hangs_on_what_phases_out_with_it_and_comes_back_with_it() -> None:
    """702.26g, of each link of the chain. What hung on a second one once stayed away for ever."""
    n = 1100
    game = vines(n)
    cast(game, ANN, "Fade", "Grizzly Bears")
    passes(game, 2)
    assert sum(bool(o.phased_out) for o in game.state.objects.values()) == n + 1
    until(game, "upkeep", 5)
    assert not any(o.phased_out for o in game.state.objects.values())
    assert len(everything(game, "Vine", "battlefield")) == n


def test_what_hangs_on_each_other_phases_out_once() -> None:
    game = vines(2)
    one, other = everything(game, "Vine", "battlefield")
    game.happen([ev.Attached(object=one.id, to=Ref(other.id))])
    cast(game, ANN, "Fade", one)
    passes(game, 2)
    assert sorted(e.object for e in happened(game, ev.PhasedOut)) == [one.id, other.id]


# --- code that is slow, or that makes what is deep --------------------------------------------------------


def test_very_much_code_that_is_too_slow_in_one_answer_is_left_out_piece_by_piece() -> None:
    """Each is found when the answer is given again without those before it."""
    game = board({"hand": ["Rest"]}, {}, pool=pool_with(REST))
    left = MANY

    send = game._send

    def late(value: Any, *, in_input: bool = True) -> None:
        nonlocal left
        if in_input and left:
            left -= 1
            raise Overran(f"slow:{left}")
        send(value, in_input=in_input)

    game._send = late  # type: ignore[method-assign]
    cast(game, ANN, "Rest")
    assert len(game.last_verdicts) == MANY


def nested(depth: int) -> Any:
    sentence = gain_life(YOU, 1)
    for _ in range(depth):
        sentence = if_(exists(permanents), sentence)
    return sentence


def deep_body(it: Any) -> Any:
    yield nested(5000)


def odd_body(it: Any) -> Any:
    yield chain(lambda c: ~c, exists(creatures))


def flat_body(it: Any) -> Any:
    yield nested(MOST_NESTED // 4)


def test_a_sentence_that_a_body_makes_too_deep_costs_its_ability() -> None:
    for body, why in ((deep_body, "parts within parts"), (odd_body, "yielded a Not"), (flat_body, "")):
        deep = card("Deep", "{1}", "Instant", spell(body))
        game = board({"hand": ["Deep"], "battlefield": ["Wastes"]}, {}, pool=pool_with(deep))
        cast(game, ANN, "Deep")
        passes(game, 2)
        assert lives(game) == [20 if why else 21, 20]
        assert [e.reason[: len(why)] for e in happened(game, ev.CardFailed)] == ([why] if why else [])


def chain(link: Callable[[Any], Any], first: Any) -> Any:
    for _ in range(5000):
        first = link(first)
    return first


def ruled(link: Callable[[Any], Any]) -> Any:
    return static(creatures, rule("can't be countered"), only_if=chain(link, exists(creatures)))


DEEP: dict[str, Callable[[], Any]] = {
    "and": lambda: ruled(lambda c: c & exists(creatures)),
    "or": lambda: ruled(lambda c: exists(creatures) | c),
    "not": lambda: ruled(lambda c: ~c),
    "sentence": lambda: spell(nested(5000)),
    "sentences": lambda: spell(chain(lambda s: [s], draw(YOU))),
    "tuples": lambda: spell(chain(lambda s: (s,), draw(YOU))),
    "reference": lambda: spell(destroy(chain(lambda t: both(t, each(creatures)), each(creatures)))),
    "references": lambda: spell(destroy(chain(lambda t: [t], each(creatures)))),
    "cost": lambda: activated([tap_cost(chain(lambda f: f | creatures, creatures))], do=[draw(YOU)]),
    "keyword": lambda: chain(lambda k: keyword("deep", k), static(THIS, rule("can't be countered"))),
}  # fmt: skip


@pytest.mark.parametrize("what", DEEP)
def test_a_card_with_a_part_that_is_too_deep_is_refused_when_it_is_defined(what: str) -> None:
    with pytest.raises(MalformedCard, match=r"Deep|expected a reference"):
        card("Deep", "{1}", "Instant", DEEP[what]())


@pytest.mark.parametrize("where", ["keyword", "part", "format"])
def test_a_plugin_with_a_part_that_is_too_deep_is_refused(where: str) -> None:
    deep = DEEP["and"]()
    plugin = {
        "keyword": SimpleNamespace(apnap_keywords=lambda: [keyword("deep", deep)]),
        "part": SimpleNamespace(apnap_parts=lambda: [("deep", deep)]),
        "format": SimpleNamespace(apnap_formats=lambda: [Format("deep", parts=(("deep", deep),))]),
    }[where]
    (failure,) = load_pool(extra=[("deep", plugin)]).failures
    assert "parts within parts" in failure.reason


def test_a_list_within_itself_is_too_deep() -> None:
    endless: list[object] = []
    endless.append(endless)
    assert is_too_deep(endless)
