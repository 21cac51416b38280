"""Random formulas as kernels: ratio against AUC, and one of them read as text and as a tree."""

from typing import Any

import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.learn.learnt import use_kernel
from dashboard.panels.widgets import bound
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import counted
from interpret.lab import learning_figures as figures
from interpret.lab.learn import Learnt, Written
from interpret.lab.learning_figures import Dot, dots_of
from interpret.lab.learning_words import formulas_words
from interpret.measures import percent


def formulas(state: Session, learnt: Learnt) -> None:
    """The formulas as dots, and one of them."""
    st.header("Does a small ratio find a good formula?", anchor=False)
    dots, line = dots_of(learnt), learnt.linear
    linear = Dot("linear", line.ratio, line.auc) if line and line.ratio and line.auc else None
    chosen = chart(
        f"formulas_{len(dots)}",
        figures.formulas,
        figures.formulas_text,
        dots,
        linear,
        line.auc if line else None,
        of=learnt,
        on_select="rerun",
        selection_mode="points",
    )
    st.caption(" ".join(formulas_words(learnt)))
    by_text = {one.text: one for one in learnt.formulas}
    _one(state, learnt, [by_text[dot.text] for dot in dots] or list(learnt.formulas), chosen)


def _one(state: Session, learnt: Learnt, listed: list[Written], chosen: Any) -> None:
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
        list(by_text),  # by text, not by place: while a run goes on, others come in between
        **bound("formula", shown, lambda text: st.session_state.update(formula_taken=text)),
    )
    one = by_text[text]
    ratio = "no finite ratio" if one.ratio is None else f"ratio {one.ratio:.4g}"
    auc = "" if one.auc is None else f", AUC {percent(one.auc, 2)} on the rows held out"
    st.markdown(plain(f"{counted(one.operators, 'operator')}, {ratio}{auc}."))
    st.code(one.text, language=None, wrap_lines=True)
    with st.expander("As a tree", icon=":material/account_tree:"):
        st.code(one.tree, language=None)
    st.caption("Each letter stands for any attribute = value.")
    use_kernel(
        state,
        learnt,
        one.text,
        ("Find the rule with this formula", "Compare this formula"),
        "A machine whose features are this formula, with a hard margin.",
        "formula",
    )
