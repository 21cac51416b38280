"""What Rulescope claims, held against rows that it has not seen: one command for all claims.

    python -m benchmarks.claims [--only NAME]... [--full] [--tables N] [--first 0]

A claim yields rates: how often something held, of how many, and what is promised. A rate has a 95 %
interval, for which cases of one table belong together, and breaks its promise only where the whole
interval does: then the exit status is 1. Table number i is always the same one. A run takes about
an hour on one core, and --full some three times as long.

Coverage: of every kind of interval of a share, those that hold the share among 10,000 fresh rows.
Still holds: what is said of a second file where a little more than 5 points are lost, and where
nothing is. Noise: tables whose class, or number, is independent of their columns, without weights
and with them. Planted: with all defaults, whether what stands in a table is found: a rule (by the
verdict; that very rule, where it says the same of 99 of 100 fresh rows), the clauses of a card (a
correlation of .9), a sum (by what it explains of the sum without its noise); and what
check_answer.py says of the rule and its bound. Numbers: the explained share and the typical error,
with noise of several tails. Chances, by number of rows: the slope of the class on the log odds of
the chance, 1 where chances are true; the ranges that hold the share among fresh rows; how many came
of the rows promised below 5 %; totals whose chance contradicts their verdict, and nothing says why.
Optimality: what is proven of cards on small tables, against every other card and sum.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from time import process_time

import numpy as np

from benchmarks import calibration, planted_cards, planted_numbers
from benchmarks.claimed_rows import CLASS, KINDS, NUMBERS, fresh, numbers, shifted
from benchmarks.tables import table_of
from interpret.check_answer import check
from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.answer import Answer, answers
from interpret.forms.answer.drift import HOLDS, MARGIN, WEAKER, stills
from interpret.forms.answer.predictor import Scores, predictor_of
from interpret.forms.answer.proof import certified
from interpret.forms.answer.record import document
from interpret.forms.explain import explain, explain_task
from interpret.forms.study.baselines import baselines
from interpret.measures import Costs, agreement, clause_figures, confusion
from interpret.number.explain import explain_number
from interpret.number.explanation import explained_rows, holds_of
from interpret.number.sums import fit_sum
from interpret.present.wording import share_words
from interpret.settings import Settings
from interpret.shares import Z95, Share, mean_error, share_of
from interpret.tell.rule.verdict import surety, verdict
from tests.judged import judged_anew
from tests.test_interpret_forms_answer_proof_cards import check as check_card
from tests.test_interpret_forms_answer_proof_cards import random_settings, random_table

QUICK = Settings(
    target=CLASS,
    positive=("pos",),
    form="points",
    kernel="linear",
    C=1.0,
    side="for",
    fit_to="labels",
    price=2.0,
)
SIZES = (30, 60, 120, 240)  # rows, or groups, of a table
LEAST = 200  # fresh rows that a true share is taken from
COSTS = Costs(3.0, 1.0)
ROWS = (60, 100, 200, 400)  # to learn chances from
UNSAID = "a chance against its verdict, unexplained"
WRONG = "check_answer.py finds something wrong"
PLANTED = {"a rule: something is found": 0.95, "a sum: half of it is explained": 0.95}
RATIOS = (1.0, 1.5, 3.0)  # of the deviations of a planted sum and of its noise
SAME = 0.9
CHANCES = {"ranges hold the chance": {"least": 0.9}, UNSAID: {"most": 0.0}}


@dataclass(frozen=True)
class Rate:
    """How often something was so. least, most: of the cases, in which it is promised to be so."""

    what: str
    share: Share
    least: float = 0.0
    most: float = 1.0

    @property
    def is_kept(self) -> bool:
        """Whether the promise may be true, by the interval of the rate."""
        low, high = self.share.interval or (0.0, 1.0)
        return high >= self.least and low <= self.most

    def __str__(self) -> str:
        promised = f"at least {100 * self.least:g} %" if self.least else "–"
        promised = f"at most {100 * self.most:g} %" if self.most < 1 else promised
        kept = "" if self.is_kept else " (**broken**)"
        counts = f"{self.share.hits:,} of {self.share.n:,}"
        return f"| {self.what} | {counts} | {share_words(self.share)} | {promised}{kept} |"


@dataclass(frozen=True)
class Mean:
    """A mean over tables, of which at least two are needed, and the ends between which it is
    promised to lie.
    """

    what: str
    values: tuple[float, ...]
    least: float
    most: float

    @property
    def ends(self) -> tuple[float, float]:
        """Its 95 % interval."""
        reach = Z95 * mean_error(np.array(self.values), None)
        return float(np.mean(self.values)) - reach, float(np.mean(self.values)) + reach

    @property
    def is_kept(self) -> bool:
        low, high = self.ends
        return high >= self.least and low <= self.most

    def __str__(self) -> str:
        told = f"{np.mean(self.values):.2f} ({self.ends[0]:.2f} to {self.ends[1]:.2f})"
        kept = "" if self.is_kept else " (**broken**)"
        return (
            f"| {self.what} | {len(self.values)} tables | {told} | "
            f"{self.least:g} to {self.most:g}{kept} |"
        )


@dataclass(eq=False)
class Told:
    """What was so, by name, each with the number of its table: cases of one belong together."""

    cases: dict[str, list[tuple[bool, int]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, name: str, so: bool, number: int) -> None:
        self.cases[name].append((bool(so), number))

    def rate(self, name: str, called: str = "", least: float = 0.0, most: float = 1.0) -> Rate:
        so, numbers = np.array(self.cases[name], dtype=int).reshape(-1, 2).T
        return Rate(called or name, share_of(so == 1, numbers), least, most)


Ends = tuple[float, float]


def coverage(tables: Sequence[int]) -> Iterator[Rate]:
    """Of intervals of shares, for rows alone, in groups and with weights."""
    for kind, (make, group, weight) in KINDS.items():
        told = Told()
        for number in tables:
            rng = np.random.default_rng([number, len(kind)])
            table = table_of(make(SIZES[number % len(SIZES)], rng))
            settings = replace(QUICK, test=0.5, group=group, weight=weight)
            a = Answer(explain(table, settings), table)
            predictor = predictor_of(a)
            others = predictor.e.preparation.table(table_of(fresh(kind, rng)))
            scores = predictor.scores_of_prepared(others)
            for name, (low, high), true in _shown(a, others, scores):
                told.add(name, low <= true <= high, number)
        for name in told.cases:
            yield told.rate(name, f"{name}, rows: {kind}", least=0.95)


def _shown(a: Answer, table: Table, s: Scores) -> Iterator[tuple[str, Ends, float]]:
    """Every interval of an answer: its kind, its ends, and the true figure.

    table, s: fresh rows as machine and rule read them, and what is said of them.
    """
    e, judged, card = a.explanation, a.judged, s.points
    assert s.truth is not None
    assert card is not None
    assert e.points is not None
    y = s.truth.y
    pairs: list[tuple[str, Share, Share]] = []
    for part, said in (
        (e.rule_form.right, s.rule),
        (e.machine_right, s.machine),
        (e.points.right, card.says),
    ):
        counts, true = part["test"], confusion(said, y, None)
        pairs += [
            ("rates of verdicts", one, true.rates[name]) for name, one in counts.rates.items()
        ]
        if counts.balanced_accuracy is not None and true.balanced_accuracy is not None:
            yield "balanced accuracy", counts.balanced_ends, true.balanced_accuracy
        yield "costs", COSTS.between(counts), COSTS.of(true) / true.n
    pairs.append(("fidelity", e.rule_form.fidelity["test"], agreement(s.rule, s.machine, None)))
    pairs.append(("fidelity", e.points.fidelity["test"], agreement(card.says, s.machine, None)))
    now = clause_figures(e.rule.formula, table, y, None)
    for one, true_of in zip(e.rule_form.of_clauses["test"], now, strict=True):
        pairs.append(("clauses", one.probability, true_of.probability))
        pairs.append(("clauses", one.coverage, true_of.coverage))
    for band in e.points.chances.bands:
        rows = (card.totals >= band.low) & (card.totals <= band.high)
        pairs.append(("totals of a card", band.share, share_of(y[rows], None)))
    known = a.train.table, e.attributes, a.train.y
    at_hand = baselines(known[0], judged.table, *known[1:], judged.right)
    true_ways = baselines(known[0], table, *known[1:], lambda said: confusion(said, y, None))
    pairs += [
        ("simple ways", one.right, other.right)
        for one, other in zip(at_hand, true_ways, strict=True)
    ]
    for name, share, true_share in pairs:
        if share.n and true_share.n >= LEAST:
            yield name, share.ends, true_share.rate


def still_holds(tables: Sequence[int]) -> Iterator[Rate]:
    """What is said of a second file; the rows of then and now are drawn anew for every file."""
    rng = np.random.default_rng([min(tables), 1])
    table = table_of(shifted(600, 0.0, rng))
    settings = replace(QUICK, language="monotone")
    predictor = predictor_of(Answer(explain(table, settings), table))
    told = Told()
    files = product(np.repeat(tables, 10).tolist(), (0.0, MARGIN + 0.004))
    for run, (number, loss) in enumerate(files):
        sizes = (60, 200, 1000, 4000)[number % 4], int(rng.integers(100, 4000))
        before, after = (
            table_of(shifted(n, lost, rng)) for n, lost in zip(sizes, (0.0, loss), strict=True)
        )
        then = predictor.scores(before)
        drawn = judged_anew(predictor, then)
        where = "more than 5 points are lost" if loss else "nothing is lost"
        for one in stills(drawn.scores(after), after):
            told.add(f"“still holds” where {where}", one.verdict == HOLDS, run)
            told.add(f"“is weaker” where {where}", one.verdict == WEAKER, run)
    for name in told.cases:
        is_false = name.startswith("“still") == ("more" in name)
        yield told.rate(name, most=0.05 if is_false else 1.0)


def noise(tables: Sequence[int]) -> Iterator[Rate]:
    """What is found in tables in which there is nothing; 2.5 % on one side are promised."""
    told, asked = Told(), replace(QUICK, target=planted_cards.CLASS, positive=("yes",))
    for number in tables:
        frame, rng = planted_cards.noise(number), np.random.default_rng([number, 6])
        of_rows = {
            "whole": rng.integers(1, 6, len(frame)),
            "broken": rng.uniform(0.2, 3, len(frame)),
        }
        for kind, weights in {"no": None, **of_rows}.items():
            table = table_of(frame.assign(w=weights) if kind != "no" else frame)
            e = explain(table, replace(asked, weight=None if kind == "no" else "w"))
            for form in e.forms:
                name = f"a {form.called} is called surely better, {kind} weights"
                told.add(name, surety(e, form).good, number)
        of_number = explain_number(table_of(planted_numbers.noise(number)), Settings(target="y"))
        told.add("a sum is shown", bool(of_number.terms), number)
    for name in told.cases:
        yield told.rate(name, f"noise: {name}", most=0.05)


def planted(tables: Sequence[int]) -> Iterator[Rate]:
    """Whether a rule, a card and a sum that stand in a table are found, with all defaults."""
    told = Told()
    for number in tables:
        _planted_rule(number, told)
        case = planted_cards.planted(number, 1000)
        e = calibration.answered(case.train)
        assert e.points is not None
        fired = e.points.card.fired(e.preparation.table(table_of(case.fresh))).T
        for held in case.clauses:
            told.add("a card: a clause comes back", _is_among(held, fired), number)
        _planted_sum(number, told)
    for name in told.cases:
        most = 0.0 if name == WRONG else 1.0
        yield told.rate(name, f"planted: {name}", PLANTED.get(name, 0.0), most)


def _planted_rule(number: int, told: Told) -> None:
    train, fresh_rows, truth = calibration.planted_rule(number, 400)
    raw = train.to_csv(index=False).encode()
    table = read_table(raw, "table.csv")
    settings = Settings(target=planted_cards.CLASS, positive=("yes",), form="rule")
    (task,) = tasks_asked(table, settings)
    e = explain_task(task, settings)
    told.add("a rule: something is found", verdict(e, e.rule_form).found, number)
    told.add(
        "a rule: that very rule", (e.says(table_of(fresh_rows)) == truth).mean() >= 0.99, number
    )
    found, rule = answers([e], table, [task]), e.found.rule
    told.add("a rule: proven, or within 5 %", rule.gap <= 0.05 * rule.bound, number)
    written = json.loads(json.dumps(certified(document(found), found)))
    told.add(WRONG, check(written, raw, lambda line: None) == 1, number)


def _planted_sum(number: int, told: Told) -> None:
    truth = planted_numbers.planted(400, bool(number % 2), 3, 8, RATIOS[number % 3], number)
    table = table_of(truth.frame)
    e = explain_number(table, Settings(target="y"))
    rows = list(e.rows["test"])
    true, said = truth.signal[rows], np.array(e.predicted)[rows]
    left = float(((true - said) ** 2).sum() / ((true - true.mean()) ** 2).sum())
    told.add("a sum: half of it is explained", bool(e.terms) and left <= 0.5, number)
    held = holds_of(e, explained_rows(e, table)).T
    for term in truth.terms:
        is_told = _is_among(planted_numbers.holds(term, truth.frame), held)
        told.add("a sum: a term comes back", is_told, number)


def _is_among(rows: np.ndarray, held: np.ndarray) -> bool:
    """Whether one of the conditions holds on nearly these rows, or on nearly all others."""
    of = [one for one in held if 0 < one.mean() < 1]
    return any(abs(np.corrcoef(rows, one)[0, 1]) >= SAME for one in of)


def of_numbers(tables: Sequence[int]) -> Iterator[Rate]:
    """Of the intervals of effects, of the explained share and of the typical error."""
    told = Told()
    for number, kind in product(tables, NUMBERS):
        rng = np.random.default_rng([number, 3, len(kind)])
        before, after = numbers(kind, 200, rng), numbers(kind, 10_000, rng)
        e = explain_number(table_of(before), Settings(target="y", size="autox1"))
        held = holds_of(e, e.preparation.table(table_of(after)))
        said = e.base + held.astype(float) @ np.array([term.effect for term in e.terms])
        y, mean = after.y.to_numpy(), float(before.y.to_numpy()[list(e.rows["train"])].mean())
        explained = float(1 - ((y - said) ** 2).sum() / ((y - mean) ** 2).sum())
        true_effects = fit_sum(held.astype(float), y).effects
        for term, effect in zip(e.terms, true_effects, strict=True):
            if term.low is not None and term.high is not None:
                told.add("effects, noise: all", term.low <= effect <= term.high, number)
        judged = e.judged["test"]
        for name, one, true in (
            ("explained share", judged.explained, explained),
            ("typical error", judged.error, float(np.abs(y - said).mean())),
        ):
            if one.low is not None and one.high is not None:
                told.add(f"{name}, noise: {kind}", one.low <= true <= one.high, number)
                told.add(f"{name}, noise: all", one.low <= true <= one.high, number)
    for name in told.cases:
        yield told.rate(name, least=0.95 if name.startswith("effects") else 0.93)


def chances(tables: Sequence[int]) -> Iterator[Rate | Mean]:
    """Of cards and rules, by number of rows. A table of noise, whose slope is 0 whatever is
    promised, and one without wrong labels, whose chances are a step, have no slope of their own.
    """
    for (form, promise), n in product(calibration.FORMS.items(), ROWS):
        told, slopes, found = Told(), list[float](), list[calibration.Promised]()
        for place, (kind, number) in enumerate(product(calibration.KINDS, tables)):
            promised = promise(calibration.KINDS[kind](number, n))
            found.append(promised)
            if promised.slope is not None and not calibration.is_step(kind, number):
                slopes.append(promised.slope)
            for so in promised.ranges_hold():
                told.add("ranges hold the chance", so, place)
            for came in promised.came[promised.chance < calibration.LOW].tolist():
                told.add("of those promised below 5 % came", came, place)
            if form == "card":
                told.add(UNSAID, promised.against and not promised.said, place)
        name = f"{form}, {n} rows: slope"
        yield Mean(f"{name} of all rows together", _together(found), 0.9, 1.1)
        yield Mean(f"{name}, mean of tables", tuple(slopes), 0.9, 1.1)
        for name in told.cases:
            limits = CHANCES.get(name, {"most": 0.05})
            yield told.rate(name, f"{form}, {n} rows: {name}", **limits)


def _together(found: Sequence[calibration.Promised]) -> tuple[float, ...]:
    """The slope of the rows of all tables together, as pseudo-values of a jackknife over them."""
    n, all_rows = len(found), calibration.of_all(found).slope
    assert all_rows is not None
    without = [
        calibration.of_all([*found[:place], *found[place + 1 :]]).slope for place in range(n)
    ]
    return tuple(n * all_rows - (n - 1) * one for one in without if one is not None)


def optimality(tables: Sequence[int]) -> Iterator[Rate]:
    """What is proven of a card, against every card and sum that is named, by enumeration."""
    told = Told()
    for number in tables:
        random = np.random.default_rng([number, 5])
        table, given = random_table(random), random_settings(random)
        has_directions = any(text.endswith((" up", " down")) for text in given.get("only", ()))
        name = f"{'' if has_directions else 'no '}directions"
        try:
            is_said = any(check_card(random, table, given))
        except AssertionError:
            told.add(name, True, number)
        else:
            if is_said:
                told.add(name, False, number)
    for name in told.cases:
        yield told.rate(name, f"what is proven of a card is false, {name}", most=0.0)


Claim = Callable[[Sequence[int]], Iterator[Rate | Mean]]
CLAIMS: dict[str, tuple[Claim, tuple[int, int]]] = {  # tables of a short run, and of a full one
    "coverage": (coverage, (25, 100)),
    "still-holds": (still_holds, (40, 160)),
    "noise": (noise, (40, 200)),
    "planted": (planted, (20, 60)),
    "numbers": (of_numbers, (15, 60)),
    "chances": (chances, (8, 24)),
    "optimality": (optimality, (200, 400)),
}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=CLAIMS, help="a claim; all by default")
    parser.add_argument("--full", action="store_true", help="many tables: some two hours")
    parser.add_argument("--tables", type=int, help="for each claim and kind of rows")
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    asked = parser.parse_args(argv)
    kept = True
    for name in asked.only or CLAIMS:
        started, (claim, tables_of) = process_time(), CLAIMS[name]
        n = asked.tables or tables_of[asked.full]
        tables = range(asked.first, asked.first + n)
        which = f"tables {tables.start} to {tables.stop - 1}"
        print(
            f"\n| {name}, {which} | so | with 95 % interval | promised |\n{'|---' * 4}|", flush=True
        )
        for rate in claim(tables):
            print(rate, flush=True)
            kept &= rate.is_kept
        print(f"\n{process_time() - started:.0f} CPU s", flush=True)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
