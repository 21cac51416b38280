"""How often a sum is shown for a number of noise, and how often one that is planted is found.

    python -m benchmarks.number_claims [--tables 300] [--first 0] [--kind noise|planted|both]

All defaults of the command line. Every table has 200 to 500 rows and 4 to 8 columns: of texts, of
numbers, or of both. Noise is in turn normal, log-normal, of Student's t with two degrees of
freedom, counts, or zero but for a third of the rows; nothing may be shown. Planted is a sum of one
to three conjunctions of one or two tests, each of which holds for 15 to 85 % of the rows, with
normal noise; the sum varies in turn 1, 1.5 or 3 times as much. Table number i is always the same
one, so that a long run can be split by --first and its lines added up.

A planted sum counts as found where a sum is shown that explains, on rows never seen, at least half
of the variation of the planted sum itself, without the noise; the line says besides how often it is
four fifths. Told is where each planted conjunction has a term that holds on nearly the same of
these rows, or nearly all others (a correlation of .9 and more). Rates are with 95 % intervals.
Covered: of the intervals of effects, all of unseen rows, those in which the same sum fitted to the
numbers without their noise lies.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

import numpy as np
import pandas as pd

from benchmarks.tables import table_of
from interpret.number.explain import explain_number
from interpret.number.explanation import explained_rows, holds_of
from interpret.number.sums import fit_sum
from interpret.present.wording import share_words
from interpret.settings import Settings
from interpret.shares import independent

SHAPES = ("texts", "numbers", "both")
NOISE = ("normal", "log-normal", "t", "counts", "zero-inflated")
RATIOS = (1.0, 1.5, 3.0)  # of the deviations of the planted sum and of its noise
HALF, MOST, SAME = 0.5, 0.8, 0.9


@dataclass(frozen=True)
class Case:
    """A table with its number y, the sum in it without noise, and which rows its terms cover."""

    frame: pd.DataFrame
    signal: np.ndarray
    terms: np.ndarray


def columns_of(number: int, n: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    shape, found = SHAPES[number // len(NOISE) % len(SHAPES)], {}
    for j in range(int(rng.integers(4, 9))):
        if shape == "numbers" or (shape == "both" and j % 2):
            found[f"n{j}"] = np.round(rng.normal(size=n), 2)
        else:
            found[f"c{j}"] = rng.choice(list("abcd")[: int(rng.integers(2, 5))], n)
    return found


def noise(number: int) -> Case:
    """A number that has nothing to do with the columns beside it."""
    rng = np.random.default_rng([number, 0])
    n = int(rng.integers(200, 501))
    y = {
        "normal": lambda: rng.normal(size=n),
        "log-normal": lambda: rng.lognormal(sigma=1.5, size=n),
        "t": lambda: rng.standard_t(2, size=n),
        "counts": lambda: rng.poisson(8, size=n) + rng.integers(0, 8, n),
        "zero-inflated": lambda: rng.lognormal(size=n) * (rng.random(n) < 1 / 3),
    }[NOISE[number % len(NOISE)]]()
    frame = pd.DataFrame(columns_of(number, n, rng) | {"y": np.round(y, 4)})
    return Case(frame, np.zeros(n), np.zeros((n, 0)))


def planted(number: int) -> Case:
    """A number that is a sum of conjunctions, with noise."""
    rng = np.random.default_rng([number, 1])
    n = int(rng.integers(200, 501))
    columns = columns_of(number, n, rng)
    terms: list[np.ndarray] = []
    wanted = int(rng.integers(1, 4))
    while len(terms) < wanted:
        held = np.ones(n, dtype=bool)
        for name in rng.choice(list(columns), int(rng.integers(1, 3)), replace=False).tolist():
            column = columns[name]
            if column.dtype.kind == "f":
                held &= (column > rng.uniform(-0.6, 0.6)) == (rng.random() < 0.5)
            else:
                held &= column == rng.choice(np.unique(column))
        is_new = all(abs(np.corrcoef(held, other)[0, 1]) < HALF for other in terms)
        if 0.15 <= held.mean() <= 0.85 and is_new:
            terms.append(held)
    of_rows = np.array(terms, dtype=float).T
    signal = of_rows @ (rng.choice([-1.0, 1.0], wanted) * rng.uniform(1, 2, wanted))
    spread = float(signal.std()) / RATIOS[number % len(RATIOS)]
    y = signal + spread * rng.normal(size=n)
    return Case(pd.DataFrame(columns | {"y": np.round(y, 4)}), signal, of_rows)


@dataclass(frozen=True)
class Outcome:
    """What was shown for a case: the share of the planted sum that is explained, and the rest."""

    number: int
    shown: bool
    explained: float
    told: bool
    covered: int
    intervals: int
    seconds: float


def outcome(number: int, case: Case) -> Outcome:
    table = table_of(case.frame)
    started = process_time()
    e = explain_number(table, Settings(target="y"))
    seconds = process_time() - started
    rows = list(e.rows["test"])
    held = holds_of(e, explained_rows(e, table))[rows]
    true, said = case.signal[rows], np.array(e.predicted)[rows]
    varied = float(((true - true.mean()) ** 2).sum())
    explained = 1 - float(((true - said) ** 2).sum()) / varied if varied else 0.0
    same = [
        any(abs(np.corrcoef(term, holds)[0, 1]) >= SAME for holds in held.T if holds.std())
        for term in case.terms[rows].T
    ]
    covered = intervals = 0
    effects = fit_sum(held.astype(float), true).effects
    for term, effect in zip(e.terms, effects, strict=True):
        if term.low is not None and term.high is not None:
            intervals += 1
            covered += term.low <= effect <= term.high
    return Outcome(number, bool(e.terms), explained, all(same), covered, intervals, seconds)


def line(name: str, outcomes: Sequence[Outcome], is_planted: bool) -> str:
    def rate(hits: Sequence[bool]) -> str:
        return f"{sum(hits)} of {len(hits)}: {share_words(independent(sum(hits), len(hits)))}"

    shown = [one.shown for one in outcomes]
    found = [one.shown and one.explained >= HALF for one in outcomes]
    well = [one.shown and one.explained >= MOST for one in outcomes]
    told = [one.shown and one.told for one in outcomes]
    intervals = sum(one.intervals for one in outcomes)
    covered = f"{sum(one.covered for one in outcomes)} of {intervals}"
    parts = [rate(found), rate(well), rate(told)] if is_planted else ["–"] * 3
    seconds = np.mean([one.seconds for one in outcomes])
    return f"| {name} | {rate(shown)} | {' | '.join(parts)} | {covered} | {seconds:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", choices=["noise", "planted", "both"], default="both")
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.tables)
    head = "tables | a sum is shown | found | four fifths | told | covered | CPU s"
    print(f"| {head} |\n{'|---' * 7}|", flush=True)
    for kind, make, names in (("noise", noise, NOISE), ("planted", planted, RATIOS)):
        if asked.kind in (kind, "both"):
            found = []
            for number in numbers:
                found.append(outcome(number, make(number)))
                if found[-1].shown != (kind == "planted"):
                    print(f"{kind} {number}: {found[-1]}", flush=True)
            for place, name in enumerate(names):
                of_table = [one for one in found if one.number % len(names) == place]
                if of_table:
                    print(line(f"{kind}, {name}", of_table, kind == "planted"))
            print(line(f"{kind}, all", found, kind == "planted"), flush=True)


if __name__ == "__main__":
    main()
