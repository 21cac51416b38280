"""How rankings are judged: figures, held-out choices, intervals, the verdict."""

from dataclasses import replace
from math import log2
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse
from scipy.stats import ttest_rel
from sklearn.metrics import average_precision_score, ndcg_score, roc_auc_score

from interpret.data.complaints import DataError
from interpret.ranking.judging import (
    NAMES,
    Figure,
    JudgedMethod,
    Judgement,
    Split,
    best,
    compared,
    figure,
    halves,
    inner,
    last,
    measured,
    with_unseen,
)
from interpret.ranking.recommend import MACHINE, recommend
from interpret.ranking.words import caveats, verdict
from tests.film_choices import ASKED, choices_of, rows


def test_figures_are_those_counted_by_hand():
    scores = np.array([9, 8, 7, 6, 5, 5, 1.0])
    got = dict(zip(NAMES, measured(scores, np.array([0]), np.array([2, 5])), strict=True))
    # the candidates in order: 8, 7 (held), 6, 5, 5 (held), 1
    assert got["AUC"] == pytest.approx((3 + 1.5) / (2 * 4))
    assert got["AUC, ties lost"] == pytest.approx((3 + 1) / (2 * 4))
    assert got["mAP@10"] == pytest.approx((1 / 2 + 2 / 5) / 2)
    assert got["nDCG@10"] == pytest.approx((1 / log2(3) + 1 / log2(6)) / (1 + 1 / log2(3)))
    assert got["recall@10"] == 1
    assert got == {n: figure(n, scores, np.array([0]), np.array([2, 5])) for n in NAMES}
    assert best(scores, np.array([0]), 3).tolist() == [1, 2, 3]


@pytest.mark.parametrize("seed", range(5))
def test_figures_are_those_of_scikit_learn(seed):
    draw = np.random.default_rng(seed)
    scores = draw.permutation(60).astype(float)
    known, held = np.split(draw.permutation(60)[:12], [5])
    got = dict(zip(NAMES, measured(scores, known, held), strict=True))
    rest = np.setdiff1d(np.arange(60), known)
    truth = np.isin(rest, held)
    assert got["AUC"] == pytest.approx(roc_auc_score(truth, scores[rest]))
    assert got["nDCG@10"] == pytest.approx(ndcg_score([truth], [scores[rest]], k=10))
    few = np.concatenate([held, known])[:10]  # with at most 10 candidates mAP@10 is all of it
    own = measured(scores[few], np.zeros(0, int), np.arange(4))
    truth = np.arange(len(few)) < 4
    assert own[2] == pytest.approx(average_precision_score(truth, scores[few]))


def test_half_of_the_choices_of_a_fifth_of_users_are_held_out():
    R = sparse.csr_array((np.random.default_rng(0).random((43, 25)) < 0.3).astype(np.uint8))
    splits = list(halves(R, np.random.default_rng(1)))
    seen = np.concatenate([split.users for split in splits])
    assert len(splits) == 5
    assert sorted(seen) == np.flatnonzero(np.diff(R.indptr) > 1).tolist()
    for split in splits:
        for user, held in zip(split.users, split.held, strict=True):
            own = R[[user]].indices
            assert sorted([*split.known(user), *held]) == sorted(own)
            assert len(held) == len(own) // 2
        others = np.setdiff1d(np.arange(43), split.users)
        assert (split.R[others] != R[others]).nnz == 0
    inside = inner(R, np.random.default_rng(0))
    assert [len(own.users) for own in inside] == [len(seen) // 3] * 3
    assert len(set(np.concatenate([own.users for own in inside]).tolist())) == 3 * (len(seen) // 3)


def test_an_item_that_nobody_else_chose_is_not_judged():
    split = Split.of(
        sparse.csr_array(np.array([[1, 0, 0], [0, 1, 0]])), {0: np.array([1]), 1: np.array([2])}
    )
    assert split.users.tolist() == [0]
    assert split.unseen_held.tolist() == [0]
    assert split.unseen_alone.tolist() == [1]
    assert (split.n_held, split.n_unseen) == (2, 1)
    assert split.unseen.tolist() == [2]


def test_the_last_choice_of_everyone_is_held_out_by_time():
    text = "user,item,day\na,x,2024-01-03\na,y,2024-02-01\na,z,2023-01-01\n"
    text += "b,y,2023-05-05\nb,x,2024-01-01\n"
    found = choices_of(text).choices
    split = last(found)
    assert [found.items[held[0]] for held in split.held] == ["y", "x"]
    with pytest.raises(DataError, match="must tell the time"):
        last(choices_of("user,item\na,x\nb,y\na,y\n").choices)


@pytest.mark.parametrize("protocol", ["half", "last"])
def test_where_nothing_can_be_judged_one_sentence_says_so(protocol):
    alone = rows("user,item,when\na,x,1\na,y,2\nb,z,1\nb,w,2\n")
    with pytest.raises(DataError, match="somebody else chose"):
        recommend(alone, replace(ASKED, protocol=protocol))


def test_intervals_are_of_the_users():
    own = Figure.of(np.array([0.0, 1.0, np.nan, 1.0, 0.0]))
    assert own.mean == 0.5
    student = 3.182446  # of three degrees of freedom
    assert own.high - own.mean == pytest.approx(student * np.std([0, 1, 1, 0], ddof=1) / 2)
    one = Figure.of(np.array([0.4]))
    assert (one.low, one.high) == pytest.approx((-0.6, 1.4)), "of one user nothing is known"


def test_the_same_users_are_compared_in_pairs():
    """As SciPy's t-test of pairs has it, at the level that all pairs of ways hold at once."""
    draw = np.random.default_rng(0)
    one, other = draw.random((2, 300, len(NAMES)))
    other = one - 0.02 + 0.05 * other  # apart far less than users are from each other
    judged = [judgement("EASE", other), judgement(MACHINE, one), judgement("MSDw", one - 0.5)]
    told = compared(judged)
    best = max((one, other), key=lambda own: own[:, 0].mean())
    for own, of_users in zip(told, (other, one, one - 0.5), strict=True):
        expected = best[:, 0] - of_users[:, 0]
        assert own.behind["AUC"].mean == pytest.approx(expected.mean(), abs=1e-12)
        if expected.any():
            test = ttest_rel(best[:, 0], of_users[:, 0]).confidence_interval(1 - 0.05 / 3)
            assert own.behind["AUC"].low == pytest.approx(test.low)
            assert own.behind["AUC"].high == pytest.approx(test.high)
    single = told[1].figures["AUC"]
    assert single.low < told[0].figures["AUC"].mean < single.high
    assert verdict_of(told).startswith("EASE")  # though the intervals of the two overlap


def test_where_nothing_differs_somebody_is_ahead_in_at_most_one_table_of_twenty():
    ahead = 0
    for seed in range(400):
        rows = np.random.default_rng(seed).random((7, 60, len(NAMES)))
        told = compared([judgement(str(i), own) for i, own in enumerate(rows)])
        ahead += any(own.behind["AUC"].low > 0 for own in told)
    assert ahead <= 20


def test_few_users_prove_nobody_ahead():
    rows = np.full((9, len(NAMES)), 0.5)
    told = compared([judgement(MACHINE, rows), judgement("EASE", rows + 0.1)])
    assert told[0].behind["AUC"].low == -1
    assert "are level" in verdict_of(told)


def test_a_tie_is_called_a_tie_whoever_stands_first():
    rows = np.random.default_rng(0).random((50, len(NAMES)))
    for names in ((MACHINE, "EASE"), ("EASE", MACHINE)):
        text = verdict_of(compared([judgement(name, rows) for name in names]))
        assert "are level" in text
        assert "equally well for every user" in text
        assert "best" not in text


def test_the_verdict_says_who_is_ahead_by_how_much():
    draw = np.random.default_rng(0)
    rows = draw.random((80, len(NAMES)))
    told = [judgement(MACHINE, rows), judgement("EASE", rows + 0.1), judgement("MSDw", rows - 0.2)]
    text = verdict_of(compared(told))
    assert text.startswith("EASE (0.")
    assert "the kernel machine (0.5" in text
    assert "is 0.100 (0.100 to 0.100) behind EASE" in text
    noise = 0.3 * draw.random(rows.shape)
    told[1] = judgement("EASE", rows + noise - noise.mean(axis=0) - 0.001)
    text = verdict_of(compared(told))
    assert text.startswith("By nDCG@10 the kernel machine (0.5")
    assert "EASE is 0.001 (−0.0" in text
    assert "which may be chance" in text
    assert "no other method" in verdict_of(compared(told[:1]))


def test_methods_that_are_level_by_another_figure_read_as_no_list_of_figures():
    rows = np.random.default_rng(0).random((80, len(NAMES)))
    ahead = rows + 0.1 * (np.array(NAMES) == "nDCG@10")
    told = [judgement("EASE", ahead), *(judgement(own, rows) for own in ("MSDw", MACHINE))]
    text = verdict_of(compared(told))
    assert text.startswith("EASE (0.")
    assert text.endswith(
        " behind EASE. Measured by AUC, 3 methods are level: EASE, MSDw and the kernel machine."
    )
    told[1] = judgement("MSDw", rows + 0.2 * (np.array(NAMES) == "AUC"))
    assert verdict_of(compared(told)).endswith(" Measured by AUC, MSDw ranks best.")


def judgement(name, rows):
    figures = {own: Figure.of(rows[:, i]) for i, own in enumerate(NAMES)}
    return Judgement(JudgedMethod(name, figures, figures, {}), rows)


def verdict_of(methods):
    return verdict(SimpleNamespace(settings=ASKED, methods=methods))


def test_unseen_items_held_out_come_last_where_they_are_counted():
    """Against the figures of a ranking in which those items stand, below all others."""
    draw = np.random.default_rng(0)
    for held, unseen in ((1, 1), (2, 9), (12, 3), (3, 0)):
        scores = np.concatenate([draw.random(40), np.full(unseen, -1.0)])
        own, last_ones = np.arange(held), np.arange(40, 40 + unseen)
        row = measured(scores, last_ones, own)
        expected = measured(scores, np.zeros(0, int), np.concatenate([own, last_ones]))
        assert with_unseen(row, held, unseen) == pytest.approx(expected)


def test_no_held_choice_is_left_out_in_silence():
    text = "user,item\na,x\na,y\nb,x\nb,y\nc,x\nc,z\nd,w\nd,v\ne,x\ne,y\ne,z\n"
    found = recommend(rows(text), replace(ASKED, without="both"))
    assert found.unseen > 0
    machine = found.methods[0]
    assert machine.with_unseen["AUC"].mean < machine.figures["AUC"].mean
    (told,) = [own for own in caveats(found) if "ranked last" in own]
    assert f"{found.unseen} of {found.held} held-out choices" in told
    assert ", and the figures leave them out." in told
    assert f"{machine.with_unseen['nDCG@10'].mean:.3f} for the kernel machine" in told
