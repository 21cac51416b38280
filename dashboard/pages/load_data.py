"""Load data: a table, what to predict from it, and which columns may be used."""

import streamlit as st

from dashboard import services
from dashboard.menu import pages_without_use
from dashboard.pages import PAGES, path
from dashboard.panels import lab, number
from dashboard.panels.load.columns import columns, first_rows, open_questions, roles, sheet
from dashboard.panels.load.numbers import gaps, number_target
from dashboard.panels.load.table import (
    cards,
    drop_zone,
    from_database,
    predict,
    sample_line,
)
from dashboard.panels.run_state import say_complaint
from dashboard.panels.widgets import on_click
from dashboard.session import session
from dashboard.text import plain
from interpret.data.complaints import DataError, counted, quoted
from interpret.data.cuts import cut_of
from interpret.data.formats.workbook import sheet_words
from interpret.data.questions import questions, unsure_words
from interpret.data.task import Task, conflicts
from interpret.measures import percent
from interpret.registry import kind_of
from sample_data import SAMPLES

CONTRADICT = (
    "Each of these rows is the same as another row in every column that is used, but belongs to "
    "another class. So nothing can be right about all of them."
)

state = session()
in_file = services.loaded(state)
table = services.as_said(state)
doubts = questions(in_file, table)
target = state.settings.target or table.names[-1]
asks_a_number = number.asks_a_number(state)
tasks: tuple[Task, ...] = ()
try:
    if asks_a_number:
        notices = number.task(state.digest, target, state.settings.columns).notices
    else:
        tasks = services.tasks_of(state.digest, state.settings)
        notices = services.notices(state, tasks)
    trouble = ""
except DataError as error:
    tasks, notices, trouble = (), (), str(error)


head = st.container(horizontal=True, vertical_alignment="bottom", key="head")
head.title("See the rule inside the machine", anchor=False, width="stretch")
beside, action = (head.container(width="content") for _ in range(2))
kind, button, begin = ("explain", "Find the rule", services.start)
if asks_a_number:
    kind, button, begin = "number", f"Explain the number **{plain(target)}**", number.start
page = kind_of(kind).page
started = action.button(
    button,
    key="find",
    type="primary",
    icon=PAGES[page].icon,
    disabled=bool(trouble),
    **on_click(begin, state),
)
if not asks_a_number:
    with beside:
        lab.way_in(state, bool(trouble))
if started and not state.complaint:
    st.switch_page(path(page), query_params={"run": state.runs[kind]})
st.markdown(
    "Bring a table. Rulescope trains a support vector machine on it, finds the one rule that "
    "weighs most in its decisions, and tells you how far to trust it. For a number, it tells you "
    "which conditions move it, and by how much."
)
say_complaint(state)

if any(sample.file == table.name for sample in SAMPLES):
    upload, samples = st.columns([3, 7], gap="medium")
    with upload:
        drop_zone(state)
    with samples:
        cards(state, services.sample_of(table.name, target))
else:
    drop_zone(state)
    sample_line(state)
from_database(state)
if "recommend" in pages_without_use(state):
    label = "A table of who chose what? Recommend items to users"
    st.page_link(path("recommend"), label=label, icon=":material/thumb_up:")

st.header(plain(table.name), anchor=False)
empty = sum(column.missing for column in table.columns)
facts = [
    counted(table.n_rows, "row"),
    counted(len(table.columns), "column"),
    counted(empty, "empty cell") if empty else "no empty cell",
]
if len(tasks) == 1:
    n_positive, n_rows = int(tasks[0].y.sum()), len(tasks[0].y)
    facts.append(f"{n_positive:,} rows are positive ({percent(n_positive / n_rows)})")
n_conflicts = max(map(conflicts, tasks), default=0)
if n_conflicts:
    least = "at least " if len(tasks) > 1 else ""
    facts.append(f"{least}{n_conflicts:,} rows contradict each other")
st.caption(" · ".join(facts), help=CONTRADICT if n_conflicts else None)
sheet(state, table)
open_questions(state, doubts)
predict(state, table, target, tasks)
with st.expander("Weight, group, or a test file", key="roles"):
    roles(state, table)
if asks_a_number or cut_of(state.settings.positive) is not None:
    number_target(state, table, target)
if trouble:
    st.error(plain(trouble), icon=":material/error:")
open_now = {name for question in doubts for name in question.names}
said_above = {
    *unsure_words([column for column in table.columns if column.name in open_now]),
    *sheet_words(table.sheets, table.sheet, state.settings.sheet),
}
remaining = [text for text in dict.fromkeys((*table.notices, *notices)) if text not in said_above]
for notice in remaining:
    if not any(quoted(name) in notice for name in table.names):
        st.caption(plain(notice))

by_column, by_row = st.tabs(["Columns", "First rows"], key="about_table")
with by_column:
    columns(state, table, target, asks_a_number, remaining)
    if any(column.missing for column in in_file.columns):
        gaps(state)
with by_row:
    first_rows(table)
