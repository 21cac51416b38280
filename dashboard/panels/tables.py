"""Tables: of rows that are told, and of columns whose names come from data."""

from collections.abc import Callable, Mapping, Sequence, Sized
from types import MappingProxyType
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from interpret.answers.rows import Column
from interpret.data.complaints import EMPTY

AS_THEY_COME: Mapping[str, Any] = MappingProxyType({})


def table(rows: Any, alt: str, config: Mapping[str, Any] = AS_THEY_COME, **more: Any) -> None:
    """A table of what a DataFrame is made of. config: of its columns, by their names."""
    frame = pd.DataFrame(rows)
    st.dataframe(
        frame, hide_index=True, placeholder="–", column_config=dict(config), alt=alt, **more
    )


def named_table(
    columns: Sequence[Column],
    alt: str,
    config: Callable[[str, object], ColumnConfig | str] = lambda name, cell: name,
    **more: Any,
) -> None:
    """A table of columns whose names come from data: they may be the same, or anything.

    config: what a column is called and how it is written, from its name and its first cell.
    """
    frame = pd.DataFrame({str(place): list(cells) for place, (_, cells) in enumerate(columns)})
    st.dataframe(
        frame,
        hide_index=True,
        placeholder=EMPTY,
        column_config={
            str(place): config(name, next(iter(cells), None))
            for place, (name, cells) in enumerate(columns)
        },
        alt=alt,
        **more,
    )


def share_bar(label: str | None = None, form: str = "%.1f %%", **more: Any) -> ColumnConfig:
    """A column of percentages, as bars up to 100."""
    return st.column_config.ProgressColumn(label, min_value=0, max_value=100, format=form, **more)


def numbers(form: str, label: str | None = None, **more: Any) -> ColumnConfig:
    """A column of numbers that are written in this form."""
    return st.column_config.NumberColumn(label, format=form, **more)


def height_of(rows: Sized) -> Any:
    """The height of a table: as many rows as there are, up to twenty."""
    return "content" if len(rows) <= 20 else 740
