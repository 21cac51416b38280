"""The shapes that documents of several kinds share, from a test to the preparation of a table.

Each is checked once, where a document comes in, and becomes the value that it stands for.
"""

from collections.abc import Mapping
from dataclasses import asdict
from itertools import pairwise
from math import inf
from typing import Any

from interpret import documents as doc
from interpret.answers.document import DOCUMENT_LIMITS
from interpret.data.numbers import THOUSANDS, Spelling
from interpret.data.preparation import Cut
from interpret.data.readings import Reading
from interpret.data.splits import PARTS
from interpret.measures import ALONE, Confusion, Effects
from interpret.rules.logic import (
    Between,
    Clause,
    Formula,
    Is,
    IsNot,
    Test,
    test_from_dict,
    test_to_dict,
)
from interpret.settings import Settings
from interpret.shares import Share

Names = doc.many(str, least=1)
Cells = doc.may_lack(doc.many(str | None, least=1))
Limit = doc.may_lack(float | None)


def of_parts(shape: Any) -> Any:
    """One for the training rows and one for the rows held out."""
    return doc.an_object(**dict.fromkeys(PARTS, shape))


def _test(given: dict[str, Any]) -> Test:
    bounds = given.get("above"), given.get("to")
    if not given.keys() & {"is", "is_not"} and bounds == (None, None):
        raise ValueError('a test has one of "is" and "is_not", or a number "above" or "to"')
    return test_from_dict({"above": None, "to": None} | given)


def _formula(given: Mapping[str, Any]) -> Formula:
    if given["form"] == "dnf":
        return Formula(given["clauses"])
    if given.get("denies") is None:
        raise ValueError('a formula of the form "cnf" says in "denies" what must not hold')
    return Formula(given["denies"], denied=True)


def terms_of(shape: Any) -> Any:
    """The terms of a card or a number, or the clauses of a rule."""

    def checked(terms: tuple[Any, ...]) -> tuple[Any, ...]:
        DOCUMENT_LIMITS.check_terms(len(terms))
        return terms

    return doc.into(doc.many(shape), checked)


def _clause(tests: tuple[Test, ...]) -> Clause:
    DOCUMENT_LIMITS.check_tests(len(tests))
    return Clause(tests)


_OF_TEST = {"is": Cells, "is_not": Cells, "above": Limit, "to": Limit}
TestShape = doc.known(Test, doc.into(doc.an_object(attribute=str, **_OF_TEST), _test))
ClauseShape = doc.known(Clause, doc.into(doc.many(TestShape), _clause))
OF_FORMULA = {
    "form": doc.one_of(("dnf", "cnf")),
    "clauses": terms_of(ClauseShape),
    "denies": doc.may_lack(terms_of(ClauseShape) | None),
}
doc.known(Formula, doc.into(doc.an_object(**OF_FORMULA), _formula))


def _share(share: Share) -> Share:
    if share.hits > share.n:
        raise ValueError(f"{share.hits} hits of {share.n} cases cannot be")
    return share


# What groups do is left out where every row stands alone.
ShareShape = doc.known(Share, doc.into(doc.made(Share, effect=doc.may_lack(doc.Amount)), _share))
CountsShape = doc.known(Confusion, doc.made(Confusion, effects=doc.may_lack(doc.shape_of(Effects))))


def _cut(cut: Cut) -> Cut:
    ends = pairwise((-inf, *cut.points, inf))
    if not all(one < other for one, other in pairwise(cut.points)):
        raise ValueError("the points of a cut must ascend")
    if not {*cut.coarse} <= {*cut.points}:
        raise ValueError("the coarse points of a cut must be some of its points")
    if len(cut.stands) != len(cut.points) + 1 or not all(
        Between(cut.attribute, *interval).accepts(stands)
        for interval, stands in zip(ends, cut.stands, strict=True)
    ):
        raise ValueError("for each interval of a cut a number within it must stand")
    return cut


doc.known(Cut, doc.into(doc.made(Cut), _cut))
doc.known(
    Spelling, doc.made(Spelling, decimal=doc.one_of((".", ",")), thousands=doc.one_of(THOUSANDS))
)


def _reading(reading: Reading) -> Reading:
    if len(reading.words) not in (0, 2):
        raise ValueError("a column has a word for no and one for yes, or neither")
    return reading


doc.known(
    Reading,
    doc.into(doc.made(Reading, meaning=doc.one_of(("number", "date", "text"))), _reading),
)


doc.known(Settings, doc.into(dict[str, Any], Settings.from_dict))
RATES = (
    "accuracy",
    "sensitivity",
    "specificity",
    "positive_predictive_value",
    "negative_predictive_value",
    "balanced_accuracy",
    "f1",
)


@doc.as_json.register
def _(settings: Settings) -> dict[str, Any]:
    return settings.to_dict()


@doc.as_json.register(Is)
@doc.as_json.register(IsNot)
@doc.as_json.register(Between)
def _(test: Test) -> dict[str, Any]:
    return test_to_dict(test)


@doc.as_json.register
def _(clause: Clause) -> list[dict[str, Any]]:
    return [test_to_dict(test) for test in clause.tests]


@doc.as_json.register
def formula_to_dict(formula: Formula) -> dict[str, Any]:
    """The formula's text and clauses: in the form "dnf" ANDs joined by or, in "cnf" ORs joined by
    and. denies: in the form "cnf", the ANDs none of which may hold.
    """
    ands = [doc.as_json(clause) for clause in formula.clauses]
    ors = [
        [test_to_dict(denied) for test in clause.tests for denied in test.denied()]
        for clause in formula.clauses
    ]
    return {
        "text": str(formula),
        "form": "cnf" if formula.denied else "dnf",
        "clauses": ors if formula.denied else ands,
        "denies": ands if formula.denied else None,
        "tests": len(formula),
    }


@doc.as_json.register
def _(counts: Confusion) -> dict[str, Any]:
    written = asdict(counts) | {rate: doc.as_json(getattr(counts, rate)) for rate in RATES}
    return (
        written if counts.effects != ALONE else {k: v for k, v in written.items() if k != "effects"}
    )


@doc.as_json.register
def _(share: Share) -> dict[str, Any]:
    low, high = share.interval or (None, None)
    written = {"hits": share.hits, "n": share.n, "value": share.value, "low": low, "high": high}
    return written if share.effect == 1 else written | {"effect": share.effect}
