"""The entry of numbers in the table of kinds: how one is explained, told and predicted."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from interpret.answers.rows import Column, Unread, distinct_names, ending, told_by_row
from interpret.cores import Cancelled
from interpret.data.complaints import counted, listed
from interpret.data.table import Table
from interpret.number.document import (
    OF_A_NUMBER,
    NumberScores,
    needed_by,
    number_document,
    predicted_numbers,
    restore_number,
)
from interpret.number.explain import explain_number
from interpret.number.explanation import NumberExplanation
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
from interpret.rules.search import Progress
from interpret.settings import DEMANDS, OF_RULES, Settings, SettingsError
from interpret.tell.blocks import Notice, Sentence
from interpret.tell.number import answer, words
from interpret.tell.page import as_page


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


def _figures(e: NumberExplanation) -> dict[str, str]:
    judged_on_rows = e.judged[e.judged_on]
    return {
        "variation explained": words.share_words(judged_on_rows.explained),
        "typical error": words.estimate_words(judged_on_rows.error, e),
        "length": words.size_words(e),
    }


def learn(table: Table, settings: Settings, options: OutputOptions) -> AnswerOutput:
    """The sum that explains a table's number."""
    _check(options)
    if any(getattr(settings, name) for name in DEMANDS):
        raise SettingsError(
            "Only a rule can hold what is pinned, forbidden or has a direction, and a number is "
            "explained by a sum. Make two classes of it with --above NUMBER, or demand nothing."
        )
    default = Settings()
    idle = [n for n in OF_RULES if getattr(settings, n) != getattr(default, n)]
    if idle:
        said = listed(f"--{name.replace('_', '-')}" for name in idle)
        raise SettingsError(
            f"A number is explained by a sum, which reads no {said}. Leave that out, or make two "
            "classes of the number with --above NUMBER."
        )
    e = explain_number(table, settings)
    return _told(number_document(table, e), lambda: e)


def present(document: Mapping[str, Any], options: OutputOptions) -> AnswerOutput:
    """The sum of a document."""
    _check(options)
    return _told(dict(document), lambda: restore_number(document))


def _told(document: dict[str, Any], explained: Callable[[], NumberExplanation]) -> AnswerOutput:
    def report(_: bool) -> str:  # there is no appendix: the report is complete
        return as_page(answer.page_of(explained()))

    def files(path: str) -> Iterator[tuple[str, str | bytes]]:
        yield path, OF_A_NUMBER[ending(path)](explained())

    return AnswerOutput(
        document,
        lambda: answer.at_a_glance(explained()),
        lambda: answer.at_length(explained()),
        report,
        files,
    )


def _check(options: OutputOptions) -> None:
    """A SettingsError where the options ask for something that a sum does not have."""
    options.check_exports("the sum that explains a number", tuple(OF_A_NUMBER))
    if options.scale:
        raise SettingsError("A number is explained by a sum, which no --scale can change.")
    if options.by:
        raise SettingsError("Rates are of classes, and a number has none; leave --by out.")
    if options.others:
        raise SettingsError(
            "Other rules are of classes, and a number has none; leave --others out."
        )


def score(document: Mapping[str, Any], table: Table, unread: Unread) -> RowsOutput:
    """What the sum of a document predicts for a table."""
    scores = predicted_numbers(restore_number(document), table, unread)
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
    figures=_figures,
    thing="explanation",
    button="Explain the number",
    nothing_yet="The number is not explained yet. Press “Explain the number”: a machine over every "
    "combination of tests is learnt, and the few that move the number are shown.",
    kept="What was found by then is below.",
    learn=learn,
    present=present,
    score=score,
    needs=lambda document: needed_by(restore_number(document)),
)
