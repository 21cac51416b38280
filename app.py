"""The frame: the pages, and what the URL and the session share."""

import logging
from functools import partial
from pathlib import Path

import streamlit as st

from dashboard import people, services
from dashboard.menu import pages_without_use
from dashboard.pages import MOVED, PAGES, path
from dashboard.people import sign_in, who_is_here
from dashboard.session import session
from dashboard.text import plain
from interpret.data.complaints import DataError, quoted
from interpret.registry import kind_of
from interpret.versions import RULESCOPE
from jobs.database import StoreError

HERE = Path(__file__).parent
ADDRESS = (HERE / "dashboard" / "address.js").read_text(encoding="utf-8")
GONE = (
    "The table is not in the store any more: it is deleted along with its last run. Load it again."
)


def moved(page: str) -> None:
    """Leads from an old address to the page that has its content now."""
    st.switch_page(path(page), query_params=st.query_params.to_dict())


st.set_page_config("Rulescope", HERE / "dashboard" / "logo.png", layout="wide")
state = session()
without = pages_without_use(state)
menu = {
    name: st.Page(
        path(name),
        title=own.title,
        icon=own.icon,
        help=own.help,
        default=name == "load_data",
        visibility="hidden" if name in without else "visible",
    )
    for name, own in PAGES.items()
}
menu |= {
    old: st.Page(partial(moved, new), title=old, url_path=old, visibility="hidden")
    for old, new in MOVED.items()
}
page = st.navigation([*menu.values()], position="top" if people.may_enter() else "hidden")
here = next(name for name, own in menu.items() if own.title == page.title)
st.html(HERE / "dashboard" / "look.css")
st.logo(HERE / "dashboard" / "logo.svg", size="medium")


def query() -> dict[str, list[str]]:
    """What stands in the URL after its question mark."""
    return {name: st.query_params.get_all(name) for name in st.query_params}


def follow_url() -> None:
    """Opens the run or the table that the URL names; if it names none, the first sample."""
    is_new, bad = not state.digest, tuple(st.query_params.get_all("bad"))
    run_id, digest = st.query_params.get("run"), st.query_params.get("data")
    if here == "find_rule":
        for name in services.PARTS:
            if name in st.query_params:
                st.session_state.setdefault(name, st.query_params[name])
    if run_id and run_id not in state.runs.values():
        beside = st.query_params.get("beside")
        if beside:
            services.open_run(state, beside)
        kind = services.open_run(state, run_id)
        if kind is None:
            state.complaint = (
                f"There is no run {quoted(run_id)} here. Start one, or open a recent one."
            )
        elif here not in kind_of(kind).pages:
            st.switch_page(path(kind_of(kind).page), query_params={"run": run_id})
    elif not state.digest and not (digest is None or services.open_table(state, digest, query())):
        state.complaint = GONE
    if state.digest and not services.store().has_table(state.digest):
        state.complaint = GONE
        state.digest = ""
    if not state.digest:
        services.load_sample(state, services.SAMPLES[0])
    if is_new:
        state.bad = bad


def say_url() -> None:
    """Writes what is shown into the URL, because clicks in the menu drop it."""
    shown = services.address(state, here)
    if query() != shown:
        st.query_params.from_dict(shown)


with st.container(horizontal_alignment="center"), st.container(width=1200):
    if not people.may_enter():
        sign_in()
        st.stop()
    who_is_here()
    try:
        services.runner()
        follow_url()
        say_url()
        if pages_without_use(state) != without:
            st.rerun()  # the URL has opened another table
        page.run()
    except (DataError, StoreError) as error:
        st.error(plain(error))
    except Exception:
        logging.getLogger("rulescope").exception("A page could not be shown.")
        st.error("This page could not be shown, and the server's log says why. Reload the page.")
    st.caption(f"Rulescope {RULESCOPE}", text_alignment="right")
    st.html(f'<script id="address">{ADDRESS}</script>', unsafe_allow_javascript=True)
