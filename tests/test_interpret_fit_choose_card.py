"""Cards chosen and compared: demands hold for them as for rules, and figures are counted."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.fit.cards_on_folds import Request
from interpret.fit.choose_card import MADE_ONCE, choose_card
from interpret.fit.machine import classifier, train_nearly
from interpret.fit.parts import read_parts, tasks_asked
from interpret.forms import compare
from interpret.forms.answer.form import POINTS, RULE, Forms, NoCard
from interpret.forms.explain import compare_forms, explain
from interpret.measures import EVEN
from interpret.rules.cards.logistic import LABELS
from interpret.rules.logic import Between
from interpret.settings import Settings
from interpret.tell.rule.card import no_card_words
from interpret.tell.rule.words import many_looks_words
from tests.planted import either, planted

pytestmark = pytest.mark.slow

CHEAP = {"positive": ("yes",), "kernel": "mDNF(2,2)", "C": 1.0, "fit_to": "labels", "price": 1.0}
CHEAP |= {"size": "5x2"}
MONKS = Settings(kernel="mDNF(2,2)", C=4.0, fit_to="labels", side="for")
BOTH = Settings(**CHEAP, form="auto", side="for", language="monotone")


def evidence(n=160, seed=0):
    """Rows whose class four weak signs decide together, one of them a number with gaps."""
    rng = np.random.default_rng(seed)
    signs = rng.random((n, 4)) < 0.5
    age = np.where(signs[:, 3], 60, 30) + rng.integers(0, 9, n)
    words = [["yes" if own else "no" for own in row[:3]] for row in signs]
    y = signs.sum(axis=1) + rng.random(n) > 2.6
    lines = ["fever,cough,rash,age,town,class"]
    for row, years, positive in zip(words, age, y, strict=True):
        town = "north" if rng.random() < 0.5 else "south"
        lines.append(",".join([*row, str(years), town, "yes" if positive else "no"]))
    return read_table("\n".join(lines).encode(), "signs.csv")


@pytest.fixture(scope="module")
def signs():
    return evidence()


@pytest.fixture(scope="module")
def answer(signs):
    return explain(signs, BOTH)


@pytest.fixture(scope="module")
def card_alone(signs):
    return explain(signs, replace(BOTH, form="points"))


def test_a_card_adds_up_what_a_rule_cannot_say_briefly(signs, answer):
    card = answer.points.card
    assert {"fever", "cough", "rash", "age"} <= {*card.attributes}
    assert all(term.points for term in card.terms)
    table = answer.preparation.table(signs)
    totals = [card.total(row) for row in rows_of(table)]
    assert card.totals(table).tolist() == totals
    assert (card.holds(table) == (np.array(totals) > card.cut)).all()
    fired = card.fired(table)
    assert (fired @ card.points == card.totals(table)).all()
    everything = fired[list(answer.rows["train"])]
    assert (everything.any(axis=0) & ~everything.all(axis=0)).all()  # no condition is always so


def rows_of(table):
    columns = {column.name: column for column in table.columns}
    return [
        {name: column.values[column.codes[i]] for name, column in columns.items()}
        for i in range(table.n_rows)
    ]


def test_every_figure_of_a_card_is_counted(signs, answer):
    table, scored = answer.preparation.table(signs), answer.points
    y = answer.positive_rows(signs)
    said = scored.card.holds(table)
    for part, rows in answer.rows.items():
        own = list(rows)
        assert scored.right[part].accuracy.hits == (said == y)[own].sum()
        assert scored.right[part].n == len(own)
    judged = list(answer.rows["test"])
    totals = scored.card.totals(table)[judged]
    bands = scored.chances.bands
    assert bands[0].low == scored.card.least
    assert bands[-1].high == scored.card.most
    assert all(one.high + 1 == other.low for one, other in pairwise(bands))
    for band in bands:
        inside = (totals >= band.low) & (totals <= band.high)
        assert (band.share.n, band.share.hits) == (inside.sum(), y[judged][inside].sum())
        assert (band.high <= scored.card.cut) or (band.low > scored.card.cut)
    chances = scored.chances.of(np.arange(scored.card.least, scored.card.most + 1))
    assert (np.diff(chances) >= 0).all()
    for worth, term in zip(scored.worth, scored.card.terms, strict=True):
        without = totals - term.points * term.clause.holds(table.rows(np.array(judged)))
        before = ((totals > scored.card.cut) == y[judged]).mean()
        after = ((without > scored.card.cut) == y[judged]).mean()
        assert worth == pytest.approx(before - after)


def test_forms_are_compared_on_as_many_rows_as_there_are(answer):
    forms = answer.comparison
    assert forms.n == len(answer.rows["train"])
    assert forms.folds == 2 * 5  # made twice, with few rows
    assert 0 <= forms.rule <= forms.n
    assert 2 * forms.rule == int(2 * forms.rule)  # rows count one each


def test_forms_compared_afterwards_are_chosen_anew_on_one_outer_fold(signs, answer, monkeypatch):
    """On the others the answer's validation chooses, without the rows that they leave out."""
    asked = []

    def noted(train, *given, **how):
        asked.append(len(train))
        return choose_card(train, *given, **how)

    alone = explain(signs, BOTH, compares=False)
    assert alone.comparison is None
    assert alone.points == answer.points
    assert alone.first == RULE
    monkeypatch.setattr(compare, "choose_card", noted)
    assert compare_forms(tasks_asked(signs, BOTH)[0], alone).comparison == answer.comparison
    assert len(asked) == 1
    way, n = answer.points.way, len(answer.rows["train"])
    assert way.without(np.arange(0)).tried == way.tried
    assert way.without(np.arange(n)) is way  # no row is left to choose by
    kept = way.judged.without(np.arange(n // 2))[0]
    assert kept.rows.min() == n // 2


@pytest.mark.parametrize(
    ("rule", "points", "first"),
    [(80, 90, POINTS), (90, 90, POINTS), (90, 88, POINTS), (90, 87.9, RULE)],
)
def test_points_come_first_unless_the_rule_is_right_more_often_than_noise_explains(
    answer, rule, points, first
):
    compared = replace(answer, comparison=Forms(rule, points, 100, 5))
    assert compared.first == first
    assert replace(compared, forms=(answer.rule_form,)).first == RULE


def test_points_are_as_small_as_costs_nothing_and_so_is_what_is_proven(answer):
    """Four signs count alike: one point each."""
    scored = answer.points
    assert {abs(term.points) for term in scored.card.terms} == {1}
    assert scored.proof.range < 10
    assert scored.proof.points_proven


def test_no_card_stands_beside_a_rule_that_sums_do_not_reach(monkeypatch):
    """Of an odd number of signs: no sum of few clauses says that."""
    rng = np.random.default_rng(3)
    rows = rng.random((300, 6)) < 0.5
    odd = (rows[:, :3].sum(axis=1) % 2 == 1) != (rng.random(300) < 0.03)
    lines = ["a,b,c,d,e,f,class"]
    for row, positive in zip(rows, odd, strict=True):
        lines.append(",".join([*("xo"[int(own)] for own in row), "yes" if positive else "no"]))
    table = read_table("\n".join(lines).encode(), "odd.csv")
    monkeypatch.setattr("interpret.fit.choose_card.LINES", 3)
    asked = replace(BOTH, size="autox3", price="auto")
    e = explain(table, asked)
    assert e.rule_form.right["test"].accuracy.value > 0.9
    assert (e.points, e.no_card, e.first) == (None, NoCard(), RULE)
    assert "no sum of conditions tells more" in no_card_words(e)
    assert explain(table, replace(asked, form="points")).points is not None


def test_a_card_that_says_what_the_rule_says_is_the_rule(root):
    """The chances are then of what the rule says. One label of twenty is the other."""
    head, *lines = (root / "sample_data" / "monks-1.csv").read_text().splitlines()
    other, rng = {"yes": "no", "no": "yes"}, np.random.default_rng(0)
    for place, line in enumerate(lines):
        cells, _, label = line.rpartition(",")
        lines[place] = f"{cells},{other[label] if rng.random() < 0.05 else label}"
    table = read_table("\n".join([head, *lines]).encode(), "monks-1.csv")
    e = explain(table, Settings(kernel="mDNF(2,2)", C=4.0, form="auto"), compares=False)
    assert e.points is None
    (no, low, high), (yes, _, _) = e.no_card.chances
    assert low < no < high < 0.2
    assert yes > 0.8
    assert "Points would say the same on every row" in no_card_words(e)
    assert no_card_words(replace(e, no_card=None)) == ""


def test_a_card_of_few_rows_that_is_more_often_right_on_others_is_no_copy_of_the_rule():
    """Of 80 votes in 18 columns both say all: only the card says most of seven on other rows."""
    rng = np.random.default_rng(3)
    votes = rng.integers(0, 2, (400, 18))
    most = votes[:, :7].sum(axis=1) > 3
    lines = [
        ",".join([*("ab"[vote] for vote in row), "yes" if one else "no"])
        for row, one in zip(votes.tolist(), most, strict=True)
    ]
    head = ",".join([*(f"x{place}" for place in range(18)), "class"])
    table, others = (
        read_table("\n".join([head, *part]).encode(), "votes.csv")
        for part in (lines[:80], lines[80:])
    )
    asked = replace(BOTH, kernel="linear", language="auto", size="auto", price=0.1, test=0.0)
    e = explain(table, asked, compares=False)
    seen, unseen = (e.preparation.table(one) for one in (table, others))
    card, rule = e.points.card, e.rule.formula
    assert (card.holds(seen) == rule.holds(seen)).all()
    right = [(form.holds(unseen) == most[80:]).mean() for form in (card, rule)]
    assert right[0] > right[1] + 0.1


def test_only_the_form_that_is_asked_for_is_made(signs, card_alone):
    rule = explain(signs, replace(BOTH, form="rule"))
    assert (rule.points, rule.comparison, rule.first) == (None, None, RULE)
    assert card_alone.points is not None
    assert (card_alone.comparison, card_alone.first) == (None, POINTS)


def test_no_card_is_sought_beside_a_rule_that_was_never_wrong():
    table = planted(either, n=300)
    e = explain(table, replace(BOTH, side="auto", language="auto", price="auto", fit_to="labels"))
    assert e.rule_choice.never_wrong
    assert (e.points, e.no_card, e.comparison, e.first) == (None, None, None, RULE)
    assert "A card cannot be righter" in many_looks_words(e)[1]
    assert len(many_looks_words(replace(e, settings=replace(e.settings, form=RULE)))) == 1


def test_what_is_demanded_of_a_rule_is_demanded_of_a_card(signs):
    asked = replace(
        BOTH,
        form="points",
        only=("not cough", "age up"),
        size="4x1",
    )
    card = explain(signs, asked).points.card
    assert "cough" not in card.attributes
    assert 0 < len(card.terms) <= 4
    for term in card.terms:
        for test in term.clause.tests:
            if isinstance(test, Between):
                assert (test.to == np.inf) == (term.points > 0)


def test_a_miss_that_costs_more_is_made_less_often(signs, card_alone):
    dear = explain(signs, replace(BOTH, form="points", cost=20.0, fit_to="labels"))
    assert card_alone.settings.costs == EVEN
    missed = [e.points.right["train"].false_negative for e in (dear, card_alone)]
    assert missed[0] < missed[1]


def test_a_machine_that_is_right_no_more_often_than_cards_is_not_trained(signs, monkeypatch):
    settings = replace(BOTH, fit_to="auto")
    (task,) = tasks_asked(signs, settings)
    rows = read_parts(task, settings)
    svc, request = classifier("linear", 1.0, None, settings), Request(settings, rows.demands)
    trained = []
    monkeypatch.setattr(
        "interpret.fit.folds.train_nearly",
        lambda *given: trained.append(given) or train_nearly(*given),
    )
    without = choose_card(rows.train, svc, request, division=MADE_ONCE, machine_right=0.5)
    assert not trained
    assert without.tried.fitted_to == LABELS
    choose_card(rows.train, svc, request, division=MADE_ONCE, machine_right=1.0)
    assert trained


def test_the_order_of_the_rows_changes_nothing(signs):
    settings = replace(BOTH, form="points", test=0.0)
    order = np.random.default_rng(5).permutation(signs.n_rows)
    one, other = (explain(table, settings) for table in (signs, signs.rows(order)))
    assert one.points.card == other.points.card
    assert one.points.chances.slope == other.points.chances.slope


def test_what_is_stopped_keeps_the_rule(signs):
    heard = []

    def stop(progress):
        heard.append(progress.stage)
        return progress.stage != "points"

    e = explain(signs, BOTH, stop)
    assert "points" in heard
    assert (e.points, e.comparison) == (None, None)
    assert e.rule.formula.clauses


def test_groups_stay_together_in_the_folds_that_cards_are_chosen_by(signs):
    lines = [",".join(map(str, row)) for row in signs.frame().to_numpy()]
    text = ["ward," + ",".join(signs.names), *(f"w{i // 8},{row}" for i, row in enumerate(lines))]
    table = read_table("\n".join(text).encode(), "wards.csv")
    settings = replace(BOTH, group="ward", form="points")
    train = read_parts(tasks_asked(table, settings)[0], settings).train
    assert train.ties.blocks is not None
    e = explain(table, settings)
    assert e.points is not None
    assert e.points.right["test"].effects is not None


def test_what_is_never_wrong_is_said_with_as_few_conditions_as_it_takes(root):
    """Longer sums have a smaller logarithmic loss, but are not more often right."""
    table = read_table((root / "sample_data" / "monks-1.csv").read_bytes(), "monks-1.csv")
    e = explain(table, replace(MONKS, form="points"))
    counts = e.points.right["test"]
    assert counts.accuracy.hits == counts.n
    assert len(e.points.card) == len(e.rule.formula)
    by_terms = {length.terms: length for length in e.points.lengths}
    own = by_terms[len(e.points.card.terms)]
    assert own.hits == pytest.approx(own.n)
    assert all(length.hits < length.n - 0.5 for length in e.points.lengths[: own.terms])
