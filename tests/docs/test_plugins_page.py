"""The page about plugins knows every hook with its signature, every option and variable; its examples load."""

import inspect
import re
from pathlib import Path

import click
import pytest

from apnap import cli, hookspecs, testing
from apnap.engine.game import LIMITS
from apnap.loading import LOAD_S
from apnap.pool import load_pool
from apnap.shell.faults import AT_MOST
from apnap.watchdog import LIMIT_S, PATIENCE
from plugs import write

PAGE = (Path(__file__).parents[2] / "docs/plugins.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def signature(hook: str) -> str:
    shown = str(inspect.signature(getattr(hookspecs, hook))).replace("'", "")
    return f"`{hook}{shown}`"


@pytest.mark.parametrize("hook", hookspecs.names())
def test_the_page_has_each_hook_with_its_exact_signature(hook: str) -> None:
    assert f"| {signature(hook)} |" in PAGE


def test_the_page_has_no_hook_that_does_not_exist() -> None:
    assert set(re.findall(r"\| `(apnap_\w+)\(", PAGE)) == set(hookspecs.names())


@pytest.mark.parametrize("command", ["plugins", "new-plugin"])
def test_the_page_has_each_option(command: str) -> None:
    options = [o for p in cli.main.commands[command].params if isinstance(p, click.Option) for o in p.opts]
    assert options
    for option in options:
        assert re.search(rf"\| `{option}[ `]", PAGE), f"docs/plugins.md says nothing of {command} {option}"


def test_the_page_has_each_variable_that_the_loader_reads() -> None:
    for module in ("loading", "contents"):
        source = (Path(hookspecs.__file__).parent / f"{module}.py").read_text(encoding="utf-8")
        for variable in re.findall(r'"(APNAP_[A-Z_]+)"', source):
            assert f"| `{variable}=" in PAGE, variable


@pytest.mark.parametrize("name", [n for n in testing.__all__ if n[0].islower()] + ["table", "client"])
def test_the_page_has_each_name_of_the_kit(name: str) -> None:
    assert f"| `{name}` |" in PAGE


def test_the_page_has_the_limits_as_they_are() -> None:
    assert f"{round(1000 * LIMIT_S)} ms" in PAGE and f"{round(1000 * LIMIT_S * PATIENCE)} ms" in PAGE
    assert f"{LIMITS['instructions']:,} instructions" in PAGE
    assert f"{LOAD_S:g} seconds" in PAGE
    assert AT_MOST == 3 and "failed three times" in PAGE


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_loads(tmp_path: Path, example: str) -> None:
    write(tmp_path, "example", example)
    pool = load_pool(folder=tmp_path)
    assert pool.failures == () and pool.left_out == {}
    assert next(p for p in pool.plugins if p.name == "example").warnings == ()
