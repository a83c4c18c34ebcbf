"""Which replacement effects would apply to an action (614.5, 614.12), in the classes of 616.1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import actions as ac
from .abilities import Instead
from .changes import Also, Enters, EntersAsCopy
from .facts import fits, of_action
from .frame import Frame
from .prohibitions import facts_for
from .sources import Source
from .state import Thing
from .terms import This
from .values import NOTHING, ObjId

if TYPE_CHECKING:
    from .look import Look
    from .perform import Used


class Applicable:
    """A replacement effect that applies to the action at hand."""

    __slots__ = ("frame", "instead", "key", "source")

    def __init__(self, source: Source, instead: Instead, frame: Frame, action: ac.Action) -> None:
        self.source = source
        self.instead = instead
        self.frame = frame
        self.key = key_of(source, instead, action)


def key_of(source: Source, instead: Instead, action: ac.Action) -> tuple[Any, ...]:
    """What says that an effect was used (614.5); what may apply again is told apart by where things go."""
    where = action.to if instead.again and isinstance(action, ac.Move) else ""
    obj = action.object if not source.obj and isinstance(action, ac.Move) else source.obj
    return (obj, source.path, source.effect, where)


def applicable(look: Look, action: ac.Action, entering: Thing | None, used: Used) -> list[Applicable]:
    """The effects that would apply, in the classes of 616.1: itself, control, copy, the others."""
    name = type(action).__name__
    sources = list(look.found(f"instead:{name}"))
    if entering is not None:
        sources = [s for s in sources if s.obj != entering.obj.id] + _own(look, entering, name)
    elif isinstance(action, ac.Move) and action.object:
        sources += _own_elsewhere(look, action, name, sources)
    if not sources:
        return []
    found = []
    facts = of_action(look, action, entering)
    for source in sources:
        instead: Instead = source.ability
        if isinstance(action, ac.LoseGame):
            facts = facts_for(look, source, action, entering)
        if key_of(source, instead, action) in used:
            continue
        if source.affected is not None and facts.object not in source.affected:
            continue
        if isinstance(action, ac.DealDamage) and instead.prevents and not _prevents_or_more(look, instead, action):
            continue
        if instead.regenerates and not _regenerable(look, action):
            continue
        frame = source.frame(look).binding(**dict(facts.bound()))
        if entering is not None and source.obj == entering.obj.id and isinstance(action, ac.Move) and action.cast:
            frame = replace(frame, cast=action.cast)  # X and what was paid are those of the spell that it was
        if not any(w.action == name and fits(look, w, facts, frame) for w in instead.would):
            continue
        if instead.only_if is not None and not instead.only_if.holds(look, frame):
            continue
        if not instead.entering and entering is not None and source.obj == entering.obj.id:
            continue
        found.append(Applicable(source, instead, frame, action))
    return _first_class(look, found)


def _own(look: Look, entering: Thing, name: str) -> list[Source]:
    """The entering object's own effects about how it enters, by what it will be (614.12)."""
    found = []
    for ref in entering.chars.abilities:
        ability = look.book.at(ref.path)
        if not isinstance(ability, Instead) or f"instead:{name}" not in ability.keys or not ability.entering:
            continue
        if all(isinstance(w.object, This) for w in ability.would):
            found.append(
                Source(
                    ability,
                    ref.path,
                    entering.obj.id,
                    entering.chars.controller,
                    entering.obj.timestamp,
                    ref.bound,
                )
            )
    return found


def _own_elsewhere(look: Look, action: ac.Move, name: str, known: list[Source]) -> list[Source]:
    """Effects "from anywhere" of a card about itself work wherever it is (614.12, 113.6)."""
    thing = look.live(action.object)
    if thing is None or any(s.obj == action.object for s in known):
        return []
    found = []
    for ref in thing.chars.abilities:
        ability = look.book.at(ref.path)
        if isinstance(ability, Instead) and f"instead:{name}" in ability.keys and thing.obj.zone in ability.zones:
            found.append(
                Source(ability, ref.path, thing.obj.id, thing.chars.controller, thing.obj.timestamp, ref.bound)
            )
    return found


def preventable(look: Look, action: ac.DealDamage) -> bool:
    """Whether this damage can be prevented at all."""
    return action.preventable and not look.has_rule("unpreventable", action.source)


def _prevents_or_more(look: Look, instead: Instead, action: ac.DealDamage) -> bool:
    """615.12: of unpreventable damage nothing is prevented, but what else the effect does takes place."""
    return preventable(look, action) or any(isinstance(c, Also) for c in instead.changes)


def _regenerable(look: Look, action: ac.Action) -> bool:
    if isinstance(action, ac.Destroy):
        return action.regenerable and not look.has_rule("can't be regenerated", action.object)
    return True


def _first_class(look: Look, found: list[Applicable]) -> list[Applicable]:
    """616.1a to d: self-replacements first, then control, then copies; else all that are left.

    What comes next to self-replacements was added to the rules one by one."""
    if len(found) < 2:
        return found
    before_others = look.switch("entering_first")
    tests = [_replaces_itself]
    if before_others != "any":
        tests.append(_changes_control)
    if before_others == "control_then_copy":
        tests.append(_makes_a_copy)
    for test in tests:
        first = [a for a in found if test(a)]
        if first:
            return first
    return found


def _replaces_itself(effect: Applicable) -> bool:
    return effect.instead.itself


def _changes_control(effect: Applicable) -> bool:
    return any(isinstance(c, Enters) and c.under is not None for c in effect.instead.changes)


def _makes_a_copy(effect: Applicable) -> bool:
    return any(isinstance(c, EntersAsCopy) for c in effect.instead.changes)


def source_of(applicable_effect: Applicable) -> ObjId:
    """The object whose effect it is; none where the rules have it without any."""
    return applicable_effect.source.obj or NOTHING
