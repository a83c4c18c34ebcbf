"""The switches agree with what each edition's own rules and numbers say."""

from typing import get_args

import pytest

from apnap.rules import names
from apnap.rules.index import EDITIONS
from apnap.rules.switches import SWITCHES, SpecialAction


def has(edition: str, name: str) -> bool:
    """Whether the edition itself has a rule of that name."""
    return name in names.numbers(edition)


def test_every_edition_has_switches() -> None:
    assert tuple(SWITCHES) == EDITIONS


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_switch_is_on_where_the_edition_has_the_rule(edition: str) -> None:
    switches = SWITCHES[edition]
    assert switches.counter_annihilation == has(edition, "sba.counters")
    assert switches.counter_cap == has(edition, "sba.counter_cap")
    assert switches.attached_noncreature == has(edition, "sba.attached_creature")
    assert (switches.planeswalker_rule is not None) == has(edition, "sba.planeswalker_uniqueness")
    assert switches.planeswalker_redirect == has(edition, "damage.redirect")
    assert switches.combat_damage_on_stack == has(edition, "combat.damage_on_stack")
    assert (switches.damage_division == "ordered") == has(edition, "combat.damage_order")
    assert switches.mana_burn == has(edition, "turn.mana_burn")
    assert switches.entering_counters_by_effect == has(edition, "replacement.by_effect")
    assert switches.free_mulligan == has(edition, "turn.free_mulligan")
    assert has(edition, "token.return")
    assert switches.multiplayer == has(edition, "multiplayer")
    assert (switches.two_headed_giant is not None) == has(edition, "2hg")
    assert (switches.commander is not None) == has(edition, "commander")
    assert (switches.archenemy is not None) == has(edition, "archenemy")


@pytest.mark.parametrize("edition", EDITIONS)
def test_deathtouch_and_lifelink_are_triggers_where_the_keyword_has_no_other_rule(edition: str) -> None:
    switches = SWITCHES[edition]
    assert (switches.deathtouch == "trigger") == (
        has(edition, "keyword.deathtouch") and not has(edition, "sba.deathtouch")
    )
    assert (switches.lifelink == "trigger") == (
        has(edition, "keyword.lifelink") and not has(edition, "damage.lifelink")
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_special_actions_are_those_that_the_edition_numbers(edition: str) -> None:
    actions = [action for action in get_args(SpecialAction) if has(edition, f"special.{action}")]
    assert list(SWITCHES[edition].special_actions) == actions


@pytest.mark.parametrize("edition", EDITIONS)
def test_format_switches_follow_the_format_s_rules(edition: str) -> None:
    switches = SWITCHES[edition]
    if giant := switches.two_headed_giant:
        assert (giant.poison == "team") == has(edition, "sba.team_poison")
    if commander := switches.commander:
        assert (commander.zone_change == "check_graveyard_and_exile") == has(edition, "sba.commander_zone")
        assert (commander.off_identity_mana == "colorless") == has(edition, "commander.off_identity_mana")
        assert (commander.mulligan == "partial") == has(edition, "commander.mulligan")
    if archenemy := switches.archenemy:
        of_turns, of_blocks = (names.number(edition, name) for name in ("teams", "teams.blockers"))
        assert (archenemy.blocks == "team") == of_blocks.startswith(f"{of_turns}."), "combat goes with shared turns"


def test_the_legend_rule_changed_once() -> None:
    assert [switches.legend_rule for switches in SWITCHES.values()] == ["all_die"] * 5 + ["controller_chooses"] * 2


def test_2008_differs_from_2007_in_three_switches_of_the_house_list_and_one_of_its_own() -> None:
    of_2007, of_2008 = SWITCHES["2007"], SWITCHES["2008"]
    differing = {field for field in of_2007.__struct_fields__ if getattr(of_2007, field) != getattr(of_2008, field)}
    assert differing == {"planeswalker_rule", "aura_on", "draw_loss"} | {"entering_seen"}


def test_sizes_were_ordered_anew_twice() -> None:
    orders = [switches.power_order for switches in SWITCHES.values()]
    assert orders == ["as_they_came", *["spells_before_counters"] * 2, *["set_then_changed"] * 4]


def test_a_star_is_worked_out_everywhere_since_2007() -> None:
    sizes = [switches.defined_size for switches in SWITCHES.values()]
    assert sizes == ["in_play", *["everywhere"] * 6]
