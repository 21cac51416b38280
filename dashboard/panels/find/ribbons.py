"""A click on a ribbon of the poster, or Enter, opens its rows."""

from pathlib import Path

import streamlit as st

from dashboard import services
from dashboard.panels.find.rows import pick_ribbon
from dashboard.session import session
from interpret.forms.answer.answer import Answer

KEY, OPENED = "ribbons", "ribbon_opened"
_clicks = st.components.v2.component(
    "rulescope_ribbons", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def ribbons_open_rows(a: Answer, tab: str) -> None:
    """Listens for clicks; stands last on the page, where it takes no room. tab: with the rows."""

    def opened() -> None:
        pick_ribbon(a, st.session_state[KEY].ribbon)
        st.session_state["tab"], st.session_state[OPENED] = tab, True

    _clicks(
        key=KEY,
        data={"opened": st.session_state.pop(OPENED, False), "of": a.explanation.digest},
        on_ribbon_change=lambda: services.attempt(session(), opened),
    )
