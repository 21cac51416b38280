"""Random formulas as kernels: ratio against AUC, and one of them read as text and as a tree."""

import streamlit as st

from dashboard import learning, services
from dashboard.panels.chart import chart
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import counted
from interpret.lab import learning_figures as figures
from interpret.lab.learn import Learnt, Written
from interpret.lab.learning_figures import Dot
from interpret.measures import percent


def formulas(state: Session, learnt: Learnt) -> tuple[bool, bool]:
    """Draws the formulas; whether to search a rule in one of them, or to compare it."""
    st.header("Does a small ratio find a good formula?", anchor=False)
    dots = sorted(
        (
            Dot(one.text, one.ratio, one.auc)
            for one in learnt.formulas
            if one.ratio is not None and one.auc is not None
        ),
        key=lambda dot: dot.ratio,
    )
    by_text = {one.text: one for one in learnt.formulas}
    apart = sum(one.ratio is None for one in learnt.formulas)
    line = learnt.linear
    linear = Dot("linear", line.ratio, line.auc) if line and line.ratio and line.auc else None
    linear_auc = line.auc if line else None
    chosen = chart(
        f"formulas_{len(dots)}",
        figures.formulas,
        figures.formulas_text,
        dots,
        linear,
        linear_auc,
        of=learnt,
        on_select="rerun",
        selection_mode="points",
    )
    told = []
    if dots:
        told.append(
            f"The ringed formula has the smallest ratio, which chooses it without validation. Its "
            f"AUC is {percent(dots[0].auc, 2)}, and the best formula here has "
            f"{percent(max(dot.auc for dot in dots), 2)}."
        )
    if apart:
        told.append(
            f"{apart} of {len(learnt.formulas)} have no ratio, because they cannot separate the "
            "classes."
        )
    if line and line.ratio is None:
        told.append("The linear kernel has none: it cannot separate the classes.")
    told.append(
        f"Ratios are measured on the {learnt.n_train:,} training rows and AUCs on the "
        f"{learnt.n_test:,} rows held out, with a hard margin; the thesis chooses C by validation "
        "instead. ρ is the distance between the hulls of the two classes."
    )
    st.caption(" ".join(told))
    return _one(state, learnt, [by_text[dot.text] for dot in dots] or list(learnt.formulas), chosen)


def _one(state: Session, learnt: Learnt, listed: list[Written], chosen) -> tuple[bool, bool]:
    by_text = {one.text: one for one in listed}
    points = [p for p in chosen["selection"]["points"] if p["curve_number"] == 0]
    clicked = (len(listed), points[0]["point_index"]) if points else None
    if clicked != st.session_state.get("formula_clicked"):
        st.session_state["formula_clicked"] = clicked
        if clicked:
            st.session_state["formula_taken"] = listed[clicked[1]].text
    taken = st.session_state.get("formula_taken")
    st.session_state["formula"] = taken if taken in by_text else listed[0].text
    text = st.selectbox(
        "Formula, from the smallest ratio",
        list(by_text),  # by text, not by place: while a run goes on others come in between
        key="formula",
        on_change=services.attempt,
        args=(state, lambda: st.session_state.update(formula_taken=st.session_state["formula"])),
    )
    one = by_text[text]
    ratio = "no finite ratio" if one.ratio is None else f"ratio {one.ratio:.4g}"
    auc = "" if one.auc is None else f", AUC {percent(one.auc, 2)} on the rows held out"
    st.markdown(plain(f"{counted(one.operators, 'operator')}, {ratio}{auc}."))
    st.code(one.text, language=None, wrap_lines=True)
    with st.expander("As a tree", icon=":material/account_tree:"):
        st.code(one.tree, language=None)
    st.caption("Each letter is a place in which any attribute = value may stand.")
    with st.container(horizontal=True):
        found = st.button(
            "Find the rule with this formula",
            key="take_formula",
            icon=":material/frame_inspect:",
            help="The machine whose features are this formula, with a hard margin.",
            on_click=services.attempt,
            args=(state, learning.take, state, learnt, one.text),
        )
        compared = st.button(
            "Compare this formula",
            key="compare_formula",
            icon=":material/compare_arrows:",
            on_click=services.attempt,
            args=(state, learning.compare, state, one.text),
        )
    return found, compared
