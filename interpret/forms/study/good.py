"""Which columns a rule can do without, and which other rules are about as right.

The machine stays as it is and may use every column, and all choices stay. Rules are found that may
not use some columns: first each column of the answer's rule, then, where that is no measurable
loss, also each column of the rule that took its place. Others pay more for each condition. On folds
of the training rows all of them are found anew, in one machine for each fold, and are judged in
pairs on the rows left out. Unseen rows take no part.

A column whose loss is measurable is not forbidden a second time, together with others: rules
without both are rules without the one. So at most MOST columns and PAIRS pairs of them are tried.

That a rule can do without a column does not make it free of what the column says, so how well the
others tell it stands beside it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.splits import Split, folds
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.find_rule import all_found_anew, effort, good_start
from interpret.fit.rule_problem import TrainedMachine, rule_problem
from interpret.fit.sample import Sample
from interpret.forms.answer.good import Good, Other, Without
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Clause, Formula, said_when
from interpret.rules.search import Rule
from interpret.rules.single_tests import SingleTests, single_tests
from interpret.rules.wrapping import PinnedSearch, SampledSearch
from interpret.shares import Z95, Share, mean_error, share_of
from kernels.svm import BooleanSVC

FOLDS = 5
MOST, PAIRS = 12, 8  # columns, those that most conditions ask for; pairs of columns
DEARER = (2.0, 4.0)  # times the price of a condition, for shorter rules
TOLD, APART = 10, 0.1  # rules at most; on so many rows two rules of the same columns must differ
LEAVES, OF_A_LEAF = 16, 5  # of the trees that tell a column from the others
PROVING, FINDING = 20, 80  # times less effort than the answer's search has


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


@dataclass(frozen=True)
class Held:
    """What a rule is held to besides the answer's choices: columns that it may not use, and how
    many times as much a condition costs.
    """

    forbidden: tuple[str, ...] = ()
    dearer: float = 1.0

    def choice(self, choice: RuleChoice) -> RuleChoice:
        """The choice for such rules."""
        forbidden = (*choice.demands.forbidden, *self.forbidden)
        demands = replace(choice.demands, forbidden=forbidden)
        return replace(choice, price=choice.price * self.dearer, demands=demands)


@dataclass(frozen=True, eq=False)
class _Tried:
    """The best rule of its kind on all training rows, and how much is lost by it.

    values: for each left-out row what is lost, (n_judged,).
    """

    held: Held
    best: Rule
    formula: Formula
    values: np.ndarray
    error: float

    @property
    def lost(self) -> float:
        return float(self.values.mean())

    @property
    def is_good(self) -> bool:
        """Whether it is not measurably less right, and a rule at all."""
        return self.lost <= self.error and len(self.formula) > 0

    @property
    def ends(self) -> tuple[float, float, float]:
        """What is lost, and its 95 % interval."""
        reach = Z95 * self.error
        return self.lost, self.lost - reach, self.lost + reach


def good_rules(
    rule: Rule, learned: Learned, go_on: Callable[[], bool] = lambda: True
) -> Good | None:
    """What the rule can do without, and other rules that are about as right.

    None where conditions are pinned, a class has too few rows for folds, no column is left to
    forbid, or go_on returned False.
    """
    asked = [test.attribute for clause in rule.formula.clauses for test in clause.tests]
    columns = sorted(dict.fromkeys(asked), key=lambda name: -asked.count(name))[:MOST]
    some, choice = learned.some, learned.choice
    left = {*some.attributes} - {*choice.demands.forbidden}
    if not columns or choice.demands.pins or some.smaller_class < FOLDS or len(left) < 2:
        return None
    splits = folds(some.y, some.ties, FOLDS, learned.seed)
    singly = [Held((column,)) for column in columns]
    dearer = [Held(dearer=times) for times in DEARER if rule.price > 0]
    first = _tried([*singly, *dearer], rule, splits, learned, go_on)
    if first is None:
        return None
    of = dict(zip(columns, first, strict=False))
    spared = {column for column, one in of.items() if one.lost > one.error}
    pairs = dict.fromkeys(
        tuple(sorted((column, other)))
        for column, one in sorted(of.items(), key=lambda item: item[1].lost)
        for other in one.formula.attributes
        if column not in spared | {other} and other not in spared and len(left) > 2
    )
    second = _tried([Held(pair) for pair in [*pairs][:PAIRS]], rule, splits, learned, go_on)
    if second is None:
        return None
    single = single_tests(some.table, some.attributes, "monotone")
    without = [_without(column, one, rule, single, splits, learned) for column, one in of.items()]
    every, tried = learned.every, [*first, *second]
    others = _others(rule.formula, tried, every)
    said = [formula.holds(every.table) for formula in (rule.formula, *(o.formula for o in others))]
    return Good(
        without=tuple(sorted(without, key=lambda one: -one.lost)),
        others=others,
        looked=len(tried),
        rows=len(first[0].values),
        alike=share_of(np.all(said, axis=0) | ~np.any(said, axis=0), every.ties.groups),
    )


def best_held(rule: Rule, held: Held, learned: Learned, proves: bool = True) -> Rule:
    """The best such rule on all training rows. proves: whether its bound is to be a good one."""
    choice = held.choice(learned.choice)
    rng = np.random.default_rng(learned.seed)
    unpriced = rule_problem(learned.every, learned.machine, choice.way, choice.limits, rng)
    problem = replace(unpriced.problem, price=rule.price * held.dearer)
    most = effort(problem) // (PROVING if proves else FINDING)
    exact = SampledSearch(ExactSearch(most, start=(good_start(problem),), proves=proves))
    return PinnedSearch(exact, unpriced.given).search(problem)


def _tried(
    each: Sequence[Held],
    rule: Rule,
    splits: Sequence[Split],
    learned: Learned,
    go_on: Callable[[], bool],
) -> list[_Tried] | None:
    """The best rule of each kind, and what is lost by it; None if go_on returned False."""
    lost = _lost(each, splits, learned, go_on) if each else []
    if lost is None:
        return None
    judged, groups = np.concatenate([left for _, left in splits]), learned.some.ties.groups
    of_judged = None if groups is None else groups[judged]
    found = []
    for held, values in zip(each, lost, strict=True):
        if not go_on():
            return None
        best = best_held(rule, held, learned, proves=len(held.forbidden) == 1)
        formula = learned.choice.way.verdict(best.formula)
        if not rule.formula.denied:  # as the answer's is
            formula = said_when(formula, learned.every.table)
        error = mean_error(values[judged], of_judged)
        found.append(_Tried(held, best, formula, values[judged], error))
    return found


def _lost(
    each: Sequence[Held],
    splits: Sequence[Split],
    learned: Learned,
    go_on: Callable[[], bool],
) -> list[np.ndarray] | None:
    """For each kind of rule how much of each left-out row is lost by it, (n_rows,) each.

    1 where the answer's kind of rule is right and this one is wrong, −1 the other way round, times
    what the row counts, whose mean is 1; NaN for rows that are never left out. None if go_on
    returned False.
    """
    some, choice = learned.some, learned.choice
    choices = [Held().choice(choice), *(held.choice(choice) for held in each)]
    parts = [some.rows(fit) for fit, _ in splits]
    lost = [np.full(len(some), np.nan) for _ in each]
    found = list(all_found_anew(parts, learned.svc, choices, learned.seed, go_on, quick=True))
    if len(found) < len(splits) or not go_on():
        return None
    for (_, left), formulas in zip(splits, found, strict=True):
        right = [formula.holds(some.table)[left] == some.y[left] for formula in formulas]
        for values, one in zip(lost, right[1:], strict=True):
            values[left] = (right[0].astype(float) - one) * some.each[left]
    judged = ~np.isnan(lost[0])
    return [values / some.each[judged].mean() for values in lost]


def _others(answer: Formula, tried: Sequence[_Tried], every: Sample) -> tuple[Other, ...]:
    """The good rules that differ from the answer's and from one another."""
    known = [(answer, answer.holds(every.table))]
    others = list[Other]()
    for one in sorted(tried, key=lambda one: (one.lost, len(one.formula), str(one.formula))):
        said = one.formula.holds(every.table)
        differs = all(
            {*one.formula.attributes} != {*formula.attributes}
            or (said != rows).mean() >= APART
            or len(one.formula) < len(formula)
            for formula, rows in known
        )
        if not one.is_good or not differs or len(others) == TOLD:
            continue
        known.append((one.formula, said))
        groups = every.ties.groups
        right, apart = share_of(said == every.y, groups), share_of(said != known[0][1], groups)
        others.append(Other(one.formula, one.held.forbidden, *one.ends, right, apart))
    return tuple(others)


def _without(
    column: str,
    one: _Tried,
    rule: Rule,
    single: SingleTests,
    splits: Sequence[Split],
    learned: Learned,
) -> Without:
    tests = (test for clause in rule.formula.clauses for test in clause.tests)
    clauses = [Clause((test,)) for test in tests if test.attribute == column]
    told = _told(column, clauses, single, splits, learned)
    bound = min(one.best.bound, rule.bound)  # for what holds of all rules holds of these
    return Without(column, one.formula, one.best.objective, bound, *one.ends, *told)


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
