"""Spellings of one class, and what a file declares holds in a test file too."""

import pytest

from interpret.data.read_again import together
from interpret.data.reading import read_table
from tests import command_line
from tests.made_files import as_csv, as_parquet, rows_of

write = command_line.write


def file_of(classes):
    lines = [f"{i % 50},{classes[i % len(classes)]}" for i in range(120)]
    return "\n".join(["age,ill", *lines]).encode()


def test_yes_and_no_in_any_letters_are_two_classes_and_other_words_are_told():
    table = read_table(file_of(["Yes", "yes", "No", "no"]), "t.csv")
    assert [value for value in table.column("ill").values if value] == ["No", "Yes"]
    assert "In “ill” “No”, “Yes”, “no”, “yes” were read as “No” and “Yes”." in table.notices
    table = read_table(file_of(["Ill", "ill", "well"]), "t.csv")
    assert (
        "In “ill” “Ill” and “ill” are different values. Write them alike if they mean the same."
        in table.notices
    )
    table = read_table(file_of(["Mild", "mild", "Severe", "severe", "well"]), "t.csv")
    assert any("“Mild” and “mild”, “Severe” and “severe” are" in told for told in table.notices)


def zips(texts):
    return {"zip": texts, "ill": ["yes" if i % 4 < 2 else "no" for i in range(len(texts))]}


@pytest.mark.parametrize("write", [as_parquet, lambda columns: as_csv(rows_of(columns))])
def test_a_declared_category_stays_one_digit_for_digit_in_the_test_file(write):
    texts = ["01500", "1500", "1500.0", "2500"]
    first = read_table(as_parquet(zips(texts * 20)), "a.parquet")
    second = read_table(write(zips(["1500.0", "01500"] * 6)), "b")
    both, _ = together(first, second, ["zip", "ill"])
    column = both.column("zip")
    assert column.reading == first.column("zip").reading
    assert column.in_file.declared
    assert sorted(value for value in column.values if value) == sorted(texts)
    assert [column.values[code] for code in column.codes[80:82]] == ["1500.0", "01500"]
