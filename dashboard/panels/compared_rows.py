"""The rows of a comparison of kernels on the page: as each kernel sees them, side by side as maps.

A row that is picked in one map is lit in all.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import streamlit as st

from dashboard import services
from dashboard.kept import of_tables
from dashboard.panels.compare import kernel_label
from dashboard.panels.display import chart, kept, named_table, table
from dashboard.panels.rows import row_input
from dashboard.panels.widgets import bound, on_demand
from dashboard.text import plain
from interpret.data.task import Task
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import Comparison
from interpret.lab.compared_rows import ComparedRows, Seen, compared_rows
from interpret.present.wording import one_of
from kernels.catalog import taken_apart

SIDE_BY_SIDE = 3
PICKED = "rows_picked"  # the table's digest, and the numbers of two rows in its file
HERE = Path(__file__)
HTML = """
<label class="switch"><input type="checkbox" role="switch"> minus linear</label>
<div class="maps"></div>
<div class="scale"><span class="least"></span><i></i><span class="most"></span></div>
<output></output>
"""
UNUSUAL = 99.5  # per cent of the pairs whose shades differ; those above are as dark as that
_maps = st.components.v2.component(
    "rulescope_similarity_maps",
    html=HTML,
    css=HERE.with_name("similarity_maps.css").read_text(encoding="utf-8"),
    js=HERE.with_name("similarity_maps.js").read_text(encoding="utf-8"),
)


def side_by_side(c: Comparison) -> None:
    """Maps of up to three kernels, and two rows that are lit in all of them."""
    st.header("What each kernel sees", anchor=False)
    names = [compared.kernel for compared in c.kernels]
    chosen = st.multiselect(
        "Side by side",
        names,
        default=list(dict.fromkeys([*names[:2], names[-1]])),
        key=f"side_by_side_{'_'.join(names)}",
        format_func=kernel_label,
        max_selections=SIDE_BY_SIDE,
        placeholder="Choose up to three kernels",
    )
    if not chosen:
        return
    task, maps = task_of(c), rows_of_maps(c)
    rows, row_numbers = maps.shown, task.table.row_numbers
    shown = [
        f"Row {row_numbers[row]:,} ({one_of(c.positive if task.y[row] else c.negative)}): "
        f"{', '.join(cells)}"
        for row, cells in zip(rows, kept(maps, "cells", maps.cells), strict=True)
    ]
    of_table, picked = st.session_state.get(PICKED, ("", []))
    if of_table != c.digest:
        picked = [int(row_numbers[row]) for row in rows[:2]]

    def pick(place: int, number: int | None) -> None:
        both = [number if i == place else one for i, one in enumerate(picked)]
        st.session_state[PICKED] = c.digest, both

    def click(one: int, other: int) -> None:
        st.session_state[PICKED] = c.digest, [int(row_numbers[rows[i]]) for i in (one, other)]

    at = {int(row_numbers[row]): place for place, row in enumerate(rows)}
    similarity_maps(
        {name: seen(c, name) for name in chosen},
        seen(c, "linear"),
        shown,
        (one_of(c.positive), one_of(c.negative)),
        [at[number] for number in picked if number in at],
        click,
        key="similarity_maps",
    )
    n = len(rows)
    part = f"{n:,} of {c.n_rows:,} rows, sampled" if n < c.n_rows else f"all {n:,} rows"
    st.caption(
        f"The maps show {part}; below each is the mean similarity of two rows. Within a class, "
        "rows that a kernel finds alike stand beside each other, so each map has its own order."
    )
    two = [
        row_input(column, label, task.table, **bound(key, picked[i], partial(pick, i)))
        for i, (column, label, key) in enumerate(
            zip(st.columns(2), ("Row", "and row"), ("row_one", "row_other"), strict=True)
        )
    ]
    if None not in two:
        example(c, *two)


@on_demand("Why are these two rows alike?", "rows_explained", ":material/compare_arrows:")
def example(c: Comparison, one: int, other: int) -> None:
    """For two rows, which formulas of a kernel hold in both, and how many."""
    task = task_of(c)
    names = [compared.kernel for compared in c.kernels]
    key = f"kernel_explained_{len(names)}"
    kernel = st.selectbox("Kernel", names, key=key, format_func=kernel_label)
    two = task.table.rows([one, other])
    cells = two.frame()
    names_shown = (*(name for name in cells if name in task.attributes), c.target)
    shown = [(name, list(cells[name])) for name in names_shown]
    named_table([("", [f"row {n}" for n in two.row_numbers]), *shown], "The two rows")
    formulas, how = rows_of_maps(c).explained(kernel, one, other)
    entry, _ = taken_apart(kernel)
    st.markdown(f"{plain(entry.meaning)} {plain(how)}")
    if formulas:
        rows_of_formulas = {"formulas that hold in both rows, the first of them": formulas}
        table(rows_of_formulas, "Formulas that hold in both rows")
    else:
        st.code(entry.formula, language=None)


@on_demand("How much can each family express?", "families", ":material/show_chart:")
def expressiveness(c: Comparison) -> None:
    """The spectral ratio over the degree."""
    rows = rows_of_maps(c)
    curves = kept(rows, "curves", rows.curves)
    chart("kernel_expressiveness", figures.expressiveness, curves, of=c)
    st.caption(
        "0 means that all rows are alike, and 1 that each row is like itself only. It is proven "
        "(theorems 6.1 and 6.2) that longer ANDs (mC) never express less, as long as every row has "
        "that many values, and that longer ORs (mD) never express more. No order is proven for "
        "normal forms with two equal degrees (Figure 6.7). A curve ends where no formula has so "
        "high a degree."
    )


def task_of(c: Comparison) -> Task:
    """The task that a comparison's rows are indices into, with the cells as in the file."""
    return services.tasks_of(c.digest, c)[0]


def is_dense(c: Comparison) -> bool:
    """Whether the compared rows have more of the rarer class than its share."""
    y = task_of(c).y
    return abs(float(y[list(c.rows)].mean()) - float(y.mean())) > 1 / len(c.rows)


def rows_of_maps(c: Comparison) -> ComparedRows:
    """The rows that the maps show."""
    identity = repr((c.digest, c.target, c.positive, c.columns, c.rows, c.seed))
    return _compared_rows(identity, c)


def seen(c: Comparison, kernel: str) -> Seen:
    """The rows of the maps as a kernel sees them."""
    rows = rows_of_maps(c)
    return kept(rows, ("seen", kernel), lambda: rows.seen(kernel))


@of_tables(max_entries=16, show_spinner=False)
def _compared_rows(identity: str, _c: Comparison) -> ComparedRows:  # noqa: ARG001
    return compared_rows(_c, task_of(_c))


def similarity_maps(
    seen: Mapping[str, Seen],
    linear: Seen,
    rows: Sequence[str],
    classes: tuple[str, str],
    pair: Sequence[int],
    click: Callable[[int, int], object],
    key: str,
) -> None:
    """Draws a map for each kernel.

    rows: what is told of each row; pair: the rows to light; click: gets the rows of a cell that is
    clicked.
    """

    def clicked() -> None:
        two = _pair(st.session_state.get(key), len(rows))
        if two:
            click(*two)

    _maps(
        key=key,
        data={
            "maps": [
                {
                    "name": name,
                    "told": one.words,
                    "values": _bytes(one.similarity),
                    "order": one.order.tolist(),
                }
                for name, one in seen.items()
            ],
            "linear": _bytes(linear.similarity),
            "most": round(255 * _most(seen.values())),
            "first": int(linear.is_positive.sum()),
            "rows": list(rows),
            "classes": list(classes),
            "pair": list(pair),
        },
        on_pair_change=clicked,
    )


def _most(seen: Iterable[Seen]) -> float:
    """The similarity that is drawn darkest: of two different rows hardly any is higher."""
    highest = [
        np.percentile(one.similarity[~np.eye(len(one.order), dtype=bool)], UNUSUAL) for one in seen
    ]
    return max(0.05, min(1.0, float(max(highest))))


def _bytes(similarity: np.ndarray) -> str:
    shades = np.rint(255 * np.clip(similarity, 0, 1)).astype(np.uint8)
    return b64encode(shades.tobytes()).decode("ascii")


def _pair(message: object, n_rows: int) -> tuple[int, int] | None:
    """The rows in a browser's message, which may hold anything."""
    pair = message.get("pair") if isinstance(message, Mapping) else None
    if not isinstance(pair, list) or len(pair) != 2:
        return None
    one, other = pair
    is_row = [type(row) is int and 0 <= row < n_rows for row in (one, other)]
    return (one, other) if all(is_row) else None
