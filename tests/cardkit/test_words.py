"""A word that the engine does not know, or a value of another kind than it reads, is refused when a card is defined."""

from collections.abc import Callable
from typing import Any

import pytest

import apnap.cardkit as kit
from apnap.cardkit import (
    TARGET,
    TARGET_2,
    THIS,
    YOU,
    MalformedCard,
    activated,
    add_any,
    alternative_cost,
    apply,
    artifacts,
    as_enters,
    at_beginning,
    at_next,
    card,
    cards,
    casts,
    choose_value,
    controlled_by,
    counter,
    create_copy,
    creature,
    creatures,
    custom,
    delayed,
    destroy,
    dies,
    draw,
    during,
    enters,
    enters_choosing,
    event,
    exile,
    exists,
    extra_steps,
    gets,
    goes_to,
    has,
    instead_of,
    is_also,
    is_color,
    loses,
    mana_ability,
    moves,
    permanents,
    prevent_damage,
    protection,
    pt,
    search,
    skip_next,
    spell,
    state_is,
    static,
    substitute,
    token,
    triggered,
    when_you_do,
    would,
)


def on_entering(*do: Any, target: Any = None) -> Any:
    return triggered(enters(THIS), do=list(do), target=target)


TYPOS: dict[str, Callable[[], Any]] = {
    'timing "sorcry": expected one of instant, sorcery': lambda: activated("{1}", timing="sorcry", do=[draw(YOU)]),
    'step "upkep": expected one of untap, upkeep': lambda: triggered(at_beginning("upkep"), do=[draw(YOU)]),
    'step "endstep"': lambda: on_entering(at_next("endstep", draw(YOU))),
    'steps "combat"': lambda: triggered(enters(THIS), only_if=during("combat"), do=[draw(YOU)]),
    'player "opponent": expected one of any, you, opponents': lambda: triggered(casts("opponent"), do=[draw(YOU)]),
    'until "end of trun": expected one of end of turn': lambda: on_entering(
        apply(THIS, gets(1, 1), until="end of trun")
    ),
    'until "soon"': lambda: on_entering(delayed(triggered(dies(creatures), do=[draw(YOU)]), until="soon")),
    'until "turn"': lambda: on_entering(prevent_damage(until="turn")),
    'zones "graveyrd": expected one of library, hand': lambda: activated("{1}", zones=("graveyrd",), do=[draw(YOU)]),
    'zones "yard"': lambda: on_entering(exile(TARGET), target=cards.in_zones("yard")),
    "zones: 'graveyard' is no tuple of str": lambda: activated("{1}", zones="graveyard", do=[draw(YOU)]),  # type: ignore[arg-type]
    'from "grave"': lambda: triggered(moves(THIS, from_=("grave",)), do=[draw(YOU)]),
    'how "discrd": expected one of draw, discard': lambda: triggered(moves(THIS, how=("discrd",)), do=[draw(YOU)]),
    'to "graveyrd"': lambda: instead_of(would("Move", THIS, to=("graveyrd",)), changes=goes_to("exile")),
    'zone "exil"': lambda: instead_of(would("Move", THIS, to=("graveyard",)), changes=goes_to("exil")),
    'to "grave"': lambda: on_entering(search(YOU, cards, to="grave")),
    'to "nowhere"': lambda: on_entering(counter(THIS, to="nowhere")),
    'op "=>": expected one of >=': lambda: static(creatures.where("power", "=>", 2), gets(1, 1)),
    'choice of "colour": expected one of color': lambda: as_enters(enters_choosing("colour", link="color")),
    'choice of "colr"': lambda: on_entering(choose_value("colr", "color")),
    'steps "combats"': lambda: on_entering(extra_steps("combats")),
    'what "combt"': lambda: on_entering(skip_next(YOU, "combt")),
    'exception "legendary" of a copy: expected one of name': lambda: on_entering(create_copy(THIS, legendary=False)),
    'how "sacrifice": expected one of tap, exile': lambda: substitute("sacrifice", creatures.you_control),
    'colors "red": expected letters of WUBRG': lambda: static(creatures, is_color("red")),
    'letters "red"': lambda: static(creatures.colored("red"), gets(1, 1)),
    'any_of "XYZ"': lambda: mana_ability("{T}", add_any(of="XYZ")),
    'subtypes "creature": types and subtypes begin': lambda: static(creatures, is_also("creature")),
    'words "creature"': lambda: static(permanents("creature"), gets(1, 1)),
    'words "R": types': lambda: static(creatures.non("R"), gets(1, 1)),
    'keyword "Flying": keywords are written in lower case': lambda: static(creatures.with_("Flying"), gets(1, 1)),
    'keywords "Flying"': lambda: static(creatures, loses("Flying")),
    "abilities: 'flying' is no Ability": lambda: static(creatures, has("flying")),  # type: ignore[arg-type]
    "filter: 'B' is no Filter": lambda: protection("B"),  # type: ignore[arg-type]
    "term: 'you' is no Term": lambda: static(creatures.of("you"), gets(1, 1)),  # type: ignore[arg-type]
    "who: 'you' is no Term": lambda: static(creatures, controlled_by("you")),  # type: ignore[arg-type]
    "power: '1' is no int or Sum": lambda: static(creatures, gets("1", 1)),  # type: ignore[arg-type]
    "only_if: True is no Condition": lambda: triggered(enters(THIS), only_if=True, do=[draw(YOU)]),  # type: ignore[arg-type]
    "condition: This() is no Condition": lambda: triggered(state_is(THIS), do=[draw(YOU)]),  # type: ignore[arg-type]
    "do: that target is named, and of targets there are 0": lambda: on_entering(destroy(TARGET)),
    "do: target 2 is named, and of targets there are 1": lambda: on_entering(destroy(TARGET_2), target=creature),
    "do: that target is named, and of": lambda: on_entering(at_next("end", destroy(TARGET)), target=creature),
}


@pytest.mark.parametrize("message", TYPOS)
def test_a_word_that_is_not_known_would_never_apply_so_the_card_is_refused(message: str) -> None:
    with pytest.raises(MalformedCard) as refused:
        card("Odd Bear", "{1}", "Creature — Bear", pt(1, 1), TYPOS[message]())
    assert str(refused.value).startswith(f"Odd Bear, {message}")


def test_what_is_no_target_and_no_field_of_a_pattern_is_refused_where_it_is_written() -> None:
    with pytest.raises(MalformedCard, match="target: This"):
        spell(draw(YOU), target=THIS)
    with pytest.raises(MalformedCard, match="event Shuffled, seat: expected one of object, source, player"):
        event("Shuffled", seat="you")
    with pytest.raises(MalformedCard, match='Dust, colors "red"'):
        token("Dust", "Artifact", colors="red")


def test_an_ability_among_the_sentences_has_targets_of_its_own() -> None:
    card("Odd Spell", "{1}", "Instant", spell(draw(YOU), when_you_do(destroy(TARGET), target=creature)))


def test_conditions_are_joined_by_signs_since_python_would_take_the_words_for_one_of_them() -> None:
    for joined in (
        lambda: exists(artifacts) and exists(creatures),
        lambda: not exists(artifacts),
        lambda: 1 < kit.life_of(YOU) < 3,
        lambda: custom(lambda look, frame: True, says="true") or exists(artifacts),
    ):
        with pytest.raises(TypeError, match="write a & b"):
            joined()


def test_no_cost_written_as_nothing_is_no_cost_and_not_a_free_one() -> None:
    """202.1b: such a card cannot be cast for its cost; {0} is what costs nothing."""
    assert not card("Dust", "", "Artifact").has_cost
    assert card("Dust", "{0}", "Artifact").has_cost
    assert alternative_cost("free", "").cost is not None
