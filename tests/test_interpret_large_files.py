"""Folders, patterns and large files, read, scored and refused in one sentence."""

import json
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pyarrow as arrow
import pytest
from pyarrow import csv, dataset, parquet

from interpret import cores
from interpret.cores import Cancelled
from interpret.data.complaints import DataError
from interpret.data.limits import ReadingLimits
from interpret.data.reading import read_table
from interpret.data.roles import WORDS
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.record import restore
from interpret.large import judge
from interpret.large.explain import explain_large
from interpret.large.learn import learnt
from interpret.large.opened import opened
from interpret.large.source import source
from tests import large_tables
from tests.large_tables import CHEAP, FLAGS, ROWS, SMALL, refused, run, small_source, whole

pytestmark = pytest.mark.slow

folder, table = large_tables.folder, large_tables.table


def test_a_folder_is_explained_and_its_rows_scored(folder, table, tmp_path):
    written, report, out = tmp_path / "a.json", tmp_path / "a.html", tmp_path / "scored"
    files = ("--json", written, "--html", report)
    status, text, err = run(folder, *FLAGS, *files, "--verbose", sizes=SMALL)
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

    status, text, err = run(written, "--predict", folder, "--parquet", out, sizes=SMALL)
    assert (status, err) == (0, "")
    assert "of 700 rows, the machine on" in text
    assert len(list(out.glob("*.parquet"))) == len(small_source(folder).portions)
    scored = dataset.dataset(out).to_table().to_pydict()
    assert scored["job"] == table.column("job").to_pylist()
    assert [own == "yes" for own in scored["class = yes: rule"]] == e.says(whole(table)).tolist()
    assert "--parquet is a new folder" in refused(written, "--predict", folder, "--parquet", out)
    assert "with --parquet FOLDER" in refused(written, "--predict", folder, "--csv", "-")


def test_a_pattern_a_url_and_folders_named_after_values(folder, table, tmp_path):
    wanted = small_source(folder)
    by_url = small_source(folder.as_uri())
    some = small_source(folder / "[12].parquet")
    assert (by_url.rows, some.rows) == (ROWS, 600)
    assert by_url.names == wanted.names
    assert by_url.digest == wanted.digest != some.digest
    one, two = (learnt(own, "class", 0) for own in (wanted, by_url))
    assert one.sample.cells.to_pylist() == two.sample.cells.to_pylist()

    parts = tmp_path / "parts"
    dataset.write_dataset(
        table, parts, format="parquet", partitioning=["few"], partitioning_flavor="hive"
    )
    known = learnt(small_source(parts), "class", 0)
    assert known.column("few").values == {
        str(n).removesuffix(".0"): size
        for n, size in Counter(table.column("few").to_pylist()).items()
    }


@pytest.mark.parametrize("zipped", [False, True])
def test_a_large_delimited_file_is_read_as_a_small_one(zipped, table, tmp_path):
    path = tmp_path / ("table.csv.gz" if zipped else "table.csv")
    with arrow.output_stream(path, compression="gzip" if zipped else None) as stream:
        csv.write_csv(table, stream)
    content = path.read_bytes()
    fits = read_table(content, path.name)
    with opened(str(path), SMALL) as files:
        known = learnt(files, None, 0)
        assert files.name == path.name
    for column in fits.columns:
        cells = Counter(
            {v: n for v, n in zip(column.values, column.counts.tolist(), strict=True) if v and n}
        )
        assert known.column(column.name).values == cells
    status, text, err = run(path, *FLAGS, limits=ReadingLimits(bytes=1000), sizes=SMALL)
    assert (status, err) == (0, "")
    assert "A sample of 200 of 700 rows" in text


HEADS = {
    "an index without a name": (",a,class", "{i},{a},{c}"),
    "one name fewer": ("a,class", "{i},{a},{c}"),
    "remarks": ("# a remark, of two\n# more\na,class", "{a},{c}"),
    "units": ("a,class\nkg,", "{a},{c}"),
    "a line for Excel": ("sep=;\na;class", "{a};{c}"),
    "delimiters at the end": ("a,class,,", "{a},{c},,"),
    "a block of pairs": ("place,Rome\nyear,2024\na,b,class", "{a},{i},{c}"),
}


@pytest.mark.parametrize("kind", HEADS)
def test_a_large_delimited_file_has_the_head_of_a_small_one(kind, tmp_path):
    head, row = HEADS[kind]
    rows = [row.format(i=i, a=i % 50 + 0.5, c="xy"[i % 2]) for i in range(100)]
    path = tmp_path / "table.csv"
    path.write_text("\n".join([head, *rows, ""]))
    fits = read_table(path.read_bytes(), path.name)
    with opened(str(path), SMALL) as files:
        known = learnt(files, None, 0)
    assert files.names == fits.names
    assert files.rows == fits.n_rows == 100
    assert known.table.frame().equals(fits.frame())


def test_texts_of_parquet_files_are_declared_and_those_of_a_delimited_file_are_not(tmp_path):
    made = arrow.table(
        {"zip": ["01500", "01501"] * 50, "lab": [1.5, 2.5] * 50, "class": ["x", "y"] * 50}
    )
    parquet.write_table(made, tmp_path / "one.parquet")
    assert source(str(tmp_path)).declared == ("zip", "class")
    csv.write_csv(made, tmp_path / "one.csv")
    with opened(str(tmp_path / "one.csv")) as files:
        assert files.declared == ()


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


def test_a_file_that_is_no_parquet_and_one_that_is_damaged_inside(folder, table):
    (folder / "1.parquet").write_text("text")
    assert "survey/1.parquet” cannot be read as a Parquet file" in refused(folder)
    parquet.write_table(table, folder / "1.parquet", compression="snappy")
    raw = bytearray((folder / "1.parquet").read_bytes())
    raw[10:3000] = os.urandom(2990)
    (folder / "1.parquet").write_bytes(raw)
    assert "survey/1.parquet” cannot be read as a Parquet file" in refused(folder, *FLAGS)


@pytest.mark.parametrize("how", ["longer", "touched", "gone"])
def test_a_file_that_changes_while_it_is_read(how, folder, table):
    files = small_source(folder)
    path = folder / "2.parquet"
    if how == "gone":
        path.unlink()
    elif how == "touched":
        os.utime(path, ns=(1, 1))
    else:
        parquet.write_table(table, path)
    with pytest.raises(DataError, match=r"survey/2\.parquet” (was changed|cannot be read)"):
        learnt(files, None, 0)


def test_a_target_that_is_not_there_and_one_that_is_a_number(folder):
    assert "has no column “klass”" in refused(folder, "--target", "klass")
    assert "Make two classes of it with --above" in refused(folder, "--target", "pay")


@pytest.mark.parametrize("role", ["weight", "group", "time", "held_out"])
def test_what_rows_are_beside_cannot_be_had_of_a_folder(role, folder):
    told = refused(folder, f"--{role.replace('_', '-')}", "few")
    assert f"“few” was named as {WORDS[role]}. Leave that out" in told
    assert "must fit into memory" in refused(folder, "--test", folder / "1.parquet")


def test_cells_that_hold_several_values(tmp_path):
    own = arrow.table({"a": [[1, 2]], "class": ["yes"]})
    parquet.write_table(own, tmp_path / "a.parquet")
    assert "those of “a” hold several" in refused(tmp_path)


def test_a_row_of_a_large_delimited_file_that_is_too_short(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a,b,class\n" + "1,2,yes\n" * 200_000 + "1,2\n" + "1,2,no\n")
    told = refused(path, limits=ReadingLimits(bytes=1000))
    assert "must have as many cells as its header, 3" in told


def test_jobs_are_between_one_and_512(folder):
    for jobs in (0, 10_000):
        assert "must be between 1 and 512" in refused(folder, "--jobs", jobs)


@pytest.mark.parametrize("after", [0, 3, 8])
def test_a_cancel_leaves_nothing_behind(after, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(cores, "LOOK", 0.001)
    asked = iter(range(10**9))
    with cores.on_cores(2, cores.Thresholds(little=0)), pytest.raises(Cancelled):
        explain_large(small_source(folder), CHEAP, lambda: next(asked) < after)


def test_scoring_that_fails_leaves_no_folder(folder, table, tmp_path):
    from interpret.large.rows import score

    answer = explain_large(small_source(folder), replace(CHEAP, form="auto"))
    assert all(e.points is None for e in answer.explanations)  # it would be of the sample alone
    own = judge.Judge.of(
        Answer(answer.explanations[0], answer.answers[0].in_file), answer.learnt
    ).predictor
    files = small_source(folder)
    parquet.write_table(table, folder / "2.parquet")
    with pytest.raises(DataError):
        score(files, [own], tmp_path / "scored")
    assert [*Path(tmp_path).glob("scored*")] == []
