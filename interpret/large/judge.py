"""The third question to SQL: what forms say of every row, counted, or kept beside the rows.

The verdicts are those of the exported SQL, so that what is exported is what was counted. Counted by
clause, total and truth, a row comes back as one number: which clauses hold, what rule and card say,
and its class. The machine is judged as in every answer, on the rows of the sample that it was not
trained on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.answers.rows import check_columns, distinct_names
from interpret.data.complaints import DataError, counted, quoted
from interpret.data.cuts import cut_between, halves, numbers_of
from interpret.data.dates import named_parts
from interpret.data.numbers import number
from interpret.data.preparation import gappy
from interpret.data.readings import Reading
from interpret.data.table import Table
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS, Form
from interpret.forms.answer.predictor import Predictor, form_scores, known_class
from interpret.forms.exports.code import tested_by, verdicts_in_sql
from interpret.large.source import Source
from interpret.measures import ClauseFigures, Confusion
from interpret.present import sql, wording
from interpret.present.dialects import identifier, literal
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test

OPEN = 2  # beside 0 and 1: no verdict, or neither of the two classes
STATES = 3
BLANKS = "".join(c for c in map(chr, range(1, 0x3001)) if c.isspace() and c != " ")
TRUTH = "class"


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


@dataclass(frozen=True, eq=False)
class Tally:
    """Rows that agree in all that is counted, and how many there are.

    holds: which clauses of all forms hold, bool (n, n_clauses); says: by form what it says, and
    by TRUTH the class, each 0, 1 or OPEN; n: int (n,).
    """

    holds: np.ndarray
    says: Mapping[str, np.ndarray]
    n: np.ndarray

    @property
    def truth(self) -> np.ndarray:
        return self.says[TRUTH]

    def without(self, other: "Tally") -> "Tally":
        """These rows without others, which are among them."""
        says = {name: np.append(said, other.says[name]) for name, said in self.says.items()}
        return Tally(np.vstack([self.holds, other.holds]), says, np.append(self.n, -other.n))


@dataclass(frozen=True)
class Texts:
    """How many different cells a column has in all rows, and whether blanks that TRIM leaves stand
    around some of its texts.
    """

    different: int
    are_odd: bool


def texts_of(source: Source, names: Iterable[str]) -> dict[str, Texts]:
    """What all rows hold of these columns, as far as the source has them."""
    known = [name for name in dict.fromkeys(names) if name in source.names]
    parts = []
    for place, name in enumerate(known):
        cell = identifier(name)
        is_odd = f"TRIM({cell}) <> TRIM({cell}, {literal(' ' + BLANKS)})"
        odd = f"COUNT(CASE WHEN {is_odd} THEN 1 END)" if source.kinds[name] == "text" else "0"
        parts.append(
            f"SELECT {place} AS place, COUNT({cell}) AS n, {odd} AS odd FROM "
            f"(SELECT {cell} FROM {source.relation} GROUP BY {cell}) AS told"
        )
    rows = source.ask(" UNION ALL ".join(parts)).to_pylist() if parts else []
    return {known[row["place"]]: Texts(int(row["n"]), row["odd"] > 0) for row in rows}


def _trimmed(reading: Reading, texts: Mapping[str, Texts]) -> Reading:
    """A reading by which SQL trims whatever blanks stand around the texts of all rows."""
    spelling = texts.get(reading.column)
    return replace(reading, blanks=BLANKS) if spelling is not None and spelling.are_odd else reading


def trims_all(e: Explanation, texts: Mapping[str, Texts]) -> Explanation:
    """An explanation whose SQL reads the texts of all rows, and not those of the sample alone."""
    readings = tuple(_trimmed(one, texts) for one in e.preparation.readings)
    return replace(e, preparation=replace(e.preparation, readings=readings))


def judged(
    source: Source, e: Explanation, sample: Table, trained: Table, texts: Mapping[str, Texts]
) -> dict[str, JudgedForm]:
    """What each form does on every row. trained: the rows of the sample that it was found on.

    A DataError where the rows cannot be read, or are no longer those that the sample was drawn of.
    """
    readings = {
        name: reading and _trimmed(reading, texts)
        for name in filter(None, (e.target, e.settings.weight))
        for reading in [sample.column(name).reading]
    }
    total = tally_of(source, e, readings, complete(e))
    unseen = total.without(_tally(e, trained))
    return {form.name: _judged_form(source, e, form, total, unseen) for form in e.forms}


def tally_of(
    source: Source,
    e: Explanation,
    readings: Mapping[str, Reading | None],
    filled: Sequence[str] = (),
) -> Tally:
    """What an answer says of all rows of a source.

    readings: of the columns of the class and of the weight, as far as the rows have one; filled:
    attributes that are empty in no row whose class counts as known.
    """
    clauses = [clause for form in e.forms for clause in form.clauses]
    both = _classes(e, readings[e.target], filled) if e.target in readings else ()
    weight = e.settings.weight if e.settings.weight in readings else None
    weighed = Clause((Between(weight),)) if weight else Clause()
    whole = Formula((*tested_by(e).clauses, *both, weighed))
    all_readings = {one.column: one for one in e.preparation.readings} | {**readings}
    preparation = replace(e.preparation, readings=tuple(filter(None, all_readings.values())))
    cells = sql.cells_of(preparation, whole, source.dialect, source.kinds)
    cells, said = verdicts_in_sql(e, cells)
    states = {form.name: said["rule"] for form in e.forms}
    if e.points is not None:
        states[POINTS] = sql.above(said["points"], e.points.card.cut)
    classes = [f"WHEN {cells.condition(one)} THEN {1 - place}" for place, one in enumerate(both)]
    states[TRUTH] = f"CASE {' '.join(classes)} END" if classes else "NULL"
    base = STATES ** len(states)  # of the clauses, each of which is a bit
    parts = [f"{STATES**i} * COALESCE({state}, {OPEN})" for i, state in enumerate(states.values())]
    for place, clause in enumerate(clauses):
        parts.append(f"CASE WHEN {cells.condition(clause)} THEN {base * 2**place} ELSE 0 END")
    selected = [f"{' + '.join(parts)} AS said"]
    selected += [f"{cells.of[weight].sql} AS weight"] if weight else []
    rows = source.ask(
        f"SELECT said, {'SUM(weight)' if weight else 'COUNT(*)'} AS n, COUNT(*) AS every "
        f"FROM ({cells.query(selected, source.relation)}) AS judged GROUP BY said"
    ).to_pydict()
    if sum(map(int, rows["every"])) != source.rows:
        raise _changed(source)
    codes = [int(one) for one in rows["said"]]
    bits = [[one // base >> place & 1 for place in range(len(clauses))] for one in codes]
    return Tally(
        np.array(bits, dtype=bool).reshape(len(codes), len(clauses)),
        {
            name: np.array([one // STATES**place % STATES for one in codes], dtype=int)
            for place, name in enumerate(states)
        },
        np.array([round(n or 0) for n in rows["n"]], dtype=np.int64),
    )


def _changed(source: Source) -> DataError:
    return DataError(
        f"A table must stay as it is while it is read, and rows of {quoted(source.name)} were "
        "written meanwhile. Start again."
    )


def _classes(
    e: Explanation, reading: Reading | None, filled: Sequence[str]
) -> tuple[Clause, Clause]:
    """When a row is of the class, and when of the others; in both it has what it must have."""
    cut = cut_between(e.positive, e.negative)
    if cut is not None and reading is not None and reading.meaning == "number":
        tests: list[Test] = [Between(e.target, above=cut), Between(e.target, to=cut)]
        tests = tests if e.positive == halves(cut)[:1] else tests[::-1]
    else:
        tests = [Is(e.target, e.positive), Is(e.target, e.negative)]
    there = [IsNot(name, (None,)) for name in filled]
    yes, no = (Clause((test, *there)) for test in tests)
    return yes, no


def complete(e: Explanation) -> list[str]:
    """The attributes without which a row is left out: all that were at hand, kept or not. A date is
    there where its year is.
    """
    if e.settings.gaps != "drop-row":
        return []
    others = {e.target, *e.settings.roles.named}
    return [
        named_parts(one.column)[0] if one.meaning == "date" else one.column
        for one in e.preparation.readings
        if one.column not in others
    ]


def _tally(e: Explanation, table: Table) -> Tally:
    """The same of rows in our own process, each of which has a class."""
    read = e.preparation.table(table)
    truth = known_class(e.target, e.positive, e.negative, table)
    scored = [form_scores(form, read) for form in e.forms]
    weight = e.settings.weight
    weights = numbers_of(table, weight) if weight else np.ones(table.n_rows)
    says = {one.form.name: np.where(one.is_open, OPEN, one.says) for one in scored}
    known = truth.known & ~gappy(read, complete(e))
    return Tally(
        np.hstack([one.fired for one in scored]),
        says | {TRUTH: np.where(known, truth.y, OPEN)},
        np.floor(np.nan_to_num(weights) + 0.5).astype(np.int64),
    )


def _judged_form(
    source: Source, e: Explanation, form: Form, total: Tally, unseen: Tally
) -> JudgedForm:
    begin = sum(len(one.clauses) for one in e.forms[: e.forms.index(form)])
    right, clauses, totals = {}, {}, {}
    for name, tally in (("all", total), ("unseen", unseen)):
        kept = (tally.says[form.name] != OPEN) & (tally.truth != OPEN)
        holds, n = tally.holds[kept, begin : begin + len(form.clauses)], tally.n[kept]
        says, y = tally.says[form.name][kept] == 1, tally.truth[kept] == 1
        hits, alarms, misses = (int(n[rows].sum()) for rows in (says & y, says & ~y, ~says & y))
        cells = (hits, alarms, misses, int(n.sum()) - hits - alarms - misses)
        if min(cells) < 0:
            raise DataError(
                f"The engine must say of the rows of {quoted(source.name)} what is said here, and "
                "says something else of some that were drawn: they were written meanwhile, or it "
                "reads a column otherwise. Start again, or leave out columns that are odd."
            )
        right[name] = Confusion(*cells)
        if form.name == POINTS:
            points = holds @ form.card.points
            totals[name] = {
                int(total): (int(n[points == total].sum()), int(n[(points == total) & y].sum()))
                for total in np.unique(points)
            }
        else:
            clauses[name] = _of_clauses(holds, y != e.rule.formula.denied, n)
    is_open = (total.says[form.name] == OPEN) & (total.truth != OPEN)
    return JudgedForm(right, clauses, totals, int(total.n[is_open].sum()))


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


def score(source: Source, predictors: Sequence[Predictor], into: str) -> list[str]:
    """Keeps the rows with points and verdicts under a name, and says in sentences how many got
    which.
    """
    said: list[str] = []
    query, relation, names = "", source.relation, list(source.names)
    for e in (predictor.e for predictor in predictors):
        check_columns(source.names, e.columns_of(tested_by(e).attributes))
        known = e.target in source.names
        tally = tally_of(source, e, {e.target: _class_reading(e, source)} if known else {})
        said += [_words(e, form, tally) for form in e.forms]
        query, names = _scored(source, e, relation, names)
        relation = f"({query}) AS scored"
    source.write(query, into)
    return said


def _class_reading(e: Explanation, source: Source) -> Reading:
    """How the column of the class is read in rows that nothing was learnt from."""
    labels = (*e.positive, *e.negative)
    is_number = source.is_amount(e.target)
    is_cut = cut_between(e.positive, e.negative) is not None
    of_numbers = is_number and (is_cut or all(number(label) is not None for label in labels))
    return Reading(e.target, "number" if of_numbers else "text")


def _scored(
    source: Source, e: Explanation, relation: str, names: Sequence[str]
) -> tuple[str, list[str]]:
    """A query of all columns and of what is said of one class, and the names of them all: the
    verdict of each form, points and chance.
    """
    cells = sql.cells_of(e.preparation, tested_by(e), source.dialect, source.kinds, names)
    cells, verdicts = verdicts_in_sql(e, cells)
    for name in {"rule", "verdict"} & verdicts.keys():
        verdicts[name] = f"CASE {verdicts[name]} WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END"
    added = [f"{e.yes_words}: {name}" for name in verdicts]
    every = distinct_names([(name, []) for name in (*names, *added)])
    columns = zip(verdicts.values(), every[len(names) :], strict=True)
    kept = [identifier(name) for name in names]
    selected = [*kept, *(f"{verdict} AS {identifier(name)}" for verdict, name in columns)]
    return cells.query(selected, relation, kept), every


def _words(e: Explanation, form: Form, tally: Tally) -> str:
    """How many rows a form calls positive, and how often it is right where the class is known."""
    says, n, truth = tally.says[form.name], tally.n, tally.truth
    is_open = int(n[says == OPEN].sum())
    yes = int(n[says == 1].sum())
    words = f"The {form.called} says {e.yes_words} on {yes:,} of {int(n.sum()):,} rows."
    known = (truth != OPEN) & (says != OPEN)
    if of := int(n[known].sum()):
        right = wording.percent(int(n[known & (says == truth)].sum()) / of)
        words += f" Of the {of:,} rows whose class is known it is right on {right}."
    if is_open:
        words += f" On {counted(is_open, 'row')} a cell that cannot be read decides: no verdict."
    return words
