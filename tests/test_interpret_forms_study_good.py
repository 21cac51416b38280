"""What a rule can do without and other good rules, against all rules of tiny tables."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.splits import folds
from interpret.data.task import tasks
from interpret.fit.find_rule import found_anew
from interpret.fit.machine import decision
from interpret.fit.rule_problem import TrainedMachine
from interpret.fit.sample import Sample
from interpret.forms.answer.answer import Answer
from interpret.forms.explain import explain
from interpret.forms.study.good import APART, DEARER, good_rules
from interpret.forms.study.held import SHARED, Held, Learned, best_held, lines_left_open
from interpret.forms.study.study import with_good
from interpret.rules.logic import Clause, Formula, Is
from interpret.settings import Settings
from interpret.tell.rule.good import (
    good_blocks,
    good_picture,
    good_words,
    less,
    lost_words,
    without_words,
)
from tests.often import some_now

TABLES, BLOCKS = 5, 60
GIVEN = Settings(
    form="rule",
    kernel="mDNF(2,2)",
    C=4.0,
    side="for",
    language="monotone",
    price=0.5,
    size="2x2",
    test=0.0,
)


def random_table(random, n=40, noise=0.1, names="abcd"):
    """Columns of two or three values; the class is what three of them say, with noise."""
    rows = random.integers(0, [2, 3, 2, 3], (n, 4))
    y = ((rows[:, 0] == 1) & (rows[:, 1] > 0)) | (rows[:, 2] == 1)
    y ^= random.random(n) < noise
    lines = [
        ",".join([*(f"v{cell}" for cell in row), "yes" if own else "no"])
        for row, own in zip(rows, y, strict=True)
    ]
    return read_table("\n".join([",".join([*names, "class"]), *lines]).encode(), "tiny.csv")


def learned(e, table):
    task = tasks(table)[0]
    sample = Sample.of(task.table, e.attributes, task.y)
    machine = TrainedMachine(
        np.array(e.machine.weights), decision(e.machine, task.table, e.attributes)
    )
    svc = e.machine.untrained(e.settings)
    return Learned(sample, machine, sample, svc, e.rule_choice, e.settings.seed)


def highest_score(without, sample, worth, price):
    """The highest score of any rule of at most two lines of at most two conditions without these
    columns.
    """
    table = sample.table
    tests = [
        Is(name, (value,))
        for name in sample.attributes
        if name not in without
        for value in table.column(name).values
    ]
    lines = [Clause((test,)) for test in tests]
    lines += [Clause(two) for two in combinations(tests, 2) if two[0].attribute != two[1].attribute]
    holding = [line.holds(table) for line in lines]
    best = 0.0
    for size in (1, 2):
        for own in combinations(range(len(lines)), size):
            covered = np.any([holding[i] for i in own], axis=0)
            tests_of = sum(len(lines[i].tests) for i in own)
            best = max(best, float(worth[covered].sum()) - price * tests_of)
    return best


@pytest.mark.slow
@pytest.mark.parametrize("block", some_now(range(BLOCKS), 0))
def test_no_rule_without_a_column_scores_more_than_its_bound(block):
    looked = 0
    for seed in range(TABLES * block, TABLES * (block + 1)):
        table = random_table(np.random.default_rng(seed))
        e = explain(table, replace(GIVEN, fit_to=("labels", "weights")[seed % 2], seed=seed))
        made = learned(e, table)
        worth = made.every.signs if seed % 2 == 0 else made.machine.weights
        near = 1e-6 * float(np.abs(worth).sum())
        good = good_rules(e.rule, made)
        of_all = {frozenset(): highest_score((), made.every, worth, e.rule.price)}
        for one in good.without:
            top = highest_score((one.column,), made.every, worth, e.rule.price)
            of_all[frozenset({one.column})] = top
            assert one.objective <= top + near, (seed, one.column)
            assert one.bound >= top - near, (seed, one.column)
            assert one.column not in one.formula.attributes
            looked += 1
        for pair in combinations(sample_columns(e), 2):
            best = best_held(e.rule, Held(pair), made)
            top = highest_score(pair, made.every, worth, e.rule.price)
            assert best.objective <= top + near, (seed, pair)
            assert best.bound >= top - near, (seed, pair)
        if seed % 2:
            check_others(e, good, made, seed)
    assert looked > TABLES


def sample_columns(e):
    return e.rule.formula.attributes[:2]


def check_others(e, good, made, seed):
    """Nothing is called as good that is measurably worse, by the twin's own sums."""
    some, choice = made.some, made.choice
    splits = folds(some.y, some.ties, 5, made.seed)
    own_lines = [Held(line=line) for line in e.rule.formula.clauses]
    lines = [Held(line=line) for line in lines_left_open(e.rule, made)]
    for one in good.others:
        assert not {*one.formula.attributes} & {*one.forbidden}
        said, own = one.formula.holds(some.table), e.rule.formula.holds(some.table)
        assert one.right.hits == (said == some.y).sum()
        assert one.differs.hits == (said != own).sum()
        others = {*one.formula.attributes} != {*e.rule.formula.attributes}
        assert others or (said != own).mean() >= APART or len(one.formula) < len(e.rule.formula)
        kinds = [Held(one.forbidden)]
        if not one.forbidden:
            kinds = [*(Held(dearer=times) for times in DEARER), *lines]
        figures = []
        for kind in kinds:
            ours = [Held(), *own_lines] if kind.line else [Held()]
            asked = [held.choice(choice) for held in (*ours, kind)]
            right = []
            for fit, left in splits:
                found = found_anew(some.rows(fit), made.svc, asked, made.seed, quick=True)
                right.append([(formula.holds(some.table) == some.y)[left] for formula in found])
            *rivals, theirs = np.concatenate(right, axis=1).astype(int)
            lost = max(rivals, key=sum) - theirs
            figures.append((np.mean(lost), np.std(lost, ddof=1) / np.sqrt(len(lost))))
        assert any(
            abs(mean - one.lost) < 1e-12 and mean <= 1.1 * error  # Student's t adds a little
            for mean, error in figures
        ), (seed, one)


def test_a_line_left_open_is_none_of_the_answers_and_rules_with_it_have_it():
    """Nor is it like another one; and such a rule is none that holds all lines of the answer's."""
    looked = taken = 0
    for seed in range(3):
        table = random_table(np.random.default_rng(seed), 60)
        asked = replace(GIVEN, fit_to=("labels", "weights")[seed % 2], side="for", size="3")
        e = explain(table, replace(asked, seed=seed))
        made = learned(e, table)
        lines = lines_left_open(e.rule, made)
        covers = [line.holds(made.every.table) for line in (*e.rule.formula.clauses, *lines)]
        for k in range(len(e.rule.formula.clauses), len(covers)):
            for other in covers[:k]:
                in_both, in_any = (covers[k] & other).sum(), (covers[k] | other).sum()
                assert in_both <= SHARED * in_any, seed
        for line in lines:
            best = best_held(e.rule, Held(line=line), made, proves=False)
            assert line in best.formula.clauses
            assert len(best.formula.clauses) <= 3
        for one in good_rules(e.rule, made).others:
            assert not {*one.formula.clauses} > {*e.rule.formula.clauses}
            taken += bool({*one.formula.clauses} & {*lines})
        looked += len(lines)
    assert looked > 10
    assert taken
    strange = replace(e.rule, formula=Formula((Clause((Is("a", ("never",)),)),)))
    assert lines_left_open(strange, made) == []
    assert lines_left_open(e.rule, replace(made, choice=replace(made.choice, clauses=1))) == []


@pytest.fixture(scope="module")
def planted():
    table = random_table(np.random.default_rng(0), 400, 0.05)
    return table, explain(table, replace(GIVEN, fit_to="labels"))


def copies(seed, n):
    """c decides alone; b and its copy d tell the same, so a rule can do without either."""
    random = np.random.default_rng(seed)
    a, b, c = random.integers(0, 2, (3, n))
    y = ((a == 1) & (b == 1)) | (c == 1)
    y ^= random.random(n) < 0.03
    lines = [
        f"v{one},v{two},v{three},v{two},{'yes' if own else 'no'}"
        for one, two, three, own in zip(a, b, c, y, strict=True)
    ]
    return read_table("\n".join(["a,b,c,d,class", *lines]).encode(), "copies.csv")


def test_a_column_that_decides_is_needed_and_its_copy_is_not():
    table = copies(1, 400)
    e = explain(table, replace(GIVEN, fit_to="labels"))
    good = good_rules(e.rule, learned(e, table))
    found = {one.column: one for one in good.without}
    (copy,) = {"b", "d"} & {*found}
    assert found["c"].is_needed
    assert found["a"].is_needed
    assert not found[copy].is_needed
    assert found[copy].lost == 0
    assert found[copy].told.value == 1
    assert found[copy].bound >= e.rule.objective - 1e-6
    assert next(iter(found)) == "c"
    assert "proven" not in " ".join(without_words(found[copy], e))
    assert f"Without “{copy}” the rule is about as right: on as many of the rows" in lost_words(
        found[copy]
    )
    more = replace(found[copy], lost=-0.005, low=-0.016, high=0.006)
    assert "on 0.5 % more of the rows left out (−0.6 to 1.6), which" in lost_words(more)
    said = [less(replace(more, lost=lost)) for lost in (-0.011, 0.0, 0.02)]
    assert said == ["1.1 % more", "as many", "2.0 % less"]
    picture = good_picture(good)
    assert "Without “c” the rule is right on" in picture
    assert "rule 1" in picture

    (other,) = good.others
    assert other.forbidden == (copy,)
    assert {*other.formula.attributes} == {"a", "c", *({"b", "d"} - {copy})}
    assert (other.differs.hits, good.alike.hits) == (0, 400)
    told = good_words(good)
    assert "Here is the one that lost at most one standard error" in told[0]
    assert told[1] == "Both rules say the same on 100.0 % (99.0 to 100.0) of the training rows."


@pytest.mark.slow
@pytest.mark.parametrize("fit_to", ["labels", "weights", "mix", "domain"])
def test_a_copy_scores_what_the_column_does_whatever_the_rule_is_fitted_to(fit_to):
    """So the rows are those of the machine, in its order, and nothing is proven against a copy."""
    for seed in range(2):
        table = copies(seed, 100)
        e = explain(table, replace(GIVEN, fit_to=fit_to, seed=seed))
        assert e.good is None
        good = with_good(Answer(e, table)).explanation.good
        of = {one.column: one for one in good.without}
        for copy in {"b", "d"} & {*of}:
            assert of[copy].objective == pytest.approx(e.rule.objective)
            assert not of[copy].is_needed
            assert "proven" not in " ".join(without_words(of[copy], e))
        for one in good.without:
            assert one.bound <= e.rule.bound + 1e-9


def test_the_order_of_rows_changes_nothing_and_a_stopped_search_gives_nothing(planted):
    table, e = planted
    found = with_good(Answer(e, table)).explanation.good.without
    assert [one.column for one in found][:1] == ["c"]
    again = good_rules(e.rule, learned(e, table)).without  # in another order, so other folds
    assert [one.column for one in found] == [one.column for one in again]
    assert "scores more than" in " ".join(without_words(found[0], e))
    assert good_rules(e.rule, learned(e, table), lambda: False) is None
    assert with_good(Answer(e, table), lambda progress: False).explanation.good is None


def test_without_any_column_left_there_is_none(planted):
    table, e = planted
    made = learned(e, table)
    alone = replace(made, some=replace(made.some, attributes=("c",)))
    assert good_rules(e.rule, alone) is None
    assert good_blocks(e)[0].text.startswith("No other rules were looked for")


def test_where_no_other_column_has_a_condition_none_tells_the_column():
    rows = [f"v{n % 2},same,{'yes' if n % 2 else 'no'}" for n in range(60)]
    table = read_table("\n".join(["a,k,class", *rows]).encode(), "one.csv")
    e = explain(table, replace(GIVEN, fit_to="labels"))
    made = learned(e, table)
    beside = replace(made, some=replace(made.some, attributes=("a", "k")))
    (one,) = good_rules(e.rule, beside).without
    assert one.told == one.guessed
