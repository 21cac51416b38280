"""Which columns the rule can do without: one picture, and the rule without the one chosen."""

import streamlit as st

from dashboard import services
from dashboard.panels.display import chart
from dashboard.panels.find.length import said_rule
from dashboard.session import Session
from dashboard.text import plain
from interpret.forms.answer.answer import Answer
from interpret.forms.study.study import Study
from interpret.tell.rule.without import without_chart, without_words


@st.fragment
def without(state: Session, a: Answer, study: Study | None) -> None:
    """Nothing where the rule asks for one column alone."""
    if not study or not study.without:
        return
    st.header("Which columns can it do without?", anchor=False)
    chart("without", without_chart, study.without, of=study)
    st.caption(
        "Each time the best rule without a column was found anew on folds of the training rows, "
        "with the same choices, and judged in pairs with a rule that may use every column. A full "
        "dot: without that column the rule is surely worse."
    )
    of = {one.column: one for one in study.without}
    column = st.pills("The rule without", list(of), key="without_column", format_func=plain)
    if column is None or column not in of:
        return
    said_rule(a, of[column].formula)
    for sentence in without_words(of[column], a.explanation):
        st.markdown(plain(sentence))
    if st.button("Find the rule without it", key="forbid_column", icon=":material/check:"):
        services.attempt(state, _forbid, state, column)
        st.rerun()


def _forbid(state: Session, column: str) -> None:
    """Asks for a rule without the column, which the machine may still use."""
    state.change(forbid=tuple(dict.fromkeys((*state.settings.forbid, column))))
    services.start(state)
