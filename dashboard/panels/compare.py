"""What the page that compares kernels shows: what to compare, the charts and the numbers."""

from math import inf

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import comparisons
from dashboard.pages import PAGES, path
from dashboard.panels.display import BARE, chart, named_table, numbers, table
from dashboard.panels.rows import row_input
from dashboard.panels.run_state import Step
from dashboard.panels.widgets import bound, download, on_click
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import listed
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import KERNELS, Comparison
from interpret.lab.kernel_words import comparison_rows, ratio_verdict
from interpret.lab.nested_validation import difference
from interpret.present.csv_file import as_csv
from interpret.present.wording import signed
from interpret.row_limits import ROWS
from jobs.store import Run
from kernels.catalog import CATALOG, parse, reads, taken_apart
from kernels.entries import called

BY_NAME = {entry.name: entry for entry in CATALOG}
SIDE_BY_SIDE = 3


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


def ranking(c: Comparison) -> None:
    """AUC with a dot per fold, and whether a small ratio predicts it."""
    left, right = st.columns(2, gap="medium")
    with left:
        st.header("How well each ranks unseen rows", anchor=False)
        aucs = {kernel_label(compared.kernel): compared.aucs for compared in c.kernels}
        chart("kernel_aucs", figures.auc_dots, aucs, of=c)
    with right:
        st.header("Does a small ratio predict it?", anchor=False)
        points = {
            compared.kernel: (compared.ratio.lower, compared.auc)
            for compared in c.kernels
            if compared.ratio.upper < inf
        }
        if points:
            shown = (figures.ratio_scatter, points)
            chart("kernel_ratios", *shown, of=c)
        without = [compared.kernel for compared in c.kernels if compared.ratio.upper == inf]
        facts = [
            "The ratio is (R / ρ)² divided by the number of rows. R is the radius of the smallest "
            "ball around the rows, and ρ the distance between the hulls of the classes, which is "
            "twice the geometric margin. According to the thesis, the smaller the ratio, the "
            "better the kernel.",
            ratio_verdict(points),
        ]
        if without:
            has, it = ("has", "it") if len(without) == 1 else ("have", "they")
            facts.append(
                f"{plain(listed(without))} {has} no finite ratio, because {it} cannot separate the "
                "classes."
            )
        st.caption(" ".join(facts))


def paired(c: Comparison) -> None:
    """Two kernels over the same folds, with an interval."""
    names = [compared.kernel for compared in c.kernels]
    if len(names) < 2:
        return
    st.header("Is one better than another?", anchor=False)
    left, right = st.columns(2)
    one = left.selectbox("Kernel", names, key=f"paired_one_{len(names)}", format_func=kernel_label)
    other = right.selectbox(
        "against", names, index=1, key=f"paired_other_{len(names)}", format_func=kernel_label
    )
    apart = difference(c.of(one).folds, c.of(other).folds)
    if one == other:
        st.markdown("These are the same kernel.")
        return
    if apart.low == apart.mean == apart.high == 0:
        st.markdown("Their AUC is the same in every fold.")
        return
    if apart.low > 0:
        verdict = f"**{plain(one)}** is better."
    elif apart.high < 0:
        verdict = f"**{plain(other)}** is better."
    else:
        verdict = "These folds do not tell them apart."
    mean, low, high = (signed(100 * share, 2) for share in (apart.mean, apart.low, apart.high))
    st.markdown(
        f"{verdict} Their AUCs differ by {mean} points on average, and with 95 % confidence by "
        f"{low} to {high}."
    )
    st.caption(
        "Both are judged in the same folds. The interval is widened because the training sets "
        "overlap (Nadeau and Bengio, 2003). If you look at many pairs, you will find some "
        "difference by chance."
    )


def side_by_side(c: Comparison) -> None:
    """Gram matrices, planes and similarities of up to three kernels."""
    st.header("What each kernel sees", anchor=False)
    names = [compared.kernel for compared in c.kernels]
    chosen = st.multiselect(
        "Side by side",
        names,
        default=list(dict.fromkeys([*names[:2], names[-1]])),
        key=f"side_by_side_{'_'.join(names)}",
        format_func=kernel_label,
        max_selections=SIDE_BY_SIDE,
    )
    if not chosen:
        st.caption("Choose up to three kernels.")
        return
    for name, column in zip(chosen, st.columns(len(chosen), gap="medium"), strict=True):
        column.markdown(f"**{plain(name)}** {plain(reads(name))}")
        for picture in comparisons.seen(c, name):
            column.plotly_chart(
                picture.figure, key=f"{picture.name}_{name}", config=BARE, alt=picture.text
            )
    n = min(ROWS.heat_map, len(c.rows))
    part = f"{n:,} of {c.n_rows:,} rows, sampled" if n < c.n_rows else f"all {n:,} rows"
    st.caption(
        f"This shows {part}. Above, the similarity of every two rows, ordered by class, on one "
        "scale from 0 to 1. In the middle, the rows in the first two dimensions of kernel PCA; a "
        "ring marks a row whose class the machine got wrong when the row was left out. Below, how "
        "alike two rows are."
    )


def expressiveness(c: Comparison) -> None:
    """The spectral ratio over the degree."""
    st.header("How much each family can express", anchor=False)
    curves = comparisons.curves(c)
    chart("kernel_expressiveness", figures.expressiveness, curves, of=c)
    st.caption(
        "0 means that all rows are alike, and 1 that each row is like itself only. It is proven "
        "(theorems 6.1 and 6.2) that longer ANDs (mC) never express less, as long as every row has "
        "that many values, and that longer ORs (mD) never express more. No order is proven for "
        "normal forms with two equal degrees (Figure 6.7). A curve ends where no formula has so "
        "high a degree."
    )


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
    names_shown = (*(name for name in cells if name in task.attributes), c.target)
    shown = [(name, list(cells[name])) for name in names_shown]
    named_table([("", [f"row {n}" for n in two.row_numbers]), *shown], "The two rows")
    formulas, how = comparisons.explained(c, kernel, one, other)
    entry, _ = taken_apart(kernel)
    st.markdown(f"{plain(entry.meaning)} {plain(how)}")
    if formulas:
        rows_of_formulas = {"formulas that hold in both rows, the first of them": formulas}
        table(rows_of_formulas, "Formulas that hold in both rows")
    else:
        st.code(entry.formula, language=None)
