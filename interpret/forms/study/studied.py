"""An answer with all that is told beside it, so that whoever tells it computes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.forms.answer.answer import Answer
from interpret.forms.study.cohort import Cohort, cohorts
from interpret.forms.study.groups import LEAST, Groups, groups
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
