"""Rule learners of other libraries on one split, by their own Python: peer_rules.py LEARNER FILE.

FILE is JSON: train and test rows as lists of text, y of the training rows. The last line printed is
JSON: for each name of a learner the test rows that it says yes to, its tests, CPU seconds from the
start of the process without reading the rows, and those since its library was loaded. A test is one
= or ≠; a tree counts the paths to its positive leaves, repeated tests once; CN2 and C5.0 the rules
of both classes; EBM the cells of its tables. "+ polish" is no tool: it drops tests, then clauses,
as long as training accuracy does not fall. Settings are the defaults, BRCG's with negations.
"""

from collections.abc import Callable
from time import process_time

import numpy as np
from peer_split import Said, Split, Timed, ebm, main, with_denials

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


LEARNERS: dict[str, tuple[str, Callable[[Split], Said | dict[str, Said | Timed]]]] = {
    "RIPPER": ("wittgenstein", with_polish("RIPPER", ripper)),
    "BRCG": ("aix360.algorithms.rbm", with_polish("BRCG", brcg)),
    "tree": ("sklearn.tree", tree),
    "CN2": ("Orange.classification.rules", cn2),
    "EBM": ("interpret.glassbox", ebm),
    "C5.0": ("c50py", c50),
}

if __name__ == "__main__":
    main(LEARNERS)
