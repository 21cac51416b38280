"""Every number of a comparison; a kernel to take to the rule; two rows explained."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import comparisons
from dashboard.pages import PAGES, path
from dashboard.panels.compare.kernel_choice import kernel_label
from dashboard.panels.download_row import download
from dashboard.panels.rows import row_input
from dashboard.panels.tables import named_table, numbers, table
from dashboard.panels.widgets import on_click
from dashboard.session import Session
from dashboard.text import plain
from interpret.lab.compare import Comparison
from interpret.lab.kernel_words import comparison_rows
from interpret.present.csv_file import as_csv
from kernels.catalog import reads, taken_apart


def kernel_table(c: Comparison) -> None:
    st.header("Every number", anchor=False)
    frame = pd.DataFrame(comparison_rows(c))
    shares = {name: numbers("%.4f") for name in frame.columns if frame[name].dtype == float}
    alt = "Every number of the comparison, a kernel a row, best first"
    table(frame, alt, shares | {"seconds": numbers("%.1f")})
    download("CSV", lambda: as_csv(frame.items()), "kernels.csv", "text/csv", "kernels_csv")
    st.caption(
        "R is the radius of the smallest ball around the rows, ρ the distance between the hulls of "
        "the classes (twice the geometric margin), and n the number of rows."
    )
    for compared in c.kernels:
        for note in compared.notes:
            st.caption(f"**{plain(compared.kernel)}**: {plain(note)}")


def take(state: Session, c: Comparison) -> None:
    """A kernel to take to the page that finds the rule."""
    st.header("Find the rule inside one of them", anchor=False)
    names = [compared.kernel for compared in c.kernels]
    key = f"kernel_taken_{len(names)}"
    name = st.selectbox("Kernel of the machine", names, key=key, format_func=kernel_label)
    entry, values = taken_apart(name)
    if entry.name == "rules":
        st.markdown(
            f"Rules of up to {values[0]} clauses with up to {values[1]} values each are features "
            "of this kernel, so the rule that is found can be one of them."
        )
    else:
        st.markdown(
            f"A rule is usually not one of the features of this kernel ({plain(reads(name))}). "
            "Its weight is still the same sum over the support rows."
        )
    st.caption(
        "The comparison used all rows, also those that the search for the rule holds out. If you "
        "pick the best kernel here, the figures there look a little too good."
    )
    taken = st.button(
        f"Find the rule with {plain(name)}",
        key="take_kernel",
        icon=PAGES["find_rule"].icon,
        **on_click(
            lambda: state.change(target=c.target, positive=c.positive, kernel=name, C="auto")
        ),
    )
    if taken and not state.complaint:
        st.switch_page(path("find_rule"), query_params={"data": state.digest})


def example(c: Comparison) -> None:
    """For two rows, which formulas of a kernel hold in both, and how many."""
    st.header("Why are two rows alike?", anchor=False)
    task = comparisons.task_of(c)
    rows = np.array(c.rows)
    first = rows[task.y[rows]]
    names = [compared.kernel for compared in c.kernels]
    one_at, other_at, kernel_at = st.columns([1, 1, 2])
    one = row_input(one_at, "Row", task.table, int(first[0]), key="row_one")
    other = row_input(other_at, "and row", task.table, int(first[1]), key="row_other")
    key = f"kernel_explained_{len(names)}"
    kernel = kernel_at.selectbox("Kernel", names, key=key, format_func=kernel_label)
    if one is None or other is None:
        return
    two = task.table.rows([one, other])
    cells = two.frame()
    shown = [(name, list(cells[name])) for name in (*task.attributes, c.target)]
    named_table([("", [f"row {n}" for n in two.row_numbers]), *shown], "The two rows")
    formulas, how = comparisons.explained(c, kernel, one, other)
    entry, _ = taken_apart(kernel)
    st.markdown(f"{plain(entry.meaning)} {plain(how)}")
    if formulas:
        rows_of_formulas = {"formulas that hold in both rows, the first of them": formulas}
        table(rows_of_formulas, "Formulas that hold in both rows")
    else:
        st.code(entry.formula, language=None)
