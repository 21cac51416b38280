"""The benchmark tables of ../shared/data by their recipes; splits and noise as the peers had."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
from sklearn.model_selection import StratifiedShuffleSplit

from interpret.data.table import Column, Table, read_table
from interpret.data.task import Task, tasks

DATA = Path(__file__).parents[2] / "shared" / "data"
LABEL = "positive class"


def recipe_task(name: str) -> Task:
    """The task that thesis-recipes.json makes of a table."""
    recipe = json.loads((DATA / "thesis-recipes.json").read_text())[name]
    rows = list(csv.reader(io.StringIO((DATA / recipe["file"]).read_text(encoding="utf-8"))))
    if recipe.get("drop_rows_with_missing"):
        rows = [rows[0], *(row for row in rows[1:] if all(row))]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    table = read_table(text.getvalue().encode(), recipe["file"])
    return tasks(table, None, recipe["positive"], recipe.get("drop_columns", ()))[0]


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


def labelled(task: Task, rows: np.ndarray, y: np.ndarray) -> Table:
    """The attributes of some rows of a task, with a class column of these labels."""
    label = Column(LABEL, ("no", "yes"), y.astype(np.int32), "category")
    attributes = [task.table.column(name) for name in task.attributes]
    chosen = replace(task.table, columns=tuple(attributes)).rows(rows)
    return replace(chosen, columns=(*chosen.columns, label))
