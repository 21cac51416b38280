"""RuleClassifier: the search for a rule as an estimator of scikit-learn, on frames and arrays."""

import json
import warnings
from collections.abc import Sequence
from dataclasses import fields, replace
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import assert_all_finite, check_is_fitted, column_or_1d, validate_data
from threadpoolctl import threadpool_limits

from interpret.answer.answer import Answer, answers
from interpret.answer.record import document
from interpret.data.attributes import telling
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.dates import named_parts
from interpret.data.frame import column_name, column_names, frame_table
from interpret.data.task import tasks
from interpret.data.typed import typed
from interpret.explain import explain as explained
from interpret.present.export import as_python, as_sql, as_text
from interpret.rules.logic import Formula
from interpret.settings import REPEATED, Settings
from interpret.tasks import jobs_asked, on_cores
from rulescope.probabilities import Said, probabilities, said

if TYPE_CHECKING:
    import pandas as pd

NAME, CLASS = "data", "class"
OTHERWISE = {"target", "above", "explain", "class_weight"}  # the class is y; see `balanced`
OWN = {"balanced": False}
PARAMETERS = {own.name: own.default for own in fields(Settings) if own.name not in OTHERWISE} | OWN


class RuleClassifier(ClassifierMixin, BaseEstimator):
    """Classifies rows by the rule found inside a support vector machine that is trained on them.

    Its parameters are the settings of the command line by their names (`interpret.settings` says
    what each is), and so is the answer: the rule, its figures, its proof. `positive` takes labels
    of y; `balanced=True` is `--class-weight balanced`. By default three rows in ten are held out to
    judge the rule by; inside `cross_val_score`, which holds out rows itself, `test_size=0` learns
    from all of them. Cells may be texts, numbers, dates, booleans, categories, or empty.

    Unlike the command line it uses columns that name rows or give the class away, unless they are
    in `drop`: who hands over X has chosen them. Where a column is left out all the same, a
    UserWarning says so.

    After fit: `classes_`; `rules_`, the Formula by class, and `rule_`, the only one; `answers_`,
    what the page shows of them; `notices_`, what was done to the columns and why; `n_features_in_`,
    and `feature_names_in_` where X has names.
    """

    def __init__(self, **parameters: Any) -> None:
        unknown = parameters.keys() - PARAMETERS.keys()
        if unknown:
            raise TypeError(f"RuleClassifier has no parameter {listed(sorted(unknown))}.")
        for name, value in (PARAMETERS | parameters).items():
            setattr(self, name, value)

    __init__.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)]
        + [Parameter(name, Parameter.KEYWORD_ONLY, default=own) for name, own in PARAMETERS.items()]
    )

    def fit(self, X: Any, y: Any) -> "RuleClassifier":
        """Finds the rule of each class of y, or of the positive one; of two classes one rule."""
        X = self._frame(X, reset=True)
        if y is None:
            raise ValueError("This estimator requires y to be passed, but the target y is None.")
        name = getattr(y, "name", None)
        labels = column_or_1d(y, warn=True)
        _check_given(labels)
        assert_all_finite(labels, input_name="y")
        _check_labels(labels)
        if len(labels) != len(X):
            raise ValueError(
                f"X and y must have as many rows: {len(X):,} and {len(labels):,} came."
            )
        target = column_name(name) if name is not None else CLASS
        while target in X.columns:
            target += "_"
        import pandas as pd  # here, because it takes a while to load

        kept = pd.Series(labels, index=X.index, dtype=object if labels.dtype == object else None)
        self._learn(X.assign(**{target: kept}), target, keeps_all=True)
        left_out = self._left_out()
        if left_out:
            warnings.warn(
                f"Of {len(self._names):,} columns {len(left_out):,} are not used, and notices_ "
                f"says why: {listed(map(quoted, left_out))}.",
                stacklevel=2,
            )
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The class of each row: of two classes what the rule says, else the most probable."""
        told = self._said(X)
        if len(told) > 1:
            return self.classes_[self._shares(told).argmax(axis=1)]
        e, sizes = self.answers_[0].explanation, self._sizes
        yes, no = (max(group, key=sizes.__getitem__) for group in (e.positive, e.negative))
        place = [*sizes]
        return self.classes_[np.where(told[0].holds, place.index(yes), place.index(no))]

    def predict_proba(self, X: Any) -> np.ndarray:
        """For each row and class of `classes_` its share among training rows of the same clause.

        That is (k + 1) / (n + 2), where k of the n training rows on which the row's most precise
        clause holds, or no clause, are of the class. Of several classes the rules' shares are
        divided by their sum.
        """
        return self._shares(self._said(X))

    @property
    def rules_(self) -> dict[Any, Formula]:
        """The rule of each class explained, by its label; by a tuple of labels that share it."""
        check_is_fitted(self)
        found = {}
        for a in self.answers_:
            labels = tuple(self._labels[value] for value in a.explanation.positive)
            found[labels[0] if len(labels) == 1 else labels] = a.explanation.rule.formula
        return found

    @property
    def notices_(self) -> tuple[str, ...]:
        """What was done to the table and its columns: a sentence on each that is left out."""
        check_is_fitted(self)
        told = (notice for a in self.answers_ for notice in a.explanation.notices)
        return tuple(dict.fromkeys(told))

    @property
    def rule_(self) -> Formula:
        """The rule, where there is one."""
        return self._only().explanation.rule.formula

    def to_sql(self, table: str = NAME, label: Any = None) -> str:
        """A query that gives the rule's verdict of each row of a table; label: whose rule."""
        return as_sql(self._only(label).explanation, table)

    def to_python(self, label: Any = None) -> str:
        """A function that gives the rule's verdict of a row; label: whose rule."""
        return as_python(self._only(label).explanation)

    def to_text(self) -> str:
        """The answers to read: rules, figures, what is proven."""
        check_is_fitted(self)
        return "\n".join(as_text(a.explanation) for a in self.answers_)

    def to_json(self) -> str:
        """The document that --json writes, of which `python -m rulescope` predicts."""
        check_is_fitted(self)
        found = document(self.answers_)
        return json.dumps(found, allow_nan=False, ensure_ascii=False)

    def to_html(self, *, appendix: bool = False) -> str:
        """The report, a document that opens offline; appendix: with every figure and choice."""
        from interpret.present.report import html_report  # plotly takes a second to load

        check_is_fitted(self)
        return html_report(self.answers_, appendix=appendix)

    def _repr_html_(self) -> str:
        from interpret.present.notebook import notebook_html

        if not self.__sklearn_is_fitted__():
            return super()._repr_html_()
        return notebook_html([a.explanation for a in self.answers_])

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

    def _learn(
        self, frame: "pd.DataFrame", target: str, keeps_all: bool = False
    ) -> "RuleClassifier":
        labels = frame[target].dropna()
        self.classes_, sizes = np.unique(labels.to_numpy(), return_counts=True)
        texts = list(map(typed, self.classes_.tolist()))
        if len({*texts, ""}) <= len(texts):
            raise DataError(
                "Classes must differ when they are written as text, without blanks around them: "
                f"{listed(map(quoted, texts))}. Rename them."
            )
        self._labels = dict(zip(texts, self.classes_.tolist(), strict=True))
        self._sizes = dict(zip(texts, sizes.tolist(), strict=True))
        self._names = [name for name in frame.columns if name != target]
        table = frame_table(frame, NAME)
        settings = self._settings(target)
        if keeps_all:
            settings = replace(settings, keep=telling(table, target, settings.columns))
        asked = tasks(table, target, settings.positive, settings.columns)
        with threadpool_limits(1), on_cores(jobs_asked()):  # which the caller gets back
            found = [explained(table, replace(settings, positive=own.positive)) for own in asked]
        self.answers_: tuple[Answer, ...] = answers(found, table)
        return self

    def _left_out(self) -> list[str]:
        """The columns that no rule could ask for, though nobody asked to leave them out."""
        settings = self.answers_[0].explanation.settings
        asked = {*settings.drop, *settings.roles.named}
        used = {name for a in self.answers_ for name in a.explanation.attributes}
        names = (name for name in self._names if name not in asked)
        return [name for name in names if not used & {name, *named_parts(name)}]

    def _settings(self, target: str) -> Settings:
        given = {name: getattr(self, name) for name in PARAMETERS if name not in OWN}
        for name in REPEATED:
            value = given[name]
            values = value if isinstance(value, list | tuple | set | np.ndarray) else (value,)
            given[name] = tuple(map(typed, values))
        balanced = "balanced" if self.balanced else "none"
        return Settings(**given, target=target, class_weight=balanced)

    def _frame(self, X: Any, reset: bool) -> "pd.DataFrame":
        """X as a frame whose columns have the names that rules use; an error where X cannot be."""
        import pandas as pd  # here, because it takes a while to load

        is_frame = isinstance(X, pd.DataFrame)
        if is_frame:
            column_names(X)  # which says that they must differ
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

    def _said(self, X: Any) -> list[Said]:
        """What each rule says of the rows of X."""
        check_is_fitted(self)
        table = frame_table(self._frame(X, reset=False), NAME)
        return [said(a, table) for a in self.answers_]

    def _shares(self, told: Sequence[Said]) -> np.ndarray:
        return probabilities(self.answers_, told, self._sizes)

    def _only(self, label: Any = None) -> Answer:
        """The answer of a class, or the only one; an error in one sentence where there is none."""
        check_is_fitted(self)
        if label is None and len(self.answers_) == 1:
            return self.answers_[0]
        for own in self.answers_:
            if label is not None and typed(label) in own.explanation.positive:
                return own
        known = listed(quoted(*own.explanation.positive) for own in self.answers_)
        raise AttributeError(
            f"There is a rule for each of {known}: name one as label, or take rules_."
        )


def _check_names(X: "pd.DataFrame") -> None:
    """A ValueError in one sentence where only some columns have texts as names."""
    kinds = sorted({type(name).__name__ for name in X.columns})
    if len(kinds) > 1 and "str" in kinds:
        raise DataError(
            "The names of columns must be all texts or none of them, and these are of the types "
            f"{listed(kinds)}. Rename the columns, as by X.columns = X.columns.astype(str)."
        )


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
    except (TypeError, ValueError):  # they cannot be put in order, or are sequences
        known = False
    if not known:
        kinds = sorted({type(label).__name__ for label in labels.tolist()})
        raise DataError(
            "Unknown label type: classes must be all texts, or an array of whole numbers or "
            "booleans, and y is an "
            f"array of objects of the type {' and '.join(kinds[:6])}. Write the classes as texts."
        )
    check_classification_targets(labels)


def explain(data: "pd.DataFrame", target: Any = None, **settings: Any) -> RuleClassifier:
    """The rule of a column of a frame, as the command line finds it in a file of the same cells.

    target: the column to predict (default: the last); rows without a class are left out. settings:
    the parameters of RuleClassifier, which is what comes back, fitted to the other columns.
    """
    names = column_names(data)
    frame = data.set_axis(names, axis="columns")
    target = names[-1] if target is None else column_name(target)
    if target not in names:
        frame_table(frame, NAME).column(target)  # which says what is close
    found = RuleClassifier(**settings)
    found._frame(frame.drop(columns=target), reset=True)
    return found._learn(frame, target)
