"""Checks what comes to a server before Streamlit reads it: frames of browsers, and settings."""

from collections.abc import Mapping
from contextlib import suppress
from difflib import get_close_matches
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard import people
from interpret.cores import JOBS, jobs_asked
from interpret.data.complaints import DataError, quoted
from interpret.forms.answer.proof import SHARED
from jobs.database import URL
from jobs.sources import SOURCES, sources

PREFIX = "RULESCOPE_"
KNOWN = (*people.LOGIN, SHARED, URL, JOBS, SOURCES)
LOGINS = tuple(PREFIX + word for word in ("LOGIN", "COOKIE"))  # only our names begin so
NEAR, NEAR_WHOLE = 0.6, 0.9  # the similarity from which a name counts as misspelt
HANG_UP: Message = {"type": "websocket.disconnect", "code": 1003}  # no frame of that type


class Door:
    """Ends a connection that sends text: pages send bytes alone, and Streamlit reads no other."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def checked() -> Message:
            message = await receive()
            return HANG_UP if message.get("text") is not None else message

        with suppress(ClientDisconnect):  # a page was left while it sent a file
            await self.app(scope, checked if scope["type"] == "websocket" else receive, send)


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
    if settings.get(SHARED, "0") not in ("0", "1"):
        raise DataError(f"{SHARED} must be 0 or 1; got {quoted(settings[SHARED])}. Set it anew.")
    _check_login(settings)
    jobs_asked(settings)
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


def _is_address(text: str) -> bool:
    """Whether it is an address on the web, of a host and perhaps a path."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    return is_web and not any(letter in "?#@" or letter.isspace() for letter in text)
