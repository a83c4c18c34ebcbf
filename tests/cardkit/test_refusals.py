"""A malformed card is refused when it is defined, by its name, the part and the reason."""

import inspect
from collections.abc import Callable, Generator
from typing import Any

import pytest

import apnap.cardkit as kit
from apnap.cardkit import (
    TARGET,
    THIS,
    YOU,
    CardDef,
    It,
    MalformedCard,
    activated,
    add,
    apply,
    card,
    choose_one,
    creature,
    creatures,
    draw,
    emblem,
    event,
    exile,
    gain_life,
    gets,
    instead_of,
    keyword,
    may,
    mode,
    pt,
    rule,
    spell,
    stat,
    state_based,
    static,
    status,
    triggered,
    would,
)
from apnap.cardkit.checking import VERB_MODULES

Body = Callable[[Any], Any]


def body_that_forgets_all(it: It) -> None:
    draw(YOU, 1)


def body_that_forgets_one(it: It) -> Generator[Any, Any, None]:
    yield draw(YOU, 1)
    gain_life(YOU, 1)


def body_that_does_not_ask(it: It) -> Generator[Any, Any, None]:
    victim = choose_one(YOU, creatures)
    yield exile(victim)  # type: ignore[arg-type]


def whole_body(it: It) -> Generator[Any, Any, None]:
    victim = yield from choose_one(YOU, creatures)
    seen: list[Any] = []
    seen.append(victim)
    yield exile(victim)


def closing_body(n: int) -> Body:
    def body(it: It) -> Generator[Any, Any, None]:
        yield draw(YOU, n)

    return body


@pytest.mark.parametrize(
    ("define", "message"),
    [
        (lambda: card("Odd Bear", "{1}{Z}", "Creature", pt(1, 1)), 'Odd Bear, cost "{1}{Z}": unknown symbol {Z}'),
        (lambda: card("Odd Bear", "{1}", "Beast", pt(1, 1)), 'Odd Bear, type "Beast": unknown type Beast'),
        (lambda: card("Odd Bear", "{1}", "Creature"), "Odd Bear, type: a creature needs pt(power, toughness)"),
        (lambda: card("Odd Spell", "{1}", "Instant", pt(1, 1)), "Odd Spell, pt: only a creature has power"),
        (lambda: card("Odd Walker", "{1}", "Planeswalker"), "Odd Walker, type: a planeswalker needs loyalty(n)"),
        (lambda: card("Odd Stone", "{1}", "Artifact", "haste"), "Odd Stone, part 'haste': expected an ability"),
        (
            lambda: card("Odd Stone", "{1}", "Artifact", activated("{2}{Z}", do=[draw(YOU)])),
            'Odd Stone, cost "{2}{Z}": unknown symbol {Z}',
        ),
        (
            lambda: card("Odd Stone", "{1}", "Artifact", activated("Feed this", do=[draw(YOU)])),
            'Odd Stone, cost "Feed this": expected mana, {T}, "Sacrifice this"',
        ),
        (
            lambda: card("Odd Stone", "{1}", "Artifact", activated("{T}", do=[add("green")])),
            'Odd Stone, add "green": expected symbols such as {G}',
        ),
        (
            lambda: card("Odd Stone", "{1}", "Artifact", static(THIS, rule("can't sing"))),
            'Odd Stone, rule "can\'t sing": expected one of',
        ),
        (
            lambda: card("Odd Stone", "{1}", "Artifact", triggered(event("Sang"), do=[draw(YOU)])),
            "Odd Stone, pattern: unknown event Sang",
        ),
        (
            lambda: card("Odd Stone", "{1}", "Artifact", instead_of(would("Sing"), do=[draw(YOU)])),
            "Odd Stone, pattern: unknown action Sing",
        ),
        (
            lambda: card("Odd Spell", "{1}", "Instant", spell(may([draw]))),
            "Odd Spell, do: <function draw",
        ),
        (
            lambda: card("Odd Spell", "{1}", "Instant", spell(body_that_forgets_all)),
            "Odd Spell, body_that_forgets_all: the body has no yield, so it would do nothing",
        ),
        (
            lambda: card("Odd Spell", "{1}", "Instant", spell(body_that_forgets_one)),
            "Odd Spell, body_that_forgets_one: gain_life(...) is made but not yielded",
        ),
        (
            lambda: card("Odd Spell", "{1}", "Instant", spell(modes=[mode(body_that_does_not_ask)])),
            "Odd Spell, body_that_does_not_ask: choose_one(...) asks a player: write `yield from choose_one(...)`",
        ),
        (
            lambda: card("Odd Spell", "{1}", "Instant", spell(closing_body(2))),
            "Odd Spell, body: a body may not close over n; bind values instead",
        ),
        (
            lambda: card("Odd Stone", "{1}", "Artifact", static(status(creatures, "asleep"), gets(1, 1))),
            'Odd Stone, status "asleep": expected one of',
        ),
        (
            lambda: card("Odd Stone", "{1}", "Artifact", static(stat(creatures, "strength", ">", 3), gets(1, 1))),
            'Odd Stone, stat "strength": expected one of',
        ),
        (lambda: emblem("Odd Emblem", static(creatures, rule("sing"))), 'Odd Emblem, rule "sing": expected one of'),
        (
            lambda: state_based("odd", each=creatures, do=["sing"]),
            "state-based action odd, do: 'sing' is no instruction",
        ),
        (
            lambda: card("Odd Aura", "{1}", "Instant", spell(apply(TARGET, rule("sing")), target=creature)),
            'Odd Aura, rule "sing": expected one of',
        ),
        (
            lambda: card("Odd Word", "{1}", "Instant", keyword("hum", activated("{Z}", do=[draw(YOU)]))),
            'Odd Word, cost "{Z}": unknown symbol {Z}',
        ),
    ],
)
def test_the_message_names_the_card_the_part_and_the_reason(define: Callable[[], CardDef], message: str) -> None:
    with pytest.raises(MalformedCard) as refused:
        define()
    assert str(refused.value).startswith(message)


def test_a_body_that_yields_every_sentence_is_taken() -> None:
    assert card("Whole Spell", "{1}", "Instant", spell(whole_body)).abilities


def test_every_verb_is_made_where_a_forgotten_yield_is_looked_for() -> None:
    functions = {name: getattr(kit, name) for name in kit.__all__ if inspect.isfunction(getattr(kit, name))}
    verbs = {n: f.__module__ for n, f in functions.items() if f.__annotations__.get("return") == "Instruction"}
    assert len(verbs) > 80
    assert {name: module for name, module in verbs.items() if module not in VERB_MODULES} == {}


def test_an_exile_until_anything_but_this_leaving_is_refused() -> None:
    with pytest.raises(MalformedCard, match='exile: until "noon": expected "this leaves"'):
        exile(TARGET, until="noon")


def test_a_value_under_a_name_of_the_event_is_refused() -> None:
    with pytest.raises(MalformedCard, match="bind source: an event binds that name itself"):
        apply(TARGET, rule("can't attack"), source=YOU)
