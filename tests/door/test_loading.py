"""Plugins are found, loaded one by one in isolation, sorted and checked."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pluggy
import pytest

import apnap.cardkit as kit
from apnap import hookspecs
from apnap.contents import Plugin, Unfit, contents, implemented
from apnap.loading import load, sources
from apnap.pool import Pool, load_pool
from plugs import card_source, install, write


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, for distributions."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for name in [n for n in sys.modules if n.startswith("apnap_") and hasattr(sys.modules[n], "__file__")]:
        if str(folder) in str(sys.modules[name].__file__):
            del sys.modules[name]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "mine"


def named(pool: Pool, name: str) -> Plugin:
    return next(p for p in pool.plugins if p.name == name)


def reason(pool: Pool, name: str) -> str:
    return next(f.reason for f in pool.failures if f.name == name)


def test_ours_load_without_failure_or_warning() -> None:
    pool = load_pool()
    assert pool.failures == () and pool.left_out == {}
    assert {p.name: p.warnings for p in pool.plugins if p.warnings} == {}
    assert all(p.built_in and p.api_version == 1 for p in pool.plugins)


def test_an_installed_plugin_is_found_with_its_version(site: Path) -> None:
    install(site, "zoo", card_source("Zoo Bear"), "3.2")
    plugin = named(load_pool(), "zoo")
    assert (plugin.distribution, plugin.version, plugin.cards) == ("apnap-zoo", "3.2", ("Zoo Bear",))
    assert not plugin.built_in and plugin.hooks == ("apnap_cards",)


def test_a_file_in_a_folder_is_a_plugin(folder: Path) -> None:
    write(folder, "one", card_source("One Bear"))
    write(folder, "_not", card_source("Not Bear"))
    pool = load_pool(folder=folder)
    assert named(pool, "one").cards == ("One Bear",)
    assert "Not Bear" not in pool.cards and pool.failures == ()


def test_a_package_in_a_folder_is_a_plugin(folder: Path) -> None:
    package = folder / "zoo"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from .bears import apnap_cards\napi_version = 1\n")
    (package / "bears.py").write_text(card_source("Deep Bear"))
    assert named(load_pool(folder=folder), "zoo").cards == ("Deep Bear",)


def test_the_environment_can_name_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "one", card_source("One Bear"))
    monkeypatch.setenv("APNAP_PLUGINS_DIR", str(folder))
    assert "One Bear" in load_pool().cards


def test_a_folder_that_is_not_there_is_a_failure(folder: Path) -> None:
    assert "there is no folder" in load_pool(folder=folder).failures[0].reason


def test_plugins_are_sorted_after_ours(site: Path, folder: Path) -> None:
    for name in ("walrus", "ape"):
        install(site, name, card_source(f"{name.title()} Bear"))
    write(folder, "b", card_source("B Bear"))
    write(folder, "a", card_source("A Bear"))
    others = [p.name for p in load_pool(folder=folder).plugins if not p.built_in]
    assert others == ["ape", "walrus", "a", "b"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("raise RuntimeError('no')", "RuntimeError: no"),
        ("import sys\nsys.exit('bye')", "SystemExit: bye"),
        ("import there_is_no_such_module", "ModuleNotFoundError"),
        ("def broken(:", "SyntaxError"),
        ("api_version = 2", "declares api_version 2; expected 1"),
        ("api_version = 0", "declares api_version 0; expected 1"),
        ("api_version = '1'", "declares api_version '1'; expected 1"),
        (
            "from apnap.cardkit import hookimpl\n@hookimpl\ndef apnap_crads():\n    return []",
            "unknown hook 'apnap_crads' in plugin bad",
        ),
        (
            "from apnap.cardkit import hookimpl\n@hookimpl\ndef apnap_cards(table):\n    return []",
            "Argument(s) {'table'} are declared in the hookimpl but can not be found in the hookspec",
        ),
        ("def apnap_cards():\n    return []", "apnap_cards is not marked with @hookimpl"),
        (
            "from apnap.cardkit import hookimpl\n@hookimpl\ndef apnap_cards():\n    return ['Bear']",
            "apnap_cards returned 'Bear'; expected cards, made by card(...)",
        ),
        (
            "from apnap.cardkit import hookimpl\n@hookimpl\ndef apnap_cards():\n    return {1}",
            "apnap_cards returned a set, whose order changes from one run to the next; expected a list",
        ),
        (
            "from apnap.cardkit import hookimpl\n@hookimpl\ndef apnap_cards():\n    return None",
            "apnap_cards returned a NoneType; expected a list",
        ),
        (
            "from apnap.cardkit import hookimpl\n@hookimpl\ndef apnap_cards():\n    raise KeyError('Bear')",
            "KeyError: 'Bear'",
        ),
        (
            "from apnap.cardkit import hookimpl\n@hookimpl\ndef apnap_parts():\n    return ['rule:x']",
            "expected pairs of a path and an ability",
        ),
        (
            "from apnap.cardkit import card, hookimpl\nimport msgspec\n@hookimpl\ndef apnap_cards():\n"
            "    return [msgspec.structs.replace(card('Set Bear', '{1}', 'Artifact'), abilities=({1},))]",
            "is a set, whose order changes",
        ),
    ],
)
def test_a_plugin_that_fails_is_listed_and_costs_nothing_else(folder: Path, source: str, why: str) -> None:
    write(folder, "bad", source)
    write(folder, "good", card_source("Good Bear"))
    pool = load_pool(folder=folder)
    assert why in reason(pool, "bad")
    assert [f.name for f in pool.failures] == ["bad"]
    assert "Good Bear" in pool.cards and "apnap_plugins_dir_bad" not in {p.module for p in pool.plugins}


@pytest.mark.parametrize(
    "source",
    [
        "while True:\n    pass",
        "import time\ntime.sleep(60)",
        "while True:\n    try:\n        pass\n    except Exception:\n        pass",
        "from apnap.cardkit import hookimpl\n@hookimpl\ndef apnap_cards():\n    while True:\n        pass",
    ],
)
def test_a_plugin_that_never_has_loaded_is_listed_too(
    folder: Path, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "bad", source)
    write(folder, "good", card_source("Good Bear"))
    assert load(folder=folder / "nothing").failures[0].reason.startswith("there is no folder"), "ours are loaded by now"
    monkeypatch.setattr("apnap.loading.LOAD_S", 1.0)
    handler = signal.getsignal(signal.SIGALRM)
    pool = load_pool(folder=folder)
    assert reason(pool, "bad") == "took longer than 1 seconds to load"
    assert "Good Bear" in pool.cards and [f.name for f in pool.failures] == ["bad"]
    assert signal.getsignal(signal.SIGALRM) is handler and signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_names_that_two_provide_are_refused_naming_both(folder: Path) -> None:
    write(folder, "ape", card_source("Same Bear"))
    write(folder, "bat", card_source("Same Bear"))
    write(folder, "cat", card_source("Lightning Bolt"))
    pool = load_pool(folder=folder)
    assert reason(pool, "bat") == "card 'Same Bear' is provided by both ape and bat"
    assert "is provided by both" in reason(pool, "cat") and pool.cards["Lightning Bolt"].plugin != "cat"
    assert pool.cards["Same Bear"].plugin == "ape"


def test_a_keyword_that_nobody_knows_leaves_its_card_out(folder: Path) -> None:
    write(
        folder,
        "odd",
        """
        from apnap.cardkit import card, hookimpl, keyword, pt
        api_version = 1
        @hookimpl
        def apnap_cards():
            return [card("Odd Bear", "{1}", "Creature — Bear", pt(2, 2), keyword("flyng"))]
        """,
    )
    pool = load_pool(folder=folder)
    assert pool.left_out == {"Odd Bear": "needs the keyword 'flyng', which no plugin provides"}
    assert "Odd Bear" not in pool.cards


# --- variables --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "there"), [("ape", {"ape"}), ("ape, bat", {"ape", "bat"}), ("", set())])
def test_the_load_variable_takes_only_these(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, there: set[str]
) -> None:
    for name in ("ape", "bat", "cat"):
        write(folder, name, card_source(f"{name} Bear"))
    monkeypatch.setenv("APNAP_LOAD_PLUGINS", text)
    names = {s.name for s in sources(folder) if not s.built_in}
    assert names == there
    assert "undying" in {s.name for s in sources(folder)}


def test_the_block_variable_leaves_these_out_ours_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "ape", card_source("Ape Bear"))
    monkeypatch.setenv("APNAP_BLOCK_PLUGINS", "ape,lichs_mirror,apnap.rules.plugin")
    names = {s.name for s in sources(folder)}
    assert not names & {"ape", "lichs_mirror"}
    assert "apnap.rules.plugin" in names, "the rules themselves are never left out"


def test_what_is_blocked_is_not_even_imported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "bad", "raise RuntimeError('imported')")
    monkeypatch.setenv("APNAP_BLOCK_PLUGINS", "bad")
    assert load_pool(folder=folder).failures == ()


def test_the_trace_variable_tells_each_call(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, "ape", card_source("Ape Bear"))
    load_pool(folder=folder)
    assert "apnap_cards" not in capsys.readouterr().err
    monkeypatch.setenv("APNAP_TRACE_PLUGINS", "1")
    load_pool(folder=folder)
    assert "apnap_plugins_dir_ape.apnap_cards gave 1 in" in capsys.readouterr().err


# --- warnings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "warning"),
    [
        *((f"import {name}", f"imports {name}") for name in ("random", "time", "os", "threading", "secrets", "uuid")),
        ("from random import choice", "imports random"),
        ("import os.path", "imports os.path"),
        ("def f():\n    import time", "imports time"),
        ("N = 0\ndef f():\n    global N\n    N += 1", "changes N"),
        ("SEEN = {}\ndef f(it):\n    SEEN[it] = 1", "changes SEEN"),
        ("SEEN = []\ndef f(it):\n    SEEN.append(it)", "changes SEEN"),
        ("SEEN: list = []\ng = lambda it: SEEN.append(it)", "changes SEEN"),
    ],
)
def test_a_source_that_makes_runs_differ_is_warned_about(folder: Path, source: str, warning: str) -> None:
    write(folder, "odd", f"api_version = 1\n{source}")
    warnings = named(load_pool(folder=folder), "odd").warnings
    assert len(warnings) == 1 and warning in warnings[0] and "odd.py, line" in warnings[0]


def test_a_source_that_keeps_to_itself_is_not_warned_about(folder: Path) -> None:
    write(
        folder,
        "good",
        """
        import math
        api_version = 1
        NAMES = ("a", "b")
        def f(it):
            NAMES = []
            NAMES.append(it)
            found = {}
            found[it] = math.pi
            return found
        """,
    )
    assert named(load_pool(folder=folder), "good").warnings == ()


def test_an_undeclared_version_is_warned_about(folder: Path) -> None:
    write(folder, "old", "x = 1")
    assert named(load_pool(folder=folder), "old").warnings == ("declares no api_version; expected api_version = 1",)


def test_a_hook_that_is_given_up_warns_who_implements_it() -> None:
    marker = pluggy.HookspecMarker(hookspecs.PROJECT)

    @marker(warn_on_impl=DeprecationWarning("apnap_spells is given up; use apnap_cards"))
    def apnap_spells() -> list[object]:  # type: ignore[empty-body]
        """Spells."""

    import types

    module = types.ModuleType("old")
    module.api_version = 1  # type: ignore[attr-defined]
    module.apnap_spells = hookspecs.hookimpl(lambda: [])  # type: ignore[attr-defined]
    specs = SimpleNamespace(apnap_spells=apnap_spells)
    assert implemented("old", module, specs) == (("apnap_spells",), ["apnap_spells is given up; use apnap_cards"])
    given = contents(Plugin("old", "old", "1"), module, specs=specs)
    assert given.plugin.warnings == ("apnap_spells is given up; use apnap_cards",)
    with pytest.raises(Unfit, match="unknown hook"):
        implemented("old", module)


def test_the_editions_that_a_hook_may_take_are_ours(folder: Path) -> None:
    write(
        folder,
        "house",
        """
        from apnap.cardkit import hookimpl
        api_version = 1
        @hookimpl
        def apnap_editions(editions):
            return [editions["current"].amended("house", switch={"mana_burn": True})]
        """,
    )
    pool = load_pool(folder=folder)
    assert pool.failures == () and pool.editions["house"].switches.mana_burn
    assert not pool.editions["current"].switches.mana_burn
    assert len(load(folder=folder).contents) == len(pool.plugins)


def test_a_card_that_asks_a_tally_that_nobody_keeps_is_left_out() -> None:
    asked = kit.spell(kit.draw(kit.YOU, kit.tally_of("turn:nothing", "{you}")))
    plugin = SimpleNamespace(apnap_cards=lambda: [kit.card("Odd Count", "{1}", "Sorcery", asked)])
    pool = load_pool(extra=[("odd", plugin)])
    assert pool.left_out == {"Odd Count": "needs the tally 'turn:nothing', which no plugin provides"}
