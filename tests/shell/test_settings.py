"""Settings: defaults, then the file, then the environment, and no name that does not exist."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import apnap
from apnap.cli import main
from apnap.shell.settings import Limits, Settings, WrongSettings, load


def test_without_anything_the_defaults_hold() -> None:
    assert load(environment={}) == Settings()


def test_the_file_goes_before_the_defaults_and_the_environment_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "apnap.toml"
    file.write_text('port = 9000\nhost = "0.0.0.0"\n[limits]\nframe_bytes = 1000\ndepth = 5\n')
    settings = load(file, {"APNAP_PORT": "9001", "APNAP_LIMITS__DEPTH": "6", "PATH": "x"})
    assert (settings.port, settings.host) == (9001, "0.0.0.0")
    assert settings.limits == Limits(frame_bytes=1000, depth=6)


def test_lists_in_the_environment_are_parted_by_commas() -> None:
    settings = load(environment={"APNAP_ORIGINS": "https://a.example,https://b.example"})
    assert settings.origins == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"APNAP_PROT": "1"}, "prot"),
        ({"APNAP_LIMITS__FRAMES": "1"}, "frames"),
        ({"APNAP_PORT": "many"}, "port"),
        ({"APNAP_PORT__X": "1"}, "port.x"),
    ],
)
def test_a_setting_that_does_not_exist_is_named(environment: dict[str, str], named: str) -> None:
    with pytest.raises(WrongSettings, match=named):
        load(environment={"APNAP_PORT": "1", **environment} if named == "port.x" else environment)


def test_plugin_settings_are_of_another_part() -> None:
    assert load(environment={"APNAP_LOAD_PLUGINS": "", "APNAP_TRACE_PLUGINS": "1"}) == Settings()


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "apnap.toml"
    file.write_text("port = = 1")
    with pytest.raises(WrongSettings, match=r"apnap\.toml"):
        load(file)


def test_config_shows_every_setting(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["config", "--json"], env={"APNAP_PORT": "77"})
    assert shown.exit_code == 0
    values = msgspec.json.decode(shown.output)
    assert values["port"] == 77
    assert set(values["limits"]) == set(Limits.__struct_fields__)
    text = CliRunner().invoke(main, ["config"]).output
    file = tmp_path / "shown.toml"
    file.write_text(text)
    assert load(file, {}) == load(environment={})


@pytest.mark.parametrize(
    "url", ["foo", "http://localhost", "mqtt://", "localhost:1883", "mqtt://h:99999", "mqtt://h:abc"]
)
def test_a_broker_that_is_none_is_refused_before_anything_starts(url: str) -> None:
    for arguments, environment in ((["serve", "--mqtt", url], {}), (["config"], {"APNAP_MQTT__URL": url})):
        done = CliRunner().invoke(main, arguments, env=environment)
        assert done.exit_code != 0 and f"mqtt://localhost:1883, got {url!r}" in done.output, done.output


def test_config_says_what_is_wrong() -> None:
    shown = CliRunner().invoke(main, ["config"], env={"APNAP_PROT": "1"})
    assert shown.exit_code == 1 and "prot" in shown.output


def test_the_version() -> None:
    shown = CliRunner().invoke(main, ["--version"])
    assert shown.output == f"apnap {apnap.__version__}\n"
