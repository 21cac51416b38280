"""From files to an answer of all their rows: the order of the steps."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from interpret import cores
from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.roles import WORDS
from interpret.data.table import Table as Rows
from interpret.documents import as_json
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.card_figures import RULE
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.predictor import Predictor
from interpret.forms.answer.record import document
from interpret.forms.answer.versions import explanation_on_scale
from interpret.forms.classes import explain_classes
from interpret.forms.exports.exports import exported
from interpret.forms.kind import check, report_of, scale_asked
from interpret.forms.study.studied import studied
from interpret.large.judge import Area, JudgedAnswer, judged
from interpret.large.learn import LearntFiles, learnt
from interpret.large.source import Source
from interpret.present import wording
from interpret.registry import AnswerOutput, OutputOptions, name_asked
from interpret.settings import Settings
from interpret.shares import Share
from interpret.tell.blocks import Block, Cell, Heading, Table, sentences
from interpret.tell.rule.at_a_glance import at_a_glance
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.scored import said_words
from interpret.tell.rule.words import heading

ROLES = ("weight", "group", "time", "held_out")  # they need all rows at once


def sample_words(known: LearntFiles) -> str:
    """What was sampled, for the notices of the answer."""
    n, of = len(known.sample.rows), known.labelled
    empty = known.source.rows - of
    left = f" {counted(empty, 'row')} without a class count nowhere." if empty else ""
    return (
        f"A sample of {n:,} of {of:,} rows, each class with its share, chose and trained machine "
        f"and rule; then every row was read again and judged.{left}"
    )


def never_drawn_words(known: LearntFiles, table: Rows) -> list[str]:
    """A sentence on values that occur in the files but not in the sample."""
    parts = []
    for column in table.columns:
        values = known.column(column.name).values
        if values is None or column.name == known.target or column.kind in ("number", "date"):
            continue
        reading = column.reading
        plain = values if reading is None else reading.values_of([*values])
        there = {*column.values}
        pairs = zip(plain, values.values(), strict=True)
        rows = sum(n for value, n in pairs if value not in there)
        if rows:
            parts.append(f"{quoted(column.name)} on {counted(rows, 'row')}")
    return [f"Values that do not occur in the sample: {listed(parts)}."] if parts else []


def judged_words(judged: JudgedAnswer) -> str:
    """The figures on all rows in sentences."""
    unseen = judged.rule["unseen"]
    if not unseen.n:
        right = wording.percent(judged.rule["all"].accuracy.value)
        n = judged.rule["all"].n
        return f"All {n:,} rows were trained on; the rule is right on {right} of them."
    guess = max(
        unseen.true_positive + unseen.false_negative, unseen.true_negative + unseen.false_positive
    )
    where = (
        "all of them"
        if judged.machine_on_all
        else f"{judged.machine_rows:,} of them, drawn at random beside the sample"
    )
    share = _counted if judged.machine_on_all else wording.share_words
    area = f", its AUC is {area_words(judged.area)}" if judged.area else ""
    return (
        f"Counted on all {judged.rule['all'].n:,} rows: of the {unseen.n:,} not used in training "
        f"the rule is right on {wording.percent(unseen.accuracy.value)}, the majority guess on "
        f"{wording.percent(guess / unseen.n)}. On {where} the machine is right on "
        f"{share(judged.machine.accuracy)}{area}, and the rule agrees with it on "
        f"{share(judged.agreement)}."
    )


def _counted(share: Share) -> str:
    return wording.percent(share.value)


def area_words(area: Area) -> str:
    if area.interval:
        low, high = area.interval
        return f"{(area.low + area.high) / 2:.4f} ({low:.4f} to {high:.4f})"
    return f"between {area.low:.5f} and {area.high:.5f}"


def scored_words(predictor: Predictor, counts: np.ndarray) -> str:
    """What forms and machine say of the rows of files. counts: of interpret.large.rows."""
    said, is_open = said_words(predictor.e, counts.tolist()), int(counts[4])
    if not is_open:
        return said
    return (
        f"{said} On {counted(is_open, 'row')} a cell that cannot be read decides, and the last "
        "column holds it."
    )


def figures_table(e: Explanation, judged: JudgedAnswer) -> Table:
    """The counts on all rows."""
    rows: list[list[Cell]] = [
        [
            line,
            one.rows,
            wording.percent(one.precision),
            wording.percent(one.share),
            one.alone,
        ]
        for line, one in zip(
            wording.rule_lines(e.rule.formula), judged.clauses["unseen"], strict=False
        )
        if e.rule.formula.clauses
    ]
    unseen = judged.rule["unseen"]
    said = unseen.true_positive + unseen.false_positive
    rows.append(
        [
            "the rule",
            said,
            wording.percent(unseen.positive_predictive_value.value),
            wording.percent(unseen.sensitivity.value),
            "",
        ]
    )
    head = ["", "rows", "right", "share of the class", "only this clause"]
    caption = f"Counted on the {unseen.n:,} rows not used in training: all of them, so no interval"
    return Table(caption, head, rows)


def sections(explanations: Sequence[Explanation], judged: Sequence[JudgedAnswer]) -> list[Block]:
    """The part of a report on all rows."""
    blocks: list[Block] = [Heading("What does it do on all rows?")]
    for e, figures in zip(explanations, judged, strict=True):
        about = [heading(e)] if len(explanations) > 1 else []
        blocks += [*sentences(*about, judged_words(figures)), figures_table(e, figures)]
    return [*blocks, Heading("And on the sample that it was learnt from?")]


@dataclass(frozen=True, eq=False)
class LargeAnswer:
    """The answers of a sample, and for each of them what it does on all rows."""

    learnt: LearntFiles
    answers: tuple[Answer, ...]
    judged: tuple[JudgedAnswer, ...]

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        return tuple(a.explanation for a in self.answers)


def large_output(source: Source, settings: Settings, options: OutputOptions) -> AnswerOutput:
    """The answer of files in every form in which it leaves the program."""
    check(options)
    found = explain_large(source, settings)
    scale = scale_asked(options)
    on_scale = tuple(
        replace(a, explanation=explanation_on_scale(a.explanation, scale)) for a in found.answers
    )
    found = replace(found, answers=on_scale)
    return AnswerOutput(
        document=large_document(found),
        at_a_glance=lambda: at_a_glance(found.explanations),
        at_length=lambda: at_length(found.explanations),
        report=report_of(partial(studied, on_scale), sections(found.explanations, found.judged)),
        files=partial(exported, explanations=found.explanations),
    )


def explain_large(
    source: Source, settings: Settings, go_on: cores.GoOn = cores.always
) -> LargeAnswer:
    """Learns from a sample of the rows of files, and judges every row.

    A DataError if a file cannot be read, if the target is a number, or if a column has one of
    ROLES: each row is sampled and judged independently of the others.
    """
    _check_roles(settings)
    known = learnt(source, settings.aim, settings.seed, go_on)
    table = known.table
    table = replace(
        table, notices=(*table.notices, sample_words(known), *never_drawn_words(known, table))
    )
    if name_asked(table, settings) == "number":
        raise DataError(
            f"Only a class can be explained for a table in several files or too large for memory, "
            f"and {quoted(known.target)} is a number. Make two classes of it with --above."
        )
    each = tasks_asked(table, settings)
    settings = replace(settings, form=RULE)  # the figures of a card would be of the sample
    found = tuple(explain_classes(each, settings))
    all_rows = judged(answers(found, table, each), known, go_on)
    explanations = tuple(
        replace(e, notices=(*e.notices, judged_words(figures)))
        for e, figures in zip(found, all_rows, strict=True)
    )
    return LargeAnswer(known, answers(explanations, table, each), all_rows)


def _check_roles(settings: Settings) -> None:
    """A DataError where rows are weighed, belong together, have a time, or are held out."""
    for role in ROLES:
        name = getattr(settings, role)
        if name is not None:
            raise DataError(
                "The rows of a table in several files or too large for memory are sampled and "
                f"judged independently, and {quoted(name)} was named as {WORDS[role]}. Leave that "
                "out, or bring a table that fits into memory."
            )


def large_document(answer: LargeAnswer) -> dict[str, Any]:
    """The document of the sample's answer, with what was learnt and counted on all rows."""
    written = document(answer.answers)
    source, known = answer.learnt.source, answer.learnt
    for part, figures in zip(written["explanations"], answer.judged, strict=True):
        part["all_rows"] = as_json(figures)
    return written | {
        "large": {
            "files": source.files,
            "bytes": source.bytes,
            "rows": source.rows,
            "labelled": known.labelled,
            "sample": len(known.sample.rows),
            "columns": [as_json(column) for column in known.columns],
        }
    }
