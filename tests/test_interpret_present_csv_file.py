"""One writer of CSV files that people open: no cell of them is a spreadsheet's formula."""

import ast
import csv
import io

import pandas as pd
import pytest

from interpret.data.reading import read_table
from interpret.present.csv_file import OBEYED, as_csv
from interpret.ranking.command import main
from tests.test_layers import SOURCES, tree

FORMULA = '=HYPERLINK("http://host.example","x")'


# It writes for a reader of our own, read_table, which takes every cell as it stands.
READ_AGAIN = {"interpret.data.read_again": "csv.writer"}


def test_no_other_module_writes_csv():
    found = {
        module: node.attr if node.attr == "to_csv" else "csv.writer"
        for module in SOURCES
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Attribute)
        and node.attr in ("to_csv", "write_csv", "writer", "DictWriter")
    }
    assert found == {"interpret.present.csv_file": "csv.writer", **READ_AGAIN}


def test_no_cell_and_no_name_of_a_frame_is_a_formula():
    frame = pd.DataFrame({"=1+1": [f"{sign}1+1" for sign in OBEYED], "at": [-0.5, None] * 5 + [3]})
    header, *rows = csv.reader(io.StringIO(as_csv(frame.items()), newline=""))
    assert header == ["'=1+1", "at"]
    assert all(text.startswith("'") for text, _ in rows)
    assert [number for _, number in rows[:3]] == ["-0.5", "", "-0.5"]


@pytest.mark.slow
@pytest.mark.parametrize("asked", [[], ["--user", FORMULA]])
def test_rankings_on_the_command_line_hold_no_formula(tmp_path, asked):
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["user", "item"])
    users = [FORMULA, *(f"user {i}" for i in range(24))]
    items = [f"@item {i}" for i in range(9)]
    writer.writerows(
        (user, item)
        for i, user in enumerate(users)
        for j, item in enumerate(items)
        if (i + j) % 3 or i % 9 == j
    )
    path, out = tmp_path / "choices.csv", tmp_path / "ranked.csv"
    path.write_text(text.getvalue(), encoding="utf-8")
    told = io.StringIO()
    given = [str(path), *asked, "--kernel=linear", "--set=regularisation=1", "--set=negatives=own"]
    assert main([*given, "--set=popularity=0", "--csv", str(out)], told, told) == 0, told.getvalue()
    cells = [
        cell for row in csv.reader(io.StringIO(out.read_text(encoding="utf-8"))) for cell in row
    ]
    assert f"'{FORMULA}" in cells
    assert not [cell for cell in cells if cell.startswith(OBEYED) and not cell[1:2].isdigit()]


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_a_formula_behind_an_end_of_line_stays_in_its_cell(end):
    """Python 3.11 writes a lone carriage return without quotes: a row ends there."""
    text = as_csv([("a", [f"x{end}=1+1"]), ("b", [1])])
    assert text == f'a,b\n"x{end}=1+1",1\n'
    assert read_table(text.encode(), "t.csv").column("a").texts.tolist() == [f"x{end}=1+1"]
