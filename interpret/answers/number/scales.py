"""Other scales for a number whose few extreme values make much of its variation."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from interpret.answers.number.judged import Estimate
from interpret.answers.number.number_data import NumberData
from interpret.answers.number.validated import ValidatedSums, validated
from interpret.rules.single_tests import TestSet

FEW, MUCH = 0.01, 0.25  # of the rows, and of the squared distances from the mean: heavy tails
LOGARITHM, RANKS = "logarithm", "rank"
SCALES = (LOGARITHM, RANKS)


@dataclass(frozen=True)
class OtherScale:
    """A scale, and the share of the variation on it that sums explain on rows left out."""

    scale: str
    explained: Estimate


def is_heavy_tailed(y: np.ndarray) -> bool:
    """Whether the few rows farthest from the mean make much of the variation. y: (n_rows,)."""
    far = np.sort((y - y.mean()) ** 2)[::-1]
    return bool(far[: max(1, round(FEW * len(y)))].sum() >= MUCH * far.sum())


def better_scales(
    data: NumberData, as_it_is: ValidatedSums, tell: Callable[[], object]
) -> tuple[OtherScale, ...]:
    """The scales on which sums explain more of the variation than on the number's own, beyond
    noise.
    """
    if not is_heavy_tailed(data.task.y[data.parts["train"]]):
        return ()
    least = max(0.0, as_it_is.judged.explained.value or 0.0)
    nothing: list[list[TestSet]] = [[] for _ in data.folds]
    found = []
    for scale in SCALES:
        if scale == LOGARITHM and data.task.y.min() <= 0:
            continue
        other = validated(_on_scale(data, scale), nothing, tell).judged.explained
        if other.low is not None and other.low > least:
            found.append(OtherScale(scale, other))
    return tuple(found)


def _on_scale(data: NumberData, scale: str) -> NumberData:
    """The data with the folds' numbers on another scale, standardised."""
    train = data.task.y[data.parts["train"]]
    scaled = np.log(train) if scale == LOGARITHM else np.searchsorted(np.sort(train), train)
    z = (scaled - scaled.mean()) / (scaled.std() or 1.0)
    folds = [replace(fold, z=z[fold.inside], z_left_out=z[fold.outside]) for fold in data.folds]
    return replace(data, folds=tuple(folds))
