"""The arguments of fit, rows with their classes, weights and groups, as one frame."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import assert_all_finite, column_or_1d

from interpret.data.complaints import DataError
from interpret.data.frame import as_series, column_name

if TYPE_CHECKING:
    import pandas as pd

CLASS, WEIGHT, GROUP = "class", "sample_weight", "groups"


@dataclass(frozen=True, eq=False)
class Rows:
    """A frame with the attributes of the rows, their class, and perhaps weight and group.

    target, weight, group: the names of these columns, weight and group None where none was given;
    counts: the weight of each row, float (n_rows,).
    """

    frame: "pd.DataFrame"
    target: str
    counts: np.ndarray
    weight: str | None = None
    group: str | None = None


def rows_to_learn(X: "pd.DataFrame", y: Any, sample_weight: Any, groups: Any) -> Rows:
    """The rows of positive weight; a ValueError in one sentence if the arguments do not fit."""
    if y is None:
        raise ValueError("This estimator requires y to be passed, but the target y is None.")
    y = as_series(y)
    name = getattr(y, "name", None)
    labels = column_or_1d(_plain(y), warn=True)
    _check_given(labels)
    assert_all_finite(labels, input_name="y")
    _check_labels(labels)
    if len(labels) != len(X):
        raise ValueError(
            f"X and y must have equally many rows: {len(X):,} and {len(labels):,} came."
        )
    weights = _weights(sample_weight, len(X))
    counts = np.ones(len(X)) if weights is None else weights
    target = _free(CLASS if name is None else column_name(name), X.columns)
    weight = None if weights is None else _free(WEIGHT, (*X.columns, target))
    group = None if groups is None else _free(GROUP, (*X.columns, target))
    taken = {target: labels}
    if weight is not None:
        taken[weight] = counts
    if group is not None:
        taken[group] = _one_for_each(groups, len(X), GROUP)
    frame = X.assign(**{title: _column(cells, X) for title, cells in taken.items()})
    return Rows(frame[counts > 0], target, counts[counts > 0], weight, group)


def _plain(y: Any) -> Any:
    """The labels as plain texts, numbers and booleans, without types of pandas or Arrow."""
    import pandas as pd  # here, because it takes a while to load

    if not isinstance(y, pd.Series) or isinstance(y.dtype, np.dtype):
        return y
    values = y.astype(object).to_numpy()
    plain = np.asarray(values.tolist())
    return values if plain.dtype.kind in "OUS" or y.isna().any() else plain


def _column(cells: np.ndarray, X: "pd.DataFrame") -> "pd.Series":
    import pandas as pd

    return pd.Series(cells, index=X.index, dtype=object if cells.dtype == object else None)


def _free(name: str, there: Iterable[str]) -> str:
    """The name, made longer if a column has it."""
    while name in there:
        name += "_"
    return name


def _one_for_each(given: Any, n_rows: int, what: str) -> np.ndarray:
    """A list, an array or a column with one value for each row, as an array."""
    values = np.asarray(as_series(given))
    if values.ndim != 1 or len(values) != n_rows:
        raise ValueError(
            f"{what} must be one value for each of {n_rows:,} rows, and the shape "
            f"{values.shape} came. Give a list, a Series or an array of one dimension."
        )
    return values


def _weights(sample_weight: Any, n_rows: int) -> np.ndarray | None:
    """The weight of each row, float64 (n_rows,); None where none is given."""
    if sample_weight is None:
        return None
    try:
        weights_given = np.asarray(as_series(sample_weight), dtype=np.float64)
    except (TypeError, ValueError):
        weights_given = np.full(n_rows, np.nan)
    weights_given = (
        np.full(n_rows, float(weights_given)) if weights_given.ndim == 0 else weights_given
    )
    weights = _one_for_each(weights_given, n_rows, WEIGHT)
    if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.any()):
        raise DataError(
            "Each sample_weight must be a finite number, none below zero and not all of them zero; "
            "these are not. Leave rows out that have no weight."
        )
    return weights


def _check_given(labels: np.ndarray) -> None:
    """A ValueError in one sentence unless every row has a label."""
    import pandas as pd  # here, because it takes a while to load

    n_empty = int(pd.isna(labels).sum())
    if n_empty:
        raise DataError(
            f"Every row needs a class, and {n_empty:,} of {len(labels):,} labels in y are None or "
            "NaN. Leave these rows out, or give them a class."
        )


def _check_labels(labels: np.ndarray) -> None:
    """A ValueError in one sentence unless the labels are classes."""
    try:
        known = type_of_target(labels, input_name="y") != "unknown"
    except (TypeError, ValueError):  # they cannot be sorted, or are sequences
        known = False
    if not known:
        kinds = sorted({type(label).__name__ for label in labels.tolist()})
        raise DataError(
            "Unknown label type: classes must be all texts, or an array of whole numbers or "
            "booleans, and y is an "
            f"array of objects of the type {' and '.join(kinds[:6])}. Write the classes as texts."
        )
    check_classification_targets(labels)
