"""A picture with a vertical line that a user drags, or moves with the arrow keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from interpret.tell import svg

HERE = Path(__file__)
HTML = """
<label for="line"><span class="label"></span> <output class="told" for="line"></output></label>
<div class="drawn"><input id="line" type="range" step="any"><div class="off"></div></div>
"""
_line = st.components.v2.component(
    "rulescope_drag_line",
    html=HTML,
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Places:
    """The places of the line: distances from the left in pixels, ascending, and each in words.

    high: its upper and lower end; wide: the ends of its scale.
    """

    across: Sequence[float]
    told: Sequence[str]
    high: tuple[float, float]
    wide: tuple[float, float]


def drag_line(label: str, drawn: str, places: Places, start: int, key: str) -> int:
    """The index of the place to which the line has been moved.

    drawn: from `interpret.tell.svg`, which has escaped all text from data; start: the first place;
    key: without text from data, since Streamlit refuses two underscores in it.
    """
    chosen = _place(st.session_state.get(key), len(places.across), start)
    moved = _line(
        key=key,
        data={
            "label": label,
            "drawn": drawn,
            "width": svg.WIDTH,
            "chosen": chosen,
            "across": list(places.across),
            "told": list(places.told),
            "ends": [*places.wide, *places.high],
        },
        default={"place": start},
        on_place_change=lambda: None,
    )
    return _place(moved, len(places.across), start)


def _place(message: object, n_places: int, start: int) -> int:
    """The place in a browser's message, which may hold anything; if invalid, the first place."""
    place = message.get("place") if isinstance(message, Mapping) else None
    return place if type(place) is int and 0 <= place < n_places else start
