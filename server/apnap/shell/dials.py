"""What each viewer knows of a table's clocks.

A seat knows its own clocks. Those of the others it knows as they were when it last learned something of the game:
a clock that starts anew whenever somebody is asked something would tell how often that was, and whether anybody
was asked at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from apnap_protocol import messages as m

States = tuple[m.ClockState, ...]


class Dials:
    """The clocks as they were told to each viewer."""

    def __init__(self) -> None:
        self._told: dict[int, States] = {}
        self._stopped_ms = 0
        """When the clocks were stopped, if they are."""

    def show(self, viewers: Iterable[int], states: States) -> None:
        """These viewers learn how the clocks stand now."""
        self._told |= dict.fromkeys(viewers, states)

    def pause(self, paused: bool, now_ms: int) -> None:
        """Nobody's time runs, or it goes on where it was."""
        if paused and not self._stopped_ms:
            self._stopped_ms = now_ms
        elif not paused and self._stopped_ms:
            late_ms, self._stopped_ms = now_ms - self._stopped_ms, 0
            self._told = {viewer: tuple(_later(s, late_ms) for s in states) for viewer, states in self._told.items()}

    def seen_by(self, viewer: int, own: States) -> States:
        """The clocks for this viewer; `own` are the true ones."""
        told = self._told.get(viewer, ())
        if self._stopped_ms:
            told = tuple(replace(state, deadline=None) for state in told)
        return tuple(mine if mine.seat == viewer else theirs for mine, theirs in zip(own, told or own, strict=True))


def _later(state: m.ClockState, late_ms: int) -> m.ClockState:
    return state if state.deadline is None else replace(state, deadline=state.deadline + late_ms)
