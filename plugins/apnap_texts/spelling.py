"""What an instant or sorcery does: the sentences of all its lines, or its modes."""

from __future__ import annotations

from typing import Any

from apnap.cardkit import spell, was_kicked

from . import lines as of_lines
from .lines import Circumstances, Line
from .sentences import body
from .words import Stuck, Words


def spell_of(found: list[Line], about: Circumstances, watched: Words | None = None) -> Any:
    """One spell of several lines; the sentences of a line go on from those before.

    `watched` are the words of the only line, for who asks how far it is understood.
    """
    scope = about.scope()
    if any(line.modes for line in found):
        if len(found) != 1:
            raise Stuck
        w = Words(found[0].words, scope)
        chosen = of_lines.modal(w, found[0])
        least, most = chosen.choose
        choose: Any = least if least == most else chosen.choose
        every = len(chosen.modes)
        entwined = (was_kicked(1), (every, every)) if about.entwined else None
        return spell(modes=list(chosen.modes), choose=choose, repeat_modes=chosen.repeat, choose_if=entwined)
    do: list[Any] = []
    for line in found:
        w = watched or Words(of_lines.plain(line.words), scope)
        do += body(w)
        if not w.done or w.scope.zone:
            raise Stuck
        scope = w.scope
    return spell(*do, target=scope.slots or None, divides=scope.divides)
