"""How rankings are judged: figures, held-out choices, intervals, the verdict."""

from dataclasses import replace
from math import log2
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import average_precision_score, ndcg_score, roc_auc_score

from interpret.data.complaints import DataError
from interpret.present.recommend_figures import long_tail
from interpret.present.recommend_words import verdict
from interpret.recommend.judging import Figure, JudgedMethod, thirds
from interpret.recommend.measures import NAMES, best, figure, measured
from interpret.recommend.recommend import MACHINE, recommend
from interpret.recommend.splits import Split, halves, inner, last
from interpret.recommend.tail import spread, tail
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


def test_scores_that_are_mostly_0_look_good_only_where_ties_are_not_lost():
    scores = np.zeros(101)
    scores[:1] = 1
    auc, strict, *_ = measured(scores, np.zeros(0, int), np.array([0, 50]))
    assert auc == pytest.approx(0.75, abs=0.01)
    assert strict == pytest.approx(0.5, abs=0.01)


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
    assert split.cold == 1
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


def test_intervals_thirds_and_tails():
    own = Figure.of(np.array([0.0, 1.0, np.nan, 1.0, 0.0]))
    assert own.mean == 0.5
    assert own.high - own.mean == pytest.approx(1.96 * np.std([0, 1, 1, 0], ddof=1) / 2)
    assert thirds(np.array([1, 9, 5, 3])).tolist() == [2, 0, 1, 2]
    power = 1000 / np.arange(1, 50) ** 0.8
    assert tail(power).slope == pytest.approx(-0.8)
    R = choices_of("user,item\na,x\na,y\nb,y\nb,z\n").choices
    told = spread(R)
    assert told.density == pytest.approx(4 / 6)
    assert told.kernel == pytest.approx(7 / 9)
    assert told.expected == pytest.approx((3 + 6 * (1 - (1 - (4 / 6) ** 2) ** 2)) / 9)


def test_an_axis_that_spans_less_than_powers_of_ten_is_labelled_between_them():
    short, long = (
        long_tail(tail(own), "user") for own in (np.array([20, 9, 6]), 900 / np.arange(1, 40))
    )
    assert short.layout.yaxis.tickvals[:5] == (1, 2, 5, 10, 20)
    assert long.layout.yaxis.tickvals is None
    assert "−" in long.data[1].name


def test_the_verdict_says_where_the_best_and_the_machine_have_overlapping_intervals():
    def verdict_of(*intervals):
        methods = tuple(
            JudgedMethod(name, {own: Figure(mean, mean - off, mean + off) for own in NAMES},
                   0.0, 0.0, {}, {}, (), 0.0)
            for name, (mean, off) in zip((MACHINE, "EASE"), intervals, strict=True)
        )  # fmt: skip
        return verdict(SimpleNamespace(asked=ASKED, methods=methods))

    assert "0.470, and their intervals overlap." in verdict_of((0.470, 0.01), (0.473, 0.01))
    assert "overlap" not in verdict_of((0.400, 0.01), (0.473, 0.01))
    assert verdict_of((0.5, 0.1), (0.473, 0.1)).startswith("Kernel machine ranks best")
