"""Names of things and of columns are told apart alike in every engine, or refused in a sentence."""

import csv
import json

import numpy as np
import pandas as pd
import pyarrow as arrow
import pytest
from pyarrow import parquet

from interpret.data.asked import read_asked
from interpret.data.attributes import check_read
from interpret.data.complaints import DataError
from interpret.data.frame import frame_table
from interpret.data.reading import read_table
from interpret.ranking.choices import ChoiceRoles, read_choices
from rulescope import load
from tests.command_line import cheaply, refusal, run
from tests.exported import run as python

FIRST = 1582218195625938944  # doubles hold no whole number between this one and that plus 256


def devices(n=400):
    """Devices whose numbers differ in the last digit, and which of them is at fault."""
    rng = np.random.default_rng(0)
    device = rng.integers(0, 8, n)
    return pd.DataFrame({"device": FIRST + device, "temp": rng.normal(20, 3, n).round(1),
                         "fault": np.where(device % 3 == 0, "yes", "no")})  # fmt: skip


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """A folder with the devices as CSV and in two files of Parquet, and an answer's files."""
    folder = tmp_path_factory.mktemp("devices")
    frame = devices()
    frame.to_csv(folder / "devices.csv", index=False)
    (folder / "parts").mkdir()
    for name, part in (("a", frame[:150]), ("b", frame[150:])):
        parquet.write_table(arrow.Table.from_pandas(part), folder / "parts" / f"{name}.parquet")
    made = [
        f"--{'json' if end == 'json' else 'export'}={folder}/a.{end}"
        for end in ("json", "sql", "py")
    ]
    status, _, err = run(folder / "devices.csv", *cheaply("--positive", "yes", *made))
    assert (status, err) == (0, "")
    return folder


def test_whole_numbers_that_no_double_tells_apart_are_names_everywhere(answered):
    import duckdb

    frame = devices()
    expected = (frame.fault == "yes").tolist()
    stored = load(answered / "a.json")
    assert (stored.predict(frame) == "yes").tolist() == expected
    assert (stored.predict(frame.astype({"device": "string"})) == "yes").tolist() == expected
    (rule,) = python((answered / "a.py").read_text(), "rule")
    with (answered / "devices.csv").open() as file:
        assert list(map(rule, csv.DictReader(file))) == expected
    for source in (f"read_csv('{answered}/devices.csv')", f"'{answered}/parts/*.parquet'"):
        with duckdb.connect() as database:
            database.execute(f"CREATE TABLE data AS SELECT * FROM {source}")
            told = database.execute((answered / "a.sql").read_text()).fetchall()
        assert [row[3] for row in told] == expected


def test_a_folder_learns_and_scores_names_of_many_digits(answered):
    into = answered / "scored.parquet"
    status, out, err = run(answered / "a.json", "--predict", answered / "parts", "--into", into)
    assert (status, err) == (0, "")
    assert "right on 100.0 %" in out
    scored = parquet.read_table(into).to_pandas()
    says = next(name for name in scored if name.endswith("rule"))
    assert (scored[says] == scored.fault).all()
    status, out, err = run(answered / "parts", *cheaply("--positive", "yes", "--target", "fault"))
    assert (status, err) == (0, "")
    assert str(FIRST + 3) in out


def test_names_that_lost_their_digits_are_told(answered):
    lost = devices().astype({"device": float})
    with pytest.warns(UserWarning, match="“device” have lost digits, as “1.582218195625939e"):
        load(answered / "a.json").predict(lost)
    lost.to_csv(answered / "lost.csv", index=False)
    _, out, _ = run(
        answered / "a.json", "--predict", answered / "lost.csv", "--csv", answered / "x"
    )
    assert "have lost digits" in out
    with pytest.raises(DataError, match="would then be the same number"):
        check_read(frame_table(devices(), "t"), read_asked(["device=number"]))


def test_a_sum_tells_of_names_that_lost_their_digits_too(tmp_path):
    frame = devices()
    frame["rent"] = 10 * (frame.device % 3) + frame.temp
    frame.drop(columns="fault").to_csv(tmp_path / "t.csv", index=False)
    asked = ("--target", "rent", "--size", "autox1", "--json", tmp_path / "a.json")
    assert run(tmp_path / "t.csv", *asked)[0] == 0
    with pytest.warns(UserWarning, match="“device” have lost digits"):
        load(tmp_path / "a.json").predict(frame.astype({"device": float}))


def test_numbers_around_the_last_exact_one_are_names():
    table = frame_table(pd.DataFrame({"n": 2**53 + np.arange(20), "y": np.arange(20) < 7}), "t")
    assert len(table.column("n").values) == 20
    assert table.column("n").reading.meaning == "text"
    spread = frame_table(pd.DataFrame({"n": 2**53 + 2 * np.arange(20)}), "t")
    assert spread.column("n").reading.meaning == "number"


@pytest.mark.parametrize("texts", [["10E2", "1000", "7"], ["5E0", "5"], ["1e1", "10", "", "NA"]])
def test_codes_with_an_e_beside_whole_numbers_are_names(texts):
    table = read_table(
        ("code,y\n" + "\n".join(f"{text},{i % 2}" for i, text in enumerate(texts * 20))).encode(),
        "t",
    )
    assert {*filter(None, texts)} <= {*table.column("code").values}
    assert any("Read as names, in “code”" in notice for notice in table.notices)


@pytest.mark.parametrize(
    "texts", [["1E3", "2E3"], ["1e+3", "1000"], ["1.0E3", "1000"], ["-1E3", "5"]]
)
def test_numbers_in_scientific_notation_stay_numbers(texts):
    cells = [*texts, *map(str, range(20))] if texts[1][-1] != "3" else texts * 10
    table = read_table(
        ("n,y\n" + "\n".join(f"{text},{i % 2}" for i, text in enumerate(cells))).encode(), "t"
    )
    assert table.column("n").is_numeric


def test_one_value_in_several_spellings_is_told_with_its_rows():
    cells = ["3", "3.0", "03", "3", *map(str, range(4, 24))]
    raw = "dose,y\n" + "\n".join(f"{cell},{i % 2}" for i, cell in enumerate(cells))
    (told,) = read_table(raw.encode(), "t").notices
    assert told == "Read as one value: in “dose” “3” (2 rows), “3.0” (1 row), “03” (1 row)."


def test_users_and_items_are_told_apart_as_they_are_written():
    pairs = [("5", "a"), ("5E0", "b"), ("5.0", "c"), ("05", "a"), ("1E1", "b"), ("10", "c")]
    raw = "user,item\n" + "\n".join(map(",".join, pairs * 2))
    choices = read_choices(read_table(raw.encode(), "t"), ChoiceRoles("user", "item")).choices
    assert {*choices.users} == {user for user, _ in pairs}
    for user, item in pairs:
        assert [choices.items[i] for i in choices.chosen(choices.user(user))] == [item]


def twins(folder):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"Age": rng.integers(20, 90, 200), "age": rng.integers(0, 80, 200)})
    frame["late"] = np.where(frame.age > 55, "yes", "no")
    frame.to_csv(folder / "twins.csv", index=False)
    return frame


def test_columns_that_differ_in_their_letters_size_are_refused_where_they_are_one(tmp_path):
    frame = twins(tmp_path)
    said = refusal(tmp_path / "twins.csv", "--positive", "yes", "--export", tmp_path / "a.sql")
    assert "“age” and “Age” do not" in said
    assert "or take Python" in said
    out = tmp_path / "a.py"
    assert run(tmp_path / "twins.csv", *cheaply("--positive", "yes", "--export", out))[0] == 0
    (rule,) = python(out.read_text(), "rule")
    rows = frame.astype(str).to_dict("records")
    assert np.mean([rule(row) == (row["late"] == "yes") for row in rows]) > 0.95
    for name in ("csv", "parquet"):
        (tmp_path / name).mkdir()
    frame.to_csv(tmp_path / "csv" / "a.csv", index=False)
    frame.to_parquet(tmp_path / "parquet" / "a.parquet")
    for name in ("csv", "parquet"):
        said = refusal(tmp_path / name, "--positive", "yes", "--target", "late")
        assert "must differ in more than the size of their letters" in said


def test_a_header_with_blanks_is_read_by_exported_python(tmp_path):
    rng = np.random.default_rng(0)
    rows = [(value, value > 55) for value in rng.integers(20, 90, 200).tolist()]
    table = tmp_path / "blank.csv"
    table.write_text("\n".join([" age , late", *(f"{age}, {late}" for age, late in rows)]))
    out = tmp_path / "a.py"
    assert run(table, *cheaply("--positive", "True", "--export", out))[0] == 0
    (rule,) = python(out.read_text(), "rule")
    with table.open() as file:
        assert np.mean([rule(row) for row in csv.DictReader(file)]) == np.mean(
            [late for _, late in rows]
        )


def test_doses_of_32_bits_are_their_shortest_digits(tmp_path):
    dose = np.float32(np.random.default_rng(0).integers(1, 14, 300) / 10)
    frame = pd.DataFrame(
        {
            "dose": dose,
            "w": np.arange(300) % 7,
            "resp": np.where(dose > np.float32(0.7), "yes", "no"),
        }
    )
    frame.to_csv(tmp_path / "dose.csv", index=False)
    frame.to_parquet(tmp_path / "dose.parquet")
    for learnt in ("csv", "parquet"):
        document = tmp_path / f"{learnt}.json"
        status, _, err = run(
            tmp_path / f"dose.{learnt}", *cheaply("--positive", "yes", "--json", document)
        )
        assert (status, err) == (0, "")
        stored = load(json.loads(document.read_text()))
        for rows in (frame, pd.read_csv(tmp_path / "dose.csv")):
            assert (stored.predict(rows) == frame.resp).all()


@pytest.mark.parametrize(
    ("code", "others"), [("-999", range(20, 80)), ("99", range(1, 6)), ("9999", range(60))]
)
def test_numbers_that_may_mean_that_none_is_known_are_told(code, others):
    cells = [*map(str, others), *[code] * 4] * 2
    raw = "n,y\n" + "\n".join(f"{cell},{i % 2}" for i, cell in enumerate(cells))
    (told,) = read_table(raw.encode(), "t").notices
    said = f"Far from all other numbers: “{code}” in “n” (8 rows)."
    assert told == f"{said} Where none is known, leave cells empty."


@pytest.mark.parametrize("cells", [[*range(60, 100)], [*range(40), 500] * 3, [*range(40), -999]])
def test_numbers_among_others_or_not_of_nines_or_alone_are_not(cells):
    raw = "n,y\n" + "\n".join(f"{cell},{i % 2}" for i, cell in enumerate(cells))
    assert read_table(raw.encode(), "t").notices == ()
