"""The dashboard with what a server needs: a login and /healthz. `streamlit run serve.py`."""

import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from dashboard import door
from dashboard.door import Door
from dashboard.people import NO_ANSWER, REFUSED, WHY, login_secrets
from dashboard.services import opened, store_url
from interpret.data.complaints import DataError
from jobs.database import StoreError
from jobs.runner import close_all

LOGIN, CALLBACK = "/auth/login", "/oauth2callback"  # Streamlit's own
SIGNED_IN, FORGOTTEN = "_streamlit_user=", "Max-Age=0"  # in the cookies that it sets then


def health(request: Request) -> JSONResponse:  # noqa: ARG001
    """200 where the store of runs can be used, 503 where not; nothing else is told."""
    try:
        opened(store_url()).check()
    except StoreError:
        return JSONResponse({"status": "the store of runs cannot be used"}, status_code=503)
    return JSONResponse({"status": "ok"})


async def say_why(request: Request, call_next: RequestResponseEndpoint) -> Response:
    """Leads whoever could not sign in back to the page, which says why."""
    answer = await call_next(request)
    cookies = [own for own in answer.headers.getlist("set-cookie") if FORGOTTEN not in own]
    why = ""
    if request.url.path.endswith(LOGIN) and answer.status_code >= 400:
        why = NO_ANSWER
    if request.url.path.endswith(CALLBACK) and not any(c.startswith(SIGNED_IN) for c in cookies):
        why = REFUSED
    if not why:
        return answer
    logging.getLogger("rulescope").warning("Somebody could not sign in.")
    return RedirectResponse(f"/?{WHY}={why}", status_code=303)


@asynccontextmanager
async def running(app: st.App) -> AsyncIterator[None]:  # noqa: ARG001
    """Ends the runs when the server shuts down, whichever signal asks for that."""
    yield
    close_all()


def _secrets() -> dict[str, Any] | None:
    """The login that the environment names; with settings that cannot be the server ends."""
    try:
        door.check(os.environ)
        return login_secrets(os.environ) or None
    except DataError as error:
        sys.exit(str(error))


app = st.App(
    "app.py",
    secrets=_secrets(),
    lifespan=running,
    routes=[Route("/healthz", health)],
    middleware=[Middleware(Door), Middleware(BaseHTTPMiddleware, dispatch=say_why)],
)
