"""All that lies behind the answer: the machine inside, the rule in full, and files to take away."""

from functools import partial

import numpy as np
import streamlit as st

from dashboard.panels.display import chart, kept, picture, show
from dashboard.panels.find.errs import chosen_columns
from dashboard.panels.widgets import Form, download_list, on_demand
from dashboard.session import session
from dashboard.stored_runs import as_file, versioned
from dashboard.text import plain, stem
from interpret.data.complaints import DataError
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.clause_rows import rule_list
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import CHECKER
from interpret.forms.answer.relevance import literal_weights
from interpret.forms.exports.code import as_pandas, as_python, as_sql
from interpret.forms.exports.pmml import as_pmml
from interpret.forms.exports.workbook import as_decision_csv, as_workbook
from interpret.forms.study.study import Study, studied
from interpret.measures import weights_without
from interpret.present import wording
from interpret.present.wording import one_of
from interpret.tell.blocks import Fold, Heading, sentences
from interpret.tell.charts import side_colours
from interpret.tell.rule import inside, words
from interpret.tell.rule.appendix import ModelCard
from interpret.tell.rule.brief import at_length, clauses_of, read_from_top
from interpret.tell.rule.figures import machine
from interpret.tell.rule.figures.simple_ways import simple_ways, simple_ways_words
from interpret.tell.rule.report import html_report
from interpret.tell.rule.words import heading, monotone_words
from interpret.tell.settings_words import settings_table
from interpret.tell.text import as_markdown, as_text
from jobs.database import Run

FORMS = WORDS, LIST, LOGIC, PYTHON, SQL = "Words", "List", "Logic", "Python", "SQL"
Studies = tuple[Study | None, ...]  # of each answer, as far as it was studied
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TYPED = {
    "purpose": ("What is the rule for?", "To decide which patients are seen first."),
    "owner": ("Who answers for it?", "A name and an address."),
    "data": ("Where do the data come from?", "Admissions of 2023, one hospital."),
    "limits": ("Where must it not be used?", "Not for children."),
}


def full_rule(a: Answer) -> None:
    """The rule under the class it describes, in the form the user chooses."""
    e, formula = a.explanation, a.explanation.rule.formula
    st.subheader(plain(heading(e)), anchor=False)
    st.session_state.setdefault("written", WORDS)
    form = st.segmented_control(
        "Show the rule as",
        FORMS,
        key="written",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    if form == LOGIC:
        st.code(str(formula), language=None, wrap_lines=True)
    elif form == PYTHON:
        st.code(as_python(e), language="python", wrap_lines=True)
    elif form == SQL:
        st.code(as_sql(e), language="sql", wrap_lines=True)
    elif not formula.clauses:
        st.markdown(f"*{wording.rule_lines(formula)[0]}*")
    elif form == LIST:
        show(read_from_top(e, rule_list(formula, a.judged.table, a.judged.y, a.judged.groups)))
    else:
        weights = np.array(e.machine.weights)
        show([clauses_of(e, weights_without(formula, a.train.table, weights))])
    if said := monotone_words(formula, a.explained):
        st.caption(plain(said))


@on_demand("Download", "downloads", ":material/download:", st.popover)
def downloads(e: Explanation, run: Run, answers: tuple[Answer, ...], studies: Studies) -> None:
    """Rule and card as text, code and tables, the whole answer as JSON and as a report.

    In place of a language that cannot hold this answer, a sentence says why.
    """
    name = stem(e.table, "rule")
    report = partial(_report, answers, studies, session().bad)
    files: dict[str, Form] = {
        "Report": (report, "html", "text/html"),
        "Report with appendix": (partial(report, appendix=True), "appendix.html", "text/html"),
        "Text": (lambda: as_text(at_length([e])), "txt", "text/plain"),
        "JSON": (lambda: as_file(versioned(run, answers)), "json", "application/json"),
        "Checker": (lambda: CHECKER.read_text("utf-8"), "check_answer.py", "text/x-python"),
        "Python": (lambda: as_python(e), "py", "text/x-python"),
        "SQL": (lambda: as_sql(e), "sql", "application/sql"),
        "pandas": (lambda: as_pandas(e), "pandas.py", "text/x-python"),
        "Excel": (lambda: as_workbook([e]), "xlsx", WORKBOOK),
        "Markdown": (lambda: as_markdown(at_length([e])), "md", "text/markdown"),
        "PMML": (lambda: as_pmml(e), "pmml", "application/xml"),
        "Decision table": (lambda: as_decision_csv(e), "decisions.csv", "text/csv"),
    }
    refused = []
    for label in ("Python", "SQL", "pandas", "PMML"):
        try:
            files[label][0]()
        except DataError as error:
            del files[label]
            refused.append(str(error))
    download_list(f"{name}-rule", files)
    for sentence in refused:
        st.caption(plain(sentence))


def _report(
    answers: tuple[Answer, ...], studies: Studies, bad: tuple[str, ...], appendix: bool = False
) -> str:
    """The report, with what is typed and chosen on the page."""
    studied_answers = studied(answers, chosen_columns(answers[0]), studies)
    return html_report(studied_answers, card=_typed(), appendix=appendix, bad=bad)


def model_card() -> None:
    """What is typed for the report's model card, kept for the tab."""
    with st.expander("Model card of the report", icon=":material/id_card:"):
        st.caption(
            "The report shows these lines beside the figures, for people who read it without you."
        )
        for name, (label, example) in TYPED.items():
            st.text_area(
                label,
                key=f"card_{name}",
                placeholder=example,
                height=68,
                persist_state="session",
            )


def _typed() -> ModelCard:
    typed = {name: st.session_state.get(f"card_{name}") or "" for name in TYPED}
    return ModelCard(**{name: text.strip() for name, text in typed.items()})


def beside_others(e: Explanation, study: Study) -> None:
    """Rule, card, machine and simple learners on the same rows, by cost where costs are set."""
    st.header("Does it beat the simple ways?", anchor=False)
    picture(f"simple_ways {e.version}", simple_ways, e, study, of=study)  # a card may be changed
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
def researchers(a: Answer, study: Study | None) -> None:
    e = a.explanation
    trained = f"{words.machine_words(e)}, trained in {e.machine.seconds:.1f} s."
    show([Heading("What was chosen, and against what", 3), *sentences(trained)])
    show([*inside.chosen(e), Heading("Weight and bound", 3), *inside.reached(e)])
    show(inside.relied_on(study) if study else [])
    show([Fold("Settings asked for", tuple(settings_table(e.settings)))])
