"""Logs as lines of JSON, each with the table and command that it is about."""

from __future__ import annotations

import logging
import sys
from contextvars import ContextVar

import orjson

#: What is being done now; set by tables and connections, read by the formatter.
table: ContextVar[str] = ContextVar("table", default="")
command: ContextVar[str] = ContextVar("command", default="")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": record.created,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name, about in (("table", table), ("command", command)):
            if value := about.get():
                line[name] = value
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


class Sparing(logging.Filter):
    """Lets one record a second through of what Python's loop says at each try to take a connection that it cannot."""

    def __init__(self) -> None:
        super().__init__()
        self._said_at = -1.0

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.getMessage().startswith("socket.accept() out of system resource"):
            return True
        if record.created - self._said_at < 1:
            return False
        self._said_at = record.created
        return True


def set_up(level: str) -> None:
    """Sends every log as JSON lines to standard error."""
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[stream], force=True)
    logging.getLogger("websockets").setLevel(logging.WARNING)
    logging.getLogger("asyncio").addFilter(Sparing())
