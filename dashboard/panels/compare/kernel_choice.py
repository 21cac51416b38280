"""Which kernels to compare: the usual ones at a click, any degree by a small form."""

import streamlit as st

from dashboard.panels.run_state import Step
from dashboard.panels.widgets import bound, on_click
from dashboard.session import Session
from dashboard.text import plain
from interpret.lab.compare import KERNELS
from jobs.store import Run
from kernels.catalog import CATALOG, parse, reads
from kernels.entries import called

BY_NAME = {entry.name: entry for entry in CATALOG}


def kernel_label(name: str) -> str:
    """A kernel and its features."""
    return f"{name}: {reads(name)}"


def kernel_choice(state: Session) -> None:
    def take(names: list[str]) -> None:
        state.kernels = tuple(names)

    usual = [entry.usual for entry in CATALOG]
    st.multiselect(
        "Kernels",
        list(dict.fromkeys((*KERNELS, *usual, *state.kernels))),
        format_func=kernel_label,
        placeholder="Choose at least one kernel",
        **bound("kernels", list(state.kernels), take),
    )
    with st.popover("Other degrees", icon=":material/add:"):
        entry = BY_NAME[st.selectbox("Kernel", BY_NAME, index=6, key="kernel_to_add")]
        values = [
            st.number_input(
                f"{degree.name}: {degree.meaning}",
                degree.lowest,
                degree.highest,
                type(degree.lowest)(degree.usual),
                key=f"degree_{entry.name}_{degree.name}",
                format=None if degree.is_whole else "%g",
            )
            for degree in entry.degrees
        ]
        name = called(entry.name, values)
        st.markdown(f"{plain(entry.meaning)} Its features: {plain(reads(name))}.")
        st.code(entry.formula, language=None)
        st.caption(f"Polato's thesis, {plain(entry.source)}. Every kernel here is normalised.")
        st.button(f"Add {name}", key="add_kernel", **on_click(_add, state, name))


def judging(run: Run, steps: list[Step]) -> str:
    """Which kernel a comparison at work is judging."""
    names, kernel = run.spec["kernels"], steps[-1]["kernel"]
    place = names.index(kernel) + 1
    return f"Judging kernel {place} of {len(names)}: **{plain(kernel)}**, {plain(reads(kernel))}."


def _add(state: Session, name: str) -> None:
    try:
        parse(name)
    except ValueError as error:
        state.complaint = str(error)
        return
    state.kernels = tuple(dict.fromkeys((*state.kernels, name)))
