"""Every row judged: the rule's verdict against the row's class, counted portion by portion.

Counts are exact. The machine is judged on every row if that is little work, else on rows drawn
beside the sample, and its figures then have an interval. Its scores are counted in the cells of a
sketch (interpret.large.columns), so the area under the curve lies between two bounds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from math import sqrt
from operator import add, sub
from typing import TYPE_CHECKING, Any

import numpy as np

from interpret import cores
from interpret.answers.rows import unread_in
from interpret.cores import Cancelled
from interpret.data.gaps import gappy
from interpret.data.table import Table
from interpret.fit.machine import support
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.predictor import Predictor
from interpret.large.columns import CELLS, cell_of
from interpret.large.learn import LearntFiles
from interpret.large.rows import needed, prepared_batch
from interpret.large.source import Portion
from interpret.measures import ClauseFigures, Confusion
from interpret.rules.logic import fired
from interpret.shares import Z95, Share, independent

if TYPE_CHECKING:
    import pyarrow as arrow

MACHINE_WORK = 1e12  # products of a row's variables with those of a landmark, in all
WORK = 60.0  # about how many nanoseconds a row takes, for each attribute of a rule


@dataclass(frozen=True)
class Area:
    """The area under the ROC curve, between two bounds, since near scores are not told apart.

    interval: 95 %, for all unseen rows if only some were drawn (Hanley and McNeil 1982).
    """

    low: float
    high: float
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class JudgedAnswer:
    """What rule and machine do on all rows that have a class.

    rule, clauses: on "all" rows and on "unseen" ones, not used in training; machine, agreement,
    area: on `machine_rows` unseen rows, which are all of them if machine_on_all.
    """

    rule: dict[str, Confusion]
    clauses: dict[str, tuple[ClauseFigures, ...]]
    machine_rows: int
    machine_on_all: bool
    machine: Confusion
    agreement: Share
    area: Area | None


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of some rows, which can be added to those of others.

    rule, machine: rows by verdict and truth, (2, 2); clauses: of each the rows it covers, is right
    on, and alone covers, (n_clauses, 3); agreed: rows on which rule and machine agree; scores: rows
    by truth and cell of the sketch, (2, CELLS), or (2, 0) if the machine did not judge.
    """

    rule: np.ndarray
    clauses: np.ndarray
    machine: np.ndarray
    agreed: int
    scores: np.ndarray = field(default_factory=lambda: np.zeros((2, 0), dtype=np.int64))

    def __add__(self, other: "Tally") -> "Tally":
        return self._with(other, add)

    def __sub__(self, other: "Tally") -> "Tally":
        return self._with(other, sub)

    def _with(self, other: "Tally", sign: Callable[[Any, Any], Any]) -> "Tally":
        names = [each.name for each in fields(self)]
        return Tally(*(sign(getattr(self, name), getattr(other, name)) for name in names))


@dataclass(frozen=True, eq=False)
class Judge:
    """One answer's rule and machine; complete: attributes whose cells may not be empty."""

    predictor: Predictor
    complete: tuple[str, ...]

    @classmethod
    def of(cls, answer: Answer, learnt: LearntFiles) -> "Judge":
        """The judge of one of the sample's answers."""
        e = answer.explanation
        predictor = Predictor(e, support(e.machine, answer.train.table, e.attributes))
        complete = tuple(n for n in e.attributes if n in learnt.source.names)
        return cls(predictor, complete if e.settings.gaps == "drop-row" else ())

    def read(self, batch: "arrow.RecordBatch") -> tuple[Table, np.ndarray, np.ndarray]:
        """A batch's rows as they are read, which are positive, and which are explained: indices."""
        table = prepared_batch(batch, self.predictor)
        truth = self.predictor.truth(table)
        if truth is None:
            raise ValueError("a batch must hold the class")
        y, known = truth.y, truth.known & ~unread_in(table, self.predictor.attributes)
        if self.complete:
            known = known & ~gappy(table, self.complete)
        return table, y, np.flatnonzero(known)

    def tally(self, batch: "arrow.RecordBatch", machine: bool) -> Tally:
        """The counts of a batch's rows that are explained."""
        table, y, kept = self.read(batch)
        if len(kept) < len(y):
            table, y = table.rows(kept), y[kept]
        return _tally(self.predictor, table, y, machine)


def judged(
    answers: Sequence[Answer], learnt: LearntFiles, go_on: cores.GoOn = cores.always
) -> tuple[JudgedAnswer, ...]:
    """Every answer of the sample, judged on every row that the files hold.

    DataError if a file cannot be read, Cancelled if go_on returns False.
    """
    source, judges = learnt.source, [Judge.of(answer, learnt) for answer in answers]
    work = sum(float(source.rows) * judge.predictor.support.examples.size for judge in judges)
    on_all = work <= MACHINE_WORK or not len(learnt.beside.rows)
    names = set().union(*(_names(judge, source.names, on_all) for judge in judges))
    columns = tuple(name for name in source.names if name in names)
    arguments = [(part, columns, tuple(judges), on_all) for part in source.portions]
    nanoseconds = WORK * source.rows * len(columns) + work * on_all
    totals: list[Tally] = []
    done = 0
    for tallies in cores.run(_tallies, arguments, nanoseconds, go_on):
        done += 1
        totals = [a + b for a, b in zip(totals, tallies, strict=True)] if totals else tallies
    if done < len(arguments):
        raise Cancelled
    return tuple(
        _figures(judge, a.explanation, learnt, total, on_all)
        for judge, a, total in zip(judges, answers, totals, strict=True)
    )


def _names(judge: Judge, names: Sequence[str], machine: bool) -> set[str]:
    attributes = {*judge.predictor.e.rule.formula.attributes, *judge.complete}
    attributes |= set(judge.predictor.support.encoding.attributes) if machine else set()
    return {*needed(judge.predictor, names, attributes)}


def _tallies(
    portion: Portion,
    columns: Sequence[str],
    judges: Sequence[Judge],
    machine: bool,
    go_on: cores.GoOn,
) -> list[Tally]:
    totals: list[Tally] = []
    for batch in portion.batches(columns):
        if go_on() is False:
            break
        tallies = [judge.tally(batch, machine) for judge in judges]
        totals = [a + b for a, b in zip(totals, tallies, strict=True)] if totals else tallies
    return totals


def _figures(
    judge: Judge, e: Explanation, learnt: LearntFiles, total: Tally, on_all: bool
) -> JudgedAnswer:
    # The rows that trained, as the files hold them: e.rows are indices into the explained rows.
    cells = learnt.sample.cells
    (batch,) = cells.combine_chunks().to_batches()
    _, _, explained = judge.read(batch)
    trained = _of_cells(judge, cells.take(explained[np.array(e.rows["train"], dtype=int)]), on_all)
    unseen = total - trained
    machine = unseen if on_all else _of_cells(judge, learnt.beside.cells, True)
    rows = int(machine.machine.sum())
    denied = judge.predictor.e.rule.formula.denied
    both = {"all": total, "unseen": unseen}
    return JudgedAnswer(
        {name: _confusion(one.rule) for name, one in both.items()},
        {name: _clauses(one, denied) for name, one in both.items()},
        rows,
        on_all,
        _confusion(machine.machine),
        independent(machine.agreed, rows),
        _area(machine.scores, not on_all),
    )


def _of_cells(judge: Judge, cells: "arrow.Table", machine: bool) -> Tally:
    batches = cells.combine_chunks().to_batches(max_chunksize=2**16)
    tallies = [judge.tally(batch, machine) for batch in batches]

    def none(*shape: int) -> np.ndarray:
        return np.zeros(shape, dtype=np.int64)

    n_clauses = len(judge.predictor.e.rule.formula.clauses)
    start = Tally(none(2, 2), none(n_clauses, 3), none(2, 2), 0, none(2, CELLS * machine))
    return sum(tallies, start)


def _tally(predictor: Predictor, table: Table, truth: np.ndarray, machine: bool) -> Tally:
    covers = fired(predictor.e.rule.formula.clauses, table).T
    times = covers.sum(axis=0)
    said = (times > 0) != predictor.e.rule.formula.denied
    described = truth != predictor.e.rule.formula.denied
    clauses = [
        (int(one.sum()), int((one & described).sum()), int((one & (times == 1)).sum()))
        for one in covers
    ]
    counts = np.array(clauses, dtype=np.int64).reshape(len(covers), 3)
    if not machine:
        return Tally(_by(said, truth), counts, np.zeros((2, 2), dtype=np.int64), 0)
    scores = predictor.support.scores(table)
    verdicts = scores > 0
    cells = cell_of(scores) + CELLS * truth
    sketch = np.bincount(cells, minlength=2 * CELLS).reshape(2, CELLS)
    return Tally(
        _by(said, truth), counts, _by(verdicts, truth), int((said == verdicts).sum()), sketch
    )


def _by(verdict: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """Counts by verdict and truth: (2, 2)."""
    return np.bincount(2 * verdict + truth, minlength=4).reshape(2, 2)


def _confusion(counts: np.ndarray) -> Confusion:
    (true_negative, false_negative), (false_positive, true_positive) = counts.tolist()
    return Confusion(true_positive, false_positive, false_negative, true_negative)


def _clauses(tally: Tally, denied: bool) -> tuple[ClauseFigures, ...]:
    n, of_class = int(tally.rule.sum()), int(tally.rule[:, 0 if denied else 1].sum())
    return tuple(
        ClauseFigures(rows, right, of_class, alone, n)
        for rows, right, alone in tally.clauses.tolist()
    )


def _area(scores: np.ndarray, drawn: bool) -> Area | None:
    """The area under the curve from counts by cell; None where the rows have one class."""
    negatives, positives = scores.astype(float)
    pairs = float(positives.sum() * negatives.sum())
    if not pairs:
        return None
    below = np.cumsum(negatives) - negatives
    sure, same = float(positives @ below) / pairs, float(positives @ negatives) / pairs
    middle = sure + same / 2
    interval = None
    if drawn:
        one, two = middle / (2 - middle), 2 * middle**2 / (1 + middle)
        spread = (
            middle * (1 - middle)
            + (positives.sum() - 1) * (one - middle**2)
            + (negatives.sum() - 1) * (two - middle**2)
        )
        error = Z95 * sqrt(max(0.0, spread / pairs)) + same / 2
        interval = (max(0.0, middle - error), min(1.0, middle + error))
    return Area(sure, sure + same, interval)
