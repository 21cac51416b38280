"""The bounds of a card against enumeration: every card of its clauses, every sum of any clauses."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from interpret.data.reading import read_table
from interpret.forms.explain import explain
from interpret.rules.cards import other_points
from interpret.rules.cards.logistic import RowsToFit, Sides, near
from interpret.rules.cards.other_points import card_fit, points_bound
from interpret.rules.cards.proof import WORK, Known, Proof, Scope, Sums, clauses_bound, proved
from interpret.rules.demands import Demands
from interpret.rules.pricing import Effort
from interpret.rules.search import ImpossibleBoundWarning
from interpret.rules.single_tests import single_tests
from interpret.settings import Settings
from interpret.tell.rule.proof import proof_line, proof_scope
from tests.best_sums import best_sum, mean_loss, objectives
from tests.often import some_now
from tests.small_rules import all_clauses, table

pytestmark = pytest.mark.slow

GENEROUS = 10**9


def small_card(seed):
    """Clauses' columns, points of theirs, rows and a range; kinds of rows differ by the seed."""
    rng = np.random.default_rng(seed)
    n, k, reach = rng.integers(4, 16), rng.integers(1, 4), rng.integers(1, 4)
    columns = rng.random((n, k)) < 0.5
    targets = (rng.random(n) < 0.5).astype(float)
    if seed % 4 == 1:
        targets = rng.random(n)  # a mix
    if seed % 4 == 2:
        targets = (columns[:, 0] | (rng.random(n) < 0.1)).astype(float)  # nearly or fully separable
    if seed % 5 == 3:
        columns[:, -1] = seed % 2  # a clause that is always or never true
    if seed % 5 == 4 and k > 1:
        columns[:, 1] = ~columns[:, 0]
    each = rng.exponential(size=n) + 0.01 if seed % 3 else np.ones(n)
    ridge = (0.2, 2.0, 0.0)[seed % 7 % 3]
    return columns, rng.integers(-reach, reach + 1, k), RowsToFit(targets, each, ridge), int(reach)


def every_card(k, reach, signs):
    own = [range(0 if s > 0 else -reach, (0 if s < 0 else reach) + 1) for s in signs]
    return np.array(list(product(*own)))


@pytest.fixture(scope="module", params=some_now([24, 80], 24))
def bounded(request):
    """Of many small cards: what is said of them, and the losses of every card by enumeration."""
    found = []
    for seed in range(request.param):
        columns, points, rows, reach = small_card(seed)
        signs = np.random.default_rng(seed).choice([0, 0, 0, 1, -1], len(points))
        points = np.where(signs, signs * np.abs(points), points)
        said = points_bound(columns, points, rows, (reach, signs), GENEROUS)
        cards = every_card(len(points), reach, signs)
        found.append((said, points, objectives(cards, columns, rows), cards, columns))
    return found


def test_no_other_points_have_a_smaller_loss(bounded):
    said = 0
    for own, points, every, cards, _ in bounded:
        if own is None:
            continue
        said += 1
        least = every.min()
        assert own.bound <= least + 1e-12
        assert own.proven
        assert own.loss == pytest.approx(least, abs=2 * near(least))
        of_own = every[(cards == points).all(axis=1)]
        assert own.loss <= of_own + 1e-9
        assert (cards == np.array(own.points)).all(axis=1).any()
    assert said > len(bounded) / 2


def test_nothing_is_said_where_the_card_tells_nothing(bounded):
    for own, points, _, _, columns in bounded:
        if not np.ptp(columns @ points):
            assert own is None


def test_a_stopped_search_tells_a_gap_that_holds():
    unsure = 0
    for seed in range(20):
        columns, points, rows, reach = small_card(seed)
        own = points_bound(columns, points, rows, (reach, np.zeros(len(points), int)), 1)
        if own is None:
            continue
        every = objectives(every_card(len(points), reach, points * 0), columns, rows)
        assert own.bound <= every.min() + 1e-12
        unsure += not own.proven
    assert unsure


def test_the_best_slope_and_offset_are_found():
    for seed in range(40):
        columns, points, rows, _ = small_card(seed)
        if len(set(rows.targets)) == 1:
            continue
        totals, ridge = (columns @ points).astype(float), rows.ridge / rows.each.sum()

        def objective_of(fit, totals=totals, rows=rows, size=ridge * (points @ points)):
            return mean_loss(fit[0] * totals + fit[1], rows) + 0.5 * size * fit[0] ** 2

        fit = card_fit(columns, points, rows)
        assert fit.objective == pytest.approx(objectives(points[None], columns, rows)[0], abs=1e-8)
        penalty = 0.5 * ridge * float(points @ points) * fit.slope**2
        assert fit.loss == pytest.approx(fit.objective - penalty, abs=1e-12)
        if 0.01 < fit.slope < 5:
            own = minimize(objective_of, [0.1, 0.0], tol=1e-12)
            assert fit.objective == pytest.approx(own.fun, abs=1e-7)


@pytest.mark.parametrize("targets", [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
def test_nothing_is_proven_of_rows_of_one_class(targets):
    columns, rows = np.array([[1], [0], [1]], dtype=bool), RowsToFit(np.array(targets), np.ones(3))
    assert points_bound(columns, np.array([1]), rows, (3, np.zeros(1, int)), GENEROUS) is None


def small_sums(seed):
    """Sums of clauses on a small table with rows to be fitted to."""
    rng = np.random.default_rng(seed)
    rows = table(rng)
    single = single_tests(rows, rows.names[:-1], ("monotone", "values")[seed % 2])
    n = rows.n_rows
    targets = rng.random(n) if seed % 3 == 0 else (rng.random(n) < 0.5).astype(float)
    each = rng.exponential(size=n) + 0.01 if seed % 2 else np.ones(n)
    total = float(rng.choice([0.3, 1.0, 4.0]))
    return Sums(Sides(single, single), int(rng.integers(1, 4)), total), RowsToFit(targets, each)


def nothing_known(rows):
    return Known(np.zeros((len(rows.each), 0), dtype=bool), np.zeros(0, dtype=int))


@pytest.mark.parametrize("tables", some_now([20, 60], 20))
def test_no_sum_of_any_clauses_has_a_smaller_loss(tables):
    said = 0
    for seed in range(tables):
        sums, rows = small_sums(seed)
        single = sums.singles[0]
        own = clauses_bound(sums, nothing_known(rows), rows, Effort(1e6))
        if own is None:
            assert rows.targets.min() == 1 or rows.targets.max() == 0
            continue
        said += 1
        every = np.array([single.coverage(c) for c in all_clauses(single, sums.literals)])
        columns = np.unique(every.reshape(-1, len(rows.each)), axis=0).T.astype(float)
        least = best_sum(np.hstack([columns, -columns]), rows, sums.total)
        assert own <= least + 1e-12
        assert least <= own * 1.002 + 1e-6
    assert said > 0.7 * tables


def test_sums_keep_to_directions():
    """Terms for the class have the tests of one list, terms against it those of another."""
    text = "a,b,class\n" + "\n".join(f"{i % 7},{i % 3},x" for i in range(21))
    rows = read_table(text.encode(), "small.csv")
    demands = Demands(above=("a",))
    for seed in range(20):
        rng = np.random.default_rng(seed)
        singles = Sides(
            *(single_tests(rows, ("a", "b"), "values", demands, denied) for denied in (True, False))
        )
        own = RowsToFit((rng.random(21) < 0.5).astype(float), np.ones(21))
        sums = Sums(singles, 2, 2.0)
        bound = clauses_bound(sums, nothing_known(own), own, Effort(1e6))
        columns = [
            (single.coverage(c), sign)
            for single, sign in ((singles.in_favour, 1), (singles.against, -1))
            for c in all_clauses(single, 2)
        ]
        signed = np.array([sign * column for column, sign in columns], dtype=float).T
        least = best_sum(signed, own, 2.0)
        assert bound <= least + 1e-9
        assert least <= bound * 1.002 + 1e-6
        free = clauses_bound(
            Sums(Sides(both := single_tests(rows, ("a", "b"), "values"), both), 2, 2.0),
            nothing_known(own),
            own,
            Effort(1e6),
        )
        assert free <= bound * 1.002 + 1e-6


def test_too_little_effort_says_nothing_of_clauses():
    sums, rows = small_sums(4)
    assert clauses_bound(sums, nothing_known(rows), rows, Effort(1)) is None


def cards_of(seed):
    """The rows of up to three clauses on a small table, points, scope, what is fitted to."""
    rng = np.random.default_rng(seed)
    sums, rows = small_sums(seed)
    single = sums.singles[0]
    listed = all_clauses(single, sums.literals)
    drawn = sorted(set(rng.integers(len(listed), size=3).tolist())) if listed else []
    columns = np.array([single.coverage(listed[i]) for i in drawn], dtype=bool)
    columns = columns.reshape(len(drawn), len(rows.each)).T
    points = rng.choice([-3, -2, -1, 1, 2, 3], size=len(drawn))
    ridge = (0.2, 2.0, 0.0)[seed % 3]
    scope = Scope(sums.singles, np.zeros(len(drawn), dtype=int), sums.literals, 3)
    return columns, points, rows._replace(ridge=ridge), scope


def test_the_order_of_the_rows_decides_nothing():
    for seed in range(10):
        columns, points, rows, reach = small_card(seed)
        other = np.random.default_rng(seed).permutation(len(columns))
        turned = RowsToFit(rows.targets[other], rows.each[other], rows.ridge)
        allowed = reach, np.zeros(len(points), dtype=int)
        one = points_bound(columns, points, rows, allowed, GENEROUS)
        same = points_bound(columns[other], points, turned, allowed, GENEROUS)
        assert (one is None) == (same is None)
        if one is not None:
            assert one.points == same.points
            assert one.bound == pytest.approx(same.bound, abs=1e-9)


def test_many_clauses_are_proven_within_the_work():
    """Ten clauses on a thousand rows, whose points are rounded from the best real weights."""
    rng = np.random.default_rng(3)
    columns = rng.random((1000, 10)) < rng.uniform(0.1, 0.6, 10)
    scores = columns @ (weights := rng.normal(size=10))
    targets = (rng.random(1000) < expit(2 * (scores - scores.mean()))).astype(float)
    points = np.rint(10 * weights / np.abs(weights).max()).astype(int)
    rows = RowsToFit(targets, np.ones(1000), 0.2)
    found = points_bound(columns, points, rows, (10, np.zeros(10, dtype=int)), WORK)
    assert found.proven
    assert found.loss <= card_fit(columns, points, rows).objective


def test_a_card_that_is_never_true_has_no_proof():
    columns, points, rows, scope = cards_of(1)
    assert proved(columns & False, points, rows, scope) is None


PROVEN = Proof(
    loss=0.5,
    objective=0.52,
    ridge=0.002,
    range=10,
    of_points=0.52,
    of_clauses=0.4871,
    literals=2,
    total=3.14159,
)


def test_the_line():
    no_others = "No other points from −10 to 10 fit the training rows"
    assert proof_line(PROVEN) == f"{no_others} better: proven."
    gap = replace(PROVEN, of_points=0.5199, of_clauses=None)
    assert proof_line(gap) == f"{no_others} more than 0.1 % better: proven."
    assert not proof_line(replace(gap, of_points=0.0))


@pytest.mark.parametrize("bound", [0.0, 0.001])
def test_a_bound_that_says_nothing_is_not_told(bound):
    trivial = replace(PROVEN, of_clauses=bound)
    assert len(proof_scope(trivial)) == 2


def test_the_scope_names_its_limits():
    told = " ".join(proof_scope(replace(PROVEN, demanded=True)))
    for said in (
        "0.52 for this card, 0.5 of it the loss",
        "0.001 times",
        "0.487100: none fits the training rows more than 3 % better",
        "3.141590",
        "up to 2 conditions",
        "keep to what was demanded",
    ):
        assert said in told
    unsure = " ".join(proof_scope(replace(PROVEN, of_points=0.49, of_clauses=None)))
    assert "not decided" in unsure
    assert "Nothing is proven of other lines" in unsure


def test_the_answers_card_is_proven():
    lines = [f"{i % 5},{i % 3},{'yes' if i % 5 > 2 or i % 7 == 0 else 'no'}" for i in range(90)]
    rows = read_table(("a,b,class\n" + "\n".join(lines)).encode(), "small.csv")
    fixed = {"kernel": "linear", "C": 1.0, "fit_to": "labels"}
    settings = Settings(positive=("yes",), form="points", **fixed)
    e = explain(rows, settings)
    assert e.points.proof.points_proven


def test_a_bound_that_something_known_breaks_stops_a_test_and_is_not_told():
    """The tests of the two sides have changed places, so that the sum known is none of them."""
    text = "a,class\n" + "\n".join(f"{i % 7},x" for i in range(21))
    table, demands = read_table(text.encode(), "small.csv"), Demands(above=("a",))
    single = [single_tests(table, ("a",), "values", demands, denied) for denied in (True, False)]
    rows = RowsToFit((np.arange(21) % 7 > 2).astype(float), np.ones(21))
    known = Known(single[1].covers.T, np.ones(len(single[1].tests), dtype=int))
    right = clauses_bound(Sums(Sides(*single), 2, 2.0), known, rows, Effort(1e6))
    assert right < np.log(2)
    with pytest.warns(ImpossibleBoundWarning, match="Please report"):
        wrong = clauses_bound(Sums(Sides(*single[::-1]), 2, 2.0), known, rows, Effort(1e6))
    assert wrong is None


def test_a_box_of_points_whose_bound_is_impossible_proves_nothing(monkeypatch):
    columns, points, rows, reach = small_card(4)
    relaxed = other_points.relaxed
    monkeypatch.setattr(other_points, "relaxed", lambda *asked: (9.0, relaxed(*asked)[1]))
    with pytest.warns(ImpossibleBoundWarning):
        found = points_bound(columns, points, rows, (reach, points * 0), GENEROUS)
    assert found.bound == 0
    assert not found.proven
