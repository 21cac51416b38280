"""For researchers: how the machine was chosen, weight and bound, searches, ROC, settings."""

from dataclasses import fields

import pandas as pd
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.find.choices import machines, ways
from dashboard.panels.find.worth import heaviest
from dashboard.panels.on_demand import on_demand
from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.proof import kind_words, limits_words, score_words
from interpret.answers.rule.figures import figures
from interpret.answers.rule.sentences import words
from interpret.answers.rule.study.study import Study
from interpret.answers.settings_words import setting_words
from interpret.present import wording
from interpret.rules.searches import SEARCHES


@st.fragment
def researchers(a: Answer, study: Study | None) -> None:
    panel = on_demand("For researchers", "researchers", ":material/science:")
    if panel is None:
        return
    e, machine = a.explanation, a.explanation.machine
    with panel:
        st.subheader("The machine", anchor=False)
        st.markdown(plain(f"{words.machine_words(e)}, trained in {machine.seconds:.1f} s."))
        if machine.C != machine.asked_C:
            st.markdown(
                "The classes cannot be separated with a hard margin, so a finite C was taken."
                if machine.landmarks is None
                else "On landmarks there is no hard margin, so a high finite C was taken."
            )
        machines(e)
        st.subheader("The kind of rule", anchor=False)
        ways(e)
        _weight_and_bound(e)
        _roc(a)
        if study:
            heaviest(e, study)
        st.subheader("Settings asked for", anchor=False)
        st.dataframe(
            pd.DataFrame(
                {"setting": field.name.replace("_", " "), "value": _value(e, field.name)}
                for field in fields(e.settings)
            ),
            hide_index=True,
            height=320,
            alt="Every setting of this run",
        )


def _weight_and_bound(e: Explanation) -> None:
    """What the rule weighs, what was maximised, and what each search found."""
    machine, rule = e.machine, e.best.rule
    st.subheader("Weight and bound", anchor=False)
    st.markdown(
        rf"The rule weighs **{e.weight:.6g}**, that is $\sum_i y_i \alpha_i$ over the rows it "
        rf"covers; no rule can weigh more than $\sum_i \alpha_i$ over the positive rows, "
        f"**{machine.bound:.6g}**."
    )
    st.markdown(
        f"The search looked among {plain(kind_words(e))}, of {limits_words(e)}. It maximised "
        f"{plain(score_words(e))}, and reached **{rule.objective:.6g}**; no such rule can "
        f"reach more than **{rule.bound:.6g}**."
    )
    st.dataframe(
        pd.DataFrame(
            {
                "search": SEARCHES[found.search].curve,
                "score": found.rule.objective,
                "at most": found.rule.bound,
                "proven": found.rule.proven,
                "length": wording.length_words(found.rule.formula),
                "generations": found.rule.generations,
                "seconds": found.seconds,
                "stopped by": found.rule.stopped_by,
            }
            for found in e.found
        ),
        hide_index=True,
        placeholder="–",
        column_config={"seconds": st.column_config.NumberColumn(format="%.2f")},
        alt="What each search found",
    )


def _value(e: Explanation, name: str) -> str:
    return setting_words(getattr(e.settings, name))


def _roc(a: Answer) -> None:
    """How the machine ranks the rows, and where the rule's two verdicts lie."""
    y, scores = a.judged.y, a.judged.scores
    counts = a.explanation.rule_right[a.judged.name]
    specificity, sensitivity = counts.specificity.value, counts.sensitivity.value
    if specificity is None or sensitivity is None:  # a class has no row
        return
    point = (1 - specificity, sensitivity)
    st.subheader("How the machine ranks the rows", anchor=False)
    chart("roc", figures.roc, figures.roc_text, scores, y, point, of=a)
