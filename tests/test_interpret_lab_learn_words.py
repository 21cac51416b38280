import pytest

from interpret.lab.learn import Learnt, Weighing, Written
from interpret.lab.learning_figures import heaviest_words, linear_words


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ((0, 0, 0, 0, 0.6, 0.4), "Degree 5 and the identity carry"),
        ((0, 0, 0.3, 0, 0.5, 0.2), "Degrees 3, 5 and the identity carry"),
        ((0.5, 0.46, 0.04), "Degrees 1 and 2 carry"),
        ((0, 1, 0), "Degree 2 carries"),
        ((0, 0, 1), "The identity alone carries"),
        ((0.01,) * 100, "Many degrees share"),
        ((0.2, 0.2, 0.3, 0.3), "Degrees 1, 3 and the identity carry"),
    ],
)
def test_the_degrees_that_weigh_most_are_named_as_one_would_say_it(weights, words):
    assert heaviest_words(weights) == words


def learnt(linear, best, average=0.7):
    ways = [
        Weighing(name, (1.0, 0.0), ((0.1, ratio, 0.2),), auc, 0.1, "1*mC(1)", True)
        for name, ratio, auc in (("cutting plane", 0.2, best), ("average", 0.3, average))
    ]
    own = None if linear is None else Written("a", "a", 0, 0.5, linear)
    return Learnt("t.csv", "0" * 64, "c", ("y",), 9, 9, 1, None, tuple(ways), own)


def test_a_linear_kernel_that_ranks_better_is_said_to_with_all_figures():
    words = linear_words(learnt(0.951, 0.932, 0.9))
    assert "linear kernel alone ranks the rows held out better" in words
    assert all(figure in words for figure in ("95.10 %", "93.20 %", "90.00 %"))


@pytest.mark.parametrize(("linear", "best"), [(0.9, 0.9), (0.8, 0.9), (None, 0.9), (0.9, None)])
def test_nothing_is_said_of_a_linear_kernel_that_is_not_better(linear, best):
    assert linear_words(learnt(linear, best)) == ""
