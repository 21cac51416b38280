"""Unseen rows as squares: each row that a line or a total has is one, filled if of the class."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.form import Band
from interpret.forms.answer.relevance import columns_that_matter
from interpret.forms.explain import draft, explain
from interpret.rules.card import Card, Term
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.shares import Share
from interpret.tell.rule.figures.board import board, is_drawn
from interpret.tell.rule.figures.squares import by_total, note, rows_each
from interpret.tell.rule.poster import poster
from sample_data import BOARD
from tests import cards, small_cards, small_formulas
from tests.planted import either, planted

FILLED, HOLLOW = "<span></span>", '<span class="not"></span>'


@pytest.fixture(scope="module", params=["for", "against"])
def answer(request):
    table = planted(either, n=200, wrong=0.1)
    settings = Settings(
        kernel="linear", C=1.0, side=request.param, language="monotone", fit_to="labels", price=0.1
    )
    (a,) = answers([explain(table, settings)], table)
    return a


def test_each_unseen_row_of_a_line_is_a_square_filled_if_it_has_the_class(answer):
    e, judged = answer.explanation, answer.judged
    markup = poster(answer, e.rule_form)
    spans = re.findall(r'data-number="(\d+)" aria-label="([^"]*)">(.*?)</span></li>', markup)
    clauses = e.rule.formula.clauses
    assert int(spans[-1][0]) == len(clauses), "otherwise is the last"
    covered = [clause.holds(judged.table) for clause in clauses]
    rest = ~np.logical_or.reduce(covered)
    drawn = sorted((marks.count(FILLED), marks.count(HOLLOW)) for *_, marks in spans)
    counted = [(int(judged.y[rows].sum()), int((~judged.y[rows]).sum())) for rows in covered]
    counted.append((int(judged.y[rest].sum()), int((~judged.y[rest]).sum())))
    assert drawn == sorted(rows for rows in counted if any(rows))
    assert f"{counted[0][0]} with {e.yes_words}" in "".join(label for _, label, _ in spans)
    assert "Its machine says the same on" in markup


@pytest.mark.parametrize(
    ("rows", "each"), [(1, 1), (400, 1), (401, 2), (801, 5), (2001, 10), (4001, 20), (10**6, 5000)]
)
def test_a_picture_has_at_most_400_squares(answer, rows, each):
    assert rows_each(rows) == each
    many = replace(answer.explanation, rows={"train": (0,), "test": tuple(range(rows))})
    said = "One square is one unseen row," if each == 1 else f"One square is {each:,} unseen rows,"
    assert note(many).startswith(said)


def test_the_totals_hold_every_row_once_with_the_cut_between(answer):
    card = Card(tuple(map(Term, (3, 1, -1), cards.CLINIC.clauses)), 1)
    e = cards.with_card(cards.clinic(), card).explanation
    counts = e.points.right[e.judged_on]
    left, right = by_total(e, e.points).split('<p class="for">')
    assert left.count(FILLED) == counts.false_negative
    assert left.count(HOLLOW) == counts.true_negative
    assert right.count(FILLED) == counts.true_positive
    assert right.count(HOLLOW) == counts.false_positive


def test_of_many_totals_neighbours_with_few_rows_stand_together_but_for_the_cut(answer):
    e = cards.with_card(cards.clinic(), cards.CLINIC).explanation
    bands = tuple(Band(n, n, n / 9, (n / 10, (n + 1) / 10), Share(n, 10 + n)) for n in range(9))
    scored = replace(e.points, chances=replace(e.points.chances, bands=bands))
    scored = replace(scored, card=Card(scored.card.terms, 2))
    left, right = by_total(e, scored).split('<p class="for">')
    assert (left.count('class="stack"'), right.count('class="stack"')) == (1, 4)
    assert "0 to 2 points</strong><small>seen 3 of 33</small><small>chance 0 to 30 %" in left
    assert left.count(FILLED) + right.count(FILLED) == sum(range(9))


@pytest.mark.parametrize("seed", range(100))
def test_a_column_matters_as_often_as_another_cell_changes_the_verdict(seed):
    """Every cell of the column in every row."""
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    card = small_cards.card(rng, table)
    says = card.holds(table)
    found = columns_that_matter(card, table)
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)
    assert {name for name, _ in found} == {*card.attributes}
    for name, share in found:
        column = table.column(name)
        changed = [
            (card.holds(table.having(column.of_made_rows(np.full(table.n_rows, code)))) != says)
            for code in column.codes
        ]
        assert share == pytest.approx(np.mean(changed))


def test_on_the_whole_domain_of_monks_a_column_matters_as_probability_says(root):
    """Two of three body shapes differ; a jacket is red in one of four cases and hides the rest.

    P(change by body) = 3/4 · P(one of two independent draws equals the head, not both)
    = 3/4 · 2 · 1/3 · 2/3 = 1/3; by jacket = 2/3 · 2 · 1/4 · 3/4 = 1/4.
    """
    table = read_table((root / "sample_data" / "monks-1.csv").read_bytes(), "monks-1.csv")
    shapes = [
        Clause((Is("head", (shape,)), Is("body", (shape,))))
        for shape in ("round", "square", "octagon")
    ]
    card = Card.of(Formula((*shapes, Clause((Is("jacket", ("red",)),)))))
    assert dict(columns_that_matter(card, table)) == pytest.approx(
        {"head": 1 / 3, "body": 1 / 3, "jacket": 1 / 4}
    )


CELLS = tuple("abcdefghi")


@pytest.mark.parametrize(
    ("test", "marks"),
    [
        (Is("a", ("x",)), {"line": 2}),
        (Is("a", ("o",)), {"circle": 1}),
        (Is("a", ("blank",)), {"text": 1}),
        (IsNot("a", ("o",)), {"circle": 1, "line": 1}),
        (Is("a", ("<b>",)), {"text": 1}),
        (Is("a", (None,)), {"text": 1}),
    ],
)
def test_a_line_is_drawn_as_a_board_with_a_mark_for_each_test(test, marks):
    root = ElementTree.fromstring(board(Clause((test,)), CELLS, "blue"))
    grid = 4  # lines between nine cells
    for tag in ("line", "circle", "text"):
        own = [one for one in root if one.tag.endswith(tag)]
        assert len(own) == marks.get(tag, 0) + grid * (tag == "line")


@pytest.mark.parametrize(
    "test", [Is("a", ("x", "o")), Is("z", ("x",)), Between("a", 1.0), IsNot("a", ("x", None))]
)
def test_a_rule_that_a_board_cannot_show_stays_in_words(test):
    assert is_drawn([Clause((Is("a", ("x",)),))], CELLS)
    assert not is_drawn([Clause((Is("a", ("x",)),)), Clause((test,))], CELLS)


def test_a_poster_has_a_board_for_each_line_where_the_sample_says_so(root):
    table = read_table((root / "sample_data" / "tic-tac-toe.csv").read_bytes(), "t.csv")
    e = draft(table, Settings(positive=("yes",), kernel="mDNF(3,2)", C=16.0, fit_to="labels"))
    (a,) = answers([e], table)
    markup = poster(a, e.rule_form, BOARD)
    assert markup.count("<svg") == len(e.rule.formula.clauses)
    assert "<svg" not in poster(a, e.rule_form)
    card = Card.of(Formula((Clause((Is("top-left", ("x",)),)),)))
    carded = cards.with_card(a, card)
    assert poster(carded, carded.explanation.points, BOARD).count("<svg") == 1, "its own line"
