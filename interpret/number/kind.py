"""The entry of numbers in the table of kinds: how one is explained, told, stored and predicted.

`number_document` writes standard JSON and `restore_number` reads it back, figure by figure; nothing
is fitted again. null stands for a figure on rows that do not exist.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.answers.document import WHOLE, of_table
from interpret.answers.rows import (
    Column,
    NotedCells,
    check_columns,
    distinct_names,
    noted_cells,
    told_by_row,
)
from interpret.answers.shapes import of_parts, terms_of
from interpret.cores import Cancelled
from interpret.data.complaints import counted, listed
from interpret.data.cuts import numbers_of
from interpret.data.table import Table
from interpret.number.explain import explain_number
from interpret.number.explanation import (
    SOURCES,
    NumberExplanation,
    NumberTerm,
    TensorMachine,
)
from interpret.number.judged import JudgedNumbers
from interpret.present import code, sql
from interpret.present.dialects import DUCKDB, Dialect, dialect_of
from interpret.present.wording import clause_words
from interpret.registry import (
    AnswerOutput,
    Kind,
    Listening,
    OutputOptions,
    Result,
    RowsOutput,
    RunRequest,
)
from interpret.rules.logic import Clause, Formula, fired, open_clauses
from interpret.rules.search import Progress
from interpret.settings import OF_RULES, Settings, SettingsError
from interpret.tell.blocks import Notice, Sentence
from interpret.tell.number import answer, words
from interpret.tell.page import as_page

AGAIN = "Explain the number again."


@dataclass(frozen=True, eq=False)
class NumberScores:
    """What a sum says of each row of a table.

    predicted: (n_rows,), NaN where a term depends on a cell that cannot be read; held: which terms
    hold, (n_rows, n_terms); truth: the number itself, NaN where it is unknown, None without the
    column; not_read: an entry for each column with cells that cannot be read; read: sentences on
    how the cells were read.
    """

    e: NumberExplanation
    predicted: np.ndarray
    held: np.ndarray
    truth: np.ndarray | None
    not_read: tuple[NotedCells, ...] = ()
    read: tuple[str, ...] = ()


def needed_by(e: NumberExplanation) -> tuple[str, ...]:
    """The attributes that the terms test."""
    named = (test.attribute for term in e.terms for test in term.clause.tests)
    return tuple(dict.fromkeys(named))


def predicted_numbers(e: NumberExplanation, table: Table) -> NumberScores:
    """What a sum says of each row, NaN where a term depends on a cell that cannot be read; a
    DataError names missing columns.
    """
    read = e.preparation.table(table)
    check_columns(read.names, needed_by(e))
    clauses, sources = [term.clause for term in e.terms], e.preparation.sources(read, needed_by(e))
    held, is_open = fired(clauses, read), np.any(open_clauses(clauses, read), axis=1)
    predicted = e.base + held @ np.array([term.effect for term in e.terms])
    return NumberScores(
        e,
        np.where(is_open, np.nan, predicted),
        held,
        numbers_of(read, e.target) if e.target in read.names else None,
        noted_cells((column, column.values.unread) for column in sources),
        tuple(sentence for sentence in read.notices if sentence not in table.notices),
    )


TermShape = doc.made(NumberTerm, rows=of_parts(doc.Count), carried_by=doc.many(doc.Count))
doc.known(TensorMachine, doc.made(TensorMachine, way=doc.one_of(("listed", "streamed"))))

NumberShape = doc.into(
    doc.fields_of(
        NumberExplanation,
        table=None,
        digest=None,
        rows=of_parts(doc.many(doc.Count)),
        terms=terms_of(TermShape),
        judged=of_parts(doc.made(JudgedNumbers)),
        mean_judged=of_parts(doc.made(JudgedNumbers)),
        source=doc.one_of(SOURCES),
    ),
    lambda given: NumberExplanation(table="", digest="", **given),
)
AnswerShape = doc.an_object(table=doc.an_object(name=str, digest=str), number=NumberShape)


def number_document(table: Table, e: NumberExplanation) -> dict[str, Any]:
    """The whole answer, with all that predictions need, as standard JSON."""
    return of_table(table) | {"number": doc.as_json(e)}


def restore_number(document: Mapping[str, Any]) -> NumberExplanation:
    """The explanation of a document; a DataError in one sentence where it was altered."""
    restored = doc.restored(AnswerShape, document, WHOLE, AGAIN)
    e: NumberExplanation = restored["number"]
    return replace(e, table=restored["table"]["name"], digest=restored["table"]["digest"])


def number_as_python(e: NumberExplanation) -> str:
    """A function of a row that needs no library."""
    formula = _formula(e)
    doubtful = code.doubtful_in(e.preparation, formula)
    return (
        f"{code.functions_in_python(e.preparation, formula)}"
        "def predict(row):\n"
        '    """The number; row: attribute to text, None where a cell is empty.\n\n'
        '    None where a condition hangs on a cell that cannot be read.\n    """\n'
        f"{code.comments_in_python(_comments(e), e.preparation, formula)}"
        "    row = read(row)\n"
        f"{code.sums_in_python(_terms(e), doubtful)}"
        "    if known is None:\n"
        "        return None\n"
        f"    total = {e.base!r}\n"
        "    for effect in known:\n"
        "        total += effect\n"
        "    return total\n"
    )


def number_as_sql(e: NumberExplanation, dialect: Dialect = DUCKDB) -> str:
    """A query: every column, and the number as "predicted"; NULL is empty."""
    formula = _formula(e)
    sql.check_names(e.preparation, formula)
    cells = sql.cells_of(e.preparation, formula, dialect)
    predicted = {"predicted": cells.total(e.base, _terms(e))}
    return sql.of_table(cells, predicted, _comments(e), "data")


def _formula(e: NumberExplanation) -> Formula:
    """All the terms as one formula, by which the code finds the columns to read."""
    return Formula(tuple(term.clause for term in e.terms))


def _terms(e: NumberExplanation) -> list[tuple[Clause, float]]:
    return [(term.clause, term.effect) for term in e.terms]


def _comments(e: NumberExplanation) -> list[str]:
    """What is predicted, and where that comes from."""
    return [f"{e.target} predicted; from {e.table}, SHA-256 {e.digest[:12]}…"]


def work(run: RunRequest, reporter: Listening) -> Result | None:
    """The document of the number explained; None where it was stopped before."""
    settings, table = run.settings, run.table()

    def tell(progress: Progress) -> bool:
        return reporter.step({"stage": progress.stage, "fraction": progress.fraction})

    try:
        return number_document(table, explain_number(table, settings, tell))
    except Cancelled:
        return None


def _question(spec: Mapping[str, Any]) -> str:
    return f"the number {spec['settings']['target'] or 'in the last column'}"


def _outcome(e: NumberExplanation) -> str:
    explained = words.share_words(e.judged[e.judged_on].explained).split(" (")[0]
    return f"{explained} explained, {words.size_words(e)}"


def learn(table: Table, settings: Settings, options: OutputOptions) -> AnswerOutput:
    """The sum that explains a table's number."""
    _check(options)
    if settings.only:
        raise SettingsError(
            "Only a rule can have bans and directions, and a number is explained by a sum. "
            "Compare it, as in --target 'rent > 900', or demand nothing."
        )
    default = Settings()
    idle = [n for n in OF_RULES if getattr(settings, n) != getattr(default, n)]
    if idle:
        said = listed(name.replace("_", "-") for name in idle)
        raise SettingsError(
            f"A number is explained by a sum, which does not read {said}. Leave that out, or "
            "compare the number, as in --target 'rent > 900'."
        )
    e = explain_number(table, settings)
    return _told(number_document(table, e), lambda: e)


def present(document: Mapping[str, Any], options: OutputOptions) -> AnswerOutput:
    """The sum of a document."""
    _check(options)
    return _told(dict(document), lambda: restore_number(document))


def _told(document: dict[str, Any], explained: Callable[[], NumberExplanation]) -> AnswerOutput:
    def files(path: str) -> Iterator[tuple[str, str]]:
        e, dialect = explained(), dialect_of(path)
        yield path, number_as_python(e) if dialect is None else number_as_sql(e, dialect)

    return AnswerOutput(
        document,
        lambda: answer.at_a_glance(explained()),
        lambda: answer.at_length(explained()),
        lambda: as_page(answer.page_of(explained())),
        files,
    )


def _check(options: OutputOptions) -> None:
    """A SettingsError where the options ask for something that a sum does not have."""
    options.check_exports()
    if options.by:
        raise SettingsError("Rates are of classes, and a number has none; leave --by out.")
    if options.others:
        raise SettingsError(
            "Other rules are of classes, and a number has none; leave --others out."
        )


def score(document: Mapping[str, Any], table: Table) -> RowsOutput:
    """What the sum of a document predicts for a table."""
    scores = predicted_numbers(restore_number(document), table)
    notes = map(Notice, (*scores.read, *_unread_words(scores)))
    columns = partial(_columns, table, scores)
    return RowsOutput([Sentence(_words(scores)), *notes], columns, len(table.names))


def _columns(table: Table, scores: NumberScores) -> list[Column]:
    """The table's own columns, the number predicted, the terms that hold, and the cells that cannot
    be read.
    """
    said = [clause_words(term.clause) for term in scores.e.terms]
    held = [
        "; ".join(text for text, holds in zip(said, row, strict=True) if holds)
        for row in scores.held
    ]
    columns: list[Column] = [(column.name, column.texts.tolist()) for column in table.columns]
    columns += [
        (f"{scores.e.target}: predicted", _or_empty(scores.predicted)),
        ("conditions that hold", list(held)),
        ("cannot be read", told_by_row(table.n_rows, scores.not_read)),
    ]
    names = distinct_names(columns)
    return [(name, cells) for name, (_, cells) in zip(names, columns, strict=True)]


def _words(scores: NumberScores) -> str:
    """How many rows were predicted, and how far off where the number is known."""
    is_there = np.isfinite(scores.predicted)
    predicted = scores.predicted[is_there]
    n = len(predicted)
    spread = float(predicted.std()) if n else 0.0
    said = f"{scores.e.target} is predicted for {counted(n, 'row')}"
    if n:
        said += f", on average {words.amount(float(predicted.mean()), spread)}"
    off_by = np.zeros(0) if scores.truth is None else np.abs(scores.predicted - scores.truth)
    known = np.isfinite(off_by)
    if not known.any():
        return f"{said}."
    off = words.amount(float(off_by[known].mean()), spread)
    rows = f"{int(known.sum()):,} rows whose number is known"
    return f"{said}. Of the {rows} it is off by {off} on average."


def _unread_words(scores: NumberScores) -> list[str]:
    """The number of rows without a prediction, where a term depends on an unreadable cell."""
    n = int(np.isnan(scores.predicted).sum())
    if not n:
        return []
    return [
        f"Nothing is predicted for {counted(n, 'row')} where a cell that cannot be read decides."
    ]


def _or_empty(amounts: np.ndarray) -> list[object]:
    return [None if amount != amount else amount for amount in amounts.tolist()]


KIND = Kind(
    page="explain_number",
    also=("predict",),
    work=work,
    restore=restore_number,
    question=_question,
    outcome=_outcome,
    thing="explanation",
    button="Explain the number",
    nothing_yet="The number is not explained yet. Press “Explain the number”.",
    kept="What was found by then is below.",
    learn=learn,
    present=present,
    score=score,
    needs=lambda document: needed_by(restore_number(document)),
)
