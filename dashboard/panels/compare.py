"""What the page that compares kernels shows: what to compare, the charts and the numbers."""

from contextlib import suppress
from math import inf

import pandas as pd
import streamlit as st

from dashboard import services
from dashboard.pages import PAGES, path
from dashboard.panels.display import chart, numbers, table
from dashboard.panels.run_state import Step
from dashboard.panels.widgets import bound, download, on_click, on_demand
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import listed
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import KERNELS, Comparison
from interpret.lab.kernel_figures import comparison_rows, ratio_verdict
from interpret.present.csv_file import as_csv
from interpret.settings import Settings
from jobs.database import Run
from kernels.catalog import parse, reads
from kernels.entries import CATALOG, called

BY_NAME = {entry.name: entry for entry in CATALOG}
PERCENT = ("AUC", "accuracy", "deviation", "at ")  # how the names of shares begin


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
    """Which kernel a running comparison is judging."""
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
        help="The comparison used all rows, also those that the search for the rule holds out. If "
        "you pick the best kernel here, the figures there look a little too good.",
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
        "A bar shows where a kernel may stand against the best, whose mean is the line. A kernel "
        "whose bar reaches the line may be as good, with 95 % confidence for all kernels at once. "
        "This is about the machines trained here, on the same left-out rows (LeDell and others, "
        "2015). The simplest kernel is the one with the shortest formulas."
    )
    for compared in c.kernels:
        for note in compared.notes:
            st.caption(f"**{plain(compared.kernel)}**: {plain(note)}")


@on_demand("Does a small ratio predict the AUC?", "ratios", ":material/scatter_plot:")
def ratios(c: Comparison) -> None:
    points = {
        compared.kernel: (compared.ratio.lower, compared.auc)
        for compared in c.kernels
        if compared.ratio.upper < inf
    }
    if points:
        chart("kernel_ratios", figures.ratio_scatter, points, of=c)
    without = [compared.kernel for compared in c.kernels if compared.ratio.upper == inf]
    facts = [
        "The ratio is (R / ρ)² divided by the number of rows. R is the radius of the smallest ball "
        "around the rows, and ρ the distance between the hulls of the classes, which is twice the "
        "geometric margin. According to the thesis, the smaller the ratio, the better the kernel.",
        ratio_verdict(points),
    ]
    if without:
        has, it = ("has", "it") if len(without) == 1 else ("have", "they")
        facts.append(
            f"{plain(listed(without))} {has} no finite ratio, because {it} cannot separate the "
            "classes."
        )
    st.caption(" ".join(facts))


@on_demand("Every number", "every_number", ":material/table_rows:")
def kernel_table(c: Comparison) -> None:
    frame = pd.DataFrame(comparison_rows(c))
    shares = {
        name: numbers("percent" if name.startswith(PERCENT) else "%.4f")
        for name in frame.columns
        if frame[name].dtype == float
    }
    alt = "Every number of the comparison, a kernel a row, best first"
    table(frame, alt, shares | {"seconds": numbers("%.1f")})
    download("CSV", lambda: as_csv(frame.items()), "kernels.csv", "text/csv", "kernels_csv")
    st.caption(
        "R is the radius of the smallest ball around the rows, ρ the distance between the hulls of "
        "the classes (twice the geometric margin), and n the number of rows."
    )
