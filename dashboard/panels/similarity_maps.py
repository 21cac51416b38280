"""Maps of how alike kernels find every two rows; a row that is picked in one is lit in all."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import streamlit as st

from interpret.lab.compared_rows import Seen

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
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
)


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
