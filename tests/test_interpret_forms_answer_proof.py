"""What is proven: of which score, among which rules, in the same words everywhere."""

import json
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.fit.machine import decision
from interpret.fit.parts import read_parts
from interpret.fit.rule_problem import TrainedMachine, weighted
from interpret.forms.answer.answer import answers
from interpret.forms.answer.proof import kind_words, proof_words, score_words
from interpret.forms.answer.record import document, restore
from interpret.forms.explain import explain
from interpret.forms.study.study import studied
from interpret.settings import Settings
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.report import html_report
from interpret.tell.text import as_text
from tests.every_rule import best_score
from tests.judged import with_rule
from tests.planted import either, planted

THESIS = Settings(
    positive=("yes",),
    kernel="mDNF(2,2)",
    C=inf,
    fit_to="weights",
    side="for",
    language="monotone",
    price=0.0,
)


@pytest.fixture(scope="module")
def explained():
    return explain(planted(either, n=60), THESIS)


def chosen(e, **changes):
    return replace(e, rule_choice=replace(e.rule_choice, **changes))


def test_the_heaviest_rule_of_the_thesis_is_said_to_weigh_most_in_the_machine(explained):
    assert proof_words(explained) == (
        "Proven: no rule of at most 10 lines of 1 to 5 conditions weighs more in this machine. "
        "That is among rules that describe class = yes and whose conditions tell training rows "
        "apart and ask only whether a column has a certain value (=). It is proven up to one part "
        "in ten million of what all rows that are worth covering count together. It says what the "
        "machine decides by, not what is true."
    )


def test_a_price_is_part_of_what_is_proven():
    """The same machine: a dearer test makes another rule, each proven of its own score."""
    table = planted(either, n=60)
    found = [explain(table, replace(THESIS, price=price)) for price in (0.0, 2.0)]
    assert all(e.rule.proven for e in found)
    assert found[0].rule_form.weight > found[1].rule_form.weight
    free, dear = map(proof_words, found)
    assert "weighs more in this machine" in free
    assert "weighs more" not in dear
    assert f"minus {found[1].rule.price:.4g} for each condition" in dear
    assert dear.startswith("Proven: no rule of at most 10 lines of 1 to 5 conditions scores more.")


def test_each_fit_says_what_was_counted(explained):
    counted = {
        "weights": "the weight for class = yes, in this machine, of the training rows it covers",
        "labels": "the number of training rows with class = yes that it covers, minus the number",
        "mix": "half by its class and half by the machine's decision",
        "domain": "many of them may never occur",
    }
    for fitted_to, said in counted.items():
        e = with_rule(explained, fitted_to=fitted_to, price=0.5)
        assert said in score_words(e)
        assert score_words(e) in proof_words(e)
        assert score_words(e).endswith("minus 0.5 for each condition")


def test_only_a_rule_fitted_to_the_machine_says_what_the_machine_decides_by(explained):
    for fitted_to in ("labels", "mix"):
        said = proof_words(with_rule(explained, fitted_to=fitted_to))
        assert "It says what the machine decides by" not in said
        assert "what is true." in said
    labels = proof_words(with_rule(explained, fitted_to="labels"))
    assert "It says what tells training rows apart, not what the machine decides by" in labels


def test_the_kind_of_rules_is_told_by_language_and_side(explained):
    assert kind_words(chosen(explained, language="values")) == (
        "rules that describe class = yes and whose conditions tell training rows apart and ask "
        "only whether a column has a certain value (= and ≠), or whether a number is above another "
        "(> and ≤)"
    )
    against = chosen(explained, side="against")
    assert "rules that describe class = no (the answer is the opposite)" in proof_words(against)
    assert "the weight for class = no, in this machine" in proof_words(against)


def test_the_monotone_language_says_that_cut_numbers_are_asked_for_by_their_cuts():
    text = "age,class\n" + "".join(
        f"{i % 20 + 0.5},{'yes' if i % 20 > 9 else 'no'}\n" for i in range(80)
    )
    e = explain(read_table(text.encode(), "t.csv"), replace(THESIS, kernel="linear"))
    assert e.preparation.cuts
    assert "(=) or, where its numbers are cut, is above a cut (> and ≤)" in kind_words(e)
    said = kind_words(chosen(e, language="values"))
    assert said.endswith("another (> and ≤), above a cut where its column is cut")
    directed = replace(e.rule_choice.demands, above=("age",))
    assert "or a direction is demanded of it, is above a number" in kind_words(
        chosen(e, demands=directed)
    )


def test_a_gap_is_told_in_the_unit_of_the_score(explained):
    said = proof_words(with_rule(explained, objective=75.0, bound=100.0))
    assert said.startswith(
        "Not proven: the rule weighs 75 in this machine, and a rule of at most 10 lines of 1 "
        "to 5 conditions could weigh up to 100."
    )
    priced = proof_words(with_rule(explained, objective=75.0, bound=100.0, price=2.0))
    assert priced.startswith("Not proven: the rule scores 75, and a rule of at most 10 lines")
    assert "could score up to 100. The score of a rule is" in priced


def test_where_no_rule_is_worth_its_tests_that_is_proven(explained):
    said = proof_words(with_rule(explained, objective=0.0, bound=0.0, price=5.0))
    assert said.startswith("No rule of at most 10 lines of 1 to 5 conditions scores more")
    assert "scores more than one that never holds." in said
    assert "decides by" not in said


def test_text_report_and_document_carry_the_same_sentence(explained):
    table = planted(either, n=60)
    e = with_rule(explained, price=0.5, fitted_to="labels")
    said = proof_words(e)
    assert said in as_text(at_length([e]))
    assert said in html_report(studied(answers([e], table)))
    (part,) = document(answers([e], table))["explanations"]
    assert part["rule"]["proof"] == said
    assert json.dumps(part["rule"], allow_nan=False)


def test_what_rows_count_where_errors_have_costs_is_told_and_is_what_they_count(explained):
    """The score is that of the sentence: "a row with class = yes counted as 1.5 …"."""
    settings = replace(THESIS, fit_to="labels", cost=3.0)
    e = explain(planted(either, n=60), settings)
    told = "by what errors cost: a row with class = yes counted as 1.5, one of the others as 0.5"
    assert told in proof_words(e)
    (a,) = answers([e], planted(either, n=60))
    covered, y = e.rule.formula.holds(a.train.table), a.train.y
    assert e.rule.objective == pytest.approx(np.where(y, 1.5, -0.5)[covered].sum())
    mixed = proof_words(with_rule(e, fitted_to="mix"))
    assert told in mixed
    assert "cut at 1" in mixed
    assert "counted as" not in proof_words(explained)


def test_possible_rows_that_were_drawn_are_told_as_a_sample():
    random = np.random.default_rng(0)
    columns = [random.choice(list("abcd"), 30) for _ in range(5)]
    cells = zip(*columns, np.where(columns[0] == "a", "yes", "no"), strict=True)
    text = "u,v,w,x,y,class\n" + "\n".join(map(",".join, cells))
    table = read_table(text.encode(), "t.csv")
    settings = replace(THESIS, fit_to="domain", language="values", size="1x1")
    e = explain(table, settings)
    assert e.drawn == 700
    said = proof_words(e)
    assert "the training rows and 700 mixtures of them that it covers, drawn at random" in said
    assert "the possible rows it covers" not in said
    (a,) = answers([e], table)
    decide = decision(e.machine, a.train.table, e.attributes)
    sample, machine = read_parts(a.task, e.settings).train, TrainedMachine(np.zeros(0), decide)
    rows = weighted("domain", sample, machine, np.random.default_rng(settings.seed))
    assert e.rule.proven
    assert e.rule.objective == pytest.approx(best_score(a, rows.table, rows.weights))
    (restored,) = restore(document([a]))
    assert proof_words(restored) == said


def test_of_a_column_of_very_many_values_only_the_most_frequent_are_spoken_of():
    """The rarer value that would score more is in no test, and the sentence says so."""
    rows = [f"v{i:04},{'no' if i % 2 else 'yes'}" for i in range(1100) for _ in range(3)]
    rows = [row.replace("yes", "no") if i % 3 == 0 else row for i, row in enumerate(rows)]
    rows += ["rare,yes"] * 2
    table = read_table(("c,class\n" + "\n".join(rows)).encode(), "t.csv")
    settings = replace(THESIS, fit_to="labels", kernel="linear", C=1.0, size="1x1", keep=("c",))
    e = explain(table, replace(settings, test=0.0))
    assert e.rule.proven
    assert e.rule.objective == 1.0
    assert "of its 1,000 most frequent values in training rows" in proof_words(e)
