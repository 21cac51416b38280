"""What can be taken away: a button for each file, which is made when the button is clicked."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

Form = tuple[Callable[[], str | bytes], str, str]  # what makes the file, its ending, its media type


def download(
    label: str, make: Callable[[], str | bytes], file: str, mime: str, key: str, **more: Any
) -> None:
    """A button for one file. make: gives what is in it."""
    st.download_button(
        label, make, file, mime, key=key, on_click="ignore", icon=":material/download:", **more
    )


def download_row(name: str, forms: Mapping[str, Form]) -> None:
    """Buttons side by side, one a form. name: of the files, without their endings."""
    with st.container(horizontal=True):
        for label, (make, ending, mime) in forms.items():
            download(label, make, f"{name}.{ending}", mime, f"download_{label.lower()}")
