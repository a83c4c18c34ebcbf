"""What an instruction really did: the answer that a body gets for each sentence it yields."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from . import events as ev
from .values import ObjId, Ref, is_player, player


class Done(Struct, frozen=True):
    """`moved` are new objects, `affected` what was acted on, `amount` how much was really done.

    `did` says whether anything happened at all, for "if you do". `chosen` and `word` are what a question
    was answered with, `paid` whether a cost was paid.
    """

    moved: tuple[ObjId, ...] = ()
    affected: tuple[Ref, ...] = ()
    amount: int = 0
    did: bool = False
    chosen: tuple[Ref, ...] = ()
    word: str = ""
    number: int = 0
    paid: bool = False

    @property
    def that(self) -> tuple[Ref, ...]:
        """What "that" means after this: what moved, else what was affected, else what was chosen."""
        return self.moved or self.affected or self.chosen

    def __bool__(self) -> bool:
        return self.did or self.paid

    def plus(self, other: Done) -> Done:
        """Both together, as when one sentence is several events."""
        return Done(
            moved=self.moved + other.moved,
            affected=self.affected + other.affected,
            amount=self.amount + other.amount,
            did=self.did or other.did,
            chosen=self.chosen + other.chosen,
            word=other.word or self.word,
            number=other.number or self.number,
            paid=self.paid or other.paid,
        )


NOTHING_DONE = Done()


def done_by(events: Iterable[ev.Event]) -> Done:
    """What a batch of events amounts to."""
    moved: list[ObjId] = []
    affected: dict[Ref, None] = {}
    amount = 0
    did = False
    for event in events:
        match event:
            case ev.Moved():
                moved.append(event.now.id)
                amount += 1
            case ev.DamageDealt():
                affected[event.to] = None
                amount += event.amount
            case ev.LifeGained():
                affected[player(event.seat)] = None
                amount += event.amount
            case ev.LifeLost():
                affected[player(event.seat)] = None
                amount += 0 if event.how == "damage" else event.amount
            case ev.CountersPut() | ev.CountersRemoved():
                affected[event.on] = None
                amount += event.amount
            case ev.Triggered() | ev.Checked() | ev.Remembered() | ev.Forgotten() | ev.AbilityFired():
                continue
            case _:
                ref = getattr(event, "object", None)
                if ref and not is_player(ref):
                    affected[ref] = None
        did = True
    return Done(moved=tuple(moved), affected=tuple(affected), amount=amount, did=did)
