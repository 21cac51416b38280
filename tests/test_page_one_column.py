"""Above an answer stands the question about a column that alone tells the class."""

import pytest

from dashboard import services
from dashboard.session import KEY
from interpret.data.reading import read_table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import document
from interpret.forms.explain import draft_task
from interpret.settings import Settings
from tests.inspected import read
from tests.test_interpret_fit_one_column import TWO_TELL, losses
from tests.test_pages import SIMPLE, quiet, run_of

pytestmark = pytest.mark.slow


def opened(open_app, store, text):
    raw, settings = text.encode(), Settings(**SIMPLE)
    table = read_table(raw, "table.csv")
    task = tasks_asked(table, settings)[0]
    e = draft_task(task, settings)
    return open_app(run=run_of(store, raw, "done", document([Answer(e, table, task)])))


def test_a_column_that_gives_the_class_away_is_left_out_with_a_click(open_app, store, monkeypatch):
    at = opened(open_app, store, losses())
    (warned,) = [own.value for own in at.warning if "alone tells whether" in own.value]
    assert "is it known beforehand" in warned
    begun = []
    monkeypatch.setattr(services, "start", lambda state, *_: begun.append(state.settings.drop))
    at = quiet(at.button(key="leave_out").click().run())
    assert begun == [("Loss EUR",)]
    assert at.session_state[KEY].settings.drop == ("Loss EUR",)


def test_where_others_tell_as_much_the_question_is_calm(open_app, store):
    at = opened(open_app, store, TWO_TELL)
    assert "known before the class is?" in read(at)
    assert not [own for own in at.warning if "known" in own.value]
