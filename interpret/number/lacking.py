"""Which columns a sum can do without: sums that may not ask for one, on the same folds.

Each sum of a fold loses its terms that ask for the column, and is then grown and changed as long as
that pays. What is lost is judged in pairs, row by row, on the rows left out.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import numpy as np

from interpret.number.number_data import NumberData
from interpret.number.on_rows import OnRows
from interpret.number.sums import grown_sum
from interpret.number.validated import Conditions, ValidatedSums, judged_sums, refined
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
    data: NumberData, sums: ValidatedSums, conditions: Conditions, tell: Callable[[], object]
) -> tuple[SumWithout, ...]:
    """Sums without each attribute of the conditions, those that lose most first.

    sums: of the folds; conditions: of the sum of all training rows.
    """
    asked = [test.attribute for tests in conditions for test in tests]
    names = [name for name, _ in Counter(asked).most_common(MOST)]
    found = []
    for name in names if len(data.task.attributes) > 1 else ():
        fewer = data.without(name)

        def learnt(fewer: NumberData = fewer, name: str = name) -> Iterator[Conditions]:
            for fold, ours in zip(fewer.folds, sums.conditions, strict=True):
                yield _grown(fold.train, fold.z, ours, name, data.most)
                tell()

        loss = loss_of(judged_sums(fewer, learnt()).missed - sums.missed, sums.groups)
        whole: Conditions = ()
        if loss.is_good:
            whole = _grown(*fewer.of("train"), conditions, name, data.most)
        found.append(SumWithout(Lacking(column=name, **asdict(loss)), whole))
    return tuple(sorted(found, key=lambda one: -one.loss.lost))


def _grown(rows: OnRows, z: np.ndarray, conditions: Conditions, name: str, most: int) -> Conditions:
    """The conditions without those that ask for the attribute, and what is found beside them.

    rows: without its tests; z: (n_rows,).
    """
    left = [tests for tests in conditions if all(test.attribute != name for test in tests)]
    rows, clauses = rows.holding(left)
    y = z - z.mean()
    return refined(rows, y, grown_sum(rows, y, clauses, most))
