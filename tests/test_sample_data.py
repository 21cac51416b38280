import csv
from pathlib import Path

import pytest

from sample_data import SAMPLES
from sample_data.generate import PRINTED, SHAPES, care, rent, tables

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[1] / "sample_data"


def read(path: Path) -> tuple[list[str], list[tuple[str, ...]]]:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, [tuple(row) for row in rows]


def test_the_files_are_byte_for_byte_what_the_generator_makes():
    made = {name: content.encode() for name, content in tables().items()}
    kept = {path.name: path.read_bytes() for path in FOLDER.glob("*.csv")}
    assert kept == made, "run `make samples`"


@pytest.mark.parametrize(
    ("name", "yes", "no"),
    [("tic-tac-toe", "positive", "negative")] + [(f"monks-{i}", "yes", "no") for i in (1, 2, 3)],
)
def test_boards_and_robots_are_the_published_ones(shared_data, name, yes, no):
    _, published = read(shared_data / f"{name}.csv")
    _, ours = read(FOLDER / f"{name}.csv")
    assert sorted(ours) == sorted((*row[:-1], {yes: "yes", no: "no"}[row[-1]]) for row in published)


@pytest.mark.parametrize("name", [*PRINTED, *SHAPES])
def test_the_rule_that_the_readme_states_decides_every_row(name):
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    formula = readme.split(f"| `{name}.csv` | ")[1].split(" |")[0]
    rule = [clause.strip("() ").split(" ∧ ") for clause in formula.split("∨")]
    header, rows = read(FOLDER / f"{name}.csv")
    for row in rows:
        ones = {variable for variable, value in zip(header, row, strict=True) if value == "1"}
        assert len(ones) == 10
        assert row[-1] == ("yes" if any(ones.issuperset(clause) for clause in rule) else "no")
    assert len(set(rows)) == 1000
    assert sum(row[-1] == "yes" for row in rows) == 500
    for clause in rule:  # none is there for show
        others = [other for other in rule if other is not clause]
        assert any(
            all(row[header.index(x)] == "1" for x in clause)
            and not any(all(row[header.index(x)] == "1" for x in other) for other in others)
            for row in rows
        )


def test_the_clinic_cares_by_the_rule_that_the_readme_states():
    """But for the classes drawn at random, of which a third is right all the same, and for gaps."""
    header, rows = read(FOLDER / "clinic.csv")
    full = [dict(zip(header, row, strict=True)) for row in rows if all(row)]
    right = [
        row["care"]
        == care(
            int(row["age"]), float(row["bmi"]), int(row["pressure"]), row["smoker"], row["pain"]
        )
        for row in full
    ]
    assert 0.96 < sum(right) / len(right) < 0.99
    assert 0.8 < len(full) / len(rows) < 0.9


def test_rents_are_the_sum_that_the_readme_states_but_for_chance():
    header, rows = read(FOLDER / "flats.csv")
    full = [dict(zip(header, row, strict=True)) for row in rows if all(row)]
    left = [
        int(row["rent"])
        - rent(
            row["district"], int(row["square metres"]), int(row["floor"]), row["lift"],
            row["balcony"], int(row["built"]), row["furnished"],
        )
        for row in full
    ]  # fmt: skip
    assert abs(sum(left)) / len(left) < 10
    assert 60 < (sum(own**2 for own in left) / len(left)) ** 0.5 < 80
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for amount in (620, 310, 260, 180, 150, 120, 110):
        assert str(amount) in readme


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.file)
def test_a_sample_offers_what_its_file_holds(sample):
    header, rows = read(sample.path)
    assert sample.target == header[-1]
    assert sample.size.split()[0] == f"{len(rows):,}"
    if sample.positive is None:
        assert len({row[-1] for row in rows}) > 12
        return
    classes = {row[-1] for row in rows}
    assert classes == (
        {"intensive", "diet", "routine"} if "intensive" in classes else {"yes", "no"}
    )
    assert sample.positive in classes
