"""A number explained: the planted sum is found, kept, predicted with and taken away."""

import json
import re
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest

from benchmarks.planted_numbers import holds, planted
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.data.task import number_task
from interpret.number.explain import explain_number
from interpret.number.explanation import explained_rows, holds_of
from interpret.number.find_sum import PENALTIES, find_terms, lasso_path
from interpret.number.kind import (
    needed_by,
    number_document,
    predicted_numbers,
    restore_number,
)
from interpret.number.machine import weight_of
from interpret.number.number_data import number_data
from interpret.settings import Settings
from interpret.tell.number import answer, words
from interpret.tell.page import as_page
from interpret.tell.text import as_text
from sample_data import SAMPLES
from tests.command_line import run
from tests.test_interpret_tell_rule_report import printed_pages

pytestmark = pytest.mark.slow

FLATS = next(own for own in SAMPLES if own.file == "flats.csv")


def table_of(frame):
    return read_table(frame.to_csv(index=False).encode(), "table.csv")


@lru_cache(maxsize=1)
def small():
    """Eight columns, three terms, and the table's explanation."""
    own = planted(400, mixed=True, terms=3, columns=8, ratio=8.0, seed=5)
    own.frame.loc[::40, "c0"] = ""
    table = table_of(own.frame)
    return own, table, explain_number(table, Settings(size="autox2"))


def test_the_planted_terms_are_found():
    own, table, e = small()
    found = holds_of(e, explained_rows(e, table))
    for term in own.terms[:2]:
        truth = holds(term, own.frame)
        assert max((found == truth[:, None]).mean(axis=0).max(),
                   (found != truth[:, None]).mean(axis=0).max()) > 0.95  # fmt: skip
    assert e.judged["test"].explained.value > 0.8
    assert e.judged["test"].error.value < 0.4 * e.mean_judged["test"].error.value


def test_planted_terms_come_back_in_every_fold_and_those_of_noise_do_not():
    own, table, e = small()
    planted_rows = [holds(term, own.frame) for term in own.terms[:2]]
    found = holds_of(e, explained_rows(e, table)).T
    for term, held in zip(e.terms, found, strict=True):
        same = [max((held == truth).mean(), (held != truth).mean()) for truth in planted_rows]
        assert 0 <= term.again <= e.folds
        assert term.again == e.folds or max(same) < 0.95
    assert min(term.again for term in e.terms) <= 1
    assert f"({e.folds} of {e.folds})" in words.again_words(e)
    assert words.again_words(e) in "\n".join(map(str, answer.terms(e)))


def test_the_rent_of_flats_is_the_sum_that_it_was_made_of():
    e = explain_number(read_table(FLATS.path.read_bytes(), FLATS.file), Settings())
    told = {str(term.clause): term.effect for term in e.terms}
    assert len(told) == 6
    for text, effect in (("district = centre ∧ square metres > 7", 260),
                         ("balcony = yes ∧ district = harbour", 180),
                         ("floor > 3 ∧ lift = no", -150)):  # fmt: skip
        ((_, found),) = [own for own in told.items() if own[0].startswith(text)]
        assert found == pytest.approx(effect, abs=25)
    for term in e.terms:
        assert term.low < term.effect < term.high


def test_predictions_are_the_base_and_the_effects_of_what_holds():
    _, table, e = small()
    held = holds_of(e, explained_rows(e, table))
    effects = np.array([term.effect for term in e.terms])
    assert e.base + held @ effects == pytest.approx(np.array(e.predicted))
    rows = list(e.rows["test"])
    off = np.abs(np.array(e.predicted) - e.observed)[rows].mean()
    assert e.judged["test"].error.value == pytest.approx(off)


def test_effects_are_least_squares_on_the_training_rows():
    _, table, e = small()
    rows = list(e.rows["train"])
    held = holds_of(e, explained_rows(e, table))[rows]
    left = (np.array(e.observed) - e.predicted)[rows]
    assert np.abs(held.T @ left).max() < 1e-6 * np.abs(left).sum()
    assert abs(left.sum()) < 1e-6 * np.abs(left).sum()


def test_cuts_are_learnt_in_each_fold_without_the_rows_left_out():
    """What the rows left out say of the number decides no cut by which they are judged."""
    own = planted(240, mixed=True, terms=2, columns=6, seed=3)
    table = table_of(own.frame)
    raw, settings = number_task(table, None, Settings().columns), Settings()
    data = number_data(raw, settings)
    cuts = [{str(test) for test in fold.train.single_tests.tests} for fold in data.folds]
    cuts.append({str(test) for test in data.rows.single_tests.tests})
    assert all(one != other for one, other in combinations(cuts, 2))
    left_out = data.parts["train"][data.folds[0].outside]
    other = raw.y.copy()
    other[left_out] = np.random.default_rng(0).permutation(raw.y[left_out])
    again = number_data(replace(raw, y=other), settings)
    one, same = data.folds[0], again.folds[0]
    assert one.train.single_tests.tests == same.train.single_tests.tests
    assert (one.left_out.single_tests.covers == same.left_out.single_tests.covers).all()
    assert data.rows.single_tests.tests != again.rows.single_tests.tests


def test_what_both_machines_weigh_is_the_same_beside_cuts_that_were_moved():
    own = planted(240, mixed=True, terms=2, columns=6, seed=3)
    table = table_of(own.frame)
    raw = number_task(table, None, Settings().columns)
    data = number_data(raw, Settings())
    found = find_terms(data, lambda progress: None)
    train, z = data.of("train")
    after, _ = found.data.of("train")
    assert len(after.single_tests.tests) > len(train.single_tests.tests)
    upto = [penalty for penalty in PENALTIES if penalty >= found.lasso.fit.share]
    fit = lasso_path(train, z, upto)[-1]
    assert found.lasso.fit.predict(after) == pytest.approx(fit.predict(train))
    for one in found.tensor.heavy[:20]:
        assert weight_of(after, found.tensor.learnt, one.clause) == pytest.approx(one.weight)


def test_a_document_brings_every_figure_back():
    _, table, e = small()
    stored = json.loads(json.dumps(number_document(table, e), allow_nan=False))
    assert stored["schema"] == 1
    assert restore_number(stored) == e


@pytest.mark.parametrize(
    "broken", [{}, {"schema": 1}, {"schema": 1, "number": {"terms": "none"}}, {"schema": 2}]
)
def test_a_document_that_is_none_is_refused_in_a_sentence(broken):
    with pytest.raises(DataError, match="Explain the number again"):
        restore_number(broken)


def test_missing_columns_are_named():
    own, _, e = small()
    asked = needed_by(e)[0]
    with pytest.raises(DataError, match=asked):
        predicted_numbers(e, table_of(own.frame.drop(columns=[asked])))


def test_the_words_say_what_each_condition_does():
    _, _, e = small()
    said = [words.effect_words(term, e) for term in e.terms]
    assert all(
        one.startswith("adds ") == (t.effect > 0) for one, t in zip(said, e.terms, strict=True)
    )
    assert "Proven" in words.proof_words(e)
    assert "lasso" in words.source_words(e)
    told = as_text(answer.at_length(e))
    heading, columns, *_ = told.splitlines()
    assert heading == words.begins_words(e)
    assert re.split("  +", columns.strip()) == [
        "condition", "effect on training rows", "its 95 % on unseen rows", "training rows",
        "unseen rows", "by weight in the machine",
    ]  # fmt: skip
    assert "  Off on average       " in told
    assert "; always the mean: " in told
    features = f"{e.machine.features:,}"
    assert f"Proven: of the machine's {features} conjunctions the " in told
    assert re.search(rf"number \d+ of {features}, proven", told)


def test_a_unit_in_the_header_stands_beside_amounts():
    named = {
        "rent (EUR)": ("rent", "EUR"), "weight [kg]": ("weight", "kg"), "rent": ("rent", ""),
        "score (0 to 10)": ("score (0 to 10)", ""), "(EUR)": ("(EUR)", ""),
        "parts (10)": ("parts (10)", ""), "rent ()": ("rent ()", ""), "a (b": ("a (b", ""),
        "rent (€/m²)": ("rent", "€/m²"), "heat (kJ/mol)": ("heat", "kJ/mol"), "x (%)": ("x", "%"),
        "flow [l min-1]": ("flow [l min-1]", ""), "speed (m s)": ("speed (m s)", ""),
        "income (gross)": ("income (gross)", ""), "age (log)": ("age (log)", ""),
        "Q1 (Likert)": ("Q1 (Likert)", ""), "sales (n)": ("sales (n)", ""),
        "GDP (US$)": ("GDP", "US$"),
    }  # fmt: skip
    assert {name: words.name_and_unit(name) for name in named} == named
    _, _, e = small()
    told = replace(e, target="y (kg)")
    assert words.begins_words(told).startswith("From ")
    assert words.begins_words(told).endswith(" kg, each condition that holds moves y:")
    assert " kg when " in words.effect_words(told.terms[0], told)
    assert "What moves y?" in as_page(answer.page_of(told))


def test_the_report_stands_alone():
    *_, e = small()
    report = as_page(answer.page_of(e))
    assert "What each condition does" in report
    assert report.count('<td class="bar">') == len(e.terms)
    assert "src=" not in report
    assert "<script" not in report
    assert report.index('class="poster"') < report.index("What each condition does")
    assert len(report) < 80_000  # its letters take 39,000


@pytest.mark.browser
def test_the_report_is_two_printed_pages(chromium):
    *_, e = small()
    assert printed_pages(chromium, as_page(answer.page_of(e))) <= 2


def test_the_command_line_finds_by_itself_that_a_number_is_asked_for(tmp_path):
    own, *_ = small()
    path, answer, scored = tmp_path / "t.csv", tmp_path / "a.json", tmp_path / "s.csv"
    own.frame.to_csv(path, index=False)
    status, said, wrong = run(str(path), "--target", "y", "--size", "autox2", "--json", str(answer))
    assert (status, wrong) == (0, "")
    assert said.startswith("From ")
    assert json.loads(answer.read_text(encoding="utf-8"))["number"]["target"] == "y"
    status, said, wrong = run(str(answer), "--predict", str(path), "--csv", str(scored))
    assert (status, wrong) == (0, "")
    assert "is predicted for 400 rows" in said
    off = said.rsplit("off by ", 1)[1].removesuffix(" on average.\n")
    assert len(off) < 6  # digits enough
    assert "y: predicted" in scored.read_text(encoding="utf-8").splitlines()[0]
