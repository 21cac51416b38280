"""Who is signed in, and what they may do; without a login everything belongs to everybody.

The login is OpenID Connect, by Streamlit's own `st.login`; the environment names the provider.
"""

import hashlib
import os
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from dashboard.text import plain
from interpret.data.complaints import DataError
from jobs.owners import Person

PROVIDER = "RULESCOPE_LOGIN_URL"  # of the provider's metadata, …/.well-known/openid-configuration
CLIENT, SECRET = "RULESCOPE_LOGIN_CLIENT", "RULESCOPE_LOGIN_SECRET"
ADDRESS = "RULESCOPE_LOGIN_ADDRESS"  # of this dashboard, as browsers see it: https://rules.example
COOKIES = "RULESCOPE_COOKIE_SECRET"
LOGIN = (PROVIDER, CLIENT, SECRET, ADDRESS, COOKIES)
# Whoever guesses the secret can sign in as anybody: how many characters, and different ones.
LEAST_SECRET, LEAST_DIFFERENT = 32, 8
WHY, NO_ANSWER, REFUSED = "sign_in", "no-answer", "refused"
REASONS = {
    NO_ANSWER: "The login provider did not answer. Try again in a minute.",
    REFUSED: "The login provider did not let you in, or what it sent could not be trusted. Try "
    "again, or tell who runs this server.",
}


def is_required() -> bool:
    """Whether people must sign in, which is so even if only a part of the login is set."""
    return any(os.environ.get(name) for name in LOGIN)


def login_secrets(environment: Mapping[str, str]) -> dict[str, Any]:
    """The login in Streamlit's form, {} without one; a DataError where only parts of it are set."""
    if not any(environment.get(name) for name in LOGIN):
        return {}
    missing = [name for name in LOGIN if not environment.get(name, "").strip()]
    if missing:
        raise DataError(
            f"A login needs {', '.join(LOGIN)}, and {', '.join(missing)} is not set. Set all of "
            "them, or none."
        )
    secret = environment[COOKIES].strip()
    if len(secret) < LEAST_SECRET or len(set(secret)) < LEAST_DIFFERENT:
        raise DataError(
            f"{COOKIES} must be a random text of at least {LEAST_SECRET} characters, "
            f"{LEAST_DIFFERENT} of them different, and it is shorter or repeats a few. Make one, "
            "for example with `openssl rand -hex 32`."
        )
    return {
        "auth": {
            "server_metadata_url": environment[PROVIDER],
            "client_id": environment[CLIENT],
            "client_secret": environment[SECRET],
            "redirect_uri": f"{environment[ADDRESS].rstrip('/')}/oauth2callback",
            "cookie_secret": environment[COOKIES],
        }
    }


def claims() -> dict[str, Any]:
    """The provider's claims about the person signed in, {} if nobody is."""
    return dict(st.user) if st.user.get("is_logged_in", False) else {}


def person() -> Person | None:
    """Who is signed in; None where nobody is, or nobody has to be."""
    claimed = claims() if is_required() else {}
    if not claimed.get("sub"):
        return None
    issued = f"{claimed.get('iss', '')} {claimed['sub']}"
    name = str(claimed.get("email") or claimed.get("name") or claimed["sub"])
    return Person(hashlib.sha256(issued.encode()).hexdigest(), name)


def may_enter() -> bool:
    """Whether pages may be shown."""
    return not is_required() or person() is not None


def may(allows: Callable[[Person], bool]) -> bool:
    """Whether the current person may do something; without a login, everybody may."""
    here = person()
    return not is_required() or bool(here and allows(here))


def sign_in() -> None:
    """The page for somebody who is not signed in."""
    st.title("Sign in to Rulescope", anchor=False)
    st.markdown("Only you can see what you bring, until you share a run by its link.")
    reason = REASONS.get(st.query_params.get(WHY, ""))
    if reason:
        st.error(reason, icon=":material/error:")
    st.button("Sign in", type="primary", key="sign_in", icon=":material/login:", on_click=st.login)
    st.caption("A link to a run opens once you are signed in.")


def who_is_here() -> None:
    """The name of the person signed in, and a button to sign out; nothing without a login."""
    here = person()
    if here is None:
        return
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        st.caption(plain(here.name), width="content")
        st.button("Sign out", key="sign_out", type="tertiary", on_click=st.logout)
