"""A table of numbers, gaps and dates from end to end."""

import json
from math import inf

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.fit.machine import decision
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.record import document, restore
from interpret.forms.answer.relevance import literal_weights
from interpret.forms.explain import explain
from interpret.forms.whatif.by_hand import row_of, typed_row
from interpret.forms.whatif.flip import nearest_flip
from interpret.rules.card import Card
from interpret.rules.logic import Between
from interpret.settings import Settings
from sample_data.generate import care

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def clinic(root):
    table = read_table((root / "sample_data" / "clinic.csv").read_bytes(), "clinic.csv")
    settings = Settings(
        positive=("intensive",), kernel="mDNF(3,2)", C=4.0, fit_to="labels", side="for",
        language="monotone",
    )  # fmt: skip
    return table, explain(table, settings)


def test_planted_thresholds_are_found_and_the_rule_is_as_good_as_the_truth(clinic):
    table, e = clinic
    ranges = {
        test.attribute: test.above
        for clause in e.rule.formula.clauses
        for test in clause.tests
        if isinstance(test, Between) and test.to == inf and len(clause.tests) == 2
    }
    assert ranges["pressure"] == pytest.approx(150.5, abs=2)
    assert ranges["age"] == pytest.approx(64.5, abs=3)
    cells = Answer(e, table).explained.rows(list(e.rows["test"])).frame()
    rows = Answer(e, table).as_read.rows(list(e.rows["test"])).frame()
    truth = [
        care(float(r["age"]), 0, float(r["pressure"] or 0), r["smoker"], r["pain"]) == "intensive"
        for r in rows.to_dict("records")
    ]
    ceiling = np.mean(np.array(truth) == (cells["care"] == "intensive").to_numpy())
    assert e.rule_form.right["test"].accuracy.value >= ceiling - 0.02


def test_a_rule_on_numbers_says_the_same_of_the_file_and_of_what_was_learned_from(clinic):
    table, e = clinic
    as_read, read = Answer(e, table).as_read, Answer(e, table).explained
    assert (e.says(as_read) == e.rule.formula.holds(read)).all()
    assert (e.rule.formula.holds(as_read) == e.rule.formula.holds(read)).all()
    decide = decision(e.machine, read.rows(list(e.rows["train"])), e.attributes)
    assert decide(as_read) == pytest.approx(np.array(e.machine.scores), abs=1e-9)


def test_rows_with_gaps_left_out_end_in_a_rule_that_predicts_as_it_was_judged(clinic):
    table, _ = clinic
    quick = Settings(
        positive=("diet",), gaps="drop-row", kernel="linear", C=1.0, fit_to="labels", side="for",
        language="monotone", price=2.0, size="3x3",
    )  # fmt: skip
    e = explain(table, quick)
    (restored,) = restore(json.loads(json.dumps(document(answers([e], table)))))
    assert restored == e
    test = Answer(e, table).as_read.rows(list(e.rows["test"]))
    right = e.rule_form.right["test"].accuracy.value
    assert np.mean(e.says(test) == e.positive_rows(test)) == right
    assert right > e.majority["test"].value


def test_a_typed_number_lies_in_its_interval_and_flips_across_a_boundary(clinic):
    table, e = clinic
    train = Answer(e, table).explained.rows(list(e.rows["train"]))
    row = row_of(Answer(e, table).as_read, e.attributes, 0)
    row |= {"age": "70.25", "pressure": "120", "smoker": "no", "pain": "none"}
    typed = typed_row(train, e.attributes, row)
    assert typed.unseen == ()
    assert not e.rule.formula.accepts(row)
    (change,) = nearest_flip(Card.of(e.rule.formula), row, train, e.attributes)
    assert (change.attribute, change.before) == ("pressure", "120")
    assert str(change) == f"pressure from 120 to above {change.within.above:g}"
    assert change.within in {t for own in e.rule.formula.clauses for t in own.tests}
    assert e.rule.formula.accepts(row | {"pressure": change.after})


def test_what_is_shown_of_intervals_knows_the_machines_cuts(clinic):
    table, e = clinic
    train = Answer(e, table).explained.rows(list(e.rows["train"]))
    (cut,) = [own for own in e.preparation.cuts if own.attribute == "age"]
    weights = literal_weights(train, e.attributes, e.machine.weights)
    shown = [own.value for own in weights if own.attribute == "age"]
    assert shown[0] == f"{cut.coarse[0]:g} or less"
    assert shown[-1] == f"above {cut.coarse[-1]:g}"
    assert len(shown) == len(cut.coarse) + 1
