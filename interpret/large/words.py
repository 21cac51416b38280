"""Sentences and a table on what rule and machine do on all rows of a table that does not fit."""

from collections.abc import Sequence

import numpy as np

from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.predictor import Predictor
from interpret.answers.rule.sentences import words
from interpret.data.complaints import counted, listed, quoted
from interpret.data.table import Table
from interpret.large.judge import Area, JudgedAnswer
from interpret.large.learn import LearntFiles
from interpret.present import wording
from interpret.shares import Share
from interpret.tell import html as markup


def sample_words(known: LearntFiles) -> str:
    """What was sampled, for the notices of the answer."""
    n, of = len(known.sample.rows), known.labelled
    empty = known.source.rows - of
    left = f" {counted(empty, 'row')} without a class count nowhere." if empty else ""
    return (
        f"A sample of {n:,} of {of:,} rows, each class with its share, chose and trained machine "
        f"and rule; then every row was read again and judged.{left}"
    )


def never_drawn_words(known: LearntFiles, table: Table) -> list[str]:
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
    """How many rows rule and machine call positive, from the counts of interpret.large.score."""
    rows, rule, machine, both, alike, known, right, machine_right, is_open = counts.tolist()
    said = (
        f"The rule says {predictor.e.yes_words} on {rule:,} of "
        f"{rows:,} rows, the machine on {machine:,}; they agree on "
        f"{wording.percent(alike / max(1, both))}."
    )
    if is_open:
        said += (
            f" On {counted(is_open, 'row')} a cell that cannot be read decides, and the last "
            "column holds it."
        )
    if not known:
        return said
    return (
        f"{said} Of the {known:,} rows whose class is known the rule is right on "
        f"{wording.percent(right / known)}, the machine on "
        f"{wording.percent(machine_right / known)}."
    )


def figures_table(e: Explanation, judged: JudgedAnswer) -> str:
    """The counts on all rows as a table of a report."""
    rows = [
        [
            line,
            f"{one.rows:,}",
            wording.percent(one.precision),
            wording.percent(one.share),
            f"{one.alone:,}",
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
            f"{said:,}",
            wording.percent(unseen.positive_predictive_value.value),
            wording.percent(unseen.sensitivity.value),
            "",
        ]
    )
    head = ["", "rows", "right", "share of the class", "only this clause"]
    caption = f"Counted on the {unseen.n:,} rows not used in training: all of them, so no interval"
    return markup.table(caption, head, rows)


def sections(explanations: Sequence[Explanation], judged: Sequence[JudgedAnswer]) -> str:
    """The part of a report on all rows."""
    parts = [markup.tag("h2", "What does it do on all rows?")]
    for e, figures in zip(explanations, judged, strict=True):
        about = [words.heading(e)] if len(explanations) > 1 else []
        parts += [markup.tag("p", text) for text in (*about, judged_words(figures))]
        parts.append(figures_table(e, figures))
    parts.append(markup.tag("h2", "And on the sample that it was learnt from?"))
    return "".join(parts)
