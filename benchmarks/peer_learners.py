"""Learners of other libraries on one split, by their own Python: peer_learners.py LEARNER FILE.

They run in environments in which nothing of this project but this folder can be imported. FILE is
JSON: train and test rows as lists of text, y of the training rows. The last line printed is JSON:
for each name of a learner the test rows that it says yes to, its tests, CPU seconds from the start
of the process without reading the rows, and those since its library was loaded; after LIMIT of
these the system stops the process. Settings are the defaults, except what a function says, and
BRCG's are with negations.

A test is one = or ≠. A tree counts the paths to its positive leaves, repeated tests once; CN2 and
C5.0 the rules of both classes; EBM the cells of its tables; sums the tests of each term with a
weight other than nothing. "+ polish" is no tool: it drops tests, then clauses, as long as training
accuracy does not fall.
"""

import json
import resource
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from math import ceil
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

warnings.simplefilter("ignore")

LIMIT = 300  # CPU seconds

Said = tuple[np.ndarray, int]  # bool, of the test rows; tests
Timed = tuple[np.ndarray, int, float]  # and CPU seconds, where they are not those since loading


class Split:
    """The rows as text, and as one-hot tests: attribute = value.

    equal: the column and the value of each test; holds, holds_test: bool (n_rows, n_tests); began:
    the CPU time from which a learner is timed.
    """

    began: float

    def __init__(self, train: list[list[str]], y: list[bool], test: list[list[str]]) -> None:
        self.train, self.test = np.array(train, dtype=object), np.array(test, dtype=object)
        self.y = np.array(y)
        columns = range(self.train.shape[1])
        self.equal = [(j, v) for j in columns for v in sorted(set(self.train[:, j]))]
        self.holds, self.holds_test = self._one_hot(self.train), self._one_hot(self.test)

    def begin(self) -> None:
        """Times the learner from now on; it is stopped after its CPU seconds."""
        self.began = process_time()
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(self.began) + LIMIT, most))

    def frame(self, holds: np.ndarray) -> "pd.DataFrame":
        """Rows with their tests denied as well, as AIX360 reads them: columns like (c0, !=, a)."""
        import pandas as pd

        names = [(f"c{j}", sign, v) for sign in ("==", "!=") for j, v in self.equal]
        columns = pd.MultiIndex.from_tuples(names)
        return pd.DataFrame(with_denials(holds).astype(int), columns=columns)

    def _one_hot(self, rows: np.ndarray) -> np.ndarray:
        return np.array([rows[:, j] == v for j, v in self.equal], dtype=bool).T


def with_denials(holds: np.ndarray) -> np.ndarray:
    """The tests of rows, and then each of them denied: bool (n_rows, 2 n_tests)."""
    return np.hstack([holds, ~holds])


Clauses = list[tuple[int, ...]]  # of tests and then of denied ones, by their places


def verdict(holds: np.ndarray, clauses: Clauses) -> np.ndarray:
    said = np.zeros(len(holds), dtype=bool)
    for clause in clauses:
        said |= holds[:, list(clause)].all(axis=1)
    return said


def said_by(split: Split, clauses: Clauses) -> Said:
    return verdict(with_denials(split.holds_test), clauses), sum(map(len, clauses))


def polished(split: Split, clauses: Clauses) -> Clauses:
    """The clauses after tests, then clauses, were dropped that cost no training accuracy."""
    holds = with_denials(split.holds)

    def right(those: Clauses) -> int:
        return int((verdict(holds, those) == split.y).sum())

    now, best = list(dict.fromkeys(clauses)), right(clauses)
    for place in range(len(now)):
        for test in now[place]:
            shorter = tuple(kept for kept in now[place] if kept != test)
            tried = [*now[:place], shorter, *now[place + 1 :]]
            if shorter and right(tried) >= best:
                now, best = tried, right(tried)
    for clause in list(now):
        tried = [kept for kept in now if kept != clause]
        if right(tried) >= best:
            now, best = tried, right(tried)
    return list(dict.fromkeys(now))


def with_polish(name: str, learn: Callable[[Split], Clauses]) -> Callable[[Split], dict]:
    def both(split: Split) -> dict[str, Said | Timed]:
        began = process_time()
        clauses = learn(split)
        said = said_by(split, clauses)
        return {
            name: (*said, process_time() - began),
            f"{name} + polish": said_by(split, polished(split, clauses)),
        }

    return both


def ripper(split: Split) -> Clauses:
    import pandas as pd
    import wittgenstein

    names = [f"c{j}" for j in range(split.train.shape[1])]
    learner = wittgenstein.RIPPER(random_state=0)
    learner.fit(pd.DataFrame(split.train.astype(str), columns=names), split.y, pos_class=True)
    place = {(f"c{j}", value): i for i, (j, value) in enumerate(split.equal)}
    rules = learner.ruleset_.rules
    return [tuple(place[cond.feature, str(cond.val)] for cond in rule.conds) for rule in rules]


def brcg(split: Split) -> Clauses:
    from aix360.algorithms.rbm import BooleanRuleCG

    learner = BooleanRuleCG(lambda0=1e-3, lambda1=1e-3, silent=True)
    learner.fit(split.frame(split.holds), split.y.astype(int))
    chosen = np.asarray(learner.z)[:, np.asarray(learner.w) > 0.5]
    return [tuple(np.flatnonzero(column).tolist()) for column in chosen.T]


def tree(split: Split) -> Said:
    from sklearn.tree import DecisionTreeClassifier

    n = len(split.equal)
    inner = DecisionTreeClassifier(random_state=0).fit(split.holds, split.y).tree_
    clauses = []
    pending: list[tuple[int, frozenset[int]]] = [(0, frozenset())]
    while pending:
        node, tests = pending.pop()
        test = int(inner.feature[node])
        if inner.children_left[node] >= 0:
            pending.append((inner.children_left[node], tests | {n + test}))
            pending.append((inner.children_right[node], tests | {test}))
        elif inner.value[node][0][1] > 0.5:
            clauses.append(tuple(sorted(tests)))
    return said_by(split, clauses)


def cn2(split: Split) -> Said:
    from Orange.classification.rules import CN2UnorderedLearner
    from Orange.data import DiscreteVariable, Domain, Table

    values = [sorted(set(column)) for column in split.train.T]
    attributes = [DiscreteVariable(f"c{j}", value) for j, value in enumerate(values)]
    domain = Domain(attributes, DiscreteVariable("class", ("no", "yes")))

    def coded(rows: np.ndarray) -> np.ndarray:
        columns = zip(rows.T, values, strict=True)
        return np.array(
            [
                [cells.index(v) if v in cells else np.nan for v in column]
                for column, cells in columns
            ]
        ).T

    train = Table.from_numpy(domain, coded(split.train), split.y.astype(float))
    learnt = CN2UnorderedLearner()(train)
    said = learnt(Table.from_numpy(domain, coded(split.test), np.zeros(len(split.test)))) > 0
    return said, sum(len(rule.selectors) for rule in learnt.rule_list)


def c50(split: Split) -> Said:
    import pandas as pd
    from c50py import C5RulesClassifier

    names = [f"c{j}" for j in range(split.train.shape[1])]

    def frame(rows: np.ndarray) -> pd.DataFrame:
        return pd.DataFrame(rows.astype(str), columns=names)

    learnt = C5RulesClassifier(categorical_features=names).fit(frame(split.train), split.y)
    said = np.asarray(learnt.predict(frame(split.test)), dtype=bool)
    return said, sum(len(rule.conditions) for rule in learnt.rules_)


def ebm(split: Split) -> Said:
    """Its tests are the cells of its tables."""
    from interpret.glassbox import ExplainableBoostingClassifier

    types = ["nominal"] * split.train.shape[1]
    learnt = ExplainableBoostingClassifier(feature_types=types, random_state=0, n_jobs=1)
    learnt.fit(split.train.astype(str), split.y)
    cells = sum(int(np.prod(np.array(scores.shape) - 2)) for scores in learnt.term_scores_)
    return np.asarray(learnt.predict(split.test.astype(str)), dtype=bool), cells


def names(split: Split) -> list[str]:
    return [f"c{i}" for i in range(len(split.equal))]


def fast_risk_score(split: Split) -> Said:
    """Fitted twice, because it is compiled at its first fit: only the second is timed."""
    from imodels import FastRiskScoreClassifier

    learnt = FastRiskScoreClassifier()
    learnt.fit(split.holds.astype(float), split.y.astype(int), feature_names=names(split))
    split.begin()
    learnt = FastRiskScoreClassifier()
    learnt.fit(split.holds.astype(float), split.y.astype(int), feature_names=names(split))
    said = np.asarray(learnt.predict(split.holds_test.astype(float))) > 0
    return said, int(np.count_nonzero(learnt.coef_))


def faster_risk(split: Split) -> Said:
    """Five columns, as in its examples; it wants classes −1 and 1 and a column of ones."""
    from fasterrisk.fasterrisk import RiskScoreClassifier, RiskScoreOptimizer

    def with_ones(rows: np.ndarray) -> np.ndarray:
        return np.hstack([np.ones((len(rows), 1)), rows.astype(float)])

    search = RiskScoreOptimizer(X=with_ones(split.holds), y=np.where(split.y, 1, -1), k=5)
    search.optimize()
    scale, intercept, points = search.get_models(model_index=0)
    learnt = RiskScoreClassifier(scale, intercept, points, X_train=with_ones(split.holds))
    said = np.asarray(learnt.predict(with_ones(split.holds_test))) > 0
    return said, int(np.count_nonzero(np.asarray(points)[1:]))


def logistic_rules(split: Split) -> Said:
    """As in its examples: lambda0 .005, lambda1 .001."""
    import pandas as pd
    from aix360.algorithms.rbm import LogisticRuleRegression

    learnt = LogisticRuleRegression(lambda0=0.005, lambda1=0.001)
    learnt.fit(split.frame(split.holds), pd.Series(split.y.astype(int)))
    said = np.asarray(learnt.predict(split.frame(split.holds_test))) > 0
    return said, int(np.asarray(learnt.z).sum())


def rule_fit(split: Split) -> Said:
    from imodels import RuleFitClassifier

    learnt = RuleFitClassifier(random_state=0)
    learnt.fit(split.holds.astype(float), split.y.astype(int), feature_names=names(split))
    said = np.asarray(learnt.predict(split.holds_test.astype(float))) > 0
    rules = learnt._get_rules(exclude_zero_coef=True).rule
    return said, sum(len(str(rule).split(" and ")) for rule in rules)


def rounded_l1(split: Split) -> Said:
    """C by five folds; the weights at the best of 40 scales by training loss, to −10 … 10."""
    from sklearn.linear_model import LogisticRegression, LogisticRegressionCV

    X = split.holds.astype(float)
    found = LogisticRegressionCV(
        Cs=10, cv=5, penalty="l1", solver="liblinear", scoring="accuracy", random_state=0
    ).fit(X, split.y)
    weights = found.coef_.ravel()
    largest = float(np.abs(weights).max())
    if not largest:
        return np.full(len(split.test), bool(found.intercept_[0] > 0)), 0
    best, said, tests = np.inf, np.zeros(len(split.test), dtype=bool), 0
    for scale in np.linspace(1, 10, 40) / largest:
        points = np.rint(weights * scale)
        curve = LogisticRegression(C=1e6).fit((X @ points)[:, None], split.y)
        chance = curve.predict_proba((X @ points)[:, None])[:, 1]
        loss = -float(np.log(np.where(split.y, chance, 1 - chance) + 1e-12).mean())
        if loss < best - 1e-9:
            said = curve.predict((split.holds_test @ points)[:, None])
            best, tests = loss, int(np.count_nonzero(points))
    return np.asarray(said, dtype=bool), tests


Learn = Callable[[Split], Said | dict[str, Said | Timed]]  # a dict where it learns several things
LEARNERS: dict[str, tuple[str, Learn]] = {  # what to load, and what learns
    "RIPPER": ("wittgenstein", with_polish("RIPPER", ripper)),
    "BRCG": ("aix360.algorithms.rbm", with_polish("BRCG", brcg)),
    "tree": ("sklearn.tree", tree),
    "CN2": ("Orange.classification.rules", cn2),
    "EBM": ("interpret.glassbox", ebm),
    "C5.0": ("c50py", c50),
    "FastRiskScore": ("imodels", fast_risk_score),
    "FasterRisk": ("fasterrisk.fasterrisk", faster_risk),
    "LogisticRuleRegression": ("aix360.algorithms.rbm", logistic_rules),
    "RuleFit": ("imodels", rule_fit),
    "L1 rounded": ("sklearn.linear_model", rounded_l1),
}


def main() -> None:
    """Runs the learner that the command line names on the split in a file, and prints JSON."""
    learner, path = sys.argv[1:]
    library, learn = LEARNERS[learner]
    began = process_time()
    split = Split(**json.loads(Path(path).read_text(encoding="utf-8")))
    reading = process_time() - began
    import_module(library)
    split.begin()
    loaded = split.began
    found = learn(split)
    since = process_time() - split.began
    told = {}
    for name, learnt in (found if isinstance(found, dict) else {learner: found}).items():
        said, tests, seconds = (*learnt, since)[:3]
        told[name] = [said.tolist(), tests, loaded - reading + seconds, seconds]
    print(json.dumps(told))


if __name__ == "__main__":
    main()
