"""A cut moved by hand, and the line that it is shown on."""

from math import inf
from xml.etree import ElementTree

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.spread import BINS, number_line
from interpret.forms.explain import explain
from interpret.forms.whatif.by_hand import moved_cut, places
from interpret.rules.logic import Between, Clause, Formula, Is, cuts_of
from interpret.settings import Settings
from interpret.tell.rule.figures.clauses import across, drawn_line, line_text

RULE = Formula(
    (
        Clause((Between("a", above=2, to=5), Is("c", ("x",)))),
        Clause((Between("a", to=2),)),
        Clause((Between("b", above=7),)),
    )
)


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(0)
    rows = [(round(own, 1), "xy"[int(rng.random() < 0.5)]) for own in rng.normal(50, 20, size=150)]
    lines = [f"{n},{c},{'yes' if n > 55 and c == 'x' else 'no'}" for n, c in rows]
    table = read_table("\n".join(["n,c,class", *lines]).encode(), "t.csv")
    settings = Settings(kernel="linear", C=4.0, fit_to="labels", side="for", price=0.5)
    return answers([explain(table, settings)], table)[0]


def test_every_cut_is_known_by_its_column():
    assert cuts_of(RULE.clauses) == {"a": (2, 5), "b": (7,)}
    assert cuts_of(()) == {}


def test_a_cut_is_moved_in_every_test_and_a_clause_that_nothing_can_pass_is_left_out():
    moved = moved_cut(RULE, "a", 2, 3)
    assert set(moved.clauses) == {
        Clause((Between("a", above=3, to=5), Is("c", ("x",)))),
        Clause((Between("a", to=3),)),
        Clause((Between("b", above=7),)),
    }
    assert len(moved_cut(RULE, "a", 2, 5).clauses) == 2
    assert moved_cut(RULE, "a", 2, 2) == RULE
    assert moved_cut(RULE, "c", 2, 3) == RULE


def test_unmoved_the_rule_says_of_the_numbers_themselves_what_it_says(found):
    formula = found.explanation.rule.formula
    assert cuts_of(formula.clauses)
    for place in ("train", "judged"):
        part = getattr(found, place)
        assert (formula.holds(found.filled.rows(part.places)) == formula.holds(part.table)).all()


def test_a_cut_can_be_moved_between_any_numbers_and_to_where_it_was(found):
    column = found.filled.column("n")
    (cut, *_) = cuts_of(found.explanation.rule.formula.clauses)["n"]
    where = places(column, cut)
    assert cut in where
    assert list(where) == sorted(set(where))
    assert 20 < len(where) <= 61


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("few", [True, False])
def test_a_line_counts_every_row_with_a_number_once(seed, few):
    rng = np.random.default_rng(seed)
    n = rng.integers(0, 9, size=200).astype(float) if few else rng.normal(size=200) ** 3
    n[rng.random(200) < 0.1] = np.nan
    y, cuts = rng.random(200) < 0.3, (float(np.nanmedian(n)), 1.5)
    line = number_line("n", ("yes", "no"), n, y, cuts)
    there = ~np.isnan(n)
    assert np.sum(line.counts, axis=0).tolist() == [(y & there).sum(), (~y & there).sum()]
    ends = [-inf, *sorted(cuts), inf]
    for low, high, own in zip(ends, ends[1:], line.between, strict=False):
        between = there & (n > low) & (n <= high)
        assert own == ((between & y).sum(), (between & ~y).sum())
    assert len(line.counts) == len(line.edges) - 1 <= BINS
    root = ElementTree.fromstring(drawn_line(line, cuts[0]))
    for bar in root.iter("rect"):
        assert -0.1 <= float(bar.attrib["x"]) <= 344
        assert 0 <= float(bar.attrib["height"]) <= 56.1
    assert f"{line.between[0][0]} yes" in line_text(line)


@pytest.mark.parametrize("numbers", [[], [3.0], [3.0, 3.0]])
def test_a_line_of_few_numbers_is_still_a_picture(numbers):
    line = number_line("n", ("a", "b"), np.array(numbers), np.ones(len(numbers), dtype=bool), (3,))
    ElementTree.fromstring(drawn_line(line))
    ElementTree.fromstring(drawn_line(line, 3))
    assert 0 <= across(line, -9) <= across(line, 3) <= across(line, 99) <= 344
