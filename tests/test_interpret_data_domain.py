from itertools import product

from interpret.data.domain import domain_size, listed, possible
from interpret.data.table import read_table

TABLE = read_table(b"a,b,c\nx,1,k\ny,,k\nz,3,l\nx,2,k\n", "t.csv").rows([0, 1, 3])


def test_every_possible_row_of_the_values_that_rows_have_is_listed_once():
    rows = listed(TABLE, ("b", "a")).frame().itertuples(index=False, name=None)
    assert list(rows) == list(product(["1", "2", None], ["x", "y"]))
    assert domain_size(TABLE, ("b", "a", "c")) == 6


def test_possible_rows_by_their_numbers_are_those_of_the_list():
    whole = listed(TABLE, ("a", "b", "c")).frame()
    parts = [possible(TABLE, ("a", "b", "c"), start, min(start + 4, 6)) for start in (0, 4)]
    assert [row for part in parts for row in part.frame().to_numpy().tolist()] == (
        whole.to_numpy().tolist()
    )


def test_a_table_of_more_attributes_than_arrays_have_dimensions_is_listed():
    header = ",".join(f"a{i}" for i in range(100))
    text = f"{header},c\n" + "x," * 100 + "1\n" + "y," + "x," * 99 + "0\n"
    table = read_table(text.encode(), "wide.csv")
    assert listed(table, table.names[:-1]).n_rows == 2
