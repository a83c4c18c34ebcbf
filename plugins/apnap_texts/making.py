"""What comes into being: tokens, mana, emblems, copies of spells, counters on players."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from apnap.cardkit import (
    THAT,
    YOU,
    CardDef,
    activated,
    add,
    add_any,
    add_identity,
    copy_spell,
    create,
    create_copy,
    discard_cost,
    draw,
    emblem,
    gain_life,
    get_emblem,
    mana_ability,
    objects_in,
    pt,
    put_counters,
    to_spend_on,
    token,
)

from .amounts import as_often, equal_to, for_each, number, size
from .nouns import objects
from .qualities import abilities
from .referents import Spoken, thing
from .vocabulary import COLORS, SUBTYPES
from .words import Stuck, Words

# --- tokens -------------------------------------------------------------------------------------


def create_tokens(w: Words, who: Spoken) -> list[Any]:
    """ "create two 1/1 white Soldier creature tokens", "create a Treasure token"."""
    if who.you and (copied := w.attempt(copied_token)) is not None:
        return copied
    found = [_with_text(w, _tokens(w, who))]
    while (more := w.attempt(lambda w: _and_tokens(w, who))) is not None:
        found.append(more)
    one = len(found) == 1
    many = one and found[0].amount != 1
    w.scope = w.scope.with_(mentions=(THAT,), moved="field" if one else "away", plural=many)
    return found


def _with_text(w: Words, made: Any) -> Any:
    """ "It has ..." after a token says what it is, as if that were printed on it (111.3)."""
    gains = w.attempt(lambda w: _has_printed(w, one=made.amount == 1))
    if gains is None:
        return made
    written = made.token
    return replace(made, token=replace(written, abilities=(*written.abilities, *gains)))


def _has_printed(w: Words, *, one: bool) -> list[Any]:
    w.need('. it has "' if one else '. they have "')
    w.at -= 1
    return abilities(w)


def _and_tokens(w: Words, who: Spoken) -> Any:
    w.need(", and", "and")
    if w.word() not in ("a", "an", "one", "two", "three"):
        raise Stuck
    return _tokens(w, who)


def _tokens(w: Words, who: Spoken) -> Any:
    amount, tapped, made = _amount_and_token(w)
    attacking = False
    if w.take("that 's tapped and attacking", "that are tapped and attacking"):
        tapped = attacking = True
    amount = as_often(w, amount)
    named: dict[str, Any] = {} if who.you else {"under": who.term}
    if tapped:
        named["tapped"] = True
    if attacking:
        named["attacking"] = True
    return create(made, amount, **named)


def _amount_and_token(w: Words) -> tuple[Any, bool, CardDef]:
    if w.take("a number of"):
        tapped = w.take("tapped")
        made = _token(w, many=True)
        return equal_to(w), tapped, made
    if w.take("that many"):
        if w.scope.much is None:
            raise Stuck
        amount = w.scope.much
    else:
        amount = number(w)
    tapped = w.take("tapped")
    return amount, tapped, _token(w, many=amount != 1)


def _token(w: Words, *, many: bool) -> CardDef:
    found: CardDef = w.either(lambda w: _made_to_size(w, many), lambda w: _known(w, many))
    return found


def _made_to_size(w: Words, many: bool) -> CardDef:
    """ "2/2 black Zombie creature token with menace"."""
    legendary = w.take("legendary")
    if legendary:
        raise Stuck
    power, toughness = size(w)
    colors = _token_colors(w)
    subtypes: list[str] = []
    while w.printed() in SUBTYPES and SUBTYPES[w.printed()] == w.printed():
        subtypes.append(w.printed())
        w.next()
    types = "Artifact Creature" if w.take("artifact creature") else "Enchantment Creature" if w.take(
        "enchantment creature") else "Creature"  # fmt: skip
    if types == "Creature":
        w.need("creature")
    w.need("tokens" if many else "token")
    if not subtypes or w.sees("named"):
        raise Stuck
    gains = abilities(w) if w.take("with") else []
    return token(" ".join(subtypes), f"{types} — {' '.join(subtypes)}", pt(power, toughness), *gains, colors=colors)


def _token_colors(w: Words) -> str:
    """ "white", "red and green", "colorless"; a token has a colour or says that it has none."""
    if w.take("colorless"):
        return ""
    letters = w.one_of(COLORS)
    while w.take(",", "and", ", and"):
        letters += w.one_of(COLORS)
    return letters


def _known(w: Words, many: bool) -> CardDef:
    """Tokens that the rules define by their name alone."""
    name = w.printed()
    if name not in _DEFINED:
        raise Stuck
    w.next()
    w.need("tokens" if many else "token")
    return _DEFINED[name]


_DEFINED = {
    "Treasure": token("Treasure", "Artifact — Treasure", mana_ability("{T}, Sacrifice this", add_any())),
    "Food": token("Food", "Artifact — Food", activated("{2}, {T}, Sacrifice this", do=[gain_life(YOU, 3)])),
    "Blood": token(
        "Blood", "Artifact — Blood", activated(["{1}", "{T}", discard_cost(1), "Sacrifice this"], do=[draw(YOU, 1)])
    ),
    "Gold": token("Gold", "Artifact — Gold", mana_ability("Sacrifice this", add_any())),
    "Clue": token("Clue", "Artifact — Clue", activated("{2}, Sacrifice this", do=[draw(YOU, 1)])),
}


def investigate(w: Words, who: Spoken) -> list[Any]:
    """Create a Clue."""
    if not who.you:
        raise Stuck
    return [create(_DEFINED["Clue"])]


def copied_token(w: Words) -> list[Any]:
    """ "a token that's a copy of target creature you control, except it has haste"."""
    amount = number(w)
    tapped = w.take("tapped")
    w.need("token that 's a copy of" if amount == 1 else "tokens that are copies of")
    what = thing(w)
    if what.many or what.kind == "card":
        raise Stuck
    gains = abilities(w) if w.take(", except it has", ", except the token has") else []
    named: dict[str, Any] = {"has": gains} if gains else {}
    if tapped:
        named["tapped"] = True
    w.scope = w.scope.with_(mentions=(THAT,), default=None, moved="field", plural=amount != 1)
    return [create_copy(what.term, amount, **named)]


# --- mana ---------------------------------------------------------------------------------------


def add_mana(w: Words, who: Spoken) -> list[Any]:
    """ "add {G}", and what it may be spent on."""
    found = _mana(w, who)
    if w.take(". spend this mana only to"):
        only = _spending(w)
        found = [replace(made, only=only) for made in found]
    return found


def _spending(w: Words) -> Any:
    """ "cast creature spells", "cast artifact spells or activate abilities of artifacts", "activate abilities"."""
    if w.take("activate abilities"):
        if w.word() != "." and not w.done:
            raise Stuck
        return to_spend_on(activate=objects_in("battlefield", "hand", "graveyard", "exile"))
    w.need("cast")
    w.take("a", "an")
    cast = objects(w)
    if cast.kind != "spell":
        raise Stuck
    activate = None
    if w.take("or activate abilities of"):
        source = objects(w)
        if source.kind in ("spell", "card"):
            raise Stuck
        activate = source.filter
    return to_spend_on(cast=cast.filter, activate=activate)


def _mana(w: Words, who: Spoken) -> list[Any]:
    """ "add {G}", "add {W} or {U}", "add one mana of any color"."""
    named: dict[str, Any] = {} if who.you else {"who": who.term}
    w.take("an additional")
    if w.word().startswith("{"):
        return [_symbols(w, named)]
    if w.take("an amount of"):
        return [add(_one_symbol(w), equal_to(w), **named)]
    amount = number(w)
    w.need("mana")
    if w.take("of any color in your commander 's color identity"):
        if amount != 1 or named:
            raise Stuck
        return [add_identity()]
    if w.take("of any color"):
        if amount != 1:
            raise Stuck
        return [add_any(**named)]
    if w.take("of any one color"):
        return [add_any(amount, **named)]
    w.need("in any combination of colors")
    return [add_any(amount, each=True, **named)]


def _one_symbol(w: Words) -> str:
    symbol = w.next().upper()
    if symbol not in [f"{{{letter}}}" for letter in "WUBRGC"]:
        raise Stuck
    return symbol


def _symbols(w: Words, named: dict[str, Any]) -> Any:
    if w.word(1) in ("or", ","):
        letters = _one_symbol(w)[1]
        while w.take(", or", "or", ","):
            letters += _one_symbol(w)[1]
        if "C" in letters or len(set(letters)) != len(letters):
            raise Stuck
        return add_any(of=letters, **named)
    symbols = w.next().upper()
    if any(s not in "WUBRGC{}" for s in symbols):
        raise Stuck
    times = w.attempt(for_each)
    if times is not None:
        if len(symbols) != 3:
            raise Stuck
        return add(symbols, times, **named)
    return add(symbols, **named)


# --- copies, emblems, counters of players -------------------------------------------------------


def copy_target(w: Words, who: Spoken) -> list[Any]:
    """Copy a spell; its targets may be chosen anew."""
    what = thing(w)
    if what.kind != "spell":
        raise Stuck
    w.need(". you may choose new targets for the copy")
    return [copy_spell(what.term)]


def get(w: Words, who: Spoken) -> list[Any]:
    """An emblem, or poison counters."""
    if who.you and w.take("an emblem with"):
        from .lines import quoted

        if w.scope.quoted:
            raise Stuck
        return [get_emblem(emblem(w.scope.name, *quoted(w)))]
    amount = number(w)
    w.need("poison counter" if amount == 1 else "poison counters")
    return [put_counters("poison", amount, on=who.term)]
