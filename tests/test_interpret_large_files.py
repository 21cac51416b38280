"""Folders, patterns and large files, read, scored and refused in one sentence."""

import gzip
import json
import os
from collections import Counter
from contextlib import suppress

import pyarrow as arrow
import pytest
from pyarrow import csv, dataset, parquet

from interpret.data.complaints import DataError
from interpret.data.formats.parquet import cells_of
from interpret.data.limits import ReadingLimits
from interpret.data.reading import read_table, table_of
from interpret.forms.answer.record import restore
from interpret.large import files
from interpret.large.files import opened
from interpret.large.learn import learnt
from interpret.program import unfinished
from tests import large_tables
from tests.large_tables import FLAGS, ROWS, SMALL, refused, run, small_source, whole

pytestmark = pytest.mark.slow

folder, table = large_tables.folder, large_tables.table


def test_a_folder_is_explained_and_its_rows_scored(folder, table, tmp_path):
    written, report, out = tmp_path / "a.json", tmp_path / "a.html", tmp_path / "scored"
    asked = (*FLAGS, "--form", "points", "--json", written, "--html", report)
    status, text, err = run(folder, *asked, "--verbose", sample=SMALL)
    assert (status, err) == (0, "")
    assert "Note: Counted on all 700 rows" in text
    assert "A sample of 200 of 700 rows" in report.read_text()
    assert "What does it do on all rows?" in report.read_text()
    document = json.loads(written.read_text())
    assert document["large"]["rows"] == ROWS
    assert document["large"]["files"] == 3
    own = document["explanations"][0]["all_rows"]
    assert own["forms"]["rule"]["right"]["all"]["accuracy"]["n"] == ROWS
    (e,) = restore(document)  # fields that are more are passed over
    assert e.rule.formula.clauses

    into = ("--into", f"{out}.parquet")
    status, text, err = run(written, "--predict", folder, *into, sample=SMALL)
    assert (status, err) == (0, "")
    assert "of 700 rows. Of the 700 rows whose class is known it is right on" in text
    scored = parquet.read_table(f"{out}.parquet").to_pydict()
    assert scored["job"] == table.column("job").to_pylist()
    assert [own == "yes" for own in scored["class = yes: rule"]] == e.says(whole(table)).tolist()
    points = e.points.card
    totals = scored["class = yes: points"]
    assert set(totals) <= set(range(points.least, points.most + 1))
    assert "would replace" in refused(written, "--predict", folder, *into)
    assert run(written, "--predict", folder, *into, "--yes")[0] == 0
    assert "with --into NAME.parquet" in refused(written, "--predict", folder, "--csv", "-")
    assert "of that ending" in refused(written, "--predict", folder, "--into", out)
    assert [one.name for one in tmp_path.iterdir() if "partial" in one.name] == []


def test_a_pattern_a_url_and_folders_named_after_values(folder, table, tmp_path):
    some = folder / "[12].parquet"
    with small_source(folder) as one, small_source(folder.as_uri()) as two:
        with small_source(some) as three:
            assert (two.rows, three.rows) == (ROWS, 600)
            assert two.names == one.names
            assert two.digest == one.digest != three.digest
        drawn = [learnt(own, "class", 0).cells.to_pylist() for own in (one, two)]
    assert drawn[0] == drawn[1]

    parts = tmp_path / "parts"
    dataset.write_dataset(
        table, parts, format="parquet", partitioning=["few"], partitioning_flavor="hive"
    )
    with small_source(parts) as source:
        told = source.ask(f"SELECT few, COUNT(*) AS n FROM {source.relation} GROUP BY few")
    assert dict(zip(*told.to_pydict().values(), strict=True)) == Counter(
        table.column("few").to_pylist()
    )


@pytest.mark.parametrize("zipped", [False, True])
def test_a_large_delimited_file_is_read_as_a_small_one(zipped, table, tmp_path):
    path = tmp_path / ("table.csv.gz" if zipped else "table.csv")
    with arrow.output_stream(path, compression="gzip" if zipped else None) as stream:
        csv.write_csv(table, stream)
    content = path.read_bytes()
    fits = read_table(content, path.name)
    with opened(str(path), SMALL) as files:
        cells = files.ask(f"SELECT * FROM {files.relation}")
        assert files.name == path.name
    assert table_of(cells_of(cells), "", "").frame().equals(fits.frame())
    status, text, err = run(path, *FLAGS, limits=ReadingLimits(bytes=1000), sample=SMALL)
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
    with opened(str(tmp_path)) as source:
        assert source.declared == ("zip", "class")
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


def learnt_meanwhile(folder, change):
    """The table is asked to be kept and learnt from after one of its files was changed."""
    with small_source(folder) as source:
        change()
        with suppress(DataError):
            source.write("SELECT 1 AS one", str(folder / "kept.parquet"))
        learnt(source, None, 0)


@pytest.mark.parametrize("how", ["longer", "touched", "gone"])
def test_a_file_that_changes_while_it_is_read(how, folder, table):
    path = folder / "2.parquet"
    change = {
        "longer": lambda: parquet.write_table(table, path),
        "touched": lambda: os.utime(path, ns=(1, 1)),
        "gone": path.unlink,
    }
    with pytest.raises(DataError, match=r"survey/2\.parquet” was changed or removed"):
        learnt_meanwhile(folder, change[how])
    assert not (folder / "kept.parquet").exists()


def test_a_target_that_is_not_there_and_one_that_is_a_number(folder):
    assert "has no column “klass”" in refused(folder, "--target", "klass")
    assert "Compare it, as in --target “pay > 0”" in refused(folder, "--target", "pay")


def test_a_target_without_any_value(tmp_path):
    (tmp_path / "a.csv").write_text("a,b\n1,\n2,\n")
    assert "“b” must have at least two values, and all its cells are empty" in refused(tmp_path)


def test_what_rows_are_beside_cannot_be_had_of_a_folder(folder):
    assert "“few” was named as the group. Leave that out" in refused(folder, "--group", "few")
    assert "must fit into memory" in refused(folder, "--test", folder / "1.parquet")


def test_cells_that_hold_several_values(tmp_path):
    own = arrow.table({"a": [[1, 2]], "class": ["yes"]})
    parquet.write_table(own, tmp_path / "a.parquet")
    assert "Those of “a” hold several" in refused(tmp_path)


@pytest.mark.parametrize(("cell", "is_text"), [(b"red", True), (b"\xff\xfe", False)])
def test_bytes_of_large_files_are_texts_where_they_are_utf_8(cell, is_text, tmp_path):
    cells, rows = (
        arrow.array([cell, b"blue", None] * 60, arrow.binary()),
        [i % 7 for i in range(180)],
    )
    names = ["yes" if i % 3 else "no" for i in rows]
    parquet.write_table(
        arrow.table({"a": cells, "b": rows, "class": names}), tmp_path / "a.parquet"
    )
    if is_text:
        texts = {None, "red", "blue"}
        with opened(str(tmp_path)) as source:
            seen = source.ask(f"SELECT DISTINCT a FROM {source.relation}").column(0).to_pylist()
        assert set(seen) == texts
        table = read_table((tmp_path / "a.parquet").read_bytes(), "a.parquet")
        assert {*table.column("a").values} == texts
    else:
        assert "Text must be UTF-8, and a column of the files holds other" in refused(tmp_path)


def test_a_row_of_a_large_delimited_file_that_is_too_short(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a,b,class\n" + "1,2,yes\n" * 200_000 + "1,2\n" + "1,2,no\n")
    told = refused(path, limits=ReadingLimits(bytes=1000))
    assert "must have as many cells as its header, 3" in told


def test_scoring_that_fails_leaves_no_file(folder, table, tmp_path):
    written = tmp_path / "a.json"
    assert run(folder, *FLAGS, "--form", "rule", "--json", written, sample=SMALL)[0] == 0
    parquet.write_table(table.drop_columns(["pay"]), folder / "2.parquet")
    told = refused(written, "--predict", folder, "--into", tmp_path / "scored.parquet")
    assert "lacks “pay”" in told
    assert [*tmp_path.glob("scored*")] == []


def test_an_interrupt_knows_the_folder_of_an_engine_whenever_it_comes(folder, monkeypatch):
    seen = []

    def engine(place):
        seen.append(place)
        assert place in unfinished
        raise OSError

    monkeypatch.setattr(files, "_engine", engine)
    with pytest.raises(OSError), opened(str(folder)):  # noqa: PT011
        pass
    assert not any(map(os.path.exists, seen))
    assert not unfinished


def test_many_delimited_files_are_one_table_however_their_letters_are_coded(table, tmp_path):
    frame = table.to_pandas().assign(job=lambda own: own["job"].fillna("") + "é")
    frame[:300].to_csv(tmp_path / "a.csv", index=False, encoding="cp1252")
    frame[300:].to_csv(tmp_path / "b.csv.gz", index=False)
    with small_source(tmp_path) as source:
        cells = source.ask(f"SELECT job FROM {source.relation}").column(0).to_pylist()
    assert (source.rows, source.files) == (ROWS, 2)
    assert cells == frame["job"].to_list()
    frame[["job", "class"]].to_csv(tmp_path / "c.csv", index=False)
    assert "lacks “age”, “pay”" in refused(tmp_path)


def test_nothing_is_fetched_that_nobody_asked_for(folder):
    with small_source(folder) as source:
        with pytest.raises(DataError):
            source.ask("SELECT * FROM read_parquet('https://example.com/a.parquet')")
        loaded = source.ask("SELECT extension_name FROM duckdb_extensions() WHERE loaded")
    assert {*loaded.column(0).to_pylist()} <= {"core_functions", "icu", "json", "parquet"}


def test_a_name_that_would_be_a_pattern_is_that_one_file(table, tmp_path):
    for place in (1, 2):
        parquet.write_table(table.slice(100 * place, 100 * place), tmp_path / f"{place}.parquet")
    (tmp_path / "2.parquet").rename(tmp_path / "[1].parquet")
    with small_source(tmp_path) as source:
        assert source.rows == 300
    (tmp_path / "[2].csv").write_text("a,class\n" + "1,x\n2,y\n" * 50)
    (tmp_path / "2.csv").write_text("a,class\n3,x\n")
    with opened(str(tmp_path / "[2].csv"), SMALL) as source:
        assert source.rows == 100


@pytest.mark.parametrize("packed", [gzip.compress, bytes])
def test_a_row_that_fills_the_machine_is_too_large(tmp_path, packed):
    path = tmp_path / "table.csv"
    path.write_bytes(packed(b"a,class\n" + b"0" * 40 * 2**20))
    assert "is too large: a row may hold 16 MB" in refused(path, limits=ReadingLimits(bytes=10))


def test_a_gzipped_file_that_is_cut_off_is_refused(tmp_path):
    path = tmp_path / "table.csv.gz"
    whole_file = gzip.compress(b"a,class\n" + b"1,x\n2,y\n" * 50_000)
    path.write_bytes(whole_file[: len(whole_file) // 2])
    assert "must have as many cells" in refused(path, limits=ReadingLimits(bytes=10))
