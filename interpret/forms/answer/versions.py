"""An answer with another rule or card in place of the one found: changed by hand, or on a scale."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.prepare import also_cut
from interpret.documents import as_json, read
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.calibration import calibrated
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import Version
from interpret.forms.answer.judging import changed_card, rule_form
from interpret.forms.answer.proof import denied_words
from interpret.forms.answer.record import restore, to_dict
from interpret.forms.answer.scales import CreditScale, on_scale
from interpret.forms.answer.shapes import VersionShape
from interpret.forms.answer.spread import profile_of
from interpret.forms.answer.truth import truth_figures
from interpret.rules.logic import cuts_of

WHOLE = "A stored version must be as it was written"
AGAIN = "Change what was found again."
LONGEST_AUTHOR, LONGEST_NOTE = 100, 2000


def check_signed(author: str, note: str) -> None:
    """Raises DataError unless a version says who made it, in texts that are not too long."""
    if not author.strip():
        raise DataError("A version must say who made it. Write your name.")
    for name, text, most in (("name", author, LONGEST_AUTHOR), ("note", note, LONGEST_NOTE)):
        if len(text) > most:
            raise DataError(
                f"A {name} must have {most:,} characters at most, and this one has {len(text):,}. "
                "Shorten it."
            )


def with_version(a: Answer, version: Version) -> Answer:
    """The answer with the version's rule or card, and its figures on the same rows.

    Nothing is fitted except the chances of a card whose points were changed (`changed_card`). The
    note on empty cells is made anew. Columns are also cut at the numbers that the version compares
    with, so that it means what it says. Raises DataError if it tests what is no attribute of the
    machine.
    """
    e, card, formula = a.explanation, version.card, version.formula
    if formula is None and e.points is None:
        raise DataError(
            "A version of points must be of an answer that has a card, and this one has none. Find "
            "the rule again with both forms."
        )
    strange = [name for name in card.attributes if name not in e.attributes]
    if strange:
        raise DataError(
            f"A version must ask for attributes of the machine, and {listed(map(quoted, strange))} "
            "is none. Change what was found again."
        )
    train = a.filled.rows(np.array(e.rows["train"], dtype=int))
    preparation = also_cut(e.preparation, train, cuts_of(card.clauses))
    e = replace(e, version=version, preparation=preparation)
    parts = replace(a, explanation=e).parts
    if formula is None:
        assert e.points is not None
        changed = changed_card(e.points, card, parts, e.settings.lost)
        return replace(a, explanation=e.with_form(changed))
    before = denied_words(a.explanation.rule.formula, a.explained)
    now = denied_words(formula, a.explained)
    notices = (*(notice for notice in e.notices if notice != before), *filter(None, [now]))
    e = replace(e, notices=notices, truth=truth_figures(parts, formula))
    return replace(a, explanation=e.with_form(rule_form(formula, parts, e.machine)))


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
        "profile": as_json(profile_of(a.explained, e.attributes, a.groups)),
        "calibration": as_json(calibrated(a)),
    }
    studied = {"study": part.get("study")} if e.rule_version is None else {}
    return part | to_dict(e) | of_version | studied


def restored_version(data: Mapping[str, Any], number: int) -> Version:
    """A version as it was kept with its run; a DataError if it was altered."""
    version: Version = read(VersionShape, {**data, "number": number}, WHOLE, AGAIN)
    return version


def explanation_on_scale(e: Explanation, scale: CreditScale | None) -> Explanation:
    """The explanation with its card on the scale, if there is one; a DataError without a card."""
    if scale is None:
        return e
    if e.points is None:
        raise DataError(
            "--scale puts a card on a credit scale, and this answer has none. Leave it out, or "
            "find a card with --form auto or points."
        )
    return e.with_form(on_scale(e.points, scale))


def document_on_scale(document: Mapping[str, Any], scale: CreditScale | None) -> dict[str, Any]:
    """The document of an answer with its cards on the scale, if there is one."""
    if scale is None:
        return dict(document)
    cards = [as_json(explanation_on_scale(e, scale).points) for e in restore(document)]
    parts = zip(document["explanations"], cards, strict=True)
    return {**document, "explanations": [part | {"points": points} for part, points in parts]}
