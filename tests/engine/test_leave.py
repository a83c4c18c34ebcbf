"""Leaving the game (800.4): what goes along, what comes back, who chooses, and what of it is taken back."""

from apnap.cardkit import (
    EACH_OPPONENT,
    EACH_PLAYER,
    TARGET,
    THAT,
    THAT_MUCH,
    YOU,
    card,
    choose,
    choose_number,
    create,
    creature,
    creatures,
    destroy,
    gain_control,
    goes_to,
    instead_of,
    lose_life,
    may,
    pay_or,
    permanents,
    players,
    pt,
    spell,
    token,
    would,
)
from apnap.engine import events as ev
from apnap.engine.requests import CANCEL, Answer
from boards import (
    ANN,
    BOB,
    CAT,
    DAN,
    board,
    cast,
    everything,
    happened,
    holder,
    lives,
    passes,
    pool_with,
    question,
    resolve,
    stack,
    the,
    until,
    zone,
)
from boards import choose as pick

RAT = token("Rat", "Creature — Rat", pt(1, 1), colors="B")
EDICT = card("Edict", "{1}", "Instant", spell(choose(TARGET, creatures), destroy(THAT), target=players))
TAX = card("Tax", "{1}", "Instant", spell(pay_or(TARGET, "{1}", otherwise=lose_life(YOU, 3)), target=players))
BORROW = card("Borrow", "{1}", "Instant", spell(gain_control(TARGET, until="end of turn"), target=creature))
RATS = card("Rats", "{1}", "Instant", spell(create(RAT, 2)))
GIFT = card("Gift", "{1}", "Instant", spell(create(RAT, 1, under=EACH_OPPONENT)))
WOULD_GO = would("Move", permanents, to=("exile",))
HALL = card("Hall", "{1}", "Enchantment", instead_of(WOULD_GO, changes=goes_to("hand")))
WELL = card(
    "Well", "{1}", "Enchantment", instead_of(would("Move", permanents, to=("exile",)), changes=goes_to("library"))
)
#: What one who leaves as it resolves was asked for; all of it ends with a loss of life for everybody.
WHIM = card("Whim", "{1}", "Sorcery", spell(choose(YOU, creatures), destroy(THAT), lose_life(EACH_PLAYER, 1)))
MOOD = card("Mood", "{1}", "Sorcery", spell(may(lose_life(EACH_PLAYER, 3)), lose_life(EACH_PLAYER, 1)))
COUNT = card("Count", "{1}", "Sorcery", spell(choose_number(YOU, 3, 1), lose_life(EACH_PLAYER, THAT_MUCH)))
POOL = pool_with(EDICT, TAX, BORROW, RATS, GIFT, HALL, WELL, WHIM, MOOD, COUNT)
BEARS = {"battlefield": ["Grizzly Bears"]}


def test_all_that_a_leaving_player_owns_leaves() -> None:
    game = board({"hand": ["Forest"], "library": ["Forest"], "graveyard": ["Forest"], **BEARS}, {}, {}, pool=POOL)
    game.concede(ANN)
    assert [o for o in game.state.objects.values() if o.owner == ANN] == []
    assert not game.over


def test_what_was_borrowed_comes_home_as_the_borrower_leaves() -> None:
    game = board({"hand": ["Borrow"]}, BEARS, {}, pool=POOL)
    cast(game, ANN, "Borrow", "Grizzly Bears")
    resolve(game)
    assert the(game, "Grizzly Bears").controller == ANN
    game.concede(ANN)
    assert the(game, "Grizzly Bears").controller == BOB


def test_spells_and_abilities_of_a_leaving_player_leave_the_stack() -> None:
    game = board({}, {"hand": ["Lightning Bolt"], "battlefield": ["Mogg Fanatic"]}, {}, pool=POOL, active=1)
    cast(game, BOB, "Lightning Bolt", "Ann")
    fanatic = the(game, "Mogg Fanatic")
    game.answer(BOB, Answer(picks=(f"activate:{fanatic.id}:1",)))
    pick(game, "Ann")
    assert len(stack(game)) == 2
    game.concede(BOB)
    assert (stack(game), lives(game)[0]) == ([], 20)


def test_no_token_is_created_for_one_who_has_left() -> None:
    game = board({"hand": ["Gift"]}, {}, {}, {}, pool=POOL)
    cast(game, ANN, "Gift")
    game.concede(CAT)
    resolve(game)
    assert sorted(o.controller for o in everything(game, "Rat")) == [BOB, DAN]


def test_nothing_changes_in_number_for_one_who_has_left() -> None:
    """A loss of life, a draw or a counter of a departed player once was an event, and a check for it was due."""
    game = board({"hand": ["Lightning Bolt"]}, {}, {}, pool=POOL)
    cast(game, ANN, "Lightning Bolt", "Bob")
    game.concede(BOB)
    resolve(game)
    assert [e for e in happened(game, ev.LifeLost) if e.seat == BOB] == []
    assert [e for e in happened(game, ev.Resolved)][-1].fizzled


def test_what_a_leaver_owns_face_down_is_shown_to_all_and_what_others_own_is_not() -> None:
    hidden = {"battlefield": ["Exalted Angel"]}
    game = board(hidden, hidden, {}, pool=POOL, facts={"Exalted Angel": {"face_down": "morph"}})
    lying = [o.id for o in game.state.objects.values() if o.face_down]
    assert len(lying) == 2
    game.concede(ANN)
    (shown,) = happened(game, ev.Revealed)
    assert (shown.objects, shown.to, shown.public) == ((lying[0],), (ANN, BOB, CAT), True)


def test_what_lies_face_down_in_exile_is_not_shown_as_its_owner_leaves() -> None:
    """708.9 speaks of permanents and spells."""
    hidden = {"exile": ["Exalted Angel"], "battlefield": ["Grizzly Bears"]}
    game = board(hidden, {}, {}, pool=POOL, facts={"Exalted Angel": {"face_down": "exiled"}})
    assert any(o.face_down and o.zone == "exile" for o in game.state.objects.values())
    game.concede(ANN)
    assert not happened(game, ev.Revealed)


def test_priority_passes_at_once_from_one_who_leaves_with_it() -> None:
    """800.4a: nobody has it whom the game does not know any more, and those who have passed have passed."""
    game = board({}, {}, {}, pool=POOL)
    passes(game)
    assert holder(game) == BOB
    game.concede(BOB)
    assert (game.state.turn.holder, game.state.turn.passed) == (CAT, (ANN,))


# --- who chooses instead ----------------------------------------------------------------------------


def test_another_opponent_chooses_for_an_opponent_who_left() -> None:
    """800.4g. The choice once fell to the first legal one, and nobody was asked."""
    game = board({"hand": ["Edict"], **BEARS}, BEARS, BEARS, BEARS, pool=POOL)
    cast(game, ANN, "Edict", "Bob")
    resolve(game)
    assert (question(game).prompt, question(game).who) == ("choose", (BOB,))
    game.concede(BOB)
    assert (question(game).prompt, question(game).who) == ("chooser", (ANN,))
    assert {o.payload.seat for o in question(game).options} == {CAT, DAN}
    pick(game, "Dan")
    assert (question(game).prompt, question(game).who) == ("choose", (DAN,))
    pick(game, everything(game, "Grizzly Bears", "battlefield", CAT)[0])
    assert zone(game, "graveyard", CAT) == ["Grizzly Bears"]


def test_a_cost_of_one_who_left_is_not_paid() -> None:
    game = board({"hand": ["Tax"]}, {}, {}, pool=POOL)
    cast(game, ANN, "Tax", "Bob")
    resolve(game)
    assert question(game).who == (BOB,)
    game.concede(BOB)
    assert lives(game)[0] == 17


def test_nor_is_it_paid_where_the_player_was_willing_and_leaves_while_mana_is_made() -> None:
    """800.4f. It counted as paid: the plan for the payment was the default, though nothing of it was left."""
    lands = {"battlefield": ["Forest", "Island"]}
    game = board({"hand": ["Tax"], "battlefield": ["Wastes"]}, lands, {}, pool=POOL, free=False)
    cast(game, ANN, "Tax", "Bob")
    resolve(game)
    pick(game, "yes")
    assert (question(game).prompt, question(game).who) == ("mana", (BOB,))
    game.concede(BOB)
    assert (lives(game)[0], stack(game), holder(game)) == (17, [], ANN)


def test_what_resolves_when_its_controller_leaves_goes_on_and_another_chooses_for_it() -> None:
    """608.2m, 800.4g, 800.4h. The spell went on, but what nobody chose was the first that could be chosen."""
    game = board({"hand": ["Whim"]}, BEARS, {"battlefield": ["Hill Giant"]}, {}, pool=POOL)
    cast(game, ANN, "Whim")
    resolve(game)
    assert (question(game).prompt, question(game).who) == ("choose", (ANN,))
    game.concede(ANN)
    assert (question(game).prompt, question(game).who) == ("chooser", (BOB,))  # as the one who would name somebody left
    assert {o.payload.seat for o in question(game).options} == {BOB, CAT, DAN}
    pick(game, "Dan")
    assert (question(game).prompt, question(game).who) == ("choose", (DAN,))
    pick(game, "Hill Giant")
    assert (zone(game, "graveyard", CAT), zone(game, "graveyard", BOB)) == (["Hill Giant"], [])
    assert (lives(game)[1:], stack(game), holder(game)) == ([19, 19, 19], [], BOB)


def test_another_says_too_whether_something_is_done_and_which_number_it_is() -> None:
    """800.4g: all but whether a cost is paid. It once was no, and the smallest number."""
    game = board({"hand": ["Mood"]}, {}, {}, pool=POOL)
    cast(game, ANN, "Mood")
    resolve(game)
    game.concede(ANN)
    pick(game, "Cat")
    assert (question(game).prompt, question(game).who) == ("may", (CAT,))
    pick(game, "yes")
    assert lives(game)[1:] == [16, 16]
    game = board({"hand": ["Count"]}, {}, {}, pool=POOL)
    cast(game, ANN, "Count")
    resolve(game)
    game.concede(ANN)
    pick(game, "Cat")
    game.answer(CAT, Answer(number=2))
    assert lives(game)[1:] == [18, 18]


def test_who_chooses_in_anothers_place_may_leave_as_well() -> None:
    game = board({"hand": ["Whim"]}, BEARS, {"battlefield": ["Hill Giant"]}, {}, pool=POOL)
    cast(game, ANN, "Whim")
    resolve(game)
    game.concede(ANN)
    game.concede(BOB)
    assert (question(game).prompt, question(game).who) == ("chooser", (CAT,))
    pick(game, "Dan")
    game.concede(DAN)
    assert game.over


# --- in the middle of things ------------------------------------------------------------------------


def test_a_proposal_ends_with_the_one_who_made_it() -> None:
    game = board({"hand": ["Lightning Bolt"]}, {}, {}, pool=POOL)
    bolt = the(game, "Lightning Bolt")
    game.answer(ANN, Answer(picks=(f"cast:{bolt.id}",)))
    assert question(game).prompt == "target"
    game.concede(ANN)
    assert (holder(game), stack(game)) == (BOB, [])


def test_a_concession_in_the_middle_of_a_cast_stands_when_the_cast_is_taken_back() -> None:
    """What was taken back was once done again for everybody who had left since, also for those whom the part
    that was taken back had made lose."""
    game = board({"hand": ["Lightning Bolt"]}, BEARS, {}, pool=POOL)
    bolt = the(game, "Lightning Bolt")
    game.answer(ANN, Answer(picks=(f"cast:{bolt.id}",)))
    game.concede(BOB)
    game.answer(ANN, CANCEL)
    assert (holder(game), stack(game), game.state.seats_in_game()) == (ANN, [], (ANN, CAT))
    assert everything(game, "Grizzly Bears") == []
    assert zone(game, "hand", ANN) == ["Lightning Bolt"]


def test_objects_that_come_into_being_in_the_middle_of_a_decision_get_numbers_of_their_own() -> None:
    """A batch numbers its new objects while it is decided. What a departure in the middle of that exiled once
    got the same numbers, and one object took the place of the other."""
    borrowed = {"Grizzly Bears": {"controller": 1, "under": 1}}
    game = board(
        {"hand": ["Young Wolf"], "battlefield": ["Grizzly Bears"]}, {}, {"battlefield": ["Hall", "Well"]}, pool=POOL,
        facts=borrowed,
    )  # fmt: skip
    game.concede(BOB)
    assert (question(game).prompt, question(game).who) == ("replacement", (CAT,))
    game.answer(question(game).who[0], question(game).default)
    ids = [i for ids in game.state.zones.values() for i in ids]
    assert len(ids) == len(set(ids)) == len(game.state.objects)


def test_a_departure_that_asks_is_done_again_with_its_question_when_a_cast_is_taken_back() -> None:
    borrowed = {"Grizzly Bears": {"controller": 1, "under": 1}}
    game = board(
        {"hand": ["Lightning Bolt"], "battlefield": ["Grizzly Bears"]}, {}, {"battlefield": ["Hall", "Well"]},
        pool=POOL, facts=borrowed,
    )  # fmt: skip
    game.answer(ANN, Answer(picks=(f"cast:{the(game, 'Lightning Bolt').id}",)))
    game.concede(BOB)
    game.answer(question(game).who[0], question(game).default)
    assert question(game).prompt == "target"
    game.answer(ANN, CANCEL)
    game.answer(question(game).who[0], question(game).default)
    assert (holder(game), game.state.seats_in_game()) == (ANN, (ANN, CAT))


def test_all_who_remain_lose_at_once_and_the_game_is_a_draw() -> None:
    game = board({}, {}, {}, pool=POOL, life={0: 0, 1: 0, 2: 0})
    assert game.result is not None
    assert game.result.draw


def test_the_borrowed_and_the_played_on() -> None:
    """The table plays on to the end of the turn of one who left, and what lasts until then ends."""
    game = board(
        {"hand": ["Borrow"], "library": ["Forest"] * 9},
        BEARS | {"library": ["Forest"] * 9},
        {"library": ["Forest"] * 9},
        pool=POOL,
    )
    cast(game, ANN, "Borrow", "Grizzly Bears")
    passes(game, 1)
    game.concede(CAT)
    passes(game, 1)
    until(game, "upkeep", 4)
    assert the(game, "Grizzly Bears").controller == BOB
