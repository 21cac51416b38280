"""RuleClassifier and PointsClassifier: scikit-learn estimators that find rules and cards."""

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted, validate_data
from threadpoolctl import threadpool_limits

from interpret.cores import jobs_asked, on_cores
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.cuts import compared, cut_of, halved
from interpret.data.frame import NAME, as_pandas, column_name, column_names, frame_table
from interpret.data.table import Table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS, RULE
from interpret.forms.answer.good import Good
from interpret.forms.answer.predictor import Predictor
from interpret.forms.answer.proof import certified
from interpret.forms.answer.record import document
from interpret.forms.study.study import with_good
from interpret.forms.take_away import TakeAway
from rulescope.learning import PARAMETERS, LearntRules, Rows, learnt, rows_to_learn, settings_of
from rulescope.scoring import Scoring

if TYPE_CHECKING:
    import pandas as pd


def _parameters(form: str) -> Callable[..., None]:
    """The __init__ of an estimator, with parameters and defaults that scikit-learn can read."""
    defaults = PARAMETERS | {"form": form}

    def begin(self: Any, **parameters: Any) -> None:
        unknown = parameters.keys() - defaults.keys()
        if unknown:
            raise TypeError(f"{type(self).__name__} has no parameter {listed(sorted(unknown))}.")
        for name, value in (defaults | parameters).items():
            setattr(self, name, value)

    begin.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)]
        + [
            Parameter(name, Parameter.KEYWORD_ONLY, default=default)
            for name, default in defaults.items()
        ]
    )
    return begin


class RuleClassifier(Scoring, ClassifierMixin, BaseEstimator):
    """Trains a support vector machine and classifies rows by the rule found inside it.

    The parameters are the settings of the command line, with the same names (`rulescope --help`
    explains each), and the answer is the same too: the rule, its figures and its proof. `positive`
    takes labels of y, and `cost` is 1 by default, also where the best rule never predicts its
    class.

    `form` is "rule" by default. With "points" or "auto" there is also a card, as in
    PointsClassifier, and the form that comes first classifies rows.

    By default three rows in ten are held out to judge the rule. Inside `cross_val_score`, which
    holds out rows itself, use `test=0` to learn from all of them. Cells may be texts, numbers,
    dates, booleans, categories or empty. Rows come as a pandas, polars or pyarrow frame, or as an
    array. `weight`, `group` and `test` may name columns of X; give weights and groups that are not
    columns to `fit`.

    Unlike the command line, it also uses columns that name rows or give the class away, because the
    caller has chosen the columns of X; use `drop` to leave them out. If another column is left out,
    a UserWarning says so.

    After fit: `classes_`; `rules_`, the Formula of each class, and `rule_` if there is only one;
    `answers_`, which is what the page shows; `threshold_` and `calibration_` of the probabilities;
    `notices_`, what was done to the columns and why; `n_features_in_`, and `feature_names_in_` if X
    has names. `rulescope.load` reads what `to_json` writes.
    """

    answers_: tuple[Answer, ...]
    _looked: bool  # whether others_ has been asked for

    __init__ = _parameters(RULE)

    def fit(
        self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None
    ) -> "RuleClassifier":
        """Finds a rule for each class of y, or for the positive class; two classes get one rule.

        X: a frame or an array of shape (n_rows, n_columns). y: the class of each row. Both need at
        least two rows. sample_weight: how many rows each row stands for, from 0 up; 3 counts a row
        three times and 0 leaves it out. Weights that are not whole numbers are rounded to tenths of
        their mean. groups: rows with equal values belong together, and no split separates them; a
        row without a value is a group of its own. Both can be routed (`set_fit_request`).

        Raises ValueError, in one sentence, if it cannot learn from the rows. Source: M. Polato, PhD
        thesis, University of Padova, chapter 7.
        """
        X = self._frame(X, reset=True)
        rows = rows_to_learn(X, y, sample_weight, groups)
        for name, column in (("weight", rows.weight), ("group", rows.group)):
            if column is not None and getattr(self, name) is not None:
                raise ValueError(
                    f"Each row has one {name}: give fit a value for each row, or name a column as "
                    f"{name}={getattr(self, name)!r}, not both."
                )
        self._learn(rows, list(X.columns), keeps_all=True)
        left_out = self._learnt.left_out(self._names)
        if left_out:
            warnings.warn(
                f"Of {len(self._names):,} columns {len(left_out):,} are not used, and notices_ "
                f"says why: {listed(map(quoted, left_out))}.",
                stacklevel=2,
            )
        return self

    @property
    def threshold_(self) -> float:
        """The probability, in [0, 1], from which on it costs less to predict the rule's class.

        It is ½. If errors have costs, it follows from them (Elkan, IJCAI 2001). If both classes
        count alike (`cost="balanced"`), it is the share of the class. `predict` does not use it but
        gives the rule's verdict. Raises AttributeError if there are several rules.
        """
        e = self._one()
        if e.settings.is_balanced:
            sizes = {name: self._learnt.sizes[name] for name in (*e.positive, *e.negative)}
            return sum(sizes[name] for name in e.positive) / sum(sizes.values())
        return e.settings.costs.worthwhile

    @property
    def others_(self) -> dict[Any, Good | None]:
        """As for a stored answer; they are looked for when they are first asked for, which takes a
        fraction of the time of fit. From then on `to_json` and `to_html` have them too.
        """
        found = self._with_rows()  # raises NotFittedError before fit
        if not self._looked:
            with threadpool_limits(1), on_cores(jobs_asked()):
                self.answers_ = tuple(map(with_good, found))
            self._looked = True
        return super().others_

    @property
    def notices_(self) -> tuple[str, ...]:
        """What was done to the table, and a sentence about each column that is left out."""
        notices = (notice for e in self._explanations() for notice in e.notices)
        return tuple(dict.fromkeys(notices))

    def to_json(self) -> str:
        """The document that --json writes. `rulescope.load` reads it and predicts anywhere."""
        answer = certified(document(self._with_rows()), self._with_rows())
        return json.dumps(answer, allow_nan=False, ensure_ascii=False)

    def _repr_html_(self) -> str:
        if not self.__sklearn_is_fitted__():
            return super(TakeAway, self)._repr_html_()  # scikit-learn's, of its parameters
        return TakeAway._repr_html_(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "answers_")

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        return tags

    def _learn(self, rows: Rows, names: list[str], keeps_all: bool = False) -> "RuleClassifier":
        """Learns the rules. names: the columns of X."""
        settings = settings_of(vars(self), rows.target)
        if rows.weight is not None:
            settings = replace(settings, weight=rows.weight)
        if rows.group is not None:
            settings = replace(settings, group=rows.group)
        self._learnt: LearntRules = learnt(rows, settings, keeps_all)
        self._names = names
        self.classes_ = self._learnt.classes
        self.answers_ = self._learnt.answers
        self._looked = False
        return self

    def _frame(self, X: Any, reset: bool) -> "pd.DataFrame":
        """X as a frame whose columns have the names that rules use. Raises an error if X is bad."""
        import pandas as pd  # here, because it takes a while to load

        X = as_pandas(X)
        is_frame = isinstance(X, pd.DataFrame)
        if is_frame:
            column_names(X)  # raises an error if they are not unique
            _check_names(X)
        least = 2 if reset else 1
        checked = validate_data(
            self,
            X,
            reset=reset,
            skip_check_array=is_frame,
            dtype=None,
            ensure_all_finite="allow-nan",
            ensure_min_samples=least,
        )
        if is_frame and len(X) < least:
            raise ValueError(f"Found array with {len(X)} sample(s) while {least} are required.")
        frame = X.copy(deep=False) if is_frame else pd.DataFrame(checked)
        frame.columns = list(map(column_name, frame.columns)) if reset else self._names
        return frame

    def _table(self, X: Any) -> Table:
        check_is_fitted(self)
        return frame_table(self._frame(X, reset=False), NAME)

    def _rules(self) -> Sequence[Predictor]:
        check_is_fitted(self)
        return self._learnt.rules

    def _sizes(self) -> Mapping[str, float]:
        return self._learnt.sizes

    def _by_label(self, values: Sequence[Any]) -> dict[Any, Any]:
        return self._learnt.by_label(values)

    def _explanations(self) -> Sequence[Explanation]:
        return [a.explanation for a in self._with_rows()]

    def _with_rows(self) -> Sequence[Answer]:
        check_is_fitted(self)
        return self.answers_

    def _column_names(self) -> Sequence[str] | None:
        return self._names


class PointsClassifier(RuleClassifier):
    """Classifies rows by a card: clauses with whole points that add up, and a cut.

    It works like RuleClassifier, with `form` "points". A row belongs to the card's class if the
    points of the clauses that hold add up to more than the cut, and its probability is the chance
    of its total. After fit there are also `cards_`, the Card of each class, and `card_` if there is
    only one; `points_frame()` has the terms, and `reasons(X)` says what moved each row. With
    several classes each has a card, and the highest chance decides. The rule found together with
    the card is kept as well.
    """

    __init__ = _parameters(POINTS)


def _check_names(X: "pd.DataFrame") -> None:
    """Raises a ValueError, in one sentence, if only some columns have texts as names."""
    kinds = sorted({type(name).__name__ for name in X.columns})
    if len(kinds) > 1 and "str" in kinds:
        raise DataError(
            "Either all names of columns must be texts or none of them, but these have the types "
            f"{listed(kinds)}. Rename the columns, for example with X.columns = "
            "X.columns.astype(str)."
        )


def explain(data: Any, target: Any = None, **settings: Any) -> RuleClassifier:
    """Explains a column of a frame, as the command line explains a file with the same cells.

    data: a pandas, polars or pyarrow frame. target: the column to predict, or a comparison such as
    "rent > 900" (default: the last column); rows without a class are left out. settings: the
    parameters of RuleClassifier. Returns a RuleClassifier fitted to the other columns. Its `form`
    is "auto" by default: there is a card beside the rule, and the form that comes first scores
    rows. Raises ValueError, in one sentence, if it cannot learn from the rows.
    """
    data = as_pandas(data)
    names = column_names(data)
    frame = data.set_axis(names, axis="columns")
    target = names[-1] if target is None else column_name(target)
    found = None if target in names else compared(target)
    if found is not None:
        target, settings = found[0], {"positive": found[1:]} | settings
        cut = cut_of(found[1:])
        assert cut is not None
        sides = halved(frame_table(frame, NAME), target, cut).column(target)
        frame = frame.assign(**{target: [sides.values[code] for code in sides.codes]})
    if target not in names:
        frame_table(frame, NAME).column(target)  # raises an error with similar names
    classifier = RuleClassifier(**{"form": PARAMETERS["form"]} | settings)
    others = list(classifier._frame(frame.drop(columns=target), reset=True).columns)
    return classifier._learn(Rows(frame, target, np.ones(len(frame))), others)
