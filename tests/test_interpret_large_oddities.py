"""Odd cells get the same verdict in Python, in files by DuckDB, and in PostgreSQL."""

import random
from dataclasses import replace
from datetime import date, datetime, time
from math import inf, nan

import numpy as np
import psycopg
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret.large.database import connected
from interpret.large.explain import explain_large
from interpret.measures import confusion
from tests.large_tables import CHEAP, SMALL, small_source, whole

pytestmark = pytest.mark.services

ODD = {  # by the names of columns, some of which our own SQL uses; each with PostgreSQL's type
    "text": ("double precision", [1.5, -0.0, 0.0, nan, inf, -inf, None, 1e300, 1e-7, 3.0, 2.0**53]),
    "value": ("bigint", [1, 2, 3, None, -4, 2**53 + 1, 7, 0, 5, 9, 11]),
    "cell": ("text", ["a", "A", " a", "a\t", "", "  ", None, "é", "e\u0301", "ß", "\u00a0a"]),
    "step0": ("text", ["1,5", "2.5", "1.000", "NA", "-", "3", "4", "5 ", "6", "o'k", "\u20037"]),
    "unread": ("boolean", [True, False, None]),
    "d": ("date", [None, date(2024, 2, 29), date(1999, 12, 31), date(2023, 3, 1), date(1, 1, 1)]),
    "y": ("timestamp", [None, *(datetime(2020 + i, i, 1, i, 30) for i in range(1, 8))]),
    "day": ("date", [None, *(date(2020 + i, i, 2) for i in range(1, 8))]),
    "said": ("time", [None, time(0, 0), time(23, 59, 59), *(time(i, i) for i in range(1, 8))]),
}


def odd(name, n=480):
    """Rows of an odd column, of another one, and of a class that some of the odd cells have."""
    rng, cells = random.Random(1), ODD[name][1]
    has = set(rng.sample(range(len(cells)), (len(cells) + 1) // 2))
    places = [rng.randrange(len(cells)) for _ in range(n)]
    return [
        {name: cells[i], "o": rng.choice("xyz"), "class": "yn"[(i in has) != (rng.random() < 0.03)]}
        for i in places
    ]


@pytest.mark.parametrize("name", ODD)
def test_odd_cells_get_the_same_verdict_everywhere(name, postgres_url, tmp_path):
    rows = odd(name)
    table = arrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "odd.parquet")
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        columns = f'id integer PRIMARY KEY, "{name}" {ODD[name][0]}, o text, class text'
        connection.execute(f"CREATE TABLE odd ({columns})".encode())
        with connection.cursor().copy("COPY odd FROM STDIN") as copy:
            for place, row in enumerate(rows):
                copy.write_row((place, *row.values()))
    fits = whole(table)
    for opening in (small_source(tmp_path), connected(postgres_url, "odd", sample=SMALL)):
        with opening as source:
            settings = replace(CHEAP, form="rule", target="class", positive="y")
            drop = tuple({"id"} & {*source.names})
            answer = explain_large(source, replace(settings, C=10.0, drop=drop))
        (e,), (judged,) = answer.explanations, answer.judged
        y = np.array(table.column("class").to_pylist()) == "y"
        assert {*e.rule.formula.attributes} & {name, *e.preparation.of_parts}
        assert judged["rule"].is_open == 0
        assert judged["rule"].right["all"] == confusion(e.says(fits), y, None)
