"""Logs as lines of JSON for machines to read, which never contain anything from a table.

`RULESCOPE_LOG=json` turns them on. A line holds its time, level, logger, the event (the message
without its arguments), and those of FIELDS that were given. Arguments and messages of exceptions
may quote cells, so only the type and the place of an exception are logged.
"""

import json
import logging
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

ASKED = "RULESCOPE_LOG"
FIELDS = ("run", "kind", "status", "seconds", "rows", "columns", "size", "code")
OURS = "rulescope"


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": str(record.msg) if _is_template(record) else type(record.msg).__name__,
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0]:
            error, trace = record.exc_info[0], traceback.extract_tb(record.exc_info[2])
            line["error"] = error.__name__
            line["at"] = [f"{frame.name}:{frame.lineno}" for frame in trace[-5:]]
        return json.dumps(line, ensure_ascii=False)


def _is_template(record: logging.LogRecord) -> bool:
    """Whether the message is a fixed text: one with arguments, or one of this project."""
    return isinstance(record.msg, str) and (
        bool(record.args) or record.name.split(".")[0] in (OURS, "jobs", "dashboard", "interpret")
    )


def configure(environment: Mapping[str, str]) -> None:
    """Writes every log as lines of JSON if the environment asks for it."""
    if environment.get(ASKED, "") != "json":
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    for name in list(
        logging.root.manager.loggerDict
    ):  # Streamlit and Uvicorn have handlers of their own
        logger = logging.getLogger(name)
        if logger.handlers:
            logger.handlers = []
            logger.propagate = True


def event(name: str, message: str, **fields: Any) -> None:
    """Logs an event. fields: some of FIELDS, only numbers and ids."""
    logging.getLogger(name).info(message, extra=fields)
