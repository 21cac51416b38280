"""Who is wronged: rates by group, and where verdicts are wrong, on demand."""

import pandas as pd
import streamlit as st

from dashboard.panels.picture import picture
from dashboard.panels.tables import table
from dashboard.panels.widgets import on_demand, saying_why
from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.figures.group_dots import group_dots, group_dots_words
from interpret.answers.rule.sentences import words, wronged
from interpret.answers.rule.study.cohort import Cohort, cohorts
from interpret.answers.rule.study.groups import LEAST, MOST_COLUMNS, columns_to_ask, groups

RATES = wronged.HEAD[3:]


@on_demand("Who is wronged", "wronged", ":material/balance:")
def who_is_wronged(a: Answer, run_id: str) -> None:
    """run_id: of the answer, for the cache."""
    for cohort in _cohorts((run_id, str(a.explanation.version), *a.explanation.positive), a):
        st.markdown(plain(wronged.cohort_words(cohort)))
    names, least = st.columns([3, 1])
    chosen = names.multiselect(
        "Groups of",
        columns_to_ask(a),
        key=_key(a),
        max_selections=MOST_COLUMNS,
        placeholder="Choose columns",
        persist_state="session",
        help="Each value is a group, and so is each pair of values of two columns. Numbers are "
        "taken in quarters. You can also ask about a column that the machine never saw.",
    )
    fewest = least.number_input("Rows at least", 2, 10_000, LEAST, key="by_least", step=1)
    if chosen:
        with saying_why():
            _groups(a, chosen, fewest)


def chosen_columns(a: Answer) -> tuple[str, ...]:
    """The columns whose groups are asked about, which the report takes over."""
    return tuple(st.session_state.get(_key(a), ()))


def _key(a: Answer) -> str:
    return f"by_{a.explanation.digest}_{a.explanation.target}"


def _groups(a: Answer, names: list[str], least: int) -> None:
    shown = groups(a, names, least)
    for sentence in wronged.groups_words(shown):
        st.markdown(plain(sentence))
    if shown.groups:
        rate = st.segmented_control("Rate", RATES, default=RATES[0], key="by_rate", required=True)
        picture("group_dots", group_dots, a.explanation, shown, rate, of=shown)
        st.caption(group_dots_words(shown))
        frame = pd.DataFrame(wronged.group_rows(shown), columns=list(wronged.HEAD))
        table(frame, f"Every rate of {shown.form} and machine by group, with 95 % intervals")
        st.caption(f"On {words.counted_rows(a.explanation)}, with 95 % intervals.")


@st.cache_resource(max_entries=16, show_spinner="Looking where the verdicts are wrong …")
def _cohorts(key: tuple[str, ...], _answer: Answer) -> tuple[Cohort, ...]:  # noqa: ARG001
    return cohorts(_answer)
