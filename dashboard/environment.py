"""What the environment sets for a server, checked before it serves anything.

A setting that is misspelt, or that says what it cannot mean, would otherwise count as not set: a
login that is not asked for serves everything to everybody.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from urllib.parse import urlsplit

from dashboard import people
from dashboard.stored_runs import SHARED
from interpret.cores import JOBS, jobs_asked
from interpret.data.complaints import DataError, quoted
from jobs.database import URL
from jobs.log import ASKED as LOG
from jobs.quotas import DEFAULTS, Quotas

PREFIX = "RULESCOPE_"
KNOWN = (*people.LOGIN, SHARED, URL, LOG, JOBS, *DEFAULTS)
LOGINS = tuple(PREFIX + word for word in ("LOGIN", "COOKIE", "ADMIN"))  # ours alone begin so
NEAR, NEAR_WHOLE = 0.6, 0.9  # how like a known name another one is misspelt: RULESCOPE_PORT is not
CHOICES = {SHARED: ("0", "1"), LOG: ("text", "json")}


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


def _meant(name: str) -> str:
    """The known name that an unknown one is like; all of a login's where it begins as they do."""
    upper = "".join(letter if letter.isalnum() else "_" for letter in name.upper())
    if not upper.startswith(PREFIX):
        found = get_close_matches(upper, KNOWN, 1, NEAR_WHOLE)
        return found[0] if found else ""
    known = {name.removeprefix(PREFIX): name for name in KNOWN}
    if found := get_close_matches(upper.removeprefix(PREFIX), known, 1, NEAR):
        return known[found[0]]
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
