"""Self-play in which every card of the pool is cast, activated, copied, stolen, killed and blinked.

    python bench/exercise.py [--seed 1] [--rounds 40] [--only NAME ...] [--json]

Decks are made for a few cards at a time, with tools that copy, steal, kill and blink whatever is there, and
mana is free; who plays prefers what is still missing. Prints the seeds, a table of what was never exercised
(and with `--json` one object instead), and what went wrong on the way: broken cards and caches that differ
from a look made anew. The exit status is 1 where anything is missing or wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from apnap.cardkit import (
    TARGET,
    THAT,
    YOU,
    CardDef,
    card,
    choose,
    controller_of,
    copy_spell,
    counter,
    create_copy,
    draw,
    exile,
    gain_control,
    gain_life,
    permanents,
    return_to_battlefield,
    sacrifice,
    spell,
    spells,
)
from apnap.engine import events as ev
from apnap.engine.abilities import Activated, Static
from apnap.engine.book import Book
from apnap.engine.game import Game
from apnap.engine.requests import PASS, Answer, IllegalAnswer, Option, Request
from apnap.engine.setup import SeatSetup, Setup
from apnap.engine.state import Obj
from apnap.engine.static_parts import Rule
from apnap.engine.values import BASIC_TYPES
from apnap.pool import load_pool
from walks import random_answer

WAYS = ("cast", "activated", "copied", "stolen", "killed", "blinked")
PERMANENT = ("Creature", "Artifact", "Enchantment", "Planeswalker", "Land")
AT_ONCE = 6
STEPS = 700
LOOK_EVERY = 50

#: What a tool is for; all but the two for spells choose on resolution, so that nothing is safe from them.
TOOLS: dict[str, CardDef] = {
    "copied": card("Twin", "{0}", "Instant", spell(choose(YOU, permanents), create_copy(THAT))),
    "stolen": card("Seize", "{0}", "Instant", spell(choose(YOU, permanents.you_dont_control), gain_control(THAT))),
    "killed": card("Slay", "{0}", "Instant", spell(choose(YOU, permanents), sacrifice(THAT, by=controller_of(THAT)))),
    "blinked": card(
        "Flick", "{0}", "Instant", spell(choose(YOU, permanents), exile(THAT), return_to_battlefield(THAT))
    ),
}
SPELL_TOOLS: dict[str, CardDef] = {
    "copied": card("Echo", "{0}", "Instant", spell(copy_spell(TARGET), target=spells("Instant", "Sorcery"))),
    "killed": card("Quash", "{0}", "Instant", spell(counter(TARGET), target=spells)),
}
SUPPLY = card("Supply", "{0}", "Instant", spell(draw(YOU, 3), gain_life(YOU, 20)))
WAY_OF = {c.name: way for way, c in (*TOOLS.items(), *SPELL_TOOLS.items())}

#: What subjects may want beside them: something to aim at of each kind.
COMPANY = ("Grizzly Bears", "Goblin Piker", "Sol Ring", "Glorious Anthem", "Divination", "Forest", "Swamp", "Island")


class Ledger:
    """What was done with which card, and what went wrong."""

    def __init__(self, book: Book, names: list[str]) -> None:
        self.names = {book.cards[n].path: n for n in names}
        self.wanted = {n: wanted(book, n) for n in names}
        self.done: dict[str, dict[str, int]] = {n: {} for n in names}
        self.seeds: list[int] = []
        self.wrong: list[str] = []

    def missing(self, name: str) -> list[str]:
        return [w for w in self.wanted[name] if w not in self.done[name]]

    def did(self, path: str, way: str, seed: int) -> None:
        name = self.names.get(path)
        if name is not None:
            self.done[name].setdefault(way, seed)

    def never(self) -> list[tuple[str, list[str]]]:
        return [(n, self.missing(n)) for n in self.wanted if self.missing(n)]


def wanted(book: Book, name: str) -> list[str]:
    """What can be done with a card: an instant is not stolen, and split second answers to nothing."""
    defined = book.cards[name]
    types = defined.types
    permanent = any(t in types.types for t in PERMANENT)
    printed = book.printed(defined.path)
    activates = any(isinstance(book.at(r.path), Activated) for r in printed.abilities)
    activates = activates or any(t in BASIC_TYPES for t in types.subtypes)
    ways = {"cast", *(TOOLS if permanent else () if "split second" in printed.keywords else SPELL_TOOLS)}
    if not permanent and any(stands_fast(book.at(r.path)) for r in printed.abilities):
        ways.discard("killed")
    if activates:
        ways.add("activated")
    return [w for w in WAYS if w in ways]


def stands_fast(ability: object) -> bool:
    """Whether it is what keeps a spell from being countered."""
    return isinstance(ability, Static) and any(
        isinstance(p, Rule) and p.word == "can't be countered" for p in ability.parts
    )


class Exercise:
    """One game with decks for a few subjects; it looks at the log and notes what happened."""

    def __init__(self, book: Book, subjects: list[str], seed: int, ledger: Ledger) -> None:
        self.book = book
        self.ledger = ledger
        self.seed = seed
        self.chance = random.Random(seed)
        self.subjects = subjects
        tools = [c.name for c in (*TOOLS.values(), *SPELL_TOOLS.values())]
        deck = (*subjects * 4, *tools * 3, *COMPANY, *("Supply",) * 8)
        seats = tuple(SeatSetup(name, deck) for name in ("Ann", "Bob"))
        self.game = Game.start(book, Setup(seats, seed=seed))
        self.game.free_mana = True
        self.read = 0
        self.left: set[int] = set()
        ledger.seeds.append(seed)

    def play(self) -> None:
        game = self.game
        for step in range(STEPS):
            if game.request is None or not any(self.ledger.missing(s) for s in self.subjects):
                break
            self.answer(game.request)
            self.note()
            if step % LOOK_EVERY == 0:
                self.compare(step)
        self.compare(STEPS)
        self.ledger.wrong += [f"seed {self.seed}: {f.path}: {f.reason}" for f in game.failures]

    def compare(self, step: int) -> None:
        self.ledger.wrong += [f"seed {self.seed}, step {step}: {d}" for d in self.game.look.differences()[:2]]

    def answer(self, request: Request) -> None:
        seat = self.game.waiting_for()[0]
        answer = self.choice(request)
        try:
            self.game.answer(seat, answer)
        except IllegalAnswer:
            self.game.answer(seat, request.default)

    # --- choosing ---------------------------------------------------------------------------------

    def choice(self, request: Request) -> Answer:
        if request.kind == "priority":
            return self.deed(request)
        if request.kind == "mulligan":
            return Answer(picks=("keep",))
        if request.kind == "choose" and request.max == 1:
            way = WAY_OF.get(self.name_of(request.cause))
            useful = [o for o in request.options if way is not None and self.lacks(o, way)]
            if useful:
                return Answer(picks=(self.chance.choice(useful).id,))
        answer = random_answer(request, self.chance)
        return request.default if answer.cancel else answer

    def deed(self, request: Request) -> Answer:
        """What serves a missing exercise first, then anything, and often nothing."""
        options = [o for o in request.options if o.payload.kind != "pass"]
        best = [o for o in options if self.serves(o)]
        if best and self.chance.random() < 0.9:
            return Answer(picks=(self.chance.choice(best).id,))
        deeds = [o for o in options if o.payload.kind != "mana" and self.name_of(o.payload.object) not in WAY_OF]
        if deeds and self.chance.random() < 0.4:
            return Answer(picks=(self.chance.choice(deeds).id,))
        return PASS

    def serves(self, option: Option) -> bool:
        name = self.name_of(option.payload.object)
        if name in WAY_OF:
            return self.tool_serves(name)
        if name == SUPPLY.name:
            return len(self.game.state.zone("hand", self.game.waiting_for()[0])) < 6
        if name not in self.ledger.wanted:
            return False
        kind = option.payload.kind
        if kind == "special":
            return option.payload.word == "suspend" and "cast" in self.ledger.missing(name)
        way = "cast" if kind in ("cast", "play") else "activated"
        missing = self.ledger.missing(name)
        return way in missing or (way == "cast" and bool(missing) and not self.is_there(name))

    def tool_serves(self, tool: str) -> bool:
        way, of_spells = WAY_OF[tool], any(c.name == tool for c in SPELL_TOOLS.values())
        zone = "stack" if of_spells else "battlefield"
        there = self.game.look.in_zone(zone)
        if any(self.name_of(i) == tool for i in self.game.look.in_zone("stack")):
            return False
        return any(way in self.lacking(self.game.state.objects[i], of_spells) for i in there)

    def lacking(self, obj: Obj, of_spells: bool) -> list[str]:
        name = self.ledger.names.get(obj.base, "")
        if obj.kind != "card" or name not in self.ledger.wanted:
            return []
        is_permanent = "stolen" in self.ledger.wanted[name]
        return self.ledger.missing(name) if is_permanent != of_spells else []

    def lacks(self, option: Option, way: str) -> bool:
        obj = self.game.state.objects.get(option.payload.object)
        return obj is not None and (way in self.lacking(obj, False) or way in self.lacking(obj, True))

    def name_of(self, obj_id: int) -> str:
        thing = self.game.look.thing(obj_id)  # type: ignore[arg-type]
        if thing is None:
            return ""
        source = thing if thing.obj.kind != "ability" else self.game.look.thing(thing.obj.source)
        return self.ledger.names.get(source.obj.base, source.chars.name) if source is not None else ""

    def is_there(self, name: str) -> bool:
        return any(self.name_of(i) == name for zone in ("battlefield", "stack") for i in self.game.look.in_zone(zone))

    # --- noting -----------------------------------------------------------------------------------

    def note(self) -> None:
        for event in self.game.log[self.read :]:
            self.note_event(event)
        self.read = len(self.game.log)
        for obj_id in self.game.look.permanents():
            obj = self.game.state.objects[obj_id]
            if obj.kind == "card" and self.game.look.chars(obj_id).controller != obj.owner:
                self.ledger.did(obj.base, "stolen", self.seed)

    def note_event(self, event: ev.Event) -> None:
        did, seed = self.ledger.did, self.seed
        match event:
            case ev.SpellCast(spell=thing):
                did(thing.obj.base, "cast", seed)
            case ev.AbilityActivated(source=source, path=path):
                source_thing = self.game.look.thing(source)
                did(source_thing.obj.base if source_thing is not None else path.split("/")[0], "activated", seed)
            case ev.EffectBegan(effect=effect) if self.name_of(effect.source) == TOOLS["stolen"].name:
                for ref in effect.affected or ():  # it may not live to the next question
                    taken = self.game.look.thing(ref)
                    did(taken.obj.base if taken is not None else "", "stolen", seed)
            case ev.BecameCopy(base=path):
                did(path, "copied", seed)
            case ev.Moved(was=was, now=now):
                if now.copied or now.kind == "copy":
                    did(now.copied or now.base, "copied", seed)
                if was is not None and now.kind == "card":
                    self.note_move(was.obj, now, event.how)

    def note_move(self, was: Obj, now: Obj, how: str) -> None:
        if how == "play":
            self.ledger.did(was.base, "cast", self.seed)
        if how == "countered" or (
            was.zone == "battlefield" and (how in ("destroy", "sacrifice") or now.zone == "graveyard")
        ):
            self.ledger.did(was.base, "killed", self.seed)
        if was.zone == "battlefield" and now.zone == "exile":
            self.left.add(int(now.id))
        if now.zone == "battlefield" and int(was.id) in self.left:
            self.ledger.did(was.base, "blinked", self.seed)


def run(seed: int, rounds: int, only: list[str]) -> Ledger:
    pool = load_pool()
    book = pool.book("current", ("free-for-all",), extra=(*TOOLS.values(), *SPELL_TOOLS.values(), SUPPLY))
    names = only or sorted(n for n, c in pool.cards.items() if "Scheme" not in c.types.types)
    ledger = Ledger(book, names)
    chance = random.Random(seed)
    for _ in range(rounds):
        left = [n for n, _ in ledger.never()]
        chance.shuffle(left)
        for i in range(0, len(left), AT_ONCE):
            exercise = None
            try:
                exercise = Exercise(book, left[i : i + AT_ONCE], seed, ledger)
                exercise.play()
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-4:]
                trail = " < ".join(f"{f.name}:{f.lineno}" for f in where[::-1])
                ledger.wrong.append(
                    f"seed {seed} with {left[i : i + AT_ONCE]}: {type(error).__name__}: {error} at {trail}"
                )
            seed += 1
    return ledger


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    ledger = run(asked.seed, asked.rounds, asked.only)
    never = ledger.never()
    seeds = f"{ledger.seeds[0]}-{ledger.seeds[-1]}" if ledger.seeds else ""
    if asked.json:
        report = {"cards": len(ledger.wanted), "seeds": seeds, "never": dict(never), "wrong": ledger.wrong}
        print(json.dumps(report))
    else:
        print(f"{len(ledger.wanted)} cards in {len(ledger.seeds)} games, seeds {seeds}")
        print(f"{'never':<36}" + "".join(f"{w:>10}" for w in WAYS))
        for name, ways in never:
            print(f"{name:<36}" + "".join(f"{'x' if w in ways else '':>10}" for w in WAYS))
        for wrong in ledger.wrong:
            print(wrong)
    return 1 if never or ledger.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
