"""What to learn, and a run at work on it."""

from typing import Any

import streamlit as st

from dashboard import learning
from dashboard.panels.chart import chart
from dashboard.panels.run_state import Step
from dashboard.panels.widgets import bound
from dashboard.session import Asking, Session
from dashboard.text import plain
from interpret.lab import learning_figures as figures
from interpret.lab.learn import WAYS, Learning
from jobs.store import Run

READS = {
    "cutting plane": "the smallest ratio, with a proof",
    "GRAM": "gradient descent on the ratio",
    "RM-GD": "one kernel and the identity",
    "R-MKL": "the smallest bound of the ratio",
    "EasyMKL": "the widest margin",
    "average": "equal weights",
}


def learning_choice(state: Session, choice: Asking[Learning]) -> None:
    asked, n = choice.asked, learning.attributes(state)

    def shows(name: str, value: Any) -> dict[str, Any]:
        return bound(f"learn_{name}", value, lambda chosen: choice.change(**{name: chosen}))

    st.multiselect(
        "Ways to weigh the kernels",
        tuple(WAYS),
        format_func=lambda name: f"{name}: {READS[name]}",
        placeholder="Choose ways, or formulas alone",
        **bound("learn_ways", list(asked.ways), lambda ways: choice.change(ways=tuple(ways))),
    )
    one, two, three = st.columns(3)
    one.number_input(
        "Highest degree",
        1,
        n,
        help="The kernels count the ANDs of exactly 1, 2, … values that two rows share, up to "
        "this degree. The identity, by which each row is like itself only, is added.",
        **shows("degrees", min(asked.degrees, n)),
    )
    two.number_input(
        "Random formulas",
        0,
        100,
        step=5,
        help="Each is a kernel of its own; 0 for none.",
        **shows("formulas", asked.formulas),
    )
    three.number_input(
        "Operators in a formula, on average",
        0.5,
        20.0,
        step=0.5,
        format="%.1f",
        disabled=not asked.formulas,
        **shows("length", asked.length),
    )


def so_far(run: Run, steps: list[Step]) -> None:  # noqa: ARG001
    """The way at work, as far as it has come."""
    name = steps[-1]["doing"] if steps else ""
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
        return f"Measuring the ratio and the AUC of formula {now['step'] + 1}."
    return (
        f"**{plain(now['doing'])}**, {READS[now['doing']]}: at step {now['step']} the ratio is "
        f"{now['ratio']:.5g}, and none can be below {now['bound']:.5g}."
    )
