"""An answer to take away: a button for each form of it, made when it is clicked."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

Form = tuple[Callable[[], str], str, str]  # what makes the file, its ending, its media type


def download_row(name: str, forms: Mapping[str, Form]) -> None:
    """Buttons side by side, one a form. name: of the files, without their endings."""
    with st.container(horizontal=True):
        for label, (make, ending, mime) in forms.items():
            st.download_button(
                label,
                make,
                f"{name}.{ending}",
                mime,
                key=f"download_{label.lower()}",
                on_click="ignore",
                icon=":material/download:",
            )


def as_json_file(document: Mapping[str, Any]) -> str:
    """A document as a JSON file has it."""
    return json.dumps(document, allow_nan=False, ensure_ascii=False, indent=1)
