"""Tables that do not fit: what is learnt and drawn of all rows; every row judged; brute force."""

import io
import json
import os
import random
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pyarrow as arrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import csv, dataset, parquet

from interpret import tasks
from interpret.__main__ import main
from interpret.answer.answer import Answer
from interpret.answer.record import restore
from interpret.data import limits
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.data.roles import WORDS
from interpret.large import columns, judge, learn, source
from interpret.large.columns import CELLS, ColumnSoFar, cell_of, lowest, together
from interpret.large.explain import explain_large, large_document
from interpret.large.learn import keys_of, learnt
from interpret.large.opened import opened
from interpret.large.words import sections
from interpret.measures import agreement, auc, clause_figures, confusion
from interpret.settings import Settings
from interpret.tasks import Cancelled

CHEAP = Settings(
    kernel="mDNF(2,2)", C=1.0, fit_to="labels", side="for", language="monotone", price=1.0
)
FLAGS = [
    *("--kernel", "mDNF(2,2)", "--C", "1", "--fit-to", "labels"),
    *("--side", "for", "--language", "monotone", "--price", "1"),
]
ROWS = 700


def survey(n=ROWS, seed=0):
    """Texts, whole and broken numbers, dates, empty cells, and a class that they explain."""
    rng = random.Random(seed)
    rows = []
    for _ in range(n):
        job, age = rng.choice(["a", "b", " c ", "d,e"]), rng.choice([None, *range(18, 80)])
        pay = round(rng.gauss(0, 50), 2)
        day = date(2024, 1, 1) + timedelta(days=rng.randrange(300))
        is_so = (job == "a" and (age or 0) > 40) or pay > 40 or day.month == 3
        rows.append(
            {
                "job": rng.choice([job, job, job, None]),
                "age": age,
                "pay": pay,
                "day": day,
                "few": float(rng.choice([1, 2, 3])),
                "class": "yes" if is_so != (rng.random() < 0.05) else "no",
            }
        )
    return arrow.Table.from_pylist(rows)


@pytest.fixture(scope="module")
def table():
    return survey()


@pytest.fixture
def folder(table, tmp_path):
    """Three files of several row groups each."""
    own = tmp_path / "survey"
    own.mkdir()
    for place, (start, n) in enumerate(((0, 100), (100, 350), (450, 250))):
        parquet.write_table(table.slice(start, n), own / f"{place}.parquet", row_group_size=60)
    return own


@pytest.fixture
def small(monkeypatch):
    """Sizes at which a table of some hundred rows is a large one."""
    monkeypatch.setattr(learn, "SAMPLE", 200)
    monkeypatch.setattr(learn, "BESIDE", 150)
    monkeypatch.setattr(source, "PORTION", 120)
    monkeypatch.setattr(source, "BATCH", 37)


def whole(table):
    """The same rows as a table that fits."""
    file = io.BytesIO()
    parquet.write_table(table, file)
    return read_table(file.getvalue(), "whole")


# -- what columns hold --


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2))
def test_cells_of_the_sketch_keep_the_order_and_say_what_lies_in_them(amounts):
    amounts = np.sort(np.array(amounts))
    cells = cell_of(amounts)
    assert (np.diff(cells) >= 0).all()
    assert (cells >= 0).all()
    assert (cells < CELLS).all()
    assert (lowest(cells) <= amounts).all()
    upper = lowest(cells + 1)
    assert (np.isnan(upper) | np.isinf(upper) | (amounts <= upper)).all()


@pytest.mark.parametrize("most", [10, 10_000], ids=["sketch", "counted"])
def test_quantiles_lie_between_the_ends_that_are_said(most, monkeypatch):
    monkeypatch.setattr(columns, "MOST_VALUES", most)
    amounts = np.random.default_rng(0).lognormal(3, 2, 3000).round(1) * np.resize(
        [-1000, 1000, 1000], 3000
    )
    held = together([_held(part) for part in np.array_split(amounts, 7)])
    assert (held.values is None) == (most == 10)
    for own in held.quantiles():
        true = np.quantile(amounts, own.share, method="inverted_cdf")
        assert own.low <= true <= own.high
        assert own.high - own.low <= abs(true) / 128


def _held(amounts):
    one = ColumnSoFar("x")
    for part in np.array_split(amounts, 3):
        one.see(arrow.array(part))
    return one.held()


def test_values_are_counted_and_empty_cells_too(folder, table, small):
    known = learnt(source.source(str(folder)), None, 0)
    for name, typed in (("job", str.strip), ("class", str), ("few", lambda x: str(int(x)))):
        cells = [cell for cell in table.column(name).to_pylist() if cell is not None]
        assert known.column(name).values == Counter(map(typed, cells))
        assert known.column(name).empty == table.num_rows - len(cells)
    assert known.target == "class"
    assert known.labelled == table.num_rows


# -- the sample --


def test_neither_batches_nor_portions_nor_jobs_nor_the_order_of_writing_change_the_sample(
    folder, table, small, monkeypatch, tmp_path
):
    usual = learnt(source.source(str(folder)), None, 3)
    monkeypatch.setattr(source, "BATCH", 1000)
    monkeypatch.setattr(source, "PORTION", 10**6)
    monkeypatch.setattr(tasks, "LITTLE", 0)
    again = tmp_path / "again"
    again.mkdir()
    parquet.write_table(table.slice(450), again / "b.parquet")
    parquet.write_table(table.slice(0, 450), again / "a.parquet", row_group_size=7)
    with tasks.on_cores(3):
        other = learnt(source.source(str(again)), None, 3)
    for one, two in ((usual.sample, other.sample), (usual.beside, other.beside)):
        assert one.rows.tolist() == two.rows.tolist()
        assert one.cells.to_pylist() == two.cells.to_pylist() == table.take(one.rows).to_pylist()
    for one, two in zip(usual.columns, other.columns, strict=True):
        assert one == two
    assert (
        learnt(source.source(str(again)), None, 4).sample.rows.tolist()
        != usual.sample.rows.tolist()
    )


def test_the_sample_has_each_class_with_its_share_and_never_a_row_beside(folder, table, small):
    known = learnt(source.source(str(folder)), None, 0)
    sizes, drawn = (Counter(t.column("class").to_pylist()) for t in (table, known.sample.cells))
    assert drawn == {value: round(200 / ROWS * n) for value, n in sizes.items()}
    assert not {*known.sample.rows.tolist()} & {*known.beside.rows.tolist()}
    assert abs(len(known.beside.rows) - 150) < 60
    assert known.table.row_numbers.tolist() == (known.sample.rows + 1).tolist()


def test_of_a_rare_class_some_rows_are_drawn(small, tmp_path):
    rows = [{"x": i % 7, "class": "rare" if i % 100 == 5 else "usual"} for i in range(2000)]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    known = learnt(source.source(str(tmp_path)), None, 0)
    assert Counter(known.sample.cells.column("class").to_pylist())["rare"] == 20


def test_keys_are_spread_evenly():
    keys = keys_of(np.arange(100_000), 7)
    assert len(np.unique(keys)) == 100_000
    shares = np.bincount((keys >> np.uint64(60)).astype(int)) / 100_000
    assert np.abs(shares - 1 / 16).max() < 0.004


# -- every row --

ASKED = {
    "as it stands": CHEAP,
    "gaps filled": replace(CHEAP, gaps="frequent"),
    "rows with gaps left out": replace(CHEAP, gaps="drop-row"),
    "denied": replace(CHEAP, side="against"),
    "values": replace(CHEAP, language="values"),
    "above": replace(CHEAP, target="age", above=45.0),
    "three classes": replace(CHEAP, target="few"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKED)
def test_every_row_is_judged_as_if_the_table_fitted(name, folder, table, small):
    answer = explain_large(source.source(str(folder)), ASKED[name])
    rows = whole(table)
    for e, own in zip(answer.explanations, answer.judged, strict=True):
        judges = judge.Judge.of(Answer(e, answer.table), answer.learnt)
        scores = judges.predictor.scores(rows)
        kept = np.array(scores.known)
        if e.settings.gaps == "drop-row":
            kept &= ~np.any([rows.column(n).missing_rows for n in judges.complete], axis=0)
        trained = answer.learnt.sample.rows[_of_task(e, answer, kept)[list(e.rows["train"])]]
        unseen = kept.copy()
        unseen[trained] = False
        read = e.preparation.table(rows)
        for part, chosen in (("all", kept), ("unseen", unseen)):
            truth = scores.truth[chosen]
            assert own.rule[part] == confusion(scores.rule[chosen], truth)
            some = read.rows(np.flatnonzero(chosen))
            assert own.clauses[part] == clause_figures(e.rule.formula, some, truth)
        assert own.machine_on_all
        assert own.machine == confusion(scores.machine[unseen], scores.truth[unseen])
        assert own.agreement == agreement(scores.machine[unseen], scores.rule[unseen])
        exact = auc(scores.score[unseen], scores.truth[unseen])
        assert own.area.low - 1e-9 <= exact <= own.area.high + 1e-9


def _of_task(e, answer, kept):
    """The places in the sample of the rows that an explanation speaks of."""
    return np.flatnonzero(kept[answer.learnt.sample.rows])


def test_the_machine_is_judged_on_rows_beside_the_sample_where_all_are_too_many(
    folder, table, small, monkeypatch
):
    monkeypatch.setattr(judge, "MACHINE_WORK", 0)
    answer = explain_large(source.source(str(folder)), CHEAP)
    (own,), (e,) = answer.judged, answer.explanations
    scores = judge.Judge.of(Answer(e, answer.table), answer.learnt).predictor.scores(whole(table))
    beside = answer.learnt.beside.rows
    assert not own.machine_on_all
    assert own.machine_rows == len(beside)
    assert own.machine == confusion(scores.machine[beside], scores.truth[beside])
    low, high = own.area.interval
    assert low < auc(scores.score[beside], scores.truth[beside]) < high
    assert "drawn at random beside the sample" in e.notices[-1]
    assert own.rule["all"].n == ROWS


def test_where_all_rows_train_there_are_no_unseen_ones(folder):
    answer = explain_large(source.source(str(folder)), replace(CHEAP, test_size=0.0))
    (own,), (e,) = answer.judged, answer.explanations
    assert own.rule["all"] == e.rule_right["train"]
    assert own.rule["unseen"].n == 0
    assert e.notices[-1].startswith("All 700 rows trained; the rule is right on ")
    assert "700 rows trained" in sections(answer.explanations, answer.judged)


def test_on_many_cores_the_document_is_the_same(folder, small, monkeypatch):
    def said():
        document = large_document(explain_large(source.source(str(folder)), CHEAP))
        return json.dumps([document["large"], document["explanations"][0]["all_rows"]])

    one = said()
    monkeypatch.setattr(tasks, "LITTLE", 0)
    with tasks.on_cores(3):
        assert said() == one


# -- the command --


def run(*argv):
    out, err = io.StringIO(), io.StringIO()
    status = main([*map(str, argv)], out, err)
    return status, out.getvalue(), err.getvalue()


def refused(*argv):
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


@pytest.mark.slow
def test_a_folder_is_explained_and_its_rows_scored(folder, table, small, tmp_path):
    written, report, out = tmp_path / "a.json", tmp_path / "a.html", tmp_path / "scored"
    status, text, err = run(folder, *FLAGS, "--json", written, "--html", report)
    assert (status, err) == (0, "")
    assert "Note: Counted on all 700 rows" in text
    assert "A sample of 200 of 700 rows" in report.read_text()
    assert "What does it do on all rows?" in report.read_text()
    document = json.loads(written.read_text())
    assert document["large"]["rows"] == ROWS
    assert document["large"]["files"] == 3
    own = document["explanations"][0]["all_rows"]
    assert own["rule"]["all"]["accuracy"]["n"] == ROWS
    (e,) = restore(document)  # fields that are more are passed over
    assert e.rule.formula.clauses

    status, text, err = run(written, "--predict", folder, "--parquet", out)
    assert (status, err) == (0, "")
    assert "of 700 rows, the machine on" in text
    assert len(list(out.glob("*.parquet"))) == len(source.source(str(folder)).portions)
    scored = dataset.dataset(out).to_table().to_pydict()
    assert scored["job"] == table.column("job").to_pylist()
    assert [own == "yes" for own in scored["class = yes: rule"]] == e.says(whole(table)).tolist()
    assert "--parquet is a new folder" in refused(written, "--predict", folder, "--parquet", out)
    assert "with --parquet FOLDER" in refused(written, "--predict", folder, "--csv", "-")


def test_a_pattern_a_url_and_folders_named_after_values(folder, table, small, tmp_path):
    wanted = source.source(str(folder))
    by_url = source.source(folder.as_uri())
    some = source.source(str(folder / "[12].parquet"))
    assert (by_url.rows, some.rows) == (ROWS, 600)
    assert by_url.names == wanted.names
    assert by_url.digest == wanted.digest != some.digest
    one, two = (learnt(own, "class", 0) for own in (wanted, by_url))
    assert one.sample.cells.to_pylist() == two.sample.cells.to_pylist()

    parts = tmp_path / "parts"
    dataset.write_dataset(
        table, parts, format="parquet", partitioning=["few"], partitioning_flavor="hive"
    )
    known = learnt(source.source(str(parts)), "class", 0)
    assert known.column("few").values == {
        str(n).removesuffix(".0"): size
        for n, size in Counter(table.column("few").to_pylist()).items()
    }


@pytest.mark.parametrize("zipped", [False, True])
def test_a_large_delimited_file_is_read_as_a_small_one(zipped, table, small, tmp_path, monkeypatch):
    path = tmp_path / ("table.csv.gz" if zipped else "table.csv")
    with arrow.output_stream(path, compression="gzip" if zipped else None) as stream:
        csv.write_csv(table, stream)
    content = path.read_bytes()
    fits = read_table(content, path.name)
    with opened(str(path)) as files:
        known = learnt(files, None, 0)
        assert files.name == path.name
    for column in fits.columns:
        cells = Counter(
            {v: n for v, n in zip(column.values, column.counts.tolist(), strict=True) if v and n}
        )
        assert known.column(column.name).values == cells
    monkeypatch.setattr(limits, "MAX_BYTES", 1000)
    status, text, err = run(path, *FLAGS)
    assert (status, err) == (0, "")
    assert "A sample of 200 of 700 rows" in text


# -- wrong input --


def test_an_empty_folder_and_a_pattern_of_nothing(tmp_path):
    (tmp_path / "_hidden.parquet").touch()
    for path in (tmp_path, tmp_path / "*.parquet", tmp_path.as_uri()):
        assert "must hold a Parquet file" in refused(path)


def test_files_of_other_columns_are_named(folder, table):
    parquet.write_table(table.drop_columns(["age"]), folder / "1.parquet")
    assert "survey/1.parquet” lacks “age”, other than “survey/0.parquet”" in refused(folder)
    more = table.append_column("more", table.column("age"))
    parquet.write_table(more, folder / "1.parquet")
    assert "has also “more”" in refused(folder)


def test_a_file_that_is_no_parquet_and_one_that_is_damaged_inside(folder, table, small):
    (folder / "1.parquet").write_text("text")
    assert "survey/1.parquet” cannot be read as a Parquet file" in refused(folder)
    parquet.write_table(table, folder / "1.parquet", compression="snappy")
    raw = bytearray((folder / "1.parquet").read_bytes())
    raw[10:3000] = os.urandom(2990)
    (folder / "1.parquet").write_bytes(raw)
    assert "survey/1.parquet” cannot be read as a Parquet file" in refused(folder, *FLAGS)


@pytest.mark.parametrize("how", ["longer", "touched", "gone"])
def test_a_file_that_changes_while_it_is_read(how, folder, table, small):
    files = source.source(str(folder))
    path = folder / "2.parquet"
    if how == "gone":
        path.unlink()
    elif how == "touched":
        os.utime(path, ns=(1, 1))
    else:
        parquet.write_table(table, path)
    with pytest.raises(DataError, match=r"survey/2\.parquet” (was changed|cannot be read)"):
        learnt(files, None, 0)


def test_a_target_that_is_not_there_and_one_that_is_a_number(folder, small):
    assert "has no column “klass”" in refused(folder, "--target", "klass")
    assert "Make two classes of it with --above" in refused(folder, "--target", "pay")


@pytest.mark.parametrize("role", ["weight", "group", "time", "held_out"])
def test_what_rows_are_beside_cannot_be_had_of_a_folder(role, folder):
    told = refused(folder, f"--{role.replace('_', '-')}", "few")
    assert f"“few” was named as {WORDS[role]}. Leave that out" in told
    assert "must fit into memory" in refused(folder, "--test", folder / "1.parquet")


def test_a_model_s_answer_in_a_folder_is_what_is_told(table, tmp_path, small):
    folder = tmp_path / "scores"
    folder.mkdir()
    score = [0.9 if job == "a" else 0.25 for job in table.column("job").to_pylist()]
    table = table.append_column("score", arrow.array(score))
    parquet.write_table(table, folder / "all.parquet", row_group_size=100)
    asked = replace(CHEAP, explain="score", target="class", above=0.5)
    answer = explain_large(source.source(str(folder)), asked)
    (e,), (own,) = answer.explanations, answer.judged
    assert not {"score", "class"} & set(e.attributes)
    rule = e.says(whole(table))
    assert own.rule["all"] == confusion(rule, np.array(score) > 0.5)
    assert e.truth.column == "class"


def test_pins_and_costs_hold_in_a_folder(folder, small):
    asked = replace(CHEAP, pin=("age > 40",), miss_costs=5.0, forbid=("pay",))
    answer = explain_large(source.source(str(folder)), asked)
    (e,), (own,) = answer.explanations, answer.judged
    for clause in e.rule.formula.clauses:
        assert any(test.attribute == "age" for test in clause.tests)
        assert not any(test.attribute == "pay" for test in clause.tests)
    even = explain_large(source.source(str(folder)), replace(asked, miss_costs=1.0)).judged[0]
    assert own.machine.false_negative < even.machine.false_negative


def test_cells_that_hold_several_values(tmp_path):
    own = arrow.table({"a": [[1, 2]], "class": ["yes"]})
    parquet.write_table(own, tmp_path / "a.parquet")
    assert "those of “a” hold several" in refused(tmp_path)


def test_a_row_of_a_large_delimited_file_that_is_too_short(tmp_path, monkeypatch):
    path = tmp_path / "table.csv"
    path.write_text("a,b,class\n" + "1,2,yes\n" * 200_000 + "1,2\n" + "1,2,no\n")
    monkeypatch.setattr(limits, "MAX_BYTES", 1000)
    assert "must have as many cells as its header, 3" in refused(path)


def test_jobs_are_between_one_and_512(folder):
    for jobs in (0, 10_000):
        assert "must be between 1 and 512" in refused(folder, "--jobs", jobs)


@pytest.mark.parametrize("after", [0, 3, 8])
def test_a_cancel_leaves_nothing_behind(after, folder, small, tmp_path, monkeypatch):
    monkeypatch.setattr(tasks, "LITTLE", 0)
    monkeypatch.setattr(tasks, "LOOK", 0.001)
    asked = iter(range(10**9))
    with tasks.on_cores(2), pytest.raises(Cancelled):
        explain_large(source.source(str(folder)), CHEAP, lambda: next(asked) < after)


def test_scoring_that_fails_leaves_no_folder(folder, table, small, tmp_path):
    from interpret.large.score import score

    answer = explain_large(source.source(str(folder)), CHEAP)
    own = judge.Judge.of(Answer(answer.explanations[0], answer.table), answer.learnt).predictor
    files = source.source(str(folder))
    parquet.write_table(table, folder / "2.parquet")
    with pytest.raises(DataError):
        score(files, [own], tmp_path / "scored")
    assert [*Path(tmp_path).glob("scored*")] == []
