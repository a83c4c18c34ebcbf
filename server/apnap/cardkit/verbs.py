"""The rules' own verbs as sentences of a card: each is one instruction.

References may be one term or several: `exile(TARGET)`, `destroy(each(creatures))`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from apnap.engine.abilities import Ability, Instead, Static, Triggered
from apnap.engine.amounts import Amount, Condition
from apnap.engine.changes import Prevented
from apnap.engine.cost_parts import CostPart, Costs
from apnap.engine.definitions import CardDef
from apnap.engine.filters import Filter
from apnap.engine.instructions import (
    Instruction,
    choosing,
    counters,
    damage,
    effects,
    flow,
    libraries,
    making,
    moving,
    spells,
    status,
    turns,
)
from apnap.engine.static_parts import Gains, StaticPart
from apnap.engine.terms import Both, Each, Term, This, Value, You
from apnap.engine.values import MalformedCard, parse_mana

from .making import Targets, body_of, costs_of, mode
from .patterns import would

EOT = "end of turn"
Ref = Term | Filter


def _term(what: Ref | Sequence[Ref]) -> Term:
    """A filter means each that matches; several references mean all of them."""
    if isinstance(what, Filter):
        return Each(what)
    if isinstance(what, Term):
        return what
    return Both(tuple(_term(w) for w in what))


#: What an event binds by itself; a value of a card under such a name would be lost.
BOUND_BY_EVENTS = ("amount", "card", "kind", "object", "player", "source", "that")


def _bind(values: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    for name in values:
        if name in BOUND_BY_EVENTS:
            raise MalformedCard(f"bind {name}: an event binds that name itself, choose another")
    return tuple(values.items())


def _do(do: Any) -> tuple[Any, ...]:
    body = body_of(do)
    return body if isinstance(body, tuple) else (flow.Custom(body=body, says=body.__name__),)


# --- damage and life ------------------------------------------------------------


def deal_damage(amount: Amount, to: Ref, *, source: Term | None = None, preventable: bool = True) -> Instruction:
    """This (or `source`) deals damage to permanents or players."""
    return damage.DealDamage(amount=amount, to=_term(to), source=source or This(), preventable=preventable)


def deal_divided(to: Ref) -> Instruction:
    """This deals the damage that was divided on announcement."""
    return damage.DealDivided(to=_term(to))


def fight(one: Term, other: Term) -> Instruction:
    """Two creatures fight."""
    return damage.Fight(one=one, other=other)


def gain_life(who: Term, amount: Amount) -> Instruction:
    """A player gains life."""
    return damage.GainLife(who=who, amount=amount)


def lose_life(who: Term, amount: Amount) -> Instruction:
    """A player loses life."""
    return damage.LoseLife(who=who, amount=amount)


def set_life(who: Term, total: Amount) -> Instruction:
    """A player's life total becomes a number: a gain or loss of the difference."""
    return damage.SetLife(who=who, total=total)


# --- objects ------------------------------------------------------------


def destroy(what: Ref, *, regenerable: bool = True) -> Instruction:
    """Destroy permanents; with `regenerable=False` they can't be regenerated."""
    return moving.Destroy(what=_term(what), regenerable=regenerable)


def exile(what: Ref, *, link: str = "", face_down: bool = False, until: str = "") -> Instruction:
    """Exile objects; under a link name this remembers them.

    With `until="this leaves"` they return right after this has left the battlefield (610.3).
    """
    if until:
        if until != "this leaves" or link or face_down:
            raise MalformedCard(f'exile: until "{until}": expected "this leaves", without a link or face_down')
        return moving.ExileUntil(what=_term(what))
    return moving.PutInto(what=_term(what), zone="exile", how="exile", link=link, face_down=face_down)


def return_to_hand(what: Ref, *, reveal: bool = False) -> Instruction:
    """Put objects into their owners' hands."""
    return moving.PutInto(what=_term(what), zone="hand", how="return", reveal=reveal)


put_into_hand = return_to_hand


def put_into_graveyard(what: Ref) -> Instruction:
    """Put objects into their owners' graveyards."""
    return moving.PutInto(what=_term(what), zone="graveyard", how="put")


def put_into_command_zone(what: Ref) -> Instruction:
    """Put objects into the command zone."""
    return moving.PutInto(what=_term(what), zone="command", how="put")


def put_on_top(what: Ref, *, order: bool = True) -> Instruction:
    """Put cards on top of their owners' libraries, in an order of the owner's choice."""
    return moving.PutInto(what=_term(what), zone="library", place=0, order=order)


def put_on_bottom(
    what: Ref, *, order: bool = True, random: bool = False, deck: Literal["library", "schemes"] = "library"
) -> Instruction:
    """Put cards on the bottom of their owners' libraries, or of their scheme decks."""
    return moving.PutInto(what=_term(what), zone=deck, place=-1, order=order and not random, random=random)


def return_to_battlefield(
    what: Ref,
    *,
    under: Term | None = None,
    tapped: bool = False,
    counters: dict[str, Amount] | None = None,
    attached: Term | None = None,
    attacking: bool = False,
    link: str = "",
) -> Instruction:
    """Put cards onto the battlefield, under their owners' control unless `under` says whose."""
    return moving.PutOntoBattlefield(
        what=_term(what), under=under, tapped=tapped, counters=tuple((counters or {}).items()), attached=attached,
        attacking=attacking, link=link,
    )  # fmt: skip


put_onto_battlefield = return_to_battlefield


def sacrifice(what: Ref, *, by: Term | None = None) -> Instruction:
    """You sacrifice these permanents, those of them that you control; or `by` does, each as the subject."""
    return moving.Sacrifice(what=_term(what), by=by)


def sacrifices(who: Term, filter: Filter, amount: Amount = 1) -> Instruction:
    """Players sacrifice permanents of their choice, all at once."""
    return moving.ChooseAndSacrifice(who=who, filter=filter, amount=amount)


def returns(who: Term, filter: Filter, amount: Amount = 1) -> Instruction:
    """Players return permanents of their choice to their owners' hands, all at once."""
    return moving.ChooseAndSacrifice(who=who, filter=filter, amount=amount, to="hand")


def counter(what: Ref, *, to: str = "graveyard") -> Instruction:
    """Counter spells or abilities; a spell goes to `to` instead of the graveyard."""
    return spells.CounterSpell(what=_term(what), to=to)


def shuffle_into_library(*what: Ref, into: Term | None = None) -> Instruction:
    """Shuffle objects into their owners' libraries, as one event."""
    return libraries.ShuffleIn(what=tuple(_term(w) for w in what), into=into)


# --- cards ------------------------------------------------------------


def draw(who: Term, amount: Amount = 1) -> Instruction:
    """Players draw cards, one after another."""
    return libraries.Draw(who=who, amount=amount)


def discard(
    who: Term,
    amount: Amount = 1,
    *,
    random: bool = False,
    chooser: Term | None = None,
    filter: Filter | None = None,
) -> Instruction:
    """Players discard cards of their choice, at random, or as `chooser` picks."""
    return moving.Discard(who=who, amount=amount, random=random, chooser=chooser, filter=filter)


def discard_hand(who: Term) -> Instruction:
    """Players discard their hands."""
    return moving.Discard(who=who, amount=None)


def mill(who: Term, amount: Amount) -> Instruction:
    """Players put the top cards of their libraries into their graveyards."""
    return libraries.Mill(who=who, amount=amount)


def scry(amount: Amount = 1, who: Term | None = None) -> Instruction:
    """Look at the top cards and put any of them on the bottom."""
    return libraries.Scry(who=who or You(), amount=amount)


def surveil(amount: Amount = 1, who: Term | None = None) -> Instruction:
    """Look at the top cards and put any of them into the graveyard."""
    return libraries.Scry(who=who or You(), amount=amount, surveil=True)


def search(
    who: Term,
    filter: Filter,
    *,
    to: str = "hand",
    most: Amount = 1,
    tapped: bool = False,
    reveal: bool = False,
    of: Term | None = None,
    top: bool = False,
    do: Any = (),
) -> Instruction:
    """Search a library for cards, put them somewhere, then shuffle; finding none is allowed.

    With `do` the sentences say what is done with "that", also bound as `found`, before the shuffle.
    """
    return libraries.Search(
        who=who, filter=filter, to=to, most=most, tapped=tapped, reveal=reveal, of=of, top=top, do=_do(do)
    )


def shuffle(who: Term) -> Instruction:
    """Players shuffle their libraries."""
    return libraries.Shuffle(who=who)


def reveal(what: Ref) -> Instruction:
    """Reveal cards to everybody; "that" are the cards."""
    return libraries.Reveal(what=_term(what))


def look_at(what: Ref, who: Term | None = None) -> Instruction:
    """A player looks at cards; "that" are the cards."""
    return libraries.Reveal(what=_term(what), to=who or You())


# --- status and counters ------------------------------------------------------------


def put_counters(kind: str, amount: Amount = 1, *, on: Ref) -> Instruction:
    """Put counters on permanents or players."""
    return counters.PutCounters(kind=kind, amount=amount, on=_term(on))


def remove_counters(kind: str, amount: Amount | None = 1, *, on: Ref) -> Instruction:
    """Remove counters; None removes all of the kind."""
    return counters.RemoveCounters(kind=kind, amount=amount, on=_term(on))


def cancel_counters(one: str, other: str, *, on: Ref) -> Instruction:
    """Remove pairs of two kinds of counters."""
    return counters.CancelPairs(one=one, other=other, on=_term(on))


def remove_beyond_cap(on: Ref) -> Instruction:
    """Remove the counters that are more than a rule allows."""
    return counters.RemoveBeyondCap(on=_term(on))


def cease(what: Ref) -> Instruction:
    """Objects cease to exist, without a change of zone."""
    return status.Cease(what=_term(what))


def proliferate() -> Instruction:
    """Choose permanents and players with counters; each gets one more of each kind it has."""
    return counters.Proliferate()


def tap(what: Ref) -> Instruction:
    """Tap permanents."""
    return status.Tap(what=_term(what))


def untap(what: Ref) -> Instruction:
    """Untap permanents."""
    return status.Untap(what=_term(what))


def attach(to: Term, what: Term | None = None) -> Instruction:
    """Attach this (or `what`) to something."""
    return status.Attach(what=what or This(), to=to)


def unattach(what: Ref | None = None) -> Instruction:
    """Unattach this (or `what`)."""
    return status.Unattach(what=_term(what) if what is not None else This())


def phase_out(what: Ref) -> Instruction:
    """Permanents phase out."""
    return status.PhaseOut(what=_term(what))


def turn_face_up(what: Ref | None = None) -> Instruction:
    """Turn a permanent face up."""
    return status.TurnFace(what=_term(what) if what is not None else This())


def mark(word: str, what: Ref | None = None, *, on: bool = True) -> Instruction:
    """Put a mark such as "monstrous" on a permanent, or take it off."""
    return status.MarkIt(what=_term(what) if what is not None else This(), mark=word, on=on)


def remove_damage(what: Ref) -> Instruction:
    """Remove all marked damage."""
    return damage.RemoveDamage(what=_term(what))


def remove_from_combat(what: Ref) -> Instruction:
    """Remove creatures from combat."""
    return status.RemoveFromCombat(what=_term(what))


# --- tokens and copies ------------------------------------------------------------


def create(
    token: CardDef,
    amount: Amount = 1,
    *,
    under: Term | None = None,
    tapped: bool = False,
    attacking: bool = False,
    counters: dict[str, Amount] | None = None,
    link: str = "",
) -> Instruction:
    """Create tokens."""
    return making.Create(
        token=token, amount=amount, under=under or You(), tapped=tapped, attacking=attacking,
        counters=tuple((counters or {}).items()), link=link,
    )  # fmt: skip


def create_copy(
    of: Term,
    amount: Amount = 1,
    *,
    under: Term | None = None,
    tapped: bool = False,
    link: str = "",
    has: Sequence[Ability] = (),
    **exceptions: Any,
) -> Instruction:
    """Create tokens that are copies of something, with exceptions such as `not_legendary=1`; `has` adds abilities."""
    return making.Create(
        copy_of=of,
        amount=amount,
        under=under or You(),
        tapped=tapped,
        exceptions=tuple(exceptions.items()),
        adds=tuple(has),
        link=link,
    )


def get_emblem(emblem: CardDef, who: Term | None = None) -> Instruction:
    """A player gets an emblem."""
    return making.CreateEmblem(emblem=emblem, who=who or You())


def copy_spell(what: Ref, *, amount: Amount = 1, retarget: bool = True, **exceptions: Any) -> Instruction:
    """Copy a spell or ability on the stack; its controller may choose new targets."""
    return spells.CopySpell(what=_term(what), amount=amount, retarget=retarget, exceptions=tuple(exceptions.items()))


def change_target(what: Ref, *, to: Term | None = None, may: bool = False) -> Instruction:
    """Change the target of a spell or ability."""
    return spells.ChangeTargets(what=_term(what), to=to, may=may)


def become_copy(
    what: Ref, of: Term, *, until: str = "forever", keeps_this: bool = False, **exceptions: Any
) -> Instruction:
    """Permanents become copies of another, with exceptions such as `colors="U"`.

    With `keeps_this` the copy has the ability that says so, whatever it copies.
    """
    return making.BecomeCopyOf(
        what=_term(what), of=of, until=until, exceptions=tuple(exceptions.items()), keeps_this=keeps_this
    )


# --- lasting effects ------------------------------------------------------------


def apply(
    what: Ref | None,
    *parts: StaticPart,
    until: str = EOT,
    only_if: Condition | None = None,
    affects: Ref | None = None,
    **bind: Any,
) -> Instruction:
    """A continuous effect for a time: `apply(TARGET, gets(3, 3))`.

    What it affects is locked in now; with `what=None` and `affects=` the set stays open, as for rules that
    do not change characteristics. `bind` keeps values for its amounts.
    """
    to = None if what is None else _term(what)
    open_to: Any = affects if affects is not None else This()
    static = Static(affects=open_to, parts=parts, only_if=only_if)
    return effects.Apply(static=static, to=to, until=until, bind=_bind(bind))


def gain_abilities(what: Ref, *abilities: Any, until: str = EOT) -> Instruction:
    """Permanents gain abilities for a time."""
    return apply(what, Gains(abilities=abilities), until=until)


def gain_control(what: Ref, who: Term | None = None, *, until: str = "forever") -> Instruction:
    """A player gains control of permanents."""
    from .parts import controlled_by

    return apply(what, controlled_by(Value("taker")), until=until, taker=who or You())


def exchange_control(one: Term, other: Term | None = None) -> Instruction:
    """Exchange control of two permanents (`one` alone may name both); nothing happens unless both can change."""
    from .parts import controlled_by

    give, take = (Static(affects=This(), parts=(controlled_by(You()),)) for _ in range(2))
    return effects.ExchangeControl(one=one, other=other, give=give, take=take)


def regenerate(what: Ref | None = None) -> Instruction:
    """The next time it would be destroyed this turn, it is tapped and saved instead (701.19)."""
    shield = Instead(
        would=(would("Destroy"),), do=(status.SaveFromDestruction(what=Value("object")),), regenerates=True
    )
    return effects.Shield(instead=shield, to=_term(what) if what is not None else This(), uses=1)


def prevent_damage(
    to: Ref | None = None,
    amount: Amount | None = None,
    *,
    combat: bool | None = None,
    by: Ref | None = None,
    until: str = EOT,
    player: str = "any",
    next_time: bool = False,
    **bind: Any,
) -> Instruction:
    """Prevent damage for a time: the next `amount` to each of `to`, or all of it.

    With `next_time` all damage of the next time that there is any. `bind` keeps values for `by`.
    """
    source = Value("shielded from") if isinstance(by, Term) else by
    pattern = would("DealDamage", combat=combat, source=source, player=player)
    change = Prevented(shield=amount is not None, whole=next_time)
    shield = Instead(would=(pattern,), changes=(change,), prevents=True)
    return effects.Shield(
        instead=shield,
        to=None if to is None else _term(to),
        until=until,
        uses=1 if next_time else amount if amount is not None else 0,
        bind=(("shielded from", by),) if isinstance(by, Term) else _bind(bind),
    )


def replace_for(
    instead: Instead, *, to: Ref | None = None, until: str = EOT, uses: Amount = 0, **bind: Any
) -> Instruction:
    """A replacement effect for a time."""
    return effects.Shield(
        instead=instead,
        to=None if to is None else _term(to),
        until=until,
        uses=uses,
        bind=_bind(bind),
    )


def delayed(trigger: Triggered, *, until: str = "", **bind: Any) -> Instruction:
    """A delayed triggered ability (603.7); "that" and the values bound here are kept for it."""
    return effects.Delay(trigger=trigger, until=until, bind=_bind(bind))


def at_next(step: str, *do: Any, whose: Any = "any", **bind: Any) -> Instruction:
    """At the beginning of the next such step: sentences about values bound now, or a module-level trigger."""
    from .making import triggered
    from .patterns import at_beginning

    if len(do) == 1 and isinstance(do[0], Triggered):
        trigger = do[0]
    else:
        trigger = triggered(at_beginning(step, whose), do=list(do), once=True)
    return effects.Delay(trigger=trigger, bind=_bind(bind))


def when_you_do(*do: Any, target: Targets = None, divides: Amount | None = None) -> Instruction:
    """ "When you do": an ability that triggers now, and whose targets are chosen as it goes on the stack (603.12).

    Its "that" and "that many" are what the sentence before it did.
    """
    return effects.Reflexive(trigger=Triggered(on=(), modes=(mode(*do, target=target, divides=divides),)))


def end_own_effects() -> Instruction:
    """End the lasting effect that gave this object the ability, or else all that the object made."""
    return effects.EndEffects()


# --- the game ------------------------------------------------------------


def lose_game(who: Term, reason: str = "effect") -> Instruction:
    """A player loses the game."""
    return turns.LoseGame(who=who, reason=reason)


def win_game(who: Term | None = None) -> Instruction:
    """A player wins the game."""
    return turns.WinGame(who=who or You())


def control_player(who: Term) -> Instruction:
    """You make all decisions of a player during that player's next turn (723)."""
    return turns.ControlPlayer(who=who)


def extra_turn(who: Term | None = None, mark: str = "") -> Instruction:
    """A player takes an extra turn after this one."""
    return turns.TakeExtraTurn(who=who or You(), mark=mark)


def extra_steps(*steps: str) -> Instruction:
    """More steps follow after this one."""
    return turns.AddSteps(steps=steps)


def skip_next(who: Term, what: str) -> Instruction:
    """A player skips the next such step, or "turn"."""
    return turns.SkipNext(who=who, what=what)


def become_monarch(who: Term | None = None) -> Instruction:
    """A player becomes the monarch."""
    return turns.BecomeMonarch(who=who or You())


def add(mana: str, amount: Amount = 1, who: Term | None = None) -> Instruction:
    """Add fixed mana, `amount` times: `add("{G}")`."""
    try:
        read = parse_mana(mana)
    except MalformedCard:
        read = ((mana, 1),)  # refused with the card that it stands in
    return spells.AddMana(mana=read, amount=amount, who=who or You())


def add_any(amount: Amount = 1, *, of: str = "WUBRG", each: bool = False, who: Term | None = None) -> Instruction:
    """Add mana of one colour of the player's choice (`each`: each mana of its own colour)."""
    return spells.AddMana(any_of=of, amount=amount, each=each, who=who or You())


def add_identity(amount: Amount = 1) -> Instruction:
    """Add mana of a colour in your commanders' identity."""
    return spells.AddMana(identity=True, amount=amount)


# --- questions and order ------------------------------------------------------------


def choose(
    who: Term,
    among: Ref,
    prompt: str = "choose",
    *,
    least: Amount = 1,
    most: Amount = 1,
    link: str = "",
    random: bool = False,
) -> Instruction:
    """A player chooses objects or players; the next sentence's "that"."""
    return choosing.Choose(who=who, among=among, prompt=prompt, least=least, most=most, link=link, random=random)


def choose_word(who: Term, *words: str, prompt: str = "word", link: str = "") -> Instruction:
    """A player chooses a word."""
    return choosing.ChooseWord(who=who, words=words, prompt=prompt, link=link)


def choose_number(who: Term, most: Amount, least: Amount = 0, prompt: str = "number") -> Instruction:
    """A player chooses a number."""
    return choosing.ChooseNumber(who=who, least=least, most=most, prompt=prompt)


def choose_value(what: str, link: str, who: Term | None = None, filter: Filter | None = None) -> Instruction:
    """A player chooses a color, creature type, player..., which this remembers."""
    return choosing.ChooseForLink(what=what, link=link, who=who or You(), filter=filter)


def may(do: Any, *, who: Term | None = None, otherwise: Any = (), prompt: str = "may") -> Instruction:
    """A player may do something."""
    return flow.May(do=_do(do), who=who or You(), otherwise=_do(otherwise), prompt=prompt)


def pay_or(
    who: Term, cost: str | Costs | CostPart | Sequence[Any], *, do: Any = (), otherwise: Any = ()
) -> Instruction:
    """A player may pay a cost: then `do`, or else `otherwise`."""
    return flow.PayOr(who=who, cost=costs_of(cost), do=_do(do), otherwise=_do(otherwise))


def if_(condition: Condition, then: Any, otherwise: Any = ()) -> Instruction:
    """If a condition holds, do this, else that."""
    return flow.If(condition=condition, then=_do(then), otherwise=_do(otherwise))


def if_done(first: Instruction, then: Any, otherwise: Any = ()) -> Instruction:
    """Do the first; if that was done, do this, else that."""
    return flow.IfDone(first=first, then=_do(then), otherwise=_do(otherwise))


def for_each(of: Ref, do: Any) -> Instruction:
    """For each of several, sentences about it as the subject."""
    return flow.ForEach(of=_term(of), do=_do(do))


def together(*do: Instruction) -> Instruction:
    """Several sentences as one event."""
    return flow.Simultaneous(do=do)


def repeat(times: Amount, do: Any) -> Instruction:
    """The sentences so many times."""
    return flow.RepeatTimes(times=times, do=_do(do))


def remember(link: str, what: Any, *, add: bool = False) -> Instruction:
    """This remembers objects, players, a word or a number under a link name."""
    return choosing.Remember(link=link, what=what, add=add)


def vote(among: Filter) -> Instruction:
    """Each player votes for one of what matches, from you on; "that" is what got the most votes."""
    return choosing.Vote(among=among)


def piles(what: Ref, *, by: Term, taker: Term, took: Any, left: Any) -> Instruction:
    """One player makes two piles, another takes one: `took` about it, `left` about the other."""
    return choosing.SeparatePiles(what=_term(what), by=by, taker=taker, took=_do(took), left=_do(left))


def cast_free(
    what: Ref,
    *,
    who: Term | None = None,
    may: bool = True,
    cost: str | None = None,
    must_by: str = "",
    as_: str = "free",
) -> Instruction:
    """Cast a card now without paying its mana cost (or for `cost`).

    `must_by` names a switch of the edition by whose "must" the player has no choice; `as_` is what
    `was_cast` will know it by.
    """
    paid = None if cost is None else costs_of(cost)
    return spells.CastFree(what=_term(what), who=who or You(), may=may, cost=paid, must_by=must_by, alternative=as_)


def custom_do(body: Any, says: str) -> Instruction:
    """What only code can do: a generator function over `it`."""
    return flow.Custom(body=body_of(body), says=says)  # type: ignore[arg-type]


__all__ = [
    "EOT",
    "add",
    "add_any",
    "add_identity",
    "apply",
    "at_next",
    "attach",
    "become_copy",
    "become_monarch",
    "cancel_counters",
    "cast_free",
    "cease",
    "change_target",
    "choose",
    "choose_number",
    "choose_value",
    "choose_word",
    "control_player",
    "copy_spell",
    "counter",
    "create",
    "create_copy",
    "custom_do",
    "deal_damage",
    "deal_divided",
    "delayed",
    "destroy",
    "discard",
    "discard_hand",
    "draw",
    "end_own_effects",
    "exchange_control",
    "exile",
    "extra_steps",
    "extra_turn",
    "fight",
    "for_each",
    "gain_abilities",
    "gain_control",
    "gain_life",
    "get_emblem",
    "if_",
    "if_done",
    "look_at",
    "lose_game",
    "lose_life",
    "mark",
    "may",
    "mill",
    "pay_or",
    "phase_out",
    "piles",
    "prevent_damage",
    "proliferate",
    "put_counters",
    "put_into_command_zone",
    "put_into_graveyard",
    "put_into_hand",
    "put_on_bottom",
    "put_on_top",
    "put_onto_battlefield",
    "regenerate",
    "remember",
    "remove_beyond_cap",
    "remove_counters",
    "remove_damage",
    "remove_from_combat",
    "repeat",
    "replace_for",
    "return_to_battlefield",
    "return_to_hand",
    "returns",
    "reveal",
    "sacrifice",
    "sacrifices",
    "scry",
    "search",
    "set_life",
    "shuffle",
    "shuffle_into_library",
    "skip_next",
    "surveil",
    "tap",
    "together",
    "turn_face_up",
    "unattach",
    "untap",
    "vote",
    "when_you_do",
    "win_game",
]
