"""What the command line is asked for and would do nothing, or mislead, is refused in a sentence."""

import io
from dataclasses import fields

import pytest

from interpret.__main__ import main
from interpret.settings import OF_RULES, RARE, Settings, settings_given
from tests.conftest import ROOT

MONKS, FLATS = (str(ROOT / "sample_data" / name) for name in ("monks-1.csv", "flats.csv"))


def refused(*given):
    out, err = io.StringIO(), io.StringIO()
    assert main(list(map(str, given)), out, err) == 2
    assert not out.getvalue()
    (line,) = err.getvalue().splitlines()
    return line


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            ["--cost", 0],
            "cost must be a number between 1e-09 and 1000000000, or auto, or balanced; got 0.0",
        ),
        (["--set", "population=500"], "Choose genetic as the search, or leave population out"),
        (["--set", "operators=thesis"], "Only the genetic search reads operators"),
        (["--set", "search=genetic", "--set", "effort=9"], "Only the exact search reads effort"),
    ],
)
def test_what_would_do_nothing_is_refused(given, told):
    assert told in refused(MONKS, *given)


def test_defaults_are_taken_where_somebody_reads_them():
    for search in ("exact", "genetic"):
        for own in fields(Settings):
            if own.metadata.get("search", search) == search:
                settings_given({"search": search, own.name: own.default})


def test_rows_to_test_on_are_others_than_those_to_learn_from_and_to_score(tmp_path):
    copy = tmp_path / "copy.csv"
    copy.write_bytes((ROOT / "sample_data" / "monks-1.csv").read_bytes())
    assert "must not be those to learn from" in refused(MONKS, "--test", copy)
    other = tmp_path / "other.csv"
    other.write_text("\n".join(copy.read_text().splitlines()[:40]))
    told = refused(MONKS, "--test", other, "--predict", other)
    assert "--predict must not be those of --test" in told


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("kernel", "linear"), ("C", 1.0), ("landmarks", 30), ("cost", "balanced")),
        *(("cost", 2.0), ("search", "genetic"), ("side", "for")),
        *(("fit_to", "labels"), ("price", 1.0), ("effort", 9)),
    ],
)
def test_a_number_is_explained_without_what_only_rules_read(name, value):
    assert name in OF_RULES
    said = name.replace("_", "-")
    given = ["--set", f"{said}={value}"] if name in RARE else [f"--{said}", value]
    told = refused(FLATS, "--target", "rent", *given)
    assert f"does not read {said}." in told
    assert "--target 'rent > 900'" in told
