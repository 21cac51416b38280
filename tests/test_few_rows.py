"""Classes of few rows, tables around the caps on rows, few groups: an answer, or one sentence."""

import io
from itertools import product

import numpy as np
import pandas as pd
import pytest

from interpret.__main__ import main
from interpret.fit import choose_card, choose_machine, choose_rule, fit_card
from interpret.row_limits import RowLimits
from rulescope import PointsClassifier
from tests.command_line import cheaply
from tests.often import some_now

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("error::UserWarning")]


@pytest.fixture(autouse=True)
def _small_caps(monkeypatch):
    """Rows beyond which some are drawn, so few that many tables around each are quickly tried."""
    few = RowLimits(machine=40, machine_on_landmarks=50, rule=60, card=55, card_points=70)
    for module in (choose_machine, choose_rule, choose_card, fit_card):
        monkeypatch.setattr(module, "ROWS", few)


def table(n, rare, seed=0):
    """Rows of which so many are of the class that the first column mostly gives away."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(n) < rare
    a = np.where(y, "r", rng.choice(list("pqr"), n))
    x = np.round(rng.normal(size=n) + y, 2)
    return pd.DataFrame({"a": a, "x": x, "c": np.where(y, "yes", "no")})


def ran(path, frame, *options):
    frame.to_csv(path / "t.csv", index=False)
    told = io.StringIO()
    return main([str(path / "t.csv"), *options], io.StringIO(), told), told.getvalue()


WEIGHTS = {
    "zero for a class": lambda i, y: 0 if y else 1,
    "one above zero": lambda i, y: int(i == 3),
    "zero": lambda i, y: 0,
    "negative": lambda i, y: -1 if i == 4 else 1,
    "one huge": lambda i, y: 1e99 if i == 1 else 1,
    "too huge": lambda i, y: 1e300,
    "tiny": lambda i, y: 1e-300,
    "shares": lambda i, y: 0.1 + i % 3 / 7,
    "of all sizes": lambda i, y: 10.0 ** (i % 20 - 5),
    "one empty": lambda i, y: "" if i == 3 else 1,
}
WAYS = (), ("--form", "points"), ("--set", "landmarks=20")


@pytest.mark.parametrize(
    ("cap", "way"),
    some_now([*product(range(6), range(3))], (0, 0), (1, 2), (2, 1), (3, 0), (4, 1)),
)
def test_rows_around_every_cap_and_rare_classes_among_more_give_an_answer(tmp_path, cap, way):
    """Each cap in each way, and either with each number of rare rows."""
    n, rare, options = (41, 51, 56, 61, 71, 300)[cap], (2, 8, 20)[(cap + way) % 3], WAYS[way]
    assert ran(tmp_path, table(n, rare), "--test", "0", *options) == (0, "")


@pytest.mark.parametrize(("n", "form"), [(12, "rule"), (90, "points"), (300, "auto")])
def test_a_class_of_two_rows_one_of_them_held_out_gives_an_answer(tmp_path, n, form):
    assert ran(tmp_path, table(n, 2), "--form", form) == (0, "")


def test_a_class_of_one_row_among_four_gives_points():
    rows = table(36, 12)
    y = rows.pop("c").to_numpy().astype(object)
    y[:3] = "few"
    y[-1] = "one"
    points = PointsClassifier(kernel="linear", fit_to="labels", size="4x1").fit(rows, y)
    assert set(points.predict(rows)) <= {"yes", "no", "few", "one"}


def test_two_groups_are_one_sentence_or_an_answer_where_no_rows_are_held_out(tmp_path):
    rows = table(60, 25).assign(g=np.where(np.arange(60) % 2, "k", "l"))
    code, told = ran(tmp_path, rows[["a", "x", "g", "c"]], "--group", "g")
    assert code == 2
    assert "of one group" in told
    assert told.count("\n") == 1
    assert ran(tmp_path, rows[["a", "x", "g", "c"]], "--group", "g", "--test", "0")[0] == 0


@pytest.mark.parametrize(
    ("groups", "of_one_class"),
    some_now([*product((3, 4, 5), (False, True))], (3, False), (4, True), (5, True)),
)
def test_few_groups_give_an_answer_or_one_sentence(tmp_path, groups, of_one_class):
    rows = table(60, 25)
    place = np.arange(60) % groups
    if of_one_class:
        place = np.where(rows["c"] == "yes", 2 * (place % 2), 1 + 2 * (place // 2))
    rows = rows.assign(g=[f"g{i}" for i in place])[["a", "x", "g", "c"]]
    code, told = ran(tmp_path, rows, "--group", "g")
    assert (code, told.count("\n")) in ((0, 0), (2, 1))


@pytest.mark.parametrize(
    ("weight", "form"),
    some_now(
        [*product(WEIGHTS, ("points", "rule"))],
        *((weight, ("points", "rule")[case % 2]) for case, weight in enumerate(WEIGHTS)),
    ),
)
def test_odd_weights_give_an_answer_or_one_sentence(tmp_path, weight, form):
    rows = table(60, 25)
    cells = [WEIGHTS[weight](i, yes) for i, yes in enumerate(rows["c"] == "yes")]
    rows = rows.assign(w=cells)[["a", "x", "w", "c"]]
    code, told = ran(tmp_path, rows, "--weight", "w", *cheaply("--form", form))
    assert (code, told.count("\n")) in ((0, 0), (2, 1))


@pytest.mark.parametrize(
    ("n", "rare"),
    some_now(
        [*product((2, 3, 4, 6, 60), range(4))],
        *((2, 1), (3, 1), (4, 2), (6, 2), (60, 0), (60, 1)),
    ),
)
def test_a_class_of_hardly_any_rows_gives_an_answer_or_one_sentence(tmp_path, n, rare):
    for form in ("points", "rule"):
        for held_out in ((), ("--test", "0")):
            asked = cheaply("--form", form, *held_out)
            code, told = ran(tmp_path, table(n, min(n, rare)), *asked)
            assert (code, told.count("\n")) in ((0, 0), (2, 1))
            assert "With these groups" not in told
