"""Which columns rule and card can do without, and which other rules are about as right.

The machine stays as it is and may use every column, and all choices stay. Rules are found that may
not use some columns: first each column of the answer's rule, then, where that is no measurable
loss, also each column of the rule that took its place. Others pay more for each condition. On folds
of the training rows all of them are found anew, in one machine for each fold, and are judged in
pairs on the rows left out. Unseen rows take no part.

A column whose loss is measurable is not forbidden a second time, together with others: rules
without both are rules without the one. So at most MOST columns and PAIRS pairs of them are tried.

Cards without each column of the answer's are found anew on the same folds, in the answer's way.

That a rule can do without a column does not make it free of what the column says, so how well the
others tell it stands beside it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.splits import Split, folds
from interpret.fit.choose_card import CardWay
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.find_rule import all_found_anew, effort, good_start
from interpret.fit.fit_card import quick_card
from interpret.fit.machine import train_nearly
from interpret.fit.rule_problem import TrainedMachine, rule_problem
from interpret.fit.sample import Sample
from interpret.forms.answer.form import CardForm
from interpret.forms.answer.good import Good, Lacking, Other, Without
from interpret.rules.card import Card
from interpret.rules.cards.facts import LABELS
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
    of; svc: the same machine, untrained; choice: the answer's, with the price for these rows; card:
    the answer's, None where there is none or it was not fitted here.
    """

    every: Sample
    machine: TrainedMachine
    some: Sample
    svc: BooleanSVC
    choice: RuleChoice
    seed: int
    card: CardForm | None = None


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
    def ends(self) -> dict[str, float]:
        """What is lost, and its 95 % interval."""
        return _ends(self.lost, self.error)


def _ends(lost: float, error: float) -> dict[str, float]:
    return {"lost": lost, "low": lost - Z95 * error, "high": lost + Z95 * error}


def good_rules(
    rule: Rule, learned: Learned, go_on: Callable[[], bool] = lambda: True
) -> Good | None:
    """What the rule can do without, and other rules that are about as right.

    None where conditions are pinned, a class has too few rows for folds, no column is left to
    forbid, or go_on returned False.
    """
    columns = _most_asked(rule.formula.clauses)
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
    cards = _of_cards(splits, learned, go_on)
    if second is None or cards is None:
        return None
    single = single_tests(some.table, some.attributes, "monotone")
    without = [_without(column, one, rule, single, splits, learned) for column, one in of.items()]
    every, tried = learned.every, [*first, *second]
    others = _others(rule.formula, tried, every)
    said = [formula.holds(every.table) for formula in (rule.formula, *(o.formula for o in others))]
    return Good(
        without=tuple(sorted(without, key=lambda one: -one.lost)),
        cards=tuple(sorted(cards, key=lambda one: -one.lost)),
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
    some, choice = learned.some, learned.choice
    choices = [Held().choice(choice), *(held.choice(choice) for held in each)]
    if not each:
        return []
    parts = [some.rows(fit) for fit, _ in splits]
    anew = all_found_anew(parts, learned.svc, choices, learned.seed, go_on, quick=True)
    lost = _lost(anew, splits, some)
    if lost is None:
        return None
    found = []
    for held, (values, error) in zip(each, lost, strict=True):
        if not go_on():
            return None
        best = best_held(rule, held, learned, proves=len(held.forbidden) == 1)
        formula = learned.choice.way.verdict(best.formula)
        if not rule.formula.denied:  # as the answer's is
            formula = said_when(formula, learned.every.table)
        found.append(_Tried(held, best, formula, values, error))
    return found


def _lost(
    anew: Iterable[Sequence[Formula | Card]], splits: Sequence[Split], some: Sample
) -> list[tuple[np.ndarray, float]] | None:
    """For each kind of rule, or card, how much of each left-out row is lost by it, (n_judged,), and
    the standard error of the mean of that.

    1 where the answer's kind is right and this one is wrong, −1 the other way round, times what the
    row counts, whose mean is 1. anew: what was found for each split, the answer's kind before the
    others. None if some splits are missing.
    """
    found = list(anew)
    if len(found) < len(splits):
        return None
    judged = np.concatenate([left for _, left in splits])
    each, groups = some.each[judged] / some.each[judged].mean(), some.ties.groups
    of_split = [
        [(one.holds(some.table) == some.y)[left] for one in forms]
        for (_, left), forms in zip(splits, found, strict=True)
    ]
    answer, *others = (np.concatenate(of_form) for of_form in zip(*of_split, strict=True))
    lost = [(answer.astype(float) - one) * each for one in others]
    return [(one, mean_error(one, None if groups is None else groups[judged])) for one in lost]


def _of_cards(
    splits: Sequence[Split], learned: Learned, go_on: Callable[[], bool]
) -> list[Lacking] | None:
    """What cards without each column of the answer's card lose; None if go_on returned False."""
    if learned.card is None or learned.card.way is None:
        return []
    columns = _most_asked(learned.card.clauses)
    anew = _cards_anew(learned.card.way, columns, splits, learned, go_on)
    lost = _lost(anew, splits, learned.some)
    if lost is None:
        return None
    return [
        Lacking(column=column, **_ends(float(values.mean()), error))
        for column, (values, error) in zip(columns, lost, strict=True)
    ]


def _cards_anew(
    way: CardWay,
    columns: Sequence[str],
    splits: Sequence[Split],
    learned: Learned,
    go_on: Callable[[], bool],
) -> Iterator[list[Card]]:
    """For each split the card with every column, and those without one, found in the same way."""
    for fit, _ in splits:
        part, found = learned.some.rows(fit), list[Card]()
        machine = None if way.tried.fitted_to == LABELS else train_nearly(learned.svc, part)
        for forbidden in ((), *((column,) for column in columns)):
            if not go_on():
                return
            demands = replace(way.demands, forbidden=(*way.demands.forbidden, *forbidden))
            found.append(quick_card(part, way, machine, demands))
        yield found


def _most_asked(clauses: Iterable[Clause]) -> list[str]:
    """The columns that most conditions ask for, at most MOST."""
    asked = [test.attribute for clause in clauses for test in clause.tests]
    return sorted(dict.fromkeys(asked), key=lambda name: -asked.count(name))[:MOST]


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
        others.append(
            Other(one.formula, one.held.forbidden, **one.ends, right=right, differs=apart)
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
    told, guessed = _told(column, clauses, single, splits, learned)
    return Without(
        column=column,
        formula=one.formula,
        objective=one.best.objective,
        bound=min(one.best.bound, rule.bound),  # for what holds of all rules holds of these
        told=told,
        guessed=guessed,
        **one.ends,
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
