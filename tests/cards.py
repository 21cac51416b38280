"""Answers with a card made by hand, its figures counted on the answer's own rows."""

import json
from dataclasses import fields, replace
from functools import cache

import numpy as np
import pytest

from interpret.data.prepare import also_cut
from interpret.data.reading import read_table
from interpret.data.splits import PARTS
from interpret.fit.choose_card import Length
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.form import Band, CardForm, Chances, Forms
from interpret.forms.explain import explain
from interpret.measures import agreement, apart, auc
from interpret.rules.card import Card, Term
from interpret.rules.cards.proof import Proof
from interpret.rules.logic import Between, Clause, Is, IsNot
from interpret.settings import Settings
from tests.conftest import ROOT

QUICK = {
    "kernel": "linear", "C": 1.0, "fit_to": "labels", "side": "for", "language": "monotone",
    "price": 0.0, "effort": 200, "size": "2x2",
}  # fmt: skip
OF_TYPE = {"<class 'int'>": 2, "<class 'float'>": 1.5, "<class 'str'>": "mix"}
FORMS = Forms(rule=80.0, points=86.0, n=100, folds=5)


def card(cut, *terms):
    """A card of pairs: the points, and the tests of which all must hold."""
    return Card(tuple(Term(points, Clause(tests)) for points, *tests in terms), cut)


CLINIC = card(
    2,
    (4, Between("age", above=60)),
    (2, Between("bmi", 24.95, 33.5), IsNot("ward", ("A", None))),
    (2, Is("pain", (None, "severe"))),
    (1, Is("admitted: month", ("1", "2", "12"))),
    (-1, Between("pressure", to=124)),
    (-3, Is("smoker", ("no",)), IsNot("pulse", (None,)), Between("pulse", to=88)),
    (-2, Is("admitted: weekday", ("Sunday", None))),
)

UNDATED = Card(tuple(t for t in CLINIC.terms if "admitted" not in str(t.clause)), CLINIC.cut)


@cache
def clinic(rows=160, **settings):
    """The answer for one class of the mixed sample: numbers, dates, gaps, texts."""
    lines = (ROOT / "sample_data" / "clinic.csv").read_text(encoding="utf-8").splitlines()
    table = read_table("\n".join(lines[: rows + 1]).encode(), "clinic.csv")
    return Answer(explain(table, Settings(positive=("diet",), **QUICK | settings)), table)


def with_card(a: Answer, own: Card, forms: Forms | None = FORMS) -> Answer:
    """The answer with a card; numbers are cut where the card compares them."""
    e = a.explanation
    tests = [test for term in own.terms for test in term.clause.tests]
    compared: dict[str, tuple[float, ...]] = {}
    for test in (test for test in tests if isinstance(test, Between)):
        ends = (end for end in (test.above, test.to) if np.isfinite(end))
        compared[test.attribute] = (*compared.get(test.attribute, ()), *ends)
    uncut = replace(e.preparation, cuts=()).table(a.as_read)
    train = uncut.rows(np.array(e.rows["train"], dtype=int))
    e = replace(e, preparation=also_cut(e.preparation, train, compared))
    e = e.with_form(scored(Answer(e, a.in_file), own))
    return Answer(replace(e, comparison=forms), a.in_file)


def scored(a: Answer, own: Card) -> CardForm:
    """The figures of a card, with a curve and bands that could be."""
    parts = a.parts
    totals = {name: own.totals(part.table) for name, part in parts.items()}
    chances = Chances(0.75, -0.75 * (own.cut + 0.5), 120, least=0.01, unsure=(0.15, 0.5, 0.3))
    said = {name: totals[name] > own.cut for name in PARTS}
    judged = a.explanation.judged_on
    bands = tuple(
        Band(
            int(total),
            int(total),
            *chances.told(np.array([total])),
            agreement(parts[judged].y[totals[judged] == total], np.array([True]), None),
        )
        for total in sorted({*totals[judged].tolist()})
    )
    return CardForm(
        card=own,
        fitted_to="mix",
        chances=replace(chances, bands=bands),
        right={name: parts[name].right(said[name]) for name in PARTS},
        fidelity={name: agreement(said[name], parts[name].scores > 0, None) for name in PARTS},
        apart={n: apart(said[n], parts[n].scores > 0, parts[n].y, None) for n in PARTS},
        auc={name: auc(totals[name].astype(float), parts[name].y) for name in PARTS},
        worth=tuple(0.01 * place for place in range(len(own.terms))),
        lengths=(Length(**{own.name: OF_TYPE[str(own.type)] for own in fields(Length)}),),
        proof=Proof(0.41, 0.42, 0.002, 10, 0.42, 0.33, 2, 6.5),
    )


@pytest.fixture(scope="session")
def plain() -> Answer:
    """The answer for one class of the mixed sample, which has no card."""
    return clinic()


@pytest.fixture(scope="session")
def carded(plain) -> Answer:
    """The same answer with a card."""
    return with_card(plain, CLINIC)


def written(value):
    """The value as it comes back from a file of standard JSON."""
    return json.loads(json.dumps(value, allow_nan=False))
