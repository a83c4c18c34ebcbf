"""What an edition says, line by line: numbers, names and one sentence each, in English and French."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from apnap.cardkit import Edition
from apnap.cardkit.tables import in_order
from apnap.rules import names, sentences, wording
from apnap.rules.editions import EDITIONS
from apnap.rules.index import heading


class Line(Struct, frozen=True, kw_only=True):
    """One thing that an edition says. `kind` is check, variant, unbuilt, brought, switch, word, format or rule.

    `number` is the rule's number in the edition (`current:...` where newer cards bring it), empty where it has
    none; `name` the name of the rule or switch; `value` the body of a clause or the value of a switch.
    """

    kind: str
    number: str
    name: str
    value: str
    en: str
    fr: str


class Difference(Struct, frozen=True, kw_only=True):
    """What two editions say differently under one name; None where one of them does not have it."""

    kind: str
    name: str
    before: Line | None
    after: Line | None

    @property
    def is_renumbered(self) -> bool:
        """Whether only the number changed."""
        return (
            self.before is not None
            and self.after is not None
            and self.before == replace(self.after, number=self.before.number)
        )


def edition_of(id: str, editions: Iterable[Edition] = EDITIONS) -> Edition:
    """The edition of this id; raises KeyError that names those that there are."""
    known = {edition.id: edition for edition in editions}
    if id in known:
        return known[id]
    raise KeyError(f"unknown edition {id!r}; known are {', '.join(known)}")


def listing(edition: Edition) -> tuple[Line, ...]:
    """Everything that an edition says: its checks in order, then switches, words and formats."""
    return (*_checks(edition), *_switches(edition), *_words(edition), *_formats(edition))


def difference(before: Edition, after: Edition) -> tuple[Difference, ...]:
    """Where two editions differ, in the order of the second; a mere change of number counts too."""
    old = {(line.kind, line.name, line.kind == "check" and _place(line)): line for line in listing(before)}
    new = {(line.kind, line.name, line.kind == "check" and _place(line)): line for line in listing(after)}
    found = [
        Difference(kind=key[0], name=key[1], before=old.get(key), after=line)
        for key, line in new.items()
        if old.get(key) != line
    ]
    found += [
        Difference(kind=key[0], name=key[1], before=line, after=None) for key, line in old.items() if key not in new
    ]
    return tuple(found)


def _place(line: Line) -> str:
    """Two clauses may stand under one rule; they are told apart by what they are about."""
    return "phased" if line.value.startswith("phased") else ""


def _line(edition: Edition, kind: str, rule: str, name: str, value: str, said: sentences.Said) -> Line:
    en, fr = (_filled(edition, text, language) for language, text in zip(("en", "fr"), said, strict=True))
    return Line(kind=kind, number=_number(edition, rule), name=name, value=value, en=en, fr=fr)


def _filled(edition: Edition, text: str, language: str) -> str:
    """A sentence with the edition's own names of zones."""
    in_play = edition.switches.battlefield_word == "in play"
    removed = edition.switches.exile_word != "exile"
    if language == "fr":
        play = "en jeu" if in_play else "sur le champ de bataille"
        exile = "retiré de la partie" if removed else "en exil"
        into = play
    else:
        play = "in play" if in_play else "on the battlefield"
        into = "into play" if in_play else "onto the battlefield"
        exile = "out of the game" if removed else "exile"
    return text.replace("{play}", play).replace("{into}", into).replace("{exile}", exile)


def _number(edition: Edition, rule: str) -> str:
    try:
        return edition.number(rule)
    except LookupError:
        return ""


def _checks(edition: Edition) -> Iterator[Line]:
    lines = [_line(edition, "check", rule, rule, body, _of_clause(body)) for rule, body in edition.clauses]
    lines += [
        _line(edition, "variant", rule, rule, f"{body} ({variant.format})", _of_clause(body))
        for variant in edition.variants
        for rule, body in variant.add
    ]
    lines += [
        _line(edition, "unbuilt", rule, rule, "not played yet", sentences.UNBUILT.get(rule, (f"{rule}.", f"{rule}.")))
        for rule in edition.unbuilt
    ]
    yield from sorted(lines, key=lambda line: in_order(line.number))
    for rule, body in edition.brought:
        yield _line(edition, "brought", rule, rule, body, _of_clause(body))


def _of_clause(body: str) -> sentences.Said:
    """What a clause says; one that a plugin brings has only its name here."""
    return sentences.CLAUSES.get(body, (f"{body.capitalize()} (from a plugin).", f"{body.capitalize()} (d'un plugin)."))


def _switches(edition: Edition) -> Iterator[Line]:
    for name, (rule, values) in sentences.SWITCHES.items():
        value = getattr(edition.switches, name)
        yield _line(edition, "switch", rule, name, str(value), values[value])
    actions = edition.switches.special_actions
    spoken = ", ".join(f"{a.replace('_', ' ')} ({_number(edition, f'special.{a}')})" for a in actions)
    said = (f"Special actions: {spoken}.", f"Actions spéciales : {spoken}.")
    yield _line(edition, "switch", "special", "special_actions", ", ".join(actions), said)
    in_play = edition.switches.battlefield_word == "in play"
    yield _line(edition, "switch", "regeneration", "regeneration", "destruction", sentences.REGENERATION[in_play])


def _words(edition: Edition) -> Iterator[Line]:
    for today, word in wording.words(edition.switches).items():
        said = (f'"{today}" is called "{word}".', f"« {wording.FRENCH[today]} » se dit « {wording.FRENCH[word]} ».")
        if today == word:
            said = (f'"{today}" is the word.', f"Le mot est « {wording.FRENCH[today]} ».")
        yield _line(edition, "word", "", today, word, said)


def _formats(edition: Edition) -> Iterator[Line]:
    for name, (rule, format_, said) in sentences.FORMATS.items():
        switch = getattr(edition.switches, name)
        if switch is None:
            yield _line(edition, "format", rule, format_, "absent", sentences.ABSENT)
            continue
        yield _line(edition, "format", rule, format_, _told(switch), _in_both(said, switch))


def _told(switch: Struct) -> str:
    return ", ".join(f"{name}={getattr(switch, name)}" for name in switch.__struct_fields__)


def _in_both(said: sentences.Said, switch: Struct) -> sentences.Said:
    """The sentence of a format with the edition's values in it."""
    values = {name: getattr(switch, name) for name in switch.__struct_fields__}
    poison = "team_poison" if values.get("poison") == "team" else values.get("poison")
    words = {
        "query": values.get("life_query"), "poison": poison, "attack": values.get("attack"),
        "waits": values.get("scheme_waits_for"), "blocks": f"{values['blocks']}_blocks" if "blocks" in values else None,
    }  # fmt: skip
    plain = {name: str(values[name]) for name in ("life", "life_per_head", "damage", "tax") if name in values}
    en, fr = (
        text.format(**plain, **{k: sentences.VALUES[v][i] for k, v in words.items() if v is not None})
        for i, text in enumerate(said)
    )
    return en, fr


def rules(edition: Edition) -> tuple[Line, ...]:
    """All named rules of an edition with their headings, in the order of its numbers (headings are English)."""
    found = [
        Line(kind="rule", number=number, name=name, value="", en=heading(_numbered_by(edition), number) or "", fr="")
        for name, number in names.numbers(_numbered_by(edition)).items()
    ]
    return tuple(sorted(found, key=lambda line: (in_order(line.number), line.name)))


def _numbered_by(edition: Edition) -> str:
    """The edition of ours whose numbers stand in the index: itself, or the one that a plugin's amends."""
    return edition.id if any(edition.id == e.id for e in EDITIONS) else edition.parent
