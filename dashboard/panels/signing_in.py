"""Signing in: what is shown in place of the pages, and who is signed in above them."""

import streamlit as st

from dashboard import people
from dashboard.text import plain

WHY, NO_ANSWER, REFUSED = "sign_in", "no-answer", "refused"
REASONS = {
    NO_ANSWER: "The login provider did not answer. Try again in a minute, or tell the people who "
    "look after this server.",
    REFUSED: "The login provider did not let you in, or what it sent could not be trusted. Try "
    "again, or tell the people who look after this server.",
}


def sign_in() -> None:
    """Everything that is shown to somebody who is not signed in."""
    st.title("Sign in to Rulescope", anchor=False)
    st.markdown(
        "Tables and runs on this server belong to the people who brought them. Only you can see "
        "what you bring, until you share a run by its link."
    )
    reason = REASONS.get(st.query_params.get(WHY, ""))
    if reason:
        st.error(reason, icon=":material/error:")
    st.button("Sign in", type="primary", key="sign_in", icon=":material/login:", on_click=st.login)
    st.caption("A link to a run opens once you are signed in.")


def who_is_here() -> None:
    """The name of whoever is signed in, and the way out; nothing where nobody signs in."""
    person = people.person()
    if person is None:
        return
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        st.caption(plain(person.name), width="content")
        st.button("Sign out", key="sign_out", type="tertiary", on_click=st.logout)
