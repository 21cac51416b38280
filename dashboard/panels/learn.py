"""The half of a page that learns a kernel: the choice, the result, random formulas."""

from dataclasses import asdict, replace
from math import inf
from typing import Any

import streamlit as st

from dashboard import services
from dashboard.pages import PAGES, path
from dashboard.panels.display import chart, numbers, table
from dashboard.panels.run_state import (
    RunOfPage,
    Step,
    at_work,
    how_it_ended,
    start_button,
)
from dashboard.panels.widgets import bound, on_click, on_demand
from dashboard.session import PageSettings, Session, page_settings
from dashboard.text import plain
from interpret.data.complaints import counted
from interpret.lab import learning_figures as figures
from interpret.lab.learn import WAYS, Learning, Learnt, Written
from interpret.lab.learning_figures import (
    Dot,
    against_words,
    average_of,
    dots_of,
    formulas_words,
    gap_words,
    linear_words,
    verdict_words,
)
from interpret.measures import percent
from interpret.present.wording import class_name
from interpret.row_limits import ROWS
from interpret.settings import Settings
from jobs.database import Run

READS = {
    "cutting plane": "the smallest ratio, with a proof",
    "GRAM": "gradient descent on the ratio",
    "RM-GD": "one kernel and the identity",
    "R-MKL": "the smallest bound of the ratio",
    "EasyMKL": "the widest margin",
    "average": "equal weights",
}
KEY = "_learning"
MANY = 10**9  # degrees: as many as there are attributes
USUAL = Learning(MANY, tuple(WAYS), formulas=30)  # as many formulas as in the thesis


def second_half(state: Session, of: RunOfPage, settings: Settings) -> None:
    """The mix of kernels with the smallest ratio. settings: with the class to learn for."""
    run, learnt = of.run, of.found
    now = choice(state, run)
    title, action = st.columns([4, 1], vertical_alignment="bottom")
    title.header("Which mix of kernels suits it?", anchor=False)
    nothing = not (now.settings.ways or now.settings.formulas)
    start_button(action, of, "learn", nothing, start, state, now, settings)
    if learnt:
        name = class_name(learnt.target, learnt.positive)
        st.caption(
            f"predicts **{plain(name)}** · learnt from {learnt.n_train:,} rows, judged on "
            f"{learnt.n_test:,} · kernels of degree 1 to {learnt.degrees} and the identity"
        )
    with st.expander("What is mixed, and how", icon=":material/tune:"):
        learning_choice(state, now)
    is_as_set = run is None or (
        services.is_of(run, learnt, settings) and run.spec["asked"] == spec(state, now)
    )
    how_it_ended(of, is_as_set)
    if run and of.is_active:
        at_work(run, learning_now, below=so_far)
    if learnt and learnt.ways:
        verdict(state, learnt)
        ways(learnt)
    if learnt and learnt.formulas:
        formulas(state, learnt)


def learning_choice(state: Session, choice: PageSettings[Learning]) -> None:
    now, n = choice.settings, attributes(state)

    def shows(name: str, value: Any) -> dict[str, Any]:
        return bound(f"learn_{name}", value, lambda chosen: choice.change(**{name: chosen}))

    st.multiselect(
        "Ways to weigh the kernels",
        tuple(WAYS),
        format_func=lambda name: f"{name}: {READS[name]}",
        placeholder="Choose ways, or formulas alone",
        **bound("learn_ways", list(now.ways), lambda ways: choice.change(ways=tuple(ways))),
    )
    one, two, three = st.columns(3)
    one.number_input(
        "Highest degree",
        1,
        n,
        help="ANDs of exactly 1, 2, … values that two rows share, and the identity, by which each "
        "row is like itself only.",
        **shows("degrees", min(now.degrees, n)),
    )
    two.number_input(
        "Random formulas",
        0,
        100,
        step=5,
        help="Each is a kernel of its own; 0 for none.",
        **shows("formulas", now.formulas),
    )
    three.number_input(
        "Operators in a formula, on average",
        0.5,
        20.0,
        step=0.5,
        format="%.1f",
        disabled=not now.formulas,
        **shows("length", now.length),
    )


def so_far(run: Run, steps: list[Step]) -> None:  # noqa: ARG001
    """The progress of the current way."""
    name = steps[-1]["doing"] if steps else ""
    of_way = [step for step in steps if step["doing"] == name and "ratio" in step]
    if len(of_way) < 2:
        return
    curves = {name: [(step["seconds"], step["ratio"], step["bound"]) for step in of_way]}
    bound = of_way[-1]["bound"]
    numbers = [step["step"] for step in of_way]
    chart("live_descent", figures.descent, curves, bound, numbers)


def learning_now(run: Run, steps: list[Step]) -> str:  # noqa: ARG001
    """The current way, and how good its mix is."""
    now = steps[-1]
    if now["doing"] == "formulas":
        return f"Measuring the ratio and the AUC of formula {now['step'] + 1}."
    return (
        f"**{plain(now['doing'])}**, {READS[now['doing']]}: at step {now['step']} the ratio is "
        f"{now['ratio']:.5g}, and none can be below {now['bound']:.5g}."
    )


def verdict(state: Session, learnt: Learnt) -> None:
    """The weights of the best mix beside its ratio, and where the mix can be taken."""
    best, average = learnt.best, average_of(learnt)
    with st.container(border=True):
        st.subheader(verdict_words(learnt), anchor=False)
        if linear := linear_words(learnt):
            st.markdown(linear)
        bars, ratio = st.columns([3, 2], gap="medium")
        with bars:
            chart("weights", figures.weights, {best.name: best.weights}, learnt.near, of=learnt)
            if learnt.near and learnt.near <= learnt.degrees:
                st.caption(
                    f"From degree {learnt.near} on, the kernels are the identity on these rows, "
                    "and drawn as one bar."
                )
        ratio.metric(
            "Radius-margin ratio",
            f"{best.ratio:.4f}",
            f"{100 * (best.ratio / average.ratio - 1):+.1f} % against equal weights"
            if average
            else None,
            delta_color="inverse",
            help="R² / (ρ² n): the squared radius of the ball around the rows, by the squared "
            "distance between the hulls of the classes and by the number of rows. The thesis "
            "prints 100 times this.",
        )
        ratio.metric(
            "Could be smaller by",
            gap_words(learnt),
            help="It is proven that no weights of these kernels give a ratio below the bound.",
        )
        ratio.metric("AUC on rows held out", percent(best.auc, 2), against_words(learnt))
        go_on(state, learnt)


@on_demand("How the ratio falls, and every way", "every_way", ":material/trending_down:")
def ways(learnt: Learnt) -> None:
    curves = {way.name: way.curve for way in learnt.ways}
    chart("descent", figures.descent, curves, learnt.bound, of=learnt)
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
        "AUC": numbers("%.2f %%", "AUC on rows held out"),
        "seconds": numbers("%.2f"),
    }
    table(rows, "The ways of weighing, from the smallest ratio", config)


def go_on(state: Session, learnt: Learnt) -> None:
    """The learnt kernel as the machine for the rule, or among those to compare."""
    kernel = learnt.best.kernel
    st.code(kernel, language=None, wrap_lines=True)
    if learnt.best.weights[-1] >= figures.LEAST_WEIGHT:
        highest = kernel.rpartition("*")[2]
        st.caption(
            f"{highest} also gets the weight of the identity, to which only equal rows are alike."
        )
    st.caption(
        "A comparison also uses the rows that set these weights, so this kernel looks a little "
        "too good."
    )
    n = learnt.n_train
    part = f" The weights were learnt on {n:,} of them." * (n >= ROWS.learnt_kernel)
    with st.container(horizontal=True):
        goes_on = st.button(
            "Find the rule with it",
            key="take_learnt",
            icon=PAGES["find_rule"].icon,
            help=f"With this kernel and a hard margin, on the training rows.{part}",
            **on_click(take, state, learnt, kernel),
        )
        compare_button(state, kernel, "learnt")
    if goes_on and not state.complaint:
        st.switch_page(path("find_rule"), query_params={"data": state.digest})


def compare_button(state: Session, kernel: str, key: str) -> None:
    """A button that puts a kernel among those to compare."""
    st.button(
        "Put it among those to compare",
        key=f"compare_{key}",
        icon=PAGES["compare_kernels"].icon,
        **on_click(compare, state, kernel),
    )


@on_demand("Does a small ratio find a good formula?", "formulas", ":material/scatter_plot:")
def formulas(state: Session, learnt: Learnt) -> None:
    """The formulas as dots, and one of them in detail."""
    dots, line = dots_of(learnt), learnt.linear
    linear = Dot("linear", line.ratio, line.auc) if line and line.ratio and line.auc else None
    chosen = chart(
        f"formulas_{len(dots)}",
        figures.formulas,
        dots,
        linear,
        line.auc if line else None,
        of=learnt,
        on_select="rerun",
        selection_mode="points",
    )
    st.caption(" ".join(formulas_words(learnt)))
    by_text = {one.text: one for one in learnt.formulas}
    _one(state, [by_text[dot.text] for dot in dots] or list(learnt.formulas), chosen)


def _one(state: Session, listed: list[Written], chosen: Any) -> None:
    by_text = {one.text: one for one in listed}
    points = [p for p in chosen["selection"]["points"] if p["curve_number"] == 0]
    clicked = (len(listed), points[0]["point_index"]) if points else None
    if clicked != st.session_state.get("formula_clicked"):
        st.session_state["formula_clicked"] = clicked
        if clicked:
            st.session_state["formula_taken"] = listed[clicked[1]].text
    taken = st.session_state.get("formula_taken")
    shown = taken if taken in by_text else listed[0].text
    text = st.selectbox(
        "Formula, from the smallest ratio",
        list(by_text),  # by text, not by place, since a running run inserts others
        **bound("formula", shown, lambda text: st.session_state.update(formula_taken=text)),
    )
    one = by_text[text]
    ratio = "no finite ratio" if one.ratio is None else f"ratio {one.ratio:.4g}"
    auc = "" if one.auc is None else f", AUC {percent(one.auc, 2)} on the rows held out"
    st.markdown(plain(f"{counted(one.operators, 'operator')}, {ratio}{auc}."))
    st.code(one.text, language=None, wrap_lines=True)
    st.code(one.tree, language=None)
    st.caption("Each letter stands for any attribute = value.")
    compare_button(state, one.text, "formula")


def choice(state: Session, run: Run | None) -> PageSettings[Learning]:
    """The settings of this tab."""

    def opened(run: Run) -> PageSettings[Learning]:
        known = {"ways": tuple(way for way in run.spec["asked"]["ways"] if way in WAYS)}
        return PageSettings(state.about, Learning(**run.spec["asked"] | known), run.id)

    return page_settings(KEY, state, USUAL, run, opened)


def attributes(state: Session) -> int:
    """How many attributes the table is learnt from; DataError where it cannot be."""
    return len(services.tasks_of(state.digest, state.settings)[0].attributes)


def spec(state: Session, choice: PageSettings[Learning]) -> dict[str, Any]:
    """The settings as they are in a run's spec."""
    degrees = min(choice.settings.degrees, attributes(state))
    return asdict(choice.settings) | {"ways": list(choice.settings.ways), "degrees": degrees}


def start(state: Session, choice: PageSettings[Learning], settings: Settings) -> None:
    """Starts to learn from the session's table, for the class in the settings."""
    services.begin(state, "learn", settings, asked=spec(state, choice))


def take(state: Session, learnt: Learnt, kernel: str) -> None:
    """Sets the learnt kernel, with a hard margin, as the machine in which the rule is found."""
    state.settings = replace(
        state.settings, target=learnt.target, positive=learnt.positive, kernel=kernel, C=inf
    )


def compare(state: Session, kernel: str) -> None:
    """Puts the kernel first among those to compare."""
    state.kernels = tuple(dict.fromkeys((kernel, *state.kernels)))
