"""What lies behind the answer: the machine inside, other rows, and files to take away."""

from functools import partial

import streamlit as st

from dashboard.panels.display import chart, kept, picture, show
from dashboard.panels.find.errs import chosen_columns
from dashboard.panels.widgets import Form, download_list, on_demand, sql_forms
from dashboard.session import session
from dashboard.stored_runs import as_file
from dashboard.text import plain, stem
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import CHECKER, settings_asked
from interpret.forms.answer.relevance import literal_weights
from interpret.forms.exports.code import as_python, as_sql
from interpret.forms.study.study import Study, studied
from interpret.present.wording import one_of
from interpret.tell.blocks import Fold, Heading, sentences
from interpret.tell.charts import side_colours
from interpret.tell.rule import inside, words
from interpret.tell.rule.figures import machine
from interpret.tell.rule.figures.simple_ways import simple_ways, simple_ways_words
from interpret.tell.rule.report import html_report
from interpret.tell.settings_words import settings_table
from jobs.database import Run

Studies = tuple[Study | None, ...]  # of each answer, as far as it was studied


@on_demand("Download", "downloads", ":material/download:", st.popover)
def downloads(e: Explanation, run: Run, answers: tuple[Answer, ...], studies: Studies) -> None:
    """Rule and card as code, the whole answer as JSON and as a report."""
    name = stem(e.table, "rule")
    report = partial(_report, answers, studies, session().bad)
    files: dict[str, Form] = {
        "Report": (report, "html", "text/html"),
        "JSON": (lambda: as_file(run.result or {}), "json", "application/json"),
        "Checker": (lambda: CHECKER.read_text("utf-8"), "check_answer.py", "text/x-python"),
        "Python": (lambda: as_python(e), "py", "text/x-python"),
    }
    download_list(f"{name}-rule", files | sql_forms(lambda dialect: as_sql(e, dialect=dialect)))


def _report(answers: tuple[Answer, ...], studies: Studies, bad: tuple[str, ...]) -> str:
    """The report, with what is chosen on the page."""
    return html_report(studied(answers, chosen_columns(answers[0]), studies), bad=bad)


def beside_others(e: Explanation, study: Study) -> None:
    """Rule, card, machine and simple learners on the same rows, by cost where costs are set."""
    st.header("Does it beat the simple ways?", anchor=False)
    picture("simple_ways", simple_ways, e, study, of=study)
    st.caption(plain(simple_ways_words(e)))


def relevance(a: Answer) -> None:
    """The weight of every single `attribute = value`, by attribute."""
    st.header("What carries the decision", anchor=False)
    e = a.explanation
    find = partial(literal_weights, a.train.table, e.attributes, e.machine.weights)
    weights = kept(a, "weights", find)
    colours = side_colours((one_of(e.positive), one_of(e.negative)), session().bad)
    chart("relevance", machine.relevance, weights, *colours, of=a)


@on_demand("For researchers", "researchers", ":material/science:")
def researchers(a: Answer) -> None:
    e = a.explanation
    trained = f"{words.machine_words(e)}, trained in {e.machine.seconds:.1f} s."
    show([Heading("What was chosen, and against what", 3), *sentences(trained)])
    show([*inside.chosen(e), Heading("Weight and bound", 3), *inside.reached(e)])
    show([Fold("Settings asked for", (settings_table(settings_asked(e)),))])
