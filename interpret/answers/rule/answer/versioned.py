"""An answer with a rule or a card changed by hand in place of the one found, figures and all."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from interpret.answers.points.card import Card
from interpret.answers.points.carded import changed_card
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.calibration import calibrated
from interpret.answers.rule.answer.denied import denied_words
from interpret.answers.rule.answer.figured import formula_figures
from interpret.answers.rule.answer.profile import profile_of
from interpret.answers.rule.answer.record import to_dict
from interpret.answers.rule.answer.shapes import VersionShape
from interpret.answers.rule.answer.version import Version
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.prepare import also_cut
from interpret.data.splits import PARTS
from interpret.documents import as_json, read
from interpret.rules.logic import Between, Clause

WHOLE = "A stored version must be as it was written"
AGAIN = "Change what was found again."


def with_version(a: Answer, version: Version) -> Answer:
    """The answer with the version's rule or card, counted on the same rows.

    Nothing is fitted but the chances of a card whose points were changed (`changed_card`). A note
    on empty cells is renewed for the version. Columns are also cut at the numbers that the version
    compares with, so that it means what it says. A DataError where it asks for what is no attribute
    of the machine.
    """
    if version.formula is None:
        return _with_card(a, version)
    e, formula = a.explanation, version.formula
    _check_attributes(a, formula.attributes)
    train = a.filled.rows(np.array(e.rows["train"], dtype=int))
    preparation = also_cut(e.preparation, train, _compared(formula.clauses))
    before, now = (denied_words(shown, a.explained) for shown in (e.rule.formula, formula))
    notices = (*(notice for notice in e.notices if notice != before), *filter(None, [now]))
    changed = replace(e, version=version, preparation=preparation, notices=notices)
    task = replace(a.task, table=Answer(changed, a.in_file).explained)
    parts = {part: np.array(e.rows[part], dtype=int) for part in PARTS}
    figures = formula_figures(formula, task, e.machine, parts)
    return Answer(replace(changed, **figures), a.in_file)


def _with_card(a: Answer, version: Version) -> Answer:
    e, card = a.explanation, version.card
    if card is None or e.points is None:
        raise DataError(
            "A version of points must be of an answer that has a card, and this one has none. Find "
            "the rule again with both forms."
        )
    _check_attributes(a, card.attributes)
    train = a.filled.rows(np.array(e.rows["train"], dtype=int))
    compared = _compared([term.clause for term in card.terms])
    changed = replace(e, version=version, preparation=also_cut(e.preparation, train, compared))
    task = replace(a.task, table=Answer(changed, a.in_file).explained)
    parts = {part: np.array(e.rows[part], dtype=int) for part in PARTS}
    points = changed_card(e.points, card, task, e.machine, parts)
    return Answer(replace(changed, points=points), a.in_file)


def _check_attributes(a: Answer, names: Sequence[str]) -> None:
    strange = [name for name in names if name not in a.explanation.attributes]
    if strange:
        raise DataError(
            f"A version must ask for attributes of the machine, and {listed(map(quoted, strange))} "
            "is none. Change what was found again."
        )


def with_points(card: Card, points: Sequence[int], cut: int) -> Card:
    """The card with other points, one for each of its terms, and another cut; 0 drops the term."""
    changed = zip(points, card.terms, strict=True)
    return Card(
        tuple(replace(term, points=new_points) for new_points, term in changed if new_points), cut
    )


def versioned_document(document: Mapping[str, Any], answers: Sequence[Answer]) -> dict[str, Any]:
    """A run's document with the rules of these answers, some of which are versions. The study
    belongs to the rule found, and is left out where another rule stands in its place.
    """
    parts = zip(document["explanations"], answers, strict=False)
    return {**document, "explanations": [_part(part, a) for part, a in parts]}


def _part(part: dict[str, Any], a: Answer) -> dict[str, Any]:
    e = a.explanation
    if e.version is None:
        return part
    of_version = {
        "machine": part["machine"],
        "profile": as_json(profile_of(a.explained, e.attributes)),
        "calibration": as_json(calibrated(a)),
    }
    studied = {"study": part.get("study")} if e.rule_version is None else {}
    return part | to_dict(e) | of_version | studied


def _compared(clauses: Sequence[Clause]) -> dict[str, tuple[float, ...]]:
    """The numbers that clauses compare, by attribute."""
    found: dict[str, tuple[float, ...]] = {}
    for clause in clauses:
        for test in clause.tests:
            if isinstance(test, Between):
                ends = (end for end in (test.above, test.to) if np.isfinite(end))
                found[test.attribute] = (*found.get(test.attribute, ()), *ends)
    return found


def restored_version(data: Mapping[str, Any], number: int) -> Version:
    """A version as it was kept with its run; a DataError in one sentence where it was altered."""
    version: Version = read(VersionShape, {**data, "number": number}, WHOLE, AGAIN)
    return version
