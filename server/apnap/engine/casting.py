"""Casting spells (601)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import events as ev
from .abilities import CastRule, Substitute
from .announcing import announce_halves, change_cast, choose_x, total_cost
from .aside import aside
from .cost_parts import Costs, GiveUp
from .costs import pay
from .frame import Frame
from .perform import Asking
from .requests import Given
from .rewinding import take_back, take_back_or_refuse
from .state import Cast, Cause, Obj
from .targets import Declined, Impossible, Refused, choose_modes, choose_targets
from .triggers import targeted
from .values import ObjId, Seat, Zone
from .ways import (
    Way,
    asked_for,
    cant_cast,
    cast_rules,
    cost_payable,
    could_target,
    optional_costs,
    spell_of,
    ways_to_cast,
)

if TYPE_CHECKING:
    from .game import Game


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
    if given.alternative is None and ways:
        raise Refused("nothing that it costs takes what is named to be given up", "cost.resources")
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
    outer, game.proposed = game.proposed, spell_id
    try:
        yield from _propose(game, seat, spell_id, origin, way, given)
    finally:
        game.proposed = outer
    _done(game, seat, spell_id)
    return spell_id


def _propose(game: Game, seat: Seat, spell_id: ObjId, origin: Zone, way: Way, given: Given | None) -> Asking:
    """601.2b to h: the choices for a spell that is on the stack already, and what it costs."""
    cast_ = Cast(seat=seat, origin=origin, alternative=way.word)
    frame = Frame(source=spell_id, controller=seat, object=spell_id, cast=cast_)
    extras = yield from _extras(game, seat, spell_id, given)
    spell = spell_of(game, game.state.objects[spell_id])
    frame = replace(frame, cast=replace(cast_, kicked=sum(extras), extras=extras))
    targetless = way.rule is not None and way.rule.each_instead
    modes = yield from choose_modes(game, seat, spell, frame, given, targetless=targetless)
    if modes is None:
        raise Refused("it has no legal target", "cast.targets")
    x = yield from choose_x(game, frame, seat, asked_for(game, seat, spell_id, way, frame), given)
    frame = replace(frame, cast=replace(frame.cast, modes=modes, x=x))
    halves = yield from announce_halves(game, frame, seat, asked_for(game, seat, spell_id, way, frame), given)
    if not targetless:
        chosen = yield from choose_targets(game, seat, spell, frame, given)
        if chosen is None:
            raise Refused("it has no legal target", "cast.targets")
        frame = replace(frame, cast=replace(frame.cast, targets=chosen[0], divided=chosen[1]))
    elif given is not None and given.targets:
        raise Refused("it has no targets this way", "cast.targets")
    change_cast(game, spell_id, frame.cast)
    targeted(game, spell_id, seat, frame.cast)
    if any(n and rule.then_hand for n, rule in zip(extras, optional_costs(game, spell_id), strict=True)):
        game.happen([ev.Marked(object=spell_id, mark="then hand", on=True, cause=Cause("cast", spell_id, seat))])
    proposed = game.look.live(spell_id)
    if proposed is None or cant_cast(game, seat, proposed):
        raise Refused("casting it this way is prohibited", "cast.legality")  # 601.2e
    asked = asked_for(game, seat, spell_id, way, frame)
    costs = yield from total_cost(game, frame, seat, asked, x, given, halves)
    paid = yield from pay(game, frame, seat, costs, given, x)
    change_cast(game, spell_id, replace(frame.cast, paid=paid.mana, given=paid.given))


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


def _done(game: Game, seat: Seat, spell_id: ObjId) -> None:
    """601.2i: the spell becomes cast, and what waits for that triggers."""
    thing = game.look.live(spell_id)
    if thing is None:
        return
    casts = game.state.tallies.get("turn:casts", {})
    nth, before = casts.get(str(seat), 0) + 1, sum(casts.values())
    cause = Cause("cast.done", spell_id, seat)
    game.happen([ev.SpellCast(object=spell_id, seat=seat, spell=thing, nth=nth, before=before, cause=cause)])


def _extras(game: Game, seat: Seat, spell_id: ObjId, given: Given | None) -> Asking:
    """How often each optional additional cost will be paid (601.2b)."""
    times: list[int] = []
    for rule in optional_costs(game, spell_id):
        many = rule.times != 1
        if given is not None and (given.kicked is not True or not many):
            times.append(int(given.kicked or 0))
            if not 0 <= times[-1] <= (rule.times or game.limits["times"]):
                raise Refused("it cannot be paid additionally so often", "keyword.kicker")
            continue
        if many:
            most = rule.times or game.limits["times"]
            n = yield from game.choose_number(
                seat, 0, most, prompt="kicker", rule="keyword.kicker", cause=spell_id, may_cancel=True
            )
            times.append(n)
        else:
            wants = yield from game.choose_yes(
                seat, prompt="kicker", rule="keyword.kicker", cause=spell_id, may_cancel=True
            )
            times.append(int(wants))
    if given is not None and given.kicked and not times:
        raise Refused("it has no cost that may be paid additionally", "keyword.kicker")
    return tuple(times)


def cast_during_resolution(
    game: Game, seat: Seat, obj_id: ObjId, *, may: bool, cost: Costs | None, word: str
) -> Asking:
    """Cast while something resolves (608.2g): without paying the mana cost, or for a named cost."""
    thing = game.look.live(obj_id)
    if thing is None or "Land" in thing.chars.types or cant_cast(game, seat, thing):
        return False
    way = Way(word=word, cost=cost or Costs())
    if not could_target(game, seat, obj_id, way):
        return False
    if may:
        wants = yield from game.choose_yes(seat, prompt="cast", rule="cast", cause=obj_id)
        if not wants:
            return False
    mark, decisions = game.mark(), game.decisions
    game.mana_uses.clear()
    try:
        yield from cast_this_way(game, seat, obj_id, way, None)
    except Impossible:
        raise
    except Declined:
        yield from take_back(game, mark)
        return False
    except Refused as refused:
        if may:
            yield from take_back_or_refuse(game, mark, seat, refused, decisions)
            return (yield from aside(cast_during_resolution(game, seat, obj_id, may=may, cost=cost, word=word)))
        game.could_not_be_done(seat, refused)
        yield from take_back(game, mark)
        return False
    return True
