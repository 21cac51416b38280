"""What the command answers: the document, whose rule has its figures on the rows of the file."""

import random

import pytest

from tests import command_line
from tests.command_line import answer, check_figures, csv_text, document, only

pytestmark = pytest.mark.slow

monks, write = command_line.monks, command_line.write


@pytest.mark.parametrize(
    ("fit_to", "side", "language"),
    [
        ("weights", "for", "monotone"),
        ("labels", "against", "values"),
        ("mix", "against", "monotone"),
        ("domain", "for", "values"),
    ],
)
def test_the_rule_of_the_document_has_its_figures(monks, side, language, fit_to):
    text = monks(3).read_text()
    asked = f"side={side}", f"language={language}", f"fit-to={fit_to}"
    e = only(monks(3), *(f"--set={one}" for one in asked))
    assert e["rule"]["form"] == {"for": "dnf", "against": "cnf"}[side]
    assert e["rule"]["fitted_to"] == fit_to
    check_figures(text, e, "friend")
    tests = [test for clause in e["rule"]["clauses"] for test in clause]
    if language == "monotone":
        kind = "is" if side == "for" else "is_not"
        assert all(len(test[kind]) == 1 for test in tests)
    else:
        assert {"is", "is_not"} <= {kind for test in tests for kind in test}


@pytest.mark.parametrize("side", ["for", "against"])
def test_ranges_and_empty_cells_are_in_the_document_as_numbers_and_null(write, side):
    rng = random.Random(0)
    ages = [rng.choice([*map(str, range(1, 10)), ""]) for _ in range(200)]
    rows = [(age, rng.choice("ab"), "old" if age and int(age) > 4 else "else") for age in ages]
    text = csv_text(["age", "noise", "class"], rows)
    options = [f"--set=side={side}", "--set=language=values", "--set=price=0.1", "--kernel=linear"]
    e = only(write(text), *options, "--positive", "old")
    check_figures(text, e, "class")
    assert e["accuracy"] == {"train": 1.0, "test": 1.0}
    tests = [test for clause in e["rule"]["clauses"] for test in clause]
    assert {"attribute": "age", "above": 4, "to": None} in tests

    e = only(write(text), *options, "--positive", "else")
    check_figures(text, e, "class")
    tests = [test for clause in e["rule"]["clauses"] for test in clause]
    assert {"attribute": "age", "above": None, "to": 4} in tests
    assert {"attribute": "age", "is": [None]} in tests


# -- the contract of the document --


def test_the_document_has_every_key_of_the_contract(monks):
    d = document(monks(1))
    assert d["schema"] == 1
    assert d["table"]["rows"] == 432
    assert d["table"]["columns"][-1] == "friend"
    (e,) = d["explanations"]
    assert e["positive"] == ["yes"]
    wanted = "text form clauses weight fitted_to price objective bound gap proven"
    assert set(wanted.split()) <= set(e["rule"])
    wanted = "kernel C support train_accuracy test_accuracy test_auc"
    assert set(wanted.split()) <= set(e["machine"])
    assert set(e["accuracy"]) == set(e["fidelity"]) == {"train", "test"}
    assert {"name", "seconds", "generations", "stopped_by"} <= set(e["search"])
    rule = e["rule"]
    assert rule["gap"] == max(0.0, rule["bound"] - rule["objective"])
    assert rule["proven"]
    assert e["search"]["stopped_by"] == "proof"


def test_test_rows_of_one_class_have_no_auc(write):
    rows = [("xyz"[i % 3], "no") for i in range(98)] + [("x", "yes"), ("y", "yes")]
    table = write(csv_text(["a", "class"], rows))
    e = only(table, "--test", "0.05", "--cost", "1")
    assert e["machine"]["test_auc"] is None
    assert e["figures"]["rule"]["test"]["sensitivity"]["value"] is None
    assert e["accuracy"]["test"] == 1.0


def test_no_clauses_are_never_and_an_empty_clause_is_always(monks):
    never = only(monks(1), "--set", "price=1000")["rule"]
    assert (never["form"], never["clauses"], never["text"]) == ("dnf", [], "never")
    always = only(monks(1), "--set", "price=1000", "--set", "side=against")["rule"]
    assert (always["form"], always["clauses"], always["text"]) == ("dnf", [[]], "always")


def test_a_genetic_search_goes_on_where_the_empty_rule_is_the_best_of_a_generation(monks):
    costly = ["--set", "price=5", "--kernel", "linear", "--set", "C=1", "--set", "generations=50"]
    costly += ["--cost", "1"]  # by itself it would balance the classes
    found = only(monks(3), *costly, "--set", "search=genetic")
    assert found["rule"]["text"] == "never"
    assert found["search"]["generations"] == 50


def test_more_than_two_classes_get_a_rule_each_or_one_for_those_named(write):
    rows = [(colour, size, colour) for colour in ("red", "green", "blue") for size in "sml"] * 5
    table = write(csv_text(["a", "size", "class"], rows))
    assert "“a” (3 values); a column that is the class under other names" in answer(table)
    found = document(table, "--keep", "a")["explanations"]
    assert [e["positive"] for e in found] == [["blue"], ["green"], ["red"]]
    assert [e["rule"]["text"] for e in found] == ["a = blue", "a = green", "a = red"]
    text = answer(table, "--keep", "a")
    for c in ("blue", "green", "red"):
        assert f"When is class = {c}?\nclass = {c} when this holds:\n  a is {c} (right on" in text
    assert text.splitlines()[-1].startswith("Together: Of ")
    both = only(table, "--keep", "a", "--positive", "red", "--positive", "blue")
    assert (both["positive"], both["negative"]) == (["blue", "red"], ["green"])
    assert both["rule"]["text"] == "a = blue ∨ a = red"


def test_what_is_noted_of_every_class_stands_once(write):
    rows = "".join(f"{i},{'abc'[i % 3]},{'xyz'[i % 3]}\n" for i in range(60))
    said = answer(write("name,letter,kind\n" + rows))
    assert said.count("Note: Left out: “name”") == 1
    assert said.index("Of every class") < said.index("Note: Left out: “name”")
    alone = answer(write("name,letter,kind\n" + rows), "--positive", "x")
    assert alone.count("Note: Left out: “name”") == 1
    assert "Of every class" not in alone
