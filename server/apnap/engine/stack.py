"""Casting spells, activating abilities, and resolving what is on top of the stack (601, 602, 608)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from . import actions as ac
from . import events as ev
from .abilities import Activated, CastRule, Costs, GiveUp, Mode, Scripted, Spell, StateIs, Substitute, Triggered
from .affording import Asked, can_pay_asked, plus
from .amounts import XValue, number
from .announcing import announce, total_cost
from .bodies import BrokenCard, run
from .costs import pay
from .done import NOTHING_DONE
from .facets import Facet
from .frame import Frame
from .perform import Asking, together
from .requests import Given
from .rewinding import take_back
from .state import Bound, Cast, Cause, Obj, Thing
from .targets import (
    Refused,
    choose_modes,
    choose_targets,
    chosen_modes,
    each_instead,
    legal_targets,
    may_target,
    option_id,
    still_legal,
)
from .triggers import place_ability, resolve_mana_triggers, state_key, targeted
from .values import HIDDEN_ZONES, PERMANENT_TYPES, ObjId, Ref, Seat, player

if TYPE_CHECKING:
    from .game import Game

_INSTANT = ("Instant",)


class Way(Struct, frozen=True):
    """One way in which a seat may cast a card: an alternative cost, from where, and what goes with it."""

    word: str = ""
    cost: Costs = Costs()
    rule: CastRule | None = None
    extra: int = 0
    permission: str = ""


# --- what may be cast -------------------------------------------------------------------------------


def cast_rules(game: Game, obj_id: ObjId) -> list[CastRule]:
    """How this card may be cast, by its own text."""
    found = []
    for ref in game.look.chars(obj_id).abilities:
        ability = game.book.at(ref.path)
        if isinstance(ability, CastRule):
            found.append(ability)
    return found


def ways_to_cast(game: Game, seat: Seat, obj_id: ObjId) -> list[Way]:
    """The ways in which a seat could begin to cast this now; empty when it may not."""
    thing = game.look.live(obj_id)
    if thing is None or "Land" in thing.chars.types or not _has_spell_type(thing):
        return []
    if not _in_time(game, seat, thing) or game.stack_is_sealed() or _cant_cast(game, seat, thing):
        return []
    own = game.look.book.printed(thing.obj.base)
    ways: list[Way] = []
    rules = cast_rules(game, obj_id)
    normal = Way(cost=Costs(mana=own.cost))
    if _may_from_here(game, seat, thing, ways):
        if game.book.at(thing.obj.base).has_cost:
            ways.append(normal)
        ways += [_alternative(r) for r in rules if r.alternative and r.cost is not None and not r.zone]
    for rule in rules:
        if rule.zone and rule.zone == thing.obj.zone and thing.obj.owner == seat and rule.cost is not None:
            ways.append(_alternative(rule))
    return [w for w in ways if _condition(game, seat, thing, w)]


def _has_spell_type(thing: Thing) -> bool:
    return any(t in thing.chars.types for t in (*PERMANENT_TYPES, "Instant", "Sorcery"))


def _alternative(rule: CastRule) -> Way:
    assert rule.cost is not None
    return Way(word=rule.alternative, cost=rule.cost, rule=rule)


def _may_from_here(game: Game, seat: Seat, thing: Thing, ways: list[Way]) -> bool:
    """From the hand; elsewhere by a permission, which may name a cost of its own."""
    obj = thing.obj
    if obj.zone == "hand":
        return obj.owner == seat
    for rule, source, frame in game.look.rules("may cast"):
        if rule.player is None:
            allowed = source.controller == seat
        else:
            allowed = player(seat) in rule.player.resolve(game.look, frame.about(obj.id))
        if not allowed or rule.filter is None or not rule.filter.finds(game.look, obj.id, frame):
            continue
        extra = number(rule.amount, game.look, frame.about(obj.id))
        cost = rule.cost if rule.cost is not None else Costs(mana=game.book.printed(obj.base).cost)
        ways.append(Way(word="", cost=cost, extra=extra, permission=source.path))
        if rule.cost is None:  # 118.9a: a permission alone is no alternative cost
            own = (r for r in cast_rules(game, obj.id) if r.alternative and r.cost is not None and not r.zone)
            ways += [replace(_alternative(r), extra=extra, permission=source.path) for r in own]
    return False


def as_spell(thing: Thing, seat: Seat) -> Thing:
    """A card seen as the spell that it would be, so that a text about spells can speak of it (601.3)."""
    if thing.obj.zone == "stack":
        return thing
    return Thing(replace(thing.obj, zone="stack", controller=seat), replace(thing.chars, controller=seat))


def _cant_cast(game: Game, seat: Seat, thing: Thing) -> bool:
    """601.3; where it hangs on a value of X still to be chosen, casting may begin (601.3a)."""
    rules = game.look.rules_for("can't cast", player(seat))
    if not rules:
        return False
    open_x = thing.obj.zone != "stack" and "X" in thing.chars.cost
    thing = as_spell(thing, seat)
    for rule, _, frame in rules:
        if rule.filter is None:
            return True
        if not (open_x and rule.filter.reads & Facet.STATS) and rule.filter.matches(game.look, thing, frame):
            return True
    return False


def _in_time(game: Game, seat: Seat, thing: Thing) -> bool:
    """117.1a: instants and flash at any priority, all else in one's own main phase on an empty stack."""
    if any(t in thing.chars.types for t in _INSTANT) or thing.chars.has("flash"):
        return True
    if game.is_sorcery_time(seat):
        return True
    rules = game.look.rules_for("cast as instant", player(seat))
    if not rules:
        return False
    spell = as_spell(thing, seat)
    return any(rule.filter is None or rule.filter.matches(game.look, spell, frame) for rule, _, frame in rules)


def _condition(game: Game, seat: Seat, thing: Thing, way: Way) -> bool:
    """Whether the card's own restrictions allow it; the conditions of its changes of cost are no such thing."""
    frame = Frame(source=thing.obj.id, controller=seat)
    for rule in cast_rules(game, thing.obj.id):
        own = rule.alternative == way.word or not rule.alternative
        changes_cost = rule.additional is not None or rule.more is not None or rule.less is not None
        if own and not changes_cost and rule.only_if is not None and not rule.only_if.holds(game.look, frame):
            return False
    return True


def spell_of(game: Game, obj: Obj) -> Scripted:
    """What a card does as a spell: its spell ability, or an Aura's target, or nothing."""
    chars = game.look.chars(obj.id)
    for ref in chars.abilities:
        ability = game.book.at(ref.path)
        if isinstance(ability, Spell):
            return ability
    if chars.is_a("Aura"):
        return _aura_spell(game, obj)
    return Spell()


def _aura_spell(game: Game, obj: Obj) -> Spell:
    """303.4a: an Aura spell has a target, by its enchant ability."""
    from .abilities import TargetSlot
    from .attach import enchants

    enchant = enchants(game.look, Thing(obj, game.look.chars(obj.id)))
    if enchant is None or enchant.filter is None:
        return Spell()
    return Spell(modes=(Mode(targets=(TargetSlot(filter=enchant.filter),)),))


def could_target(game: Game, seat: Seat, obj_id: ObjId, way: Way) -> bool:
    """Whether there are targets enough for a cast to be worth offering."""
    if way.rule is not None and way.rule.each_instead:
        return True
    obj = game.state.objects[obj_id]
    spell = spell_of(game, obj)
    frame = Frame(source=obj_id, controller=seat, object=obj_id)
    source = game.look.live(obj_id)
    low = spell.choose[0] if spell.modal else len(spell.modes)
    fitting = 0
    for mode in spell.modes:
        fits = all(
            not isinstance(s.least, int) or s.least == 0 or len(legal_targets(game.look, s, frame, source)) >= s.least
            for s in mode.targets
        )
        fitting += fits
    return fitting >= low


def cost_payable(game: Game, seat: Seat, obj_id: ObjId, way: Way) -> str:
    frame = Frame(source=obj_id, controller=seat, object=obj_id)
    return can_pay_asked(game, frame, seat, asked_for(game, seat, obj_id, way, frame))


# --- what it costs ------------------------------------------------------------------------------------


def asked_for(game: Game, seat: Seat, obj_id: ObjId, way: Way, frame: Frame) -> Asked:
    """The base cost with the additional costs announced, and the changes that apply to it (118.9d)."""
    costs, more, less = way.cost, way.extra, 0
    optional = optional_costs(game, obj_id)
    for rule in cast_rules(game, obj_id):
        if rule.alternative and rule.alternative != way.word:
            continue
        if rule.only_if is not None and not rule.only_if.holds(game.look, frame):
            continue
        if rule.additional is not None:
            for _ in range(_times(rule, optional, frame.cast)):
                costs = plus(costs, rule.additional)
        more += number(rule.more, game.look, frame) if rule.more is not None else 0
        less += number(rule.less, game.look, frame) if rule.less is not None else 0
    live = game.look.live(obj_id)
    thing = as_spell(live, seat) if live is not None else None
    for word, sign in (("costs more", 1), ("costs less", -1)):
        for part, _, rule_frame in game.look.rules_for(word, player(seat)):
            if part.filter is None or (thing and part.filter.matches(game.look, thing, rule_frame)):
                n = number(part.amount, game.look, rule_frame)
                more, less = (more + n, less) if sign > 0 else (more, less + n)
    return Asked(costs, more, less)


def optional_costs(game: Game, obj_id: ObjId) -> list[CastRule]:
    """The optional additional costs of a card: kicker and the like, in printed order."""
    return [r for r in cast_rules(game, obj_id) if r.optional and r.additional is not None]


def _times(rule: CastRule, optional: list[CastRule], cast_: Cast) -> int:
    """How often an additional cost is paid."""
    if not rule.optional:
        return 1
    at = optional.index(rule)
    return cast_.extras[at] if at < len(cast_.extras) else 0


# --- casting ---------------------------------------------------------------------------------------


def cast(game: Game, seat: Seat, obj_id: ObjId, given: Given | None) -> Asking:
    """Cast a spell (601.2); raises `Refused` where the proposal is illegal. Returns the spell's id."""
    ways = ways_to_cast(game, seat, obj_id)
    if not ways:
        raise Refused("this cannot be cast now", "cast.timing.sorcery")
    way = yield from _choose_way(game, seat, obj_id, ways, given)
    return (yield from cast_this_way(game, seat, obj_id, way, given))


def _choose_way(game: Game, seat: Seat, obj_id: ObjId, ways: list[Way], given: Given | None) -> Asking:
    if given is not None:
        return _named_way(game, obj_id, ways, given)
    able = [w for w in ways if could_target(game, seat, obj_id, w) and cost_payable(game, seat, obj_id, w) != "no"]
    ways = able or ways
    if len(ways) == 1:
        return ways[0]
    words = tuple(w.word or "mana cost" for w in ways)
    word = yield from game.choose_word(
        seat, words, prompt="cost", rule="cost.alternative", cause=obj_id, may_cancel=True
    )
    return ways[words.index(word)]


def _named_way(game: Game, obj_id: ObjId, ways: list[Way], given: Given) -> Way:
    """The way that a cast made at once means: by its name, else the one that takes what is given up for it.

    A cost that is no keyword's has no name that everybody knows, so where there is one such, any word means it.
    """
    if given.alternative is not None:
        found = [w for w in ways if w.word == given.alternative]
        found = found or [w for w in ways if w.word and w.rule is not None and not _of_keyword(w.rule)]
    else:
        found = [w for w in ways if _takes(game, obj_id, w, given)]
        found = [w for w in found if not w.word] or found
    if len(found) == 1 or (found and not found[0].word):
        return found[0]
    raise Refused(f"it cannot be cast for {given.alternative or 'its mana cost'} now", "cost.alternative")


def _of_keyword(rule: CastRule) -> bool:
    """Whether a keyword brings this alternative cost: its name is the keyword's."""
    return " " not in rule.alternative


def _takes(game: Game, obj_id: ObjId, way: Way, given: Given) -> bool:
    """Whether everything that would be given up could go into this way's costs."""
    parts = [*way.cost.parts]
    for rule in cast_rules(game, obj_id):
        parts += rule.additional.parts if rule.additional is not None else ()
    hows = {p.how for p in parts if isinstance(p, GiveUp)}
    hows |= {a.how for r in game.look.chars(obj_id).abilities if isinstance(a := game.book.at(r.path), Substitute)}
    return all(how in hows for how in ("sacrifice", "discard", "exile", "tap") if getattr(given, how))


def cast_this_way(game: Game, seat: Seat, obj_id: ObjId, way: Way, given: Given | None) -> Asking:
    obj = game.state.objects[obj_id]
    origin = obj.zone
    spell_id = _announce(game, seat, obj, way)
    cast_ = Cast(seat=seat, origin=origin, alternative=way.word)
    frame = Frame(source=spell_id, controller=seat, object=spell_id, cast=cast_)
    extras = yield from _extras(game, seat, spell_id, given)
    spell = spell_of(game, game.state.objects[spell_id])
    frame = replace(frame, cast=replace(cast_, kicked=sum(extras), extras=extras))
    targetless = way.rule is not None and way.rule.each_instead
    modes = yield from choose_modes(game, seat, spell, frame, given, targetless=targetless)
    if modes is None:
        raise Refused("it has no legal target", "cast.targets")
    x = yield from _choose_x(game, seat, spell_id, way, frame, given)
    frame = replace(frame, cast=replace(frame.cast, modes=modes, x=x))
    halves = yield from _halves(game, frame, seat, asked_for(game, seat, spell_id, way, frame), given)
    if not targetless:
        chosen = yield from choose_targets(game, seat, spell, frame, given)
        if chosen is None:
            raise Refused("it has no legal target", "cast.targets")
        frame = replace(frame, cast=replace(frame.cast, targets=chosen[0], divided=chosen[1]))
    elif given is not None and given.targets:
        raise Refused("it has no targets this way", "cast.targets")
    _change(game, spell_id, frame.cast)
    targeted(game, spell_id, seat, frame.cast)
    if any(n and rule.then_hand for n, rule in zip(extras, optional_costs(game, spell_id), strict=True)):
        game.happen([ev.Marked(object=spell_id, mark="then hand", on=True, cause=Cause("cast", spell_id, seat))])
    proposed = game.look.live(spell_id)
    if proposed is None or _cant_cast(game, seat, proposed):
        raise Refused("casting it this way is prohibited", "cast.legality")  # 601.2e
    asked = asked_for(game, seat, spell_id, way, frame)
    costs = yield from total_cost(game, frame, seat, asked, x, given, halves)
    paid = yield from pay(game, frame, seat, costs, given, x)
    _change(game, spell_id, replace(frame.cast, paid=paid.mana, given=paid.given))
    _done(game, seat, spell_id)
    return spell_id


def _halves(game: Game, frame: Frame, seat: Seat, asked: Asked, given: Given | None) -> Asking:
    """601.2b: what is announced of hybrid and Phyrexian symbols; made in advance, it fits the total cost."""
    if given is not None:
        return ()
    return (yield from announce(game, frame, seat, asked, frame.cast.x, None))


def _announce(game: Game, seat: Seat, obj: Obj, way: Way) -> ObjId:
    """601.2a: the card becomes a spell on top of the stack."""
    state = game.state
    new = replace(
        obj,
        id=game.fresh_id(),
        zone="stack",
        controller=seat,
        under=seat,
        timestamp=state.clock,
        counters=(),
        marks=("then exile",) if way.rule is not None and way.rule.then_exile else (),
        face_down="morph" if way.word == "morph" else "",
        cast=Cast(seat=seat, origin=obj.zone, alternative=way.word),
    )
    was = game.look.live(obj.id)
    game.happen([ev.Moved(was=was, now=new, how="cast", cause=Cause("cast.announce", new.id, seat))])
    return new.id


def _change(game: Game, spell_id: ObjId, cast_: Cast) -> None:
    game.happen([ev.CastChanged(object=spell_id, cast=cast_, cause=Cause("cast", spell_id, cast_.seat))])


def _done(game: Game, seat: Seat, spell_id: ObjId) -> None:
    """601.2i: the spell becomes cast, and what waits for that triggers."""
    thing = game.look.live(spell_id)
    if thing is None:
        return
    game.happen([ev.SpellCast(object=spell_id, seat=seat, spell=thing, cause=Cause("cast.done", spell_id, seat))])


def _extras(game: Game, seat: Seat, spell_id: ObjId, given: Given | None) -> Asking:
    """How often each optional additional cost will be paid (601.2b)."""
    times: list[int] = []
    for rule in optional_costs(game, spell_id):
        many = rule.times != 1
        if given is not None and (given.kicked is not True or not many):
            times.append(int(given.kicked or 0))
            continue
        if many:
            most = rule.times or game.limits["x"]
            n = yield from game.choose_number(
                seat, 0, most, prompt="kicker", rule="keyword.kicker", cause=spell_id, may_cancel=True
            )
            times.append(n)
        else:
            wants = yield from game.choose_yes(
                seat, prompt="kicker", rule="keyword.kicker", cause=spell_id, may_cancel=True
            )
            times.append(int(wants))
    return tuple(times)


def _choose_x(game: Game, seat: Seat, spell_id: ObjId, way: Way, frame: Frame, given: Given | None) -> Asking:
    """601.2b: X where the cost has one, in mana or in another part."""
    asked = asked_for(game, seat, spell_id, way, frame)
    if not has_x(asked.costs):
        return 0
    if given is not None:
        if given.x is None or given.x < 0:
            raise Refused("it needs a value for X", "cast.x")
        return given.x
    most = game.greatest_x(seat, spell_id, asked.costs, spared=asked.less)
    return (yield from game.choose_number(seat, 0, most, prompt="x", rule="cast.x", cause=spell_id, may_cancel=True))


def has_x(costs: Costs) -> bool:
    return "X" in costs.mana or any(isinstance(getattr(p, "amount", 0), XValue) for p in costs.parts)


def cast_during_resolution(
    game: Game, seat: Seat, obj_id: ObjId, *, may: bool, cost: Costs | None, word: str
) -> Asking:
    """Cast while something resolves (608.2g): without paying the mana cost, or for a named cost."""
    thing = game.look.live(obj_id)
    if thing is None or "Land" in thing.chars.types or _cant_cast(game, seat, thing):
        return False
    way = Way(word=word, cost=cost or Costs())
    if not could_target(game, seat, obj_id, way):
        return False
    if may:
        wants = yield from game.choose_yes(seat, prompt="cast", rule="cast", cause=obj_id)
        if not wants:
            return False
    mark = game.mark()
    game.mana_uses.clear()
    try:
        yield from cast_this_way(game, seat, obj_id, way, None)
    except Refused as refused:
        game.could_not_be_done(seat, refused)
        yield from take_back(game, mark)
        return False
    return True


# --- activating --------------------------------------------------------------------------------------


def activate(game: Game, seat: Seat, obj_id: ObjId, n: int, given: Given | None) -> Asking:
    """Activate an object's n-th activated ability (602.2); a mana ability resolves at once (605.3b)."""
    if not game.may_activate(seat, obj_id, n):
        raise Refused("this ability cannot be activated now", "activate.timing")
    path = game.activated_paths(obj_id)[n - 1]
    ability: Activated = game.book.at(path)
    bound = game.bound_of(obj_id, path)
    frame = Frame(source=obj_id, controller=seat, path=path, bound=bound, cast=_cast_of(game, obj_id, seat))
    _reveal_hidden(game, seat, obj_id)
    if ability.mana:
        with game.begun(obj_id, path):
            yield from _activate_mana(game, seat, frame, ability, given)
    else:
        yield from _activate(game, seat, frame, ability, given)


def _cast_of(game: Game, obj_id: ObjId, seat: Seat) -> Cast:
    obj = game.state.objects[obj_id]
    return replace(obj.cast or Cast(), seat=seat, targets=(), modes=(), divided=())


def _activate_mana(game: Game, seat: Seat, frame: Frame, ability: Activated, given: Given | None) -> Asking:
    paid = yield from pay(game, frame, seat, ability.cost, given)
    game.happen(
        [
            ev.AbilityActivated(
                object=frame.source, source=frame.source, seat=seat, path=frame.path, mana=True,
                cause=Cause("activate.mana", frame.source, seat),
            )
        ]
    )  # fmt: skip
    frame = replace(frame, cast=replace(frame.cast, given=paid.given, paid=paid.mana))
    yield from run(game, frame, ability.modes[0].do)
    yield from resolve_mana_triggers(game)


def _activate(game: Game, seat: Seat, frame: Frame, ability: Activated, given: Given | None) -> Asking:
    made = place_ability(game, frame.path, frame.source, seat, frame.cast, frame.bound, "activate")
    frame = replace(frame, object=made)
    modes = yield from choose_modes(game, seat, ability, frame, given)
    if modes is None:
        raise Refused("it has no legal target", "cast.targets")
    x = 0
    if has_x(ability.cost):
        x = yield from _activation_x(game, seat, frame, ability, given)
    frame = replace(frame, cast=replace(frame.cast, modes=modes, x=x if has_x(ability.cost) else frame.cast.x))
    halves = yield from _halves(game, frame, seat, game.activation_asks(seat, frame, ability), given)
    chosen = yield from choose_targets(game, seat, ability, frame, given)
    if chosen is None:
        raise Refused("it has no legal target", "cast.targets")
    frame = replace(frame, cast=replace(frame.cast, targets=chosen[0], divided=chosen[1]))
    _change(game, made, frame.cast)
    targeted(game, made, seat, frame.cast)
    asked = game.activation_asks(seat, frame, ability)
    costs = yield from total_cost(game, frame, seat, asked, frame.cast.x, given, halves)
    paid = yield from pay(game, frame, seat, costs, given, x)
    _change(game, made, replace(frame.cast, paid=paid.mana, given=paid.given))
    if ability.loyalty:
        game.note(ev.AbilityFired(key=f"turn:loyalty:{frame.source}"))
    if ability.limit:
        game.note(ev.AbilityFired(key=f"turn:{frame.source}:{frame.path}"))
    cause = Cause("activate", frame.source, seat)
    game.happen([ev.AbilityActivated(object=made, source=frame.source, seat=seat, path=frame.path, cause=cause)])


def _reveal_hidden(game: Game, seat: Seat, obj_id: ObjId) -> None:
    """602.2a: a card in a hidden zone is shown when an ability of it is activated."""
    if game.state.objects[obj_id].zone in HIDDEN_ZONES:
        everybody = game.state.seats_in_game()
        cause = Cause("activate", obj_id, seat)
        game.happen([ev.Revealed(objects=(obj_id,), to=everybody, public=True, cause=cause)])


def _activation_x(game: Game, seat: Seat, frame: Frame, ability: Activated, given: Given | None) -> Asking:
    if given is not None:
        if given.x is None or given.x < 0:
            raise Refused("it needs a value for X", "cast.x")
        return given.x
    most = game.greatest_x(seat, frame.source, ability.cost)
    return (
        yield from game.choose_number(
            seat, 0, most, prompt="x", rule="cast.x", cause=frame.source, may_cancel=game.proposing == seat
        )
    )


# --- resolving -----------------------------------------------------------------------------------------


def resolve_top(game: Game) -> Asking:
    """Resolve the object on top of the stack (608)."""
    obj = game.state.objects[game.state.zone("stack")[-1]]
    if obj.kind == "damage":
        from .combat_damage import resolve_damage

        yield from resolve_damage(game, obj.id)
        return
    ability = script_of(game, obj)
    frame = frame_of(game, obj)
    frame, fizzled = _checked(game, obj, ability, frame)
    what = game.look.live(obj.id)
    assert what is not None
    rule = "resolve.illegal_targets" if fizzled else "resolve"
    game.happen([ev.Resolved(object=obj.id, what=what, fizzled=fizzled, cause=Cause(rule, obj.id, obj.controller))])
    if not fizzled and game.intervenes(ability, frame):
        fizzled = True
    mark = game.mark()
    try:
        if obj.kind == "ability":
            if not fizzled:
                yield from _run_ability(game, ability, frame)
        elif not fizzled and _is_permanent(what):
            yield from _enter(game, obj, frame)
        elif not fizzled:
            yield from _run(game, ability, frame)
    except BrokenCard as broken:
        if broken.path != frame.path:
            raise  # not this ability broke, but one that had a say in what it does
        yield from game.contain(broken, mark, obj.id)
    yield from _leave_stack(game, obj.id, fizzled)


def script_of(game: Game, obj: Obj) -> Scripted:
    """What an object on the stack does."""
    if obj.kind == "ability":
        ability: Scripted = game.book.at(obj.base)
        return ability
    return spell_of(game, obj)


def frame_of(game: Game, obj: Obj) -> Frame:
    """The frame in which an object on the stack resolves."""
    source = obj.source if obj.kind == "ability" else obj.id
    path = obj.base if obj.kind == "ability" else (obj.copied or obj.base)
    return Frame(
        source=source,
        controller=obj.controller,
        path=path,
        object=obj.id,
        cast=obj.cast or Cast(),
        bound=obj.bound,
    )


def _checked(game: Game, obj: Obj, ability: Scripted, frame: Frame) -> tuple[Frame, bool]:
    """608.2b: targets that have become illegal are left out; with none legal it does not resolve."""
    if obj.kind != "ability" and each_instead(game, obj.base, frame.cast) is not None:
        groups = tuple(
            slot.filter.refs(game.look, frame) for m in chosen_modes(ability, frame.cast) for slot in m.targets
        )
        return replace(frame, cast=replace(frame.cast, targets=groups)), False
    had = sum(len(g) for g in frame.cast.targets)
    legal = still_legal(game, ability, frame)
    frame = replace(frame, cast=replace(frame.cast, targets=legal))
    return frame, had > 0 and not any(legal)


def _is_permanent(what: Thing) -> bool:
    return bool(what.obj.face_down) or any(t in PERMANENT_TYPES for t in what.chars.types)


def _run_ability(game: Game, ability: Scripted, frame: Frame) -> Asking:
    if isinstance(ability, Triggered) and ability.optional:
        wants = yield from game.choose_yes(frame.controller, prompt="may", rule="triggers.may", cause=frame.source)
        if not wants:
            return
    yield from _run(game, ability, frame)


def _run(game: Game, ability: Scripted, frame: Frame) -> Asking:
    """The chosen modes in printed order, each with its own targets."""
    at = 0
    done = NOTHING_DONE
    for mode in chosen_modes(ability, frame.cast):
        groups = frame.cast.targets[at : at + len(mode.targets)]
        at += len(mode.targets)
        own = replace(frame, cast=replace(frame.cast, targets=groups), that=done.that)
        done = yield from run(game, own, mode.do)


def _enter(game: Game, obj: Obj, frame: Frame) -> Asking:
    """608.3: a permanent spell becomes a permanent under its controller's control."""
    attached = Ref(0)
    if game.look.chars(obj.id).is_a("Aura") and any(frame.cast.targets):
        attached = frame.cast.targets[0][0]
    yield from together(
        game,
        [
            ac.Move(
                object=obj.id, to="battlefield", how="resolve", under=obj.controller, attached=attached,
                face_down=obj.face_down, cast=obj.cast, cause=Cause("resolve.permanent", obj.id, obj.controller),
            )
        ],
    )  # fmt: skip


def _leave_stack(game: Game, obj_id: ObjId, fizzled: bool) -> Asking:
    """What still is on the stack leaves it: a card to the graveyard, an ability out of existence."""
    obj = game.state.objects.get(obj_id)
    if obj is None:
        return
    if obj.kind == "ability":
        thing = game.look.live(obj_id)
        assert thing is not None
        game.happen([ev.Ceased(was=thing, how="resolve", cause=Cause("resolve", obj_id, obj.controller))])
        return
    to = "hand" if "then hand" in obj.marks and not fizzled else "graveyard"
    rule = "resolve.illegal_targets" if fizzled else "resolve.instant"
    yield from together(
        game,
        [ac.Move(object=obj_id, to=to, how="resolve", cause=Cause(rule, obj_id, obj.controller))],  # type: ignore[arg-type]
    )


def after_ceasing(game: Game, thing: Thing) -> None:
    """A state trigger may trigger again once its ability has left the stack (603.8)."""
    ability = game.book.at(thing.obj.base)
    if isinstance(ability, Triggered) and isinstance(ability.on, StateIs):
        game.note(ev.AbilityFired(key=state_key(thing.obj.source, thing.obj.base), on=False))


def bound_values(bound: Bound) -> dict[str, Any]:
    return dict(bound)


__all__ = ["GiveUp", "Refused", "activate", "cast", "may_target", "option_id", "resolve_top"]
