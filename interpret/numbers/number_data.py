"""What a number is explained from: standardised numbers, tests on the rows, parts and folds."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from sklearn.model_selection import KFold

from interpret.data.number_task import NumberTask
from interpret.numbers.on_rows import OnRows
from interpret.rules.logic import Between
from interpret.rules.search import candidates
from interpret.settings import AUTO, Settings

TERMS, LITERALS = 12, 3  # at most, where nothing else is asked for
FOLDS = 3
LEAST_SHARE, LEAST_ROWS = 0.01, 3  # of the rows, that a term covers and leaves at least
PARTS = ("train", "test")
Folds = list[tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True, eq=False)
class NumberData:
    """Standardised numbers and the tests on every row of the task."""

    rows: OnRows
    z: np.ndarray
    parts: dict[str, np.ndarray]
    literals: int
    most: int

    def of(self, part: str) -> tuple[OnRows, np.ndarray]:
        return self.rows.rows(self.parts[part]), self.z[self.parts[part]]


def number_data(
    task: NumberTask, parts: dict[str, np.ndarray], z: np.ndarray, settings: Settings
) -> NumberData:
    language = "monotone" if settings.language == AUTO else settings.language
    tests = candidates(task.table, task.attributes, language)
    columns = {column.name: column for column in task.table.columns}
    asked = [
        not (isinstance(test, Between) and columns[test.attribute].cuts)
        or bool({test.above, test.to} & set(columns[test.attribute].coarse))
        for test in tests.tests
    ]
    literals = LITERALS if settings.literals == AUTO else int(settings.literals)
    most = TERMS if settings.clauses == AUTO else int(settings.clauses)
    least = max(LEAST_ROWS, ceil(LEAST_SHARE * len(parts["train"])))
    return NumberData(OnRows(tests, np.array(asked), literals, least), z, parts, literals, most)


def split(n_rows: int, settings: Settings) -> dict[str, np.ndarray]:
    """The rows to train on and those held out, in order: indices into the task, by part."""
    if settings.test_size == 0:
        return {"train": np.arange(n_rows), "test": np.arange(0)}
    held_out = min(max(2, ceil(settings.test_size * n_rows)), n_rows - 2)
    order = np.random.default_rng(settings.seed).permutation(n_rows)
    return {"train": np.sort(order[held_out:]), "test": np.sort(order[:held_out])}


def folds_of(n_rows: int, seed: int) -> Folds:
    folds = KFold(min(FOLDS, n_rows), shuffle=True, random_state=seed)
    return list(folds.split(np.zeros(n_rows)))
