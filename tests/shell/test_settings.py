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


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("LIMITS__FRAME_BYTES", "-3"),
        ("LIMITS__MESSAGES_PER_S", "0"),
        ("LIMITS__MESSAGES_PER_S", "inf"),
        ("LIMITS__AUTH_S", "nan"),
        ("KEEPING__IDLE_TABLE_S", "0"),
        ("KEEPING__SNAPSHOT_EVERY", "0"),
        ("HEARTBEAT_MS", "0"),
        ("PACE__JITTER_MS", "-1"),
        ("LOG", "loud"),
    ],
)
def test_a_value_that_no_server_could_have_is_refused_by_its_name(name: str, value: str) -> None:
    with pytest.raises(WrongSettings, match=name.lower().replace("__", r"\.")):
        load(environment={f"APNAP_{name}": value})


def test_every_number_among_the_settings_has_its_bounds() -> None:
    schema = msgspec.json.schema(Settings)["$defs"]
    numbers = [
        (part, name, kind)
        for part, each in schema.items()
        for name, kind in each["properties"].items()
        if kind.get("type") in ("integer", "number")
    ]
    assert len(numbers) > 30
    for part, name, kind in numbers:
        assert {"minimum", "exclusiveMinimum"} & kind.keys() and "maximum" in kind, (part, name)


def test_a_port_that_is_none_is_refused_before_anything_starts() -> None:
    said = CliRunner().invoke(main, ["serve", "--port", "99999"])
    assert said.exit_code == 2 and "65535" in said.output


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000", "127.0.0.1:8000", "ws://", "ws://[::1", ""])
def test_an_address_that_is_no_servers_is_refused_and_not_waited_for(url: str) -> None:
    said = CliRunner().invoke(main, ["play", "--server", url, "--table", "t-1"])
    assert said.exit_code == 2 and "expected a server such as ws://" in said.output


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
