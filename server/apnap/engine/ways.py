"""The ways to cast a card: by whose leave, for which costs, and with which targets (601.3, 118.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from .abilities import CastRule, Mode, Scripted, Spell, TargetSlot
from .affording import Asked, can_pay_asked, plus, times
from .amounts import number
from .attach import enchants
from .cost_parts import Costs
from .facets import Facet
from .frame import Frame
from .state import Cast, Chars, Obj, Thing
from .values import PERMANENT_TYPES, ObjId, Seat, player

if TYPE_CHECKING:
    from .game import Game

_SPELL_TYPES = {*PERMANENT_TYPES, "Instant", "Sorcery"}


class Way(Struct, frozen=True):
    """One way in which a seat may cast a card: an alternative cost, from where, and what goes with it."""

    word: str = ""
    cost: Costs = Costs()
    rule: CastRule | None = None
    extra: int = 0
    permission: str = ""


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
    if not _in_time(game, seat, thing) or game.stack_is_sealed() or cant_cast(game, seat, thing):
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


def could_begin_to_cast(game: Game, seat: Seat, obj_id: ObjId) -> bool:
    """702.62c: by time, prohibitions and its own restrictions; costs and targets aside, and what no cost means."""
    thing = game.look.live(obj_id)
    if thing is None or game.stack_is_sealed() or cant_cast(game, seat, thing):
        return False
    return _in_time(game, seat, thing) and _condition(game, seat, thing, Way())


def _has_spell_type(thing: Thing) -> bool:
    return not _SPELL_TYPES.isdisjoint(thing.chars.types)


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
    cast = Cast(seat=seat, origin=thing.obj.zone)
    return Thing(replace(thing.obj, zone="stack", controller=seat, cast=cast), replace(thing.chars, controller=seat))


def cant_cast(game: Game, seat: Seat, thing: Thing) -> bool:
    """601.3; where it hangs on a value of X still to be chosen, casting may begin (601.3a)."""
    rules = game.look.rules_for("can't cast", player(seat))
    if thing.obj.zone != "stack" and not game.is_sorcery_time(seat):
        rules += game.look.rules_for("cast only as sorcery", player(seat))
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
    if is_instant(thing.chars) or game.is_sorcery_time(seat):
        return True
    rules = game.look.rules_for("cast as instant", player(seat))
    if not rules:
        return False
    spell = as_spell(thing, seat)
    return any(rule.filter is None or rule.filter.matches(game.look, spell, frame) for rule, _, frame in rules)


def is_instant(chars: Chars) -> bool:
    """Whether a card says itself that it may be cast at any priority."""
    return "Instant" in chars.types or chars.has("flash")


def only_instants_now(game: Game, seat: Seat) -> bool:
    """Whether nothing but what says so itself may be cast now, by the time alone."""
    return not game.is_sorcery_time(seat) and not game.look.rules_for("cast as instant", player(seat))


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
    enchant = enchants(game.look, Thing(obj, game.look.chars(obj.id)))
    if enchant is None or enchant.filter is None:
        return Spell()
    return Spell(modes=(Mode(targets=(TargetSlot(filter=enchant.filter),)),))


def could_target(game: Game, seat: Seat, obj_id: ObjId, way: Way) -> bool:
    """Whether there are targets enough for a cast to be worth offering."""
    if way.rule is not None and way.rule.each_instead:
        return True
    spell = spell_of(game, game.state.objects[obj_id])
    frame = Frame(source=obj_id, controller=seat, object=obj_id)
    return game.has_targets(spell, frame)


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
            costs = plus(costs, times(rule.additional, _times(rule, optional, frame.cast)))
        more += number(rule.more, game.look, frame) if rule.more is not None else 0
        less += number(rule.less, game.look, frame) if rule.less is not None else 0
    live = game.look.live(obj_id)
    thing = as_spell(live, seat) if live is not None else None
    for word, sign in (("costs more", 1), ("costs less", -1)):
        for part, _, rule_frame in game.look.rules_for(word, player(seat)):
            if part.filter is None or (thing and part.filter.matches(game.look, thing, rule_frame)):
                n = number(part.amount, game.look, rule_frame)
                more, less = (more + n, less) if sign > 0 else (more, less + n)
    least = max((0, *_least(game, seat, thing)))
    return Asked(costs, more, less, least)


def _least(game: Game, seat: Seat, thing: Thing | None) -> Iterator[int]:
    """How much mana a spell costs at least, by each rule that says so."""
    for part, _, frame in game.look.rules_for("costs at least", player(seat)):
        if part.filter is None or (thing and part.filter.matches(game.look, thing, frame)):
            yield number(part.amount, game.look, frame)


def optional_costs(game: Game, obj_id: ObjId) -> list[CastRule]:
    """The optional additional costs of a card: kicker and the like, in printed order."""
    return [r for r in cast_rules(game, obj_id) if r.optional and r.additional is not None]


def _times(rule: CastRule, optional: list[CastRule], cast_: Cast) -> int:
    """How often an additional cost is paid."""
    if not rule.optional:
        return 1
    at = optional.index(rule)
    return cast_.extras[at] if at < len(cast_.extras) else 0
