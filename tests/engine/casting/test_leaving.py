"""Players who leave while somebody else casts: what they take along of it (800.4a), and what then becomes of it."""

from __future__ import annotations

import pytest

from apnap.cardkit import (
    TARGET,
    THIS,
    YOU,
    card,
    cards,
    cast_free,
    creature,
    creatures,
    destroy,
    each,
    enters,
    gain_life,
    players,
    rule,
    spell,
    static,
    triggered,
)
from apnap.engine import events as ev
from apnap.engine.game import Game
from apnap.engine.requests import Answer
from boards import ANN, BOB, CAT, board, choose, everything, holder, lives, pool_with, question, resolve, stack, the

BORROWER = card(
    "Borrower", "{1}", "Artifact", static(YOU, rule("may cast", filter=cards("Instant").in_zones("graveyard")))
)
HYMN = card("Hymn", "{1}{W}", "Instant", spell(gain_life(TARGET, 3), target=players))
THIEF = card(
    "Thief",
    "{1}",
    "Sorcery",
    spell(gain_life(YOU, 1), cast_free(each(cards("Instant").in_zones("graveyard"))), gain_life(YOU, 1)),
)
DOOM = card("Doom", "{1}", "Instant", spell(destroy(TARGET), target=creature))
JUDGE = card(
    "Judge", "{1}", "Artifact", triggered(enters(THIS), do=[destroy(TARGET)], target=creatures.opponents_control)
)
POOL = pool_with(BORROWER, HYMN, THIEF, DOOM, JUDGE)


def begin(game: Game, name: str, zone: str) -> None:
    """Ann begins to cast the one card of a name, and is asked for its target."""
    game.answer(ANN, Answer(picks=(f"cast:{the(game, name, zone).id}",)))


def test_a_spell_whose_owner_leaves_while_another_casts_it_is_no_longer_cast() -> None:
    game = board({"battlefield": ["Borrower"] + ["Plains"] * 2}, {"graveyard": ["Hymn"]}, {}, pool=POOL, free=False)
    begin(game, "Hymn", "graveyard")
    assert question(game).prompt == "target"
    game.concede(BOB)
    assert holder(game) == ANN
    assert everything(game, "Hymn") == []
    assert [o.tapped for o in everything(game, "Plains")] == [False, False]
    assert game.state.zone("stack") == ()
    assert Game.restore(game.book, game.checkpoint()).digest() == game.digest()
    resolve(game)
    assert not game.over


@pytest.mark.parametrize(("edition", "zone"), [("2012", []), ("current", ["exile"])])
def test_anothers_card_that_a_leaver_has_cast_ceases_to_exist_or_is_exiled(edition: str, zone: list[str]) -> None:
    """800.4a (2012), where every spell ceases to exist, and 800.4a, where only what is no card does."""
    game = board({"battlefield": ["Borrower"]}, {"graveyard": ["Hymn"]}, {}, pool=POOL, edition=edition)
    begin(game, "Hymn", "graveyard")
    choose(game, "Ann")
    assert stack(game) == ["Hymn"]
    game.concede(ANN)
    assert [o.zone for o in everything(game, "Hymn")] == zone
    assert stack(game) == []


def test_one_cast_while_something_resolves_goes_with_its_owner_and_the_rest_is_done() -> None:
    game = board({"hand": ["Thief"]}, {"graveyard": ["Hymn"]}, {}, pool=POOL)
    begin(game, "Thief", "hand")
    resolve(game)
    assert question(game).prompt == "cast"
    choose(game, "yes")
    assert question(game).prompt == "target"
    game.concede(BOB)
    assert lives(game)[0] == 22
    assert everything(game, "Hymn") == []
    assert holder(game) == ANN


def test_a_spell_whose_only_target_leaves_while_it_is_cast_goes_back_to_where_it_was() -> None:
    game = board(
        {"hand": ["Doom"], "battlefield": ["Wastes"]}, {"battlefield": ["Grizzly Bears"]}, {}, pool=POOL, free=False
    )
    begin(game, "Doom", "hand")
    game.concede(BOB)
    assert holder(game) == ANN
    assert [o.zone for o in everything(game, "Doom")] == ["hand"]
    assert not the(game, "Wastes").tapped


def test_an_ability_whose_only_target_leaves_as_it_is_put_on_the_stack_is_dropped() -> None:
    game = board({"hand": ["Judge"]}, {"battlefield": ["Grizzly Bears"]}, {}, pool=POOL)
    begin(game, "Judge", "hand")
    resolve(game)
    assert question(game).prompt == "target"
    game.concede(BOB)
    assert holder(game) == ANN
    assert game.state.zone("stack") == ()


@pytest.mark.parametrize("left", [1, 2])
def test_so_long_as_there_are_other_targets_one_of_them_is_chosen(left: int) -> None:
    bears = ["Grizzly Bears"] * left
    game = board({"hand": ["Doom"]}, {"battlefield": ["Serra Angel"]}, {"battlefield": bears}, pool=POOL)
    begin(game, "Doom", "hand")
    assert len(question(game).options) == left + 1
    game.concede(BOB)
    assert len(question(game).options) == left
    choose(game, everything(game, "Grizzly Bears")[0])
    resolve(game)
    assert len(everything(game, "Grizzly Bears", "graveyard", CAT)) == 1
    assert [e.seat for e in game.log if isinstance(e, ev.SpellCast)] == [ANN]
