"""From a table that stays where it is to an answer of all its rows: the steps, and what is said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.table import Table
from interpret.documents import as_json
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS
from interpret.forms.answer.record import document
from interpret.forms.classes import explain_classes
from interpret.forms.exports.code import tested_by
from interpret.forms.exports.exports import exported
from interpret.forms.study.study import studied
from interpret.large.judge import JudgedForm, Texts, complete, judged, texts_of, trims_all
from interpret.large.learn import Learnt, learnt
from interpret.large.source import Source
from interpret.present import wording
from interpret.registry import AnswerOutput, OutputOptions, name_asked
from interpret.settings import Settings, aimed
from interpret.tell import blocks
from interpret.tell.blocks import Block, Cell, Heading, sentences
from interpret.tell.rule import words
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.report import html_report
from interpret.tell.rule.several import at_a_glance


@dataclass(frozen=True, eq=False)
class LargeAnswer:
    """The answers of a sample, and for each of them what its forms do on all rows."""

    learnt: Learnt
    answers: tuple[Answer, ...]
    judged: tuple[dict[str, JudgedForm], ...]

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        return tuple(a.explanation for a in self.answers)


def large_output(source: Source, settings: Settings, options: OutputOptions) -> AnswerOutput:
    """The answer of a source in every form in which it leaves the program."""
    options.check_exports()
    found = explain_large(source, settings)
    return AnswerOutput(
        document=large_document(found),
        at_a_glance=lambda: at_a_glance(found.explanations),
        at_length=lambda: at_length(found.explanations),
        report=lambda: html_report(
            studied(found.answers), sections(found.explanations, found.judged)
        ),
        files=partial(exported, explanations=found.explanations, kinds=source.kinds),
    )


def explain_large(source: Source, settings: Settings) -> LargeAnswer:
    """Learns from a sample of the rows of a source, and judges every row.

    A DataError if it cannot be read, if the target is a number, or if a column names groups, whose
    rows are needed all at once.
    """
    if settings.group is not None:
        raise DataError(
            "The rows of a table that does not fit into memory are drawn "
            f"one by one, and {quoted(settings.group)} was named as the group. Leave that out, or "
            "bring a table that fits into memory."
        )
    settings = aimed(settings, source.names)
    known = learnt(source, settings.target, settings.seed, settings.positive)
    of_all = source.rows, known.labelled, known.cells.num_rows, source.order.repeats
    table = replace(known.table, notices=(*known.table.notices, sample_words(*of_all)))
    if name_asked(table, settings) == "number":
        raise DataError(
            "Only a class can be explained for a table that does not fit into memory, and "
            f"{quoted(known.target)} is a number. Compare it, as "
            f"in --target {quoted(known.target + ' > 0')}."
        )
    each = tasks_asked(table, settings)
    found = answers(tuple(explain_classes(each, settings)), table, each)
    found, texts, all_rows = on_all_rows(source, found, table)
    named = [column.name for column in table.columns if column.kind != "number"]
    missing = known.never_drawn({name: n.different for name, n in texts.items() if name in named})
    restated = []
    for a, figures in zip(found, all_rows, strict=True):
        e = a.explanation
        columns = e.columns_of(tested_by(e).attributes)
        lacks = {name: n for name, n in missing.items() if name in columns}
        notices = (*e.notices, *never_drawn_words(lacks), judged_words(e, figures))
        restated.append(replace(a, explanation=replace(e, notices=notices)))
    return LargeAnswer(known, tuple(restated), all_rows)


def on_all_rows(
    source: Source, found: Sequence[Answer], sample: Table
) -> tuple[tuple[Answer, ...], dict[str, Texts], tuple[dict[str, JudgedForm], ...]]:
    """Answers of a sample whose SQL reads the texts of all rows, what was told of these texts, and
    what the forms of each answer do on all rows.
    """
    explanations = [a.explanation for a in found]
    asked = ((e, (*tested_by(e).attributes, *complete(e))) for e in explanations)
    used = {name for e, attributes in asked for name in e.columns_of(attributes)}
    used |= {e.target for e in explanations}
    columns = (column for column in sample.columns if column.name in used)
    kinds = source.kinds
    texts = texts_of(
        source, [c.name for c in columns if c.kind != "number" or kinds.get(c.name) == "text"]
    )
    read = tuple(replace(a, explanation=trims_all(a.explanation, texts)) for a in found)
    forms = (judged(source, a.explanation, sample, trained_on(a, sample), texts) for a in read)
    return read, texts, tuple(forms)


def trained_on(answer: Answer, sample: Table) -> Table:
    """The rows of the sample that were trained on; with weights some stand there several times."""
    trained = answer.as_read.row_numbers[list(answer.explanation.rows["train"])]
    return sample.rows(np.flatnonzero(np.isin(sample.row_numbers, trained)))


def large_document(answer: LargeAnswer) -> dict[str, Any]:
    """The document of the sample's answer, with what was counted on all rows."""
    written = document(answer.answers)
    source, known = answer.learnt.source, answer.learnt
    for part, forms in zip(written["explanations"], answer.judged, strict=True):
        part["all_rows"] = {"forms": as_json(forms)}
    return written | {
        "large": {
            "files": source.files,
            "bytes": source.bytes,
            "rows": source.rows,
            "labelled": known.labelled,
            "sample": known.cells.num_rows,
            "repeats": source.order.repeats,
        }
    }


def drawn_words(known: Learnt, database: str) -> str:
    """What a table is that was drawn in a database, before anything is learnt from it."""
    source, again = known.source, ""
    if not source.order.repeats:
        again = " No key tells the rows apart, so that another draw gives other rows."
    return (
        f"A sample of {known.cells.num_rows:,} of the {source.rows:,} rows of {source.name} in "
        f"the database {database}, each class with its share. What a run finds on the sample, it "
        f"then counts on every row.{again}"
    )


def sample_words(rows: int, labelled: int, drawn: int, repeats: bool) -> str:
    """What was sampled, for the notices of the answer."""
    empty = rows - labelled
    left = f" {counted(empty, 'row')} without a class count nowhere." if empty else ""
    again = (
        ""
        if repeats
        else " No key tells the rows apart, so that another run draws other rows: name one with "
        "--key COLUMN."
    )
    return (
        f"A sample of {drawn:,} of {labelled:,} rows, each class with its share, chose and trained "
        f"machine and forms; then every row was judged where it is.{left}{again}"
    )


def never_drawn_words(missing: Mapping[str, int]) -> list[str]:
    """A sentence on values that no row of the sample has. missing: how many, by column."""
    parts = [f"{n:,} of {quoted(name)}" for name, n in missing.items()]
    return [f"Values that do not occur in the sample: {listed(parts)}."] if parts else []


def judged_words(e: Explanation, forms: Mapping[str, JudgedForm]) -> str:
    """The figures on all rows in a sentence or two."""
    first = e.forms[0]
    form = forms[first.name]
    unseen, whole = form.right["unseen"], form.right["all"]
    is_open = ""
    if form.is_open:
        is_open = (
            f" On {counted(form.is_open, 'row')} more a cell that cannot be read decides; these "
            "count nowhere."
        )
    if not unseen.n:
        right = wording.percent(whole.accuracy.value)
        return (
            f"All {whole.n:,} rows were trained on; the {first.called} is right on {right} of "
            f"them.{is_open}"
        )
    positives = unseen.true_positive + unseen.false_negative
    guess = max(positives, unseen.n - positives) / unseen.n
    return (
        f"{words.ON_ALL[0]} {whole.n:,} rows: of the {unseen.n:,} not used in training the "
        f"{first.called} is right on {wording.percent(unseen.accuracy.value)}, the majority "
        f"guess on {wording.percent(guess)}.{is_open}"
    )


def figures_tables(e: Explanation, forms: Mapping[str, JudgedForm]) -> list[Block]:
    """The counts on all rows, a table for each form."""
    tables: list[Block] = []
    for form in e.forms:
        judged_form = forms[form.name]
        unseen = judged_form.right["unseen"]
        rows: list[list[Cell]] = []
        if form.name == POINTS:
            for total, (n, of_class) in sorted(judged_form.totals["unseen"].items()):
                if n:
                    said = "yes" if total > form.card.cut else "no"
                    rows.append([total, n, wording.percent(of_class / n), said])
            head = ["points", "rows", "of the class", "verdict"]
        else:
            lines = wording.rule_lines(e.rule.formula)
            for line, one in zip(lines, judged_form.clauses["unseen"], strict=False):
                share = wording.percent(one.precision), wording.percent(one.share)
                rows.append([line, one.rows, *share, one.alone])
            of_all = unseen.positive_predictive_value.value, unseen.sensitivity.value
            yes = unseen.true_positive + unseen.false_positive
            rows.append(["the rule", yes, *map(wording.percent, of_all), ""])
            head = ["", "rows", "right", "share of the class", "only this line"]
        caption = (
            f"Counted on the {unseen.n:,} rows not used in training: all of them, so no interval"
        )
        tables.append(blocks.Table(caption, head, rows))
    return tables


def sections(
    explanations: Sequence[Explanation], judged: Sequence[Mapping[str, JudgedForm]]
) -> list[Block]:
    """The part of a report on all rows."""
    blocks: list[Block] = [Heading("What does it do on all rows?")]
    for e, forms in zip(explanations, judged, strict=True):
        about = [words.heading(e)] if len(explanations) > 1 else []
        blocks += [*sentences(*about, judged_words(e, forms)), *figures_tables(e, forms)]
    return [*blocks, Heading("And on the sample that it was learnt from?")]
