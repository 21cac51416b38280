"""From a table that stays where it is to an answer of all its rows: the order of the steps."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.roles import WORDS
from interpret.documents import as_json
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.card_figures import POINTS
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.record import document
from interpret.forms.answer.versions import explanation_on_scale
from interpret.forms.classes import explain_classes
from interpret.forms.exports.exports import exported
from interpret.forms.kind import check, report_of, scale_asked
from interpret.forms.study.studied import studied
from interpret.large.judge import Area, JudgedAnswer, judged
from interpret.large.learn import Learnt, learnt
from interpret.large.source import Source
from interpret.present import wording
from interpret.registry import AnswerOutput, OutputOptions, name_asked
from interpret.settings import Settings
from interpret.shares import Share
from interpret.tell.blocks import Block, Cell, Heading, Table, sentences
from interpret.tell.rule import words
from interpret.tell.rule.at_a_glance import at_a_glance
from interpret.tell.rule.brief import at_length

ROLES = ("group", "time")  # they need all rows at once


def sample_words(known: Learnt) -> str:
    """What was sampled, for the notices of the answer."""
    n, of = len(known.sample), known.labelled
    empty = known.source.rows - of
    left = f" {counted(empty, 'row')} without a class count nowhere." if empty else ""
    again = (
        ""
        if known.source.order.repeats
        else " No key tells the rows apart, so that another run draws other rows: name one with "
        "--key COLUMN."
    )
    return (
        f"A sample of {n:,} of {of:,} rows, each class with its share, chose and trained machine "
        f"and forms; then every row was judged where it is.{left}{again}"
    )


def never_drawn_words(known: Learnt, e: Explanation) -> list[str]:
    """A sentence on values that occur in columns that are used but not in the sample."""
    parts = []
    for column in known.table.columns:
        values = known.column(column.name).values
        if values is None or column.name not in e.attributes or column.kind == "number":
            continue
        reading = column.reading
        plain = values if reading is None else reading.values_of([*values])
        there = {*column.values}
        pairs = zip(plain, values.values(), strict=True)
        rows = sum(n for value, n in pairs if value not in there)
        if rows:
            parts.append(f"{quoted(column.name)} on {counted(rows, 'row')}")
    return [f"Values that do not occur in the sample: {listed(parts)}."] if parts else []


def judged_words(e: Explanation, figures: JudgedAnswer) -> str:
    """The figures on all rows in sentences."""
    first = e.forms[0]
    form = figures.forms[first.name]
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
    where = (
        "all of them"
        if figures.machine_on_all
        else f"{figures.machine_rows:,} of them, drawn at random beside the sample"
    )
    share = _counted if figures.machine_on_all else wording.share_words
    area = f", its AUC is {area_words(figures.area)}" if figures.area else ""
    return (
        f"Counted on all {whole.n:,} rows: of the {unseen.n:,} not used in training the "
        f"{first.called} is right on {wording.percent(unseen.accuracy.value)}, the majority "
        f"guess on {wording.percent(guess)}. On {where} the machine is right on "
        f"{share(figures.machine.accuracy)}{area}, and the {first.called} agrees "
        f"with it on {share(figures.agreement)}."
        f"{is_open}"
    )


def _counted(share: Share) -> str:
    return wording.percent(share.value)


def area_words(area: Area) -> str:
    if area.between is None:
        return f"{area.value:.4f}"
    low, high = area.between
    return f"{area.value:.4f} ({low:.4f} to {high:.4f})"


def figures_tables(e: Explanation, figures: JudgedAnswer) -> list[Block]:
    """The counts on all rows, a table for each form."""
    tables: list[Block] = []
    for form in e.forms:
        judged_form = figures.forms[form.name]
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
            head = ["", "rows", "right", "share of the class", "only this clause"]
        caption = (
            f"Counted on the {unseen.n:,} rows not used in training: all of them, so no interval"
        )
        tables.append(Table(caption, head, rows))
    return tables


def sections(explanations: Sequence[Explanation], judged: Sequence[JudgedAnswer]) -> list[Block]:
    """The part of a report on all rows."""
    blocks: list[Block] = [Heading("What does it do on all rows?")]
    for e, figures in zip(explanations, judged, strict=True):
        about = [words.heading(e)] if len(explanations) > 1 else []
        blocks += [*sentences(*about, judged_words(e, figures)), *figures_tables(e, figures)]
    return [*blocks, Heading("And on the sample that it was learnt from?")]


@dataclass(frozen=True, eq=False)
class LargeAnswer:
    """The answers of a sample, and for each of them what it does on all rows."""

    learnt: Learnt
    answers: tuple[Answer, ...]
    judged: tuple[JudgedAnswer, ...]

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        return tuple(a.explanation for a in self.answers)


def large_output(source: Source, settings: Settings, options: OutputOptions) -> AnswerOutput:
    """The answer of a source in every form in which it leaves the program."""
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
        files=partial(exported, explanations=found.explanations, kinds=source.kinds),
    )


def explain_large(source: Source, settings: Settings) -> LargeAnswer:
    """Learns from a sample of the rows of a source, and judges every row.

    A DataError if it cannot be read, if the target is a number, or if a column has one of ROLES.
    """
    _check_roles(settings)
    known = learnt(source, settings.aim, settings.seed, settings.above is not None)
    table = replace(known.table, notices=(*known.table.notices, sample_words(known)))
    if name_asked(table, settings) == "number":
        raise DataError(
            "Only a class can be explained for a table in several files, too large for memory or "
            f"in a database, and {quoted(known.target)} is a number. Make two classes of it with "
            "--above."
        )
    each = tasks_asked(table, settings)
    found = answers(tuple(explain_classes(each, settings)), table, each)
    all_rows = tuple(judged(answer, known) for answer in found)
    told = []
    for e, figures in zip((a.explanation for a in found), all_rows, strict=True):
        notices = (*e.notices, *never_drawn_words(known, e), judged_words(e, figures))
        told.append(replace(e, notices=notices))
    return LargeAnswer(known, answers(tuple(told), table, each), all_rows)


def _check_roles(settings: Settings) -> None:
    """A DataError where rows belong together or have a time."""
    for role in ROLES:
        name = getattr(settings, role)
        if name is not None:
            raise DataError(
                "The rows of a table in several files, too large for memory or in a database are "
                f"drawn one by one, and {quoted(name)} was named as {WORDS[role]}. Leave that "
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
            "sample": len(known.sample),
            "repeats": source.order.repeats,
            "columns": [as_json(column) for column in known.columns],
        }
    }
