"""Blocks on the page: what every medium tells of an answer, with Streamlit's own widgets."""

from collections.abc import Iterable

import streamlit as st

from dashboard.panels.display import BARE, drawn, named_table
from dashboard.text import plain
from interpret.tell.blocks import (
    Badge,
    Block,
    Chart,
    Drawn,
    Facts,
    Heading,
    Lines,
    Notice,
    Pair,
    Sentence,
    Table,
    Together,
)


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
        case Notice(text):
            st.caption(plain(text))
        case Badge(headline, good, parts):
            icon = ":primary[:material/verified:]" if good else ":orange[:material/info:]"
            with st.container(border=True):
                st.subheader(f"{icon} {plain(headline)}", anchor=False)
                show(parts)
        case Facts(facts):
            for place, one in zip(st.columns(len(facts)), facts, strict=True):
                place.metric(plain(one.name), plain(one.value), help=plain(one.about) or None)
                place.caption(plain(one.note))
        case Lines(caption, lines):
            st.markdown("\n".join([plain(caption), *(f"- {plain(line.text)}" for line in lines)]))
        case Table(caption, head, rows):
            cells = list(map(list, zip(*rows, strict=True))) or [[] for _ in head]
            names = [(name or caption) if not place else name for place, name in enumerate(head)]
            named_table(list(zip(names, cells, strict=True)), caption or names[0])
        case Drawn(markup, caption):
            drawn(markup)
            st.caption(plain(caption))
        case Chart(name, figure, text):
            st.plotly_chart(figure, key=name, config=BARE, alt=text)
        case Together(parts):
            show(parts)
        case Pair(parts):
            for place, part in zip(st.columns(len(parts), gap="medium"), parts, strict=True):
                with place:
                    show(part)
