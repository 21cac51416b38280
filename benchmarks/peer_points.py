"""Learners of scores on one split, by their own Python: peer_points.py LEARNER FILE.

FILE is JSON: train and test rows as lists of text, y of the training rows. The last line printed is
JSON: of the learner the test rows that it says yes to, its tests, CPU seconds from the start of the
process, and those since its library was loaded, of which it has LIMIT: with more the system stops
the process. All but EBM see the rows one-hot: attribute = value; for LogisticRuleRegression also
attribute ≠ value, which it wants.

A test is one = or ≠ that stands in a term with a weight other than nothing: a term on one one-hot
column is one test, a rule of RuleFit or LogisticRuleRegression has as many as columns, EBM as many
as its tables have cells. Settings are the defaults, except what a function says.
"""

from collections.abc import Callable

import numpy as np
from peer_split import Said, Split, ebm, main

LIMIT = 300  # CPU seconds


def names(split: Split) -> list[str]:
    return [f"c{i}" for i in range(len(split.equal))]


def fast_risk_score(split: Split) -> Said:
    """Fitted twice, because it is compiled at its first fit: only the second is timed."""
    from imodels import FastRiskScoreClassifier

    learnt = FastRiskScoreClassifier()
    learnt.fit(split.holds.astype(float), split.y.astype(int), feature_names=names(split))
    split.begin(LIMIT)
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


LEARNERS: dict[str, tuple[str, Callable[[Split], Said]]] = {  # what to load, and what learns
    "FastRiskScore": ("imodels", fast_risk_score),
    "FasterRisk": ("fasterrisk.fasterrisk", faster_risk),
    "LogisticRuleRegression": ("aix360.algorithms.rbm", logistic_rules),
    "RuleFit": ("imodels", rule_fit),
    "L1 rounded": ("sklearn.linear_model", rounded_l1),
    "EBM": ("interpret.glassbox", ebm),
}

if __name__ == "__main__":
    main(LEARNERS, LIMIT)
