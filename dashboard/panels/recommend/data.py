"""Who chose what: the files, how their columns are read, and the settings."""

from functools import partial
from typing import Any

import streamlit as st

from dashboard import recommending, services
from dashboard.panels.widgets import bound, entered, on_click, uploaded
from dashboard.session import Asking, Session
from dashboard.text import plain
from interpret.answers.ranking.columns import ChoiceRoles
from interpret.answers.ranking.settings import BASELINES, METRICS, Recommending
from jobs.store import Run

NONE = "–"
PROTOCOLS = {
    "half": "half of the choices of a fifth of the users",
    "last": "everyone's last choice",
}
ROLES = {"user": "Users", "item": "Items", "rating": "Ratings", "time": "Times"}


def files(state: Session, choice: Asking[Recommending]) -> None:
    """The table of choices, the file of items, and the sample."""
    choices, items = st.columns(2)
    choices.file_uploader(
        "Who chose what",
        help="A row for each choice: a user, an item, and perhaps a rating and a time, in any "
        "format that Load data takes. The file stays on this machine.",
        **uploaded("choices_file", partial(services.load, state)),
    )
    items.file_uploader(
        "What the items are (optional)",
        help="A row for each item: its name as in the choices, and any columns, such as genre, "
        "year or brand. With it, a rule says what a user likes.",
        **uploaded("items_file", partial(recommending.load_items, choice)),
    )
    st.button(
        "Try the sample: films, and who chose them",
        key="recommend_sample",
        icon=":material/movie:",
        **on_click(recommending.load_sample, state),
    )


def roles(state: Session, choice: Asking[Recommending], roles_found: ChoiceRoles) -> None:
    """What the columns are read as in one sentence, and where it is changed."""
    says, change = st.columns([5, 1], vertical_alignment="center")
    text = plain(roles_found.sentence)
    if choice.asked.at_least is not None:
        text += f" A rating of at least {choice.asked.at_least:g} is a choice."
    says.markdown(text)
    with change.popover("Change", icon=":material/edit:", width="stretch"):
        columns(state, choice, roles_found)


def columns(state: Session, choice: Asking[Recommending], roles_found: ChoiceRoles | None) -> None:
    """A choice of column for each role, and the rating that counts."""
    names = services.loaded(state).names
    for role, label in ROLES.items():
        options = names if role in ("user", "item") else (NONE, *names)
        name = f"{role}_column"
        now = getattr(choice.asked, name) or getattr(roles_found, role, None)

        def take(column: str, name: str = name) -> None:
            choice.change(**{name: None if column == NONE else column})

        st.selectbox(
            label,
            options,
            index=options.index(now) if now in options else None,
            format_func=plain,
            **entered(f"role_{role}_{state.edition}", take),
        )
    st.number_input(
        "A choice is a rating of at least",
        value=choice.asked.at_least,
        placeholder="any row is",
        **entered(f"at_least_{state.edition}", lambda least: choice.change(at_least=least)),
    )


def settings(choice: Asking[Recommending]) -> None:
    """What the machine is chosen by, what is held out, and the machine by hand."""
    asked = choice.asked

    def shows(name: str, value: Any) -> dict[str, Any]:
        return bound(f"set_{name}", value, lambda entry: choice.change(**{name: entry}))

    with st.expander("Settings", icon=":material/tune:"):
        one, other = st.columns(2)
        one.selectbox("Choose the machine by", METRICS, **shows("metric", asked.metric))
        other.selectbox(
            "Hold out",
            list(PROTOCOLS),
            format_func=PROTOCOLS.__getitem__,
            **shows("protocol", asked.protocol),
        )
        one.text_input(
            "Kernel",
            help="auto, or a kernel by its name, such as linear, Tanimoto, mC(2) or mD(30).",
            **bound("set_kernel", asked.kernel, lambda name: choice.change(kernel=name.strip())),
        )
        other.multiselect(
            "Leave out of the comparison",
            BASELINES,
            help="Each takes time on a large table. Popularity and item cosine are always compared "
            "with the machine.",
            **shows("without", list(asked.without)),
        )
        other.toggle(
            "Also measure kernels of rising degree",
            help="Spectral ratio and AUC against the degree, for researchers. It takes longer.",
            **shows("degrees", asked.degrees),
        )


def as_set(run: Run | None, choice: Asking[Recommending]) -> bool:
    """Whether a run was asked as the settings are now."""
    return run is None or Recommending.from_dict(run.spec["asked"]) == choice.asked


def doing(run: Run, steps: list[dict]) -> str:  # noqa: ARG001
    """What a run is doing."""
    return plain(steps[-1]["doing"])
