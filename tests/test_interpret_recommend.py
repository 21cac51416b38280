"""Recommending: reading, judging, reasons, tastes, the document and the command."""

import csv
import io
import json
from dataclasses import replace
from functools import cache
from itertools import chain
from math import log2
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import average_precision_score, ndcg_score, roc_auc_score

from benchmarks.recommend import recovered
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.present.recommend_figures import long_tail
from interpret.present.recommend_words import verdict
from interpret.recommend.__main__ import main
from interpret.recommend.choices import read_choices
from interpret.recommend.choosing import (
    Chosen,
    Tuned,
    chosen_machine,
    tuned_baselines,
)
from interpret.recommend.columns import ChoiceRoles, roles
from interpret.recommend.degrees import by_degree
from interpret.recommend.described import described
from interpret.recommend.document import document, restore
from interpret.recommend.judging import Figure, JudgedMethod, figure_on, judge, thirds
from interpret.recommend.measures import NAMES, best, measured
from interpret.recommend.methods import AsymmetricCosine, Ease, Factors, Komd, popularity, products
from interpret.recommend.rankings import Rankings, carried
from interpret.recommend.reasons import neighbours
from interpret.recommend.recommend import MACHINE, describe, recommend
from interpret.recommend.settings import Recommending
from interpret.recommend.splits import Split, halves, inner, last
from interpret.recommend.tail import spread, tail
from interpret.settings import SettingsError
from interpret.tasks import Cancelled, on_cores

ASKED = Recommending(kernel="linear", regularisation=0.1, negatives="own", popularity=0.0)


def rows(text, name="choices.csv"):
    return read_table(text.encode(), name)


def choices_of(text, **asked):
    table = rows(text)
    return read_choices(table, roles(table), **asked)


@cache
def sample(root):
    table = read_table((root / "sample_data" / "film-choices.csv").read_bytes(), "film-choices.csv")
    films = read_table((root / "sample_data" / "films.csv").read_bytes(), "films.csv")
    own = roles(table)
    choices = read_choices(table, own).choices
    return table, choices, described(films, choices, own.item)


@cache
def recommended(root):
    return recommend(sample(root)[0], ASKED)


def command(*argv):
    out, err = io.StringIO(), io.StringIO()
    status = main([str(own) for own in argv], out, err)
    return status, out.getvalue(), err.getvalue()


# --- reading


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("user,item,rating", ChoiceRoles("user", "item", "rating")),
        (
            "movieId,stars,customer_id,timestamp",
            ChoiceRoles("customer_id", "movieId", "stars", "timestamp"),
        ),
        ("reader,ISBN", ChoiceRoles("reader", "ISBN")),
        ("a,b,c", ChoiceRoles("a", "b")),
    ],
)
def test_columns_are_guessed_by_name_and_content(header, expected):
    body = "".join(
        ",".join(str(1 + (i * j) % (7 + j)) for j in range(1, 2 + header.count(","))) + "\n"
        for i in range(40)
    )
    table = rows(f"{header}\n{body}")
    assert roles(table) == expected
    assert roles(table, user=expected.item, item=expected.user).user == expected.item


def test_repeated_choices_are_merged_and_low_ratings_are_none():
    text = "user,item,rating\na,x,5\na,x,4\na,y,2\nb,x,5\nb,y,5\n,y,5\nc,y,3\nc,x,1\n"
    everything = choices_of(text)
    assert everything.choices.R.nnz == 6
    assert "1 repeated choice of the same item" in " ".join(everything.notices)
    assert "1 row without a user or an item" in " ".join(everything.notices)
    high = choices_of(text, at_least=3)
    assert high.choices.R.toarray().tolist() == [[1, 0], [1, 1], [0, 1]]
    assert any("2 rows with a rating below 3" in note for note in high.notices)
    assert any("2 users with a single choice" in note for note in high.notices)


def test_the_most_chosen_items_are_those_within_reach(monkeypatch):
    monkeypatch.setattr("interpret.recommend.choices.MOST_ITEMS", 2)
    found = choices_of("user,item\na,x\na,y\na,z\nb,y\nb,z\nc,x\nc,z\nc,y\nd,x\n")
    assert found.choices.items == ("y", "z") or len(found.choices.items) == 2
    assert any("within reach" in note for note in found.notices)


# --- judging


def test_figures_are_those_counted_by_hand():
    scores = np.array([9, 8, 7, 6, 5, 5, 1.0])
    got = dict(zip(NAMES, measured(scores, np.array([0]), np.array([2, 5])), strict=True))
    # the candidates in order: 8, 7 (held), 6, 5, 5 (held), 1
    assert got["AUC"] == pytest.approx((3 + 1.5) / (2 * 4))
    assert got["AUC, ties lost"] == pytest.approx((3 + 1) / (2 * 4))
    assert got["mAP@10"] == pytest.approx((1 / 2 + 2 / 5) / 2)
    assert got["nDCG@10"] == pytest.approx((1 / log2(3) + 1 / log2(6)) / (1 + 1 / log2(3)))
    assert got["recall@10"] == 1
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


# --- methods


def test_baselines_are_their_formulas():
    X = (np.random.default_rng(3).random((20, 9)) < 0.4).astype(np.uint8)
    X[0] = 1
    R, users = sparse.csr_array(X), np.arange(20)
    S = X.T.astype(float) @ X
    counts = np.diag(S).copy()
    np.fill_diagonal(S, 0)

    def of(method):
        return np.concatenate(list(method(R, users)))

    assert of(popularity)[3] == pytest.approx(counts)
    for a in (0.0, 0.5, 0.8):
        W = S / (counts[:, None] ** a * counts[None] ** (1 - a))  # W[i, j], i recommended
        assert of(AsymmetricCosine(a)) == pytest.approx(X @ W.T, rel=1e-5)
    P = np.linalg.inv(X.T.astype(float) @ X + 5 * np.eye(9))
    B = np.eye(9) - P / np.diag(P)
    assert of(Ease(5.0)) == pytest.approx(X @ B, rel=1e-3, abs=1e-4)
    for name in ("ALS", "BPR"):
        assert (of(Factors(name, 0.1)) == of(Factors(name, 0.1))).all()
    empty = sparse.csr_array(np.vstack([X[:5], 0 * X[:1]]))
    assert np.isfinite(np.concatenate(list(Komd("mD(3)", 0.1, True)(empty, np.arange(6))))).all()


def test_the_machine_is_judged_beside_all_baselines(root):
    found = recommended(root)
    assert found.methods[0].method == MACHINE
    assert {own.method for own in found.methods} == {
        MACHINE, "popularity", "item cosine", "MSDw", "EASE", "ALS", "BPR",
    }  # fmt: skip
    by_name = {own.method: own.figures["nDCG@10"].mean for own in found.methods}
    assert by_name[MACHINE] > 2 * by_name["popularity"]
    assert found.complete
    stopped = recommend(sample(root)[0], ASKED, lambda stage, share: share < 0.35)
    assert stopped is None or not stopped.complete


def test_a_machine_is_chosen_without_the_judged_choices(root):
    asked = Recommending(regularisation=0.1, negatives="all", popularity="auto", metric="AUC")
    R = sample(root)[1].R
    split = next(halves(R, np.random.default_rng(0)))
    tried = []
    machine = chosen_machine(split.R, asked, tried.append)
    assert len(tried) >= 4 + 9 - 1
    assert (machine.regularisation, machine.own) == (0.1, False)
    judged = Chosen(asked, lambda done: True)(split.R, split.users)
    assert (next(judged) == next(machine(split.R, split.users))).all()
    with pytest.raises(Cancelled):
        Chosen(asked, lambda done: False)(split.R, split.users)


def test_a_better_machine_of_the_menu_is_not_one_choice_away():
    """Each choice is made again beside the others, until none changes."""
    R = sparse.csr_array((np.random.default_rng(0).random((120, 30)) < 0.2).astype(np.uint8))
    machine, splits = chosen_machine(R, Recommending()), inner(R, np.random.default_rng(0))
    best = figure_on(machine, splits, "nDCG@10")
    for name, options in (("regularisation", (0.01, 1.0, 10.0)), ("popularity", (0.0, 0.5))):
        for one in options:
            other = figure_on(replace(machine, **{name: one}), splits, "nDCG@10")
            assert other <= best + 1e-12


# --- reasons and tastes


def test_each_baseline_is_tuned_over_its_own_settings():
    tuned = {
        name: own.options for name, own in tuned_baselines(ASKED).items() if isinstance(own, Tuned)
    }
    assert set(tuned) == {"MSDw", "EASE", "ALS", "BPR"}
    assert all(isinstance(own, AsymmetricCosine) for own in tuned["MSDw"])
    assert all(isinstance(own, Ease) for own in tuned["EASE"])
    assert {own.name for own in tuned["ALS"]} == {"ALS"}
    assert {own.name for own in tuned["BPR"]} == {"BPR"}


@pytest.mark.parametrize("far", [np.nan, np.inf, 1e30])
def test_factors_that_diverged_tell_no_item_from_another(far):
    factors = np.ones((3, 2), np.float32)
    (scores,) = products(factors, factors, np.arange(3))
    assert (scores == 2).all()
    (scores,) = products(
        factors, np.where(np.eye(3, 2) > 0, np.float32(far), factors), np.arange(3)
    )
    assert not scores.any()


def test_any_number_of_threads_gives_the_same_scores(root, monkeypatch):
    choices = sample(root)[1]
    machine, everyone = Komd("mD(5)", 0.1, True), np.arange(len(choices.users))
    alone = list(machine(choices.R, everyone))
    monkeypatch.setattr("interpret.tasks.LITTLE", 0)
    for jobs in (2, 3):
        with on_cores(jobs):
            others = list(machine(choices.R, everyone))
        assert [own.tolist() for own in others] == [own.tolist() for own in alone]
    assert len(alone) > 1


def test_shares_add_up_to_scores(root):
    _, choices, _ = sample(root)
    rankings = Rankings(choices, Komd("mD(5)", 0.1, True, 0.5))
    own = rankings.ranked(choices.chosen(7), 10)
    every = chain.from_iterable(rankings.ranker.scores([rankings.prefer(choices.chosen(7))]))
    scores = next(iter(every))
    listed = [place.score for place in own.places]
    assert listed == sorted(listed, reverse=True)
    for place in own.places:
        total = sum(r.share for r in place.reasons) + place.others - place.common
        assert place.score == pytest.approx(total, abs=1e-12)
        assert place.score == pytest.approx(float(scores[place.item]), rel=1e-4, abs=1e-5)
        assert place.item not in own.chosen
    near = neighbours(rankings.ranker, 3, 5)
    assert [s for _, s in near] == sorted((s for _, s in near), reverse=True)
    assert len(near) == 5


def test_a_taste_weighs_every_choice_the_same(root):
    _, choices, films = sample(root)
    rankings = Rankings(choices, Komd("linear", 1.0, True))
    user = int(np.argmax(choices.per_user))
    chosen = choices.chosen(user)
    own = rankings.ranked(chosen, 10, films).taste
    machine = rankings.prefer(chosen)
    weights = np.full(len(choices.items), -1 / machine.others)
    weights[chosen] = 1 / len(chosen)
    covers = own.formula.holds(films.table)
    weight = weights[films.places[covers]].sum()
    assert own.rule.objective == pytest.approx(weight - own.rule.price * len(own.formula))
    assert own.rule.objective <= own.rule.bound + 1e-9
    assert own.fidelity > 0.5
    rest = np.ones(len(weights), bool)
    rest[chosen] = False
    seen = rest[films.places]
    scores = rankings.ranked(chosen, 10).scores[films.places]
    assert own.fidelity == pytest.approx(roc_auc_score(covers[seen], scores[seen]))


def test_planted_tastes_are_recovered():
    """20 choices, no noise: the rule covers the liked films and no other that anyone chose."""
    told = recovered("planted", Komd("mD(10)", 0.01, True), users=20)
    assert told.exact >= 19
    assert told.fidelity > 0.7


def test_what_is_recommended_is_carried_by_attributes(root):
    _, choices, films = sample(root)
    told = carried(Rankings(choices, Komd("linear", 1.0, True)), films)
    assert [own.lift for own in told] == sorted((own.lift for own in told), reverse=True)
    genres = [own for own in told if own.attribute == "genre"]
    assert sum(own.recommended for own in genres) == pytest.approx(1)
    assert sum(own.catalogue for own in genres) == pytest.approx(1)


def test_items_that_a_file_lacks_or_has_more_are_said():
    found = choices_of("user,film\na,x\na,y\nb,y\nb,z\n").choices
    told = described(
        rows("name,kind,year\ny,cat,1990\nz,dog,1991\nq,cat,1992\nz,cat,2000\n"), found, "film"
    )
    assert told.attributes == ("kind", "year")
    assert [found.items[i] for i in told.places] == ["y", "z"]
    assert "1 item of the choices is not in" in told.notices[0]
    assert "2 rows" in told.notices[1]
    with pytest.raises(DataError, match="must have a column with the names"):
        described(rows("name,kind\nfoo,cat\nbar,dog\n"), found, "film")


def test_kernels_by_degree_are_measured(root):
    _, choices, _ = sample(root)
    told = by_degree(inner(choices.R, np.random.default_rng(0))[0])
    disjunctive = [own for own in told if own.family == "mD"]
    ratios = [own.spectral_ratio for own in disjunctive]
    assert ratios == sorted(ratios, reverse=True)  # section 6.3: wider ORs tell less apart
    assert all(0.4 < own.auc <= 1 for own in told)
    assert max(own.degree for own in told) <= len(choices.users)


# --- document and command


def test_a_document_comes_back_and_ranks_alone(root):
    found = recommended(root)
    told = json.loads(json.dumps(document(found), allow_nan=False))
    again = restore(told)
    assert document(again) == told
    one, other = (Rankings(own.choices, own.machine).ranked((1, 5), 5) for own in (found, again))
    assert one.places == other.places


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("choices", "chosen", 0), [5, 3]),
        (("choices", "items"), ["x", "x"]),
        (("machine", "kernel"), "no such"),
        (("methods",), []),
        (("kind",), "explain"),
        (("schema",), 7),
        (("asked", "metric"), "luck"),
    ],
)
def test_an_altered_document_is_one_sentence(root, path, value):
    told = document(recommended(root))
    place = told
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    with pytest.raises(DataError, match="Learn again"):
        restore(told)


@pytest.mark.slow
def test_the_command_tells_ranks_and_writes(root, tmp_path):
    choices, films = (root / "sample_data" / n for n in ("film-choices.csv", "films.csv"))
    quick = ["--kernel", "linear", "--regularisation", 1, "--negatives", "own", "--popularity", 0]
    to = tmp_path / "recommended.json"
    status, out, err = command(
        choices, "--items", films, "--user", "user 003", "--liked", "Film 007", *quick, "--json", to
    )
    assert (status, err) == (0, "")
    assert "because of Film" in out
    assert "popularity" in out
    assert "The rule of the taste" in out
    told = json.loads(to.read_text(encoding="utf-8"))
    (known, typed) = told["rankings"]
    assert known["user"] == "user 003"
    assert typed["user"] is None
    assert len(known["items"]) == 10
    assert known["taste"]["bound"] >= known["taste"]["objective"] - 1e-9
    status, out, _ = command(to, "--user", "user 003", "--top", 3, "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["item"] for row in rows] == [own["item"] for own in known["items"][:3]]
    new = tmp_path / "new.csv"
    new.write_text("user,film\nnewcomer,Film 007\nnewcomer,Film unheard\nnobody,Film none\n")
    status, out, _ = command(to, "--predict", new)
    assert status == 0
    assert "newcomer chose 1 items" in out
    assert "1 user without any known item" in out


HAZARDS = {
    "a user nobody knows": (
        "user,item\na,x\na,y\nb,x\n",
        ["--user", "aa"],
        "There is no user “aa”",
    ),
    "an item nobody chose": (
        "user,item\na,x\na,y\nb,x\n",
        ["--liked", "q"],
        "There is no item “q”",
    ),
    "one user": ("user,item\na,x\na,y\na,z\n", [], "several values each"),
    "one item": ("user,item\na,x\nb,x\nc,x\n", [], "several values each"),
    "one choice each": ("user,item\na,x\nb,y\nc,z\n", [], "nobody did"),
    "no ratings": ("user,item\na,x\na,y\nb,x\n", ["--at-least", 3], "needs a column of ratings"),
    "too high": ("user,item,rating\na,x,1\na,y,2\nb,x,1\n", ["--at-least", 9], "none is"),
    "no such column": ("user,item\na,x\na,y\nb,x\n", ["--item-column", "itme"], "Did you mean"),
    "no time": ("user,item\na,x\na,y\nb,x\nb,y\n", ["--protocol", "last"], "must tell the time"),
    "no kernel": ("user,item\na,x\na,y\nb,x\n", ["--kernel", "magic"], "There is no kernel"),
}


@pytest.mark.parametrize("name", HAZARDS)
def test_what_cannot_be_is_one_sentence(tmp_path, name):
    text, options, said = HAZARDS[name]
    file = tmp_path / "choices.csv"
    file.write_text(text, encoding="utf-8")
    quick = [] if "--kernel" in options else ["--kernel", "linear"]
    status, out, err = command(
        file, *quick, "--regularisation", 1, "--negatives", "own", "--popularity", 0, *options
    )
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize(
    "text",
    [
        "user,item\na,x\na,y\nb,x\nb,y\n",  # all the same
        "user,item,rating\na,x,good\na,y,bad\nb,x,good\nc,y,good\nc,z,bad\n",  # ratings as text
        'user,item\n"<b>a</b>","x"""\n"<b>a</b>","$y$"\n"c\'d","x"""\n"c\'d","[z](u)"\ne,"$y$"\n',
        "user,item\na,x\na,y\nb,x\nb,y\nb,z\nc,z\n",
    ],
)
def test_odd_choices_are_ranked(tmp_path, text):
    file = tmp_path / "choices.csv"
    file.write_text(text, encoding="utf-8")
    status, out, err = command(
        file, "--kernel", "mD(2)", "--regularisation", 1, "--negatives", "own", "--popularity", 0.5,
        "--json", "-",
    )  # fmt: skip
    assert (status, err) == (0, "")
    assert restore(json.loads(out)).choices.R.nnz


@pytest.mark.slow
def test_a_million_rows_are_read(root):
    draw = np.random.default_rng(0)
    users, items = draw.integers(0, 5000, 10**6), (draw.random(10**6) ** 3 * 2000).astype(int)
    text = "user,item\n" + "\n".join(f"u{u},i{i}" for u, i in zip(users, items, strict=True))
    found = choices_of(text)
    assert found.choices.R.shape == (5000, 2000)
    assert found.choices.R.nnz == len(set(zip(users.tolist(), items.tolist(), strict=True)))


def test_settings_out_of_range_are_one_sentence():
    for given in ({"metric": "luck"}, {"top": 0}, {"regularisation": -1.0}, {"kernel": "x"}):
        with pytest.raises(SettingsError):
            Recommending(**given)
    assert Recommending.from_dict(ASKED.to_dict() | {"other": 1}) == ASKED


def test_items_without_a_file_have_no_rule(root):
    table, choices, _ = sample(root)
    assert describe(None, choices, roles(table)) is None
    assert judge("popularity", popularity, inner(choices.R, np.random.default_rng(0))) is not None
