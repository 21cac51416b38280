"""An answer to take away: a button for each form of it, made when it is clicked."""

import json
from collections.abc import Callable, Mapping

import streamlit as st

from jobs.store import Run

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


def result_json(run: Run) -> str:
    """A run's document as a JSON file has it."""
    return json.dumps(run.result, allow_nan=False, ensure_ascii=False, indent=1)
