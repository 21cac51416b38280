"""The document of an answer with a card: it comes back, and is checked."""

import json

import pytest

from interpret.answers.shapes import formula_to_dict
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.documents import SCHEMA, read, shape_of
from interpret.forms.answer.answer import answers
from interpret.forms.answer.record import document, restore, to_dict
from interpret.forms.explain import explain
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings
from kernels import solve
from kernels.svm import BooleanSVC
from tests import cards, command_line
from tests.cards import written
from tests.planted import avoids, either, planted

QUICK = {"kernel": "mDNF(2,2)", "population": 20, "generations": 3}
FIXED = {"fit_to": "weights", "side": "for", "language": "monotone", "price": 0.0}
CONFLICTS = read_table(b"a,class\n" + b"x,yes\nx,no\ny,no\n,yes\n" * 6, "conflicts.csv")
CASES = {
    "all chosen": (planted(avoids, n=60), {}),
    "genetic": (planted(either, n=60, wrong=0.1), {**FIXED, "search": "genetic"}),
    "denied": (
        planted(either, n=60, wrong=0.1),
        {**FIXED, "side": "against", "language": "values"},
    ),
    "no rule": (planted(either, n=60), {**FIXED, "price": 1000.0}),
    "always": (planted(either, n=60), {**FIXED, "price": 1000.0, "side": "against"}),
    "a soft margin": (planted(either, n=60), {**FIXED, "C": 0.25, "drop": ("t",)}),
    "conflicts and empty cells": (CONFLICTS, {**FIXED, "C": float("inf")}),
    "no test rows": (planted(either, n=60), {**FIXED, "test": 0.0}),
}


@pytest.fixture(scope="module")
def explained():
    """Each case's table and explanation, made once."""
    return {
        name: (table, explain(table, Settings(positive=("yes",), **(QUICK | settings))))
        for name, (table, settings) in CASES.items()
    }


def standard_json(value):
    return command_line.standard_json(json.dumps(value, allow_nan=False))


def forbid_fitting(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("nothing is fitted again")

    monkeypatch.setattr(BooleanSVC, "fit", refuse)
    monkeypatch.setattr(solve, "margin", refuse)
    monkeypatch.setattr(solve, "SVC", refuse)


@pytest.mark.parametrize("name", CASES)
def test_what_is_restored_is_what_was_kept_and_nothing_is_fitted(explained, name, monkeypatch):
    table, e = explained[name]
    kept = standard_json(document(answers([e, e], table)))
    forbid_fitting(monkeypatch)
    restored, same = restore(kept)
    assert restored == same == e
    assert to_dict(restored) == to_dict(e)
    assert standard_json(document(answers([restored, same], table))) == kept


@pytest.mark.parametrize(
    "formula",
    [
        Formula(),
        Formula((Clause(),)),
        Formula((Clause((Is("a", ("x", None)), IsNot("b", ("y",)))), Clause((Is("c", ("z",)),)))),
        Formula((Clause((Between("n", above=1.5), Is("a", ("x",)))),), denied=True),
        Formula((Clause((Between("n", 1.5, 3.25),)), Clause((Between("n", to=-2),))), denied=True),
        Formula((Clause((IsNot("a", (None,)),)),), denied=True),
    ],
    ids=str,
)
def test_a_formula_comes_back_and_says_in_the_document_what_it_says(formula):
    d = standard_json(formula_to_dict(formula))
    assert read(shape_of(Formula), d, "", "") == formula
    for a in ("x", "y", None):
        for n in ("-2", "1.5", "2", "4", None):
            row = {"a": a, "b": "y" if n == "2" else None, "c": "z" if n == "4" else "w", "n": n}
            assert command_line.holds(d, row) == formula.accepts(row)


def test_the_hard_margin_is_null(explained):
    conflicts = to_dict(explained["conflicts and empty cells"][1])
    assert conflicts["machine"]["asked_C"] is None
    assert conflicts["machine"]["C"] > 0
    assert conflicts["settings"]["C"] is None
    soft = to_dict(explained["a soft margin"][1])
    assert soft["machine"]["C"] == soft["machine"]["asked_C"] == soft["settings"]["C"] == 0.25


def test_figures_on_rows_that_do_not_exist_are_null(explained):
    d = to_dict(explained["no test rows"][1])
    assert d["accuracy"]["test"] is d["fidelity"]["test"] is d["machine"]["test_auc"] is None
    nothing = {"hits": 0, "n": 0, "value": None, "low": None, "high": None}
    assert d["figures"]["rule"]["test"]["specificity"] == nothing
    assert d["figures"]["rule"]["test"]["balanced_accuracy"] is None


@pytest.mark.parametrize("schema", [None, 0, SCHEMA + 1, str(SCHEMA)])
def test_another_schema_is_refused_in_words(explained, schema):
    table, e = explained["no rule"]
    kept = document(answers([e], table)) | {"schema": schema}
    with pytest.raises(DataError, match=f"of schema {SCHEMA}, and this one has “{schema!r}”"):
        restore(kept)
    with pytest.raises(DataError, match="another version of Rulescope"):
        restore({})


plain, answer = cards.plain, cards.carded


def test_an_answer_with_a_card_comes_back(answer):
    kept = written(document([answer]))
    (restored,) = restore(kept)
    assert restored == answer.explanation
    assert written(document(answers([restored], answer.in_file))) == kept


def test_terms_in_another_order_keep_their_worth(answer):
    kept = written(document([answer]))
    own = kept["explanations"][0]["points"]
    own["terms"].reverse()
    own["worth"].reverse()
    assert restore(kept) == (answer.explanation,)


SPOILED = {
    "points of 0": (lambda p: p["terms"][0].update(points=0), "must not be 0"),
    "no cut": (lambda p: p.pop("cut"), "cut"),
    "a worth less": (lambda p: p["worth"].pop(), "each term of the card must have its worth"),
    "a share above 1": (lambda p: p["auc"].update(train=1.5), "auc.train"),
    "a chance above 1": (lambda p: p["chances"]["bands"][0].update(chance=2), "bands.0.chance"),
    "another attribute": (
        lambda p: p["terms"][0]["clause"][0].update(attribute="moon"),
        "the card must ask for attributes of the machine",
    ),
    "fewer rows": (
        lambda p: p["fidelity"]["train"].update(n=10**6),
        "each figure must be of all rows",
    ),
}


@pytest.mark.parametrize("how", SPOILED)
def test_what_is_spoiled_is_told_in_a_sentence(answer, how):
    spoil, told = SPOILED[how]
    kept = written(document([answer]))
    spoil(kept["explanations"][0]["points"])
    with pytest.raises(DataError, match=told):
        restore(kept)
