"""Every number of a comparison; a kernel to take to the rule; two rows explained."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import comparisons, services
from dashboard.panels.download_row import download
from dashboard.panels.rows import row_input
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import EMPTY
from interpret.lab.compare import Comparison
from interpret.lab.nested_validation import difference
from interpret.present.csv_file import as_csv
from kernels.catalog import reads, taken_apart

SHARE = st.column_config.NumberColumn(format="%.4f")


def kernel_table(c: Comparison) -> None:
    st.header("Every number", anchor=False)
    frame = _frame(c)
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="–",
        column_config={
            name: SHARE
            for name in frame.columns
            if frame[name].dtype == float and name != "seconds"
        }
        | {"seconds": st.column_config.NumberColumn(format="%.1f")},
        alt="Every number of the comparison, a kernel a row, best first",
    )
    download("CSV", lambda: as_csv(frame.items()), "kernels.csv", "text/csv", "kernels_csv")
    st.caption(
        "R is the radius of the smallest ball around the rows, ρ the distance between the hulls of "
        "the classes (twice the geometric margin), n the number of rows."
    )
    for compared in c.kernels:
        for note in compared.notes:
            st.caption(f"**{plain(compared.kernel)}**: {plain(note)}")


def take(state: Session, c: Comparison) -> bool:
    """Chooses a kernel for the rule; True when it was taken."""
    st.header("Find the rule inside one of them", anchor=False)
    names = [compared.kernel for compared in c.kernels]
    name = st.selectbox(
        "Kernel of the machine",
        names,
        key=f"kernel_taken_{len(names)}",
        format_func=lambda name: f"{name}: {reads(name)}",
    )
    entry, values = taken_apart(name)
    if entry.name == "rules":
        st.markdown(
            f"Rules of up to {values[0]} clauses of up to {values[1]} values are this kernel's "
            "own features: the rule that is found can be one of them."
        )
    else:
        st.markdown(
            f"A rule is not, in general, one of this kernel's own features "
            f"({plain(reads(name))}). Its weight is still the same sum over the support rows."
        )
    st.caption(
        "The comparison used all rows, also those that the search for the rule holds out. If you "
        "pick the best kernel here, the figures there look a little too good."
    )
    return st.button(
        f"Find the rule with {plain(name)}",
        key="take_kernel",
        icon=":material/frame_inspect:",
        on_click=services.attempt,
        args=(
            state,
            lambda: state.change(target=c.target, positive=c.positive, kernel=name, C="auto"),
        ),
    )


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
    kernel = kernel_at.selectbox(
        "Kernel",
        names,
        key=f"kernel_explained_{len(names)}",
        format_func=lambda name: f"{name}: {reads(name)}",
    )
    if one is None or other is None:
        return
    two = task.table.rows([one, other])
    shown = two.frame()[[*task.attributes, c.target]]
    shown.insert(0, "row", [f"row {n}" for n in two.row_numbers], allow_duplicates=True)
    shown.columns = [f"column_{i}" for i in range(shown.shape[1])]
    st.dataframe(
        shown,
        hide_index=True,
        placeholder=EMPTY,
        column_config=dict(zip(shown.columns, ["", *task.attributes, c.target], strict=True)),
        alt="The two rows",
    )
    formulas, how = comparisons.explained(c, kernel, one, other)
    entry, _ = taken_apart(kernel)
    st.markdown(f"{plain(entry.meaning)} {plain(how)}")
    if formulas:
        st.dataframe(
            pd.DataFrame({"formulas that hold in both rows, the first of them": formulas}),
            hide_index=True,
            alt="Formulas that hold in both rows",
        )
    else:
        st.code(entry.formula, language=None)


def _frame(c: Comparison) -> pd.DataFrame:
    best = c.kernels[0].judged
    rows = []
    for compared in c.kernels:
        behind = difference(compared.judged, best)
        rows.append(
            {
                "kernel": compared.kernel,
                "features": reads(compared.kernel),
                "AUC": compared.auc,
                "deviation of the folds": compared.spread,
                "accuracy": compared.accuracy,
                "AUC against the best": behind.mean,
                "at least": behind.low,
                "at most": behind.high,
                "R²/(ρ² n) at least": compared.ratio.lower,
                "R²/(ρ² n) at most": compared.ratio.upper
                if np.isfinite(compared.ratio.upper)
                else None,
                "R² at least": compared.radius2.lower,
                "R² at most": compared.radius2.upper,
                "ρ² at least": compared.distance2.lower,
                "ρ² at most": compared.distance2.upper,
                "spectral ratio": compared.spectral_ratio,
                "standardised": compared.expressiveness,
                "alignment": compared.alignment,
                "rows told wrong": len(compared.wrong),
                "seconds": compared.seconds,
            }
            | {
                f"{what}, fold {i}": value
                for i, fold in enumerate(compared.folds, 1)
                for what, value in (("AUC", fold.auc), ("accuracy", fold.accuracy), ("C", fold.C))
            }
        )
    return pd.DataFrame(rows)
