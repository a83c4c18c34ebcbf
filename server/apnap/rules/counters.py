"""Counters that mean an ability or an effect of their own (122.1b to d, h), as parts named `counter:KIND`."""

from __future__ import annotations

from apnap.cardkit import (
    THIS,
    Ability,
    Destroy,
    Keyword,
    also,
    goes_to,
    instead_of,
    keyword,
    prevented,
    remove_counters,
    would,
    would_be_dealt_damage,
    would_die,
)

KEYWORDS = (
    "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof", "indestructible", "lifelink",
    "menace", "reach", "trample", "vigilance",
)  # fmt: skip

shield_from_destruction = instead_of(would(Destroy, THIS, effect_only=True), do=[remove_counters("shield", 1, on=THIS)])
shield_from_damage = instead_of(
    would_be_dealt_damage(THIS), changes=[prevented(), also(remove_counters("shield", 1, on=THIS))], prevents=True
)
stun = instead_of(would("Untap", THIS), do=[remove_counters("stun", 1, on=THIS)])
finality = instead_of(would_die(THIS), changes=goes_to("exile"))


def _keyword(name: str) -> tuple[str, Keyword]:
    return f"counter:{name}", keyword(name)


PARTS: list[tuple[str, Ability]] = [
    *(_keyword(name) for name in KEYWORDS),
    ("counter:shield", shield_from_destruction),
    ("counter:shield 2", shield_from_damage),
    ("counter:stun", stun),
    ("counter:finality", finality),
]
