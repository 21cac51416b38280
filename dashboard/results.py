"""The answers of runs, with the rows of their tables, restored once for each result."""

from typing import Any

from dashboard import services, versions
from dashboard.kept import of_tables
from dashboard.session import Session
from interpret.data.complaints import DataError
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.answer import answers as with_rows
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.record import Drafted, restore_drafts
from interpret.forms.study.studied import restore_studies
from interpret.forms.study.study import Study
from interpret.registry import kind_of
from jobs.store import Run

PARTS = {"studies": restore_studies, "drafts": restore_drafts}


def result_of(state: Session, run: Run | None) -> Any:
    """The result of a run; None before there is any, or if it can no longer be read."""
    if run is None or not run.version:
        return None
    try:
        return restored(run.id, run.version, run)
    except DataError as error:
        state.complaint = str(error)
        return None


@of_tables(max_entries=32, show_spinner=False)
def restored(run_id: str, version: str, _run: Run) -> Any:  # noqa: ARG001
    """The result of a run, restored once; a DataError if it cannot be restored."""
    return kind_of(_run.kind).restore(_run.result or {})


def answers(state: Session, run: Run | None) -> tuple[Answer, ...]:
    """The answers of a run; none before the first, or if they can no longer be read.

    Where a version of a rule is chosen, it replaces the rule found.
    """
    explanations = result_of(state, run)
    if run is None or not explanations:
        return ()
    try:
        answered = _answers(run.id, run.version, explanations)
    except DataError as error:
        state.complaint = str(error)
        return ()
    try:
        return versions.in_place(run, answered)
    except DataError as error:  # a version that another version of the program saved
        state.complaint = str(error)
        return answered


def chosen(run: Run) -> tuple[Answer, ...]:
    """A run's answers with the chosen versions; () where none is chosen.

    A DataError where it cannot be read.
    """
    if not any(version.chosen for version in services.store().versions(run.id)):
        return ()
    answered = _answers(run.id, run.version, restored(run.id, run.version, run))
    return versions.in_place(run, answered)


@of_tables(max_entries=8, show_spinner=False)
def _answers(
    run_id: str,  # noqa: ARG001  with its result the key of the cache
    version: str,  # noqa: ARG001
    _explanations: tuple[Explanation, ...],
) -> tuple[Answer, ...]:
    """The answers with their rows; a DataError where a document is not of this table."""
    explanation = _explanations[0]
    in_file = services.table(explanation.digest, explanation.table, explanation.settings.sheet)
    with_them = with_rows(_explanations, in_file)
    for answer in with_them:
        answer.check()
    return with_them


def studies(run: Run) -> tuple[Study | None, ...]:
    """The study of each of a run's answers; None while it is not done."""
    return _part("studies", run.id, run.version, run)


def draft_of(run: Run, e: Explanation) -> Drafted | None:
    """The draft of one of a run's answers; None if there was none."""
    drafts: tuple[Drafted, ...] = _part("drafts", run.id, run.version, run)
    return next((draft for draft in drafts if draft.positive == e.positive), None)


@of_tables(max_entries=16, show_spinner=False)
def _part(name: str, run_id: str, version: str, _run: Run) -> Any:  # noqa: ARG001
    """A further part of the result of a run."""
    return PARTS[name](_run.result or {})
