"""Checks what browsers send to the pages before Streamlit reads it, and drops what is forged.

A page's own widgets send finite numbers and valid JSON. Anything else is forged; it would end in a
traceback before the first line of a page runs. A widget whose state is dropped is as at first.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from difflib import get_close_matches
from math import isfinite
from urllib.parse import urlsplit

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from dashboard import people
from interpret.cores import JOBS, jobs_asked
from interpret.data.complaints import DataError, quoted
from interpret.forms.answer.proof import SHARED
from jobs.database import URL
from jobs.log import ASKED as LOG
from jobs.owners import DEFAULTS, Quotas
from jobs.sources import SOURCES, sources

PREFIX = "RULESCOPE_"
KNOWN = (*people.LOGIN, SHARED, URL, LOG, JOBS, SOURCES, *DEFAULTS)
LOGINS = tuple(PREFIX + word for word in ("LOGIN", "COOKIE", "ADMIN"))  # only our names begin so
NEAR, NEAR_WHOLE = 0.6, 0.9  # the similarity from which a name counts as misspelt
CHOICES = {SHARED: ("0", "1"), LOG: ("text", "json")}


class Door:
    """Passes on only what widgets can have sent."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def checked() -> Message:
            message = await receive()
            raw = message.get("bytes")
            return message | {"bytes": without_forged(raw)} if raw else message

        with suppress(ClientDisconnect):  # a page was left while it sent a file
            await self.app(scope, checked if scope["type"] == "websocket" else receive, send)


def without_forged(raw: bytes) -> bytes:
    """A message of a browser without the states that no widget can have."""
    message = BackMsg()
    try:
        message.ParseFromString(raw)
    except DecodeError:
        return raw  # Streamlit ends such a connection
    states = message.rerun_script.widget_states.widgets
    sound = [state for state in states if _is_sound(state)]
    if len(sound) == len(states):
        return raw
    del states[:]
    states.extend(sound)
    return message.SerializeToString()


def _is_sound(state: WidgetState) -> bool:
    kind = state.WhichOneof("value")
    match kind:
        case "double_value":
            return isfinite(state.double_value)
        case "double_array_value":
            return all(map(isfinite, state.double_array_value.data))
        case "json_value" | "json_trigger_value":
            return _is_json(getattr(state, kind))
    return True


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def check(environment: Mapping[str, str]) -> None:
    """A DataError in one sentence where a server must not start with these settings."""
    for name, value in environment.items():
        if value and name not in KNOWN and (meant := _meant(name)):
            raise DataError(
                f"Settings must be called as on the page “On a server”, and {quoted(name)} is "
                f"unknown. {meant} may be meant: rename it, or unset it."
            )
    settings = {name: environment[name] for name in KNOWN if environment.get(name)}
    for name, value in settings.items():
        if value != value.strip() or not value.isprintable():
            raise DataError(
                f"{name} must be a text without blanks around it and without control characters, "
                "and it has some. Set it anew, or unset it."
            )
    for name, allowed in CHOICES.items():
        if settings.get(name, allowed[0]) not in allowed:
            raise DataError(
                f"{name} must be {' or '.join(allowed)}; got {quoted(settings[name])}. Set it anew."
            )
    _check_login(settings)
    if JOBS in settings:
        jobs_asked(settings[JOBS])
    Quotas.of(settings, people.PROVIDER in settings)
    sources(settings)


def _meant(name: str) -> str:
    """The known name that an unknown one resembles; all of a login's if it begins like them."""
    upper = "".join(letter if letter.isalnum() else "_" for letter in name.upper())
    if not upper.startswith(PREFIX):
        similar = get_close_matches(upper, KNOWN, 1, NEAR_WHOLE)
        return similar[0] if similar else ""
    known = {name.removeprefix(PREFIX): name for name in KNOWN}
    if similar := get_close_matches(upper.removeprefix(PREFIX), known, 1, NEAR):
        return known[similar[0]]
    return " or ".join(people.LOGIN) if upper.startswith(LOGINS) else ""


def _check_login(settings: Mapping[str, str]) -> None:
    people.login_secrets(settings)
    for name in (people.PROVIDER, people.ADDRESS):
        if name in settings and not _is_address(settings[name]):
            raise DataError(
                f"{name} must be an address such as https://rules.example; got "
                f"{quoted(settings[name])}. Set it anew."
            )
    for address in settings[people.ADMINS].split(",") if people.ADMINS in settings else ():
        if not _is_mailbox(address.strip()):
            raise DataError(
                f"{people.ADMINS} must be e-mail addresses with commas between them, and "
                f"{quoted(address)} is none. Set it anew."
            )


def _is_mailbox(text: str) -> bool:
    """Whether it is an e-mail address: a name and a host with one @ between them."""
    parts = text.split("@")
    return len(parts) == 2 and all(parts) and not any(map(str.isspace, text))


def _is_address(text: str) -> bool:
    """Whether it is an address on the web, of a host and perhaps a path."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    return is_web and not any(letter in "?#@" or letter.isspace() for letter in text)
