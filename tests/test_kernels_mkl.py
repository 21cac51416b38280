import tracemalloc
from functools import partial
from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.mkl_classifier import WAYS, MKLClassifier
from kernels.base import Mixture
from kernels.boolean import MonotoneConjunctive, MonotoneRules, Variables
from kernels.catalog import name, parse, reads
from kernels.classical import RBF
from kernels.geometry import Family
from kernels.mkl import cutting_plane, easy_mkl, gram, r_mkl, rm_gd

QUICK = WAYS | {"GRAM": partial(gram, most=40)}


def conjunctive(*degrees):
    return tuple(MonotoneConjunctive(d).normalized() for d in degrees)


def one_hot(codes):
    return np.hstack([(codes == value).astype(np.uint8) for value in range(3)])


@pytest.fixture(scope="module")
def board():
    """Rows of six attributes with three values, 0/1, and a rule with some noise."""
    rng = np.random.default_rng(3)
    codes = np.unique(rng.integers(0, 3, (120, 6)), axis=0)
    holds = (codes[:, 0] == 1) & (codes[:, 1] == 2) | (codes[:, 2] == 0) & (codes[:, 3] != 1)
    y = np.where(holds ^ (rng.random(len(codes)) < 0.05), 1, -1)
    return one_hot(codes), y


@pytest.fixture(scope="module")
def family(board):
    return Family(conjunctive(1, 2, 3, 4, 5, 6), *board)


def ratio_by_slsqp(K, y):
    """R²/ρ² by a general solver."""
    n, diagonal = len(y), np.diag(K)
    start = np.full(n, 1 / n)
    one = {"type": "eq", "fun": lambda a: a.sum() - 1, "jac": lambda a: np.ones(n)}
    ball = minimize(
        lambda a: a @ K @ a - a @ diagonal,
        start,
        jac=lambda a: 2 * K @ a - diagonal,
        bounds=[(0, 1)] * n,
        constraints=[one],
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    Q = K * np.outer(y, y)
    hulls = [
        {
            "type": "eq",
            "fun": lambda g, s=s: g[y == s].sum() - 1,
            "jac": lambda g, s=s: 1.0 * (y == s),
        }
        for s in (1, -1)
    ]
    distance = minimize(
        lambda g: g @ Q @ g,
        np.where(y == 1, 1 / (y == 1).sum(), 1 / (y == -1).sum()),
        jac=lambda g: 2 * Q @ g,
        bounds=[(0, 1)] * n,
        constraints=hulls,
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    return -ball.fun / distance.fun


@pytest.mark.parametrize("scaled", [True, False])
def test_a_measured_ratio_is_that_of_a_general_solver(board, scaled):
    X, y = board[0][:25], board[1][:25]
    kernels = [MonotoneConjunctive(d) for d in (1, 2, 3)]
    family = Family([k.normalized() if scaled else k for k in kernels], X, y)
    point = family.at(family.uniform)
    assert point.ratio == pytest.approx(ratio_by_slsqp(family.gram(family.uniform), y), rel=1e-5)


def test_what_a_family_computes_of_its_table_is_what_the_matrices_say(board):
    X, y = board
    rng = np.random.default_rng(0)
    kernels = (Variables(), MonotoneConjunctive(2), RBF(0.1))
    family = Family(kernels, X[:, :-1], y)  # rows with six ones and with five
    matrices = [*(kernel(X[:, :-1]) for kernel in kernels), np.eye(len(y))]
    weights, v = rng.random(4), rng.normal(size=len(y)) * (rng.random(len(y)) < 0.5)
    combined = sum(w * K for w, K in zip(weights, matrices, strict=True))
    assert np.abs(family.gram(weights) - combined).max() < 1e-12
    assert family.forms(v) == pytest.approx([v @ K @ v for K in matrices])
    assert family.traces(v) == pytest.approx([v @ np.diag(K) for K in matrices])


@pytest.mark.parametrize("scaled", [True, False])
def test_the_gradient_is_that_of_finite_differences(board, scaled):
    kernels = [MonotoneConjunctive(d) for d in (1, 2, 3)]
    family = Family([k.normalized() if scaled else k for k in kernels], *board)
    beta = np.array([0.3, -0.2, 0.5, 0.1])

    def ratio(beta):
        return family.at(np.exp(beta) / np.exp(beta).sum(), 1e-13).ratio

    steps = 1e-4 * np.eye(4)
    slopes = [(ratio(beta + h) - ratio(beta - h)) / 2e-4 for h in steps]
    point = family.at(np.exp(beta) / np.exp(beta).sum(), 1e-13)
    assert point.gradient == pytest.approx(slopes, rel=1e-4, abs=1e-4 * np.abs(slopes).max())


@pytest.mark.parametrize("scaled", [True, False])
def test_the_cutting_plane_finds_what_a_dense_grid_finds(board, scaled):
    kernels = [MonotoneConjunctive(d) for d in (1, 3, 6)]
    family = Family([k.normalized() if scaled else k for k in kernels], *board, identity=False)
    grid = [np.array((i, j, 24 - i - j)) / 24 for i in range(25) for j in range(25 - i)]
    best = min(family.at(weights, 1e-3).ratio for weights in grid)
    last = list(cutting_plane(family))[-1]
    assert last.bound <= last.ratio <= best * (1 + 1e-3)
    assert last.ratio >= best * (0.99 if scaled else 0.5)  # unscaled, the grid is coarse
    assert last.gap <= 1e-5


def test_no_combination_is_below_any_bound(family):
    rng = np.random.default_rng(1)
    ratios = [family.at(rng.dirichlet(np.full(len(family), 0.3)), 1e-6).ratio for _ in range(60)]
    for way in QUICK.values():
        assert all(step.bound <= min(ratios) for step in way(family))


@pytest.mark.parametrize("way", QUICK)
def test_every_way_gives_weights_of_sum_1_that_never_get_worse(family, way):
    steps = list(QUICK[way](family))
    optimum = list(cutting_plane(family))[-1]
    assert all(step.weights.min() >= 0 for step in steps)
    assert [step.weights.sum() for step in steps] == pytest.approx([1] * len(steps))
    if way != "R-MKL":  # it minimises a bound of the ratio
        assert (np.diff([step.ratio for step in steps]) <= 0).all()
    assert (np.diff([step.bound for step in steps]) >= 0).all()
    assert steps[-1].ratio >= optimum.bound
    assert steps[-1].ratio == pytest.approx(family.at(steps[-1].weights).ratio, rel=1e-2)


def test_gradient_descent_comes_near_the_proven_optimum_and_obeys_its_tolerance(family):
    optimum = list(cutting_plane(family))[-1].ratio
    fine = list(gram(family, most=200))
    coarse = list(gram(family, tolerance=1e-3))
    assert fine[-1].ratio == pytest.approx(optimum, rel=1e-2)
    assert len(coarse) < len(fine) / 2
    ratios = [step.ratio for step in fine[: len(coarse)]]
    assert ratios == [step.ratio for step in coarse]  # the same way, left earlier
    assert ratios[-1] - fine[len(coarse)].ratio <= 2e-3 * ratios[-1]
    assert (-np.diff(ratios[:-1]) > 1e-3 * np.array(ratios[1:-1])).all()


def test_the_first_step_of_gram_goes_down_the_gradient(family):
    at = family.at(family.uniform)
    steps = list(gram(family, rate=1e-3, most=1))
    moved = np.log(steps[-1].weights / family.uniform)
    moved -= moved.mean()
    assert moved == pytest.approx(-1e-3 * (at.gradient - at.gradient.mean()), abs=1e-9)


def test_r_mkl_minimises_its_bound_of_the_ratio(family):
    steps = list(r_mkl(family))
    radii = np.array([family.at(family.vertex(r)).radii[r] for r in range(len(family))])

    def surrogate(weights):
        point = family.at(weights)
        return weights @ radii / (weights @ point.distances)

    rng = np.random.default_rng(2)
    others = [surrogate(rng.dirichlet(np.full(len(family), 0.5))) for _ in range(30)]
    assert surrogate(steps[-1].weights) <= min(others)
    for near in range(len(family)):
        moved = 0.99 * steps[-1].weights + 0.01 * family.vertex(near)
        assert surrogate(steps[-1].weights) <= surrogate(moved) * (1 + 1e-4)


def test_easy_mkl_weighs_by_the_margins_of_the_sum(board):
    X, y = board[0][:30], board[1][:30]
    family = Family(conjunctive(1, 3), X, y, identity=True)
    K = family.gram(np.ones(3)) * 0.9 + 0.1 * np.eye(len(y))
    Q = K * np.outer(y, y)
    found = minimize(
        lambda g: g @ Q @ g,
        np.where(y == 1, 1 / (y == 1).sum(), 1 / (y == -1).sum()),
        jac=lambda g: 2 * Q @ g,
        bounds=[(0, 1)] * len(y),
        constraints=[{"type": "eq", "fun": lambda g, s=s: g[y == s].sum() - 1} for s in (1, -1)],
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    forms = family.forms(y * found.x)
    (step,) = easy_mkl(family)
    assert step.weights == pytest.approx(forms / forms.sum(), abs=1e-4)


def test_rm_gd_takes_one_kernel_and_the_identity_and_the_best_such_pair(family):
    step = list(rm_gd(family))[-1]
    assert np.count_nonzero(step.weights[:-1]) == 1
    shares = np.linspace(0, 0.999, 40)
    pairs = [
        s * family.vertex(-1) + (1 - s) * family.vertex(r)
        for s, r in product(shares[1:], range(len(family.kernels)))
    ]
    assert step.ratio <= min(family.at(pair, 1e-4).ratio for pair in pairs) * (1 + 1e-4)


def test_who_stops_half_way_has_the_best_so_far_and_its_gap(family):
    steps = cutting_plane(family)
    first, second = next(steps), next(steps)
    assert 0 < second.gap < first.gap < 1
    assert second.ratio == pytest.approx(family.at(second.weights).ratio, rel=1e-2)


def test_more_kernels_take_no_more_memory(board):
    rng = np.random.default_rng(0)
    X = one_hot(rng.integers(0, 3, (400, 40)))
    y = np.where(X[:, 0] | X[:, 1] & X[:, 5], 1, -1)

    def peak(degrees):
        tracemalloc.start()
        next(cutting_plane(Family(conjunctive(*range(1, degrees + 1)), X, y)))
        reached = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return reached

    peak(2)  # what is loaded on first use
    assert peak(40) < 1.1 * peak(4)
    assert peak(40) < 12 * 8 * len(y) ** 2  # not 40


def test_overlapping_classes_need_the_identity():
    X, y = np.eye(4, dtype=int)[[0, 0, 1, 2]], np.array([1, -1, 1, -1])
    for weigh in QUICK.values():
        if weigh is not rm_gd:
            with pytest.raises(ValueError, match=r"overlap in every one .* Add the identity"):
                list(weigh(Family(conjunctive(1, 2), X, y, identity=False)))
        assert list(weigh(Family(conjunctive(1, 2), X, y)))[-1].ratio < np.inf


def test_rm_gd_needs_the_identity(board):
    with pytest.raises(ValueError, match="pairs each kernel with the identity"):
        list(rm_gd(Family(conjunctive(1), *board, identity=False)))


def test_rows_that_are_all_equal_leave_the_identity_alone():
    X, y = np.ones((6, 3), dtype=int), np.array([1, 1, -1, -1, 1, -1])
    for way, weigh in QUICK.items():
        step = list(weigh(Family(conjunctive(1, 2), X, y)))[-1]
        assert step.ratio < np.inf, way
    machine = MKLClassifier(conjunctive(1, 2)).fit(X, y)
    assert len(set(machine.predict(X))) == 1


def test_one_kernel_alone_gets_all_the_weight(board):
    family = Family(conjunctive(6), *board, identity=False)
    for weigh in (WAYS["average"], cutting_plane, gram, r_mkl, easy_mkl):
        *_, step = weigh(family)
        assert step.weights.tolist() == [1]
        assert step.gap < 1e-5


def test_the_machine_is_the_mixture_and_the_identity_with_a_hard_margin(board):
    X, y = board
    names = np.where(y == 1, "yes", "no")
    learnt = MKLClassifier(conjunctive(1, 2, 3, 4)).fit(X, names)
    assert learnt.classes_.tolist() == ["no", "yes"]
    assert learnt.ratio_ * (1 - 1e-5) <= learnt.bound_ <= learnt.ratio_
    K = learnt.kernel_(X) + learnt.identity_ * np.eye(len(X))
    decision = K @ (y * learnt.alpha_) + learnt.intercept_[0]
    assert (y * decision).min() == pytest.approx(1, abs=1e-6)
    others = learnt.kernel_(X) @ (y * learnt.alpha_) + learnt.intercept_[0]
    assert learnt.decision_function(X) == pytest.approx(others, abs=1e-9)
    assert sum(learnt.kernel_.weights) + learnt.identity_ == pytest.approx(1)


def test_a_mixture_is_a_kernel_like_others(board):
    X, _ = board
    kernels = (Variables(), MonotoneRules(3, 2).normalized())
    mixed = Mixture(kernels, (0.25, 0.75))
    assert eval(repr(mixed)) == mixed
    assert np.abs(mixed(X) - 0.25 * kernels[0](X) - 0.75 * kernels[1](X)).max() < 1e-12
    assert not mixed.is_exact
    with pytest.raises(TypeError, match="irrational"):
        mixed.exact(X)
    whole = Mixture((Variables(), MonotoneConjunctive(2)), (2, 3))
    assert whole.is_exact
    assert (whole.exact(X) == 2 * Variables().exact(X) + 3 * MonotoneConjunctive(2).exact(X)).all()
    assert np.diag(mixed.normalized()(X)) == pytest.approx(np.ones(len(X)))


@pytest.mark.parametrize(
    ("weights", "message"),
    [((1,), "one weight for each"), ((1, -1), "0 or more"), ((1, float("nan")), "0 or more")],
)
def test_weights_that_make_no_mixture_are_refused(weights, message):
    with pytest.raises(ValueError, match=message):
        Mixture((Variables(), MonotoneConjunctive(2)), weights)


def test_a_mixture_has_a_name_that_makes_it_again(board):
    text = "0.65*mC(4) + 0.35*linear"
    mixed = parse(text)
    assert mixed == Mixture((parse("mC(4)"), parse("linear")), (0.65, 0.35)).normalized()
    assert name(mixed) == text
    assert reads(text) == "a mixture of 2 kernels"
    assert np.abs(mixed(board[0]) - mixed.of(board[0])).max() < 1e-12


@pytest.mark.parametrize(
    "text", ["0.7*", "*mC(2)", "0.5*mC(2) + mC(3)", "-1*linear", "1e999*linear"]
)
def test_what_is_no_mixture_is_refused_with_how_to_write_one(text):
    with pytest.raises(ValueError, match=r"such as 0.7\*mC\(4\) \+ 0.3\*linear; got "):
        parse(text)
