"""The answer to take away."""

from functools import partial

import streamlit as st

from dashboard.panels.download_row import Form, download, download_row
from dashboard.panels.find.wronged import chosen_columns
from dashboard.stored_runs import as_file
from dashboard.text import plain, stem
from dashboard.versions import document
from interpret.answers.points.shown.pmml import form_as_pmml
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.exports import export
from interpret.answers.rule.exports.decision_table import as_decision_csv
from interpret.answers.rule.exports.markdown import as_markdown
from interpret.answers.rule.exports.workbook import as_workbook
from interpret.answers.rule.report.model_card import ModelCard
from interpret.answers.rule.report.report import html_report
from interpret.answers.rule.study.studied import studied
from interpret.answers.rule.study.study import Study
from interpret.data.complaints import DataError
from jobs.store import Run

Studies = tuple[Study | None, ...]  # of each answer, as far as it was studied

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TYPED = {
    "purpose": ("What is the rule for?", "To decide which patients are seen first."),
    "owner": ("Who answers for it?", "A name and an address."),
    "data": ("Where do the data come from?", "Admissions of 2023, one hospital."),
    "limits": ("Where must it not be used?", "Not for children."),
}


def downloads(e: Explanation, run: Run, answers: tuple[Answer, ...], studies: Studies) -> None:
    """Rule and card as text, code and tables, the whole answer as JSON and as a report.

    In place of a language that cannot hold this answer, a sentence says why.
    """
    st.header("Take it with you", anchor=False)
    _model_card()
    name = stem(e.table, "rule")
    report = partial(_report, answers, studies)
    files: dict[str, Form] = {
        "Text": (lambda: export.as_text(e), "txt", "text/plain"),
        "JSON": (lambda: as_file(document(run, answers)), "json", "application/json"),
        "Python": (lambda: export.as_python(e), "py", "text/x-python"),
        "SQL": (lambda: export.as_sql(e), "sql", "application/sql"),
        "pandas": (lambda: export.as_pandas(e), "pandas.py", "text/x-python"),
        "Excel": (lambda: as_workbook([e]), "xlsx", WORKBOOK),
        "Markdown": (lambda: as_markdown([e]), "md", "text/markdown"),
        "PMML": (lambda: form_as_pmml(e), "pmml", "application/xml"),
        "Decision table": (lambda: as_decision_csv(e), "decisions.csv", "text/csv"),
        "Report": (report, "html", "text/html"),
        "Report with appendix": (partial(report, appendix=True), "appendix.html", "text/html"),
    }
    refused = []
    for label in ("Python", "SQL", "pandas", "PMML"):
        try:
            files[label][0]()
        except DataError as error:
            del files[label]
            refused.append(str(error))
    download_row(f"{name}-rule", files)
    for sentence in refused:
        st.caption(plain(sentence))


def report_button(answers: tuple[Answer, ...], studies: Studies) -> None:
    """The report alone, at the top of the page."""
    download(
        "Report",
        partial(_report, answers, studies),
        f"{stem(answers[0].explanation.table, 'rule')}-rule.html",
        "text/html",
        key="report_above",
    )


def _report(answers: tuple[Answer, ...], studies: Studies, appendix: bool = False) -> str:
    """The report, with what is typed and chosen on the page."""
    studied_answers = studied(answers, chosen_columns(answers[0]), studies)
    return html_report(studied_answers, card=_typed(), appendix=appendix)


def _model_card() -> None:
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
