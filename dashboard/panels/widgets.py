"""Helpers of widgets: they show the values of the tab, pass entries on, and save files."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, wraps
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dashboard import services
from dashboard.session import PageSettings, Session, session
from dashboard.text import plain
from interpret.data.complaints import DataError, one_line
from interpret.data.table import Table
from interpret.present.dialects import DIALECTS, Dialect
from interpret.present.wording import class_name
from interpret.settings import Settings
from jobs.database import StoreError

Form = tuple[Callable[[], str | bytes], str, str]  # what makes the file, its ending, its media type


def on_click(action: Callable[..., object], *args: Any) -> dict[str, Any]:
    """The arguments of a button with this action; if it fails, the page says why."""
    return {"on_click": services.attempt, "args": (session(), action, *args)}


def entered(key: str, take: Callable[[Any], object]) -> dict[str, Any]:
    """The arguments of a widget that passes its entry on."""
    args = (session(), lambda: take(st.session_state[key]))
    return {"key": key, "on_change": services.attempt, "args": args}


def bound(key: str, value: Any, take: Callable[[Any], object]) -> dict[str, Any]:
    """The arguments of a widget that always shows this value, and passes a new entry on."""
    st.session_state[key] = value
    return entered(key, take)


def bound_setting(
    prefix: str,
    held: Session | PageSettings[Settings],
    name: str,
    called: str,
    read: Callable[[Any], Any],
) -> dict[str, Any]:
    """The arguments of a widget for a setting.

    called: its name in a complaint; read: makes a value of the widget's type from what is held or
    typed in; ValueError where it cannot.
    """

    def take(entry: Any) -> None:
        try:
            held.change(**{name: read(entry)})
        except ValueError:
            raise DataError(f"{called} must be a number; got {entry!r}.") from None

    return bound(f"{prefix}_{name}", read(getattr(held.settings, name)), take)


def sheets_of(of: Table, **given: Any) -> str | None:
    """The sheet of a workbook to read, if there are several. given: arguments of the widget."""
    return st.selectbox("Sheet", of.sheets, width=260, **given) if len(of.sheets) > 1 else None


def table_uploaded(file: UploadedFile) -> Table:
    """The table in a file; of a workbook with several sheets, in the chosen one."""
    first = services.read_file(file.getvalue(), file.name)
    if len(first.sheets) < 2:
        return first
    key = f"sheet_{first.digest}"
    chosen = sheets_of(first, key=key, index=first.sheets.index(first.sheet or first.sheets[0]))
    return services.read_file(file.getvalue(), file.name, chosen)


def uploaded(key: str, take: Callable[[bytes, str], object]) -> dict[str, Any]:
    """The arguments of a file uploader that passes on the content of a file and its name.

    A name may hold anything that a browser sends; PostgreSQL takes no NUL.
    """

    def taken(file: Any) -> None:
        if file is not None:
            take(file.getvalue(), one_line(file.name))

    return entered(key, taken)


@contextmanager
def saying_why() -> Iterator[None]:
    """If this block fails, shows the reason in its place."""
    try:
        yield
    except (DataError, StoreError) as error:
        st.error(plain(error), icon=":material/error:")


def on_demand(
    label: str, key: str, icon: str, box: Callable[..., Any] = st.expander
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a function a panel that is computed only while it is open, so that no click waits for
    it.

    Opening it draws nothing else anew. box: st.expander, or st.popover for a menu.
    """

    def panel(show: Callable[..., None]) -> Callable[..., None]:
        @st.fragment
        @wraps(show)
        def shown(*args: Any) -> None:
            place = box(label, key=key, icon=icon, on_change="rerun")
            if place.open:
                with place:
                    show(*args)

        return shown

    return panel


def which_class(state: Session, shown: tuple[str, ...], key: str) -> Settings:
    """The session's settings with an explicit target and class; of several classes, one is chosen.

    shown: the class of the page's answer, empty if there is none.
    """
    settings = state.settings
    try:
        tasks = services.tasks_of(state.digest, settings)
    except DataError:
        return settings  # the run will then report what is wrong
    classes = [task.positive for task in tasks]
    target, chosen = tasks[0].target, classes[0]
    if len(classes) > 1:
        chosen = st.selectbox(
            "Class to tell from the others",
            classes,
            index=classes.index(shown) if shown in classes else 0,
            key=f"{key}_{state.about}_{target}",
            format_func=lambda positive: class_name(target, positive),
        )
    return replace(settings, target=target, positive=chosen)


def download(
    label: str, make: Callable[[], str | bytes], file: str, mime: str, key: str, **more: Any
) -> None:
    """A button for one file. make: gives its content."""
    st.download_button(
        label, make, file, mime, key=key, on_click="ignore", icon=":material/download:", **more
    )


def download_list(name: str, forms: Mapping[str, Form]) -> None:
    """A button for each form, one below the other. name: of the files, without their endings."""
    for label, (make, ending, mime) in forms.items():
        key = f"download_{label.lower()}"
        download(label, make, f"{name}.{ending}", mime, key, type="tertiary")


def sql_forms(write: Callable[[Dialect], str]) -> dict[str, Form]:
    """SQL for each engine as a form by its name; where none can be written, a caption says why."""
    try:
        return {
            f"SQL for {one.called}": (partial(str, write(one)), f"{name}.sql", "application/sql")
            for name, one in DIALECTS.items()
        }
    except DataError as error:
        st.caption(plain(str(error)))
        return {}


def bad_news(state: Session, name: str) -> None:
    """Asks whether a class, known by its name, is bad news: then it is vermilion in pictures."""

    def take(is_bad: bool) -> None:
        others = tuple(other for other in state.bad if other != name)
        state.bad = (*others, name) if is_bad else others

    st.toggle(
        plain(f"“{name}” is bad news"),
        help="Bad news is drawn in vermilion, everything else in calm colours.",
        **bound("bad_news", name in state.bad, take),
    )


def colours(state: Session, yes: str, no: str) -> None:
    """Draws the pictures of an answer with what is bad news in vermilion. yes, no: the classes."""
    sides = {"--yes": yes, "--no": no}
    styles = "".join(f"{key}: var(--bad);" for key, name in sides.items() if name in state.bad)
    if styles:
        st.html(f"<style>:root {{ {styles} }}</style>")
