"""The entry of rules and cards in the table of kinds: how a run finds them, and how they are told.

A run drafts first, so that there is something to read and to take away while the answer is settled.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import repeat
from typing import Any

from interpret.cores import Cancelled
from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.documents import as_json
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.drift import stills
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.proof import certified
from interpret.forms.answer.record import (
    document,
    restore,
)
from interpret.forms.answer.scored import scored_columns
from interpret.forms.answer.several import one_class, several
from interpret.forms.classes import explain_classes
from interpret.forms.explain import compare_forms, draft, draft_task
from interpret.forms.exports.exports import exported
from interpret.forms.study.study import (
    restore_studies,
    studied,
    study,
    study_to_dict,
    with_good,
)
from interpret.registry import (
    AnswerOutput,
    Kind,
    Listening,
    OutputOptions,
    Result,
    RowsOutput,
    RunRequest,
    class_asked,
)
from interpret.rules.search import Progress
from interpret.settings import Settings
from interpret.tell.blocks import Block, Heading, Sentence, sentences
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.card import size_words
from interpret.tell.rule.good import OTHERS, good_blocks
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.report import document_report, html_report
from interpret.tell.rule.scored import class_words, holding_blocks, scored_blocks
from interpret.tell.rule.several import at_a_glance, several_words
from interpret.tell.rule.words import counted_rows
from interpret.tell.rule.wronged import wronged

CELLS = 1_000_000  # of all drafts together: about two seconds; beyond it classes get no draft


def work(run: RunRequest, reporter: Listening) -> Result | None:
    """The document of the rules, each with its study; a stopped run also keeps drafts."""
    settings, table = run.settings, run.table()
    each = tasks_asked(table, settings)
    done, drafts = list[Answer](), list[Answer]()
    trained = ""

    def tell(progress: Progress) -> bool:
        nonlocal trained
        if progress.stage in ("choosing", "trained"):
            trained = progress.note
        return reporter.step(progress.as_step() | {"trained": trained})

    def so_far(*more: Explanation) -> Result | None:
        settled = [*done, *map(Answer, more, repeat(table), each[len(done) :])]
        return _document([*settled, *drafts[len(settled) :]])

    def show(*more: Explanation) -> None:
        reporter.publish(so_far(*more) or {})

    for task in each[: _at_first(table, len(each))]:
        if not tell(Progress("drafting", len(drafts) / len(each))):
            break
        of_class = replace(settings, positive=task.positive)
        drafts.append(Answer(draft_task(task, of_class), table, task))
        show()
    with suppress(Cancelled):
        explained = explain_classes(each, settings, tell, show, compares=False)
        for task, explanation in zip(each, explained, strict=True):
            done.append(Answer(explanation, table, task))
            if reporter.stopped:
                break
    answer = so_far()
    if answer is None or reporter.stopped:
        return answer
    with suppress(Cancelled):
        for place, settled in enumerate(done):
            reporter.publish(answer)
            compared = compare_forms(settled.task, settled.explanation, tell)
            done[place] = replace(settled, explanation=compared)
            answer = so_far() or answer
    if run.on_all_rows is not None and tell(Progress("counting", 0.0)):
        done[:] = run.on_all_rows(done)
        answer = so_far() or answer
    for settled, part in zip(done, answer["explanations"], strict=True):
        if reporter.stopped:
            break
        reporter.publish(answer)
        part["study"] = study_to_dict(study(settled, tell))
        part["good"] = as_json(with_good(settled, tell).explanation.good)
    return answer


def rehearse() -> None:
    """Drafts an answer that nobody asked for, so that whatever a draft needs is loaded."""
    rows = [f"{a},{b},{c},{'yes' if a == b else 'no'}" for a in "xyz" for b in "xyz" for c in "123"]
    table = read_table("\n".join(["a,b,c,class", *rows]).encode(), "rehearsal.csv")
    _document([Answer(draft(table, Settings()), table)])


def _at_first(table: Table, classes: int) -> int:
    """How many classes get a draft before the first one is settled: at least one."""
    cells = max(1, table.n_rows * len(table.names))
    return min(classes, max(1, CELLS // cells))


def _document(found: Sequence[Answer]) -> Result | None:
    """The document of the answers so far; None if there are none."""
    return certified(document(found), found) if found else None


def _restored(answer: Result) -> tuple[Explanation, ...]:
    """The explanations, provided that their studies can be read as well."""
    found = restore(answer)
    restore_studies(answer)
    return found


def _outcome(explanations: tuple[Explanation, ...]) -> str:
    figures = [one_figure(e, e.forms[0].right[e.judged_on]) for e in explanations]
    least, most = (end(figures, key=lambda one: one.value) for end in (min, max))
    drafts = sum(e.rule.is_draft for e in explanations)
    if len(explanations) == 1:
        forms = f"{most.short}, {size_words(explanations[0])}"
        state = ", changed by hand" if explanations[0].by_hand else ""
        return f"{forms}, a draft" if drafts else f"{forms}{state}"
    span = f"{least.text.removesuffix(' %')} to {most.short}"
    forms = f"{span}, {len(explanations)} {_forms(explanations)}"
    return f"{forms}, {drafts} of them drafts" if drafts else forms


def _forms(explanations: tuple[Explanation, ...]) -> str:
    """The form that comes first for each class."""
    by_points = sum(e.first == POINTS for e in explanations)
    return (
        "rules"
        if not by_points
        else "cards"
        if by_points == len(explanations)
        else "rules and cards"
    )


def learn(table: Table, settings: Settings, options: OutputOptions) -> AnswerOutput:
    """A rule, a card or both for each class that is asked for."""
    options.check_exports()
    for name in options.by:
        table.column(name)
    each = tasks_asked(table, settings)
    explained = explain_classes(each, settings)
    found = answers(tuple(explained), table, each)
    if options.others:
        found = tuple(map(with_good, found))
    explanations = [a.explanation for a in found]
    studies = cache(partial(studied, found, options.by))  # takes a second, and may not be told
    besides: list[Block] = []
    for one in studies() if options.by else ():
        on = counted_rows(one.answer.explanation)
        besides += [Heading(f"Who is wronged, on {on}"), *wronged(one)]
    for e in explanations if options.others else ():
        named = f" of {e.yes_words}" if len(found) > 1 else ""
        besides += [Heading(f"{OTHERS}{named}"), *good_blocks(e)]
    if len(found) > 1:
        besides.append(Sentence(f"Together: {several_words(several(found))}"))
    return AnswerOutput(
        document=certified(document(found), found),
        at_a_glance=lambda: [*at_a_glance(explanations), *besides],
        at_length=lambda: [*at_length(explanations), *besides],
        report=lambda: html_report(studies()),
        files=partial(exported, explanations=explanations),
    )


def present(given: Mapping[str, Any], options: OutputOptions) -> AnswerOutput:
    """The answer of a document."""
    options.check_exports()
    return AnswerOutput(
        document=dict(given),
        at_a_glance=lambda: at_a_glance(restore(given)),
        at_length=lambda: at_length(restore(given)),
        report=lambda: document_report(restore(given)),
        files=lambda path: exported(path, restore(given)),
    )


def of_rows(given: Mapping[str, Any], table: Table) -> RowsOutput:
    """What an answer's rules and cards say of a table's rows, and whether they still hold there."""
    scores = [predictor.scores(table) for predictor in predictors(given)]
    one = one_class(scores)
    words = class_words(scores[0].predictor.e.target, one) if one else ""
    said = sentences(words) + scored_blocks(scores)
    for s in scores:
        said += holding_blocks(stills(s, table) if s.truth is not None else ())
    return RowsOutput(said, partial(scored_columns, table, scores, one), len(table.names))


def needs(given: Mapping[str, Any]) -> list[str]:
    """The columns that rules, cards and machines read."""
    return list(
        dict.fromkeys(name for predictor in predictors(given) for name in predictor.e.columns)
    )


KIND = Kind(
    page="find_rule",
    also=("predict",),
    work=work,
    restore=_restored,
    question=class_asked,
    outcome=_outcome,
    thing="search",
    button="Find the rule",
    nothing_yet="There is no rule yet. Press “Find the rule”: the first stands here within "
    "seconds.",
    kept="This is the best rule it had by then.",
    learn=learn,
    present=present,
    score=of_rows,
    needs=needs,
    predictors=predictors,
)
