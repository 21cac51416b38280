"""Tables of ../shared/data by their recipes, of KEEL, and made ones; splits and noise."""

import csv
import io
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd
from sklearn.model_selection import StratifiedShuffleSplit

from benchmarks.environments import Rows
from interpret.data.attributes import Columns
from interpret.data.encoding import Encoding
from interpret.data.reading import read_table
from interpret.data.table import Column, Table, Values
from interpret.data.task import Task, tasks
from sample_data.generate import VARIABLES, Row, examples

DATA = Path(__file__).parents[2] / "shared" / "data"
LABEL = "positive class"
# The positive class of tables of KEEL, where it is not the rarer one.
KEEL = {"contraceptive": "1", "hayes-roth": "1", "led7digit": "1", "tae": "3", "vehicle": "van"}


def needed(file: Path) -> Path:
    """The file; where it is absent the program ends with one sentence and exit status 2."""
    if not file.exists():
        print(
            f"{file.name} must lie in ../shared/data, a folder beside this repository that is not "
            "part of it; it is not there. Bring the table, or name another.",
            file=sys.stderr,
        )
        raise SystemExit(2)
    return file


def recipe_task(name: str) -> Task:
    """The task that thesis-recipes.json makes of a table."""
    recipe = json.loads(needed(DATA / "thesis-recipes.json").read_text(encoding="utf-8"))[name]
    text = needed(DATA / recipe["file"]).read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text)))
    if recipe.get("drop_rows_with_missing"):
        rows = [rows[0], *(row for row in rows[1:] if all(row))]
    table = _table(rows, recipe["file"])
    columns = Columns(drop=tuple(recipe.get("drop_columns", ())))
    return tasks(table, None, recipe["positive"], columns)[0]


def thesis_examples(name: str) -> tuple[np.ndarray, np.ndarray]:
    """0/1 examples and classes, bool, of a table of the thesis."""
    task = recipe_task(name)
    encoding = Encoding.fit(task.table, task.attributes)
    X = encoding.encode(task.table)
    if name == "dna":  # its attributes are 0/1 themselves
        X = X[:, [variable.value == "1" for variable in encoding.variables]]
    return X, task.y


def task_of(name: str) -> Task:
    """The task of a table of the benchmarks, art-dnf and sum-0 to sum-3 among them."""
    if name.startswith("sum-"):
        return weighed_sum(int(name[4:]))
    return art_dnf() if name == "art-dnf" else recipe_task(name)


def weighed_sum(number: int, n: int = 400) -> Task:
    """Rows of whole numbers from 1 to 5; of the class is the upper half by a weighed sum."""
    rng, k = np.random.default_rng(number), 3 + number % 4
    columns = rng.integers(1, 6, (n, k + 2))
    total = columns[:, :k] @ rng.integers(1, 5, k)
    frame = pd.DataFrame(columns, columns=[f"c{place}" for place in range(k + 2)])
    frame[LABEL] = np.where(total > np.median(total), "yes", "no")
    return tasks(table_of(frame), None, ("yes",))[0]


def keel_task(folder: Path, name: str) -> Task:
    """The task of a table of the KEEL repository."""
    lines = next(folder.glob(f"*/raw/{name}.dat")).read_text(encoding="latin-1").splitlines()
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines) if row and row[0][0] != "@"]
    classes = Counter(row[-1] for row in rows)
    positive = KEEL.get(name) or min(classes, key=lambda one: (classes[one], one))
    header = [*(f"a{i}" for i in range(len(rows[0]) - 1)), LABEL]
    cells = [[cell.replace("<null>", "").replace("?", "") for cell in row[:-1]] for row in rows]
    labels = ["yes" if row[-1] == positive else "no" for row in rows]
    labelled = [[*row, label] for row, label in zip(cells, labels, strict=True)]
    return tasks(_table([header, *labelled], name))[0]


def art_dnf() -> Task:
    """The made-up table of shared/notes/dashboards.md: its truth and shape, on rows of our own."""
    rows = examples(Random("art-dnf rows"), ((19, 24), (7, 9), (0, 2, 5), (14, 18, 25)))
    return tasks(_table([[*(f"v{i:02}" for i in range(VARIABLES)), "class"], *rows], "art-dnf"))[0]


def table_of(frame: pd.DataFrame) -> Table:
    """The frame as it is read from a file."""
    return read_table(frame.to_csv(index=False).encode(), "table.csv")


def _table(rows: Sequence[Sequence[str] | Row], name: str) -> Table:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return read_table(text.getvalue().encode(), name)


def split(y: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Training and test rows of split k: stratified, 70/30."""
    splitter = StratifiedShuffleSplit(1, test_size=0.3, random_state=k)
    return next(splitter.split(np.zeros((len(y), 1)), y))


def flipped(y_train: np.ndarray, k: int) -> np.ndarray:
    """The training labels with 5 % of them, at random, wrong."""
    n = len(y_train)
    wrong = np.random.default_rng(1000 + k).choice(n, round(0.05 * n), replace=False)
    noisy = y_train.copy()
    noisy[wrong] ^= True
    return noisy


@dataclass(frozen=True, eq=False)
class Trial:
    """A split of a benchmark's table: rows to learn from with their labels, and rows to judge on.

    train, test: indices into the task; y: bool, of the former.
    """

    task: Task
    train: np.ndarray
    y: np.ndarray
    test: np.ndarray

    @property
    def table(self) -> Table:
        """What is learnt from: the attributes, and the labels as a class column."""
        label = Column(LABEL, Values(("no", "yes")), self.y.astype(np.int32), "category")
        attributes = tuple(map(self.task.table.column, self.task.attributes))
        chosen = replace(self.task.table, columns=attributes).rows(self.train)
        return replace(chosen, columns=(*chosen.columns, label))

    @property
    def unseen(self) -> Table:
        return self.task.table.rows(self.test)

    @property
    def texts(self) -> Rows:
        """The same as text for learners of other libraries, empty cells as a value of their own."""
        return self._texts(self.train), self.y.tolist(), self._texts(self.test)

    def right(self, said: np.ndarray) -> float:
        """On how many per cent of the rows to judge on a verdict is right."""
        return 100 * float((said == self.task.y[self.test]).mean())

    def _texts(self, rows: np.ndarray) -> list[list[str]]:
        table = self.task.table.rows(rows)
        columns = [
            ["" if c.values[code] is None else str(c.values[code]) for code in c.codes]
            for c in map(table.column, self.task.attributes)
        ]
        return [list(row) for row in zip(*columns, strict=True)]


def trials(task: Task, noisy: bool, n: int) -> Iterator[Trial]:
    """The first n splits of a table; noisy: with 5 % of the training labels wrong."""
    for k in range(n):
        train, test = split(task.y, k)
        yield Trial(task, train, flipped(task.y[train], k) if noisy else task.y[train], test)
