import ast
import random
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from interpret.data.cells import Coded
from interpret.data.from_cells import column_of
from interpret.data.reading import read_table
from interpret.data.readings import Reading
from interpret.data.table import Column, Table
from interpret.forms.answer.proof import proof_words
from interpret.forms.explain import explain
from interpret.forms.exports.code import as_python, as_sql
from interpret.present import wording
from interpret.rules.card import Card
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings
from interpret.tell.rule.brief import at_length
from interpret.tell.text import as_text
from tests.exported import by_python, by_sql
from tests.judged import verdict_on_rule as graded
from tests.often import some_now

pytestmark = pytest.mark.slow

HOSTILE = [
    "x",
    "X",
    "it's",
    "''",
    '"q"',
    "`b`",
    "\\",
    "\\'",
    "a\nb",
    "a\r\nb",
    "{0}%s:n?",
    "'); DROP TABLE data; --",
    "*/ -- #",
    "None",
    "NULL",
    "nan",
    "é",
    "e\u0301",
    "😀",
    "\u202egnp",
    "\x1f",
    "#",
    "1",
    "1.0",
]
NUMBERS = ["-2.5", "0", ".5", "1", "1.0", "+3", "1e3", "7.25"]


@pytest.fixture(scope="module")
def answer():
    rows = "".join(f"{'ab'[i % 2]},{'xyz'[i % 3]},{['no', 'yes'][i % 2]}\n" for i in range(24))
    settings = Settings(kernel="linear", C=1.0, side="for", language="monotone", fit_to="weights")
    return explain(read_table(f"one,two,class\n{rows}".encode(), "t.csv"), settings)


def saying(e, formula, **names):
    rule = replace(e.rule, formula=formula)
    e = e.with_form(replace(e.rule_form, card=Card.of(rule.formula)))
    return replace(e, found=replace(e.found, rule=rule), **names)


def column(name, cells):
    values = tuple(sorted(set(cells), key=lambda v: (v is None, v or "")))
    codes = np.array([values.index(cell) for cell in cells], dtype=np.int32)
    return Column(name, values, codes, "category")


def dated(name, way):
    """The reading of a column of dates written in one way."""
    day_first = None if way.startswith("yyyy") else way.startswith("dd")
    return Reading(name, "date", day_first=day_first, way=way)


def read(reading, cells):
    """A column of these cells, as a file has them, read by a reading."""
    texts = sorted({cell or "" for cell in cells})
    codes = np.array([texts.index(cell or "") for cell in cells], dtype=np.int32)
    return column_of(reading.column, Coded(texts, codes), reading)


def assert_all_say_the_same(e, table):
    expected = e.rule.formula.holds(table).tolist()
    assert by_python(e, table) == expected
    assert by_sql(e, table) == expected


def drawn(seed):
    """A table of hostile names and values, and a rule on it that also knows other values."""
    rng = random.Random(seed)
    names = rng.sample([text for text in HOSTILE if text != "X"], 4)  # in SQL x is X
    pools = [NUMBERS, *(rng.sample(HOSTILE, 4) for _ in names[1:])]
    columns = tuple(
        column(name, rng.choices([None, *pool], k=20))
        for name, pool in zip(names, pools, strict=True)
    )

    def test():
        if rng.random() < 0.3:
            above, to = sorted(rng.sample([-inf, -2.5, 0.25, 1.0, 2.9, 1000.0, inf], 2))
            return Between(names[0], above, to)
        i = rng.randrange(4)
        values = rng.sample([None, "other", *pools[i]], rng.randrange(4))
        return rng.choice([Is, IsNot])(names[i], tuple(values))

    clauses = [Clause(tuple(test() for _ in range(rng.randint(1, 3)))) for _ in range(3)]
    return Table("t.csv", "0" * 64, columns), Formula(tuple(clauses), rng.random() < 0.5)


@pytest.mark.parametrize("tables", some_now([40, 150], 40))
def test_every_form_says_what_the_rule_says(answer, tables):
    shares = []
    for seed in range(tables):
        table, formula = drawn(seed)
        assert_all_say_the_same(saying(answer, formula), table)
        shares.append(formula.holds(table).mean())
    assert 0.3 < np.mean(shares) < 0.7


@pytest.mark.parametrize("text", HOSTILE)
def test_every_form_knows_a_text_as_a_name_and_as_a_value(answer, text):
    table = Table("t.csv", "0" * 64, (column(text, [text, None, "other"]), column("y", ["1"] * 3)))
    for test in (Is(text, (text,)), IsNot(text, (text,)), Is(text, (text, None)), Is("y", (text,))):
        assert_all_say_the_same(saying(answer, Formula((Clause((test,)),))), table)


@pytest.mark.parametrize("denied", [False, True])
@pytest.mark.parametrize("clauses", [(), (Clause(),), (Clause((Between("n", -inf, inf),)),)])
def test_rules_without_a_test_hold_never_or_always(answer, clauses, denied):
    table = Table("t.csv", "0" * 64, (column("n", ["1", None, "2"]),))
    assert_all_say_the_same(saying(answer, Formula(clauses, denied)), table)


NUMBERS_AND_TEXTS = ["12.50", "45.5", "+45.6", "-3", ".5", "6e1", "1e999", "inf", "nan", "0x10"]
NUMBERS_AND_TEXTS += ["1_000", "abc", "٣", "12,5", "1-2", None]


@pytest.mark.parametrize("range_", [(-inf, 45.5), (45.5, inf), (0.5, 60.0), (-inf, inf)], ids=str)
def test_a_range_holds_no_text_and_no_endless_number_in_python(answer, range_):
    table = Table("t.csv", "0" * 64, (column("age", NUMBERS_AND_TEXTS),))
    e = saying(answer, Formula((Clause((Between("age", *range_),)),)))
    assert by_python(e, table) == e.rule.formula.holds(table).tolist()


def test_comments_hold_whatever_the_data_hold(answer):
    evil = "coding: utf-7\n)\r\nraise SystemExit\n\u2028; DROP TABLE data; --\x85"
    table = Table("t.csv", "0" * 64, (column("a", ["1", None]),))
    formula = Formula((Clause((Is("a", ("1",)),)),))
    e = saying(answer, formula, target=evil, positive=(evil,), negative=(evil,), table=evil)
    assert_all_say_the_same(e, table)
    kinds = [type(node) for node in ast.parse(as_python(e).encode()).body]
    assert kinds == [ast.Assign, ast.ClassDef, ast.FunctionDef, ast.FunctionDef]
    for source in (as_python(e), as_sql(e)):
        assert len(source.splitlines()) == source.count("\n")
    named = replace(answer, target=evil, positive=(evil,), negative=(evil,), table=evil)
    lines = [as_text(at_length([one])).splitlines() for one in (answer, named)]
    assert len(lines[0]) == len(lines[1])


def test_the_table_of_the_query_can_have_any_name(answer):
    table = Table("t.csv", "0" * 64, (column("a", ["1", "2"]),))
    e = saying(answer, Formula((Clause((Is("a", ("1",)),)),)))
    for name in ["data", "my data", 'say "hi"', "select", "'; --"]:
        assert by_sql(e, table, name) == [1, 0]


def test_the_text_tells_the_rule_the_verdict_and_the_figures(answer):
    text = as_text(at_length([answer]))
    for line in [
        "class = yes never",
        "otherwise class = no",
        *map(wording.clause_words, answer.rule.formula.clauses),
        str(answer.rule.formula),
        graded(answer).headline,
        proof_words(answer),
        wording.share_words(answer.rule_form.fidelity["test"]),
        wording.share_words(answer.rule_form.right["test"].accuracy),
        answer.digest,
    ]:
        assert line in text
