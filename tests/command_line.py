"""The command line without a process; its document, read by what knows nothing of it."""

import csv
import io
import json

import pytest

from interpret.__main__ import main

SEARCHES = ("exact", "genetic")
# What is not the point of a test is not chosen by validation.
CHEAP = (
    ("--kernel", "mDNF(2,2)"),
    ("--set", "C=inf"),
    ("--set", "fit-to=weights"),
    ("--set", "side=for"),
    ("--set", "language=monotone"),
    ("--set", "price=0"),
)


OPTIONS = ["--kernel=mDNF(1,2)", *(f"--set={own}" for own in ("C=1", "fit-to=labels", "side=for"))]
OPTIONS += ["--set=language=monotone", "--set=price=0", "--set=effort=500", "--size=2x2"]


def numbers():
    """A small table in which two columns move a number."""
    lines = [f"{n % 2},{n % 3},{n % 5},{10 * (n % 2) + 3 * (n % 3) + n / 100}" for n in range(60)]
    return "\n".join(["a,b,c,number", *lines]) + "\n"


def run(table, *options):
    out, err = io.StringIO(), io.StringIO()
    status = main([str(table), *map(str, options)], out, err)
    return status, out.getvalue(), err.getvalue()


def cheaply(*options):
    """The options, and the cheap ones of those not given."""
    asked = [str(option) for option in options]
    return [*asked, *(text for pair in CHEAP if not is_given(pair, asked) for text in pair)]


def is_given(pair, asked):
    """Whether the option of a pair, or the setting that it sets, is among the options."""
    flag, text = pair
    start = f"{text.partition('=')[0]}=" if flag == "--set" else flag
    return any(one.removeprefix("--set=").startswith(start) for one in asked)


def answer(table, *options):
    status, out, err = run(table, *cheaply(*options))
    assert (status, err) == (0, "")
    return out


def refusal(table, *options):
    status, out, err = run(table, *cheaply(*options))
    assert (status, out) == (2, "")
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert "Traceback" not in err
    return err


def standard_json(text):
    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)


def document(table, *options):
    return standard_json(answer(table, *options, "--json", "-"))


def only(table, *options):
    (explanation,) = document(table, *options)["explanations"]
    return explanation


@pytest.fixture
def write(tmp_path):
    def write(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def monks(root):
    return lambda number: root / "sample_data" / f"monks-{number}.csv"


def csv_text(header, rows):
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


# -- the rule, read and applied by what knows nothing of this project --


def passes(test, cell):
    if "is" in test:
        return cell in test["is"]
    if "is_not" in test:
        return cell not in test["is_not"]
    above, to = test["above"], test["to"]
    return cell is not None and (
        (above is None or above < float(cell)) and (to is None or float(cell) <= to)
    )


def holds(rule, row):
    inner, outer = {"dnf": (all, any), "cnf": (any, all)}[rule["form"]]
    return outer(
        inner(passes(test, row[test["attribute"]]) for test in clause) for clause in rule["clauses"]
    )


def share(hits):
    return sum(hits) / len(hits) if hits else None


def check_figures(text, explanation, target):
    """The figures of a document are those of its rule on the rows of the file."""
    rows = [
        {name: cell.strip() or None for name, cell in row.items()}
        for row in csv.DictReader(io.StringIO(text))
    ]
    rows = [row for row in rows if row[target] is not None]
    verdict = [holds(explanation["rule"], row) for row in rows]
    truth = [row[target] in explanation["positive"] for row in rows]
    scores = explanation["machine"]["scores"]
    weights = dict(
        zip(explanation["rows"]["train"], explanation["machine"]["weights"], strict=True)
    )
    for part, own in explanation["rows"].items():
        machine = explanation["machine"][f"{part}_accuracy"]
        assert explanation["accuracy"][part] == share([verdict[i] == truth[i] for i in own])
        assert explanation["fidelity"][part] == share([verdict[i] == (scores[i] > 0) for i in own])
        assert machine == share([truth[i] == (scores[i] > 0) for i in own])
    assert sorted([i for own in explanation["rows"].values() for i in own]) == list(
        range(len(rows))
    )
    weight = sum(weights[i] for i in weights if verdict[i])
    assert explanation["rule"]["weight"] == pytest.approx(weight, abs=1e-9 * (1 + abs(weight)))
