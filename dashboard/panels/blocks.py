"""Blocks of an answer, shown with Streamlit's own widgets."""

from collections.abc import Iterable

import streamlit as st

from dashboard.panels.display import BARE, drawn, named_table, text_table
from dashboard.text import plain
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

WIDE = 3  # figures at most that have columns; more stand abreast on a telephone too
ABREAST = 150  # pixels of each of these
LONG = 60  # characters of a cell that a table which scrolls would cut off
FEW = 8  # rows of texts that stand on the page as they are, since there is nothing to sort


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
