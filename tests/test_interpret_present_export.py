import ast
import io
import random
import sqlite3
from dataclasses import replace
from math import inf

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.table import Column, Table, read_table
from interpret.explain import explain
from interpret.present import words
from interpret.present.export import as_pandas, as_python, as_sql, as_text
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from interpret.settings import Settings

HOSTILE = [
    "x",
    "X",
    " ",
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
    "é",
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
    return replace(e, found=(replace(e.found[0], rule=rule),), **names)


def column(name, cells):
    values = tuple(sorted(set(cells), key=lambda v: (v is None, v or "")))
    codes = np.array([values.index(cell) for cell in cells], dtype=np.int32)
    return Column(name, values, codes, "category")


def by_python(e, table):
    names = {}
    exec(compile(as_python(e).encode(), "rule.py", "exec"), names)  # as a file, with its encoding
    return [names["rule"](row) for row in table.frame().to_dict("records")]


def by_sql(e, table, name="data"):
    def quoted(text):
        return '"' + text.replace('"', '""') + '"'

    rows = table.frame().itertuples(index=False, name=None)
    database = sqlite3.connect(":memory:")
    try:
        columns = ", ".join(f"{quoted(name)} TEXT" for name in table.names)
        places = ", ".join("?" * len(table.names))
        database.execute(f"CREATE TABLE {quoted(name)} ({columns})")
        database.executemany(f"INSERT INTO {quoted(name)} VALUES ({places})", rows)
        answers = database.execute(as_sql(e, name)).fetchall()
    finally:
        database.close()
    assert [row[:-1] for row in answers] == list(table.frame().itertuples(index=False, name=None))
    return [row[-1] for row in answers]


def by_pandas(e, data):
    names = {"data": data}
    exec(compile(as_pandas(e).encode(), "rule.py", "exec"), names)
    assert names["rule"].index is data.index or names["rule"].index.equals(data.index)
    return names["rule"].tolist()


def assert_all_say_the_same(e, table):
    expected = e.rule.formula.holds(table).tolist()
    assert by_python(e, table) == expected
    assert by_sql(e, table) == expected
    assert by_pandas(e, table.frame()) == expected
    assert by_pandas(e, table.frame().astype("str")) == expected
    assert by_pandas(e, table.frame().astype("string")) == expected


letters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
texts = st.sampled_from(HOSTILE) | st.text(letters, max_size=5)
cells = st.none() | texts


@st.composite
def tables_and_formulas(draw):
    names = draw(st.lists(texts, min_size=2, max_size=4, unique_by=str.lower))
    n = draw(st.integers(1, 6))
    pools = [draw(st.lists(cells, min_size=1, max_size=4)) for _ in names[1:]]
    pools.insert(0, [None, *NUMBERS])
    columns = [
        column(name, draw(st.lists(st.sampled_from(pool), min_size=n, max_size=n)))
        for name, pool in zip(names, pools, strict=True)
    ]
    cut = st.sampled_from([-2.5, 0.25, 1.0, 2.9, 1000.0])
    numeric = st.one_of(
        st.builds(Between, st.just(names[0]), above=cut),
        st.builds(Between, st.just(names[0]), to=cut),
        st.builds(Between, st.just(names[0]), above=cut, to=cut),
    )
    nominal = [
        st.builds(
            kind,
            st.just(name),
            st.lists(st.sampled_from([*pool, None, "x"]), max_size=3).map(tuple),
        )
        for name, pool in zip(names, pools, strict=True)
        for kind in (Is, IsNot)
    ]
    test = st.one_of(numeric, *nominal)
    clause = st.lists(test, max_size=3).map(tuple).map(Clause)
    formula = st.builds(Formula, st.lists(clause, max_size=3).map(tuple), st.booleans())
    return Table("t.csv", "0" * 64, tuple(columns)), draw(formula)


@given(tables_and_formulas())
def test_every_form_says_what_the_rule_says(answer, drawn):
    table, formula = drawn
    assert_all_say_the_same(saying(answer, formula), table)


@pytest.mark.parametrize("denied", [False, True])
@pytest.mark.parametrize("clauses", [(), (Clause(),), (Clause((Between("n", -inf, inf),)),)])
def test_rules_without_a_test_hold_never_or_always(answer, clauses, denied):
    table = Table("t.csv", "0" * 64, (column("n", ["1", None, "2"]),))
    assert_all_say_the_same(saying(answer, Formula(clauses, denied)), table)


def test_every_form_says_what_rules_say_on_the_sample_data(answer, root):
    rng = random.Random(0)
    samples = sorted((root / "sample_data").glob("*.csv"))
    assert samples
    for path in samples:
        table = read_table(path.read_bytes(), path.name)
        for denied in (False, True):
            clauses = tuple(
                Clause(
                    tuple(
                        rng.choice([Is, IsNot])(c.name, tuple(rng.sample(c.values, 1)))
                        for c in rng.sample(table.columns[:-1], 3)
                    )
                )
                for _ in range(5)
            )
            assert_all_say_the_same(saying(answer, Formula(clauses, denied)), table)


def test_the_frame_can_be_read_as_the_comment_says_and_its_index_can_repeat(answer):
    raw = "a,b\nNA,1\nnull,\n,3\n"
    table = read_table(raw.encode(), "t.csv")
    formula = Formula(
        (Clause((Is("a", ("NA", None)), IsNot("b", ("1",)))), Clause((Is("b", ("1",)),)))
    )
    e = saying(answer, formula)
    data = pd.read_csv(io.StringIO(raw), dtype=str, keep_default_na=False, na_values=[""])
    assert 'pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])' in as_pandas(e)
    assert by_pandas(e, data) == formula.holds(table).tolist()
    assert by_pandas(e, data.set_axis([7, 7, 7])) == formula.holds(table).tolist()


def test_comments_hold_whatever_the_data_hold(answer):
    evil = "coding: utf-7\n)\r\nraise SystemExit\n\u2028; DROP TABLE data; --\x85"
    table = Table("t.csv", "0" * 64, (column("a", ["1", None]),))
    formula = Formula((Clause((Is("a", ("1",)),)),))
    e = saying(answer, formula, target=evil, positive=(evil,), negative=(evil,), table=evil)
    assert_all_say_the_same(e, table)
    assert [type(node) for node in ast.parse(as_python(e).encode()).body] == [ast.FunctionDef]
    for source in (as_python(e), as_sql(e), as_pandas(e)):
        assert len(source.splitlines()) == source.count("\n")
    assert len(as_text(e).splitlines()) == len(as_text(saying(answer, formula)).splitlines())


def test_the_table_of_the_query_can_have_any_name(answer):
    table = Table("t.csv", "0" * 64, (column("a", ["1", "2"]),))
    e = saying(answer, Formula((Clause((Is("a", ("1",)),)),)))
    for name in ["data", "my data", 'say "hi"', "select", "'; --"]:
        assert by_sql(e, table, name) == [1, 0]


def test_the_text_tells_the_rule_the_verdict_and_the_figures(answer):
    text = as_text(answer)
    for line in [
        "class = yes when",
        "otherwise class = no",
        *words.rule_lines(answer.rule.formula),
        str(answer.rule.formula),
        words.verdict(answer).headline,
        words.proof_words(answer),
        words.share_words(answer.fidelity["test"]),
        words.share_words(answer.rule_right["test"].accuracy),
        answer.digest,
    ]:
        assert line in text
