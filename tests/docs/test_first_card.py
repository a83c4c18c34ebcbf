"""The page about the first card is run: its Python is one plugin, its YAML is played with it."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from apnap.cardkit import MalformedCard
from apnap.forms import form_of
from apnap.pool import Pool, load_pool
from apnap.scenario.pools import book_of, known
from apnap.scenario.reading import read
from apnap.scenario.running import run

PAGE = (Path(__file__).parents[2] / "docs" / "first_card.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)( refused)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str, *, refused: bool = False) -> list[str]:
    return [m[3] for m in BLOCK.finditer(PAGE) if m[1] == language and bool(m[2]) == refused]


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The page's plugin, from a file, as an author would have it."""
    return _module(tmp_path_factory.mktemp("plugin") / "first_cards.py", "\n\n".join(blocks("python")))


@pytest.fixture(scope="module")
def pool(plugin: ModuleType) -> Pool:
    return load_pool([("first-cards", plugin)])


def _module(path: Path, code: str) -> ModuleType:
    path.write_text(code, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_plugin_provides_the_cards_of_the_page(pool: Pool) -> None:
    (plugin,) = [p for p in pool.plugins if p.name == "first-cards"]
    assert plugin.cards == ("Lantern Moth", "Moth Swarm", "Hungry Spider")
    assert [form_of(pool.cards[name]) for name in plugin.cards] == ["data", "data", "generator"]


def test_the_scenarios_of_the_page_hold(pool: Pool, tmp_path: Path) -> None:
    path = tmp_path / "first_cards.yaml"
    path.write_text("---\n".join(blocks("yaml")), encoding="utf-8")
    played = [run(s, book_of(pool)) for s in read(path, known(pool))]
    assert [o.status for o in played] == ["ok"] * 3, played


@pytest.mark.parametrize("code", blocks("python", refused=True))
def test_what_the_page_says_is_refused_is_refused_in_those_words(code: str, tmp_path: Path) -> None:
    imports = blocks("python")[0].split("\n\n", 2)
    message = code.rstrip().rsplit("\n# ", 1)[1]
    with pytest.raises(MalformedCard) as refused:
        _module(tmp_path / "refused.py", "\n\n".join([*imports[:2], code]))
    assert str(refused.value) == message
