"""What the rule and the machine of a stored answer say about the rows of any table.

Only the document of interpret.answers.rule.answer.record is needed: nothing is fitted, and the
table that was learnt from need not be there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from interpret.answers.document import NO_ANSWER
from interpret.answers.points.scored import first_form
from interpret.answers.rule.answer.calibration import BY_CLAUSE, Shares, shares
from interpret.answers.rule.answer.predictor import Predictor
from interpret.answers.rule.answer.profile import Then
from interpret.answers.rule.answer.record import AGAIN
from interpret.answers.rule.answer.shapes import (
    CalibrationShape,
    ClausesShape,
    CountsShape,
    FormsShape,
    ProfileShape,
    ScoredShape,
    SupportShape,
    VersionShape,
)
from interpret.answers.shapes import FormulaShape, Names, PreparationShape
from interpret.data.preparation import Preparation
from interpret.documents import an_object, into, many, may_lack, restored
from interpret.rules.search import DRAFT
from interpret.settings import AUTO


def _predictor(given: Mapping[str, Any]) -> Predictor:
    truth, version = given.get("truth"), given.get("version")
    found_first = first_form(
        given.get("settings", {}).get("form", AUTO), given.get("points"), given.get("forms")
    )
    predictor = Predictor(
        target=given["target"],
        positive=given["positive"],
        negative=given["negative"],
        formula=given["rule"],
        preparation=given.get("preparation", Preparation()),
        support=given["machine"],
        is_draft=given.get("search", {}).get("stopped_by") == DRAFT,
        version=version,
        then=_then(given),
        of_model=given.get("settings", {}).get("explain") is not None,
        beside=None if truth is None else (truth["column"], truth["positive"]),
        shares=_shares(given),
        calibration=given.get("calibration", BY_CLAUSE),
        points=given.get("points"),
        first=found_first if version is None else version.form,
        group=given.get("settings", {}).get("group"),
    )
    if not {*predictor.attributes} <= {*given["attributes"]}:
        raise ValueError("rule, card and support rows must be of the attributes")
    return predictor


def _shares(given: Mapping[str, Any]) -> Shares | None:
    """The counts that the clauses' shares follow from, as far as the document holds them."""
    figures = given.get("figures", {})
    rule, clauses = (figures.get(name, {}).get("train") for name in ("rule", "clauses"))
    formula = given["rule"]
    if rule is None or clauses is None or len(clauses) != len(formula.clauses):
        return None
    return shares(formula, clauses, rule)


def _then(given: Mapping[str, Any]) -> Then:
    """The rows that the rule was found on, as far as the document describes them."""
    figures, profile = given.get("figures", {}), given.get("profile")
    rule, train = (figures.get("rule", {}).get(part) for part in ("test", "train"))
    trained = 0 if train is None else train.n
    if rule is None or not rule.n:
        return Then(profile=profile, trained=trained)
    return Then(rule, figures.get("clauses", {}).get("test", ()), profile, trained=trained)


_Figures = an_object(
    rule=may_lack(an_object(train=may_lack(CountsShape), test=may_lack(CountsShape))),
    clauses=may_lack(an_object(train=may_lack(ClausesShape), test=may_lack(ClausesShape))),
)
_Predictor = into(
    an_object(
        target=str,
        positive=Names,
        negative=Names,
        attributes=Names,
        rule=FormulaShape,
        preparation=may_lack(PreparationShape),
        machine=SupportShape,
        search=may_lack(an_object(stopped_by=may_lack(str))),
        version=may_lack(VersionShape),
        figures=may_lack(_Figures),
        profile=may_lack(ProfileShape),
        calibration=may_lack(CalibrationShape),
        settings=may_lack(
            an_object(explain=may_lack(str | None), form=may_lack(str), group=may_lack(str | None))
        ),
        points=may_lack(ScoredShape | None),
        forms=may_lack(FormsShape | None),
        truth=may_lack(an_object(column=str, positive=Names)),
    ),
    _predictor,
)
_Answer = an_object(
    table=may_lack(an_object(digest=may_lack(str))), explanations=many(_Predictor, least=1)
)


def predictors(document: Mapping[str, Any]) -> tuple[Predictor, ...]:
    """A predictor for each class that a document explains; a DataError for any other document."""
    read = restored(_Answer, document, NO_ANSWER, AGAIN)
    digest = read.get("table", {}).get("digest", "")
    return tuple(
        replace(predictor, then=replace(predictor.then, digest=digest))
        for predictor in read["explanations"]
    )
