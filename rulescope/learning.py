"""The work of fit: from its arguments to the rule of each class, as a value that scores other rows.

Rows with their classes, weights and groups become one frame.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import assert_all_finite, column_or_1d
from threadpoolctl import threadpool_limits

from interpret.cores import jobs_asked, on_cores
from interpret.data.attributes import telling
from interpret.data.cells import typed
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.dates import named_parts
from interpret.data.frame import NAME, as_series, column_name, frame_table
from interpret.data.task import tasks
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.predictor import Predictor, predictor_of
from interpret.forms.classes import explain_classes
from interpret.settings import (
    AS_IN_THE_THESIS,
    REPEATED,
    THESIS,
    Settings,
    with_those_of_the_thesis,
)

if TYPE_CHECKING:
    import pandas as pd

CLASS, WEIGHT, GROUP = "class", "sample_weight", "groups"

OTHERWISE = {"target", "sheet"}  # given by y
PARAMETERS = {
    field.name: field.default for field in fields(Settings) if field.name not in OTHERWISE
} | {"cost": 1.0}


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


def settings_of(parameters: Mapping[str, Any], target: str) -> Settings:
    """The settings for a class in the column `target`; a ValueError for an impossible value."""
    given = {name: parameters[name] for name in PARAMETERS}
    for name in REPEATED:
        value = given[name]
        values = value if isinstance(value, list | tuple | set | np.ndarray) else (value,)
        given[name] = tuple(map(typed, values))
    given["size"] = str(given["size"])
    if given["kernel"] == AS_IN_THE_THESIS:
        usual = {name for name in THESIS if given[name] == PARAMETERS[name]}
        given = {name: value for name, value in given.items() if name not in usual}
    return Settings(**with_those_of_the_thesis(given), target=target)


@dataclass(frozen=True, eq=False)
class LearntRules:
    """The rules of one table's classes.

    classes: the labels, (n_classes,), in order; labels: each by its text, in that order; sizes: the
    weight of the rows of each class, by its text; rules: the predictor of each answer.
    """

    classes: np.ndarray
    labels: dict[str, Any]
    sizes: dict[str, float]
    answers: tuple[Answer, ...]
    rules: tuple[Predictor, ...]

    def by_label(self, values: Sequence[Any]) -> dict[Any, Any]:
        """A value of each rule, by the label of its class, or by a tuple of labels."""
        values_by_label = {}
        for rule, value in zip(self.rules, values, strict=True):
            labels = tuple(self.labels[name] for name in rule.e.positive)
            values_by_label[labels[0] if len(labels) == 1 else labels] = value
        return values_by_label

    def left_out(self, names: Sequence[str]) -> list[str]:
        """The columns that no rule could test although nobody asked to leave them out."""
        settings = self.answers[0].explanation.settings
        named = {*settings.drop, *settings.roles.named}
        used = {name for a in self.answers for name in a.explanation.attributes}
        others = (name for name in names if name not in named)
        return [name for name in others if not used & {name, *named_parts(name)}]


def learnt(rows: Rows, settings: Settings, keeps_all: bool) -> LearntRules:
    """The rules of rows. keeps_all: whether columns that identify rows are used too."""
    labels = rows.frame[rows.target].dropna()
    classes, place = np.unique(labels.to_numpy(), return_inverse=True)
    sizes = np.bincount(place, rows.counts[rows.frame[rows.target].notna().to_numpy()])
    texts = list(map(typed, classes.tolist()))
    if len({*texts, ""}) <= len(texts):
        raise DataError(
            "Classes must differ when they are written as text, without blanks around them: "
            f"{listed(map(quoted, texts))}. Rename them."
        )
    table = frame_table(rows.frame, NAME)
    if keeps_all:
        settings = replace(settings, keep=telling(table, rows.target, settings.columns))
    each = tasks(table, rows.target, settings.positive, settings.columns)
    with threadpool_limits(1), on_cores(jobs_asked()):  # both are undone for the caller
        learnt_answers = answers(list(explain_classes(each, settings)), table, each)
    return LearntRules(
        classes,
        dict(zip(texts, classes.tolist(), strict=True)),
        dict(zip(texts, sizes.tolist(), strict=True)),
        learnt_answers,
        tuple(map(predictor_of, learnt_answers)),
    )
