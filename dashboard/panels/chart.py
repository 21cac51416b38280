"""A chart with its words; what follows from an answer is drawn once, as long as it is cached."""

from collections.abc import Callable, Hashable
from typing import Any
from weakref import finalize

import streamlit as st

BARE = {"displayModeBar": False}
MOST = 64  # things kept of one value, such as a figure for each place of a slider

_kept: dict[int, dict[Hashable, Any]] = {}  # by identity: of a value, what was made of it


def chart(
    key: str,
    draw: Callable[..., Any],
    tell: Callable[..., str],
    *shown: Any,
    of: object = None,
    **more: Any,
) -> Any:
    """The figure of what is shown, and the same in words for whoever cannot see it.

    of: what does not change and has all that is shown, but for texts and numbers, such as an answer
    of a run: its figures are then kept; None where a run still adds to what is shown.
    """

    def make() -> tuple[Any, str]:
        return draw(*shown), tell(*shown)

    chosen = tuple(one for one in shown if isinstance(one, str | int | float))
    figure, text = make() if of is None else kept(of, (key, *chosen), make)
    return st.plotly_chart(figure, key=key, config=BARE, alt=text, **more)


def kept(of: object, key: Hashable, make: Callable[[], Any]) -> Any:
    """What `make` gives, made once for as long as the value `of` lives, which must not change.

    It is known by its identity: what is made of one run's answer is never shown for another's.
    """
    figures_kept = _kept.get(id(of))
    if figures_kept is None:
        figures_kept = _kept[id(of)] = {}
        finalize(of, _kept.pop, id(of), None)
    if key not in figures_kept:
        made = make()
        while len(figures_kept) >= MOST:
            figures_kept.pop(next(iter(figures_kept)), None)
        figures_kept[key] = made
        return made
    return figures_kept[key]
