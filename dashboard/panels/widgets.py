"""What widgets have in common: they show what the tab holds and hand on what is entered."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import streamlit as st

from dashboard import services
from dashboard.session import session
from dashboard.text import plain
from interpret.data.complaints import DataError, one_line
from jobs.database import StoreError


def on_click(action: Callable[..., object], *args: Any) -> dict[str, Any]:
    """The arguments of a button that does this; if it cannot be done, the page says why."""
    return {"on_click": services.attempt, "args": (session(), action, *args)}


def entered(key: str, take: Callable[[Any], object]) -> dict[str, Any]:
    """The arguments of a widget that hands on what is entered."""
    args = (session(), lambda: take(st.session_state[key]))
    return {"key": key, "on_change": services.attempt, "args": args}


def bound(key: str, value: Any, take: Callable[[Any], object]) -> dict[str, Any]:
    """The arguments of a widget that shows a value, whoever changed it, and hands on another."""
    st.session_state[key] = value
    return entered(key, take)


def uploaded(key: str, take: Callable[[bytes, str], object]) -> dict[str, Any]:
    """The arguments of a file uploader that hands on the content of a file and its name.

    A name may hold anything that a browser sends; PostgreSQL takes no NUL.
    """

    def taken(file: Any) -> None:
        if file is not None:
            take(file.getvalue(), one_line(file.name))

    return entered(key, taken)


@contextmanager
def saying_why() -> Iterator[None]:
    """What cannot be shown or done in this block says why in its place."""
    try:
        yield
    except (DataError, StoreError) as error:
        st.error(plain(error), icon=":material/error:")


def on_demand(
    label: str, key: str, icon: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a function a panel that is computed only while it is open, so that no other click
    waits for it. Opening it draws nothing else anew.
    """

    def panel(show: Callable[..., None]) -> Callable[..., None]:
        @st.fragment
        @wraps(show)
        def shown(*args: Any) -> None:
            place = st.expander(label, key=key, icon=icon, on_change="rerun")
            if place.open:
                with place:
                    show(*args)

        return shown

    return panel
