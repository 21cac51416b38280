"""Displayed points are scored points: every export gives every row the points of the card."""

import math
import random
import re
from dataclasses import replace

import pytest

from interpret.data.preparation import Preparation
from interpret.data.table import Table
from interpret.forms.answer.form import Chances, Forms
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document
from interpret.forms.answer.scored import scored_columns
from interpret.forms.exports.code import as_python, as_sql
from interpret.rules import logic
from interpret.rules.card import Card, Term
from interpret.rules.logic import Clause, Formula, Is, IsNot
from interpret.tell.rule.card import ranges_words
from tests import cards
from tests.cards import CLINIC, FORMS, card, scored, with_card, written
from tests.exported import query, run
from tests.often import some_now
from tests.test_interpret_forms_exports_exports import (
    HOSTILE,
    NUMBERS,
    column,
    drawn,
    read,
    saying,
)

pytestmark = pytest.mark.slow

plain = cards.plain

TOLD = ("points", "chance", "verdict")
RULE_FIRST = Forms(90.0, 86.0, 100, 5)


def read_rows(table):
    """The rows of a table as dictionaries of what its cells are read as."""
    columns = ([own.values[code] for code in own.codes] for own in table.columns)
    return [dict(zip(table.names, cells, strict=True)) for cells in zip(*columns, strict=True)]


def expected(e, table):
    """Points, chances and verdicts of the card, and what comes first."""
    rows = e.preparation.table(table)
    own = e.points
    totals = [own.card.total(row) for row in read_rows(rows)]
    assert totals == own.card.totals(rows).tolist()
    odds = [own.chances.slope * total + own.chances.offset for total in totals]
    least, span = own.chances.least, 1 - 2 * own.chances.least
    chances = [least + span / (1 + math.exp(min(700, -log_odds))) for log_odds in odds]
    said = own.card.holds(rows) if e.first == "points" else e.rule.formula.holds(rows)
    return totals, chances, said.tolist()


def by_python(e, table):
    rows = table.frame().to_dict("records")
    return [list(map(own, rows)) for own in run(as_python(e), *TOLD)]


def by_sql(e, table):
    names, told = query(as_sql(e), table)
    assert names[-4:] == ["rule", *TOLD]
    points, chance, verdict = (list(own) for own in zip(*(row[-3:] for row in told), strict=True))
    return points, chance, list(map(bool, verdict))


def by_document(a, table):
    """The document alone, by its contract."""
    kept = written(document([a]))
    part = kept["explanations"][0]
    terms = [
        (term["points"], Clause(tuple(map(logic.test_from_dict, term["clause"]))))
        for term in part["points"]["terms"]
    ]
    rows = read_rows(a.explanation.preparation.table(table))
    return [sum(points for points, clause in terms if clause.accepts(row)) for row in rows]


def by_csv(a, table):
    (own,) = predictors(written(document([a])))
    columns = dict(scored_columns(table, [own.scores(table)]))
    return columns["care = diet: points"]


def same(found, of):
    points, chances, said = of
    assert list(found[0]) == points
    assert found[1] == pytest.approx(chances, rel=1e-9)
    assert found[2] == said


def every_export(a, table):
    e = a.explanation
    of = expected(e, table)
    same(by_python(e, table), of)
    same(by_sql(e, table), of)
    return of


def neighbours(table):
    """Rows of the sample, and around each cut of the card, with gaps, and with unseen values."""
    rng = random.Random(0)
    rows = table.frame().to_dict("records")[:90]
    cuts = {
        "age": ["60", "60.0", "6e1", "60.0000001", "59.9999999", "-60", None],
        "bmi": ["24.95", "24.9500001", "24.9499999", "33.5", "33.5000001", "1e9", None],
        "pressure": ["124", "124.0000001", "123.9999999", "0", "-1e9", None],
        "pulse": ["88", "88.0000001", "87.9999999", None],
        "pain": ["severe", "Severe", "new", None, "none"],
        "ward": ["A", "B", "Z", None],
        "smoker": ["no", "yes", "maybe", None],
        "admitted": ["2024-01-07", "2023-12-31", "2024-02-29", "2021-06-20", "1996-08-05", None],
    }
    for _ in range(130):
        row = dict(rng.choice(rows[:90]))
        rows.append(
            row | {name: rng.choice(own) for name, own in cuts.items() if rng.random() < 0.5}
        )
    rows.append(dict.fromkeys(rows[0], None))
    names = list(rows[0])
    readings = (table.column(name).reading for name in names)
    columns = (read(own, [row[own.column] for row in rows]) for own in readings)
    return Table("rows.csv", "0" * 64, tuple(columns))


@pytest.mark.parametrize("forms", [FORMS, RULE_FIRST])
def test_every_export_scores_what_the_card_shows(plain, forms):
    a = with_card(plain, CLINIC, forms)
    table = neighbours(a.in_file)
    points, _, _ = every_export(a, table)
    assert len({*points}) > 8
    assert by_document(a, table) == by_csv(a, table) == points


def of_hostile(plain, own, **changed):
    rule = Formula(tuple(term.clause for term in own.terms[:1]))
    e = saying(plain.explanation, rule, preparation=Preparation(), **changed)
    points = replace(scored(plain, card(0)), card=own, chances=Chances(0.5, -1.0, 9))
    return replace(plain, explanation=replace(e.with_form(points), comparison=FORMS))


@pytest.mark.parametrize("tables", some_now([12, 40], 12))
def test_no_name_and_no_value_is_misread(plain, tables):
    for seed in range(tables):
        table, formula = drawn(seed)
        rng = random.Random(seed)
        clauses = {*formula.clauses, *(Clause(clause.tests[:1]) for clause in formula.clauses)}
        terms = tuple(Term(rng.choice([-3, -1, 1, 2, 5]), own) for own in clauses)
        a = of_hostile(plain, Card(terms, rng.randint(-2, 4)))
        every_export(a, table)
    texts = [text for text in HOSTILE if text != "X"]  # in SQL x is X
    columns = tuple(column(text, [text, None, "other"]) for text in texts)
    own = [Term(3, Clause((Is(text, (text,)),))) for text in texts]
    others = [Term(-2, Clause((IsNot(text, (text,)),))) for text in texts]
    every_export(of_hostile(plain, Card((*own, *others))), Table("t.csv", "0" * 64, columns))


def test_no_term_at_all(plain):
    table = Table("t.csv", "0" * 64, (column("n", ["1", None, *NUMBERS]),))
    every_export(of_hostile(plain, Card((), -1)), table)


def test_exports_say_the_chance_as_a_range_where_few_rows_tell_it(plain):
    e = with_card(plain, card(0)).explanation
    said = ranges_words(e.points)
    assert re.search(r"with \S+ points \d+ to \d+ %", said)
    for write in (as_sql, as_python):
        assert said in write(e)
    sure = replace(e.points.chances, bands=())
    assert "few rows tell" not in as_sql(e.with_form(replace(e.points, chances=sure)))
