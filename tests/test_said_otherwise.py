"""What was taken where nothing decides is said with the option that says it otherwise."""

import re
import shlex

import pytest

from interpret.data.reading import read_table
from tests import command_line
from tests.command_line import answer, only

write = command_line.write
pytestmark = pytest.mark.slow


def written(cells, delimiter):
    rows = [delimiter.join([cell, "yes" if i % 40 < 20 else "no"]) for i, cell in enumerate(cells)]
    return "\n".join([delimiter.join(["x", "ill"]), *rows])


def marked(mark):
    return [f"{1 + i % 40 // 8}{mark}{(i * 37) % 40:02}5" for i in range(80)]


UNSURE = {  # the cells, what stands between them, and what 1.037 or 1,037 was taken as
    "points with tabs": (marked("."), "\t", "1.037"),
    "commas with tabs": (marked(","), "\t", "1037"),
    "points with semicolons": (marked("."), ";", "1037"),
}


@pytest.mark.parametrize("case", UNSURE)
def test_the_option_that_a_sentence_names_reads_the_numbers_otherwise(write, case):
    cells, delimiter, taken = UNSURE[case]
    path = write(written(cells, delimiter))
    (note,) = [one for one in read_table(path.read_bytes(), "t").notices if "was taken as" in one]
    mark = "," if "," in cells[0] else "."
    assert f"In “x” 1{mark}037 was taken as {taken}. If it is " in note
    option = shlex.split(re.search(r"say (--read .*)\.$", note)[1])
    rule = ("--form", "rule", "--set", "language=values", "--set", "price=1")
    said, other = only(path, *rule), only(path, *rule, *option)
    assert note in said["notices"]
    assert is_whole(said) == (taken == "1037")
    assert is_whole(other) == (taken != "1037")


def is_whole(e):
    """Whether the rule compares x with thousands."""
    tests = [test for clause in e["rule"]["clauses"] for test in clause]
    return all(max(test["above"] or 0, test["to"] or 0) > 20 for test in tests)


def test_dates_of_which_either_number_may_be_the_day_are_said_with_the_option(write):
    cells = [f"{1 + i % 12:02}/{1 + i * 5 % 12:02}/2024" for i in range(80)]
    path = write(written(cells, ","))
    said = answer(path)
    assert "It is not clear which number is the day in “x”" in said
    assert '--read "COLUMN=day first"' in said
    other = answer(path, "--read", "x=day first")
    assert "Read as year, month and weekday: “x”." in other


def test_a_column_of_numbers_with_other_cells_is_said_with_the_option(write):
    lines = [f"{i}.5" if i % 5 else f"{i} a b {i}" for i in range(80)]
    rows = [f"{x},{'uvw'[i % 3]},{'yes' if i < 40 else 'no'}" for i, x in enumerate(lines)]
    path = write("\n".join(["x,z,ill", *rows]))
    said = answer(path)
    assert "(--read x=number)" in said
    assert "(--read x=number)" not in answer(path, "--read", "x=number")
