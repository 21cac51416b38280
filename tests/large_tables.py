"""A survey in files, read as if it did not fit into memory."""

import io
import random
from datetime import date, timedelta
from functools import partial

import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret import __main__
from interpret.answering import answered
from interpret.command import obeyed
from interpret.data.reading import read_table
from interpret.large.files import opened
from interpret.settings import Settings

CHEAP = Settings(
    kernel="mDNF(2,2)", C=1.0, fit_to="labels", side="for", language="monotone", price=1.0
)


FLAGS = [
    *("--kernel", "mDNF(2,2)", "--set", "C=1", "--set", "fit-to=labels"),
    *("--set", "side=for", "--set", "language=monotone", "--set", "price=1"),
]


ROWS = 700
SMALL = 200  # rows of a sample


def survey(n=ROWS, seed=0):
    """Texts, whole and broken numbers, dates, empty cells, and a class that they explain."""
    rng = random.Random(seed)
    rows = []
    for _ in range(n):
        job, age = rng.choice(["a", "b", " c ", "d,e"]), rng.choice([None, *range(18, 80)])
        pay = round(rng.gauss(0, 50), 2)
        day = date(2024, 1, 1) + timedelta(days=rng.randrange(300))
        is_so = (job == "a" and (age or 0) > 40) or pay > 40 or day.month == 3
        rows.append(
            {
                "job": rng.choice([job, job, job, None]),
                "age": age,
                "pay": pay,
                "day": day,
                "few": float(rng.choice([1, 2, 3])),
                "class": "yes" if is_so != (rng.random() < 0.05) else "no",
            }
        )
    return arrow.Table.from_pylist(rows)


@pytest.fixture(scope="module")
def table():
    return survey()


@pytest.fixture
def folder(table, tmp_path):
    """Three files of several row groups each."""
    own = tmp_path / "survey"
    own.mkdir()
    for place, (start, n) in enumerate(((0, 100), (100, 350), (450, 250))):
        parquet.write_table(table.slice(start, n), own / f"{place}.parquet", row_group_size=60)
    return own


def small_source(path):
    """Files of which so few rows are drawn that some hundred are many."""
    return opened(str(path), SMALL)


def whole(table):
    """The same rows as a table that fits."""
    file = io.BytesIO()
    parquet.write_table(table, file)
    return read_table(file.getvalue(), "whole")


def run(*argv, **handed):
    """A command; handed: limits and a sample other than its own."""
    out, err = io.StringIO(), io.StringIO()
    parser, obey = __main__._argument_parser("rulescope"), partial(answered, **handed)
    status = obeyed(parser, obey, [*map(str, argv)], out, err)
    return status, out.getvalue(), err.getvalue()


def refused(*argv, **handed):
    status, out, err = run(*argv, **handed)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err
