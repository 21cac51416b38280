"""What fits into memory, and a table explained on landmarks as on all of its rows."""

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.fit import machine
from interpret.fit.machine import landmarks_for
from interpret.forms.answer.answer import Answer
from interpret.forms.explain import explain
from interpret.settings import Settings
from tests.planted import either, planted

pytestmark = pytest.mark.slow


def rows(n, seed=0):
    """n different rows of sixteen variables, and a class."""
    X = np.random.default_rng(seed).permutation(2**16)[:n]
    return (X[:, None] >> np.arange(16) & 1).astype(np.uint8), X % 2 == 0


@pytest.fixture
def little(monkeypatch):
    """Room for an exact machine of 100 rows."""
    monkeypatch.setattr(machine, "MOST_BYTES", 16 * 100**2)


@pytest.mark.parametrize(
    ("n", "asked", "landmarks"),
    [
        (100, "auto", None),
        (100, "exact", None),
        (101, "auto", 99),
        (250, "auto", 40),
        (100, 50, 50),
        (250, 30, 30),
    ],
)
def test_a_machine_is_exact_while_it_fits_and_takes_the_landmarks_that_fit(
    little, n, asked, landmarks
):
    assert landmarks_for(*rows(n), Settings(landmarks=asked)) == landmarks


@pytest.mark.parametrize(
    ("n", "asked", "sentence"),
    [
        (101, "exact", "100 different training rows at most; 101 came"),
        (600, "auto", "With 600 training rows a machine may have 16 landmarks .* 20 are needed"),
        (250, 41, "With 250 training rows a machine may have 40 landmarks .* 41 are needed"),
    ],
)
def test_what_does_not_fit_is_refused_before_it_is_taken(little, n, asked, sentence):
    with pytest.raises(DataError, match=sentence):
        landmarks_for(*rows(n), Settings(landmarks=asked))


def test_equal_rows_of_one_class_take_the_room_of_one(little):
    X, y = rows(90)
    assert landmarks_for(np.repeat(X, 50, axis=0), np.repeat(y, 50), Settings()) is None


@pytest.mark.parametrize(
    ("n", "free", "sentence"),
    [
        (1000, 15_000_000, "takes 16 MB of memory, and 15 MB are free"),
        (20_000, 300_000_000, "takes 320 MB of memory, and 300 MB are free"),
    ],
)
def test_memory_that_is_free_decides_nothing_but_whether_it_suffices(
    n, free, sentence, monkeypatch
):
    usual = landmarks_for(*rows(n), Settings())
    assert usual == (None if n == 1000 else 1000)
    monkeypatch.setattr(machine, "memory_at_hand", lambda: 4 * free)
    assert landmarks_for(*rows(n), Settings()) == usual
    monkeypatch.setattr(machine, "memory_at_hand", lambda: free)
    with pytest.raises(DataError, match=sentence):
        landmarks_for(*rows(n), Settings())


@pytest.fixture(scope="module")
def on_landmarks():
    table = planted(either, n=1200, wrong=0.05)
    settings = Settings(landmarks=60, fit_to="labels", side="for", language="monotone")
    return explain(table, settings), table


def test_every_training_row_has_its_weight(on_landmarks):
    e, table = on_landmarks
    own, train = np.array(e.machine.weights), list(e.rows["train"])
    signs = np.where(e.positive_rows(Answer(e, table).explained)[train], 1.0, -1.0)
    margins = signs * np.array(e.machine.scores)[train]
    assert signs * own == pytest.approx(2 * e.machine.C * np.maximum(0, 1 - margins), abs=1e-4)
    assert e.machine.bound == pytest.approx(own[own > 0].sum())


@pytest.mark.parametrize(("landmarks", "rows"), [(100, 20_000), ("auto", 8_000)])
def test_a_rule_planted_in_many_rows_is_found(landmarks, rows):
    """Few rows differ, so that an exact machine fits too."""
    wide = ("abcd", "abcd", "xyzw", "xyzw", "uvwxy")
    table = planted(either, n=rows, wrong=0.1, values=wide)
    fixed = {"fit_to": "labels", "side": "for", "language": "monotone", "price": 30.0}
    e = explain(table, Settings(landmarks=landmarks, kernel="mDNF(2,2)", C=4.0, **fixed))
    assert e.machine.landmarks == (None if landmarks == "auto" else landmarks)
    assert str(e.rule.formula) == "p = a ∧ q = b ∨ r = x ∧ s = y"
    assert e.rule_form.fidelity["test"].value > 0.97
    assert len(e.machine.weights) == 0.7 * rows
