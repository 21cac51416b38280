"""A card changed by hand in place of the one found: its figures, its words, its document."""

import json
from math import prod

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding
from interpret.data.reading import read_table
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.proof import BY_HAND, proof_words
from interpret.forms.answer.record import document, restore
from interpret.forms.exports import code
from interpret.forms.kind import KIND
from interpret.forms.study.study import studied, with_good
from interpret.forms.whatif.by_hand import (
    by_hand,
    changed_document,
    row_of,
    terms_on,
    typed_row,
    with_points,
)
from interpret.forms.whatif.fill_in import Piece, form, held, pieces, values_of
from interpret.forms.whatif.flip import nearest_flip
from interpret.rules.card import Card, Term
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.tell.rule.brief import at_length
from interpret.tell.rule.card import form_words, made_words
from interpret.tell.rule.proof import proof_line
from interpret.tell.rule.report import html_report
from interpret.tell.rule.several import at_a_glance
from interpret.tell.text import as_text
from rulescope import load
from tests import cards, small_cards, small_formulas
from tests.cards import CLINIC
from tests.command_line import run
from tests.small_formulas import every_row, values

plain, carded = cards.plain, cards.carded
SAME = [term.points for term in CLINIC.terms]


def other(points=(4, 0, 1, 1, -3, -2, -5), cut=1):
    return with_points(CLINIC, points, cut)


def kept(carded, card):
    """The document as it is kept, from that of the run."""
    return json.loads(json.dumps(changed_document(document([carded]), carded, card)))


def test_its_figures_are_those_of_its_points_and_it_comes_first(carded):
    own = other()
    a = by_hand(carded, own)
    e = a.explanation
    assert (len(own.terms), own.cut, e.first, e.by_hand) == (6, 1, "points", True)
    said = np.array([own.total(row) > 1 for row in a.explained.frame().to_dict("records")])
    verdicts, y = np.array(e.machine.scores) > 0, e.positive_rows(a.as_read)
    for part, rows in e.rows.items():
        assert e.points.right[part].accuracy.hits == (said == y)[list(rows)].sum()
        assert e.points.fidelity[part].hits == (said == verdicts)[list(rows)].sum()
    assert (e.points.proof, e.points.lengths, e.points.chances.rows) == (None, (), 0)
    assert (e.comparison, e.good, form_words(e)) == (None, None, "")
    assert (e.rule, e.rule_form) == (carded.explanation.rule, carded.explanation.rule_form)
    assert "was changed by hand" in made_words(e.points)
    assert "hand" not in proof_words(e)


def test_its_chances_are_learned_anew_unless_the_cut_alone_changed(carded):
    before = carded.explanation.points.chances
    moved = by_hand(carded, other(SAME, 3)).explanation.points.chances
    assert (moved.slope, moved.offset, moved.rows) == (before.slope, before.offset, before.rows)
    assert 3 in {band.high for band in moved.bands}
    anew = by_hand(carded, other()).explanation.points.chances
    totals = other().totals(carded.train.table)
    assert anew.of(totals).mean() == pytest.approx(carded.train.y.mean(), abs=2e-3)
    backwards = by_hand(carded, other([-own for own in SAME])).explanation.points.chances
    assert (anew.slope > 0, backwards.slope) == (True, 0)
    empty = by_hand(carded, other([0] * 7)).explanation.points
    assert (empty.card.terms, empty.worth) == ((), ())


def test_what_is_kept_is_restored_and_predicts_as_the_changed_card_says(carded, tmp_path):
    own = other()
    whole = kept(carded, own)
    (part,) = whole["explanations"]
    assert (part["by_hand"], part["first"], part["study"], part["good"]) == (
        *(True, "points", None, None),
    )
    assert "by_hand" not in document([carded])["explanations"][0]
    assert restore(whole) == (by_hand(carded, own).explanation,)
    (predictor,) = predictors(whole)
    says = own.holds(predictor.e.preparation.table(carded.in_file))
    assert (predictor.scores(carded.in_file).says == says).all()
    answer, rows = tmp_path / "answer.json", tmp_path / "rows.csv"
    answer.write_text(json.dumps(whole), encoding="utf-8")
    rows.write_text(carded.in_file.frame().to_csv(index=False), encoding="utf-8")
    loaded = load(answer).predict(carded.in_file.frame())
    assert ((loaded == "diet") == says).all()
    _, said, _ = run(answer, "--predict", rows)
    assert f"Note: {BY_HAND}" in said
    assert f"The card says care = diet on {int(says.sum())} of" in said


def test_whoever_reads_it_sees_that_it_was_changed_and_nothing_that_was_proven(carded):
    a = by_hand(with_good(carded), other())
    e = a.explanation
    claimed = proof_line(carded.explanation.points.proof)
    assert claimed
    texts = [as_text(at_length([e])), as_text(at_a_glance([e])), html_report(studied([a]))]
    texts += [code.as_python(e), code.as_sql(e)]
    for text in texts:
        assert "Changed by hand" in text
        assert claimed not in text
        assert "left out in turn" not in text
    assert KIND.outcome((e,)).endswith(", changed by hand")


TABLE = read_table(b"jacket,size,c\nred,1,yes\nblue,2,no\n,3,no\ngreen,1,yes\n", "t.csv")
ATTRIBUTES = ("jacket", "size")


@pytest.mark.parametrize("seed", range(10))
def test_a_clause_fires_where_it_holds_and_fails_in_the_tests_that_do_not(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    formula = small_formulas.formula(rng, table)
    card = Card.of(formula)
    told = [terms_on(card, row_of(table, table.names, i)) for i in range(table.n_rows)]
    failed_by = [{one.term.clause: one.failed for one in of_row} for of_row in told]
    for clause in formula.clauses:
        assert [not failed[clause] for failed in failed_by] == clause.holds(table).tolist()
        for test in clause.tests:
            failed = [test in of_row[clause] for of_row in failed_by]
            assert failed == (~Clause((test,)).holds(table)).tolist()


def test_what_holds_comes_first_then_what_fails_the_fewest_tests():
    red, is_blue = Is("jacket", ("red",)), Is("jacket", ("blue",))
    holds = Clause((red, Between("size", to=1.5)))
    near, far = Clause((red, Is("size", ("2",)))), Clause((is_blue, IsNot("size", ("1",))))
    told = terms_on(Card.of(Formula((far, near, holds))), {"jacket": "red", "size": "1"})
    assert [one.term.clause for one in told] == [holds, near, far]
    assert [len(one.failed) for one in told] == [0, 1, 2]


def test_a_row_of_the_table_typed_in_is_that_row_to_the_machine():
    encoding = Encoding.fit(TABLE, ATTRIBUTES)
    for index in range(TABLE.n_rows):
        typed = typed_row(TABLE, ATTRIBUTES, row_of(TABLE, TABLE.names, index))
        assert typed.table.names == ATTRIBUTES
        assert typed.unseen == ()
        assert (encoding.encode(typed.table) == encoding.encode(TABLE)[index]).all()


def test_cells_are_read_as_those_of_a_file_and_what_is_not_typed_is_empty():
    typed = typed_row(TABLE, ATTRIBUTES, {"jacket": "  ", "size": " 2 "})
    assert typed.table.frame().to_dict("records") == [{"jacket": None, "size": "2"}]
    typed = typed_row(TABLE, ATTRIBUTES, {"jacket": "red"})
    assert typed.table.frame().to_dict("records") == [{"jacket": "red", "size": None}]
    assert typed.unseen == ("size",)


def test_a_value_that_no_training_row_has_is_named_and_is_no_value_to_the_machine():
    train = TABLE.rows([0, 1])  # green stands in another row of the table, purple in none
    encoding = Encoding.fit(train, ATTRIBUTES)
    for value in ("green", "purple"):
        typed = typed_row(train, ATTRIBUTES, {"jacket": value, "size": "1"})
        assert typed.unseen == ("jacket",)
        assert typed.table.frame()["jacket"].tolist() == [value]
        assert encoding.encode(typed.table).sum() == 1
        assert Clause((IsNot("jacket", ("red",)),)).holds(typed.table).all()


def test_a_column_that_the_table_lacks_is_named():
    with pytest.raises(DataError, match=r"no column “jakcet”\. Did you mean “jacket”"):
        typed_row(TABLE, ATTRIBUTES, {"jakcet": "red"})


AGES = read_table(
    b"age,sex,town,class\n" + b"".join(b"%d,%c,%c,%d\n" % (i, b"fm"[i % 2], b"abcde"[i % 5], i % 2)
                                       for i in range(20, 90)), "t.csv"
)  # fmt: skip


def clause(*tests):
    return Clause(tests)


def term(points, *tests):
    return Term(points, Clause(tests))


@pytest.mark.parametrize("seed", range(20))
def test_the_answers_of_a_row_give_its_points(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    card = small_cards.card(rng, table)
    questions = form(card, table)
    assert frozenset().union(*(own.terms for own in questions)) == frozenset(range(len(card.terms)))
    for index in range(table.n_rows):
        row = row_of(table, table.names[:-1], index)
        answers = [own.answer(row) for own in questions]
        terms = held(questions, answers)
        assert sum(card.terms[k].points for k in terms) == card.total(row)
        for own, answer in zip(questions, answers, strict=True):
            if own.attribute is not None:
                where = [piece.accepts(row[own.attribute]) for piece in own.options]
                assert where.count(True) == 1, "a cell is in one piece"
                assert where[answer]


def test_ranges_of_one_column_are_bands_and_an_empty_cell_is_with_those_it_is_not_told_from():
    clauses = [
        clause(Between("age", above=40)),
        clause(Between("age", above=60)),
        clause(Is("sex", ("f",))),
    ]
    assert pieces(clauses, "age", values_of(AGES, "age")) == (
        Piece((Between("age", to=40),), frozenset()),
        Piece((Between("age", 40, 60),), frozenset({0})),
        Piece((Between("age", above=60),), frozenset({0, 1})),
    )
    gaps = read_table(b"age,class\n30,yes\n50,no\n,no\n70,yes\n", "t.csv")
    (first, *_) = pieces(clauses, "age", values_of(gaps, "age"))
    assert first.tests == (Between("age", to=40), Is("age", (None,)))


def test_values_are_named_up_to_three_and_else_any_other():
    town = values_of(AGES, "town")
    (one, rest) = pieces([clause(Is("town", ("a",)))], "town", town)
    assert (one.tests, rest.tests) == ((Is("town", ("a",)),), (IsNot("town", ("a",)),))
    (one, rest) = pieces([clause(Is("town", ("a", "c")))], "town", town)
    assert rest.tests == (Is("town", ("b", "d", "e")),)
    (_, rest) = pieces([clause(Is("town", ("a", "c")))], "town")
    assert rest.tests == (IsNot("town", ("a", "c")),), "of a document without its rows"
    both = pieces([clause(Is("sex", ("f",))), clause(IsNot("sex", ("f",)))], "sex", ("f", "m"))
    assert [own.passes for own in both] == [frozenset({0}), frozenset({1})]


@pytest.mark.parametrize(
    ("named", "others", "shown"),
    [
        (("3", "10"), ("7",), [("3",), ("7",), ("10",)]),
        (("10", "3"), ("1", "5", "6", "7"), [("3",), ("10",), None]),
        (("Sunday", "Monday"), ("Friday",), [("Monday",), ("Friday",), ("Sunday",)]),
        (("z", "3"), ("a",), [("z",), ("3",), ("a",)]),
    ],
)
def test_numbers_and_weekdays_stand_in_their_own_order(named, others, shown):
    clauses = [clause(Is("x", (value,))) for value in named]
    found = pieces(clauses, "x", (*others, *named))
    assert [own.tests[0].values if isinstance(own.tests[0], Is) else None for own in found] == shown


def test_a_clause_that_shares_no_column_is_one_box_and_else_its_columns_are_asked_for():
    alone = term(2, Is("sex", ("f",)), Is("town", ("a",)))
    old, older = term(3, Between("age", above=40)), term(1, Between("age", above=60))
    card = Card((alone, old, older), 2)
    first, second = form(card, AGES)
    assert (first.attribute, first.clause, first.ticked) == ("age", None, None)
    assert (second.clause, second.ticked) == (alone.clause, 1)
    assert len(first.options) == 3

    sharing = Card((alone, term(-1, Is("town", ("b",)))), 0)
    sex, town = form(sharing, AGES)
    assert (sex.attribute, sex.ticked, town.attribute, town.ticked) == ("sex", 0, "town", None)
    assert held((sex, town), (0, None)) == frozenset(), "what is not answered passes no test"
    assert held((sex, town), (0, 0)) == {0}


def nearest(says, row, table, attributes, locked):
    """(changes, commonness) of the best flip, by looking at every row; None if there is none.

    says: the verdict on a row.
    """
    counts = {name: values(table, name) for name in attributes}
    options = {
        name: [row[name]] if name in locked else [row[name], *(counts[name].keys() - {row[name]})]
        for name in attributes
    }
    found = []
    for other in every_row(options):
        if says(other) != says(row):
            changed = [name for name in attributes if other[name] != row[name]]
            found.append((len(changed), -prod(counts[name][other[name]] for name in changed)))
    return min(found, default=None)


def check(changes, says, row, table, attributes, locked):
    """The flip is as near and as common as the best, and a flip."""
    best = nearest(says, row, table, attributes, locked)
    if best is None:
        assert changes is None
        return
    counts = [values(table, change.attribute)[change.after] for change in changes]
    assert (len(changes), -prod(counts)) == best
    assert not {change.attribute for change in changes} & set(locked)
    assert all(row[change.attribute] == change.before != change.after for change in changes)
    turned = {**row, **{change.attribute: change.after for change in changes}}
    assert says(turned) != says(row)


def check_rule(formula, *asked):
    check(nearest_flip(Card.of(formula), *asked), formula.accepts, *asked)


@pytest.mark.parametrize("seed", range(30))
def test_no_flip_is_nearer_or_as_near_and_commoner_on_random_tables(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    attributes = table.names[:-1]
    formula = small_formulas.formula(rng, table, clauses=6)
    for index in range(4):
        row = row_of(table, attributes, index)
        if rng.random() < 0.2:
            row[attributes[0]] = "a value never seen"
        locked = [name for name in attributes if rng.random() < 0.2]
        check_rule(formula, row, table, attributes, locked)


@pytest.mark.parametrize("formula", [Formula(), Formula((Clause(),)), Formula((), denied=True)])
def test_what_is_always_or_never_true_has_no_flip(formula):
    table = read_table(b"a,c\nx,1\ny,0\n", "t.csv")
    assert nearest_flip(Card.of(formula), {"a": "x"}, table, ("a",)) is None


@pytest.mark.parametrize("seed", range(30))
def test_no_change_of_a_card_is_nearer_on_random_tables(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    attributes = table.names[:-1]
    card = small_cards.card(rng, table)
    for index in range(3):
        row = row_of(table, attributes, index)
        if rng.random() < 0.2:
            row[attributes[0]] = "a value never seen"
        locked = [name for name in attributes if rng.random() < 0.2]
        asked = row, table, attributes, locked
        check(
            nearest_flip(card, *asked),
            lambda row, card=card: card.total(row) > card.cut,
            *asked,
        )
