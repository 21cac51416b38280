"""What was taken where nothing decides is said with the option that says it otherwise."""

import re
import shlex

import pytest

from interpret.data.reading import read_table
from tests import command_line
from tests.command_line import only

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
