"""The study of an answer, and its part of the document."""

import json
import sys

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.fit.find_rule import found_anew
from interpret.fit.machine import decision
from interpret.fit.sample import Sample
from interpret.forms.answer.answer import Answer
from interpret.forms.explain import explain
from interpret.forms.study.other_rows import EVERY
from interpret.forms.study.study import restore_studies, study, study_to_dict
from interpret.settings import Settings

GIVEN = Settings(
    kernel="mDNF(2,2)", C=4.0, fit_to="weights", side="for", language="monotone", price=0.0
)


def study_of(part):
    """The study that a document's part says."""
    return restore_studies({"explanations": [{"study": part}]})[0]


@pytest.fixture(scope="module")
def robots(root):
    table = read_table((root / "sample_data" / "monks-1.csv").read_bytes(), "monks-1.csv")
    return explain(table, GIVEN), tasks(table)[0]


@pytest.fixture(scope="module")
def studied(robots):
    e, task = robots
    return study(Answer(e, task.table))


def test_the_stored_machine_decides_as_the_trained_one_did(robots):
    e, task = robots
    train = task.table.rows(np.array(e.rows["train"]))
    scores = decision(e.machine, train, e.attributes)(task.table)
    np.testing.assert_allclose(scores, e.machine.scores, atol=1e-9)


def test_fidelity_everywhere_is_that_on_all_rows_where_the_table_lists_them(robots, studied):
    e, task = robots
    (asked,) = studied.on_possible_rows
    agree = e.rule.formula.holds(task.table) == (np.array(e.machine.scores) > 0)
    assert (asked.kind, asked.share.n, asked.share.hits) == (EVERY, 432, agree.sum())


def test_a_rule_found_anew_on_the_same_rows_is_the_same_rule(robots):
    e, task = robots
    rows = np.array(e.rows["train"])
    (again,) = found_anew(
        Sample.of(task.table.rows(rows), e.attributes, task.y[rows]),
        e.machine.untrained(e.settings),
        [e.rule_choice],
        e.settings.seed,
    )
    assert again == e.rule.formula


def test_the_simple_learners_are_judged_on_the_rows_that_the_rule_is_judged_on(robots, studied):
    e, _ = robots
    assert {b.right.n for b in studied.baselines} == {len(e.rows["test"])}


def test_the_document_gives_the_study_back(studied):
    d = study_to_dict(studied)
    text = json.dumps(d, allow_nan=False)
    assert study_to_dict(study_of(json.loads(text))) == d
    assert study_of(d) == studied


def test_stopped_it_keeps_what_was_done_and_tells_nothing_half_done(robots, studied):
    e, task = robots
    stopped = study(Answer(e, task.table), lambda progress: False)
    assert stopped.baselines == studied.baselines
    assert (stopped.on_possible_rows, stopped.relevance) == ((), ())


@pytest.mark.parametrize("heard", [1, 3, 6])
def test_after_it_is_stopped_it_does_hardly_anything_more(robots, heard):
    e, task = robots
    asked = called = 0

    def count(frame, event, argument):
        nonlocal called
        called += event == "call"

    def stop(progress):
        nonlocal asked
        asked += 1
        if asked == heard:
            sys.setprofile(count)
        return asked < heard

    try:
        study(Answer(e, task.table), stop)
    finally:
        sys.setprofile(None)
    assert asked == heard  # it asks no more
    assert called < 10_000  # functions of Python
