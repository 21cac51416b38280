"""A rule on the page, without a browser, as a reader inspects it."""

import pytest

from dashboard.text import plain
from interpret.data.reading import read_table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.forms.study.study import study, study_to_dict, with_good
from interpret.settings import Settings
from tests.test_pages import as_read, quiet, run_of, said

GIVEN = Settings(
    kernel="mDNF(2,2)", C=4.0, fit_to="weights", side="for", language="monotone", price=0.0
)


def studied(raw: bytes, settings: Settings = GIVEN) -> dict:
    """The document of a table's explanation and its study."""
    table = read_table(raw, "table.csv")
    e = explain(table, settings)
    answer = document([with_good(Answer(e, table))])
    answer["explanations"][0]["study"] = study_to_dict(study(Answer(e, table)))
    return answer


@pytest.fixture(scope="session")
def answer(monks):
    return studied(monks)


@pytest.fixture
def at(open_app, store, monks, answer):
    """The page with a stored answer: four clauses, seven tests, right everywhere."""
    return open_app(run=run_of(store, monks, "done", answer))


def labelled(widgets, label: str):
    (found,) = [widget for widget in widgets if widget.label == label]
    return found


def read(at) -> str:
    """What the page says, as it is read: without the signs that keep Markdown away."""
    return as_read(said(at))


def enter(at, **row: str):
    """Types values into the row that is tried."""
    for column, value in row.items():
        widget = labelled(at.selectbox, plain(column))
        shown = value or "(empty)"
        if shown not in widget.options:  # a browser lets any value be typed, AppTest does not
            widget.options.append(shown)
        at = quiet(widget.set_value(value).run())
    return at
