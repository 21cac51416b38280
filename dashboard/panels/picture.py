"""A small picture (SVG) in the page, with the colour of its text."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard.panels.chart import kept


def picture(key: str, draw: Callable[..., str], *shown: Any, of: object) -> None:
    """The picture, drawn once for as long as the value `of` lives, which it shows.

    Its module escapes what comes from data; Streamlit's own cleaning would take all of it away.
    """
    chosen = tuple(one for one in shown if isinstance(one, str | int | float))
    drawn = kept(of, (key, *chosen), lambda: draw(*shown))
    st.markdown(f"<div>{drawn}</div>", unsafe_allow_html=True)
