"""Kernel learning: the weights of a combination of kernels, and a machine that uses them.

A way of weighing takes a Family and yields Steps, the last of which is its answer; whoever asks
may stop at any step and has the best so far.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from kernels.base import Kernel, Mixture
from kernels.cutting_plane import STAY, Cuts, Step, cutting_plane, separated
from kernels.family import Family, Point, least_ratio
from kernels.solve import HARD, ball, margin

LEAP = 2.0  # how far a β may move in one step: farther, all other weights would vanish
TINY = 1e-300

Weigh = Callable[[Family], Iterable[Step]]


def average(family: Family) -> Iterator[Step]:
    """All kernels alike."""
    yield _measured(family.at(family.uniform))


def easy_mkl(family: Family, regular: float = 0.1) -> Iterator[Step]:
    """EasyMKL: weights in proportion to b_r of the sum's margin (Aiolli and Donini 2015).

    regular: the share of ‖γ‖² in what γ minimises, from 0, the margin alone, to below 1.
    """
    K = family.gram(np.ones(len(family)))
    K[np.diag_indices(len(K))] += regular / (1 - regular)
    distances = family.distances2(margin(K, family.y).alpha)
    yield _measured(family.at(distances / distances.sum()))


def r_mkl(family: Family, tolerance: float = 1e-5, most: int = 300) -> Iterator[Step]:
    """R-MKL: the least Σ μ_r R_r² / ρ², R² by its linear upper bound (Do et al. 2009).

    It is minimised by the same cuts, to a gap of at most `tolerance`; the steps tell the true
    ratio of its weights.
    """
    radii = np.array([ball(family.gram(family.vertex(r))).upper for r in range(len(family))])
    cuts, best, least_yet, proven, bound = Cuts(), None, np.inf, 0.0, 0.0
    weights = family.uniform
    for _ in range(most):
        point = family.at(weights)
        distance2 = point.weights @ point.distances
        if best is None:
            best = separated(point)
        if point.ratio < np.inf and weights @ radii / distance2 <= least_yet:
            best, least_yet = point, weights @ radii / distance2
        bound = max(bound, point.bound)
        cuts.radii.append(radii)
        cuts.distances.append(point.distances)
        lower, least = cuts.least(best.weights @ best.distances)
        proven = max(proven, lower)
        yield Step(best.weights, best.ratio, bound)
        if 1 - proven / least_yet <= tolerance:
            return
        weights = STAY * best.weights + (1 - STAY) * least


def gram(
    family: Family, rate: float = 1.0, tolerance: float = 1e-8, most: int = 1000
) -> Iterator[Step]:
    """GRAM: gradient descent on the ratio (Polato, algorithm 9.1, its sign mended).

    A step that does not improve is taken back and the rate halved; one so long that the other
    weights would vanish is shortened. It ends where an improvement, or the one that the gradient
    promises, is below `tolerance` of the ratio, or after `most` steps.
    """
    bound = 0.0
    for best, tried in _descent(family, family.uniform, rate, tolerance, most):
        bound = max(bound, tried.bound)
        yield Step(best.weights, best.ratio, bound)


def rm_gd(
    family: Family, rate: float = 1.0, tolerance: float = 1e-6, most: int = 100
) -> Iterator[Step]:
    """RM-GD, simplified: one kernel and the identity, the pair of least ratio (Lauriola et al.).

    Each pair is minimised by gradient descent, and left once proven worse than the best so far.
    """
    if not family.identity:
        raise ValueError("RM-GD pairs each kernel with the identity: the family must have it.")
    chosen, bound = None, 0.0
    for r in range(len(family.kernels)):
        pair = (family.vertex(r) + family.vertex(-1)) / 2
        for best, tried in _descent(family, pair, rate, tolerance, most):
            bound = max(bound, tried.bound)
            if chosen is None or best.ratio < chosen.ratio:
                chosen = best
            yield Step(chosen.weights, chosen.ratio, bound)
            if least_ratio(tried.radii[[r, -1]], tried.distances[[r, -1]]) > chosen.ratio:
                break


def _descent(
    family: Family, weights: np.ndarray, rate: float, tolerance: float, most: int
) -> Iterator[tuple[Point, Point]]:
    """The best point so far and the one just measured; a kernel without weight never gets any."""
    best = separated(family.at(weights))
    yield best, best
    for _ in range(most):
        gradient = best.gradient
        pace = min(rate, LEAP / max(np.ptp(gradient), TINY))
        if pace * (gradient @ gradient) <= tolerance * best.ratio:
            return
        moved = best.weights * np.exp(-pace * (gradient - gradient.min()))
        tried = family.at(moved / moved.sum())
        improvement = best.ratio - tried.ratio
        if improvement > 0:
            best = tried
        else:
            rate = pace / 2
        yield best, tried
        if 0 < improvement <= tolerance * best.ratio:
            return


WAYS: dict[str, Weigh] = {
    "average": average,
    "EasyMKL": easy_mkl,
    "R-MKL": r_mkl,
    "GRAM": gram,
    "RM-GD": rm_gd,
    "cutting plane": cutting_plane,
}


def _measured(point: Point) -> Step:
    return Step(point.weights, separated(point).ratio, point.bound)


class MKLClassifier(ClassifierMixin, BaseEstimator):
    """A two-class support vector machine on a combination of kernels that is learnt with it.

    kernels: Kernels; weigh: how they are weighed; C as in BooleanSVC; identity: whether the
    identity matrix is one of the combined, which lets any two examples differ, even equal ones.

    After fit, for n training examples: classes_ (2,), the second is the positive one; weights_
    (n_kernels,), the last is the identity's; kernel_, the Mixture without the identity;
    identity_, the identity's weight; steps_, each Step of the way; ratio_ and bound_, the last
    one's; alpha_ (n,), support_, support_vectors_, dual_coef_, intercept_, C_, separable_ and
    margin_ as in BooleanSVC.
    """

    def __init__(
        self,
        kernels: Sequence[Kernel],
        weigh: Weigh = cutting_plane,
        C: float = HARD,
        identity: bool = True,
    ) -> None:
        self.kernels = kernels
        self.weigh = weigh
        self.C = C
        self.identity = identity

    def fit(self, X: np.ndarray, y: np.ndarray) -> "MKLClassifier":
        """Learn from 0/1 examples X, shape (n, n_variables), and their two classes y."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        self.classes_, place = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2:
            raise ValueError(
                "Only binary classification is supported. "
                f"The type of the target is {type_of_target(y)}."
            )
        if len(self.classes_) < 2:
            raise ValueError(
                "MKLClassifier needs examples of two classes; got only one class, "
                f"{self.classes_[0]}."
            )
        signs = 2 * place - 1
        family = Family(self.kernels, X, signs, self.identity)
        self.steps_ = list(self.weigh(family))
        last = self.steps_[-1]
        self.weights_, self.ratio_, self.bound_ = last.weights, last.ratio, last.bound
        self.kernel_ = mixture(family, last.weights)
        self.identity_ = float(last.weights[-1]) if self.identity else 0.0
        self.margin_ = margin(family.gram(last.weights), signs, self.C)
        self.alpha_ = self.margin_.alpha
        self.support_ = np.flatnonzero(self.alpha_)
        self.support_vectors_ = X[self.support_]
        self.dual_coef_ = (signs * self.alpha_)[None, self.support_]
        self.intercept_ = np.array([self.margin_.intercept])
        self.C_ = self.margin_.C
        self.separable_ = self.margin_.separable
        return self

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """Shape (n,): positive where the second class is predicted."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return self.kernel_(X, self.support_vectors_) @ self.dual_coef_[0] + self.intercept_[0]

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The predicted classes, shape (n,)."""
        decision = self.decision_function(X)
        return self.classes_[(decision > 0).astype(int)]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def mixture(family: Family, weights: np.ndarray) -> Mixture:
    """The combination as a kernel, without the identity and the kernels of no weight."""
    shares = weights[: len(family.kernels)].tolist()
    kept = [(kernel, w) for kernel, w in zip(family.kernels, shares, strict=True) if w > 0]
    kernels, own = zip(*(kept or [(family.kernels[0], 0.0)]), strict=True)
    return Mixture(kernels, own)
