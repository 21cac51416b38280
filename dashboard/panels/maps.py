"""How the kernels of a comparison see its rows: a map for each, moved from one to the next.

Python places the rows, and the browser moves and lights them, so that nobody is asked.
"""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from dashboard import services
from dashboard.kept import of_tables
from dashboard.panels.display import chart, kept
from dashboard.panels.widgets import on_demand
from dashboard.text import plain
from interpret.data.task import Task
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import Compared, Comparison
from interpret.lab.compared_rows import ComparedRows, compared_rows
from interpret.lab.maps import RowMap
from interpret.measures import percent
from interpret.present.wording import class_name, one_of
from interpret.tell import svg
from kernels.catalog import reads

HERE = Path(__file__)
HTML = """
<div class="kernels">
  <div>
    <div class="map">
      <svg class="large" viewBox="0 0 640 440" role="group"></svg>
      <p class="says-no"></p><p class="says-yes"></p>
    </div>
    <div class="travel">
      <input class="slider" type="range" min="0" step="any" aria-label="From kernel to kernel">
      <div class="names" aria-hidden="true"></div>
    </div>
    <p class="legend">
      <span><svg viewBox="-9 -9 18 18" aria-hidden="true"><circle class="yes" r="4.6"/></svg>
        <span class="key-yes"></span></span>
      <span><svg viewBox="-9 -9 18 18" aria-hidden="true"><path class="no" d="M0-6l6 6-6 6-6-6z"/>
        </svg><span class="key-no"></span></span>
      <span><svg viewBox="-9 -9 18 18" aria-hidden="true"><circle class="wrong" r="6"/></svg>
        told wrong when left out</span>
      <span><svg viewBox="-9 -9 18 18" aria-hidden="true"><circle class="point" r="7.5"/></svg>
        the row you point at</span>
    </p>
    <section class="ranking">
      <h3>Ranked <small>AUC on left-out rows; small dots are the folds</small></h3>
      <div class="ranked"></div>
    </section>
  </div>
  <div>
    <div class="stops"></div>
    <section>
      <h3>The row you point at, and the most alike</h3>
      <div class="scroll" tabindex="0" role="group" aria-label="The rows in words">
        <table class="near"></table>
      </div>
    </section>
  </div>
</div>
"""
_maps = st.components.v2.component(
    "rulescope_kernel_maps",
    html=HTML,
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
)
PLACES = 3  # digits of where a row stands
UNUSUAL = 99.5  # per cent of the pairs whose shades differ; those above are as dark as that
ABREAST, SIDE = 3, 400  # heat maps in a row, and the least pixels of one


def key_of(run_id: str) -> str:
    """The key of a run's maps; Streamlit keeps "__" for itself."""
    return f"maps {run_id.replace('_', '.')}"


def row_maps(c: Comparison, names: Sequence[str], run_id: str) -> None:
    """The maps of kernels in this order; of those that are not judged yet, their places."""
    shown = kept(c, ("maps", *names), lambda: data_of(c, names))
    _maps(
        key=key_of(run_id),
        data={"key": f"{run_id} {len(c.kernels)} {len(names)}"} | shown,
        on_kernel_change=lambda: None,
    )
    rows = rows_of(c)
    part = f"Of {len(c.rows):,} rows that are compared, {len(rows.y):,} are drawn. "
    st.caption(
        f"{part * (len(rows.y) < len(c.rows))}Across: how strongly the machine says yes to a row "
        "that was left out. Up and down: where the kernel’s rows differ most besides. A row stays "
        "at its height from map to map as far as it can. Kernels that may all be the best, with "
        "95 % confidence, are one line."
    )


def data_of(c: Comparison, names: Sequence[str]) -> dict[str, Any]:
    """What the browser draws: all of it plain text and numbers."""
    rows, judged = rows_of(c), {one.kernel: one for one in c.kernels}
    there = [judged[name] for name in names if name in judged]
    placed = dict(zip((one.kernel for one in there), maps_of(rows, there), strict=True))
    table = rows.cells()
    lowest = min(chain.from_iterable(one.aucs for one in there))
    low = min(0.9, np.floor(10 * lowest) / 10)
    return {
        "kernels": [
            {"name": name, "reads": reads(name), "figure": "waiting"}
            | (_told(judged[name], placed[name]) if name in judged else {})
            for name in names
        ],
        "at": [one.kernel for one in there].index(figures.advised(c)),
        "yes": rows.y.astype(int).tolist(),
        "rows": [f"Row {number:,}" for number in rows.table.row_numbers],
        "columns": list(table),
        "cells": list(table.values()),
        "target": c.target,
        "classes": [class_name(c.target, c.positive), class_name(c.target, c.negative)],
        "values": [one_of(c.positive), one_of(c.negative)],
        "ranked": [_line(c, line) for line in figures.ranked(c)],
        "span": [100 * low, 100],
        "ticks": [round(100 * share) for share in np.linspace(low, 1, 3)],
    }


def _told(one: Compared, placed: RowMap) -> dict[str, Any]:
    return {
        "figure": f"{one.wrong:,} wrong" if one.wrong else "all right",
        "wrong": one.wrong,
        "across": placed.across.round(PLACES).tolist(),
        "up": placed.up.round(PLACES).tolist(),
        "alike": placed.alike.tolist(),
        "similarity": np.rint(100 * placed.similarity).astype(int).tolist(),
    }


def _line(c: Comparison, line: Sequence[Compared]) -> dict[str, Any]:
    aucs = sorted(one.auc for one in line)
    low, high = np.floor(1000 * aucs[0]) / 10, percent(aucs[-1])
    return {
        "names": [one.kernel for one in line],
        "note": f"may all be the best; take {figures.advised(c)}" if len(line) > 1 else "",
        "figure": f"{low:.1f} to {high}" if aucs[0] < aucs[-1] else high,
        "folds": [100 * auc for auc in line[0].aucs],
        "means": [100 * auc for auc in aucs],
    }


def maps_of(rows: ComparedRows, kernels: Sequence[Compared]) -> list[RowMap]:
    """The maps of kernels, each turned to the one before it; each is made once."""
    maps: list[RowMap] = []
    for place, one in enumerate(kernels):
        names = tuple(other.kernel for other in kernels[: place + 1])
        before = maps[-1] if maps else None
        maps.append(kept(rows, ("map", names), partial(rows.map, one, before)))
    return maps


@on_demand("Heat maps of the similarities", "heat_maps", ":material/grid_on:")
def heat_maps(c: Comparison, names: Sequence[str]) -> None:
    """How alike each kernel finds every two rows, in one order for all."""
    rows, first = rows_of(c), figures.advised(c)
    order = kept(rows, ("order", first), lambda: rows.in_classes(first))
    there = [name for name in names if name in c.names]
    grams = {name: rows.gram(name)[np.ix_(order, order)] for name in there}
    apart = ~np.eye(len(order), dtype=bool)
    most = max(0.05, *(float(np.percentile(K[apart], UNUSUAL)) for K in grams.values()))
    for start in range(0, len(there), ABREAST):
        places = st.columns(ABREAST)
        for place, name in zip(places, there[start : start + ABREAST], strict=False):
            text = f"How alike {name} finds every two rows"
            place.image(shades(grams[name] / most), plain(name), width="stretch", alt=text)
    st.caption(
        f"The darker, the more alike; {most:.2f} and more is darkest. All have one order, in which "
        f"rows that {plain(first)} finds alike stand beside each other: first those of the class "
        f"“{plain(one_of(c.positive))}”, then the others."
    )


def shades(values: np.ndarray) -> np.ndarray:
    """A picture of values from 0 to 1, in the colour of the class on whatever is behind it."""
    picture = np.zeros((*values.shape, 4), dtype=np.uint8)
    picture[..., :3] = list(bytes.fromhex(svg.BLUE[1:]))
    picture[..., 3] = np.rint(255 * np.clip(values, 0, 1))
    each = -(-SIDE // len(values))  # pixels, so that the browser does not blur one
    return picture.repeat(each, axis=0).repeat(each, axis=1)


@on_demand("How much can each family express?", "families", ":material/show_chart:")
def expressiveness(c: Comparison) -> None:
    """The spectral ratio over the degree."""
    rows = rows_of(c)
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


def rows_of(c: Comparison) -> ComparedRows:
    """The rows that the maps show."""
    identity = repr((c.digest, c.target, c.positive, c.columns, c.rows, c.seed))
    return _rows_of(identity, c)


@of_tables(max_entries=16, show_spinner=False)
def _rows_of(identity: str, _c: Comparison) -> ComparedRows:  # noqa: ARG001
    return compared_rows(_c, task_of(_c))
