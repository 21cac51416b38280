"""The options of the command line, good and bad."""

import csv
import io
import json
import re

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


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--read", "age=old"), "like age=45.5,60; got “age=old”."),
        (("--read", "a=5"), "“a” were to be read as numbers, and it has the cell “x”."),
        (("--keep", "agee"), "The table has no column “agee”. Did you mean “age”?"),
        (("--set", "gaps=guess"), "gaps"),
    ],
)
def test_what_cannot_be_asked_of_columns_is_refused(write, asked, said):
    rows = [(i % 30, "xy"[i % 2], "yn"[i % 3 > 0]) for i in range(60)]
    status, out, err = run(write(csv_text(["age", "a", "class"], rows)), *asked)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_kernels_by_name_and_the_thesis_as_a_whole(monks):
    assert only(monks(1), "--kernel", "MDNF( 3, 2 )")["machine"]["kernel"] == "mDNF(3,2)"
    thesis = run(monks(1), "--kernel", "thesis", "--json", "-", *cheaply()[4:])[1]
    (e,) = standard_json(thesis)["explanations"]
    assert (e["machine"]["kernel"], e["machine"]["C"]) == ("rules(10,5)", None)


def test_limits_bound_the_rule(monks):
    free = only(monks(1))["rule"]
    assert sorted(map(len, free["clauses"])) == [1, 2, 2, 2]
    one = only(monks(1), "--size", "1")["rule"]
    assert len(one["clauses"]) == 1
    single = only(monks(3), "--size", "2x1")["rule"]
    assert [len(clause) for clause in single["clauses"]] == [1, 1]
    assert one["objective"] < free["objective"]


def test_a_price_shortens_the_rule_and_is_told_in_its_unit(monks):
    free, priced = (only(monks(3), "--set", f"price={p}")["rule"] for p in ("0", "8"))
    assert priced["tests"] < free["tests"]
    assert (free["price"] == 0) & (priced["price"] > 0)
    net = priced["weight"] - priced["price"] * priced["tests"]
    assert priced["objective"] == pytest.approx(net)


def test_the_same_seed_gives_the_same_answer_and_another_another_split(monks):
    def answers(seed):
        e = only(monks(3), "--seed", seed, "--set", "search=genetic", "--set", "generations=5")
        return re.sub(r'"seconds": [^"]*', "", json.dumps(e))

    assert answers(1) == answers(1)
    assert only(monks(3), "--seed", "1")["rows"] != only(monks(3), "--seed", "2")["rows"]


def test_all_choices_left_to_validation_are_named(monks):
    status, out, err = run(monks(1), "--json", "-")
    assert (status, err) == (0, "")
    (e,) = standard_json(out)["explanations"]
    assert len(e["choice"]["machine"]["candidates"]) == 24
    assert e["choice"]["machine"]["candidates"][0]["hits"] == len(e["rows"]["train"])
    tried = {(way["fit_to"], way["side"]) for way in e["choice"]["rule"]["candidates"]}
    assert {("weights", "for"), ("weights", "against")} <= tried
    assert e["accuracy"]["test"] == 1.0


def test_columns_in_another_order_give_the_same_rule(monks, write):
    rows = list(csv.DictReader(io.StringIO(monks(1).read_text())))
    names = ["friend", *reversed([name for name in rows[0] if name != "friend"])]
    turned = write(csv_text(names, [[row[name] for name in names] for row in rows]))
    one, other = only(monks(1)), only(turned, "--target", "friend")
    assert one["rule"]["text"] == other["rule"]["text"]
    assert one["accuracy"] == other["accuracy"]


BAD_OPTIONS = {
    ("--target", "frend"): "Did you mean “friend”?",
    ("--target", ""): "no column “”",
    ("--positive", "maybe"): "no value “maybe”",
    ("--positive", "yes", "--positive", "no"): "must not be positive",
    ("--drop", "friend"): "The class must stay",
    ("--drop", "lefthand\nside"): "no column “lefthand side”",
    ("--kernel", "mdnf"): "mDNF(d,c) needs d from 1 to 60",
    ("--kernel", "mDNF(99,2)"): "takes d from 1 to 60; got 99",
    ("--kernel", "cubic"): "no kernel 'cubic'",
    ("--set", "search=slow"): "search must be one of exact, genetic; got 'slow'",
    ("--size", "0"): "size must be the most lines, from 1 to 100, or also the most conditions",
    ("--size", "many"): "as in 8 or 8x3; got 'many'",
    ("--size", "2x2.5"): "got '2x2.5'",
    ("--size", "8x21"): "from 1 to 20, as in 8 or 8x3; got '8x21'",
    ("--set", "side=both"): "side must be one of auto, for, against",
    ("--set", "language=german"): "language must be one of auto, monotone, values",
    ("--set", "fit-to=truth"): "fit to must be one of auto, weights, labels, mix, domain",
    ("--set", "price=-1"): "price must be a number between 0 and 1000000, or auto; got -1.0",
    ("--set", "price=inf"): "price must be a number between 0",
    ("--set", "price=nan"): "got nan",
    ("--set", "price=1,5"): "got '1,5'",
    ("--set", "prize=1"): "NAME is one of C, landmarks, search, side, language, fit-to, price",
    ("--set", "price"): "A setting is given as NAME=VALUE",
    ("--set", "price=1", "--set", "price=2"): "price can be set once, and is set twice",
    ("--seed", "1", "--seed", "1"): "--seed can be given once, and is given twice",
    ("--json", "a", "--json", "b"): "--json can be given once, and is given twice",
    ("--test", "1"): "test must be a number between 0 and 0.9; got 1.0",
    ("--test", "-0.1"): "test must be a number between 0 and 0.9",
    ("--seed", "-1"): "seed must be a whole number between 0",
    ("--seed", "2147483648"): "seed must be a whole number between 0 and 2147483647",
    ("--seed", "auto"): "got 'auto'",
    ("--set", "C=0"): "C must be a number between 1e-06",
    ("--set", "C=1e308"): ", or inf; got 1e+308",
    (
        "--set",
        "effort=0",
    ): "effort must be a whole number between 1 and 1000000000000, or auto; got 0",
    ("--set", "time-limit=0"): "time limit must be a number between 0.1 and 86400; got 0",
    ("--set", "population=1"): "population must be a whole number between 4",
    ("--json",): "--json: expected one argument",
    ("--json", ""): "folder that exists",
    ("--json", "nowhere/there.json"): "“nowhere/there.json”",
    ("--html", "nowhere/there.html"): "“nowhere/there.html”",
    ("--json", "-", "--html", "-"): "has room for one result",
    ("--nonsense\nyes",): "unrecognized arguments: --nonsense yes",
    ("--test", "judge"): "must be a file that can be read; 'judge': no such file",
    ("another.csv",): "unrecognized arguments: another.csv",
}


@pytest.mark.parametrize("options", BAD_OPTIONS, ids=" ".join)
def test_a_bad_option_gets_one_sentence(monks, options):
    assert BAD_OPTIONS[options] in refusal(monks(1), *options)
