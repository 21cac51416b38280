import random
from dataclasses import replace
from math import ceil, comb, inf

import numpy as np
import pytest
from sklearn import metrics
from sklearn.svm import SVC

from interpret.cores import Cancelled
from interpret.data.reading import read_table
from interpret.forms.explain import explain
from interpret.rules.logic import Clause, Formula, Is, IsNot
from interpret.settings import THESIS, Settings
from tests.planted import avoids, either, neither, planted

CHEAP = {
    "positive": ("yes",),
    "kernel": "mDNF(2,2)",
    "C": 1.0,
    "fit_to": "weights",
    "side": "for",
    "language": "monotone",
    "price": 0.0,
    "population": 30,
    "generations": 4,
}
EITHER = Formula(
    (Clause((Is("p", ("a",)), Is("q", ("b",)))), Clause((Is("r", ("x",)), Is("s", ("y",)))))
)
NOT_AVOIDED = Formula((Clause((IsNot("p", ("a",)), IsNot("q", ("b",)), IsNot("s", ("z",)))),))


def cheap(**settings):
    return Settings(**(CHEAP | settings))


@pytest.fixture(scope="module")
def noisy():
    return planted(either, n=120, wrong=0.1)


def truth_of(table):
    return np.array([label == "yes" for label in table.frame()["class"]])


def m_dnf(table, d, c):
    """The normalised mDNF kernel (Polato, eq. 6.14) of the rows' values, pair by pair."""
    cells = table.frame().drop(columns="class").to_numpy().tolist()
    n_variables = sum(len(set(column)) for column in zip(*cells, strict=True))
    features, width = comb(n_variables, c), comb(len(cells[0]), c)

    def value(both):
        neither_holds = features - 2 * width + both
        return comb(features, d) - 2 * comb(features - width, d) + comb(neither_holds, d)

    return np.array(
        [
            [
                value(comb(sum(a == b for a, b in zip(x, z, strict=True)), c)) / value(width)
                for z in cells
            ]
            for x in cells
        ]
    )


# -- every figure, computed anew --


@pytest.mark.parametrize("side", ["for", "against"])
def test_figures_are_those_of_scikit_learns_machine_on_the_kernel_by_hand(noisy, side):
    e = explain(noisy, cheap(side=side, seed=3))
    y, train = truth_of(noisy), list(e.rows["train"])
    K = m_dnf(noisy, 2, 2)
    svc = SVC(C=1.0, kernel="precomputed", tol=1e-7).fit(K[np.ix_(train, train)], y[train])
    scores = svc.decision_function(K[:, train])
    assert np.abs(scores).min() > 1e-3
    assert np.allclose(e.machine.scores, scores, atol=1e-4)
    signed = np.zeros(len(train))
    signed[svc.support_] = svc.dual_coef_[0]
    assert e.machine.bound == pytest.approx(signed[signed > 0].sum(), rel=1e-4)
    assert (e.machine.kernel, e.machine.C, e.machine.separable) == ("mDNF(2,2)", 1.0, False)

    cells = noisy.frame().to_dict("records")
    said = np.array([e.rule.formula.accepts(row) for row in cells])
    assert e.rule_form.weight == pytest.approx(signed[said[train]].sum(), abs=1e-3)
    for part, rows in e.rows.items():
        own = list(rows)
        right = e.machine_right[part]
        assert right.accuracy.value == metrics.accuracy_score(y[own], scores[own] > 0)
        assert right.sensitivity.value == metrics.recall_score(y[own], scores[own] > 0)
        auc = metrics.roc_auc_score(y[own], scores[own].round(6))
        assert e.machine_auc[part] == pytest.approx(auc)
        assert e.rule_form.right[part].accuracy.value == metrics.accuracy_score(y[own], said[own])
        assert e.rule_form.fidelity[part].value == np.mean(said[own] == (scores[own] > 0))
        assert e.majority[part].value == np.mean(y[own] == (y[train].mean() > 0.5))
        assert e.positives[part] == y[own].sum()
        each = sum(y[own] == (side == "for"))
        of_class = [c.of_class for c in e.rule_form.of_clauses[part]]
        assert of_class == [each] * len(e.rule.formula.clauses)


def test_the_split_is_stratified_and_of_the_size_asked_for(noisy):
    y = truth_of(noisy)
    for size in (0.3, 0.25, 0.5):
        rows = explain(noisy, cheap(test=size)).rows
        assert len(rows["test"]) == ceil(size * len(y))
        assert sorted(rows["train"] + rows["test"]) == list(range(len(y)))
        assert rows["train"] == tuple(sorted(rows["train"]))
        assert abs(y[list(rows["test"])].sum() - size * y.sum()) < 1


def test_the_weight_is_of_the_machine_whatever_the_rule_was_fitted_to(noisy):
    for fit_to in ("weights", "labels", "mix", "domain"):
        e = explain(noisy, cheap(fit_to=fit_to))
        train = noisy.rows(list(e.rows["train"]))
        said = e.rule.formula.holds(train)
        assert e.rule_form.weight == pytest.approx(np.array(e.machine.weights)[said].sum())
        assert e.rule_form.weight <= e.machine.bound + 1e-9
        assert e.rule.fitted_to == fit_to
        if fit_to == "labels":
            signs = np.where(truth_of(train), 1, -1)
            assert e.rule.objective == pytest.approx(signs[said].sum())


# -- what it finds --


@pytest.mark.slow
@pytest.mark.parametrize(
    ("truth", "formula"),
    [(either, EITHER), (neither, replace(EITHER, denied=True)), (avoids, NOT_AVOIDED)],
)
def test_a_planted_rule_is_found_and_proven_with_all_left_to_choose(truth, formula):
    e = explain(planted(truth, n=110), Settings(positive=("yes",)))
    assert e.rule.formula == formula
    assert e.rule.proven
    assert e.rule_form.right["test"].accuracy.value == 1


@pytest.mark.slow
def test_a_planted_rule_is_found_under_wrong_labels():
    table = planted(either, n=130, wrong=0.06)
    e = explain(table, Settings(positive=("yes",), language="monotone", side="for"))
    assert e.rule.formula == EITHER
    assert e.rule.price > 0


def test_the_thesis_is_one_preset_away(root):
    raw = (root / "sample_data" / "monks-1.csv").read_bytes()
    e = explain(read_table(raw, "monks-1.csv"), Settings(**THESIS))
    assert (e.machine.kernel, e.machine.C) == ("rules(10,5)", inf)
    assert (e.rule.fitted_to, e.rule.price, e.rule.stopped_by) == ("weights", 0, "proof")
    assert e.rule_form.weight == pytest.approx(e.machine.bound)
    assert e.rule_form.right["test"].accuracy.value == 1
    assert e.machine_choice.candidates == e.rule_choice.candidates == ()


# -- on training rows alone --


@pytest.mark.slow
@pytest.mark.parametrize("fit_to", ["auto", "domain"])
def test_what_is_held_out_decides_nothing(monkeypatch, fit_to):
    """Other labels and other values in the held-out rows change no choice, no weight, no rule."""
    table = planted(either, n=75, wrong=0.05)
    rows = {"train": np.arange(50), "test": np.arange(50, 75)}
    monkeypatch.setattr("interpret.fit.parts.split", lambda task, settings: rows)
    settings = Settings(
        positive=("yes",), language="monotone", side="for", fit_to=fit_to, kernel="mDNF(2,2)"
    )
    lines = table.frame()
    lines.loc[50:, "class"] = [{"yes": "no", "no": "yes"}[c] for c in lines.loc[50:, "class"]]
    lines.loc[50:, "p"] = lines.loc[50:, "p"].to_numpy()[::-1]
    other = read_table(lines.to_csv(index=False).encode(), "other.csv")
    one, changed = explain(table, settings), explain(other, settings)
    assert one.machine_choice == changed.machine_choice
    assert one.rule_choice == changed.rule_choice
    assert one.machine.weights == changed.machine.weights
    assert one.rule == changed.rule
    assert one.rule_form.right["train"] == changed.rule_form.right["train"]
    assert one.rule_form.right["test"] != changed.rule_form.right["test"]


def test_nothing_drawn_at_random_is_drawn_from_the_global_generator(noisy):
    def draw():
        return np.random.mtrand._rand.random_sample(), random.random()

    np.random.mtrand._rand.seed(0)
    random.seed(0)
    expected = draw()
    np.random.mtrand._rand.seed(0)
    random.seed(0)
    explain(noisy, cheap(search="genetic", fit_to="domain", side="auto", C="auto"))
    assert draw() == expected


# -- on the way --


@pytest.mark.parametrize("search", ["exact", "genetic"])
def test_progress_goes_through_its_stages_in_order(noisy, search):
    told = []
    e = explain(noisy, cheap(search=search, C="auto", side="auto"), told.append)
    stages = [progress.stage for progress in told]
    order = ["choosing", "fitting", "training", "trained", search]
    assert list(dict.fromkeys(stages)) == order
    assert stages == sorted(stages, key=order.index)
    for stage in order:
        own = [progress for progress in told if progress.stage == stage]
        fractions = [progress.fraction for progress in own]
        assert fractions == sorted(fractions)
        assert 0 <= fractions[0] <= fractions[-1] <= 1
        if stage == search:
            objectives = [progress.objective for progress in own]
            assert objectives == sorted(objectives)
            assert [-p.bound for p in own] == sorted(-p.bound for p in own)
            assert all(p.objective <= p.bound + 1e-9 for p in own)
            assert [p.step for p in own] == sorted(p.step for p in own)
    (trained,) = [progress for progress in told if progress.stage == "trained"]
    assert trained.note == f"{100 * e.machine_right['test'].accuracy.value:.1f} %"
    best = max((p for p in told if p.best is not None), key=lambda p: p.objective)
    assert best.objective == pytest.approx(e.rule.objective)
    assert best.note == f"{100 * e.rule_form.fidelity['test'].value:.1f} %"


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["choosing", "training"])
def test_stopped_before_there_is_a_rule_it_is_cancelled(noisy, stage):
    def stop(progress):
        return progress.stage != stage

    with pytest.raises(Cancelled):
        explain(noisy, cheap(C="auto", side="auto"), stop)


@pytest.mark.parametrize("search", ["exact", "genetic"])
def test_a_search_that_is_stopped_gives_its_best(noisy, search):
    e = explain(noisy, cheap(search=search), lambda progress: progress.stage != search)
    assert e.found.search == search
    assert e.rule.stopped_by == "cancel"
    assert e.rule.bound >= e.rule.objective
    said = e.rule.formula.holds(noisy.rows(list(e.rows["train"])))
    assert e.rule_form.weight == pytest.approx(np.array(e.machine.weights)[said].sum())


# -- hard cases --


def test_conflicting_rows_are_counted_and_soften_a_hard_margin():
    rows = "a,b,class\n" + "x,u,yes\nx,u,no\ny,u,no\ny,v,yes\n" * 6
    e = explain(read_table(rows.encode(), "t.csv"), cheap(C=inf))
    assert e.conflicts == 12
    assert (e.machine.asked_C, e.machine.separable) == (inf, False)
    assert 0 < e.machine.C < inf
    assert max(map(abs, e.machine.weights)) <= e.machine.C


def test_without_held_out_rows_the_figures_are_of_the_training_rows(noisy):
    told = []
    e = explain(noisy, cheap(test=0.0), told.append)
    assert e.rows == {"train": tuple(range(120)), "test": ()}
    assert e.rule_form.right["test"].n == e.rule_form.fidelity["test"].n == 0
    assert e.machine_auc["test"] is None
    (trained,) = [progress for progress in told if progress.stage == "trained"]
    assert trained.note == f"{100 * e.machine_right['train'].accuracy.value:.1f} %"
