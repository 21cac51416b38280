"""The entry of rules and cards in the table of kinds, and how the command line tells them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from interpret.answers.kinds import AnswerKind, RowsTold, Telling, Told, check_exports
from interpret.answers.points.scales import CreditScale, scale_of
from interpret.answers.rule.answer.answer import answers
from interpret.answers.rule.answer.drift import stills
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.on_scale import document_on_scale, explanation_on_scale
from interpret.answers.rule.answer.predict import predictors
from interpret.answers.rule.answer.record import document as document_of
from interpret.answers.rule.answer.record import restore
from interpret.answers.rule.classes import explain_classes
from interpret.answers.rule.exports.export import answer_lines, with_card
from interpret.answers.rule.exports.exports import ENDINGS, exported
from interpret.answers.rule.sentences import row_verdicts, words
from interpret.answers.rule.sentences.beside_truth import now_lines
from interpret.answers.rule.sentences.several import several, several_words
from interpret.answers.rule.sentences.still_words import stability_lines, still_lines
from interpret.answers.rule.sentences.wronged import wronged_lines
from interpret.answers.rule.study.studied import Studied, studied
from interpret.answers.unread import Unread
from interpret.data.complaints import one_line
from interpret.data.table import Table
from interpret.fit.parts import tasks_asked
from interpret.settings import Settings


def learned(table: Table, settings: Settings, telling: Telling) -> Told:
    """A rule, a card or both for each class that is asked for."""
    check(telling)
    for name in telling.by:
        table.column(name)
    scale = scale_asked(telling)
    each = tasks_asked(table, settings)
    explained = explain_classes(each, settings)
    found = answers(tuple(explanation_on_scale(e, scale) for e in explained), table, each)
    explanations = [a.explanation for a in found]
    studies = cache(partial(studied, found, telling.by))  # takes a second, and may not be told
    said = answers_words(explanations)
    if telling.by:
        said += ["\n".join(map(one_line, wronged_lines(one))) for one in studies()]
    if len(found) > 1:
        said.append(f"Together: {several_words(several(found))}")
    return Told(
        document=document_of(found),
        words=lambda: said,
        report=report_of(studies),
        files=partial(exported, explanations=explanations),
    )


def report_of(studies: Callable[[], Sequence[Studied]], more: str = "") -> Callable[[bool], str]:
    """A function that writes the report. studies: gives its content; more: what goes first."""

    def report(appendix: bool) -> str:
        from interpret.answers.rule.report.report import (
            html_report,  # plotly takes a second to load
        )

        return html_report(studies(), more, appendix=appendix)

    return report


def told(given: Mapping[str, Any], telling: Telling) -> Told:
    """The answer of a document, with its cards on a scale if that is asked for."""
    check(telling)
    document = document_on_scale(given, scale_asked(telling))

    def report(_: bool) -> str:
        from interpret.answers.rule.report.report import document_report

        return document_report(restore(document))

    return Told(
        document=document,
        words=lambda: answers_words(restore(document)),
        report=report,
        files=lambda path: exported(path, restore(document)),
    )


def check(telling: Telling) -> None:
    """Raises SettingsError if a file to export cannot hold a rule."""
    check_exports(telling, "a rule", ENDINGS)


def scale_asked(telling: Telling) -> CreditScale | None:
    """The scale that cards are to be on."""
    return None if telling.scale is None else scale_of(telling.scale)


def of_rows(given: Mapping[str, Any], table: Table, unread: Unread) -> RowsTold:
    """What an answer's rules and cards say of a table's rows, and whether they still hold there."""
    scores = [predictor.scores(table, unread) for predictor in predictors(given)]
    noted = (
        *row_verdicts.version_words_of(scores),
        *row_verdicts.unread_words(scores),
        *row_verdicts.unseen_words(scores),
        *row_verdicts.denied_words(scores),
    )
    lines = [*map(row_verdicts.verdict_words, scores), *(f"Note: {note}" for note in noted)]
    for s in scores:
        if s.truth is not None:
            for form in stills(s, table):
                lines += still_lines(form)
        lines += [*now_lines(s), *stability_lines(s)]
    return RowsTold(lines, partial(row_verdicts.scored_columns, table, scores), len(table.names))


def needs(given: Mapping[str, Any]) -> list[str]:
    """The columns that rules, cards and machines read."""
    return list(
        dict.fromkeys(name for predictor in predictors(given) for name in predictor.attributes)
    )


def answers_words(explanations: Sequence[Explanation]) -> list[str]:
    """The answer of each class; notes that all classes share stand once, at the end."""
    first, *others = explanations
    noted = [note for note in first.notices if others and all(note in e.notices for e in others)]
    said = []
    for e in explanations:
        left = tuple(note for note in e.notices if note not in noted)
        said.append(_answer_words(replace(e, notices=left)))
    if noted:
        said.append("\n".join(["Of every class:", *(one_line(f"Note: {note}") for note in noted)]))
    return said


def _answer_words(e: Explanation) -> str:
    of = words.rates_of(e, e.judged_on)
    rates = [
        f"  {name:<40}{of['rule'][name]}, the machine {of['machine'][name]}"
        for name in list(of["rule"])[1:]
    ]
    return with_card(e, answer_lines(e, rates=rates, last=[("rule", words.choice_words(e))]))


KIND = AnswerKind(
    learned=learned,
    told=told,
    scored=of_rows,
    needs=needs,
    predictors=predictors,
)
