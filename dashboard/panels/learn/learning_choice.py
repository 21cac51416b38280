"""What to learn, and a run at work on it."""

import streamlit as st

from dashboard import learning, services
from dashboard.learning import Learning
from dashboard.panels.find.charts import PLAIN
from dashboard.panels.find.progress import PERIOD
from dashboard.panels.run_state import cancel, waiting
from dashboard.session import Session
from dashboard.text import plain
from interpret.lab.learn import WAYS
from interpret.present import learning_figures as figures
from jobs.database import StoreError

READS = {
    "cutting plane": "the smallest ratio, with a proof",
    "GRAM": "gradient descent on the ratio",
    "RM-GD": "one kernel and the identity",
    "R-MKL": "the smallest bound of the ratio",
    "EasyMKL": "the widest margin",
    "average": "equal weights",
}


def learning_choice(state: Session, own: Learning) -> None:
    n = learning.attributes(state)
    _set("ways", list(own.ways))
    st.multiselect(
        "Ways to weigh the kernels",
        tuple(WAYS),
        key="learn_ways",
        format_func=lambda name: f"{name}: {READS[name]}",
        placeholder="Choose ways, or formulas alone",
        on_change=_take,
        args=(own, "ways", tuple),
    )
    one, two, three = st.columns(3)
    with one:
        _set("degrees", min(own.degrees or n, n))
        st.number_input(
            "Highest degree",
            1,
            n,
            key="learn_degrees",
            on_change=_take,
            args=(own, "degrees", int),
            help="The kernels count the ANDs of exactly 1, 2, … values that two rows share, up to "
            "this; the identity, in which every row is like itself alone, is added.",
        )
    with two:
        _set("formulas", own.formulas)
        st.number_input(
            "Random formulas",
            0,
            100,
            key="learn_formulas",
            step=5,
            on_change=_take,
            args=(own, "formulas", int),
            help="Each is a kernel of its own. 0 for none.",
        )
    with three:
        _set("length", own.length)
        st.number_input(
            "Operators in a formula, on average",
            0.5,
            20.0,
            key="learn_length",
            step=0.5,
            format="%.1f",
            disabled=not own.formulas,
            on_change=_take,
            args=(own, "length", float),
        )


@st.fragment(run_every=PERIOD)
def learning_progress(state: Session, run_id: str, version: str) -> None:
    """Watches a run; the page is drawn anew when it has ended, or has another result than that."""
    try:
        run = services.store().get(run_id)
        steps = services.store().steps(run_id)
    except StoreError as error:
        st.warning(plain(error))
        return
    if run is None or not run.active or run.version != version:
        st.rerun()
    with st.container(border=True):
        says, stop = st.columns([5, 1], vertical_alignment="center")
        if not steps:
            says.markdown(waiting(run))
        else:
            says.markdown(_says(steps[-1][1]))
        cancel(stop, state, run, "cancel_learning", "Stops, and keeps what is learnt so far.")
        if steps:
            now = steps[-1][1]
            st.progress(min(1.0, now["fraction"]), text=f"{now['seconds']:.0f} s")
            _live([step for _, step in steps])


def _live(steps: list[dict]) -> None:
    """The way at work, as far as it has come."""
    name = steps[-1]["doing"]
    own = [step for step in steps if step["doing"] == name and "ratio" in step]
    if len(own) < 2:
        return
    curves = {name: [(step["seconds"], step["ratio"], step["bound"]) for step in own]}
    bound = own[-1]["bound"]
    st.plotly_chart(
        figures.descent(curves, bound, [step["step"] for step in own]),
        key="live_descent",
        config=PLAIN,
        alt=figures.descent_text(curves, bound),
    )


def _says(now: dict) -> str:
    if now["doing"] == "formulas":
        return f"Formula {now['step'] + 1}: its ratio and its AUC."
    return (
        f"**{plain(now['doing'])}**, {READS[now['doing']]}: step {now['step']}, ratio "
        f"{now['ratio']:.5g}, and none is below {now['bound']:.5g}."
    )


def _set(name: str, value: object) -> None:
    """The widget shows what the session holds, whoever changed it."""
    st.session_state[f"learn_{name}"] = value


def _take(own: Learning, name: str, read: type) -> None:
    own.change(**{name: read(st.session_state[f"learn_{name}"])})
