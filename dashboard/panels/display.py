"""Blocks, charts, pictures and tables on pages; figures are kept as long as the value they show."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from weakref import finalize

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from dashboard.text import plain
from interpret.answers.rows import Column
from interpret.data.complaints import EMPTY
from interpret.tell.blocks import (
    Badge,
    Block,
    Chart,
    Drawn,
    Facts,
    Fold,
    Heading,
    Lines,
    Notice,
    Pair,
    Sentence,
    Table,
    shown,
)
from interpret.tell.page import POSTER_STYLE

MOST = 64  # values kept for one value, such as a figure for each place of a slider
_kept: dict[int, dict[Hashable, Any]] = {}  # identity of a value -> what was made from it
BARE = {"displayModeBar": False}
AS_THEY_COME: Mapping[str, Any] = MappingProxyType({})

WIDE = 3  # figures at most that have columns; more stand abreast on a telephone too
ABREAST = 150  # pixels of each of these
LONG = 60  # characters of a cell that a table which scrolls would cut off
FEW = 8  # rows of texts that stand on the page as they are, since there is nothing to sort


def kept(of: object, key: Hashable, make: Callable[[], Any]) -> Any:
    """The result of `make`, computed once for as long as `of` lives, which must not change.

    `of` is known by its identity, so a result for one run's answer is never shown for another's.
    The result must not refer to `of`, or neither would ever be freed.
    """
    made_from = _kept.get(id(of))
    if made_from is None:
        made_from = _kept[id(of)] = {}
        finalize(of, _kept.pop, id(of), None)
    if key not in made_from:
        made = make()
        while len(made_from) >= MOST:
            made_from.pop(next(iter(made_from)), None)
        made_from[key] = made
        return made
    return made_from[key]


def chart(key: str, draw: Callable[..., Chart], *shown: Any, of: object = None, **more: Any) -> Any:
    """A figure, with its alternative in words.

    of: an unchanging value, such as a run's answer, that holds all that is shown except texts and
    numbers: figures are then kept with it; None while a run still adds to what is shown.
    """
    chosen = tuple(one for one in shown if isinstance(one, str | int | float))
    drawn = draw(*shown) if of is None else kept(of, (key, *chosen), lambda: draw(*shown))
    return st.plotly_chart(drawn.figure, key=key, config=BARE, alt=drawn.text, **more)


def picture(key: str, draw: Callable[..., str], *shown: Any, of: object) -> None:
    """A picture of the value `of`, drawn once for as long as that lives.

    Its module escapes text from data; Streamlit's own cleaning would remove the whole picture.
    """
    chosen = tuple(one for one in shown if isinstance(one, str | int | float))
    drawn(kept(of, (key, *chosen), lambda: draw(*shown)))


def drawn(markup: str) -> None:
    """A picture that its module has made safe."""
    st.markdown(f"<div>{markup}</div>", unsafe_allow_html=True, anchors=False)


def poster_of(markup: str) -> None:
    """An answer as a poster, in one piece with its style: one that comes later moves the page."""
    drawn(f"<style>{POSTER_STYLE}</style>{markup}")


def table(rows: Any, alt: str, config: Mapping[str, Any] = AS_THEY_COME, **more: Any) -> None:
    """A table. rows: anything that a DataFrame takes; config: of the columns, by name."""
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
    """A table of columns whose names come from data, and may be equal or anything.

    config: the title and format of a column, from its name and its first cell.
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


def text_table(columns: Sequence[tuple[str, Sequence[str]]], alt: str) -> None:
    """A table of texts of any length, each in full."""
    frame = pd.DataFrame({plain(name): [plain(c) for c in cells] for name, cells in columns})
    st.table(frame, border="horizontal", hide_index=True, alt=alt)


def numbers(form: str, label: str | None = None, **more: Any) -> ColumnConfig:
    """A column of numbers that are written in this form."""
    return st.column_config.NumberColumn(label, format=form, **more)


def show(blocks: Iterable[Block]) -> None:
    """Each block in its turn."""
    for block in blocks:
        _show(block)


def _show(block: Block) -> None:
    match block:
        case Heading(text, level):
            (st.header if level == 2 else st.subheader)(plain(text), anchor=False)
        case Sentence(text, quiet):
            (st.caption if quiet else st.markdown)(plain(text))
        case Notice(text, warns):
            st.warning(plain(text)) if warns else st.caption(plain(text))
        case Badge(headline, good, parts):
            icon = ":primary[:material/verified:]" if good else ":orange[:material/info:]"
            with st.container(border=True):
                st.subheader(f"{icon} {plain(headline)}", anchor=False)
                show(parts)
        case Facts(facts):
            many = len(facts) > WIDE
            row = st.container(horizontal=True, gap="small") if many else None
            places = (
                [row.container(width=ABREAST, gap=None) for _ in facts]
                if row
                else st.columns(len(facts))
            )
            for place, one in zip(places, facts, strict=True):
                place.metric(plain(one.name), plain(one.value), help=plain(one.about) or None)
                place.caption(plain(one.note))
        case Lines(caption, lines):
            items = (f"- {plain(line.in_words)}" for line in lines)
            st.markdown("\n".join([plain(caption), *items]))
        case Table(caption, head, rows):
            cells = list(map(list, zip(*rows, strict=True))) or [[] for _ in head]
            names = [(name or caption) if not place else name for place, name in enumerate(head)]
            is_long = any(len(shown(cell)) > LONG for row in rows for cell in row)
            is_short = len(rows) <= FEW and all(isinstance(c, str) for row in rows for c in row)
            columns = list(zip(names, cells, strict=True))
            if is_long or is_short:
                texts = [(name, list(map(shown, column))) for name, column in columns]
                text_table(texts, caption or names[0])
            else:
                named_table(columns, caption or names[0])
        case Drawn(markup, caption):
            drawn(markup)
            if caption:
                st.caption(plain(caption))
        case Chart(name, figure, text):
            st.plotly_chart(figure, key=name, config=BARE, alt=text)
        case Fold(title, parts):
            with st.expander(plain(title)):
                show(parts)
        case Pair(parts):
            for place, part in zip(st.columns(len(parts), gap="medium"), parts, strict=True):
                with place:
                    show(part)
