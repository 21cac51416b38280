"""Which columns the rule can do without, and which other rules are about as right.

The machine stays as it is and may use every column, and all choices stay. Rules are found that may
not use some columns: first each column of the answer's rule, then, where that is no measurable
loss, also each column of the rule that took its place. Others pay more for each condition, or must
have a line that the bound does not exclude (`interpret.forms.study.held`). On folds of the training
rows all of them are found anew, in one machine for each fold, and are judged in pairs on the rows
left out. Unseen rows take no part.

A column whose loss is measurable is not forbidden a second time, together with others: rules
without both are rules without the one. So at most MOST columns and PAIRS pairs of them are tried.

That a rule can do without a column does not make it free of what the column says, so how well the
others tell it stands beside it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from interpret.data.splits import Split, folds
from interpret.fit.find_rule import all_found_anew
from interpret.fit.sample import Sample
from interpret.forms.answer.good import Good, Other, Without
from interpret.forms.study.held import Held, Learned, best_held, lines_left_open, lines_of
from interpret.rules.logic import Clause, Formula, said_when
from interpret.rules.search import Rule
from interpret.rules.single_tests import SingleTests, single_tests
from interpret.shares import Loss, Share, loss_of, share_of

FOLDS = 5
MOST, PAIRS = 12, 8  # columns, those that most conditions ask for; pairs of columns
DEARER = (2.0, 4.0)  # times the price of a condition, for shorter rules
TOLD, APART = 10, 0.1  # rules at most; on so many rows two rules of the same columns must differ
LEAVES, OF_A_LEAF = 16, 5  # of the trees that tell a column from the others


@dataclass(frozen=True, eq=False)
class _Tried:
    """The best rule of its kind on all training rows, and what is lost by it."""

    held: Held
    best: Rule
    formula: Formula
    loss: Loss


def good_rules(
    rule: Rule, learned: Learned, go_on: Callable[[], bool] = lambda: True
) -> Good | None:
    """What the rule can do without, and other rules that are about as right.

    None where a class has too few rows for folds, no column is left to
    forbid, or go_on returned False.
    """
    tests = (test for clause in rule.formula.clauses for test in clause.tests)
    columns = [name for name, _ in Counter(test.attribute for test in tests).most_common(MOST)]
    some, choice = learned.some, learned.choice
    left = {*some.attributes} - {*choice.demands.forbidden}
    if not columns or some.smaller_class < FOLDS or len(left) < 2:
        return None
    splits = folds(some.y, some.ties, FOLDS, learned.seed)
    singly = [Held((column,)) for column in columns]
    dearer = [Held(dearer=times) for times in DEARER if rule.price > 0]
    first = _tried([*singly, *dearer], rule, splits, learned, go_on)
    if first is None:
        return None
    of = dict(zip(columns, first, strict=False))
    spared = {column for column, one in of.items() if not one.loss.is_good}
    pairs = dict.fromkeys(
        tuple(sorted((column, other)))
        for column, one in sorted(of.items(), key=lambda item: item[1].loss.lost)
        for other in one.formula.attributes
        if column not in spared | {other} and other not in spared and len(left) > 2
    )
    further = [Held(pair) for pair in [*pairs][:PAIRS]]
    further += [Held(line=line) for line in lines_left_open(rule, learned)]
    second = _tried(further, rule, splits, learned, go_on)
    if second is None:
        return None
    single = single_tests(some.table, some.attributes, "monotone")
    without = [_without(column, one, rule, single, splits, learned) for column, one in of.items()]
    every, tried = learned.every, [*first, *second]
    others = _others(rule.formula, [one for one in tried if _uses_its_line(one, learned)], every)
    said = [formula.holds(every.table) for formula in (rule.formula, *(o.formula for o in others))]
    return Good(
        without=tuple(sorted(without, key=lambda one: -one.lost)),
        others=others,
        looked=len(tried),
        rows=len(_judged(splits)),
        alike=share_of(np.all(said, axis=0) | ~np.any(said, axis=0), every.ties.groups),
    )


def _tried(
    each: Sequence[Held],
    rule: Rule,
    splits: Sequence[Split],
    learned: Learned,
    go_on: Callable[[], bool],
) -> list[_Tried] | None:
    """The best rule of each kind, and what is lost by it; None if go_on returned False."""
    some, choice = learned.some, learned.choice
    if not each:
        return []
    has_lines = any(held.line is not None for held in each)
    ours = [Held(), *(Held(line=line) for line in lines_of(rule, learned) if has_lines)]
    choices = [held.choice(choice) for held in (*ours, *each)]
    parts = [some.rows(fit) for fit, _ in splits]
    anew = all_found_anew(parts, learned.svc, choices, learned.seed, go_on, quick=True)
    right = _right(anew, splits, some)
    if right is None:
        return None
    best_of_ours = right[int(right[: len(ours)].sum(axis=1).argmax())]
    tried = []
    for held, of_kind in zip(each, right[len(ours) :], strict=True):
        if not go_on():
            return None
        best = best_held(rule, held, learned, proves=len(held.forbidden) == 1)
        formula = learned.choice.way.verdict(best.formula)
        if not rule.formula.denied:  # as the answer's is
            formula = said_when(formula, learned.every.table)
        values = (right[0] if held.line is None else best_of_ours) - of_kind
        tried.append(_Tried(held, best, formula, loss_of(values, _groups(splits, some))))
    return tried


def _right(
    anew: Iterable[Sequence[Formula]], splits: Sequence[Split], some: Sample
) -> np.ndarray | None:
    """For each kind of rule, how much each left-out row counts where it is right, else 0:
    (n_kinds, n_judged). The mean of what rows count is 1.

    anew: what was found for each split, one of each kind. None if some splits are missing.
    """
    found = list(anew)
    if len(found) < len(splits):
        return None
    judged = _judged(splits)
    of_split = [
        [(one.holds(some.table) == some.y)[left] for one in forms]
        for (_, left), forms in zip(splits, found, strict=True)
    ]
    return np.concatenate(of_split, axis=1) * some.each[judged] / some.each[judged].mean()


def _groups(splits: Sequence[Split], some: Sample) -> np.ndarray | None:
    """Which of the left-out rows belong together, (n_judged,)."""
    groups = some.ties.groups
    return None if groups is None else groups[_judged(splits)]


def _judged(splits: Sequence[Split]) -> np.ndarray:
    return np.concatenate([left for _, left in splits])


def _uses_its_line(one: _Tried, learned: Learned) -> bool:
    """Whether the line that it must have makes it right on more training rows."""
    if one.held.line is None:
        return True
    every, clauses = learned.every, one.best.formula.clauses
    without = Formula(tuple(clause for clause in clauses if clause != one.held.line))
    right = [
        float(every.each[learned.choice.way.verdict(rule).holds(every.table) == every.y].sum())
        for rule in (one.best.formula, without)
    ]
    return right[0] > right[1]


def _others(answer: Formula, tried: Sequence[_Tried], every: Sample) -> tuple[Other, ...]:
    """The good rules that differ from the answer's and from one another."""
    known = [(answer, answer.holds(every.table))]
    others = list[Other]()
    for one in sorted(tried, key=lambda one: (one.loss.lost, len(one.formula), str(one.formula))):
        said = one.formula.holds(every.table)
        differs = all(
            {*one.formula.attributes} != {*formula.attributes}
            or (said != rows).mean() >= APART
            or len(one.formula) < len(formula)
            for formula, rows in known
        ) and not any({*one.formula.clauses} > {*formula.clauses} for formula, _ in known)
        is_good = one.loss.is_good and len(one.formula) > 0
        if not is_good or not differs or len(others) == TOLD:
            continue
        known.append((one.formula, said))
        groups = every.ties.groups
        right, apart = share_of(said == every.y, groups), share_of(said != known[0][1], groups)
        others.append(
            Other(one.formula, one.held.forbidden, **asdict(one.loss), right=right, differs=apart)
        )
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
    right, guessed = _told(column, clauses, single, splits, learned)
    return Without(
        column=column,
        formula=one.formula,
        objective=one.best.objective,
        bound=min(one.best.bound, rule.bound),  # for what holds of all rules holds of these
        told=right,
        guessed=guessed,
        **asdict(one.loss),
    )


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
    others = np.column_stack([np.ones(len(some), dtype=bool), others])  # there may be none
    right, guessed = [], []
    for fit, left in splits:
        tree = DecisionTreeClassifier(
            max_leaf_nodes=LEAVES, min_samples_leaf=OF_A_LEAF, random_state=learned.seed
        ).fit(others[fit], case[fit])
        right.append(tree.predict(others[left]) == case[left])
        guessed.append(np.bincount(case[fit]).argmax() == case[left])
    groups = _groups(splits, some)
    return share_of(np.concatenate(right), groups), share_of(np.concatenate(guessed), groups)
