"""The worst cohort: a clause for the rows on which a verdict is wrong, found by the exact search.

The errors are the labels. A row's weight is its error minus the mean error of the rows with the
same verdict: that a verdict is wrong more often where it says yes is known from its precision, and
is no cohort. The clause is found on some rows, where cross-validation chooses its length, and
confirmed on other rows by one exact test, so that noise is not reported.
"""

from dataclasses import dataclass, replace

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.roles import ties_of
from interpret.data.splits import Split, Ties, dealt, divided, folds
from interpret.data.table import Table
from interpret.fit.parts import Part
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.evidence import CHANCE, chances_of_hits
from interpret.forms.study.groups import MACHINE
from interpret.row_limits import ROWS
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Clause
from interpret.rules.pool import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import single_tests
from interpret.shares import Share, independent

LITERALS, FOLDS = 3, 5
PRICES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # of a test, in rows
FEWEST_ERRORS = 5  # among the rows that are searched
EFFORT = 200_000
NO_ROWS = independent(0, 0)


@dataclass(frozen=True)
class Cohort:
    """Where a verdict is wrong. who: "rule", "card" or "machine".

    searched, unseen: how many rows the clause was searched for on, and how many it was confirmed
    on; clause: None if none was found or confirmed; inside, outside: how often the verdict is wrong
    in the cohort and on all other unseen rows; chance: the probability that chance alone confirms
    as much.
    """

    who: str
    searched: int
    unseen: int
    clause: Clause | None = None
    inside: Share = NO_ROWS
    outside: Share = NO_ROWS
    chance: float = 1.0


@dataclass(frozen=True, eq=False)
class _Errors:
    """Some rows with what a verdict says of each, and where it is wrong: bool (n_rows,).

    times: when each row was, the later the higher, (n_rows,); None where that is not known.
    """

    table: Table
    said: np.ndarray
    wrong: np.ndarray
    times: np.ndarray | None = None

    def rows(self, indices: np.ndarray) -> "_Errors":
        times = None if self.times is None else self.times[indices]
        return _Errors(self.table.rows(indices), self.said[indices], self.wrong[indices], times)

    @property
    def weights(self) -> np.ndarray:
        """Each row's error minus the mean error of its verdict: float (n_rows,), of sum 0."""
        weights = self.wrong.astype(float)
        for rows in (self.said, ~self.said):
            if rows.any():
                weights[rows] -= weights[rows].mean()
        return weights


def cohorts(a: Answer) -> tuple[Cohort, ...]:
    """The worst cohort of the form that comes first, then that of the machine.

    The form's cohort is searched for among the training rows and confirmed on those held out. A
    machine is hardly ever wrong on its training rows, so its cohort is searched for in one half of
    the held-out rows (the earlier half if rows have a time) and confirmed in the other. Without
    held-out rows nothing is confirmed. Of rows that belong together, only one is taken.
    """
    times = ties_of(a.as_read, a.explanation.settings.roles).times
    form = a.explanation.forms[0].called
    train, judged = one_of_each_group(a.train), one_of_each_group(a.judged)
    held_out = a.explanation.judged_on == "test"
    said = [a.explanation.forms[0].card.holds(part.table) for part in (train, judged)]
    of_form = [
        _Errors(
            part.table, verdicts, verdicts != part.y, None if times is None else times[part.places]
        )
        for part, verdicts in zip((train, judged), said, strict=True)
    ]
    machine = replace(of_form[1], said=judged.scores > 0, wrong=(judged.scores > 0) != judged.y)
    halves = [machine.rows(rows) for rows in _halves(machine)]
    names = a.explanation.attributes
    if not held_out:
        return tuple(Cohort(who, len(train.y), 0) for who in (form, MACHINE))
    return (
        _cohort(form, of_form[0], of_form[1], names),
        _cohort(MACHINE, halves[0], halves[1], names),
    )


def one_of_each_group(part: Part) -> Part:
    """The part with only one row, drawn at random, of those that belong together."""
    if part.groups is None:
        return part
    order = np.random.default_rng(0).permutation(len(part.y))
    rows = np.sort(order[np.unique(part.groups[order], return_index=True)[1]])
    return Part(
        part.name, part.places[rows], part.table.rows(rows), part.y[rows], part.scores[rows]
    )


def _halves(errors: _Errors) -> Split:
    """Rows to search and rows to confirm on, as indices; with times, the later ones confirm."""
    if errors.times is not None:
        middle = np.median(errors.times)
        later = errors.times > middle if middle < errors.times.max() else errors.times == middle
        return np.flatnonzero(~later), np.flatnonzero(later)
    rest, half = divided(len(errors.said), len(errors.said) // 2, 0)
    return half, rest


def _folds(errors: _Errors) -> list[Split]:
    """Rows to fit to and rows left out, as indices; where they have times, forward in time."""
    if errors.times is not None:
        try:
            return folds(errors.wrong, Ties(times=errors.times), FOLDS, 1)
        except DataError:  # no rows are later than any with errors
            return []
    fold = dealt(len(errors.said), FOLDS, 1)
    return [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(FOLDS)]


def _cohort(who: str, searched: _Errors, unseen: _Errors, names: tuple[str, ...]) -> Cohort:
    """The cohort of a clause found on some rows, if other rows confirm it."""
    rng = np.random.default_rng(0)
    searched = searched.rows(np.sort(rng.permutation(len(searched.said))[: ROWS.cohort]))
    none = Cohort(who, len(searched.said), len(unseen.said))
    wrong = int(searched.wrong.sum())
    if min(wrong, len(searched.said) - wrong) < FEWEST_ERRORS:
        return none
    price = _best_price(searched, names)
    if price is None:
        return none
    problem = _problem(searched, names, price)
    found = ExactSearch(EFFORT, proves=False).search(problem)
    if not found.formula.clauses:
        return none
    (clause,) = found.formula.clauses
    covered = clause.holds(unseen.table)
    chance = _chance(covered, unseen)
    if chance >= CHANCE:
        return none
    inside, outside = (
        independent(int(unseen.wrong[rows].sum()), int(rows.sum())) for rows in (covered, ~covered)
    )
    return Cohort(who, len(searched.said), len(unseen.said), clause, inside, outside, chance)


def _problem(errors: _Errors, names: tuple[str, ...], price: float) -> RuleProblem:
    single = single_tests(errors.table, names, "monotone")
    return RuleProblem(single, errors.weights, 1, LITERALS, price, "labels")


def _best_price(errors: _Errors, names: tuple[str, ...]) -> float | None:
    """The price whose clauses find most errors in rows left out; None where all do harm."""
    gains = np.zeros(len(PRICES))
    for split in _folds(errors):
        fit, left_out = map(errors.rows, split)
        problem = _problem(fit, names, 0.0)
        rules = price_path(problem, PRICES, Effort(EFFORT))
        for i, rule in enumerate(rules):
            covered = problem.single_tests.formula(rule).holds(left_out.table)
            gains[i] += left_out.weights[covered].sum()
    best = int(gains.argmax())
    return PRICES[best] if gains[best] > 0 else None


def _chance(covered: np.ndarray, errors: _Errors) -> float:
    """The probability that as many errors fall into the covered rows where chance alone puts them.

    By chance alone, every row of the same verdict is wrong with the same probability.
    """
    sums = chances_of_hits(
        (int(rows.sum()), int(errors.wrong[rows].sum()), int((covered & rows).sum()))
        for rows in filter(np.any, (errors.said, ~errors.said))
    )
    seen = int((errors.wrong & covered).sum())
    return float(sums[seen:].sum())
