"""The study of an answer, and its part of the document."""

import json
from collections import Counter
from functools import partial
from itertools import count

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.fit.parts import Part
from interpret.forms.answer.answer import Answer
from interpret.forms.explain import explain
from interpret.forms.study import other_rows as asking
from interpret.forms.study.baselines import baselines
from interpret.forms.study.other_rows import (
    AT_HAND,
    DRAWN,
    EVERY,
    domain_fidelity,
)
from interpret.forms.study.study import restore_studies, study, study_to_dict
from interpret.measures import Costs, confusion
from interpret.rules.logic import Formula
from interpret.settings import Settings
from interpret.shares import Share
from tests import small_formulas
from tests.small_formulas import every_row, values


def named(*arguments):
    train, test, attributes, y, y_test, *costs = arguments
    right = partial(confusion, truth=y_test, groups=None)
    return {one.name: one for one in baselines(train, test, attributes, y, right, *costs)}


def one_rule(train, y_train, test):
    """The verdicts of the one rule, written out from its description."""
    guess = 2 * sum(y_train) > len(y_train)
    best = None
    for name in train.names[:-1]:
        votes = Counter(zip(train.frame()[name], y_train.tolist(), strict=True))
        classes = {
            value: guess
            if votes[value, True] == votes[value, False]
            else votes[value, True] > votes[value, False]
            for value, _ in votes
        }
        hits = sum(n for (value, truth), n in votes.items() if classes[value] == truth)
        if best is None or hits > best[0]:
            best = hits, name, classes
    _, name, classes = best
    return name, np.array([classes.get(value, guess) for value in test.frame()[name]])


@pytest.mark.parametrize("seed", range(15))
def test_one_rule_is_the_majority_of_each_value_of_the_best_attribute(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng, rows=40)
    y = small_formulas.formula(rng, table).holds(table) ^ (rng.random(40) < 0.2)
    y[:2] = True, False
    train, test = table.rows(slice(0, 15)), table.rows(slice(15, 40))
    found = named(train, test, table.names[:-1], y[:15], y[15:])
    name, verdicts = one_rule(train, y[:15], test)
    assert found["one rule"].right == Share(int((verdicts == y[15:]).sum()), 25)
    assert found["one rule"].size.endswith(f"values of {name}")
    assert found["majority class"].right.n == 25


@pytest.mark.parametrize("name", ["tic-tac-toe", "art-d5-c5"])
def test_no_warning_leaves_the_learners_on_separable_rows(root, name):
    """Warnings are errors here: tic-tac-toe is the limit of what logistic regression separates."""
    task = tasks(read_table((root / "sample_data" / f"{name}.csv").read_bytes(), f"{name}.csv"))[0]
    found = named(task.table, task.table, task.attributes, task.y, task.y)
    assert all(one.right.n == task.table.n_rows for one in found.values())


def test_without_unseen_rows_there_is_no_figure():
    table = small_formulas.table(np.random.default_rng(0))
    y = np.arange(24) % 2 == 0
    found = named(table, table.rows([]), table.names[:-1], y, y[:0])
    assert [one.right.value for one in found.values()] == [None] * 4


def test_learners_heed_what_errors_cost():
    rng = np.random.default_rng(1)
    table = small_formulas.table(rng, rows=80)
    y = small_formulas.formula(rng, table).holds(table) ^ (rng.random(80) < 0.3)
    costs = Costs(20.0, 1.0)
    shown = (table, table, table.names[:-1], y, y)
    plain, heeding = named(*shown), named(*shown, costs)
    assert heeding["always saying yes"].counts.false_negative == 0
    for name in ("one rule", "decision tree of depth 3", "logistic regression"):
        assert costs.of(heeding[name].counts) <= costs.of(plain[name].counts)
        assert heeding[name].counts.accuracy == heeding[name].right


def rows_of(table):
    n = table.n_rows
    return Part("train", np.arange(n), table, np.zeros(n, dtype=bool), np.zeros(n))


def deciding_as(formula):
    return lambda rows: np.where(formula.holds(rows), 0.5, -2.0)


@pytest.mark.parametrize("seed", range(20))
def test_fidelity_on_every_possible_row_is_the_share_counted_row_by_row(seed, monkeypatch):
    monkeypatch.setattr(asking, "ROWS_AT_ONCE", 7)
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    attributes = table.names[:-1]
    rule, machine = (small_formulas.formula(rng, table) for _ in range(2))
    rows = list(every_row({name: list(values(table, name)) for name in attributes}))
    hits = sum(rule.accepts(row) == machine.accepts(row) for row in rows)
    (found,) = domain_fidelity(rule, deciding_as(machine), rows_of(table), attributes)
    assert (found.kind, found.share.hits, found.share.n) == (EVERY, hits, len(rows))


def test_a_domain_too_long_to_list_is_estimated_on_drawn_rows_and_on_those_at_hand(monkeypatch):
    rng = np.random.default_rng(0)
    table = small_formulas.table(rng, attributes=5)
    attributes = table.names[:-1]
    rule, machine = (small_formulas.formula(rng, table) for _ in range(2))
    shares = {name: values(table, name) for name in attributes}
    expected = sum(
        np.prod([shares[name][row[name]] / table.n_rows for name in attributes])
        for row in every_row({name: list(shares[name]) for name in attributes})
        if rule.accepts(row) == machine.accepts(row)
    )
    monkeypatch.setattr(asking, "MOST_LISTED", 10)
    drawn, at_hand = domain_fidelity(rule, deciding_as(machine), rows_of(table), attributes)
    assert (drawn.kind, at_hand.kind) == (DRAWN, AT_HAND)
    low, high = drawn.share.interval
    assert low - 0.01 < expected < high + 0.01
    agree = rule.holds(table) == machine.holds(table)
    assert (at_hand.share.hits, at_hand.share.n) == (agree.sum(), table.n_rows)


def test_a_fidelity_that_is_stopped_asks_no_more_and_gives_no_answer(monkeypatch):
    monkeypatch.setattr(asking, "ROWS_AT_ONCE", 5)
    monkeypatch.setattr("interpret.data.table.ROWS_AT_ONCE", 5)
    table = small_formulas.table(np.random.default_rng(0))
    calls = count()

    def decide(rows):
        next(calls)
        return np.ones(rows.n_rows)

    told = []
    found = domain_fidelity(
        Formula(),
        decide,
        rows_of(table),
        table.names[:-1],
        on_progress=lambda f: told.append(f) or False,
    )
    assert found == ()
    assert next(calls) == 1
    assert len(told) == 1


@pytest.fixture(scope="module")
def monks(root):
    return read_table((root / "sample_data" / "monks-1.csv").read_bytes(), "monks-1.csv")


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


def test_the_document_gives_the_study_back(studied):
    d = study_to_dict(studied)
    text = json.dumps(d, allow_nan=False)
    assert study_to_dict(study_of(json.loads(text))) == d
    assert study_of(d) == studied


def test_stopped_it_keeps_what_was_done_and_tells_nothing_half_done(robots, studied):
    e, task = robots
    stopped = study(Answer(e, task.table), lambda progress: False)
    assert stopped.baselines == studied.baselines
    assert stopped.on_possible_rows == ()
