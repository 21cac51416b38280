"""Who chose what: the files, what their columns are read as, and what was asked for."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import recommending, services
from dashboard.recommending import Asking
from dashboard.session import Session
from dashboard.text import plain
from interpret.answers.ranking.columns import ChoiceRoles
from interpret.answers.ranking.settings import BASELINES, METRICS, Recommending
from interpret.settings import SettingsError
from jobs.store import Run

NONE = "–"
PROTOCOLS = {
    "half": "half of the choices of a fifth of the users",
    "last": "everyone's last choice",
}
ROLES = {"user": "Users", "item": "Items", "rating": "Ratings", "time": "Times"}


def files(state: Session, asking: Asking) -> None:
    """The table of choices, the file of items, and the sample."""

    def take() -> None:
        file = st.session_state["choices_file"]
        if file is not None:
            services.load(state, file.getvalue(), file.name)

    def take_items() -> None:
        file = st.session_state["items_file"]
        if file is not None:
            recommending.load_items(asking, file.getvalue(), file.name)

    choices, items = st.columns(2)
    choices.file_uploader(
        "Who chose what",
        key="choices_file",
        on_change=services.attempt,
        args=(state, take),
        help="A row for each choice: user, item, and perhaps a rating and a time. Any format that "
        "Load data takes. It stays on this machine.",
    )
    items.file_uploader(
        "What the items are (optional)",
        key="items_file",
        on_change=services.attempt,
        args=(state, take_items),
        help="A row for each item, with its name as in the choices and any columns: genre, year, "
        "brand. With it, a rule tells what a user likes.",
    )
    st.button(
        "Try the sample: films, and who chose them",
        key="recommend_sample",
        icon=":material/movie:",
        on_click=services.attempt,
        args=(state, recommending.load_sample, state),
    )


def roles(state: Session, asking: Asking, found: ChoiceRoles) -> None:
    """What the columns are read as in one sentence, and where it is changed."""
    says, change = st.columns([5, 1], vertical_alignment="center")
    text = plain(found.sentence)
    if asking.asked.at_least is not None:
        text += f" A rating of at least {asking.asked.at_least:g} is a choice."
    says.markdown(text)
    with change.popover("Change", icon=":material/edit:", width="stretch"):
        columns(state, asking, found)


def columns(state: Session, asking: Asking, found: ChoiceRoles | None) -> None:
    """A choice of column for each role, and the rating that counts."""
    names = services.table(state.digest).names

    def change(name: str, key: str) -> None:
        value = st.session_state[key]
        _change(state, asking, **{name: None if value == NONE else value})

    for role, label in ROLES.items():
        options = names if role in ("user", "item") else (NONE, *names)
        now = getattr(asking.asked, f"{role}_column") or (getattr(found, role) if found else None)
        key = f"role_{role}_{state.edition}"
        st.selectbox(
            label,
            options,
            index=options.index(now) if now in options else None,
            key=key,
            format_func=plain,
            on_change=services.attempt,
            args=(state, change, f"{role}_column", key),
        )
    key = f"at_least_{state.edition}"
    st.number_input(
        "A choice is a rating of at least",
        value=asking.asked.at_least,
        key=key,
        placeholder="any row is",
        on_change=services.attempt,
        args=(state, change, "at_least", key),
    )


def settings(state: Session, asking: Asking) -> None:
    """What the machine is chosen by, what is held out, and the machine by hand."""
    with st.expander("Settings", icon=":material/tune:"):
        one, other = st.columns(2)
        _choice(state, asking, "metric", one, label="Choose the machine by", options=METRICS)
        _choice(
            state,
            asking,
            "protocol",
            other,
            label="Hold out",
            options=tuple(PROTOCOLS),
            format_func=PROTOCOLS.get,
        )
        key = "set_kernel"
        st.session_state[key] = asking.asked.kernel
        one.text_input(
            "Kernel",
            key=key,
            help="auto, or a kernel by name: linear, Tanimoto, mC(2), mD(30).",
            on_change=services.attempt,
            args=(state, lambda: _change(state, asking, kernel=st.session_state[key].strip())),
        )
        st.session_state["set_without"] = list(asking.asked.without)
        other.multiselect(
            "Leave out of the comparison",
            BASELINES,
            key="set_without",
            help="Each takes its time on a large table. Popularity and item cosine always stand "
            "beside the machine.",
            on_change=services.attempt,
            args=(state, lambda: _change(state, asking, without=st.session_state["set_without"])),
        )
        st.session_state["set_degrees"] = asking.asked.degrees
        other.toggle(
            "Also measure kernels of rising degree",
            key="set_degrees",
            help="Spectral ratio and AUC against the degree, for researchers. It takes longer.",
            on_change=services.attempt,
            args=(state, lambda: _change(state, asking, degrees=st.session_state["set_degrees"])),
        )


def _choice(
    state: Session, asking: Asking, name: str, place: DeltaGenerator, **widget: Any
) -> None:
    """A box to choose one of the settings by its name; widget: what Streamlit's box takes."""
    key = f"set_{name}"
    st.session_state[key] = getattr(asking.asked, name)
    place.selectbox(
        key=key,
        on_change=services.attempt,
        args=(state, lambda: _change(state, asking, **{name: st.session_state[key]})),
        **widget,
    )


def _change(state: Session, asking: Asking, **values: object) -> None:
    try:
        asking.change(**values)
    except SettingsError as error:
        state.complaint = str(error)


def as_set(run: Run | None, asking: Asking) -> bool:
    """Whether a run was asked as the settings are now."""
    return run is None or Recommending.from_dict(run.spec["asked"]) == asking.asked


def doing(run: Run, steps: list[dict]) -> str:  # noqa: ARG001
    """What a run does now."""
    return plain(steps[-1]["doing"])
