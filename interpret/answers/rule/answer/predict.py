"""What the rule and the machine of a stored answer say about the rows of any table.

Only the document of interpret.answers.rule.answer.record is needed: nothing is fitted, and the
table that was learnt from need not be there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from interpret.answers.document import NO_ANSWER
from interpret.answers.points.card_figures import first_form
from interpret.answers.rule.answer.calibration import Shares, shares
from interpret.answers.rule.answer.predictor import Predictor
from interpret.answers.rule.answer.profile import Then
from interpret.answers.rule.answer.record import AGAIN
from interpret.answers.rule.answer.shapes import (
    CalibrationShape,
    CardFiguresShape,
    ClausesShape,
    FormsShape,
    ProfileShape,
    SupportShape,
    TruthShape,
    VersionShape,
)
from interpret.answers.shapes import (
    CountsShape,
    FormulaShape,
    Names,
    PreparationShape,
    SettingsShape,
    of_parts,
)
from interpret.documents import an_object, into, many, may_lack, restored
from interpret.rules.search import DRAFT


def _predictor(given: Mapping[str, Any]) -> Predictor:
    truth, version, settings = given.get("truth"), given.get("version"), given["settings"]
    predictor = Predictor(
        target=given["target"],
        positive=given["positive"],
        negative=given["negative"],
        formula=given["rule"],
        preparation=given["preparation"],
        support=given["machine"],
        is_draft=given["search"]["stopped_by"] == DRAFT,
        version=version,
        then=_then(given),
        of_model=settings.explain is not None,
        beside=None if truth is None else (truth.column, truth.positive),
        shares=_shares(given),
        calibration=given["calibration"],
        points=given["points"],
        first=first_form(settings.form, given["points"], given["forms"])
        if version is None
        else version.form,
        group=settings.group,
    )
    if not {*predictor.attributes} <= {*given["attributes"]}:
        raise ValueError("rule, card and support rows must be of the attributes")
    return predictor


def _shares(given: Mapping[str, Any]) -> Shares | None:
    """The counts that the clauses' shares follow from; None where not every clause has counts."""
    rule, clauses = (given["figures"][name]["train"] for name in ("rule", "clauses"))
    formula = given["rule"]
    return shares(formula, clauses, rule) if len(clauses) == len(formula.clauses) else None


def _then(given: Mapping[str, Any]) -> Then:
    """The rows that the rule was found on."""
    rule, clauses = given["figures"]["rule"], given["figures"]["clauses"]
    then = Then(profile=given["profile"], trained=rule["train"].n)
    if not rule["test"].n:
        return then
    return replace(then, rule=rule["test"], clauses=clauses["test"])


_Predictor = into(
    an_object(
        target=str,
        positive=Names,
        negative=Names,
        attributes=Names,
        rule=FormulaShape,
        preparation=PreparationShape,
        machine=SupportShape,
        search=an_object(stopped_by=str),
        figures=an_object(rule=of_parts(CountsShape), clauses=of_parts(ClausesShape)),
        profile=ProfileShape,
        calibration=CalibrationShape,
        settings=SettingsShape,
        points=CardFiguresShape | None,
        forms=FormsShape | None,
        version=may_lack(VersionShape),
        truth=may_lack(TruthShape),
    ),
    _predictor,
)
_Answer = an_object(table=an_object(digest=str), explanations=many(_Predictor, least=1))


def predictors(document: Mapping[str, Any]) -> tuple[Predictor, ...]:
    """A predictor for each class that a document explains; a DataError for any other document."""
    read = restored(_Answer, document, NO_ANSWER, AGAIN)
    digest = read["table"]["digest"]
    return tuple(
        replace(predictor, then=replace(predictor.then, digest=digest))
        for predictor in read["explanations"]
    )
