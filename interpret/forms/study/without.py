"""Which columns a rule can do without: for each, the best rule that does not ask for it.

The machine stays as it is and may use the column, and all choices stay. On folds of the training
rows a rule with every column and one without each are found anew, in one machine for all of them,
and are judged in pairs on the rows left out. That a rule can do without a column does not make it
free of what the column says, so how well the others tell it stands beside it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from interpret.data.splits import Split, folds
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.find_rule import all_found_anew, effort, good_start
from interpret.fit.rule_problem import TrainedMachine, rule_problem
from interpret.fit.sample import Sample
from interpret.rules.demands import NOTHING
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Clause, Formula
from interpret.rules.search import Rule
from interpret.rules.single_tests import SingleTests, single_tests
from interpret.rules.wrapping import PinnedSearch, SampledSearch
from interpret.shares import Z95, Share, mean_error, share_of
from kernels.svm import BooleanSVC

FOLDS = 5
MOST = 12  # columns, those that most conditions ask for
LEAVES, OF_A_LEAF = 16, 5  # of the trees that tell a column from the others


@dataclass(frozen=True)
class Without:
    """The best rule without a column.

    objective: what it scores on the training rows; bound: what no such rule exceeds; lost: by how
    much smaller a share of the left-out rows it is right than a rule with every column, and low and
    high its 95 % interval; told: on which left-out rows the other columns tell which conditions on
    the column hold; guessed: on how many of them the most frequent case is right.
    """

    column: str
    formula: Formula = field(metadata={"key": "rule"})
    objective: float
    bound: float
    lost: float
    low: float
    high: float
    told: Share
    guessed: Share

    @property
    def is_needed(self) -> bool:
        """Whether rules without the column are surely right on fewer rows."""
        return self.low > 0


@dataclass(frozen=True, eq=False)
class Learned:
    """What an answer was made from.

    every: all training rows; machine: as it was trained on them; some: those that folds are made
    of; svc: the same machine, untrained; choice: the answer's, with the price for these rows.
    """

    every: Sample
    machine: TrainedMachine
    some: Sample
    svc: BooleanSVC
    choice: RuleChoice
    seed: int


def columns_without(
    rule: Rule, learned: Learned, go_on: Callable[[], bool] = lambda: True
) -> tuple[Without, ...]:
    """For the columns of a rule, what is lost without each; the most needed first.

    Nothing where the rule asks for one column alone, conditions are demanded of it, or go_on
    returned False.
    """
    tests = [test for clause in rule.formula.clauses for test in clause.tests]
    asked = [test.attribute for test in tests]
    columns = sorted(dict.fromkeys(asked), key=lambda name: -asked.count(name))[:MOST]
    if len(columns) < 2 or learned.choice.demands != NOTHING or learned.some.smaller_class < FOLDS:
        return ()
    some = learned.some
    splits = folds(some.y, some.ties, FOLDS, learned.seed)
    lost = _lost(columns, splits, learned, go_on)
    if lost is None:
        return ()
    judged, groups = ~np.isnan(lost[0]), some.ties.groups
    of_judged = None if groups is None else groups[judged]
    single = single_tests(some.table, some.attributes, "monotone")
    found = []
    for column, values in zip(columns, lost, strict=True):
        if not go_on():
            return ()
        best = best_without(rule, column, learned)
        mean = float(values[judged].mean())
        reach = Z95 * mean_error(values[judged], of_judged)
        clauses = [Clause((test,)) for test in tests if test.attribute == column]
        told, guessed = _told(column, clauses, single, splits, learned)
        found.append(
            Without(
                column,
                learned.choice.way.verdict(best.formula),
                best.objective,
                best.bound,
                mean,
                mean - reach,
                mean + reach,
                told,
                guessed,
            )
        )
    return tuple(sorted(found, key=lambda one: -one.lost))


def best_without(rule: Rule, column: str, learned: Learned) -> Rule:
    """The best rule without the column on all training rows, at the answer's price."""
    choice = _forbids(learned.choice, column)
    rng = np.random.default_rng(learned.seed)
    unpriced = rule_problem(learned.every, learned.machine, choice.way, choice.limits, rng)
    problem = replace(unpriced.problem, price=rule.price)
    exact = SampledSearch(ExactSearch(effort(problem) // 10, start=(good_start(problem),)))
    return PinnedSearch(exact, unpriced.given).search(problem)


def _forbids(choice: RuleChoice, column: str) -> RuleChoice:
    return replace(choice, demands=replace(choice.demands, forbidden=(column,)))


def _lost(
    columns: Sequence[str],
    splits: Sequence[Split],
    learned: Learned,
    go_on: Callable[[], bool],
) -> list[np.ndarray] | None:
    """For each column how much of each left-out row is lost without it, (n_rows,) each.

    1 where the rule with every column is right and the one without is wrong, −1 the other way
    round, times what the row counts, whose mean is 1; NaN for rows that are never left out. None
    if go_on returned False.
    """
    some, choice = learned.some, learned.choice
    choices = (choice, *(_forbids(choice, column) for column in columns))
    parts = [some.rows(fit) for fit, _ in splits]
    lost = [np.full(len(some), np.nan) for _ in columns]
    found = list(all_found_anew(parts, learned.svc, choices, learned.seed, go_on))
    if len(found) < len(splits) or not go_on():
        return None
    for (_, left), formulas in zip(splits, found, strict=True):
        right = [formula.holds(some.table)[left] == some.y[left] for formula in formulas]
        for values, without in zip(lost, right[1:], strict=True):
            values[left] = (right[0].astype(float) - without) * some.each[left]
    judged = ~np.isnan(lost[0])
    return [values / some.each[judged].mean() for values in lost]


def _told(
    column: str,
    clauses: Sequence[Clause],
    single: SingleTests,
    splits: Sequence[Split],
    learned: Learned,
) -> tuple[Share, Share]:
    """How often small trees of the other columns tell which of the conditions on the column hold,
    on rows left out, and how often the most frequent case does.

    single: the single conditions of all columns.
    """
    from sklearn.tree import DecisionTreeClassifier  # here, because it takes long to load

    some = learned.some
    holding = np.array([clause.holds(some.table) for clause in clauses])
    case = np.unique(holding, axis=1, return_inverse=True)[1].ravel()
    others = single.covers[[test.attribute != column for test in single.tests]].T
    told, guessed = [], []
    for fit, left in splits:
        tree = DecisionTreeClassifier(
            max_leaf_nodes=LEAVES, min_samples_leaf=OF_A_LEAF, random_state=learned.seed
        ).fit(others[fit], case[fit])
        told.append(tree.predict(others[left]) == case[left])
        guessed.append(np.bincount(case[fit]).argmax() == case[left])
    groups = some.ties.groups
    if groups is not None:
        groups = groups[np.concatenate([left for _, left in splits])]
    return share_of(np.concatenate(told), groups), share_of(np.concatenate(guessed), groups)
