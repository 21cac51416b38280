"""Versions of a run's rules and cards: saved in the store, and put in place of those found."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from dashboard import services
from dashboard.kept import of_tables
from interpret.documents import as_json
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import Version
from interpret.forms.whatif.by_hand import (
    check_signed,
    restored_version,
    versioned_document,
    with_version,
)
from interpret.rules.card import Card
from jobs.database import Run


def saved(run: Run, e: Explanation) -> tuple[Version, ...]:
    """The versions of one class's rule, the first saved first; a DataError where one is broken."""
    of_explanation = (one for one in services.store().versions(run.id) if one.about == _about(e))
    return tuple(restored_version(one.data, one.number) for one in of_explanation)


def save(
    run: Run,
    a: Answer,
    form: str,
    now: Card,
    signed: tuple[str, str],
    among: tuple[int, int] | None = None,
) -> int:
    """Saves a changed rule or card beside the one found, and returns its number.

    signed: the author and the note; among: as in Version. A DataError if the author is missing, or
    if the change does not fit the table.
    """
    services.check_owner(run.id)
    check_signed(*signed)
    created = datetime.now(UTC).isoformat(timespec="seconds")
    version = Version(0, *signed, created, a.explanation.positive, form, now, among)
    with_version(a, version)
    return services.store().save_version(run.id, _about(a.explanation), as_json(version))


def choose(run: Run, e: Explanation, number: int | None) -> None:
    """Chooses the version that is shown, predicts and is exported; None for the rule found."""
    services.check_owner(run.id)
    services.store().choose_version(run.id, _about(e), number)


def in_place(run: Run, answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The answers, each with the version that is chosen; a DataError where one is broken."""
    chosen = {one.about: one for one in services.store().versions(run.id) if one.chosen}
    return tuple(
        _with_version((run.id, run.version, version.about, version.number), a, version.data)
        if (version := chosen.get(_about(a.explanation))) is not None
        else a
        for a in answers
    )


def document(run: Run, answers: Sequence[Answer]) -> dict[str, Any]:
    """A run's document with the rules that are chosen."""
    return versioned_document(run.result or {}, answers)


@of_tables(max_entries=16, show_spinner=False)
def _with_version(
    key: tuple[str, str, str, int],
    _answer: Answer,
    _data: dict[str, Any],
) -> Answer:
    return with_version(_answer, restored_version(_data, key[-1]))


def _about(e: Explanation) -> str:
    return json.dumps(e.positive)
