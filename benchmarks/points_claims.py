"""Is a planted card found again, are its chances true, and is noise called a finding?

    python -m benchmarks.points_claims [--kind planted|noise|both] [--tables 24] [--first 0]
                                       [--rows 200,1000,3000,10000]

Planted: 5 to 12 clauses of one or two tests with points from −5 to 5 on 6 columns of texts and 6 of
numbers; the cut halves the rows. In turn no label is wrong, 10 % are, or 20 %: of even tables by
chance 1 / (1 + exp(−a (total − cut))) with the a that makes that share wrong ("logistic"), of odd
ones anywhere alike ("flipped"). Told on 5,000 fresh rows: the planted clauses that have a term on
nearly the same rows, or nearly all others (a correlation of .9 and more); how often card and truth
are right; and the slope of a logistic regression of the class on the card's log odds, 1 where the
chances are true, below where they are too sure. A curve fits flipped labels less, whose chance is a
step; without noise there is no slope. All rows to learn from.

Noise: 100 to 1,000 rows whose class, of 30 or 50 %, is independent of 4 to 12 columns; 30 % of the
rows held out as always. Counted: cards with a term; cards that tell the classes apart on unseen
rows by Fisher's exact test; and cards of which the page says "Surely better than" a guess.

The card is that of --form points, but for the machine and the clauses offered, which are those of a
draft: the choice and search of the rule would take most of the time and make no difference to it
where labels are what a card is fitted to.
Table number i is always the same one, so that a long run can be split by --first.
"""

import argparse
from dataclasses import dataclass, replace
from os import environ
from time import process_time

for library in ("OMP", "OPENBLAS", "MKL"):
    environ.setdefault(f"{library}_NUM_THREADS", "1")

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
from scipy.optimize import brentq  # noqa: E402
from scipy.special import expit  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402

from interpret.answers.points.carded import scored  # noqa: E402
from interpret.answers.points.choose import Request, choose_card  # noqa: E402
from interpret.answers.points.fit import fitted_card  # noqa: E402
from interpret.answers.rule.answer.evidence import tells_apart  # noqa: E402
from interpret.answers.rule.answer.explanation import Explanation  # noqa: E402
from interpret.answers.rule.explain import draft_task  # noqa: E402
from interpret.answers.rule.sentences.at_a_glance import surety  # noqa: E402
from interpret.data.reading import read_table  # noqa: E402
from interpret.fit.drafting import draft_choices, draft_landmarks  # noqa: E402
from interpret.fit.parts import read_parts, tasks_asked  # noqa: E402
from interpret.fit.training import MachinePlan, trained_as  # noqa: E402
from interpret.settings import Settings  # noqa: E402

VALUES = ("a", "b", "c", "d")
WRONG = (0.0, 0.1, 0.2)  # shares of the labels
FRESH, SAME, CLASS = 5000, 0.9, "class"


@dataclass(frozen=True)
class Case:
    """Rows to learn from and fresh ones, with their class: whether each planted clause holds on the
    fresh rows, bool (n_clauses, n_fresh), and what the truth says of them.
    """

    train: pd.DataFrame
    fresh: pd.DataFrame
    clauses: np.ndarray
    truth: np.ndarray
    is_logistic: bool
    wrong: float


def columns_of(texts: int, numbers: int, n: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    for j in range(texts):
        found[f"c{j}"] = rng.choice(VALUES[: 2 + j % 3], n)
    for j in range(numbers):
        found[f"n{j}"] = np.round(rng.uniform(0, 100, n), 1)
    return found


def clause_of(columns: dict[str, np.ndarray], tests: int, rng: np.random.Generator) -> np.ndarray:
    """Rows where some tests hold, each on a column of its own."""
    held = np.ones(len(next(iter(columns.values()))), dtype=bool)
    for name in rng.choice(list(columns), tests, replace=False).tolist():
        own = columns[name]
        if own.dtype.kind == "f":
            held &= (own > rng.uniform(25, 75)) == (rng.random() < 0.5)
        else:
            held &= own == rng.choice(np.unique(own))
    return held


def planted(number: int, n: int, wrong: float | None = None, clauses: int | None = None) -> Case:
    """Table `number` of n rows."""
    rng = np.random.default_rng((number, n))
    rate = WRONG[number // 2 % len(WRONG)] if wrong is None else wrong
    columns = columns_of(6, 6, n + FRESH, rng)
    wanted = int(rng.integers(5, 13)) if clauses is None else clauses
    held: list[np.ndarray] = []
    while len(held) < wanted:
        own = clause_of(columns, int(rng.integers(1, 3)), rng)
        is_new = all(abs(np.corrcoef(own, other)[0, 1]) < 0.5 for other in held)
        if 0.1 <= own.mean() <= 0.9 and is_new:
            held.append(own)
    rows = np.array(held)
    points = rng.choice([-1, 1], wanted) * rng.integers(1, 6, wanted)
    totals = points @ rows
    apart = totals - (np.floor(np.median(totals)) + 0.5)
    said = apart > 0
    if number % 2 == 0 and rate:

        def excess(a: float) -> float:
            return float(expit(-a * np.abs(apart)).mean()) - rate

        y = rng.random(len(said)) < expit(brentq(excess, 0.001, 50) * apart)
    else:
        y = said ^ (rng.random(len(said)) < rate)
    frame = pd.DataFrame(columns | {CLASS: np.where(y, "yes", "no")})
    return Case(frame[:n], frame[n:], rows[:, n:], said[n:], number % 2 == 0, rate)


def noise(number: int) -> pd.DataFrame:
    """A table whose class is independent of its columns."""
    rng = np.random.default_rng((number, 1))
    n, width = (100, 200, 400, 1000)[number % 4], int(rng.integers(4, 13))
    texts = (width, 0, width // 2)[number // 4 % 3]
    columns = columns_of(texts, width - texts, n, rng)
    y = rng.random(n) < (0.5, 0.3)[number // 12 % 2]
    return pd.DataFrame(columns | {CLASS: np.where(y, "yes", "no")})


def answered(frame: pd.DataFrame, test_size: float = 0.3) -> Explanation:
    """The answer with a card in it, beside the rule and the machine of a draft."""
    table = read_table(frame.to_csv(index=False).encode(), "table.csv")
    settings = Settings(target=CLASS, positive=("yes",), form="points", test_size=test_size)
    (task,) = tasks_asked(table, settings)
    e, rows = draft_task(task, settings), read_parts(task, settings)
    rows = replace(rows, train=rows.train.counted(settings.counting))
    machine, _ = draft_choices(rows.train, settings, rows.demands)
    plan = MachinePlan(machine, draft_landmarks(rows.train, settings))
    fitted, svc = trained_as(rows, settings, plan)
    choice = choose_card(rows.train, svc, Request(settings, rows.demands))
    card = fitted_card(rows.train, choice, fitted.trained, rows.demands, settings.seed)
    return replace(e, points=scored(card, choice, rows.task, e.machine, rows.parts))


@dataclass(frozen=True)
class Found:
    """What a card does on fresh rows; slope: None without noise."""

    recovered: float
    slope: float | None
    right: float
    best: float
    terms: int
    planted: int
    seconds: float


def found(case: Case) -> Found:
    started = process_time()
    e = answered(case.train, test_size=0)
    seconds = process_time() - started
    assert e.points is not None
    card = e.points.card
    rows = read_table(case.fresh.to_csv(index=False).encode(), "fresh.csv")
    own = e.preparation.table(rows)
    y = (case.fresh[CLASS] == "yes").to_numpy()
    fired = card.fired(own).T
    recovered = [
        any(abs(np.corrcoef(term, held)[0, 1]) >= SAME for term in fired if 0 < term.mean() < 1)
        for held in case.clauses
    ]
    chances = e.points.chances
    slope = None
    if case.wrong and chances.slope:
        odds = chances.slope * card.totals(own) + chances.offset
        slope = float(LogisticRegression(C=np.inf).fit(odds[:, None], y).coef_[0, 0])
    return Found(
        float(np.mean(recovered)),
        slope,
        100 * float((card.holds(own) == y).mean()),
        100 * float((case.truth == y).mean()),
        len(card.terms),
        len(case.clauses),
        seconds,
    )


def planted_tables(sizes: list[int], numbers: range) -> None:
    head = "rows | noise | tables | clauses recovered | right, of the best | terms, planted"
    print(f"| {head} | slope (least, most; within .9–1.1) | CPU s |\n{'|---' * 8}|", flush=True)
    for n in sizes:
        told: dict[tuple[float, bool], list[Found]] = {}
        for number in numbers:
            case = planted(number, n)
            one = found(case)
            print(f"planted {n} {number} {case.wrong} {case.is_logistic}: {one}", flush=True)
            told.setdefault((case.wrong, case.is_logistic or not case.wrong), []).append(one)
        for (wrong, is_logistic), own in sorted(told.items()):
            named = f"{wrong:.0%} {'logistic' if is_logistic else 'flipped'}" if wrong else "none"
            print(line(n, named, own), flush=True)


def line(n: int, named: str, own: list[Found]) -> str:
    def mean(name: str) -> float:
        return float(np.mean([getattr(one, name) for one in own]))

    slopes = [one.slope for one in own if one.slope is not None]
    sloped = "–"
    if slopes:
        within = sum(0.9 <= slope <= 1.1 for slope in slopes)
        ends = f"{min(slopes):.2f}, {max(slopes):.2f}"
        sloped = f"{np.mean(slopes):.2f} ({ends}; {within} of {len(slopes)})"
    return (
        f"| {n} | {named} | {len(own)} | {100 * mean('recovered'):.0f} % | {mean('right'):.1f} of "
        f"{mean('best'):.1f} | {mean('terms'):.1f}, {mean('planted'):.1f} | {sloped} | "
        f"{mean('seconds'):.1f} |"
    )


def noise_claims(number: int) -> tuple[bool, bool, bool]:
    """Of a noise table: whether its card has terms, tells the classes apart, and is called surely
    better than a guess.
    """
    e = answered(noise(number))
    assert e.points is not None
    right = e.points.right
    return bool(e.points.card.terms), tells_apart(right["test"]), surety(e, right).good


def noise_tables(numbers: range) -> None:
    told = []
    for number in numbers:
        told.append(noise_claims(number))
        if any(told[-1][1:]):
            print(f"noise {number}: terms, apart, surely better {told[-1]}", flush=True)
    terms, apart, better = np.sum(told, axis=0)
    print(
        f"noise: of {len(told)} tables {terms} have a card with terms, {apart} cards tell the "
        f"classes apart, {better} are called surely better than a guess",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", choices=["planted", "noise", "both"], default="both")
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rows", default="200,1000,3000,10000")
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.tables)
    if asked.kind in ("planted", "both"):
        planted_tables([int(n) for n in asked.rows.split(",")], numbers)
    if asked.kind in ("noise", "both"):
        noise_tables(numbers)


if __name__ == "__main__":
    main()
