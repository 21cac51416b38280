"""What was learnt: the answer, the ratio's descent, the weights, and where to use the kernel."""

import streamlit as st

from dashboard import learning
from dashboard.pages import PAGES, path
from dashboard.panels.chart import chart
from dashboard.panels.tables import numbers, table
from dashboard.panels.widgets import on_click
from dashboard.session import Session
from interpret.lab import learning_figures as figures
from interpret.lab.learn import ROWS, Learnt, Weighing
from interpret.lab.learning_words import heaviest_words, linear_words
from interpret.measures import percent


def verdict(learnt: Learnt) -> None:
    best = learnt.best
    share = 1 - learnt.bound / best.ratio
    with st.container(border=True):
        other = f"another mix could be better by up to {_percent(share)}"
        if share <= 1e-4:
            other = "no other mix has a smaller ratio, which is proven"
        stopped = "" if best.complete else ": the search was stopped half-way"
        carried = heaviest_words(best.weights)
        st.subheader(f"{carried} the weight, and {other}{stopped}.", anchor=False)
        if linear := linear_words(learnt):
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
            help="R² / (ρ² n): the squared radius of the ball around the rows, divided by the "
            "squared distance between the hulls of the classes (twice the geometric margin) and by "
            "the number of rows. The thesis prints 100 times this.",
        )
        two.metric(
            "Could be smaller by",
            _percent(share),
            help="It is proven that no weights of these kernels give a ratio below the bound.",
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
    state: Session, learnt: Learnt, kernel: str, labels: tuple[str, str], told: str, key: str
) -> None:
    """Buttons that take a kernel to the page that finds the rule, and to the one that compares.

    told: what finding the rule with it means.
    """
    find, compare = labels
    with st.container(horizontal=True):
        found = st.button(
            find,
            key=f"take_{key}",
            icon=PAGES["find_rule"].icon,
            help=told,
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
