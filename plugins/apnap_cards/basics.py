"""Basic lands."""

from apnap.cardkit import CardDef, add, card, hookimpl, mana_ability

LANDS = [card(name, None, f"Basic Land — {name}") for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")]
wastes = card("Wastes", None, "Basic Land", mana_ability("{T}", add("{C}")))


@hookimpl
def apnap_cards() -> list[CardDef]:
    return [*LANDS, wastes]
