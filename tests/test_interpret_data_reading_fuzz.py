"""Damaged files of every format: a table or one sentence, never another exception."""

import datetime
import gzip
import io
import zipfile

import numpy as np
import pyarrow as arrow
import pytest

from interpret.data.attributes import Columns
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.data.task import tasks
from tests.made_files import as_csv, as_parquet, as_workbook, zip_of
from tests.often import some_now
from tests.test_interpret_data_reading_formats import cell, open_document, row

BLOCKS, FILES = 10, 25  # of damaged files of each format
NAMES = ("age", "größe", "day", "kind", "share", "class")
ROWS = [
    (
        str(20 + i),
        f"{i},5",
        f"2024-0{1 + i % 9}-1{i % 10}",
        ("a", "b", "")[i % 3],
        f"{i / 7:.3f}",
        c,
    )
    for i, c in enumerate(["yes", "no"] * 15)
]
PIECES = [
    *(bytes([byte]) for byte in b"\x00\xff\xfe\x80\"',;\t\r\n\\{}%@?\x1a"),
    *(b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xff\xff\xff\xff", b"1e999", b"9" * 400, b"-0", b"nan"),
    *(b"9999-99-99", b"0000-00-00", "\u2028é\ud7ff".encode()),
]


def workbook():
    rows = [(*row[:2], datetime.date.fromisoformat(row[2]), *row[3:]) for row in ROWS]
    return as_workbook([NAMES, *rows])


def columnar():
    columns = [list(column) for column in zip(*ROWS, strict=True)]
    table = arrow.table(
        [
            arrow.array(map(int, columns[0])),
            arrow.array(columns[1]),
            arrow.array(map(datetime.date.fromisoformat, columns[2])),
            arrow.array(columns[3]).dictionary_encode(),
            arrow.array(map(float, columns[4])),
            arrow.array(columns[5]),
        ],
        names=NAMES,
    )
    return as_parquet(table)


PLAIN = {
    "CSV": as_csv([NAMES, *ROWS]),
    "TSV": as_csv([NAMES, *ROWS], "\t"),
    "UTF-16": as_csv([NAMES, *ROWS], "\t").decode().encode("utf-16"),
    "Excel": workbook(),
    "OpenDocument": open_document(*(row(*map(cell, own)) for own in [NAMES, *ROWS])),
    "Parquet": columnar(),
}


def mutated(raw, rng):
    """The bytes with one to four of them, or pieces of them, changed."""
    for _ in range(rng.integers(1, 5)):
        start = int(rng.integers(len(raw) + 1))
        end = min(len(raw), start + int(rng.integers(1, 2 ** rng.integers(1, 8))))
        piece = PIECES[rng.integers(len(PIECES))]
        there = int(rng.integers(len(raw) + 1))
        raw = {
            "flip": raw[:start] + bytes(b ^ 1 << int(rng.integers(8)) for b in raw[start:end][:2]),
            "noise": raw[:start] + rng.bytes(end - start),
            "drop": raw[:start],
            "insert": raw[:start] + piece + raw[start:end],
            "replace": raw[:start] + piece,
            "twice": raw[:end] + raw[start:end],
            "elsewhere": raw[:start] + raw[there : there + end - start],
        }[MUTATIONS[rng.integers(len(MUTATIONS))]] + raw[end:]
        if rng.random() < 0.03:
            raw = raw[: int(rng.integers(len(raw) + 1))]
    return raw


MUTATIONS = ("flip", "noise", "drop", "insert", "replace", "twice", "elsewhere")


def mutated_inside(raw, rng):
    """A workbook with one of its parts changed."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = sorted(parts)[rng.integers(len(parts))]
    return zip_of(parts | {name: mutated(parts[name], rng)})


def damaged(name, number):
    """A damaged file of the format; of packed ones, every other is changed before it is packed."""
    rng = np.random.default_rng([sorted(PLAIN).index(name.removeprefix("gzip of ")), number])
    raw = PLAIN[name.removeprefix("gzip of ")]
    outside = number % 2
    if name.startswith("gzip"):
        return (
            mutated(gzip.compress(raw, 1, mtime=0), rng)
            if outside
            else gzip.compress(mutated(raw, rng), 1, mtime=0)
        )
    if raw.startswith(b"PK") and not outside:
        return mutated_inside(raw, rng)
    return mutated(raw, rng)


def read(raw):
    """The file read and asked for its task, or the sentence that says why not."""
    try:
        table = read_table(raw, "t")
        tasks(table, columns=Columns(gaps="drop-row"))
    except DataError as error:
        return str(error)
    return "A table."


@pytest.mark.parametrize("name", PLAIN)
def test_the_files_are_whole_before_they_are_damaged(name):
    table = read_table(PLAIN[name], "t")
    assert table.names == NAMES
    assert table.n_rows == len(ROWS)


FORMATS = [*PLAIN, *(f"gzip of {name}" for name in PLAIN)]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("block", some_now(range(BLOCKS), 0))
def test_a_damaged_file_gives_a_table_or_one_sentence(name, block):
    for number in range(FILES * block, FILES * (block + 1)):
        said = read(damaged(name, number))
        assert 8 <= len(said) < 2000, number
        assert said[-1] in ".!?”", said
