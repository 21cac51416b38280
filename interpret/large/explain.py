"""From files to an answer of all their rows: the order of the steps."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from interpret import cores
from interpret.answers.points.card_figures import RULE
from interpret.answers.rule.answer.answer import Answer, answers
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.on_scale import explanation_on_scale
from interpret.answers.rule.answer.record import document
from interpret.answers.rule.classes import explain_classes
from interpret.answers.rule.exports.exports import exported
from interpret.answers.rule.kind import answers_words, check, report_of, scale_asked
from interpret.answers.rule.study.studied import studied
from interpret.data.complaints import DataError, quoted
from interpret.data.roles import WORDS
from interpret.documents import as_json
from interpret.fit.parts import tasks_asked
from interpret.large.judge import JudgedAnswer, judged
from interpret.large.learn import LearntFiles, learnt
from interpret.large.source import Source
from interpret.large.words import judged_words, never_drawn_words, sample_words, sections
from interpret.registry import Telling, Told, name_asked
from interpret.settings import Settings

ROLES = ("weight", "group", "time", "held_out")  # they need all rows at once


@dataclass(frozen=True, eq=False)
class LargeAnswer:
    """The answers of a sample, and for each of them what it does on all rows."""

    learnt: LearntFiles
    answers: tuple[Answer, ...]
    judged: tuple[JudgedAnswer, ...]

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        return tuple(a.explanation for a in self.answers)


def told_large(source: Source, settings: Settings, telling: Telling) -> Told:
    """The answer of files in every form in which it leaves the program."""
    check(telling)
    found = explain_large(source, settings)
    scale = scale_asked(telling)
    on_scale = tuple(
        replace(a, explanation=explanation_on_scale(a.explanation, scale)) for a in found.answers
    )
    found = replace(found, answers=on_scale)
    return Told(
        document=large_document(found),
        words=lambda: answers_words(found.explanations),
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
