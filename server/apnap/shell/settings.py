"""What an operator may set, each with its default: from a TOML file, then from the environment.

`APNAP_LIMITS__FRAME_BYTES=32768` sets `frame_bytes` in `[limits]`. An unknown name is an error that names
it, so a misspelt setting is never silently without effect.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

PREFIX = "APNAP_"
#: Settings of other parts that share the prefix.
OTHERS = ("LOAD_PLUGINS", "BLOCK_PLUGINS", "TRACE_PLUGINS")
#: Numbers that a setting may be. What is bounded here would else stop a server, or what it bounds would never hold.
MOST = 2**40
Port = Annotated[int, Meta(ge=0, le=65535)]
Count = Annotated[int, Meta(ge=0, le=MOST)]
AtLeastOne = Annotated[int, Meta(ge=1, le=MOST)]
NotNegative = Annotated[float, Meta(ge=0, le=MOST)]
Positive = Annotated[float, Meta(gt=0, le=MOST)]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Bounds of everything that a stranger can make grow."""

    frame_bytes: AtLeastOne = 16 * 1024
    answer_bytes: AtLeastOne = 64 * 1024
    """A frame of somebody who has a seat: an answer may name as many things as stand on the board."""
    depth: AtLeastOne = 16
    elements: AtLeastOne = 4096
    messages_per_s: Positive = 20.0
    message_burst: AtLeastOne = 40
    chats_per_s: Positive = 0.5
    chat_burst: Count = 5
    malformed: AtLeastOne = 3
    """Malformed frames after which a connection is closed."""
    auth_s: Positive = 10.0
    connections: AtLeastOne = 10_000
    connections_per_address: AtLeastOne = 64
    tables: Count = 2_000
    tables_per_user: Count = 4
    spectators: Count = 200
    outbox_frames: AtLeastOne = 256
    outbox_bytes: AtLeastOne = 256 * 1024
    kept_frames: Count = 512
    """Frames of a stream kept for a resume; a greater gap is answered by a resync."""
    kept_bytes: Count = 512 * 1024
    kept_replies: Count = 128
    """Replies kept per person, so that the same command id gets the same reply."""
    readings_per_s: Positive = 50.0
    reading_burst: AtLeastOne = 400
    """Cards of files that are read anew for all together: who names more must wait, and nobody else does."""
    inbox: AtLeastOne = 256
    guests: AtLeastOne = 20_000


class Mqtt(Struct, frozen=True, forbid_unknown_fields=True):
    """The feed; without a `url` there is none."""

    url: str = ""
    prefix: str = "apnap/v1"
    node: str = "apnap"
    queue: Count = 1000

    def __post_init__(self) -> None:
        url = urlsplit(self.url)
        try:
            is_address = url.scheme in ("mqtt", "mqtts") and bool(url.hostname) and url.port != 0
        except ValueError:  # a port that is none
            is_address = False
        if self.url and not is_address:
            shown = self.url.rpartition("@")[2]  # what stands before may be a password
            raise ValueError(f"expected a broker such as mqtt://localhost:1883, got {shown!r}")


class Keeping(Struct, frozen=True, forbid_unknown_fields=True):
    """How long tables and their journals are kept."""

    idle_table_s: Positive = 3600.0
    """An open table that nobody touches is closed after this."""
    over_table_s: Positive = 600.0
    """A finished table stays this long after the last of its people did something."""
    finished_days: NotNegative = 30.0
    """Journals of finished tables are deleted after this."""
    snapshot_every: AtLeastOne = 32
    backup: str = ""
    """Path of a copy of the journal, made anew while the server runs; empty: none is made."""
    backup_every_s: Positive = 3600.0


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """The floor of time before others learn of a pass, so that an automatic one is not to be told by it."""

    floor_ms: Count = 30
    jitter_ms: Count = 20


class Checking(Struct, frozen=True, forbid_unknown_fields=True):
    """Which tables are played again in the background, to see whether the same happens."""

    one_in: Count = 50
    """One table in so many; 0: none."""
    at_most_s: Positive = 600.0
    """What takes longer is given up."""
    waiting: Count = 100
    """More tables than these do not wait for it."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a server."""

    host: str = "127.0.0.1"
    port: Port = 8000
    journal: str = "apnap.sqlite3"
    """Path of the journal; `:memory:` keeps nothing."""
    origins: tuple[str, ...] = ()
    """Origins of browsers that may connect; empty: this server's own and clients without an origin."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose `X-Forwarded-For` counts."""
    heartbeat_ms: AtLeastOne = 20_000
    drain_s: NotNegative = 10.0
    plugins_dir: str = ""
    """A folder of one-file plugins."""
    cards: tuple[str, ...] = ()
    """Files of cards, for plugins that read rules text."""
    strict: bool = False
    """Whether a plugin that cannot be loaded stops the server."""
    log: Literal["debug", "info", "warning", "error", "critical"] = "info"
    limits: Limits = Limits()
    keeping: Keeping = Keeping()
    checking: Checking = Checking()
    pace: Pace = Pace()
    mqtt: Mqtt = Mqtt()


class WrongSettings(ValueError):
    """A setting that does not exist or has a value that it cannot have; the message names it."""


def load(path: Path | None = None, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of a file and the environment; raises `WrongSettings`."""
    values: dict[str, Any] = {}
    if path is not None:
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise WrongSettings(f"{path.name}: {error}") from error
    for name, text in sorted((os.environ if environment is None else environment).items()):
        key = name.removeprefix(PREFIX)
        if name.startswith(PREFIX) and key not in OTHERS:
            _put(values, key.lower().split("__"), text)
    try:
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        sources = ", ".join(filter(None, (path.name if path else "", f"variables {PREFIX}* of the environment")))
        raise WrongSettings(f"{error} (in {sources}; `apnap config` lists the settings)") from error
    if settings.keeping.backup and settings.journal == ":memory:":
        raise WrongSettings("keeping.backup: expected a journal in a file; one in memory cannot be backed up")
    return settings


def _put(values: dict[str, Any], path: list[str], text: str) -> None:
    *folders, last = path
    for folder in folders:
        values = values.setdefault(folder, {})
        if not isinstance(values, dict):
            raise WrongSettings(f"{'.'.join(path)}: there is no such setting")
    is_list = path in (["origins"], ["trusted_proxies"], ["cards"])
    values[last] = [part for part in text.split(",") if part] if is_list else text
