from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from interpret.data import attributes, prepare
from interpret.data.attributes import Columns, Width, WidthLimits, information_on, most_telling
from interpret.data.complaints import DataError
from interpret.data.cuts import FINE_PARTS
from interpret.data.encoding import Encoding
from interpret.data.prepare import prepared
from interpret.data.reading import read_table
from interpret.data.task import MOST_CLASSES, tasks
from interpret.forms.answer.answer import answers
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.rules.single_tests import single_tests
from interpret.settings import Settings
from tests.test_linear import soon

N = 120


def table(seed=0, wide=12):
    """Columns of numbers and words, of which n3 and w2 tell the class; some cells are empty."""
    rng = np.random.default_rng(seed)
    numbers, words = rng.normal(size=(N, wide)), rng.integers(5, size=(N, wide))
    y = (numbers[:, 3] > 0) | (words[:, 2] == 0)
    lines = [",".join([*(f"n{i}" for i in range(wide)), *(f"w{i}" for i in range(wide)), "class"])]
    for row, (own, said) in enumerate(zip(numbers, words, strict=True)):
        cells = [f"{number:.4f}" if rng.random() < 0.97 else "" for number in own]
        lines.append(",".join([*cells, *(f"v{word}" for word in said), ("no", "yes")[int(y[row])]]))
    return read_table("\n".join(lines).encode(), "t.csv")


def asked(own=None):
    (task,) = tasks(own or table(), positive=("yes",))
    return task


TRAIN = np.arange(0, N, 2)


def test_a_column_becomes_as_many_variables_and_tests_as_are_estimated():
    task, _ = prepared(asked(), TRAIN)
    rows = task.table.rows(TRAIN)
    for name in task.attributes:
        column = rows.column(name)
        cut = (len(column.cuts), len(column.coarse)) if column.cuts else ()
        width = Width.of(column, *cut)
        assert width.variables == len(Encoding.fit(rows, [name]).variables), name
        assert width.tests >= len(single_tests(rows, [name], "values").tests) > 0, name


def test_columns_are_kept_by_what_they_tell_of_the_class_and_it_is_said():
    whole, _ = prepared(asked(), TRAIN)
    assert not any("Used:" in notice for notice in whole.notices)
    task, preparation = prepared(asked(), TRAIN, WidthLimits(bytes=2**20))
    assert {"n3", "w2"} <= set(task.attributes) < set(whole.attributes)
    assert [a for a in whole.attributes if a in task.attributes] == [*task.attributes]
    assert {cut.attribute for cut in preparation.cuts} <= set(task.attributes)
    (said,) = (notice for notice in task.notices if "Used:" in notice)
    assert said.startswith(f"Used: {len(task.attributes)} of {len(whole.attributes)} columns")
    assert "“n3”" in said


def test_no_more_tests_are_searched_than_a_person_can_wait_for():
    task, _ = prepared(asked(), TRAIN, WidthLimits(tests=100))
    assert {"n3", "w2"} <= set(task.attributes)
    rows = task.table.rows(TRAIN)
    assert len(single_tests(rows, task.attributes, "values").tests) <= 100


def test_rows_held_out_have_no_say_in_which_columns_are_kept():
    limits = WidthLimits(bytes=2**20)
    task = asked()
    other = task.y.copy()
    other[1::2] = ~other[1::2]
    object.__setattr__(task, "y", other)
    same = prepared(task, TRAIN, limits)[0].attributes
    assert same == prepared(asked(), TRAIN, limits)[0].attributes


def test_where_no_column_has_room_one_sentence_says_so():
    with pytest.raises(DataError, match=r"No column fits .* 60 rows to learn from"):
        prepared(asked(), TRAIN, WidthLimits(bytes=2**10))


def test_what_a_column_tells_is_the_mutual_information_less_chance():
    own = table()
    y = own.column("class").codes.astype(bool)
    words, numbers = own.column("w2"), own.column("n3")
    shared = mutual_info_score(words.codes, y)
    assert information_on(y, words) == pytest.approx(shared - 4 / (2 * N))
    amounts = numbers.values.numbers[numbers.codes]
    parts = np.where(np.isnan(amounts), 2, amounts > 0.1)
    shared = mutual_info_score(parts, y)
    assert information_on(y, numbers, (0.1,)) == pytest.approx(shared - 2 / (2 * N))


def test_of_very_many_classes_the_most_frequent_get_a_rule_and_it_is_said():
    n = MOST_CLASSES + 12
    labels = [f"k{i:03}" for i in range(n) for _ in range(2 + i)]
    rows = "\n".join(f"v{i % 7},w{i % 3},{label}" for i, label in enumerate(labels))
    own = read_table(f"a,b,class\n{rows}".encode(), "t.csv")
    found = tasks(own)
    assert [task.positive for task in found] == [(f"k{i:03}",) for i in range(12, n)]
    (said,) = found[0].without_rule
    assert said.startswith(f"Of {n} classes the {MOST_CLASSES} most frequent")
    assert "one of the other 12" in said
    (one,) = tasks(own, positive=("k000",), columns=Columns())
    assert one.positive == ("k000",)


def test_of_very_many_columns_those_that_tell_most_are_chosen():
    """As information_on says of each: of words by their values, of numbers by equal parts."""
    task = asked(table(wide=40))
    columns = [task.table.column(name) for name in task.attributes]
    y = task.y[TRAIN]

    def told(column):
        own = column.rows(TRAIN)
        if column.kind != "number":
            return information_on(y, own)
        numbers = own.values.numbers
        ranks = np.cumsum(own.counts) - own.counts
        parts = np.where(np.isnan(numbers), FINE_PARTS, FINE_PARTS * ranks // len(y))
        return information_on(y, replace(own, codes=parts[own.codes]))

    best = sorted(task.attributes, key=lambda name: -round(told(task.table.column(name)), 9))
    for most in (1, 2, 7, 30):
        kept = most_telling(columns, TRAIN, y, FINE_PARTS, most)
        assert set(kept) == set(best[:most])
        assert list(kept) == [name for name in task.attributes if name in kept]


def test_a_table_of_very_many_columns_has_an_answer_and_says_what_it_used(monkeypatch):
    monkeypatch.setattr(prepare, "OF_A_RULE", WidthLimits(columns=4))
    task, _ = prepared(asked(), TRAIN)
    assert {"n3", "w2"} < {*task.attributes}
    assert len(task.attributes) == 4
    assert any("Used: 4 of 24 columns" in told for told in task.notices)
    assert not ({*asked().attributes} - {*task.attributes}) & {*task.table.names}
    e = explain(table(), Settings(positive=("yes",), kernel="linear", C=1.0, fit_to="labels"))
    assert set(e.rule.formula.attributes) <= {*e.attributes}
    (predictor,) = predictors(document(answers([e], table())))
    assert predictor.scores(table()).rule.shape == (N,)


@pytest.mark.slow
def test_a_hundred_thousand_columns_are_read_and_narrowed_within_seconds():
    rng = np.random.default_rng(0)
    rows = [",".join([*rng.choice([*"ab"], 30_000), own]) for own in ("yes", "no") * 3]
    names = ",".join([*(f"c{i}" for i in range(30_000)), "class"])
    with soon(60):  # of CPU on a machine that others use; Arrow for each column takes minutes
        own = read_table("\n".join([names, *rows]).encode(), "wide.csv")
        (task,) = tasks(own, positive=("yes",))
        task_read, _ = prepared(task, np.arange(5))
        assert len(task_read.attributes) <= attributes.OF_A_RULE.columns
