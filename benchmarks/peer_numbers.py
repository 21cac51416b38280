"""Learners of numbers of other libraries on one split: peer_numbers.py NAME FILE.

FILE is JSON: train and test rows as lists of cells, y of the training rows. The last line printed
is JSON: the predictions of the test rows, the size of the model, CPU seconds. A process that has
taken CPU_SECONDS is ended. Columns of text become 0/1 columns but for EBM, which takes them as they
are. Sizes: of RuleFit the conditions of the rules with a weight, of FIGS, tree and forest the
splits, of the lasso the tests of the conjunctions with a weight, of EBM the cells of its tables.
Settings are the defaults; the tree's leaves are chosen by cross-validation.
"""

import json
import resource
import sys
import warnings
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

warnings.simplefilter("ignore")
Rows = list[list[object]]
CPU_SECONDS = 600
LEAVES = (4, 8, 16, 32, 64, 128, 256)


def numeric(train: Rows, test: Rows) -> tuple[np.ndarray, np.ndarray]:
    """Both as numbers; a text's column has one for each value seen in training."""
    columns: list[list[Any]] = []
    for j in range(len(train[0])):
        values, others = [row[j] for row in train], [row[j] for row in test]
        if all(isinstance(cell, int | float) for cell in values):
            columns.append([*values, *others])
        else:
            columns += [
                [float(c == v) for c in [*values, *others]] for v in sorted(map(str, set(values)))
            ]
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


def single_tests(train: Rows, test: Rows) -> np.ndarray:
    """0/1 columns of both, training rows first: a text is a value, a number beyond a quartile."""
    columns = []
    for j in range(len(train[0])):
        values = [row[j] for row in train]
        both = np.array([*values, *(row[j] for row in test)], dtype=object)
        if all(isinstance(cell, int | float) for cell in values):
            for cut in np.unique(np.quantile(np.array(values, dtype=float), (0.25, 0.5, 0.75))):
                columns += [both > cut, both <= cut]
        else:
            columns += [both == value for value in sorted(map(str, set(values)))]
    return np.array(columns, dtype=bool).T


def lasso_on_pairs(train: Rows, y: np.ndarray, test: Rows) -> tuple[np.ndarray, int]:
    from sklearn.linear_model import LassoCV

    tests = single_tests(train, test)
    first, second = np.triu_indices(tests.shape[1])
    features = tests[:, first] & tests[:, second]
    n = len(train)
    varied = features[:n].any(axis=0) & ~features[:n].all(axis=0)
    X = np.asfortranarray(features[:, varied], dtype=np.float32)
    model = LassoCV(cv=5, random_state=0).fit(X[:n], y.astype(np.float32))
    sizes = np.where(first == second, 1, 2)[varied]
    return model.predict(X[n:]), int(sizes[model.coef_ != 0].sum())


def tree(train: Rows, y: np.ndarray, test: Rows) -> tuple[np.ndarray, int]:
    from sklearn.model_selection import GridSearchCV
    from sklearn.tree import DecisionTreeRegressor

    X, X_test = numeric(train, test)
    grown = DecisionTreeRegressor(random_state=0)
    model = GridSearchCV(grown, {"max_leaf_nodes": LEAVES}, cv=5).fit(X, y)
    return model.predict(X_test), int(model.best_estimator_.get_n_leaves()) - 1


def forest(train: Rows, y: np.ndarray, test: Rows) -> tuple[np.ndarray, int]:
    from sklearn.ensemble import RandomForestRegressor

    X, X_test = numeric(train, test)
    model = RandomForestRegressor(random_state=0, n_jobs=1).fit(X, y)
    return model.predict(X_test), sum(int(tree.get_n_leaves()) - 1 for tree in model.estimators_)


LEARNERS = {
    "RuleFit": rulefit,
    "FIGS": figs,
    "EBM": ebm,
    "LassoCV on pairs": lasso_on_pairs,
    "tree, cross-validated": tree,
    "random forest": forest,
}

if __name__ == "__main__":
    name, path = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    split = json.loads(Path(path).read_text(encoding="utf-8"))
    started = process_time()
    predicted, size = LEARNERS[name](split["train"], np.array(split["y"]), split["test"])
    seconds = process_time() - started
    print(json.dumps([np.asarray(predicted, float).ravel().tolist(), int(size), seconds]))
