"""Panels that are computed only when they are opened, so that no other click waits for them."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def on_demand(label: str, key: str, icon: str) -> DeltaGenerator | None:
    """A panel that opens at a click; None while it is closed.

    In a fragment, opening it draws nothing else anew.
    """
    panel = st.expander(label, key=key, icon=icon, on_change="rerun")
    return panel if panel.open else None
