"""`apnap scenario`: what it prints, and its exit codes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from apnap.scenario.command import scenario_command

TRUE = """
title: Ann has twenty life
seats: {Ann: {}, Bob: {}}
play: [{expect: {life: {Ann: 20}}}]
"""
FALSE = TRUE.replace("{Ann: 20}", "{Ann: 21}").replace("has twenty", "has twenty-one")
OPEN = """
title: Nobody says what the bolt hits
mana: free
seats: {Ann: {hand: [Lightning Bolt]}, Bob: {}}
play: [{seat: Ann, cast: Lightning Bolt}]
"""
LACKING = """
title: A card that nobody made
seats: {Ann: {hand: [No Such Card]}, Bob: {}}
"""
BROKEN = """
title: A seat that does not exist
seats: {Ann: {}, Bob: {}}
play: [{pass: Zed}]
"""


def apnap_scenario(*arguments: str | Path) -> Result:
    return CliRunner().invoke(scenario_command, [str(a) for a in arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("a", TRUE), ("b", FALSE), ("c", OPEN), ("d", LACKING)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_line_for_each_scenario_and_the_sum_at_the_end(folder: Path) -> None:
    result = apnap_scenario(folder)
    assert result.stdout.splitlines() == [
        f"ok     {folder}/a.yaml: Ann has twenty life",
        f"FAILED {folder}/b.yaml: Ann has twenty-one life",
        "       step 1: life of Ann: expected 21, got 20",
        f"ERROR  {folder}/c.yaml: Nobody says what the bolt hits",
        "       step 1: a question has no answer: Ann is asked: choose (target), among Ann, Bob",
        f"unsupported {folder}/d.yaml: A card that nobody made",
        "1 passed, 2 failed, 1 unsupported",
    ]
    assert result.exit_code == 1


@pytest.mark.parametrize(("name", "code"), [("a", 0), ("b", 1), ("c", 1), ("d", 0)])
def test_it_exits_with_1_where_one_failed(folder: Path, name: str, code: int) -> None:
    assert apnap_scenario(folder / f"{name}.yaml").exit_code == code


def test_a_malformed_file_exits_with_2_and_says_where_and_what_was_expected(folder: Path) -> None:
    (folder / "e.yaml").write_text(BROKEN, encoding="utf-8")
    result = apnap_scenario(folder / "a.yaml", folder / "e.yaml")
    assert result.exit_code == 2
    assert result.stderr == (
        f"{folder}/e.yaml:4: play item 1, pass: expected one of all, resolve, Ann, Bob, got 'Zed'\n"
    )
    assert "1 passed, 0 failed, 0 unsupported" in result.stdout


def test_json_is_one_object_a_line(folder: Path) -> None:
    result = apnap_scenario(folder, "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [list(line) for line in lines] == [["path", "title", "edition", "status", "step", "detail"]] * 4
    assert [(line["status"], line["step"]) for line in lines] == [
        ("ok", None),
        ("failed", 1),
        ("error", 1),
        ("unsupported", None),
    ]
    assert lines[1] == {
        "path": f"{folder}/b.yaml",
        "title": "Ann has twenty-one life",
        "edition": "current",
        "status": "failed",
        "step": 1,
        "detail": "life of Ann: expected 21, got 20",
    }
    assert result.exit_code == 1


def test_each_edition_is_a_line_of_its_own(folder: Path) -> None:
    (folder / "a.yaml").write_text(TRUE + 'edition: [current, "2011"]\n', encoding="utf-8")
    lines = [json.loads(line) for line in apnap_scenario(folder / "a.yaml", "--json").stdout.splitlines()]
    assert [line["edition"] for line in lines] == ["current", "2011"]
    assert "Ann has twenty life [2011]" in apnap_scenario(folder / "a.yaml").stdout


def test_another_edition_can_be_asked_for(folder: Path) -> None:
    line = json.loads(apnap_scenario(folder / "a.yaml", "--json", "--edition", "2012").stdout)
    assert line["edition"] == "2012"
    result = apnap_scenario(folder / "a.yaml", "--edition", "1999")
    assert result.exit_code == 2
    assert "expected one of 2004, 2007, " in result.stderr


def test_a_trace_tells_every_event_with_its_rule(tmp_path: Path) -> None:
    file = tmp_path / "wolf.yaml"
    file.write_text(
        """
title: A wolf dies
mana: free
seats:
  Ann: {hand: [Lightning Bolt], battlefield: []}
  Bob: {battlefield: [{card: Young Wolf, as: wolf}]}
play:
  - {seat: Ann, cast: Lightning Bolt, targets: [wolf]}
  - pass: all
""",
        encoding="utf-8",
    )
    lines = apnap_scenario(file, "--trace").stdout.splitlines()
    assert "--- A wolf dies [current], step 2" in lines
    assert any("704.5g" in line and "Moved" in line and "Young Wolf" in line for line in lines)
    assert any("117.3d" in line and "Passed seat=Bob to=Ann" in line for line in lines)
    assert any("117.3d" in line and "Passed seat=Ann to=Bob" in line for line in lines), "the first seat has a name too"


def test_a_trace_tells_of_combat_damage_on_the_stack(tmp_path: Path) -> None:
    file = tmp_path / "giant.yaml"
    file.write_text(
        """
title: A giant attacks
edition: "2004"
seats:
  Ann: {battlefield: [{card: Hill Giant, as: giant}]}
  Bob: {}
play:
  - {seat: Ann, attack: {giant: Bob}}
  - {go: main2}
  - expect: {life: {Bob: 17}}
""",
        encoding="utf-8",
    )
    lines = apnap_scenario(file, "--trace").stdout.splitlines()
    assert any("408.1g" in line and "now=combat damage#" in line and "@stack" in line for line in lines)
    assert lines[-1] == "1 passed, 0 failed, 0 unsupported"


def test_what_the_unsupported_lack_is_told_on_request(folder: Path) -> None:
    result = apnap_scenario(folder / "d.yaml", "--unsupported")
    assert result.stdout.splitlines() == [
        f"unsupported {folder}/d.yaml: A card that nobody made",
        "       no plugin provides the card 'No Such Card'",
        "    1  card No Such Card",
        "0 passed, 0 failed, 1 unsupported",
    ]


def test_a_path_that_does_not_exist_is_a_usage_error(tmp_path: Path) -> None:
    assert apnap_scenario(tmp_path / "nothing.yaml").exit_code == 2
    assert apnap_scenario().exit_code == 2


ENDLESS = """
from apnap.cardkit import THIS, YOU, card, draw, enters, hookimpl, pt, triggered

api_version = 1


def forever(it):
    while True:
        pass
    yield draw(YOU, 1)


@hookimpl
def apnap_cards():
    return [card("Patient Otter", "{U}", "Creature", pt(1, 1), triggered(enters(THIS), do=forever))]
"""
WAITING = """
title: The otter never comes to an end
mana: free
seats: {Ann: {hand: [Patient Otter]}, Bob: {}}
play: [{seat: Ann, cast: Patient Otter}, {pass: resolve}]
"""


def test_a_body_without_an_end_is_an_error_and_the_next_scenario_is_played(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/otters.py").write_text(ENDLESS, encoding="utf-8")
    (tmp_path / "a.yaml").write_text(f"{WAITING}---{TRUE}", encoding="utf-8")
    result = apnap_scenario("--plugins-dir", tmp_path / "cards", tmp_path / "a.yaml")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("ERROR")
    assert lines[1] == "       step 2: a card is broken: card:Patient Otter/abilities/0: ran longer than its time"
    assert lines[2].startswith("ok")
    assert lines[-1] == "1 passed, 1 failed, 0 unsupported"


UNLOADED = "from apnap.cardkit import card, hookimpl, pt\napi_version = 1\ncard('Odd', '{Z}', 'Artifact')\n"


def test_a_plugin_that_cannot_be_loaded_is_named_where_its_cards_are_missing(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/odd.py").write_text(UNLOADED, encoding="utf-8")
    (tmp_path / "a.yaml").write_text("title: T\nseats: {Ann: {hand: [Odd]}, Bob: {}}\n", encoding="utf-8")
    result = apnap_scenario("--plugins-dir", tmp_path / "cards", tmp_path / "a.yaml")
    assert 'plugin odd was not loaded: MalformedCard: Odd, cost "{Z}": unknown symbol {Z}' in result.stderr
    assert result.stdout.splitlines()[0].startswith("unsupported")
