"""Rows scored where they are: a query with the verdicts, kept under a name."""

from collections.abc import Sequence
from dataclasses import replace

from interpret.answers.rows import NONE, REFUSED, Unread, check_columns, distinct_names
from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.cuts import cut_between
from interpret.data.numbers import number
from interpret.data.readings import Reading
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import Form
from interpret.forms.answer.predictor import Predictor
from interpret.forms.exports.code import columns_in_sql, good_tests, tested_by
from interpret.large.judge import OPEN, Tally
from interpret.large.judge import counted as counted_by
from interpret.large.source import Source
from interpret.present import wording
from interpret.present.texts_in_sql import identifier


def score(
    source: Source, predictors: Sequence[Predictor], into: str, unread: Unread = NONE
) -> list[str]:
    """Keeps the rows with points and verdicts under a name, and says in sentences how many got
    which. unread: what rows get where a cell that cannot be read decides.
    """
    said: list[str] = []
    columns: dict[str, str] = {}
    for e in (predictor.e for predictor in predictors):
        check_columns(source.names, e.columns_of(tested_by(e).attributes))
        known = e.target in source.names
        tally = counted_by(source, e, {e.target: _class_reading(e, source)} if known else {})
        said += [_words(e, form, tally, unread) for form in e.forms]
        lacking = {*e.columns_of(good_tests(e).attributes)} - {*source.names}
        if lacking:
            names = listed(map(quoted, sorted(lacking)))
            said.append(f"There is no column agreed, since the table lacks {names}.")
        columns |= _columns(replace(e, good=None) if lacking else e, source, unread)
    cells = [identifier(name) for name in source.names]
    named = distinct_names(
        [*((name, []) for name in source.names), *((name, []) for name in columns)]
    )
    added = zip(columns.values(), named[len(cells) :], strict=True)
    told = [*cells, *(f"{sql} AS {identifier(name)}" for sql, name in added)]
    is_in_steps = source.files and any("(SELECT" in sql for sql in columns.values())
    order = " ORDER BY file_index, file_row_number" if is_in_steps else ""  # which steps lose
    source.write(f"SELECT {', '.join(told)} FROM {source.relation}{order}", into)
    return said


def _class_reading(e: Explanation, source: Source) -> Reading:
    """How the column of the class is read in rows that nothing was learnt from."""
    labels = (*e.positive, *e.negative)
    is_number = source.is_amount(e.target)
    is_cut = cut_between(e.positive, e.negative) is not None
    of_numbers = is_number and (is_cut or all(number(label) is not None for label in labels))
    return Reading(e.target, "number" if of_numbers else "text")


def _columns(e: Explanation, source: Source, unread: Unread) -> dict[str, str]:
    """The columns of one class by name: the verdict of each form, points and chance, and agreed."""
    told = columns_in_sql(e, source.kinds)
    for name in ("rule", "verdict"):
        if name in told:
            no_verdict = {"yes": " ELSE 'yes'", "no": " ELSE 'no'"}.get(unread, "")
            told[name] = f"CASE {told[name]} WHEN 1 THEN 'yes' WHEN 0 THEN 'no'{no_verdict} END"
    return {f"{e.yes_words}: {name}": sql for name, sql in told.items()}


def _words(e: Explanation, form: Form, tally: Tally, unread: Unread) -> str:
    """How many rows a form calls positive, and how often it is right where the class is known."""
    says, n, truth = tally.says[form.name], tally.n, tally.truth
    is_open = int(n[says == OPEN].sum())
    if is_open and unread == REFUSED:
        raise DataError(
            "Every cell that a verdict hangs on must be written so that it can be read, and on "
            f"{counted(is_open, 'row')} it is not. Mend these cells, leave their rows out, or "
            "choose what they get (unread: no or yes)."
        )
    yes = int(n[says == 1].sum()) + is_open * (unread == "yes")
    told = f"The {form.called} says {e.yes_words} on {yes:,} of {int(n.sum()):,} rows."
    known = (truth != OPEN) & (says != OPEN)
    if of := int(n[known].sum()):
        right = wording.percent(int(n[known & (says == truth)].sum()) / of)
        told += f" Of the {of:,} rows whose class is known it is right on {right}."
    if is_open and unread == NONE:
        told += f" On {counted(is_open, 'row')} a cell that cannot be read decides: no verdict."
    return told
