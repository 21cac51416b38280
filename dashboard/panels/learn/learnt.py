"""What was learnt: the answer, the ratio's descent, the weights, and where to use the kernel."""

import streamlit as st

from dashboard import learning
from dashboard.pages import PAGES, path
from dashboard.panels.chart import chart
from dashboard.panels.tables import numbers, table
from dashboard.panels.widgets import on_click
from dashboard.session import Session
from interpret.lab import learning_figures as figures
from interpret.lab.learn import ROWS, Learnt
from interpret.lab.learning_words import (
    against_words,
    average_of,
    gap_words,
    linear_words,
    verdict_words,
)
from interpret.measures import percent


def verdict(learnt: Learnt) -> None:
    best, average = learnt.best, average_of(learnt)
    with st.container(border=True):
        st.subheader(verdict_words(learnt), anchor=False)
        if linear := linear_words(learnt):
            st.markdown(linear)
        one, two, three, four = st.columns(4)
        one.metric(
            "Radius-margin ratio",
            f"{best.ratio:.4f}",
            f"{100 * (best.ratio / average.ratio - 1):+.1f} % against equal weights"
            if average
            else None,
            delta_color="inverse",
            help="R² / (ρ² n): the squared radius of the ball around the rows, divided by the "
            "squared distance between the hulls of the classes (twice the geometric margin) and by "
            "the number of rows. The thesis prints 100 times this.",
        )
        two.metric(
            "Could be smaller by",
            gap_words(learnt),
            help="It is proven that no weights of these kernels give a ratio below the bound.",
        )
        three.metric("AUC on rows held out", percent(best.auc, 2), against_words(learnt))
        four.metric("Time", f"{best.seconds:.1f} s", help=f"{len(best.curve)} steps.")


def charts(learnt: Learnt) -> None:
    curves = {way.name: way.curve for way in learnt.ways}
    st.header("How the ratio falls", anchor=False)
    chart("descent", figures.descent, figures.descent_text, curves, learnt.bound, of=learnt)
    st.caption("ρ is the distance between the hulls of the classes, twice the geometric margin.")
    st.header("Which degrees carry weight", anchor=False)
    ways = {way.name: way.weights for way in learnt.ways}
    chart("weights", figures.weights, figures.weights_text, ways, learnt.near, of=learnt)
    if learnt.near and learnt.near <= learnt.degrees:
        st.caption(
            f"From degree {learnt.near} on, the kernels are the same as the identity on these "
            "rows: each row is like itself only. How they share the weight means nothing, so they "
            "are drawn as one bar."
        )


def ways(learnt: Learnt) -> None:
    ordered = sorted(learnt.ways, key=lambda way: way.ratio)
    rows = (
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
    )
    config = {
        "ratio": numbers("%.5f"),
        "gap": numbers("%.3f %%", "at most too large by", help="Against the best proven bound."),
        "AUC": numbers("%.2f", "AUC on rows held out"),
        "seconds": numbers("%.2f"),
    }
    table(rows, "The ways of weighing, from the smallest ratio", config)


def go_on(state: Session, learnt: Learnt) -> None:
    """The learnt kernel as the machine for the rule, or among those to compare."""
    st.header("Use the learnt kernel", anchor=False)
    names = [way.name for way in sorted(learnt.ways, key=lambda way: way.ratio)]
    name = st.selectbox("Weights of", names, key=f"learnt_taken_{len(names)}")
    kernel = learnt.way(name).kernel
    st.code(kernel, language=None, wrap_lines=True)
    if learnt.way(name).weights[-1] >= figures.LEAST_WEIGHT_TOLD:
        highest = kernel.rpartition("*")[2]
        st.caption(
            f"{highest} also gets the weight of the identity, to which only equal rows are alike."
        )
    st.caption(
        "A comparison also uses the rows whose classes set these weights, so this kernel looks a "
        "little too good beside others."
    )
    part = f" The weights were learnt on {learnt.n_train:,} of them." * (learnt.n_train >= ROWS)
    use_kernel(
        state,
        learnt,
        kernel,
        ("Find the rule with it", "Compare it with other kernels"),
        "The rule is searched for in a machine with this kernel and a hard margin, on the training "
        f"rows.{part}",
        "learnt",
    )


def use_kernel(
    state: Session, learnt: Learnt, kernel: str, labels: tuple[str, str], help_text: str, key: str
) -> None:
    """Buttons that take a kernel to the page that finds the rule, and to the one that compares.

    help_text: what finding the rule with it means.
    """
    find, compare = labels
    with st.container(horizontal=True):
        found = st.button(
            find,
            key=f"take_{key}",
            icon=PAGES["find_rule"].icon,
            help=help_text,
            **on_click(learning.take, state, learnt, kernel),
        )
        compared = st.button(
            compare,
            key=f"compare_{key}",
            icon=PAGES["compare_kernels"].icon,
            **on_click(learning.compare, state, kernel),
        )
    if (found or compared) and not state.complaint:
        page = "find_rule" if found else "compare_kernels"
        st.switch_page(path(page), query_params={"data": state.digest})
