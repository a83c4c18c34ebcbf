"""A project that `apnap new-plugin` writes passes its tests unedited, with our wheel, in an environment of its own.

What apnap depends on is lent by the environment of these tests (a path file); apnap itself is not: it is the wheel.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from click.testing import CliRunner

from apnap import cli, newplugin
from apnap.pool import load_pool

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command that must succeed, with nothing of ours in its environment."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "APNAP_", "PYTEST_"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def pip(python: Path | str, *arguments: str | Path, cwd: Path) -> None:
    run(python, "-m", "pip", "--disable-pip-version-check", *arguments, cwd=cwd)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our wheel, built once."""
    folder = tmp_path_factory.mktemp("wheel")
    pip(sys.executable, "wheel", "-q", "--no-deps", "-w", folder, ROOT, cwd=folder)
    (found,) = folder.glob("apnap-*.whl")
    return found


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """An environment that has our wheel and what it depends on, and nothing else of ours."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    (Path(site) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip(python, "install", "-q", "--no-deps", "--force-reinstall", wheel, cwd=folder)
    return python


@pytest.mark.slow
def test_a_new_project_passes_its_tests_unedited(python: Path, tmp_path: Path) -> None:
    where = run(python, "-c", "import apnap; print(apnap.__file__)", cwd=tmp_path)
    assert not Path(where.strip()).is_relative_to(ROOT), "the wheel is what is tested"
    run(python, "-m", "apnap.cli", "new-plugin", "river-otters", cwd=tmp_path)
    project = tmp_path / "apnap-river-otters"
    pip(python, "install", "-q", "--no-deps", "-e", ".", cwd=project)
    told = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project)
    assert "5 passed" in told, told
    listed = json.loads(run(python, "-m", "apnap.cli", "plugins", "--json", "--strict", cwd=project))
    (plugin,) = listed["plugins"]
    assert plugin["name"] == "river-otters" and plugin["version"] == "0.1.0"
    assert plugin["warnings"] == [] and plugin["without_scenario"] == []
    for kind in ("cards", "keywords", "clauses", "formats"):
        assert len(plugin[kind]) == 1, kind


def test_two_new_projects_can_be_installed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("otters", "river-otters"):
        newplugin.write(name, tmp_path)
    sources = tmp_path / "both"
    sources.mkdir()
    for project in ("apnap-otters", "apnap-river-otters"):
        (package,) = (tmp_path / project / "src").iterdir()
        package.rename(sources / package.name)
    pool = load_pool(folder=sources)
    assert pool.failures == () and {p.name for p in pool.plugins} >= {"apnap_otters", "apnap_river_otters"}


@pytest.mark.parametrize("name", ["Otters", "otters_", "1st", "river--otters", "../otters", ""])
def test_a_name_that_no_plugin_can_have_is_refused(tmp_path: Path, name: str) -> None:
    done = CliRunner().invoke(cli.main, ["new-plugin", name, "--in", str(tmp_path)])
    assert done.exit_code == 1 and "expected a name of small letters" in done.output
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    arguments = ["new-plugin", "otters", "--in", str(tmp_path)]
    assert CliRunner().invoke(cli.main, arguments).exit_code == 0
    assert CliRunner().invoke(cli.main, arguments).exit_code == 1


def test_no_word_of_the_template_is_left(tmp_path: Path) -> None:
    for file in newplugin.write("otters", tmp_path):
        text = file.read_text(encoding="utf-8").replace("${{ matrix.python }}", "")
        assert "{{" not in text.replace("{{Otters", ""), file
        assert newplugin.SUFFIX not in file.name and "__name__" not in str(file)
