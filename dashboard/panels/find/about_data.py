"""What was noticed in the data and changed in them, each notice once, on demand."""

import streamlit as st

from dashboard.panels.on_demand import on_demand
from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer


@st.fragment
def about_data(a: Answer) -> None:
    notices = a.explanation.notices
    if not notices:
        return
    if panel := on_demand(f"About the data ({len(notices)})", "about_data", ":material/table:"):
        with panel:
            for notice in notices:
                st.markdown(plain(notice))
