"""Which of several classes a page is about."""

from dataclasses import replace

import streamlit as st

from dashboard import services
from dashboard.session import Session
from interpret.data.complaints import DataError
from interpret.present.wording import class_name
from interpret.settings import Settings


def which_class(state: Session, shown: tuple[str, ...], key: str) -> Settings:
    """The session's settings with target and class written out; of several classes, one is chosen.

    shown: the class that the page has an answer for, empty if there is none.
    """
    settings = state.settings
    try:
        tasks = services.tasks_of(state.digest, settings)
    except DataError:
        return settings  # the run will then report what is wrong
    classes = [task.positive for task in tasks]
    target, chosen = tasks[0].target, classes[0]
    if len(classes) > 1:
        chosen = st.selectbox(
            "Class to tell from the others",
            classes,
            index=classes.index(shown) if shown in classes else 0,
            key=f"{key}_{state.about}_{target}",
            format_func=lambda positive: class_name(target, positive),
        )
    return replace(settings, target=target, positive=chosen)
