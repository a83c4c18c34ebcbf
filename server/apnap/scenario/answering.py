"""From what a file answers to what the engine is answered, and which questions answer themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations, product
from math import prod

from apnap.engine.game import Game
from apnap.engine.requests import Answer, IllegalAnswer, Option, Request
from apnap.engine.state import Thing
from apnap.engine.targets import ref_of
from apnap.engine.values import ObjId, Ref, Seat

from .claims import AnswerItem, DeclareAttack, DeclareBlock, Names
from .naming import Naming, NoSuchOption

#: So many conceivable answers are tried in order to find out whether just one of them is legal.
TRIES = 512
#: The prompt of the question which of several replacement effects applies first.
ORDER_OF_EFFECTS = "replacement"
_YES_NO = {"yes": "yes", "no": "no"}
#: Whether a word for a place means that all cards looked at are put away, or that none is.
_PUT_AWAY = {"top": False, "bottom": True, "graveyard": True}


class NotFitting(Exception):
    """The answer cannot be one to this question; the message says why."""


def translate(naming: Naming, request: Request, item: AnswerItem) -> Answer:
    """The engine's answer; raises `NotFitting` for what is not among the options."""
    try:
        match request.kind:
            case "number":
                return Answer(number=_number(item))
            case "divide":
                return Answer(amounts=_amounts(naming, request, item))
            case "order":
                return Answer(picks=_order(naming, request, item))
            case "yes-no":
                return Answer(picks=(_yes_or_no(item),))
        return Answer(picks=_picks(naming, request, item))
    except NoSuchOption as error:
        raise NotFitting(f"{error} is not among the options") from None


def _number(item: AnswerItem) -> int:
    if item.form != "number":
        raise NotFitting("expected a number")
    return item.number_value


def _yes_or_no(item: AnswerItem) -> str:
    if item.form == "flag":
        return "yes" if item.flag else "no"
    if item.form == "names" and not item.names:
        return "no"
    if len(item.names) == 1 and item.names[0] in _YES_NO:
        return item.names[0]
    raise NotFitting("expected yes or no")


def _amounts(naming: Naming, request: Request, item: AnswerItem) -> tuple[tuple[str, int], ...]:
    if item.form != "divide":
        raise NotFitting("expected {divide: {...}}")
    left = list(request.options)
    found = []
    for name, n in item.amounts:
        option = naming.one(name, left)
        left.remove(option)
        if n:
            found.append((option.id, n))
    return tuple(found)


def _order(naming: Naming, request: Request, item: AnswerItem) -> tuple[str, ...]:
    if item.form not in ("order", "names"):
        raise NotFitting("expected {order: [...]}")
    left = list(request.options)
    picks = []
    by_ability = len(set(item.names)) < len(item.names)
    for name in item.names:
        option = _ordered(naming, name, left, request.options, by_ability=by_ability)
        left.remove(option)
        picks.append(option.id)
    return tuple(picks)


def _ordered(naming: Naming, name: str, left: list[Option], options: Sequence[Option], *, by_ability: bool) -> Option:
    """An option of an order: `NAME#2` is the second ability of its source, in printed order or, for
    instances of one ability, in the order in which they triggered; a repeated name takes the next one.

    With `by_ability`, where names are repeated, the number is that of the ability and not of an instance."""
    plain, mark, place = name.rpartition("#")
    if not mark or not place.isdigit():
        found = naming.options(name, left)
        if not found:
            raise NoSuchOption(name)
        return found[0]
    sources = naming.options(plain, options)
    for option in sources:
        if option in left and printed_place(naming.game, option, sources, by_ability=by_ability) == int(place):
            return option
    raise NoSuchOption(name)


def printed_place(game: Game, option: Option, among: list[Option], *, by_ability: bool = False) -> int:
    """Which of its source's abilities a waiting trigger is: 1 for the first of those that wait. A card that left
    and came back is one source.

    Each instance of an ability counts; with `by_ability` several instances of one ability count as one, unless
    there is no other ability to tell them from."""
    paths = {w.id: w.path for w in game.state.waiting}
    thing = game.look.thing(option.payload.object)
    own = [o for o in among if o.payload.object == option.payload.object or _of_one_card(game, o, thing)]
    printed = [r.path for r in thing.chars.abilities] if thing is not None else []

    def rank(o: Option) -> tuple[int, str, int]:
        path = paths.get(o.payload.number, "")
        return (printed.index(path) if path in printed else len(printed), path, o.payload.number)

    abilities = sorted({rank(o)[:2] for o in own})
    if by_ability and len(abilities) > 1:
        return abilities.index(rank(option)[:2]) + 1
    return sorted(own, key=rank).index(option) + 1


def _of_one_card(game: Game, option: Option, thing: Thing | None) -> bool:
    other = game.look.thing(option.payload.object)
    return thing is not None and other is not None and other.obj.card == thing.obj.card != 0


def _picks(naming: Naming, request: Request, item: AnswerItem) -> tuple[str, ...]:
    names = _words(item)
    if request.prompt == "take pile":
        return (_pile(naming, names, request.options),)
    if names in (("no",), ()) and not naming.options("no", request.options):
        refusal = next((o.id for o in request.options if o.id == "no"), None)
        return (refusal,) if refusal else ()
    if names == ("yes",) and len(request.options) == 1:
        return (request.options[0].id,)
    if request.prompt == "scry" and len(names) == 1 and names[0] in _PUT_AWAY:
        return tuple(o.id for o in request.options) if _PUT_AWAY[names[0]] else ()
    if request.prompt == "keep" and len(names) == 1:
        return (_kept(naming, names[0], request.options),)
    left = list(request.options)
    picks = []
    for name in names:
        option = next((o for o in left if o.id == name), None) or naming.one(name, left)
        left.remove(option)
        picks.append(option.id)
    return tuple(picks)


def _kept(naming: Naming, name: str, options: Sequence[Option]) -> str:
    """What stays of permanents that are alike: of several that a name means, the one that was there first."""
    found = naming.options(name, options)
    if not found:
        raise NoSuchOption(name)
    return next((o for o in found if not naming.label(o.payload.object)), found[0]).id


def _pile(naming: Naming, names: Names, options: Sequence[Option]) -> str:
    """The pile that holds just these cards."""
    for option in options:
        cards = [ObjId(ref_of(i)) for i in option.payload.word.split()]
        if naming.pair(names, cards):
            return option.id
    raise NoSuchOption(f"a pile of {', '.join(names) or 'nothing'}")


def _words(item: AnswerItem) -> Names:
    if item.form == "flag":
        return ("yes",) if item.flag else ("no",)
    if item.form == "divide":
        raise NotFitting("expected a choice")
    return item.names


# --- declarations -------------------------------------------------------------------------------


def attack(naming: Naming, request: Request, item: DeclareAttack) -> Answer:
    return _declaration(naming, request, [(attacker, (defender,)) for attacker, defender in item.attacks])


def block(naming: Naming, request: Request, item: DeclareBlock) -> Answer:
    return _declaration(naming, request, item.blocks)


def _declaration(naming: Naming, request: Request, declared: Sequence[tuple[str, Names]]) -> Answer:
    """What is declared; who has a label is meant by it, and a name then means another."""
    picks: dict[str, list[str]] = {name: [] for name, _ in declared}
    taken: set[int] = set()
    for name, others in sorted(declared, key=lambda d: d[0] not in naming.labels):
        mine = 0
        for other in others:
            option = _pair(naming, [o for o in request.options if _free(o, taken, mine)], name, other)
            mine = option.payload.object
            picks[name].append(option.id)
        taken.add(mine)
    return Answer(picks=tuple(pick for chosen in picks.values() for pick in chosen))


def _free(option: Option, taken: set[int], mine: int) -> bool:
    """Whether an option is of the creature that a name means already, or of one that no other name means."""
    return option.payload.object == mine if mine else option.payload.object not in taken


def _pair(naming: Naming, options: Sequence[Option], name: str, other: str) -> Option:
    """The option that has one object attack or block another; an attacked team is any seat of it.

    Of several of a name, the one without a label is meant before one that could be called by its label.
    """
    found = [
        o for o in options if naming.is_called(name, o.payload.object) and naming.is_called(other, o.payload.other)
    ]
    if not found:
        naming.need(name)
        naming.need(other)
        raise NotFitting(f"{name} cannot be declared for {other}")
    called = {name, other}
    return min(found, key=lambda o: sum(bool({naming.label(r)} - {"", *called}) for r in _ends(o)))


def _ends(option: Option) -> tuple[Ref, Ref]:
    return Ref(option.payload.object), Ref(option.payload.other)


# --- questions that answer themselves -----------------------------------------------------------


def sole_answer(game: Game, request: Request, naming: Naming) -> Answer | None:
    """The only legal answer to the open question, or None where there are several (or very many)."""
    if request.kind == "pay":
        return Answer(picks=("auto",)) if request.option("auto") is not None else None
    if request.alike:
        return request.default
    if request.kind == "order" and _all_alike(naming, request.options):
        return Answer(picks=tuple(o.id for o in request.options))
    if request.kind in ("attackers", "blockers") and _declarable(request) > TRIES:
        if not request.default.picks:
            return None  # it may be legal to declare some together though none alone
        several = any(_is_legal(game, game.waiting_for()[0], a) for a in _beside_default(request))
        return None if several else request.default
    legal = []
    for count, answer in enumerate(conceivable(request)):
        if count >= TRIES:
            return None
        if _is_legal(game, game.waiting_for()[0], answer):
            legal.append(answer)
            if len(legal) > 1:
                return None
    return legal[0] if legal else None


def equal_answer(game: Game, request: Request, naming: Naming) -> Answer | None:
    """An answer to a question among objects of which a file could not even say which it means: three Forests."""
    if request.kind != "choose" or request.min != request.max or len(request.options) < 2:
        return None
    first, *others = request.options
    if not all(naming.alike(first, o) and naming.as_free(first.payload.object, o.payload.object) for o in others):
        return None
    answer = Answer(picks=tuple(o.id for o in request.options[: request.min]))
    return answer if _is_legal(game, game.waiting_for()[0], answer) else None


def indifferent_answer(game: Game, request: Request) -> Answer | None:
    """An answer to which of several effects applies first, where every order of them leads to the same."""
    if request.prompt != ORDER_OF_EFFECTS:
        return None
    ends = list(islice(_outcomes(game), TRIES))
    same = len(ends) < TRIES and None not in ends and len(set(ends)) == 1
    return Answer(picks=(request.options[0].id,)) if same else None


def _outcomes(game: Game) -> Iterator[int | None]:
    """What the game is after each order in which the effects could apply that are asked about.

    None where something else is asked first: then they may not have been applied yet. Triggers are not put on
    the stack before all of them have been.
    """
    request = game.request
    if request is None or request.prompt != ORDER_OF_EFFECTS:
        done = request is None or request.kind == "priority" or request.prompt == "triggers"
        yield game.digest() if done else None
        return
    for option in request.options:
        after = game.fork()
        after.answer(after.waiting_for()[0], Answer(picks=(option.id,)))
        yield from _outcomes(after)


def _all_alike(naming: Naming, options: tuple[Option, ...]) -> bool:
    """Triggers of one ability, which a file could only name by repeating one name; or of one object, by
    several abilities that read the same."""
    game = naming.game
    waiting = {w.id: w for w in game.state.waiting}
    mine = [waiting.get(o.payload.number) for o in options]
    if not all(mine):
        return len(options) <= 1
    triggers = [w for w in mine if w]
    names = {naming.card_name(w.source) for w in triggers}
    if len({w.path for w in triggers}) == 1:
        return len(names) == 1
    return len({(w.source, w.bound, game.book.at(w.path).describe()) for w in triggers}) == 1


def _is_legal(game: Game, seat: Seat, answer: Answer) -> bool:
    try:
        game.check(seat, answer)
    except IllegalAnswer:
        return False
    return True


def conceivable(request: Request) -> Iterator[Answer]:
    """Answers of the right shape, at most a little more than `TRIES` of them."""
    ids = [o.id for o in request.options]
    match request.kind:
        case "number":
            numbers = range(request.min, min(request.max, request.min + TRIES) + 1)
            yield from (Answer(number=n) for n in numbers)
        case "divide":
            yield from (_shares(ids, shares) for shares in _divisions(len(ids), request.total, request.min))
        case "order":
            yield from (Answer(picks=p) for p in permutations(ids))
        case "attackers" | "blockers":
            yield from _declarations(request)
        case _:
            sizes = range(request.min, min(request.max, len(ids)) + 1)
            yield from (Answer(picks=p) for n in sizes for p in combinations(ids, n))


def _shares(ids: list[str], shares: tuple[int, ...]) -> Answer:
    return Answer(amounts=tuple((i, n) for i, n in zip(ids, shares, strict=True) if n))


def _divisions(parts: int, total: int, least: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        return
    if parts == 1:
        if total >= least:
            yield (total,)
        return
    for n in range(least, total + 1):
        for rest in _divisions(parts - 1, total - n, least):
            yield (n, *rest)


def least_declaration(game: Game, request: Request, naming: Naming) -> Answer | None:
    """No attack or block at all where that is legal, else the only legal one; None where there are several."""
    nothing = Answer()
    if _is_legal(game, game.waiting_for()[0], nothing):
        return nothing
    return sole_answer(game, request, naming)


def _choices(request: Request) -> list[list[str | None]]:
    """What each creature may do in a declaration; several blocks by one creature are left out."""
    by_object: dict[int, list[str | None]] = {}
    for option in request.options:
        by_object.setdefault(option.payload.object, [None]).append(option.id)
    return list(by_object.values())


def _declarable(request: Request) -> int:
    return prod(len(choices) for choices in _choices(request))


def _declarations(request: Request) -> Iterator[Answer]:
    """Each creature with one of its options or none."""
    for choice in islice(product(*_choices(request)), TRIES + 1):
        yield Answer(picks=tuple(c for c in choice if c is not None))


def _beside_default(request: Request) -> Iterator[Answer]:
    """The declarations in which one creature does otherwise than by default, another in its place, or two more.

    Where too many are conceivable to try them all, these are those that could be legal beside it.
    """
    default = set(request.default.picks)
    choices = _choices(request)
    idle = [c for c in choices if default.isdisjoint(c)]
    for mine in choices:
        rest = default.difference(mine)
        for pick in mine:
            if pick not in default and (pick is not None or len(rest) < len(default)):
                yield Answer(picks=(*sorted(rest), pick) if pick is not None else tuple(sorted(rest)))
        if len(rest) < len(default):
            yield from (Answer(picks=(*sorted(rest), p)) for others in idle for p in others if p is not None)
    for one, other in combinations(idle, 2):
        pairs = ((a, b) for a in one for b in other if a is not None and b is not None)
        yield from (Answer(picks=(*sorted(default), *pair)) for pair in pairs)
