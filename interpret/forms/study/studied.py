"""A study beside its answer: in the document, and with all else that is told of the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpret import documents as doc
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import (
    AGAIN,  # and with it how formulas are written and read
)
from interpret.forms.answer.relevance import Heaviest
from interpret.forms.study.cohort import Cohort, cohorts
from interpret.forms.study.groups import LEAST, Groups, groups
from interpret.forms.study.other_rows import AT_HAND, DRAWN, EVERY, DomainFidelity
from interpret.forms.study.study import Study


@dataclass(frozen=True, eq=False)
class Studied:
    """An answer and what was studied of it.

    study: None while that is not done; cohorts: where the form that comes first is wrong, and where
    the machine is; groups: rates by the groups of some columns, None where none were asked about.
    """

    answer: Answer
    study: Study | None
    cohorts: tuple[Cohort, ...]
    groups: Groups | None


def studied(
    answers: Sequence[Answer], by: Sequence[str] = (), studies: Sequence[Study | None] = ()
) -> tuple[Studied, ...]:
    """The answers, each with its study so far, with its cohorts and the groups that are asked for.

    by: columns by whose groups rates are told. A rule that was changed by hand has no study. Raises
    DataError if a column does not exist or is the class.
    """
    return tuple(
        Studied(
            answer=a,
            study=None if a.explanation.rule_version else found,
            cohorts=cohorts(a),
            groups=groups(a, by, LEAST) if by else None,
        )
        for a, found in zip(answers, studies or [None] * len(answers), strict=True)
    )


WHOLE = "A stored study must be as it was written"

doc.known(DomainFidelity, doc.made(DomainFidelity, kind=doc.one_of((EVERY, DRAWN, AT_HAND))))
StudyShape = doc.made(
    Study, heaviest=doc.an_object(**dict.fromkeys(("for", "against"), doc.made(Heaviest)))
)


def _study(given: Mapping[str, Any]) -> Study | None:
    """The study; ValueError where it names attributes that its explanation does not have."""
    study: Study | None = given.get("study")
    if study is None:
        return None
    names = {name for formula in study.stability.formulas for name in formula.attributes}
    if not names <= {*given["attributes"]}:
        raise ValueError("a rule that was studied must ask for attributes of the machine")
    return study


_Studies = doc.an_object(
    explanations=doc.many(
        doc.into(
            doc.an_object(attributes=doc.many(str), study=doc.may_lack(StudyShape | None)), _study
        )
    )
)


def restore_studies(document: Mapping[str, Any]) -> tuple[Study | None, ...]:
    """The study of each explanation of a document; None where there is none yet.

    A DataError in one sentence where it was altered.
    """
    found: tuple[Study | None, ...] = doc.read(_Studies, document, WHOLE, AGAIN)["explanations"]
    return found


def study_to_dict(study: Study) -> dict[str, Any]:
    """The study as the document has it."""
    written: dict[str, Any] = doc.as_json(study)
    return written
