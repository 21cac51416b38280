"""A chart with its words; figures of an answer are drawn once, as long as the answer is cached."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard.kept import kept

BARE = {"displayModeBar": False}


def chart(
    key: str,
    draw: Callable[..., Any],
    tell: Callable[..., str],
    *shown: Any,
    of: object = None,
    **more: Any,
) -> Any:
    """The figure of what is shown, and the same in words for whoever cannot see it.

    of: an unchanging value, such as a run's answer, that holds all that is shown except texts and
    numbers: figures are then kept with it; None while a run still adds to what is shown.
    """

    def make() -> tuple[Any, str]:
        return draw(*shown), tell(*shown)

    chosen = tuple(one for one in shown if isinstance(one, str | int | float))
    figure, text = make() if of is None else kept(of, (key, *chosen), make)
    return st.plotly_chart(figure, key=key, config=BARE, alt=text, **more)
