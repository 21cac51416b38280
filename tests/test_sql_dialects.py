"""Random cells are read in SQL as they are here: numbers, times of day and dates in every spelling.

Spark runs in a process of its own, because it warns beside pandas 3.
"""

import duckdb
import psycopg
import pytest

from interpret.present.dialects import DUCKDB, POSTGRES
from tests.postgres import new_database, serve
from tests.random_cells import assert_read_alike

FEW, MANY = 40, 2813  # of each of 16 columns: 640 cells, and 45,008


def check_in_duckdb(n):
    with duckdb.connect() as engine:
        engine.execute("CREATE TABLE data (i INTEGER, cell TEXT)")
        assert_read_alike(DUCKDB, n, engine.execute, "?")


def check_in_postgresql(n):
    with serve() as server:
        url = new_database(server).replace("postgresql+psycopg://", "postgresql://")
        with psycopg.connect(url, autocommit=True) as engine:
            engine.execute("CREATE TABLE data (i INTEGER, cell TEXT)")
            assert_read_alike(POSTGRES, n, engine.execute, "%s")


def test_cells_are_read_alike_in_duckdb():
    check_in_duckdb(FEW)


@pytest.mark.services
def test_cells_are_read_alike_in_postgresql():
    check_in_postgresql(FEW)


@pytest.mark.long
def test_many_cells_are_read_alike_in_duckdb():
    check_in_duckdb(MANY)


@pytest.mark.long
@pytest.mark.services
def test_many_cells_are_read_alike_in_postgresql():
    check_in_postgresql(MANY)
