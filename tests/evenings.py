"""Games of the real engine, played at random through the wire's own questions, without sockets."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence

import msgspec
import pytest

from apnap.decks.shipped import shipped
from apnap.engine import sight
from apnap.engine.entries import Entries
from apnap.engine.state import Obj
from apnap.shell.demo import deck
from apnap.shell.games import Chair, GameSetup
from apnap.shell.play import Answering, Conceding, Input, Outcome, Play, Refusal, Started
from apnap.shell.policy import forced_answer
from apnap.shell.pooled import PoolGames
from apnap_protocol import messages as m
from apnap_protocol.requests import Question


@functools.cache
def games() -> PoolGames:
    """The installed plugins' games, loaded once."""
    return PoolGames()


def setup(players: int = 3, seed: int = 1, size: int = 60) -> GameSetup:
    chairs = tuple(Chair(f"P{i}", tuple(shuffled(deck(i), seed + i)[:size])) for i in range(players))
    return GameSetup("current", "free-for-all", chairs, seed)


#: Decks whose cards change what other objects are, on the battlefield and elsewhere, for little mana.
CHANGING = (
    (*["Plains"] * 24, *["Crusade", "Adanto Vanguard", "Holy Strength", "Glorious Anthem", "Soul Warden"] * 7),
    (*["Swamp"] * 24, *["Yixlid Jailer", "Animate Dead", "Cemetery Reaper", "Nightmare", "Dark Ritual"] * 7),
    (*["Forest"] * 24, *["Concordant Crossroads", "Tarmogoyf", "Rancor", "Grizzly Bears", "Llanowar Elves"] * 7),
)


#: Cards that lie face down and are turned up, and that show or put back cards of a hand and a library.
HIDING = (
    *["Island"] * 12,
    *["Exalted Angel", "Willbender", "Jace, the Mind Sculptor", "Fact or Fiction", "Thrasios, Triton Hero"] * 5,
    *["Unsummon", "Clone", "Murder"] * 3,
)


def changing(seed: int = 1) -> GameSetup:
    """Three players with the decks that change things."""
    return _seated(CHANGING, seed)


def hiding(seed: int = 1) -> GameSetup:
    """Three players with the cards that hide and show."""
    return _seated((HIDING,) * 3, seed)


def plotting(seed: int = 1, edition: str = "current") -> GameSetup:
    """One player with a scheme deck, in an order of its own, against a team of two."""
    schemes = tuple(shuffled(list(shipped("overlord").scheme_cards), seed))
    ann, *others = setup(seed=seed).seats
    chairs = (msgspec.structs.replace(ann, schemes=schemes), *others)
    return GameSetup(edition, "archenemy", chairs, seed, teams=(0, 1, 1))


def _seated(decks: Sequence[tuple[str, ...]], seed: int) -> GameSetup:
    chairs = tuple(Chair(f"P{i}", tuple(shuffled(list(cards), seed + i))) for i, cards in enumerate(decks))
    return GameSetup("current", "free-for-all", chairs, seed)


def shuffled(cards: list[str], seed: int) -> list[str]:
    cards = list(cards)
    random.Random(seed).shuffle(cards)
    return cards


def some_reply(play: Play, seat: int, chance: random.Random) -> m.Reply:
    """A random answer: often something is done, and nothing goes on for ever."""
    return reply_to(play.asked(seat), chance)


def reply_to(question: Question, chance: random.Random) -> m.Reply:
    """A random answer to a question."""
    picks = _picks(question, chance)
    match question.kind:
        case "number":
            return m.Reply(request=question.id, number=chance.randint(question.min, min(question.max, 5)))
        case "divide" | "order":
            return _default(question)
    if question.may_undo and chance.random() < 0.1:
        return m.Reply(request=question.id, cancel=True)
    return m.Reply(request=question.id, picks=picks)


def _picks(question: Question, chance: random.Random) -> tuple[str, ...]:
    options = [o.id for o in question.options]
    match question.kind:
        case "priority":
            deeds = [o.id for o in question.options if o.payload.kind not in ("pass", "mana")]
            return (chance.choice(deeds),) if deeds and chance.random() < 0.6 else ("pass",)
        case "pay":
            return tuple(o.id for o in question.options if o.payload.kind == "pay")[:1] or tuple(options[:1])
        case "attackers" | "blockers":
            one: dict[str, str] = {}
            for option in question.options:
                if chance.random() < 0.6:
                    one[option.payload.object] = option.id
            return tuple(one.values())
    n = chance.randint(question.min, min(question.max, len(options)))
    return tuple(chance.sample(options, n))


def _default(question: Question) -> m.Reply:
    if question.kind == "order":
        return m.Reply(request=question.id, picks=tuple(o.id for o in question.options))
    amounts = {o.id: question.min for o in question.options}
    amounts[question.options[0].id] += question.total - question.min * len(amounts)
    return m.Reply(request=question.id, amounts={k: n for k, n in amounts.items() if n})


class Evening:
    """A game, everything that each viewer was sent, and the inputs that led there."""

    def __init__(self, setup: GameSetup, on_start: Callable[[Play], None] = lambda play: None) -> None:
        self.play = Play(games(), setup)
        self.sent: dict[int, list[bytes]] = {viewer: [] for viewer in self.play.sight.viewers}
        self.inputs: list[Input] = []
        self.put(Started(setup))
        on_start(self.play)

    def put(self, put_in: Input) -> Outcome:
        outcome = self.play.take(put_in)
        self.inputs.append(put_in)
        for viewer, told in outcome.told.items():
            self.sent[viewer].append(msgspec.json.encode(told))
        for seat in outcome.asked:
            self.sent[seat].append(msgspec.json.encode(self.play.asked(seat)))
        return outcome

    def step(self, chance: random.Random, *, concessions: float = 0.0) -> tuple[int, m.Reply | None]:
        """One random answer; what is refused falls back on the default. Gives what was answered."""
        seat = chance.choice(sorted(self.play.questions))
        if chance.random() < concessions:
            self.put(Conceding(seat))
            return seat, None
        forced = forced_answer(self.play.questions[seat].request)
        reply = some_reply(self.play, seat, chance)
        try:
            self.put(self.play.judge(seat, reply) if forced is None else Answering(seat, forced))
            return seat, reply
        except Refusal:
            answer = self.play.default(seat)
            self.put(Conceding(seat) if answer is None else Answering(seat, answer))
            return seat, None


def forget_changes(patch: pytest.MonkeyPatch) -> None:
    """A fault for the tests of views: what was made of an object once is shown for ever."""
    made = Entries.object

    def forgetful(self: Entries, game: sight.Seen, obj: Obj, *, known: bool) -> sight.Entry:
        before = self._made.get((obj.id, known))
        return made(self, game, obj, known=known) if before is None else before[1]

    patch.setattr(Entries, "object", forgetful)
