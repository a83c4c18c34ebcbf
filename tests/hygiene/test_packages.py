"""What is in the source roots is what is built, and a bare machine can install it."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def unbuilt(packages: list[str], found: list[str]) -> list[str]:
    """Packages that stand in a source root and would not be in the wheel, and the other way round."""
    return sorted(set(packages) ^ set(found))


def test_every_package_is_built() -> None:
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    found = [
        str(path.parent.relative_to(ROOT))
        for root in ("server", "protocol", "plugins")
        for path in (ROOT / root).glob("*/__init__.py")
    ]
    assert unbuilt(packages, found) == []


def test_a_package_that_is_not_built_is_noticed() -> None:
    assert unbuilt(["server/apnap"], ["server/apnap", "plugins/apnap_new"]) == ["plugins/apnap_new"]
    assert unbuilt(["server/apnap", "plugins/apnap_old"], ["server/apnap"]) == ["plugins/apnap_old"]


@pytest.mark.parametrize("package", PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])
def test_every_package_says_that_it_is_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


def unpinned(wanted: list[str], pins: str) -> list[str]:
    """Dependencies that constraints.txt does not pin."""
    pinned = {canonical(line.partition("==")[0]) for line in pins.splitlines() if "==" in line}
    return [entry for entry in wanted if canonical(re.split(r"[<>=!~;\[ ]", entry)[0]) not in pinned]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def test_every_dependency_is_pinned() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = PROJECT["project"]["dependencies"] + [entry for extra in extras for entry in extra]
    assert unpinned(wanted, (ROOT / "constraints.txt").read_text(encoding="utf-8")) == []


def test_a_dependency_without_a_pin_is_noticed() -> None:
    pins = "msgspec==0.20.0\n    # via apnap\ntypes-pyyaml==6.0\n"
    assert unpinned(["msgspec>=0.19", "types_PyYAML", "rich>=13; python_version > '3'"], pins) == [
        "rich>=13; python_version > '3'"
    ]


def test_every_dependency_has_its_reason() -> None:
    page = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = PROJECT["project"]["dependencies"] + [entry for extra in extras for entry in extra]
    names = [re.split(r"[<>=!~;\[ ]", entry)[0] for entry in wanted]
    assert [name for name in names if f"`{name}`" not in page] == []
