"""The rows of a comparison of kernels on the page: as each kernel sees them, side by side as maps.

A row that is picked in one map is lit in all.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import streamlit as st

from dashboard import services
from dashboard.kept import of_tables
from dashboard.panels.compare import kernel_label
from dashboard.panels.display import chart, kept
from dashboard.panels.widgets import on_demand
from interpret.data.task import Task
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import Comparison
from interpret.lab.compared_rows import ComparedRows, Seen, compared_rows
from interpret.present.wording import one_of

SIDE_BY_SIDE = 3
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
    """Maps of up to three kernels."""
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
    similarity_maps(
        {name: seen(c, name) for name in chosen},
        seen(c, "linear"),
        shown,
        (one_of(c.positive), one_of(c.negative)),
    )
    n = len(rows)
    part = f"{n:,} of {c.n_rows:,} rows, sampled" if n < c.n_rows else f"all {n:,} rows"
    st.caption(
        f"The maps show {part}; below each is the mean similarity of two rows. Each map has its "
        "own order: alike rows stand beside each other."
    )


@on_demand("How much can each family express?", "families", ":material/show_chart:")
def expressiveness(c: Comparison) -> None:
    """The spectral ratio over the degree."""
    rows = rows_of_maps(c)
    curves = kept(rows, "curves", rows.curves)
    chart("kernel_expressiveness", figures.expressiveness, curves, of=c)
    st.caption(
        "0 means that all rows are alike, and 1 that each row is like itself only. It is proven "
        "(theorems 6.1 and 6.2) that longer ANDs (mC) never express less, as long as every row "
        "has that many values, and that longer ORs (mD) never express more."
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
    seen: Mapping[str, Seen], linear: Seen, rows: Sequence[str], classes: tuple[str, str]
) -> None:
    """Draws a map for each kernel. rows: what is told of each row."""
    _maps(
        key="similarity_maps",
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
        },
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
