"""The turn: its steps, their turn-based actions, and what ends when (500 to 514, 703).

Where the turn stands is in the state, so the main loop keeps nothing between two grants of priority
(decision 27).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import actions as ac
from . import events as ev
from .amounts import number
from .attacking import declare_attackers
from .blocking import declare_blockers
from .bodies import BrokenCard, run
from .combat import end_combat, needs_first_strike, skips_blocks
from .combat_damage import combat_damage
from .frame import Frame
from .perform import Asking, together
from .priority import priority_round
from .settle import check_all, conditions_exist
from .state import Cause, Effect, Turn
from .triggering import notice_states
from .values import NOBODY, NOTHING, ObjId, Ref, Seat, player

if TYPE_CHECKING:
    from .game import Game

PHASES = {
    "untap": "beginning",
    "upkeep": "beginning",
    "draw": "beginning",
    "main1": "precombat main",
    "begin-combat": "combat",
    "declare-attackers": "combat",
    "declare-blockers": "combat",
    "first-strike-damage": "combat",
    "combat-damage": "combat",
    "end-of-combat": "combat",
    "main2": "postcombat main",
    "end": "ending",
    "cleanup": "ending",
}
_ORDER = {step: n for n, step in enumerate(PHASES)}
RULES = {
    "untap": "turn.untap",
    "upkeep": "turn.upkeep",
    "draw": "turn.draw",
    "main1": "turn.main",
    "begin-combat": "turn.begin_combat",
    "declare-attackers": "turn.attackers",
    "declare-blockers": "turn.blockers",
    "first-strike-damage": "combat.first_strike",
    "combat-damage": "turn.combat_damage",
    "end-of-combat": "turn.end_combat",
    "main2": "turn.main",
    "end": "turn.end",
    "cleanup": "turn.cleanup",
}


def play(game: Game) -> Asking:
    """The main loop: from wherever the state stands until the game is over."""
    while not game.over:
        mark = game.mark()
        try:
            match game.state.turn.stage:
                case "over":
                    yield from advance(game)
                case "new":
                    yield from begin_step(game)
                case _:
                    yield from priority_round(game)
        except BrokenCard as broken:
            yield from game.disable(broken, mark)


# --- from step to step ------------------------------------------------------------------------------


def advance(game: Game) -> Asking:
    """Begin the next step of this turn, or the next turn."""
    turn = game.state.turn
    while turn.plan:
        step = turn.plan[0]
        if skipping := _skipping(game, step):
            for seat in skipping:  # 805.8: a team skips once what several of it would skip
                game.note(ev.Skipped(seat=seat, what=step, cause=Cause("turn.skip")))
        elif not _happens(game, step):
            rule = "turn.first_draw" if step == "draw" else RULES[step]
            game.note(ev.Skipped(seat=turn.active, what=step, cause=Cause(rule)))
        else:
            break
        turn = game.state.turn
    if turn.plan:
        step = turn.plan[0]
        if step == "begin-combat":
            game.happen([ev.CombatBegan(cause=Cause("turn.combat"))])
        game.happen([ev.StepBegan(step=step, active=turn.active, cause=Cause(RULES[step]))])
        return
    yield from next_turn(game)


def _skipping(game: Game, step: str) -> list[Seat]:
    """Whose effects have the next such step of this turn, or every such step, skipped."""
    return [
        seat
        for seat in game.active_seats()
        if (seat, step) in game.state.turn.skips
        or any(step in rule.steps for rule, _, _ in game.look.rules_for("skips", player(seat)))
    ]


def steps_left(turn: Turn) -> int:
    """How many of the steps to come are of the phase that it is now."""
    if turn.step in ("main1", "main2"):
        return 0
    for n, step in enumerate(turn.plan):
        if PHASES[step] != PHASES[turn.step] or _ORDER[step] < _ORDER[turn.step]:
            return n
    return len(turn.plan)


def _phase_goes_on(game: Game) -> bool:
    """Whether another step of this phase is to come: one that is skipped is passed as though it were not there."""
    turn = game.state.turn
    return any(not _skipping(game, step) and _happens(game, step) for step in turn.plan[: steps_left(turn)])


def _happens(game: Game, step: str) -> bool:
    """103.8: the first draw step may be none; 508.8: without attackers there are no blocks and no damage; 510.4: one
    or two damage steps."""
    if step == "draw":
        return not game.skips_first_draw()
    if step == "first-strike-damage":
        return not skips_blocks(game) and needs_first_strike(game)
    if step in ("declare-blockers", "combat-damage"):
        return not skips_blocks(game)
    return True


def next_turn(game: Game) -> Asking:
    """The newest extra turn, else the next seat in turn order after the last turn that was not extra (500.7)."""
    turn = game.state.turn
    departed: list[Seat] = []  # 800.4k: those whose turns would have begun before this one
    while turn.extra:
        seat, mark = turn.extra[0]
        game.note(ev.ExtraTaken(index=0))
        if there := [s for s in game.look.taking_turns_with(seat) if game.state.player(s).in_game]:
            taker = seat if seat in there else there[0]  # 805.8: the extra turn of a player is that of the team
            yield from _without(game, [*departed, *_left_of(game, taker)], taker)
            yield from _take_turn(game, taker, mark, extra=True)
            return
        departed.append(seat)
        turn = game.state.turn
    seat = game.first_seat() if turn.number == 0 else game.next_turn_after(turn.last_in_order)
    if not game.state.player(seat).in_game:
        seat = game.look.next_seat(seat)
    yield from _without(game, [*departed, *_left_of(game, seat), *_passed_over(game, seat)], seat)
    yield from _take_turn(game, seat, "", extra=False)


def _take_turn(game: Game, seat: Seat, mark: str, *, extra: bool) -> Asking:
    """The turn begins, unless it is skipped; it has had its place in the order all the same."""
    seats = game.look.taking_turns_with(seat)
    if skipping := [s for s in seats if (s, "turn") in game.state.turn.skips]:
        for each in skipping:
            game.note(ev.Skipped(seat=each, what="turn", in_order=not extra, cause=Cause("turn.skip", seat=each)))
        return
    steps = game.book.rules.steps
    number_ = game.state.turn.number + 1
    cause = Cause("turn", seat=seat)
    game.happen([ev.TurnBegan(seat=seat, number=number_, seats=seats, extra=extra, mark=mark, plan=steps, cause=cause)])
    yield from end_effects(game, lambda e: _ends_at_turn(game, e))


def _ends_at_turn(game: Game, effect: Effect) -> bool:
    return effect.duration == "your next turn" and effect.controller in game.active_seats()


def _without(game: Game, departed: list[Seat], following: Seat) -> Asking:
    """What was to last until turns of players who have left ends where these would have begun (800.4m)."""
    yield from end_effects(
        game, lambda e: e.duration in ("your next turn", "end of your next turn") and e.controller in departed
    )
    _phasing_of_departed(game, departed, following)


def _left_of(game: Game, seat: Seat) -> list[Seat]:
    """Who would have the turn together with this seat, and has left (805.4)."""
    return [s for s in game.look.taking_turns_with(seat) if not game.state.player(s).in_game]


def _passed_over(game: Game, following: Seat) -> list[Seat]:
    """Whose turns would begin between the last in order and the one that follows, had they or their teams not left."""
    seats = len(game.state.players)
    last = game.state.turn.last_in_order
    between = [Seat((last + i) % seats) for i in range(1, (following - last - 1) % seats + 1)]
    return [s for s in between if not any(game.state.player(t).in_game for t in game.look.taking_turns_with(s))]


def _phasing_of_departed(game: Game, departed: list[Seat], following: Seat) -> None:
    """702.26n: what phased out under one who has left phases in at the untap step after that turn would have begun."""
    cause = Cause("turn.untap.phasing")
    late = [
        o
        for i in game.state.zone("battlefield")
        if (o := game.state.objects[i]).phased_out and o.controller in departed
    ]
    if late:
        game.happen([ev.ControlChanged(object=o.id, seat=following, before=o.controller, cause=cause) for o in late])


def begin_step(game: Game) -> Asking:
    """Turn-based actions (703.4), then priority, where the step has it."""
    step = game.state.turn.step
    yield from added_actions(game, step)
    if game.over:
        return
    match step:
        case "untap":
            yield from untap(game)
            yield from finish_step(game)
            return
        case "draw":
            yield from draw(game)
        case "main1":
            yield from next_chapters(game)
        case "declare-attackers":
            yield from declare_attackers(game)
        case "declare-blockers":
            yield from declare_blockers(game)
        case "first-strike-damage":
            yield from combat_damage(game, True)
        case "combat-damage":
            yield from combat_damage(game, False)
        case "cleanup":
            yield from cleanup(game)
            return
    if not game.over:
        game.note(ev.StepOpened(step=step, cause=Cause("priority.receive")))


def added_actions(game: Game, step: str) -> Asking:
    """The turn-based actions that formats add to a step, by each player whose turn it is."""
    for action in game.book.turn_based:
        if action.step != step or action.path in game.look.broken:
            continue
        for seat in game.active_seats():
            yield from run(game, Frame(source=NOTHING, controller=seat, path=action.path), action.do)


def end_step(game: Game) -> Asking:
    """An open step ends: all passed on an empty stack (117.4)."""
    if game.state.turn.step == "cleanup":
        yield from finish_step(game, repeat=True)  # 514.3a: another cleanup step begins
    else:
        yield from finish_step(game)


def finish_step(game: Game, *, repeat: bool = False) -> Asking:
    """The step ends: unspent mana is lost (500.5), effects that last so long end."""
    turn = game.state.turn
    if game.look.switch("mana_empties") == "step" or not (repeat or _phase_goes_on(game)):
        yield from empty_mana(game)
    if turn.step == "end-of-combat":
        yield from end_effects(game, lambda e: e.duration == "end of combat")
        yield from end_combat(game)
    game.happen([ev.StepEnded(step=turn.step, repeat=repeat, cause=Cause(RULES[turn.step]))])


def next_chapters(game: Game) -> Asking:
    """Each Saga of the active player gets a lore counter as the first main phase begins (714.3b)."""
    cause = Cause("turn.main.sagas")
    seats = game.active_seats()
    sagas = [t for i in game.look.permanents() if (t := game.look.live(i)) is not None and t.chars.has("chapter")]
    yield from together(
        game,
        [
            ac.PutCounters(on=t.obj.id, kind="lore", amount=1, cause=cause)
            for t in sagas
            if t.chars.is_a("Saga") and t.chars.controller in seats
        ],
    )


def empty_mana(game: Game) -> Asking:
    burns = bool(game.look.switch("mana_burn"))
    seats = [p.seat for p in game.state.players if p.mana and not game.look.has_rule("mana stays", player(p.seat))]
    if not seats:
        return
    losses = {s: sum(n for _, n in game.state.player(s).mana) for s in seats}
    yield from together(game, [ac.EmptyMana(seat=s, cause=Cause("turn.mana_empties", seat=s)) for s in seats])
    if burns:
        yield from together(
            game,
            [
                ac.LoseLife(seat=s, amount=n, how="burn", cause=Cause("turn.mana_burn", seat=s))
                for s, n in losses.items()
                if game.state.player(s).decided_by in (NOBODY, s)  # 507.4 (2004): not while another has one's turn
            ],
        )


# --- turn-based actions -------------------------------------------------------------------------------


def untap(game: Game) -> Asking:
    """502: phasing, then untapping, each at once."""
    yield from phase(game)
    seats = game.active_seats()
    look = game.look
    ids = [
        i
        for i in look.permanents()
        if look.state.objects[i].tapped and look.chars(i).controller in seats and not look.has_rule("doesn't untap", i)
    ]
    yield from together(game, [ac.Untap(object=i, cause=Cause("turn.untap.permanents")) for i in ids])


def phase(game: Game) -> Asking:
    """502.1, 702.26: what has phasing phases out as what its controller had phased out phases in."""
    look = game.look
    seats = game.active_seats()
    out = [i for i in look.permanents() if look.chars(i).has("phasing") and look.chars(i).controller in seats]
    back = [
        o.id
        for i in game.state.zone("battlefield")
        if (o := game.state.objects[i]).phased_out and o.controller in seats and not o.phased_out.startswith("with ")
    ]
    along: dict[ObjId, list[ObjId]] = {}
    for i in game.state.zone("battlefield"):
        if (o := game.state.objects[i]).phased_out.startswith("with "):
            along.setdefault(ObjId(Ref(int(o.phased_out[5:]))), []).append(o.id)
    for i in back:  # 702.26g: what phased out with it, and with that, comes along
        back += along.get(i, ())
    cause = Cause("turn.untap.phasing")
    actions: list[ac.Action] = [ac.PhaseOut(object=i, cause=cause) for i in out]
    actions += [ac.PhaseIn(object=i, cause=cause) for i in back]
    yield from together(game, actions)


def draw(game: Game) -> Asking:
    """504.1: the active player, or each of the active team, draws a card."""
    for seat in game.active_seats():
        yield from together(game, [ac.Draw(seat=seat, cause=Cause("turn.draw.card", seat=seat))])


def cleanup(game: Game) -> Asking:
    """514: discard; damage and "until end of turn" go at once; then nobody has priority, unless a
    state-based action was performed or a trigger waits (514.3a)."""
    turn = game.state.turn
    yield from discard_to_size(game)
    if game.over:
        return
    marked = [i for i in game.state.zone("battlefield") if game.state.objects[i].damage]
    cause = Cause("turn.cleanup_damage")
    ending = [e.id for e in game.state.effects.values() if _ends_in_cleanup(game, e)]
    delayed = [d.id for d in game.state.delayed.values() if d.duration in ("end of turn", "this turn")]
    game.happen(
        [
            *(ev.DamageRemoved(object=i, cause=cause) for i in marked),
            *(ev.EffectEnded(effect=e, cause=cause) for e in ending),
            *(ev.DelayedEnded(delayed=d, cause=cause) for d in delayed),
        ]
    )
    if game.look.switch("cleanup_exception") == "conditions_then_priority":
        notice_states(game)
        did = conditions_exist(game)  # 314.3 (2004): who would have priority sees the check made then
    else:
        did = yield from check_all(game)
    if game.over:
        return
    notice_states(game)
    if did or game.state.waiting:
        game.note(ev.StepOpened(step=turn.step, cause=Cause("turn.cleanup_exception")))
    else:
        yield from finish_step(game)


def _ends_in_cleanup(game: Game, effect: Effect) -> bool:
    if effect.duration in ("end of turn", "this turn"):
        return True
    if effect.duration == "marked turns":  # until no turn of this mark is still to come
        return all(mark != dict(effect.bound).get("mark") for _, mark in game.state.turn.extra)
    whose = dict(effect.bound).get("whose", (int(player(effect.controller)),))
    own = isinstance(whose, tuple) and any(int(player(seat)) in whose for seat in game.active_seats())
    return effect.duration == "end of your next turn" and own and effect.turn != game.state.turn.number


def discard_to_size(game: Game) -> Asking:
    for seat in game.active_seats():
        limit = hand_limit(game, seat)
        hand = game.state.zone("hand", seat)
        if limit < 0 or len(hand) <= limit:
            continue
        n = len(hand) - limit
        picked = yield from game.choose_refs(
            seat, hand, prompt="discard", rule="turn.cleanup_discard", cause=ObjId(Ref(0)), least=n, most=n
        )
        cause = Cause("turn.cleanup_discard", seat=seat)
        yield from together(game, [ac.Discard(object=ObjId(r), seat=seat, cause=cause) for r in picked])


def hand_limit(game: Game, seat: Seat) -> int:
    """The maximum hand size, -1 for none; the newest effect counts (402.2)."""
    limit = 7
    for rule, _, frame in game.look.rules_for("hand size", player(seat)):
        limit = number(rule.amount, game.look, frame)
    return limit


def end_effects(game: Game, ends: object) -> Asking:
    """End the lasting effects for which `ends` is true, at once."""
    yield from ()
    assert callable(ends)
    ending = [e.id for e in game.state.effects.values() if ends(e)]
    game.happen([ev.EffectEnded(effect=e, cause=Cause("turn.duration_ends")) for e in ending])
