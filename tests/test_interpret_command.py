"""The options of the command line, good and bad."""

import pytest

from tests import command_line
from tests.command_line import (
    answer,
    cheaply,
    check_figures,
    csv_text,
    only,
    refusal,
    run,
    standard_json,
)

pytestmark = pytest.mark.slow

monks, write = command_line.monks, command_line.write


def test_help_names_every_option_of_the_contract():
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    contract = "target positive drop keep group weight test cost only form kernel size seed set"
    contract += " json html export csv predict by others verbose table query key into yes"
    assert all(f"--{name} " in out for name in contract.split())


def test_target_and_drop_choose_the_columns(monks):
    e = only(monks(1), "--target", "jacket", "--positive", "red", "--drop", "tie", "--drop", "body")
    assert e["target"] == "jacket"
    assert e["attributes"] == ["friend", "head", "holding", "smiling"]
    check_figures(monks(1).read_text(), e, "jacket")


def test_numbers_are_cut_by_hand_and_columns_taken_back(write):
    rows = [(20 + i % 41, f"n{i}", "" if i % 9 == 0 else "xy"[i % 2]) for i in range(120)]
    rows = [(age, n, a, "yes" if age > 45 and a != "y" else "no") for age, n, a in rows]
    table = write(csv_text(["age", "name", "a", "class"], rows))
    e = only(table, "--read", "age=45.5,30", "--set", "language=monotone")
    assert e["attributes"] == ["a", "age"]
    assert [cut["points"] for cut in e["preparation"]["cuts"]] == [[30.0, 45.5]]
    assert all({"attribute": "age", "above": 45.5, "to": None} in c for c in e["rule"]["clauses"])
    assert "age > 45.5" in answer(table, "--read", "age=45.5,30")
    kept = only(table, "--keep", "name", "--read", "age=category")
    assert kept["attributes"] == ["a", "age", "name"]
    assert kept["preparation"]["cuts"] == []


def test_kernels_by_name_and_the_thesis_as_a_whole(monks):
    assert only(monks(1), "--kernel", "MDNF( 3, 2 )")["machine"]["kernel"] == "mDNF(3,2)"
    thesis = run(monks(1), "--kernel", "thesis", "--json", "-", *cheaply()[4:])[1]
    (e,) = standard_json(thesis)["explanations"]
    assert (e["machine"]["kernel"], e["machine"]["C"]) == ("rules(10,5)", None)


BAD_OPTIONS = {
    ("--target", "frend"): "Did you mean “friend”?",
    ("--positive", "maybe"): "no value “maybe”",
    ("--positive", "yes", "--positive", "no"): "must not be positive",
    ("--drop", "friend"): "The class must stay",
    ("--drop", "lefthand\nside"): "no column “lefthand side”",
    ("--kernel", "mdnf"): "mDNF(d,c) needs d from 1 to 60",
    ("--set", "search=slow"): "search must be one of exact, genetic; got 'slow'",
    ("--size", "0"): "size must be the most lines, from 1 to 100, or also the most conditions",
    ("--size", "8x21"): "from 1 to 20, as in 8 or 8x3; got '8x21'",
    ("--set", "price=-1"): "price must be a number between 0 and 1000000, or auto; got -1.0",
    ("--set", "price=nan"): "got nan",
    ("--set", "prize=1"): "NAME is one of C, landmarks, search, side, language, fit-to, price",
    ("--set", "price"): "A setting is given as NAME=VALUE",
    ("--set", "price=1", "--set", "price=2"): "price can be set once, and is set twice",
    ("--json", "a", "--json", "b"): "--json can be given once, and is given twice",
    ("--test", "1"): "test must be a number between 0 and 0.9; got 1.0",
    ("--seed", "2147483648"): "seed must be a whole number between 0 and 2147483647",
    ("--set", "C=0"): "C must be a number between 1e-06",
    ("--set", "time-limit=0"): "time limit must be a number between 0.1 and 86400; got 0",
    ("--json",): "--json: expected one argument",
    ("--json", ""): "folder that exists",
    ("--json", "nowhere/there.json"): "“nowhere/there.json”",
    ("--json", "-", "--html", "-"): "has room for one result",
    ("--nonsense\nyes",): "unrecognized arguments: --nonsense yes",
    ("--test", "judge"): "must be a file that can be read; 'judge': no such file",
    ("another.csv",): "unrecognized arguments: another.csv",
}


@pytest.mark.parametrize("options", BAD_OPTIONS, ids=" ".join)
def test_a_bad_option_gets_one_sentence(monks, options):
    assert BAD_OPTIONS[options] in refusal(monks(1), *options)
