"""What to learn, and a run at work on it."""

import streamlit as st

from dashboard import learning, services
from dashboard.learning import LearningState
from dashboard.panels.chart import chart
from dashboard.panels.run_state import Step
from dashboard.session import Session
from dashboard.text import plain
from interpret.lab import learning_figures as figures
from interpret.lab.learn import WAYS
from jobs.store import Run

READS = {
    "cutting plane": "the smallest ratio, with a proof",
    "GRAM": "gradient descent on the ratio",
    "RM-GD": "one kernel and the identity",
    "R-MKL": "the smallest bound of the ratio",
    "EasyMKL": "the widest margin",
    "average": "equal weights",
}


def learning_choice(state: Session, choice: LearningState) -> None:
    n = learning.attributes(state)
    _set("ways", list(choice.ways))
    st.multiselect(
        "Ways to weigh the kernels",
        tuple(WAYS),
        key="learn_ways",
        format_func=lambda name: f"{name}: {READS[name]}",
        placeholder="Choose ways, or formulas alone",
        on_change=services.attempt,
        args=(state, _take, choice, "ways", tuple),
    )
    one, two, three = st.columns(3)
    with one:
        _set("degrees", min(choice.degrees or n, n))
        st.number_input(
            "Highest degree",
            1,
            n,
            key="learn_degrees",
            on_change=services.attempt,
            args=(state, _take, choice, "degrees", int),
            help="The kernels count the ANDs of exactly 1, 2, … values that two rows share, up to "
            "this; the identity, in which every row is like itself alone, is added.",
        )
    with two:
        _set("formulas", choice.formulas)
        st.number_input(
            "Random formulas",
            0,
            100,
            key="learn_formulas",
            step=5,
            on_change=services.attempt,
            args=(state, _take, choice, "formulas", int),
            help="Each is a kernel of its own. 0 for none.",
        )
    with three:
        _set("length", choice.length)
        st.number_input(
            "Operators in a formula, on average",
            0.5,
            20.0,
            key="learn_length",
            step=0.5,
            format="%.1f",
            disabled=not choice.formulas,
            on_change=services.attempt,
            args=(state, _take, choice, "length", float),
        )


def so_far(run: Run, steps: list[Step]) -> None:  # noqa: ARG001
    """The way at work, as far as it has come."""
    if not steps:
        return
    name = steps[-1]["doing"]
    of_way = [step for step in steps if step["doing"] == name and "ratio" in step]
    if len(of_way) < 2:
        return
    curves = {name: [(step["seconds"], step["ratio"], step["bound"]) for step in of_way]}
    bound = of_way[-1]["bound"]
    numbers = [step["step"] for step in of_way]
    chart("live_descent", figures.descent, figures.descent_text, curves, bound, numbers)


def learning_now(run: Run, steps: list[Step]) -> str:  # noqa: ARG001
    """Which way is at work, and how good its mix is."""
    now = steps[-1]
    if now["doing"] == "formulas":
        return f"Formula {now['step'] + 1}: its ratio and its AUC."
    return (
        f"**{plain(now['doing'])}**, {READS[now['doing']]}: step {now['step']}, ratio "
        f"{now['ratio']:.5g}, and none is below {now['bound']:.5g}."
    )


def _set(name: str, value: object) -> None:
    """The widget shows what the session holds, whoever changed it."""
    st.session_state[f"learn_{name}"] = value


def _take(choice: LearningState, name: str, read: type) -> None:
    choice.change(**{name: read(st.session_state[f"learn_{name}"])})
