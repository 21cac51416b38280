"""What the verdict says of tables of noise, and of tables whose class follows a rule.

    python -m benchmarks.verdicts [--tables 300] [--first 0] [--kind noise|planted|both]

All defaults of the command line; nothing is set by hand. Noise: 60 to 400 rows of which the class
is drawn whatever stands in them, 20 to 50 % positive; nothing may be found. Planted: 200 to 600
rows, the class an OR of 2 to 8 clauses of 1 to 3 tests, 20 to 80 % of it positive, up to 10 % of
the labels flipped. Every table has 5 to 12 columns of 2 to 5 values, some of them numbers. Table
number i is always the same one, so that a long run can be split by --first and its lines added up.

Of each kind: how often the verdict says that something was found, how often it is good news, and,
where a rule was planted, how often that very rule was found (the same verdict on 99 of 100 fresh
rows); each with its 95 % interval, and CPU seconds for a table.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time

import numpy as np

from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.forms.answer.explanation import Explanation
from interpret.forms.explain import explain
from interpret.present.wording import length_words, share_words
from interpret.settings import Settings
from interpret.shares import independent
from interpret.tell.rule.verdict import verdict

FRESH = 4000  # rows that a rule is compared with the planted one on
SAME = 0.99  # of them, for it to be that rule
NUMERIC = 0.25  # share of the columns that hold numbers

Columns = Sequence[Sequence[str]]  # the values of each column
Planted = Sequence[Sequence[tuple[int, str]]]  # clauses of (column, value)


@dataclass(frozen=True)
class Case:
    """A table, its columns, and the rule that its class follows, none for noise."""

    table: Table
    columns: Columns
    planted: Planted


def noise(number: int) -> Case:
    """A table of which no rule is right more often than a guess."""
    rng = np.random.default_rng([number, 0])
    columns = _columns(rng)
    rows = _rows(columns, int(rng.integers(60, 401)), rng)
    positive = rng.random(len(rows)) < rng.uniform(0.2, 0.5)
    positive[:4] = (True, True, False, False)
    return Case(_table(rows, positive, f"noise-{number}.csv"), columns, ())


def planted(number: int) -> Case:
    """A table of which the class follows a rule, but for some labels."""
    rng = np.random.default_rng([number, 1])
    n, flipped = int(rng.integers(200, 601)), rng.uniform(0.0, 0.1)
    n_clauses = int(rng.integers(2, 9))
    while True:
        columns = _columns(rng)
        rows = _rows(columns, n, rng)
        rule = [_clause(columns, rng) for _ in range(n_clauses)]
        positive = holds(rule, rows)
        if 0.2 < positive.mean() < 0.8:
            break
    wrong = rng.random(n) < flipped
    return Case(_table(rows, positive ^ wrong, f"planted-{number}.csv"), columns, rule)


def holds(rule: Planted, rows: np.ndarray) -> np.ndarray:
    """On which rows the planted rule holds: bool (n_rows,)."""
    clauses = [np.all([rows[:, at] == value for at, value in clause], axis=0) for clause in rule]
    return np.any(clauses, axis=0)


def is_planted_rule(e: Explanation, case: Case) -> bool:
    """Whether the rule found says what the planted one says, on fresh rows."""
    rows = _rows(case.columns, FRESH, np.random.default_rng(FRESH))
    truth = holds(case.planted, rows)
    truth_first = truth.copy()
    truth_first[:2] = (True, False)  # both classes must occur for a table to be read
    said = e.says(_table(rows, truth_first, "fresh.csv"))
    return bool((said == truth).mean() >= SAME)


def _columns(rng: np.random.Generator) -> Columns:
    columns = []
    for _ in range(int(rng.integers(5, 13))):
        n = int(rng.integers(2, 6))
        is_numeric = rng.random() < NUMERIC
        columns.append([str(10 * k) if is_numeric else "abcde"[k] for k in range(n)])
    return columns


def _clause(columns: Columns, rng: np.random.Generator) -> list[tuple[int, str]]:
    places = rng.permutation(len(columns))[: rng.integers(1, 4)]
    return [(int(at), str(rng.choice(columns[at]))) for at in places]


def _rows(columns: Columns, n: int, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(values, n) for values in columns], dtype=object).T


def _table(rows: np.ndarray, positive: np.ndarray, name: str) -> Table:
    lines = [",".join([*(f"c{i}" for i in range(rows.shape[1])), "class"])]
    lines += [
        ",".join([*row, "yes" if is_positive else "no"])
        for row, is_positive in zip(rows, positive, strict=True)
    ]
    return read_table("\n".join(lines).encode(), name)


def measured(kind: str, numbers: Sequence[int]) -> Iterator[tuple[Explanation, bool]]:
    """The answer for each table, and whether it holds the planted rule."""
    for number in numbers:
        case = {"noise": noise, "planted": planted}[kind](number)
        e = explain(case.table, Settings(positive=("yes",), form="rule"))
        yield e, bool(case.planted) and is_planted_rule(e, case)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=300, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    parser.add_argument("--kind", choices=("noise", "planted", "both"), default="both")
    parser.add_argument("--each", action="store_true", help="print a line for each table")
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.tables)
    for kind in ("noise", "planted") if asked.kind == "both" else (asked.kind,):
        started = process_time()
        found = good = same = 0
        for number, (e, is_same) in zip(numbers, measured(kind, numbers), strict=True):
            said = verdict(e, e.rule_form)
            found, good, same = found + said.found, good + said.good, same + is_same
            if asked.each:
                right = e.rule_form.right["test"].accuracy
                print(
                    f"{number:>4} {right.n:>4} rows, right {share_words(right)}, "
                    f"{length_words(e.rule.formula)}{', the planted rule' * is_same}: "
                    f"{said.headline}",
                    flush=True,
                )
        seconds = (process_time() - started) / len(numbers)
        rates = {"something found": found, "graded good": good}
        if kind == "planted":
            rates["the planted rule itself"] = same
        told = "; ".join(
            f"{name} {hits} of {len(numbers)}, {share_words(independent(hits, len(numbers)))}"
            for name, hits in rates.items()
        )
        print(f"{kind}: {told}; {seconds:.1f} CPU s a table", flush=True)


if __name__ == "__main__":
    main()
