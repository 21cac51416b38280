"""Every row of a large table judged as if it fitted: brute force."""

import json
from dataclasses import replace

import numpy as np
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret import cores
from interpret.large import judge
from interpret.large.explain import explain_large, large_document, sections
from interpret.large.source import source
from interpret.measures import agreement, auc, clause_figures, confusion
from interpret.tell.text import as_text
from tests import large_tables
from tests.large_tables import CHEAP, ROWS, small_source, whole

pytestmark = pytest.mark.slow

folder, table = large_tables.folder, large_tables.table


ASKED = {
    "as it stands": CHEAP,
    "gaps filled": replace(CHEAP, gaps="frequent"),
    "rows with gaps left out": replace(CHEAP, gaps="drop-row"),
    "denied": replace(CHEAP, side="against"),
    "values": replace(CHEAP, language="values"),
    "above": replace(CHEAP, target="age", above=45.0),
    "three classes": replace(CHEAP, target="few"),
}


@pytest.mark.parametrize("name", ASKED)
def test_every_row_is_judged_as_if_the_table_fitted(name, folder, table):
    answer = explain_large(small_source(folder), ASKED[name])
    rows = whole(table)
    for a, own in zip(answer.answers, answer.judged, strict=True):
        e, judges = a.explanation, judge.Judge.of(a, answer.learnt)
        scores = judges.predictor.scores(rows)
        kept = np.array(scores.truth.known)
        if e.settings.gaps == "drop-row":
            kept &= ~np.any([rows.column(n).missing_rows for n in judges.complete], axis=0)
        trained = answer.learnt.sample.rows[_of_task(e, answer, kept)[list(e.rows["train"])]]
        unseen = kept.copy()
        unseen[trained] = False
        read = e.preparation.table(rows)
        for part, chosen in (("all", kept), ("unseen", unseen)):
            truth = scores.truth.y[chosen]
            assert own.rule[part] == confusion(scores.rule[chosen], truth, None)
            some = read.rows(np.flatnonzero(chosen))
            assert own.clauses[part] == clause_figures(e.rule.formula, some, truth, None)
        assert own.machine_on_all
        assert own.machine == confusion(scores.machine[unseen], scores.truth.y[unseen], None)
        assert own.agreement == agreement(scores.machine[unseen], scores.rule[unseen], None)
        exact = auc(scores.score[unseen], scores.truth.y[unseen])
        assert own.area.low - 1e-9 <= exact <= own.area.high + 1e-9


def _of_task(e, answer, kept):
    """The places in the sample of the rows that an explanation speaks of."""
    return np.flatnonzero(kept[answer.learnt.sample.rows])


def test_the_machine_is_judged_on_rows_beside_the_sample_where_all_are_too_many(
    folder, table, monkeypatch
):
    monkeypatch.setattr(judge, "MACHINE_WORK", 0)
    answer = explain_large(small_source(folder), CHEAP)
    (own,), (e,) = answer.judged, answer.explanations
    scores = judge.Judge.of(answer.answers[0], answer.learnt).predictor.scores(whole(table))
    beside = answer.learnt.beside.rows
    assert not own.machine_on_all
    assert own.machine_rows == len(beside)
    assert own.machine == confusion(scores.machine[beside], scores.truth.y[beside], None)
    low, high = own.area.interval
    assert low < auc(scores.score[beside], scores.truth.y[beside]) < high
    assert "drawn at random beside the sample" in e.notices[-1]
    assert own.rule["all"].n == ROWS


def test_where_all_rows_train_there_are_no_unseen_ones(folder):
    answer = explain_large(source(str(folder)), replace(CHEAP, test_size=0.0))
    (own,), (e,) = answer.judged, answer.explanations
    assert own.rule["all"] == e.rule_right["train"]
    assert own.rule["unseen"].n == 0
    assert e.notices[-1].startswith("All 700 rows were trained on; the rule is right on ")
    assert "All 700 rows were trained on" in as_text(sections(answer.explanations, answer.judged))


def test_on_many_cores_the_document_is_the_same(folder):
    def said():
        document = large_document(explain_large(small_source(folder), CHEAP))
        return json.dumps([document["large"], document["explanations"][0]["all_rows"]])

    one = said()
    with cores.on_cores(3, cores.Thresholds(little=0)):
        assert said() == one


def test_a_model_s_answer_in_a_folder_is_what_is_told(table, tmp_path):
    folder = tmp_path / "scores"
    folder.mkdir()
    score = [0.9 if job == "a" else 0.25 for job in table.column("job").to_pylist()]
    table = table.append_column("score", arrow.array(score))
    parquet.write_table(table, folder / "all.parquet", row_group_size=100)
    asked = replace(CHEAP, explain="score", target="class", above=0.5)
    answer = explain_large(small_source(folder), asked)
    (e,), (own,) = answer.explanations, answer.judged
    assert not {"score", "class"} & set(e.attributes)
    rule = e.says(whole(table))
    assert own.rule["all"] == confusion(rule, np.array(score) > 0.5, None)
    assert e.truth.column == "class"


def test_pins_and_costs_hold_in_a_folder(folder):
    asked = replace(CHEAP, pin=("age > 40",), miss_costs=5.0, forbid=("pay",))
    answer = explain_large(small_source(folder), asked)
    (e,), (own,) = answer.explanations, answer.judged
    for clause in e.rule.formula.clauses:
        assert any(test.attribute == "age" for test in clause.tests)
        assert not any(test.attribute == "pay" for test in clause.tests)
    even = explain_large(small_source(folder), replace(asked, miss_costs=1.0)).judged[0]
    assert own.machine.false_negative < even.machine.false_negative
