"""Learners of numbers of other libraries on one split: peer_numbers.py NAME FILE.

FILE is JSON: train and test rows as lists of cells, y of the training rows. The last line printed
is JSON: the predictions of the test rows, the size of the model, CPU seconds. Columns of text
become 0/1 columns but for EBM, which takes them as they are. Sizes: of RuleFit the conditions of
the rules with a weight, of FIGS the splits, of EBM the cells of its tables. Settings are the
defaults.
"""

import json
import sys
import warnings
from pathlib import Path
from time import process_time

import numpy as np

warnings.simplefilter("ignore")
Rows = list[list[object]]


def numeric(train: Rows, test: Rows) -> tuple[np.ndarray, np.ndarray]:
    """Both as numbers; a text's column has one for each value seen in training."""
    columns: list[list[float]] = []
    for j in range(len(train[0])):
        own, others = [row[j] for row in train], [row[j] for row in test]
        if all(isinstance(cell, int | float) for cell in own):
            columns.append([*own, *others])
        else:
            columns += [[float(c == v) for c in [*own, *others]] for v in sorted(set(own))]
    whole = np.array(columns, dtype=float).T
    return whole[: len(train)], whole[len(train) :]


def rulefit(train: Rows, y: np.ndarray, test: Rows) -> tuple[np.ndarray, int]:
    from imodels import RuleFitRegressor

    X, X_test = numeric(train, test)
    model = RuleFitRegressor(random_state=0)
    model.fit(X, y)
    rules = model._get_rules()
    rules = rules[rules.coef != 0]
    size = sum(str(rule).count(" and ") + 1 for rule in rules.rule)
    return model.predict(X_test), size


def figs(train: Rows, y: np.ndarray, test: Rows) -> tuple[np.ndarray, int]:
    from imodels import FIGSRegressor

    X, X_test = numeric(train, test)
    model = FIGSRegressor(max_rules=20)
    model.fit(X, y)
    return model.predict(X_test), int(model.complexity_)


def ebm(train: Rows, y: np.ndarray, test: Rows) -> tuple[np.ndarray, int]:
    from interpret.glassbox import ExplainableBoostingRegressor

    def cells(rows: Rows) -> np.ndarray:
        return np.array(rows, dtype=object)

    model = ExplainableBoostingRegressor(random_state=0, n_jobs=1)
    model.fit(cells(train), y)
    return model.predict(cells(test)), sum(scores.size for scores in model.term_scores_)


LEARNERS = {"RuleFit": rulefit, "FIGS": figs, "EBM": ebm}

if __name__ == "__main__":
    name, path = sys.argv[1:]
    split = json.loads(Path(path).read_text(encoding="utf-8"))
    started = process_time()
    predicted, size = LEARNERS[name](split["train"], np.array(split["y"]), split["test"])
    seconds = process_time() - started
    print(json.dumps([np.asarray(predicted, float).ravel().tolist(), int(size), seconds]))
