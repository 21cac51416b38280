from dataclasses import replace

import numpy as np
import pytest

from interpret.data.task import tasks
from interpret.fit import find_rule
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.rule_problem import TrainedMachine, rule_problem
from interpret.fit.sample import Sample, Way
from interpret.rules.demands import Demands, Limits
from interpret.rules.logic import Clause, Formula, Is
from interpret.rules.single_tests import single_tests
from interpret.settings import THESIS_KERNEL, Settings
from kernels.catalog import parse
from kernels.svm import BooleanSVC
from tests.planted import either, planted


@pytest.fixture(scope="module")
def sample():
    (task,) = tasks(planted(either, n=40), positive=("yes",))
    return Sample.of(task.table, task.attributes, task.y, "balanced")


def test_some_rows_of_a_sample_count_for_what_they_counted_for_until_counted_anew(sample):
    some = sample.rows(np.arange(0, 40, 3))
    assert some.table.n_rows == len(some) == 14
    np.testing.assert_array_equal(some.each, sample.each[::3])
    anew = some.counted("balanced")
    assert anew.each[some.y].sum() == pytest.approx(7) == anew.each[~some.y].sum()
    assert (some.counted(None).each == 1).all()


def test_a_side_turns_the_weights_and_denies_the_formula(sample):
    own = sample.signs * np.arange(1.0, 41.0)
    machine = TrainedMachine(own, lambda table: np.zeros(table.n_rows))
    rng = np.random.default_rng(0)
    for_it, against = (
        rule_problem(sample, machine, Way("weights", side, "monotone"), Limits(3, 2), rng).at(2.0)
        for side in ("for", "against")
    )
    np.testing.assert_array_equal(against.weights, -for_it.weights)
    assert for_it.price == 2 * own[own > 0].mean()
    assert (for_it.clauses, for_it.literals, for_it.fitted_to) == (3, 2, "weights")
    found = Formula((Clause((Is("p", ("a",)),)),))
    assert Way("weights", "for", "monotone").verdict(found) is found
    assert Way("weights", "against", "monotone").verdict(found) == Formula(found.clauses, True)


@pytest.mark.parametrize(
    "formula",
    [
        Formula(),
        Formula((Clause(),)),
        Formula((Clause((Is("p", ("a",)),)),)),
        Formula((Clause((Is("p", ("a",)),)), Clause((Is("q", ("b",)), Is("r", ("x",))))), True),
    ],
)
def test_a_denial_holds_where_the_formula_does_not_and_is_plain_where_it_is_constant(formula):
    table = planted(either, n=60)
    assert (formula.denial.holds(table) != formula.holds(table)).all()
    assert formula.denial.denial == formula
    assert not (formula.denial.denied and not formula.clauses)


def test_only_labels_can_be_fitted_to_without_a_machine(sample):
    way = Way("mix", "for", "monotone")
    with pytest.raises(ValueError, match="'mix' needs a machine"):
        rule_problem(sample, None, way, Limits(3, 2), np.random.default_rng(0))


def test_settings_are_resolved_to_what_is_fixed():
    free = Settings().resolved
    assert {free.kernel, free.C, free.clauses, free.price, free.side, free.effort} == {None}
    fixed = Settings(
        kernel="Rules(10, 5)", landmarks="exact", size="3", price=0, side="for"
    ).resolved
    assert (fixed.kernel, fixed.C, fixed.exact) == (THESIS_KERNEL, None, True)
    assert (fixed.clauses, fixed.price, fixed.side, fixed.language) == (3, 0.0, "for", None)
    assert Settings(landmarks=50).resolved.landmarks == 50


@pytest.mark.parametrize("language", ["monotone", "values"])
def test_the_tests_without_a_column_are_those_made_without_it(sample, language):
    for values in ((), (("q", "a"),)):
        held = Demands(forbidden=("p",), values=values)
        made = single_tests(sample.table, sample.attributes, language, held)
        derived = sample.single_tests(language, held, denied=False)
        assert derived.tests == made.tests
        np.testing.assert_array_equal(derived.covers, made.covers)
        np.testing.assert_array_equal(derived.cells, made.cells)
        for one, other in zip(derived.compatible.blocks, made.compatible.blocks, strict=True):
            np.testing.assert_array_equal(one, other)


def test_a_rule_fitted_to_labels_is_found_anew_without_a_machine(sample, monkeypatch):
    def refuse(svc, sample):
        raise AssertionError("no machine is needed")

    starts = []
    start = find_rule.good_start
    monkeypatch.setattr(find_rule, "train_machine", refuse)
    monkeypatch.setattr(
        find_rule, "good_start", lambda *given: starts.append(given) or start(*given)
    )
    choice = RuleChoice("labels", "for", "monotone", 1.0, 3, 2)
    svc = BooleanSVC(parse("linear"), 1.0)
    found = find_rule.found_anew(sample, svc, [choice, choice], 0, quick=True)
    assert len(found) == len(starts) == 2
    with pytest.raises(AssertionError, match="no machine"):
        find_rule.found_anew(sample, svc, [replace(choice, fit_to="mix")], 0)
