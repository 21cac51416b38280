"""What the page that compares kernels shows: what to compare, and which kernel is ahead."""

from contextlib import suppress

import streamlit as st

from dashboard import services
from dashboard.pages import PAGES, path
from dashboard.panels.display import chart, text_table
from dashboard.panels.run_state import Step
from dashboard.panels.widgets import bound, on_click, on_demand
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import DataError
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import KERNELS, Comparison
from interpret.settings import Settings
from jobs.database import Run
from kernels.catalog import parse, reads
from kernels.entries import CATALOG, Entry


def kernel_label(name: str) -> str:
    """A kernel and its features."""
    return f"{name}: {reads(name)}"


def start(state: Session, settings: Settings) -> None:
    """Starts to compare the session's kernels on its table, for the class in the settings."""
    services.begin(state, "compare", settings, kernels=list(state.kernels))


def take_kernels(state: Session, run: Run | None) -> None:
    """Takes over the kernels of an opened run, as far as this version has them."""
    if run is not None and state.kernels_of != run.id:
        state.kernels, state.kernels_of = (), run.id
        for name in run.spec["kernels"]:
            with suppress(ValueError):
                parse(name)
                state.kernels += (name,)


def kernel_choice(state: Session) -> None:
    """The kernels to compare: from a list, or by any name of the catalog."""

    def take(names: list[str]) -> None:
        for name in names:
            _check(name)
        state.kernels = tuple(dict.fromkeys(map(str.strip, names)))

    usual = [entry.usual for entry in CATALOG]
    st.multiselect(
        "Kernels",
        list(dict.fromkeys((*KERNELS, *usual, *state.kernels))),
        format_func=kernel_label,
        placeholder="Choose kernels, or type one with its degrees",
        accept_new_options=True,
        **bound("kernels", list(state.kernels), take),
    )


def _check(name: str) -> None:
    """A DataError where a text names no kernel."""
    try:
        parse(name)
    except ValueError as error:
        raise DataError(str(error)) from None


@on_demand("Every kernel and its formula", "every_kernel", ":material/function:")
def every_kernel() -> None:
    def counts(entry: Entry) -> str:
        return " ".join([entry.meaning, *(f"{d.name}: {d.meaning}." for d in entry.degrees)])

    columns = {
        "kernel": [str(entry) for entry in CATALOG],
        "what it counts": list(map(counts, CATALOG)),
        "formula": [entry.formula for entry in CATALOG],
        "thesis": [entry.source for entry in CATALOG],
    }
    text_table(list(columns.items()), "Every kernel, what it counts, its formula and its source")
    st.caption(
        "Degrees are numbers: mC(4). A mix is a sum: 0.7*mC(4) + 0.3*linear. A formula is a kernel "
        "too: (a ∧ b) ∨ ¬c. Every kernel is normalised."
    )


def judging(run: Run, steps: list[Step]) -> str:
    """Which kernel a running comparison is judging."""
    names, kernel = run.spec["kernels"], steps[-1]["kernel"]
    place = names.index(kernel) + 1
    return f"Judging kernel {place} of {len(names)}: **{plain(kernel)}**, {plain(reads(kernel))}."


def verdict(state: Session, c: Comparison) -> None:
    """Which kernel to take, and a button that takes it to the page that finds the rule."""
    st.header(plain(figures.verdict(c)), anchor=False)
    names = [compared.kernel for compared in c.kernels]
    choice, button = st.columns([3, 2], vertical_alignment="bottom")
    name = choice.selectbox(
        "Kernel of the machine",
        names,
        index=names.index(figures.advised(c)),
        key=f"kernel_taken_{'_'.join(names)}",
        format_func=kernel_label,
        help="The comparison used all rows, also those held out: figures of the rule look a "
        "little too good.",
    )
    taken = button.button(
        f"Find the rule with {plain(name)}",
        key="take_kernel",
        icon=PAGES["find_rule"].icon,
        width="stretch",
        **on_click(
            lambda: state.change(target=c.target, positive=c.positive, kernel=name, C="auto")
        ),
    )
    if taken and not state.complaint:
        st.switch_page(path("find_rule"), query_params={"data": state.digest})


def ranking(c: Comparison) -> None:
    """Every kernel's AUC, with an interval against the best."""
    aucs = {kernel_label(compared.kernel): compared.aucs for compared in c.kernels}
    chart("kernel_aucs", figures.ranked, aucs, figures.behind(c), of=c)
    st.caption(
        "A kernel whose bar reaches the line, the mean of the best, may be as good, with 95 % "
        "confidence for all kernels at once. This is about the machines trained here (LeDell and "
        "others, 2015). The simplest kernel is the one with the shortest formulas."
    )
    for compared in c.kernels:
        if compared.note:
            st.caption(f"**{plain(compared.kernel)}**: {plain(compared.note)}")
