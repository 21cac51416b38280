"""The third question to SQL: what forms say of every row, counted by clause, total and truth.

The verdicts are those of the exported SQL, so that what is exported is what was counted. A row
comes back as one number: which clauses hold, what rule and card say, and its class. The machine is
judged in our own process, on rows drawn beside the sample where it cannot judge all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from interpret.answers.rows import NONE, unread_in
from interpret.data.cuts import cut_between, numbers_of
from interpret.data.gaps import gappy
from interpret.data.readings import Reading
from interpret.data.table import Table
from interpret.fit.machine import support
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.card_figures import POINTS
from interpret.forms.answer.explanation import Explanation, Form
from interpret.forms.answer.predictor import Predictor, form_scores
from interpret.forms.exports.code import tested_by, verdicts_in_sql
from interpret.large.learn import Learnt
from interpret.large.source import Source
from interpret.measures import ClauseFigures, Confusion, agreement, auc, confusion
from interpret.present import code
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test
from interpret.shares import Z95, Share

OPEN = 2  # beside 0 and 1: no verdict, or neither of the two classes
STATES = 3
TRUTH = "class"


@dataclass(frozen=True)
class Area:
    """The area under the ROC curve; between: 95 %, for all unseen rows if only some were drawn
    (Hanley and McNeil 1982).
    """

    value: float
    between: tuple[float, float] | None


@dataclass(frozen=True)
class JudgedForm:
    """What a form does on "all" rows that have a class, and on "unseen" ones, not trained on.

    right: against the classes; clauses: of a rule each clause; totals: of a card the rows, and of
    these those of the class, by their points; is_open: rows where a cell that cannot be read
    decides, which count nowhere else.
    """

    right: dict[str, Confusion]
    clauses: dict[str, tuple[ClauseFigures, ...]]
    totals: dict[str, dict[int, tuple[int, int]]]
    is_open: int


@dataclass(frozen=True)
class JudgedAnswer:
    """What forms and machine do on all rows that have a class.

    forms: by name; machine, agreement (with the form that comes first), area: on `machine_rows`
    unseen rows, which are all of them if machine_on_all.
    """

    forms: dict[str, JudgedForm]
    machine_rows: int
    machine_on_all: bool
    machine: Confusion
    agreement: Share
    area: Area | None


@dataclass(frozen=True, eq=False)
class Tally:
    """Rows that agree in all that is counted, and how many there are.

    holds: which clauses of all forms hold, bool (n, n_clauses); says: by form what it says, and
    truth: the class, each 0, 1 or OPEN; n: int (n,).
    """

    holds: np.ndarray
    says: Mapping[str, np.ndarray]
    truth: np.ndarray
    n: np.ndarray

    def without(self, other: "Tally") -> "Tally":
        """These rows without others, which are among them."""
        says = {name: np.append(said, other.says[name]) for name, said in self.says.items()}
        truth, n = np.append(self.truth, other.truth), np.append(self.n, -other.n)
        return Tally(np.vstack([self.holds, other.holds]), says, truth, n)

    def of(self, name: str) -> np.ndarray:
        """Which of them have a class and a verdict of this form: bool (n,)."""
        return (self.says[name] != OPEN) & (self.truth != OPEN)


def judged(answer: Answer, known: Learnt) -> JudgedAnswer:
    """An answer of the sample, judged on every row. A DataError where that cannot be read."""
    e = answer.explanation
    predictor = Predictor(e, support(e.machine, answer.train.table, e.attributes))
    sample, beside = known.table, known.others
    readings = {name: sample.column(name).reading for name in (e.target, e.settings.weight) if name}
    is_trained = np.zeros(sample.n_rows, dtype=bool)
    is_trained[_places(answer, sample)] = True
    total = counted(known.source, e, readings)
    unseen = total.without(_tally(predictor, sample.rows(np.flatnonzero(is_trained))))
    rest = sample.rows(np.flatnonzero(~is_trained))
    on_all = len(known.sample) + len(known.beside) >= known.labelled
    parts = [_by_machine(predictor, part) for part in ((rest, beside) if on_all else (beside,))]
    scores, says, y = (np.concatenate(each) for each in zip(*parts, strict=True))
    both = {"all": total, "unseen": unseen}
    return JudgedAnswer(
        {form.name: _judged_form(e, form, both) for form in e.forms},
        len(y),
        on_all,
        confusion(scores > 0, y, None),
        agreement(scores > 0, says, None),
        _area(scores, y, not on_all),
    )


def _places(answer: Answer, sample: Table) -> np.ndarray:
    """Which rows of the sample were trained on; with weights some stand there several times."""
    trained = answer.as_read.row_numbers[list(answer.explanation.rows["train"])]
    return np.flatnonzero(np.isin(sample.row_numbers, trained))


def counted(source: Source, e: Explanation, readings: Mapping[str, Reading | None]) -> Tally:
    """What an answer says of all rows of a source.

    readings: of the columns of the class and of the weight, as far as the rows have one.
    """
    clauses = [clause for form in e.forms for clause in form.clauses]
    both = _classes(e, readings[e.target]) if e.target in readings else ()
    weight = e.settings.weight if e.settings.weight in readings else None
    weighed = Clause((Between(weight),)) if weight else Clause()
    whole = Formula((*tested_by(e).clauses, *both, weighed))
    all_readings = {one.column: one for one in e.preparation.readings} | {**readings}
    preparation = replace(e.preparation, readings=tuple(filter(None, all_readings.values())))
    cells = code.cells_of(preparation, whole, source.kinds)
    said = verdicts_in_sql(e, cells)
    states = {form.name: said["rule"] for form in e.forms}
    if e.points is not None:
        states[POINTS] = code.above_in_sql(said["points"], e.points.card.cut)
    cases = [code.sql_cases(one, cells, 1 - place)[0] for place, one in enumerate(both)]
    states[TRUTH] = f"CASE {' '.join(cases)} END" if cases else "NULL"
    parts = []
    for place, sql in enumerate(states.values()):
        parts.append(f"{STATES**place} * COALESCE({sql}, {OPEN})")
    for place, clause in enumerate(clauses):
        holds = code.sql_cases(clause, cells, STATES ** len(states) * 2**place)[0]
        parts.append(f"CASE {holds} ELSE 0 END")
    told = f"{code.with_cells(' + '.join(parts), preparation, whole, source.kinds)} AS said"
    if weight:
        column = code.with_cells(cells[weight].sql, preparation, Formula((weighed,)), source.kinds)
        told = f"{told}, {column} AS weight"
    rows = source.ask(
        f"SELECT said, {'SUM(weight)' if weight else 'COUNT(*)'} AS n "
        f"FROM (SELECT {told} FROM {source.relation}) AS judged GROUP BY said"
    ).to_pydict()
    codes = [int(one) for one in rows["said"]]
    digits = {
        name: np.array([one // STATES**place % STATES for one in codes], dtype=int)
        for place, name in enumerate(states)
    }
    masks = [one // STATES ** len(states) for one in codes]
    holds_of = [[mask >> place & 1 for place in range(len(clauses))] for mask in masks]
    return Tally(
        np.array(holds_of, dtype=bool).reshape(len(codes), len(clauses)),
        digits,
        digits.pop(TRUTH),
        np.array([round(n or 0) for n in rows["n"]], dtype=np.int64),
    )


def _classes(e: Explanation, reading: Reading | None) -> tuple[Clause, Clause]:
    """When a row is of the class, and when of the others; in both it has what it must have."""
    cut = cut_between(e.positive, e.negative)
    if cut is not None and reading is not None and reading.meaning == "number":
        tests: tuple[Test, Test] = Between(e.target, above=cut), Between(e.target, to=cut)
    else:
        tests = Is(e.target, e.positive), Is(e.target, e.negative)
    there = [IsNot(name, (None,)) for name in _complete(e)]
    yes, no = (Clause((test, *there)) for test in tests)
    return yes, no


def _complete(e: Explanation) -> list[str]:
    """The columns whose cells may not be empty."""
    parts = e.preparation.of_parts
    return [n for n in e.attributes if n not in parts] if e.settings.gaps == "drop-row" else []


def _tally(predictor: Predictor, table: Table) -> Tally:
    """The same of rows in our own process."""
    e = predictor.e
    read, truth = e.preparation.table(table), predictor.truth(table)
    known = truth.known & ~gappy(read, _complete(e))  # type: ignore[union-attr]
    scored = [form_scores(form, read, NONE) for form in e.forms]
    weight = e.settings.weight
    weights = numbers_of(table, weight) if weight else np.ones(table.n_rows)
    return Tally(
        np.hstack([one.fired for one in scored]),
        {one.form.name: np.where(one.is_open, OPEN, one.says) for one in scored},
        np.where(known, truth.y, OPEN),  # type: ignore[union-attr]
        np.floor(np.nan_to_num(weights) + 0.5).astype(np.int64),
    )


def _by_machine(predictor: Predictor, table: Table) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The machine's scores, the first form's verdicts and the classes of rows that can be read."""
    read = predictor.e.preparation.table(table)
    truth = predictor.truth(table)
    known = truth.known & ~unread_in(read, predictor.attributes)  # type: ignore[union-attr]
    known &= ~gappy(read, _complete(predictor.e))
    rows = np.flatnonzero(known)
    if not len(rows):
        return np.zeros(0), np.zeros(0, dtype=bool), np.zeros(0, dtype=bool)
    some = read.rows(rows)
    scores = np.concatenate([predictor.support.scores(part) for part in some.blocks()])
    return scores, form_scores(predictor.e.forms[0], some, NONE).says, truth.y[rows]  # type: ignore[union-attr]


def _judged_form(e: Explanation, form: Form, both: Mapping[str, Tally]) -> JudgedForm:
    begin = sum(len(one.clauses) for one in e.forms[: e.forms.index(form)])
    of = slice(begin, begin + len(form.clauses))
    right, clauses, totals = {}, {}, {}
    for name, tally in both.items():
        kept = tally.of(form.name)
        holds, n = tally.holds[kept, of], tally.n[kept]
        says, y = tally.says[form.name][kept] == 1, tally.truth[kept] == 1
        hits, alarms, misses = (int(n[rows].sum()) for rows in (says & y, says & ~y, ~says & y))
        right[name] = Confusion(hits, alarms, misses, int(n.sum()) - hits - alarms - misses)
        if form.name == POINTS:
            points = holds @ form.card.points
            totals[name] = {
                int(total): (int(n[points == total].sum()), int(n[(points == total) & y].sum()))
                for total in np.unique(points)
            }
        else:
            clauses[name] = _of_clauses(holds, y != e.rule.formula.denied, n)
    whole = both["all"]
    is_open = (whole.says[form.name] == OPEN) & (whole.truth != OPEN)
    return JudgedForm(right, clauses, totals, int(whole.n[is_open].sum()))


def _of_clauses(holds: np.ndarray, y: np.ndarray, n: np.ndarray) -> tuple[ClauseFigures, ...]:
    """holds: bool (n_kinds, n_clauses); y: of the class described; n: rows of each kind."""
    alone = holds.sum(axis=1) == 1
    return tuple(
        ClauseFigures(
            int(n[one].sum()), int(n[one & y].sum()), int(n[y].sum()),
            int(n[one & alone].sum()), int(n.sum()),
        )
        for one in holds.T
    )  # fmt: skip


def _area(scores: np.ndarray, y: np.ndarray, drawn: bool) -> Area | None:
    middle = auc(scores, y) if len(y) else None
    if middle is None or not drawn:
        return None if middle is None else Area(middle, None)
    positives, negatives = int(y.sum()), int((~y).sum())
    one, two = middle / (2 - middle), 2 * middle**2 / (1 + middle)
    spread = (
        middle * (1 - middle)
        + (positives - 1) * (one - middle**2)
        + (negatives - 1) * (two - middle**2)
    )
    error = Z95 * sqrt(max(0.0, spread / (positives * negatives)))
    return Area(middle, (max(0.0, middle - error), min(1.0, middle + error)))
