"""Mana that may be spent on some things only (106.6), and mana of snow sources (107.4h)."""

from __future__ import annotations

import pytest

from apnap.cardkit import (
    TARGET,
    YOU,
    activated,
    add,
    add_any,
    artifacts,
    card,
    draw,
    gain_life,
    mana_ability,
    pay_or,
    players,
    pt,
    spell,
    spells,
    to_spend_on,
)
from apnap.engine.game import Game
from apnap.engine.requests import Answer, IllegalAnswer
from apnap.engine.values import shown_mana
from boards import ANN, BOB, activate, board, cast, everything, passes, pool_with, question, resolve, stack, the

FOR_ARTIFACTS = to_spend_on(cast=spells("Artifact"), activate=artifacts)
FORGE = card("Forge", "", "Land", mana_ability("{T}", add("{C}{C}", only=FOR_ARTIFACTS)))
GROVE = card("Grove", "", "Land", mana_ability("{T}", add_any(only=to_spend_on(cast=spells("Creature")))))
ICE = card("Ice", "", "Snow Land — Island", mana_ability("{T}", add("{U}")))
BERG = card("Berg", "", "Snow Land", mana_ability("{T}", add_any()))
SLEDGE = card("Sledge", "{1}{S}", "Artifact", activated("{S}", do=[gain_life(YOU, 1)]))
ENGINE = card("Engine", "{2}", "Artifact", activated("{2}", do=[draw(YOU)]))
LESSON = card("Lesson", "{1}", "Sorcery", spell(gain_life(YOU, 1)))
CUB = card("Cub", "{G}", "Creature — Bear", pt(1, 1), activated("{1}", do=[gain_life(YOU, 1)]))
TAX = card("Tax", "{W}", "Sorcery", spell(pay_or(TARGET, "{1}", otherwise=gain_life(YOU, 7)), target=players))
STORM = card("Storm", "{S}{U}", "Sorcery", spell(gain_life(YOU, 1)))
POOL = pool_with(FORGE, GROVE, ICE, BERG, SLEDGE, ENGINE, LESSON, CUB, TAX, STORM)


def table(*battlefield: str, hand: tuple[str, ...] = ()) -> Game:
    seat = {"battlefield": battlefield, "hand": hand, "library": ["Wastes"] * 3}
    return board(seat, {}, pool=POOL, free=False)


def make_mana(game: Game, name: str) -> None:
    game.answer(ANN, Answer(picks=(f"activate:{everything(game, name, 'battlefield')[0].id}:1",)))


def offered(game: Game) -> set[str]:
    """What Ann may cast or activate now, mana aside."""
    return {
        game.look.chars(o.payload.object).name
        for o in question(game).options
        if o.payload.kind in ("cast", "activate")
    }  # fmt: skip


def test_mana_for_artifacts_is_offered_for_them_alone() -> None:
    game = table("Forge", "Sledge", hand=("Engine", "Lesson", "Cub"))
    assert offered(game) == {"Engine"}
    cast(game, ANN, "Engine")
    assert stack(game) == ["Engine"] and the(game, "Forge").tapped


def test_it_pays_for_abilities_of_artifacts_and_of_nothing_else() -> None:
    game = table("Forge", "Engine", "Cub")
    assert offered(game) == {"Engine"}
    activate(game, ANN, "Engine")
    assert stack(game) == ["Engine"] and the(game, "Forge").tapped


def test_what_floats_is_spent_on_nothing_else_either_and_first_on_what_it_is_for() -> None:
    game = table("Forge", "Wastes", "Wastes", hand=("Lesson", "Engine"))
    make_mana(game, "Forge")
    make_mana(game, "Wastes")
    cast(game, ANN, "Engine")
    assert dict(game.state.player(ANN).mana) == {"C": 1}, "what may be spent on little is spent first"
    resolve(game)
    cast(game, ANN, "Lesson")
    assert stack(game) == ["Lesson"]


def test_what_floats_and_may_not_be_spent_is_no_answer() -> None:
    game = table("Forge", hand=("Lesson",))
    make_mana(game, "Forge")
    assert offered(game) == set()
    with pytest.raises(IllegalAnswer):
        cast(game, ANN, "Lesson")


def test_mana_of_any_colour_for_creatures() -> None:
    game = table("Grove", hand=("Cub", "Lesson"))
    assert offered(game) == {"Cub"}
    cast(game, ANN, "Cub")
    assert stack(game) == ["Cub"]


def test_what_a_spell_asks_for_as_it_resolves_is_no_spell() -> None:
    game = board({"hand": ["Tax"], "battlefield": ["Plains"]}, {"battlefield": ["Forge"]}, pool=POOL, free=False)
    cast(game, ANN, "Tax", "Bob")
    resolve(game)
    assert game.state.player(ANN).life == 27, "Bob cannot pay, and is not asked"
    game = board({"hand": ["Tax"], "battlefield": ["Plains"]}, {"battlefield": ["Wastes"]}, pool=POOL, free=False)
    cast(game, ANN, "Tax", "Bob")
    resolve(game)
    assert question(game).who == (BOB,)


def test_snow_mana_is_of_a_snow_source_and_of_any_type() -> None:
    game = table("Ice", "Wastes", hand=("Sledge",))
    assert offered(game) == {"Sledge"}
    cast(game, ANN, "Sledge")
    assert stack(game) == ["Sledge"]
    assert offered(table("Wastes", "Island", hand=("Sledge",))) == set()


def test_snow_mana_pays_for_its_colour_too_and_is_kept_for_what_needs_it() -> None:
    game = table("Ice", "Berg", hand=("Storm",))
    assert offered(game) == {"Storm"}
    game = table("Ice", "Island", hand=("Storm",))
    cast(game, ANN, "Storm")
    assert stack(game) == ["Storm"]
    assert offered(table("Island", "Island", hand=("Storm",))) == set()


def test_floating_snow_mana_is_told_from_other_mana() -> None:
    game = table("Ice", "Island", "Sledge")
    make_mana(game, "Ice")
    make_mana(game, "Island")
    assert dict(game.state.player(ANN).mana) == {"U": 1, "Us": 1}
    activate(game, ANN, "Sledge")
    assert dict(game.state.player(ANN).mana) == {"U": 1}
    assert Game.restore(game.book, game.checkpoint()).digest() == game.digest()
    passes(game, 2)
    assert game.state.player(ANN).life == 21


def test_who_pays_reads_what_each_floating_mana_is_and_others_see_its_kind() -> None:
    game = table("Forge", "Ice", "Island", hand=("Engine",))
    for source in ("Forge", "Ice", "Island"):
        make_mana(game, source)
    assert shown_mana(game.state.player(ANN).mana) == {"C*": 2, "U": 1, "Us": 1}
    game.answer(ANN, Answer(picks=(f"cast:{the(game, 'Engine').id}",)))
    words = {o.payload.word for o in question(game).options if o.payload.kind == "spend"}
    assert words == {"C* only to cast Artifact spell or to activate abilities of artifact", "U", "Us"}
    snow = next(o.id for o in question(game).options if o.payload.word == "Us")
    for pick in (snow, "auto"):
        game.answer(ANN, Answer(picks=(pick,)))
    assert dict(game.state.player(ANN).mana) == {next(k for k, _ in game.state.player(ANN).mana if "|" in k): 1, "U": 1}
