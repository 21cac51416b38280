"""A rule for a model that already exists: anything that can predict.

Rulescope asks the model about the rows at hand and about possible rows, in the frame or the array
that the model knows. It never inspects, copies, stores or loads the model.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import pandas as pd

from interpret.cores import on_cores
from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.cuts import cut_of, halves, is_amount
from interpret.data.frame import as_pandas, coded_cells, frame_of_rows, frame_table, like
from interpret.data.from_cells import column_of
from interpret.data.learn_reading import learnt_readings
from interpret.data.readings import Reading
from interpret.data.roles import positive_of_two, sizes_of
from interpret.data.table import Column, Table
from interpret.fit.parts import tasks_asked
from interpret.fit.rule_problem import Decide
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.beside_truth import TruthFigures, true_yes, truth_figures
from interpret.forms.answer.explanation import Explanation
from interpret.forms.explain import explain_task
from interpret.forms.study.other_rows import DomainFidelity, domain_fidelity
from interpret.forms.take_away import TakeAway
from interpret.settings import Settings
from interpret.tell.blocks import Block
from interpret.tell.rule.truth import truth


@dataclass(frozen=True, eq=False)
class ModelInput:
    """What a model is to be given: what `made` makes of a frame of these columns and types.

    cells: for each column, the cell of the frame that each text of the Table came from; usual: the
    cell for rows of a Table that lacks the column.
    """

    columns: tuple[Hashable, ...]
    names: tuple[str, ...]
    types: tuple[Any, ...]
    cells: Mapping[str, Mapping[str | None, Any]]
    usual: Mapping[str, Any]
    made: Callable[[pd.DataFrame], Any]

    def rows(self, table: Table) -> Any:
        """The table's rows as the model knows them."""
        there = set(table.names)
        columns = {
            title: _series(table.column(name), self.cells[name], kind)
            if name in there
            else _cast([self.usual[name]] * table.n_rows, kind)
            for title, name, kind in zip(self.columns, self.names, self.types, strict=True)
        }
        frame = pd.DataFrame(columns)
        frame.columns = pd.Index(self.columns)
        return self.made(frame)


def table_of(X: Any, name: str = "data frame") -> tuple[Table, ModelInput]:
    """The Table of a frame of any library or of an array of shape (n_rows, n_columns), and its
    ModelInput.

    The columns of an array are called x1, x2, … A DataError where X is neither.
    """
    frame, made = as_pandas(X), like(X)
    if not isinstance(frame, pd.DataFrame):
        values = np.asarray(X)
        frame, made = frame_of_rows(values), lambda rows: rows.to_numpy(values.dtype)
        frame.columns = pd.Index([f"x{i + 1}" for i in range(frame.shape[1])])
    if not len(frame) or not len(frame.columns):
        raise DataError("The rows must be at least one row of at least one column; none came.")
    table = frame_table(frame, name)
    series = [frame.iloc[:, i] for i in range(len(table.columns))]
    pairs = zip(table.columns, series, strict=True)
    cells = {column.name: cells_of_values(column, texts) for column, texts in pairs}
    usual = {
        column.name: cells[column.name][column.values[int(column.counts.argmax())]]
        for column in table.columns
    }
    types = tuple(cells_of.dtype for cells_of in series)
    return table, ModelInput(tuple(frame.columns), table.names, types, cells, usual, made)


def cells_of_values(column: Column, cells: pd.Series) -> dict[str | None, Any]:
    """For each value of a column of these cells, the first cell that it came from."""
    of_values: dict[str | None, Any] = {}
    texts, originals = zip(*coded_cells(cells)[1], strict=True)
    stripped = [text.strip() for text in texts]
    values = stripped if column.reading is None else column.reading.values_of(stripped)
    for value, cell in zip(values, originals, strict=True):
        of_values.setdefault(value or None, cell)
    return of_values


def _series(column: Column, cells: Mapping[str | None, Any], kind: Any) -> pd.Series:
    """The column's cells as they stood in the frame; a number that did not is made one."""
    empty = cells.get(None, np.nan)
    made = [
        empty if value is None else cells.get(value, amount if amount == amount else value)
        for value, amount in zip(column.values, column.values.numbers, strict=True)
    ]
    return _cast([made[code] for code in column.codes], kind)


def _cast(cells: Sequence[Any], kind: Any) -> pd.Series:
    """The cells in the type of the model's column, or as they are if they do not fit it."""
    try:
        return pd.Series(cells, dtype=kind)
    except (TypeError, ValueError):
        return pd.Series(cells)


def labels_of(
    name: str, values: Any, n_rows: int, what: str, reading: Reading | None = None
) -> Column:
    """The column of a list, an array or a Series with one value for each row.

    reading: how its cells are read, by default as they tell themselves.
    """
    flat = values if isinstance(values, pd.Series) else pd.Series(np.asarray(values).reshape(-1))
    if len(flat) != n_rows:
        raise DataError(
            f"{what} must give one value for each of {n_rows:,} rows, and {len(flat):,} came "
            f"for {quoted(name)}."
        )
    coded = coded_cells(flat)[0]
    return column_of(name, coded, reading or learnt_readings([name], [coded])[0])


MODEL, TRUTH = "model's answer", "true class"


class Model(Protocol):
    """A model that can be explained: `predict` returns a class or a score for each row."""

    def predict(self, X: Any) -> Any: ...


@dataclass(frozen=True, eq=False)
class ModelAnswer(TakeAway):
    """The rule of a model.

    answer: the explanation with its rows; its class is the model's answer. truth: model and rule
    against y, None without y. on_possible_rows: how often rule and model agree on rows that may
    never occur, or () if the model was not asked about such rows.
    """

    answer: Answer
    truth: TruthFigures | None
    on_possible_rows: tuple[DomainFidelity, ...]

    @property
    def explanation(self) -> Explanation:
        return self.answer.explanation

    def _explanations(self) -> Sequence[Explanation]:
        return [self.explanation]

    def _with_rows(self) -> Sequence[Answer]:
        return [self.answer]

    def _told_first(self) -> Sequence[Block]:
        return truth(self.explanation, self.truth)


def explain_model(
    model: Model,
    X: Any,
    y: Any = None,
    settings: Settings | None = None,
    possible: bool = True,
) -> ModelAnswer:
    """Finds the rule that reproduces what a model says.

    X: the rows, a DataFrame or an array that `model.predict` takes. y: the true class of each row,
    if known. settings: `positive` is the class to find a rule for, by default one of two; for a
    model that returns scores, a side of a cut, such as "above 0.5". This function sets
    `target` itself. possible: whether to ask the model about rows that are not in X,
    which makes better rules; columns that are not attributes then hold the most frequent value of
    X. Raises DataError, in one sentence, if X, y or the model's answers cannot be used.
    """
    settings = settings or Settings()
    table, given = table_of(X)
    values = model.predict(X)
    said = labels_of(_free(MODEL, table), values, table.n_rows, "The model")
    if said.missing:
        word = "NaN or None" if pd.isna(np.asarray(values, dtype=object)).any() else "an empty text"
        raise DataError(
            f"The model must name a class or a score for every row, and it says {word} of "
            f"{counted(said.missing, 'row')}. Leave these rows out, or let it name one."
        )
    table = replace(table, columns=(*table.columns, said))
    settings = replace(settings, target=said.name, positive=_positive(said, settings.positive))
    decide = None
    if possible and not _has_dates(table, settings):
        decide = _decide(model, given, settings, said.reading)
    with on_cores(1):  # the model is asked in this process
        task = tasks_asked(table, settings)[0]
        if y is not None:
            named = str(getattr(y, "name", None) or TRUTH)
            labels = labels_of(named, y, table.n_rows, "The true class")
            yes = true_yes(labels, task.positive)
        e = explain_task(task, settings, decide=decide)
    answer = Answer(e, table, task)
    against_y = None if y is None else truth_figures(labels, yes, answer)
    on_possible_rows: tuple[DomainFidelity, ...] = ()
    if decide is not None:
        rule, train = e.rule.formula, answer.train
        on_possible_rows = domain_fidelity(rule, decide, train, e.attributes, settings.seed)
    return ModelAnswer(answer, against_y, on_possible_rows)


def _free(name: str, table: Table) -> str:
    """The name, made longer if a column of the table already has it."""
    while name in table.names:
        name += "'"
    return name


def _positive(said: Column, positive: tuple[str, ...]) -> tuple[str, ...]:
    """The values of the model's answer to find a rule for."""
    values = [value for value in said.values if value is not None]
    if len(values) < 2:
        raise DataError(
            "The model must not say the same of every row, and it says "
            f"{listed(map(quoted, values))} of all. Bring rows on which it differs."
        )
    if positive:
        return positive
    if is_amount(said) or len(values) > 2:
        raise DataError(
            f"The model gives {len(values):,} different values. Name the class to find a rule for "
            "(positive), or, if these are scores, such as above 0.5."
        )
    return positive_of_two(sizes_of(said))


def _has_dates(table: Table, settings: Settings) -> bool:
    """Whether a date may be an attribute: its parts, drawn one by one, may make no date."""
    return any(
        column.kind == "date" and column.name not in settings.drop for column in table.columns
    )


def _decide(model: Model, given: ModelInput, settings: Settings, reading: Reading | None) -> Decide:
    """What the model says of any rows: 1 where it says yes, else −1, float64 of shape (n_rows,)."""
    says_yes = _says_yes(settings)

    def decide(rows: Table) -> np.ndarray:
        values = model.predict(given.rows(rows))
        said = labels_of(str(settings.target), values, rows.n_rows, "The model", reading)
        return np.where(says_yes(said)[said.codes], 1.0, -1.0)

    return decide


def _says_yes(settings: Settings) -> Callable[[Column], np.ndarray]:
    """Which values of the model's answer are a yes: bool (n_values,)."""
    positive, cut = settings.positive, cut_of(settings.positive)
    if cut is None:
        return lambda said: np.array([value in positive for value in said.values])
    if positive == halves(cut)[:1]:
        return lambda said: said.values.numbers > cut
    return lambda said: said.values.numbers <= cut
