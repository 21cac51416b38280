"""Which columns a sum can do without: sums that may not ask for one, found anew on the same folds.

They are judged in pairs with sums that may ask for every column, row by row, on the rows left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from interpret.number.number_data import NumberData
from interpret.number.on_rows import OnRows
from interpret.number.validated import Conditions, ValidatedSums, validated, whole_sum
from interpret.rules.single_tests import TestSet
from interpret.shares import Lacking, loss_of

MOST = 12  # columns, those that most tests ask for


@dataclass(frozen=True)
class SumWithout:
    """What sums without a column lose, and, where that is not measurable, the conditions of the one
    on all training rows.
    """

    loss: Lacking
    conditions: Conditions


def sums_without(
    data: NumberData,
    sums: ValidatedSums,
    pools: Sequence[Sequence[TestSet]],
    pool: Sequence[TestSet],
    conditions: Conditions,
    tell: Callable[[], object],
) -> tuple[SumWithout, ...]:
    """Sums without each attribute of the conditions, those that lose most first.

    pools, pool: the clauses from which the sums of folds, and that of all training rows, took their
    first terms.
    """
    asked = [test.attribute for tests in conditions for test in tests]
    names = sorted(dict.fromkeys(asked), key=lambda name: -asked.count(name))[:MOST]
    found = []
    for name in names if len(data.task.attributes) > 1 else ():
        lacking = data.without(name)
        left = [
            _beside(name, fold.train, fewer.train, clauses)
            for fold, fewer, clauses in zip(data.folds, lacking.folds, pools, strict=True)
        ]
        without = validated(lacking, left, tell)
        loss = loss_of(without.missed - sums.missed, sums.groups)
        whole: Conditions = ()
        if loss.is_good:
            whole = whole_sum(lacking, _beside(name, data.rows, lacking.rows, pool))
        found.append(SumWithout(Lacking(column=name, **asdict(loss)), whole))
    return tuple(sorted(found, key=lambda one: -one.loss.lost))


def _beside(
    name: str, rows: OnRows, fewer: OnRows, clauses: Sequence[TestSet]
) -> tuple[TestSet, ...]:
    """The clauses that do not ask for the attribute, among the tests without it."""
    kept = [
        tests for tests in rows.conditions(clauses) if all(test.attribute != name for test in tests)
    ]
    return fewer.holding(kept)[1]
