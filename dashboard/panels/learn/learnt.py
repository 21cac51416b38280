"""What was learnt: the answer, the ratio's descent, the weights, and where to use the kernel."""

import pandas as pd
import streamlit as st

from dashboard import learning, services
from dashboard.panels.chart import chart
from dashboard.session import Session
from interpret.lab import learning_figures as figures
from interpret.lab.learn import ROWS, Learnt, Weighing
from interpret.lab.learning_words import heaviest_words, linear_words
from interpret.measures import percent


def verdict(learnt: Learnt) -> None:
    best = learnt.best
    share = 1 - learnt.bound / best.ratio
    with st.container(border=True):
        stopped = "" if best.complete else "stopped half-way, "
        other = (
            "no other mix has a smaller ratio: proven."
            if share <= 1e-4
            else f"{stopped}another mix could be better by up to {_percent(share)}."
        )
        st.subheader(f"{heaviest_words(best.weights)} the weight, and {other}", anchor=False)
        linear = linear_words(learnt)
        if linear:
            st.markdown(linear)
        one, two, three, four = st.columns(4)
        average = next((way for way in learnt.ways if way.name == "average"), None)
        one.metric(
            "Radius-margin ratio",
            f"{best.ratio:.4f}",
            f"{100 * (best.ratio / average.ratio - 1):+.1f} % against equal weights"
            if average and average is not best
            else None,
            delta_color="inverse",
            help="R² / (ρ² n): the squared radius of the ball around the rows over the squared "
            "distance of the classes' hulls (twice the geometric margin), by rows. "
            "The thesis prints it times 100.",
        )
        two.metric(
            "Could be smaller by",
            _percent(share),
            help="Proven: no weights of these kernels give a ratio below the bound.",
        )
        three.metric(
            "AUC on rows held out",
            percent(best.auc, 2),
            _against(learnt, average, bool(linear)),
        )
        four.metric("Time", f"{best.seconds:.1f} s", help=f"{len(best.curve)} steps.")


def charts(learnt: Learnt) -> None:
    curves = {way.name: way.curve for way in learnt.ways}
    st.header("How the ratio falls", anchor=False)
    chart("descent", figures.descent, figures.descent_text, curves, learnt.bound, of=learnt)
    st.caption("ρ is the distance of the classes' hulls, twice the geometric margin.")
    st.header("Which degrees carry weight", anchor=False)
    ways = {way.name: way.weights for way in learnt.ways}
    chart("weights", figures.weights, figures.weights_text, ways, learnt.near, of=learnt)
    if learnt.near and learnt.near <= learnt.degrees:
        st.caption(
            f"From degree {learnt.near} on, the kernels cannot be told from the identity on these "
            "rows: each row is like itself only. How the weight is shared among them means "
            "nothing, so they are drawn as one bar."
        )


def ways(learnt: Learnt) -> None:
    ordered = sorted(learnt.ways, key=lambda way: way.ratio)
    st.dataframe(
        pd.DataFrame(
            {
                "way": way.name if way.complete else f"{way.name} (stopped)",
                "ratio": way.ratio,
                "gap": 100 * max(0.0, 1 - learnt.bound / way.ratio),
                "AUC": None if way.auc is None else 100 * way.auc,
                "steps": len(way.curve),
                "seconds": way.seconds,
                "kernel": way.kernel,
            }
            for way in ordered
        ),
        hide_index=True,
        placeholder="–",
        column_config={
            "ratio": st.column_config.NumberColumn(format="%.5f"),
            "gap": st.column_config.NumberColumn(
                "at most too large by", format="%.3f %%", help="Against the best proven bound."
            ),
            "AUC": st.column_config.NumberColumn("AUC, rows held out", format="%.2f"),
            "seconds": st.column_config.NumberColumn(format="%.2f"),
        },
        alt="The ways of weighing, from the smallest ratio",
    )


def go_on(state: Session, learnt: Learnt) -> tuple[bool, bool]:
    """Whether to search a rule in the learnt kernel, or to compare the kernel."""
    st.header("Use the learnt kernel", anchor=False)
    names = [way.name for way in sorted(learnt.ways, key=lambda way: way.ratio)]
    name = st.selectbox("Weights of", names, key=f"learnt_taken_{len(names)}")
    kernel = learnt.way(name).kernel
    st.code(kernel, language=None, wrap_lines=True)
    if learnt.way(name).weights[-1] >= figures.LEAST_WEIGHT_TOLD:
        highest = kernel.rpartition("*")[2]
        st.caption(
            f"{highest} also has the weight of the identity: by it only equal rows are alike."
        )
    st.caption(
        "A comparison also uses the rows whose classes set these weights, so that this kernel "
        "looks a little too good beside others."
    )
    part = f" The weights were learnt on {learnt.n_train:,} of them." * (learnt.n_train >= ROWS)
    with st.container(horizontal=True):
        found = st.button(
            "Find the rule with it",
            key="take_learnt",
            icon=":material/frame_inspect:",
            help="A machine with this kernel and a hard margin on the training rows, whose rule is "
            f"searched.{part}",
            on_click=services.attempt,
            args=(state, learning.take, state, learnt, kernel),
        )
        compared = st.button(
            "Compare it with other kernels",
            key="compare_learnt",
            icon=":material/compare_arrows:",
            on_click=services.attempt,
            args=(state, learning.compare, state, kernel),
        )
    return found, compared


def _against(learnt: Learnt, average: Weighing | None, is_linear_better: bool) -> str | None:
    """The best AUC beside the linear kernel's where that is better, else beside the average's."""
    best, linear = learnt.best, learnt.linear
    if best.auc is None:
        return None
    if is_linear_better and linear and linear.auc is not None:
        return f"{100 * (best.auc - linear.auc):+.2f} against the linear kernel"
    if average is None or average is best or average.auc is None:
        return None
    return f"{100 * (best.auc - average.auc):+.2f} against equal weights"


def _percent(share: float) -> str:
    return f"{100 * max(0, share):.4f} %" if share < 0.1 else f"{100 * share:.0f} %"
