"""Rows scored from the document alone: as the trained machine and its rule would decide."""

import csv
import io
import json
import random
from dataclasses import replace

import numpy as np
import pytest

from interpret.answers.document import read_document
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.predictor import predictors
from interpret.forms.answer.record import document
from interpret.forms.answer.scored import scored_columns
from interpret.forms.explain import explain
from interpret.present.csv_file import as_csv, defused
from interpret.settings import Settings
from interpret.tell.rule.scored import unseen_words, verdict_words
from kernels import solve
from kernels.catalog import parse
from tests.command_line import cheaply, run
from tests.planted import avoids, either, planted


def mixed(n=80):
    """Numbers, texts and gaps; the class follows both."""
    rng = random.Random(0)
    rows = ["age,colour,class"]
    for _ in range(n):
        age, colour = rng.choice([*range(20, 60), None]), rng.choice(["red", "blue", ""])
        yes = (age or 0) > 40 or colour == "red"
        rows.append(f"{'' if age is None else age},{colour},{'yes' if yes else 'no'}")
    return read_table("\n".join(rows).encode(), "mixed.csv")


def dated(n=80):
    """A date and a colour; the class follows year and colour."""
    rng = random.Random(0)
    rows = ["seen,colour,class"]
    for _ in range(n):
        year, colour = rng.choice([2021, 2022, 2023]), rng.choice(["red", "blue"])
        yes = year == 2022 or colour == "red"
        rows.append(f"{year}-{rng.randint(1, 9):02}-14,{colour},{'yes' if yes else 'no'}")
    return read_table("\n".join(rows).encode(), "dated.csv")


FIXED = {"kernel": "mDNF(2,2)", "C": 1.0, "fit_to": "weights", "price": 0.0}
CASES = {
    "for": (planted(either, n=60), FIXED | {"side": "for", "language": "monotone"}),
    "against": (planted(avoids, n=60, wrong=0.1), FIXED | {"side": "against"}),
    "landmarks": (planted(either, n=60), FIXED | {"side": "for", "landmarks": 20}),
    "no rule": (planted(either, n=60), FIXED | {"side": "for", "price": 1000.0}),
    "empty cells": (
        read_table(b"a,b,class\n" + b"x,,yes\nx,u,no\ny,u,no\n,u,yes\n" * 6, "t.csv"),
        FIXED | {"side": "for"},
    ),
    "numbers, gaps as values": (mixed(), FIXED | {"language": "values"}),
    "dates": (dated(), FIXED | {"side": "for", "language": "monotone"}),
}


@pytest.fixture(scope="module")
def answered():
    """Each case's table, its explanation, and its document as a file holds it."""
    found = {}
    for name, (table, settings) in CASES.items():
        e = explain(table, Settings(positive=("yes",), **settings))
        found[name] = table, e, json.dumps(document(answers([e], table))).encode()
    return found


@pytest.fixture
def predictor(answered):
    return predictors(read_document(answered["for"][2]))[0]


def as_table(columns: dict[str, list[str]], name="rows.csv"):
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(columns)
    rows.writerows(zip(*columns.values(), strict=True))
    return read_table(text.getvalue().encode(), name)


def columns_of(table):
    frame = table.frame()
    return {name: [cell or "" for cell in frame[name]] for name in frame}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_document_alone_decides_as_the_trained_machine_and_its_rule_did(
    answered, name, monkeypatch
):
    table, e, raw = answered[name]
    monkeypatch.setattr(solve, "margin", None)  # nothing is fitted
    scores = predictors(read_document(raw))[0].scores(table)
    decided = np.array(e.machine.scores)
    assert np.allclose(scores.score, decided, atol=1e-9)
    assert np.array_equal(scores.machine, decided > 0)
    assert np.array_equal(scores.rule, e.says(table))
    assert np.array_equal(scores.of_rule.fired.any(axis=1), scores.rule != e.rule.formula.denied)
    assert np.array_equal(scores.truth.y, e.positive_rows(table))
    assert scores.truth.known.all()
    assert scores.of_rule.fired.shape == (table.n_rows, len(e.rule.formula.clauses))


def test_a_score_is_the_sum_over_support_rows_written_out(answered, predictor):
    table = answered["for"][0]
    kernel, said = parse("mDNF(2,2)"), predictor.scores(table)
    variables = predictor.support.encoding.variables
    for row in range(0, table.n_rows, 7):
        cells = {c.name: c.values[c.codes[row]] for c in table.columns}
        x = np.array([[cells[v.attribute] == v.value for v in variables]], dtype=np.uint8)
        parts = zip(predictor.support.examples, predictor.support.weights, strict=True)
        by_hand = sum(weight * kernel(x, example[None])[0, 0] for example, weight in parts)
        assert said.score[row] == pytest.approx(by_hand + predictor.support.intercept, abs=1e-9)


def test_columns_in_another_order_more_columns_and_fewer_rows_change_nothing(answered, predictor):
    table = answered["for"][0]
    whole = predictor.scores(table)
    columns = columns_of(table)
    names = list(columns)
    random.Random(0).shuffle(names)
    other = as_table({name: columns[name][::-1] for name in names} | {"more": ["1"] * 60})
    again = predictor.scores(other)
    assert np.allclose(again.score, whole.score[::-1], atol=1e-9)
    assert np.array_equal(again.of_rule.fired, whole.of_rule.fired[::-1])
    one = predictor.scores(table.rows([5]))
    assert (one.score[0], one.rule[0]) == (pytest.approx(whole.score[5]), whole.rule[5])
    del columns["class"]
    unlabelled = predictor.scores(as_table(columns))
    assert unlabelled.truth is None
    assert np.allclose(unlabelled.score, whole.score, atol=1e-9)


def test_many_rows_are_compared_in_parts(answered, predictor, monkeypatch):
    table = answered["for"][0]
    whole = predictor.scores(table).score
    monkeypatch.setattr("interpret.data.table.ROWS_AT_ONCE", 7)
    assert np.allclose(predictor.scores(table).score, whole, atol=1e-12)


def test_columns_that_are_missing_or_renamed_are_all_named_with_what_they_may_be(predictor):
    columns = columns_of(planted(either, n=20))
    columns["P "], columns["quality"] = columns.pop("p"), columns.pop("q")
    del columns["s"]
    with pytest.raises(DataError, match=r"it lacks “p” \(is it “P”\?\), “q”, “s”\. Add or"):
        predictor.scores(as_table(columns))


def test_a_value_never_seen_is_no_value_at_all_and_says_so(answered, predictor):
    columns = columns_of(planted(either, n=20))
    columns["r"][:3] = ["new", "X", ""]
    table = as_table(columns)
    scores = predictor.scores(table)
    (unseen,) = scores.unseen
    assert (unseen.attribute, set(unseen.values), unseen.rows) == ("r", {"new", "X", None}, 3)
    assert np.flatnonzero(unseen.place >= 0).tolist() == [0, 1, 2]
    none = predictor.support.encoding.encode(table)[:3]
    here = [v.attribute == "r" for v in predictor.support.encoding.variables]
    assert not none[:, here].any()
    told = dict(scored_columns(table, [scores]))["not seen in training"]
    assert told[:4] == ["r = new", "r = X", "r = empty", ""]
    (sentence,) = unseen_words([scores])
    assert "“r” has values never seen in training on 3 rows" in sentence


def test_a_part_of_a_date_never_seen_is_told_of_the_date_s_own_row(answered):
    (one,) = predictors(read_document(answered["dates"][2]))
    table = read_table(
        b"colour,seen\nred,2022-03-14\nblue,2031-03-14\nred,\nred,soon\nblue,2021-04-14\n", "o.csv"
    )
    columns = dict(scored_columns(table, [one.scores(table)]))
    year, month, weekday = (f"seen: {part} = " for part in ("year", "month", "weekday"))
    assert columns["not seen in training"] == [
        "",
        f"{year}2031",
        f"{month}empty; {weekday}empty; {year}empty",
        "",
        "",
    ]
    assert columns["cannot be read"] == ["", "", "", "seen = soon", ""]
    assert columns["class = yes: rule"][:2] == ["yes", "no"]


def test_several_classes_tell_their_strange_values_under_the_right_names():
    rng = random.Random(1)
    rows = ["a,b,c,kind"]
    for _ in range(240):
        a, b = rng.randrange(100), rng.randrange(100)
        kind = "low" if a < 50 else rng.choice("xy") if b < 50 else "high"
        rows.append(f"{a},{b},{rng.choice('uv')},{kind}")
    table = read_table("\n".join(rows).encode(), "several.csv")
    settings = Settings(**FIXED | {"side": "for"})
    found = [explain(table, replace(settings, positive=(k,))) for k in ("low", "high")]
    other = read_table(b"a,b,c\n1,soon,u\nlate,2,u\n3,4,w\nnow,never,w\n5,6,v\n", "other.csv")
    for order in (1, -1):
        scores = [p.scores(other) for p in predictors(document(answers(found[::order], table)))]
        columns = dict(scored_columns(other, scores))
        assert columns["not seen in training"] == ["", "", "c = w", "c = w", ""]
        assert [sorted(cell.split("; ")) for cell in columns["cannot be read"]] == [
            ["b = soon"],
            ["a = late"],
            [""],
            ["a = now", "b = never"],
            [""],
        ]


def test_rows_whose_class_is_not_known_are_not_counted(answered, predictor):
    columns = columns_of(planted(either, n=20))
    columns["class"][:4] = ["", "maybe", "yes", "no"]
    columns["class"][4:] = [""] * 16
    scores = predictor.scores(as_table(columns))
    assert scores.truth.known.sum() == 2
    assert "Of the 2 rows whose class is known" in verdict_words(scores)


@pytest.mark.parametrize(
    "raw",
    [
        b"{}",
        b'{"schema": 2, "explanations": [{}]}',
        b'{"schema": 1, "explanations": 7}',
        b'{"schema": 1, "explanations": [{"target": "a", "positive": null}]}',
    ],
)
def test_what_is_no_answer_is_refused_in_a_sentence(raw):
    with pytest.raises(DataError, match="must be an answer of Rulescope"):
        predictors(read_document(raw))


def test_only_a_file_with_one_json_object_is_a_document():
    for raw in (b"a,b\n1,2\n", b"", b"[1]", b"{not json", b"\xff{}", b"{" * 100_000):
        assert read_document(raw) is None


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("-cmd", "'-cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("＝1", "'＝1"),
        ("-1.5", "-1.5"),
        ("-1,5", "-1,5"),
        ("-2e-3", "-2e-3"),
        ("a=b", "a=b"),
        (None, None),
        (-0.5, -0.5),
    ],
)
def test_a_cell_that_a_spreadsheet_would_obey_is_defused_and_numbers_stay(cell, shown):
    assert defused(cell) == shown


def test_scored_rows_come_back_from_their_csv_as_they_are(answered):
    _, _, raw = answered["for"]
    columns = columns_of(planted(either, n=20)) | {"=note": ['=HYPERLINK("x")', 'a,\n"b'] * 10}
    columns |= {"class = yes: rule": ["mine"] * 20}
    table = as_table(columns)
    scores = [p.scores(table) for p in predictors(read_document(raw))]
    header, *rows = csv.reader(io.StringIO(as_csv(scored_columns(table, scores))))
    assert len(set(header)) == len(header)
    assert "'=note" in header
    assert [len(row) for row in rows] == [len(header)] * 20
    by_name = [dict(zip(header, row, strict=True)) for row in rows]
    assert by_name[0]["'=note"] == '\'=HYPERLINK("x")'
    assert by_name[1]["'=note"].split() == ["a,", '"b']
    assert [row["class = yes: rule"] for row in by_name] == ["mine"] * 20
    said = [row["class = yes: rule (2)"] == "yes" for row in by_name]
    assert said == scores[0].rule.tolist()
    assert [float(row["class = yes: score"]) for row in by_name] == scores[0].score.tolist()


@pytest.fixture
def files(tmp_path, answered):
    (tmp_path / "rule.json").write_bytes(answered["for"][2])
    text = as_csv([(c, cells) for c, cells in columns_of(planted(either, n=20)).items()])
    (tmp_path / "new.csv").write_text(text)
    (tmp_path / "narrow.csv").write_text("p,q\na,b\nb,c\n")
    return tmp_path


def test_the_command_line_scores_with_a_document_as_after_training(files, root):
    cheap = cheaply()
    table = root / "sample_data" / "monks-1.csv"
    status, trained, _ = run(
        table, *cheap, "--json", files / "r.json", "--predict", table, "--csv", files / "a.csv"
    )
    assert status == 0
    assert "monks-1.csv:\nThe rule says friend = yes on" in trained
    status, out, err = run(files / "r.json", "--predict", table, "--csv", "-")
    assert (status, err) == (0, "")
    assert out == (files / "a.csv").read_text()
    status, out, _ = run(files / "r.json", "--predict", table)
    assert status == 0
    assert trained.endswith(out)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["rule.json"], "is an answer, which can only predict"),
        (["rule.json", "--predict", "new.csv", "--seed", "3"], "can only predict"),
        (["rule.json", "--predict", "new.csv", "--json", "x.json"], "can only predict"),
        (["new.csv", "--csv", "x.csv"], "name the rows to score with --predict"),
        (["rule.json", "--predict", "nowhere.csv"], "--predict FILE must be a file"),
        (["rule.json", "--predict", "narrow.csv"], "it lacks “r”, “s”, “t”"),
        (["rule.json", "--predict", "new.csv", "--csv", "no/such/place"], "folder that exists"),
        (["new.csv", "--predict", "new.csv", "--json=-", "--csv=-"], "has room for one result"),
    ],
)
def test_what_cannot_be_scored_is_one_line_and_status_2(files, monkeypatch, argv, said):
    monkeypatch.chdir(files)
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
