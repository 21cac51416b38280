"""Is a planted card found again, are its chances true, and is noise called a finding?

    python -m benchmarks.points_claims [--kind planted|noise|both] [--tables 24] [--first 0]
                                       [--rows 200,1000,3000,10000]

Planted: 5 to 12 clauses of one or two tests with points from −5 to 5 on 6 columns of texts and 6 of
numbers; the cut halves the rows. In turn no label is wrong, 10 % are, or 20 %: of even tables by
chance 1 / (1 + exp(−a (total − cut))) with the a that makes that share wrong ("logistic"), of odd
ones anywhere alike ("flipped"). Told on 50,000 fresh rows, whose own luck is then small: the
planted clauses that have a term on nearly the same rows, or nearly all others (a correlation of .9
and more), however it is written; how often card and truth are right; and the slope of a logistic
regression of the class on the card's log odds, 1 where the chances are true, below where they are
too sure. No curve can be truer than the rows it was learned from: "attainable" is how often a
slope is within .9 and 1.1 where the curve of the same totals is learned from as many fresh rows. A
curve fits flipped labels less, whose chance is a step; without noise there is no slope. All rows to
learn from.

Noise: 100 to 1,000 rows whose class, of 30 or 50 %, is independent of 4 to 12 columns; 30 % of the
rows held out as always. Counted, with exact 95 % intervals: cards with a term; cards that tell the
classes apart on unseen rows by Fisher's exact test; and cards of which the page says
"Surely better than" a guess, the chosen one and those of 1 to 25 terms.

The card is that of --form points, but for the machine and the clauses offered, which are those of a
draft: the choice and search of the rule would take most of the time and make no difference to it
where labels are what a card is fitted to.
Table number i is always the same one, so that a long run can be split by --first.
"""

import argparse
from dataclasses import dataclass, replace
from time import process_time

import numpy as np
import pandas as pd
from scipy.stats import binomtest
from sklearn.linear_model import LogisticRegression

from benchmarks.planted_cards import CLASS, FRESH, Case, noise, planted
from benchmarks.tables import table_of
from interpret.fit.cards_on_folds import Request
from interpret.fit.chances import platt
from interpret.fit.choose_card import CardChoice, choose_card
from interpret.fit.find_rule import draft_choices, draft_landmarks
from interpret.fit.fit_card import choose_points, fitted_card
from interpret.fit.parts import Rows, parts_of, read_parts, tasks_asked
from interpret.fit.rule_problem import TrainedMachine
from interpret.fit.training import MachinePlan, train_as_planned
from interpret.forms.answer.evidence import tells_apart
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS
from interpret.forms.answer.judging import found_card
from interpret.forms.explain import draft_task
from interpret.settings import Settings
from interpret.tell.rule.verdict import surety

SAME = 0.9  # the correlation of a term with a clause that it says
AGAIN = 20  # curves learned from as many fresh rows as the card was
LENGTHS = (1, 2, 3, 5, 8, 13, 25)  # terms of cards of noise


@dataclass(frozen=True, eq=False)
class Learned:
    """What a card is made from: a draft, the rows, how the card was chosen, and the machine."""

    draft: Explanation
    rows: Rows
    choice: CardChoice
    machine: TrainedMachine

    def answer(self, terms: int) -> Explanation:
        """The answer with a card of so many terms."""
        e, rows = self.draft, self.rows
        choice = choose_points(replace(self.choice, terms=terms))
        request = Request(e.settings, rows.demands)
        card = fitted_card(rows.train, choice, self.machine, request)
        parts = parts_of(rows.task, rows.parts, e.machine.scores)
        return e.with_form(found_card(card, choice, parts, e.settings.lost))


def learned(frame: pd.DataFrame, test: float) -> Learned:
    table = table_of(frame)
    settings = Settings(target=CLASS, positive=("yes",), form="points", test=test)
    (task,) = tasks_asked(table, settings)
    e, rows = draft_task(task, settings), read_parts(task, settings)
    rows = replace(rows, train=rows.train.counted(settings.counting))
    machine, _ = draft_choices(rows.train, settings, rows.demands)
    plan = MachinePlan(machine, draft_landmarks(rows.train, settings))
    fitted, svc = train_as_planned(rows, settings, plan)
    choice = choose_card(rows.train, svc, Request(settings, rows.demands))
    return Learned(e, rows, choice, fitted.trained)


def answered(frame: pd.DataFrame, test: float = 0.3) -> Explanation:
    """The answer with a card in it, beside the rule and the machine of a draft."""
    own = learned(frame, test)
    return own.answer(own.choice.terms)


def is_true(slope: float) -> bool:
    return 0.9 <= slope <= 1.1


@dataclass(frozen=True)
class Found:
    """What a card does on fresh rows; slope: None without noise; attainable: how often it is within
    .9 and 1.1 by a curve learned from as many fresh rows as the card was.
    """

    recovered: float
    slope: float | None
    attainable: float
    right: float
    best: float
    terms: int
    planted: int
    seconds: float


def found(case: Case) -> Found:
    started = process_time()
    e = answered(case.train, test=0)
    seconds = process_time() - started
    assert e.points is not None
    card = e.points.card
    given = e.preparation.table(table_of(case.fresh))
    y = (case.fresh[CLASS] == "yes").to_numpy()
    fired = card.fired(given).T
    recovered = [
        any(abs(np.corrcoef(term, held)[0, 1]) >= SAME for term in fired if 0 < term.mean() < 1)
        for held in case.clauses
    ]
    chances = e.points.chances
    slope, attainable = None, 0.0
    if case.wrong and chances.slope:
        totals = card.totals(given).astype(float)
        odds = chances.slope * totals + chances.offset
        slope = float(LogisticRegression(C=np.inf).fit(odds[:, None], y).coef_[0, 0])
        true, rng = slope * chances.slope, np.random.default_rng(0)
        drawn = [rng.choice(FRESH, len(case.train), replace=False) for _ in range(AGAIN)]
        attainable = float(np.mean([is_true(true / platt(totals[r], y[r])[0]) for r in drawn]))
    return Found(
        float(np.mean(recovered)),
        slope,
        attainable,
        100 * float((card.holds(given) == y).mean()),
        100 * float((case.truth == y).mean()),
        len(card.terms),
        len(case.clauses),
        seconds,
    )


def planted_tables(sizes: list[int], numbers: range) -> None:
    head = "rows | noise | tables | clauses recovered | right, of the best | terms, planted"
    head += " | slope (least, most; within .9–1.1; attainable)"
    print(f"| {head} | CPU s |\n{'|---' * 8}|", flush=True)
    for n in sizes:
        told: dict[tuple[float, bool], list[Found]] = {}
        for number in numbers:
            case = planted(number, n)
            one = found(case)
            print(f"planted {n} {number} {case.wrong} {case.is_logistic}: {one}", flush=True)
            told.setdefault((case.wrong, case.is_logistic or not case.wrong), []).append(one)
        for (wrong, is_logistic), results in sorted(told.items()):
            named = f"{wrong:.0%} {'logistic' if is_logistic else 'flipped'}" if wrong else "none"
            print(line(n, named, results), flush=True)


def line(n: int, named: str, results: list[Found]) -> str:
    def mean(name: str) -> float:
        return float(np.mean([getattr(one, name) for one in results]))

    slopes = [one.slope for one in results if one.slope is not None]
    sloped = "–"
    if slopes:
        within = sum(map(is_true, slopes))
        reached = np.mean([one.attainable for one in results if one.slope is not None])
        sloped = (
            f"{np.mean(slopes):.2f} ({min(slopes):.2f}, {max(slopes):.2f}; {within} of "
            f"{len(slopes)}; {100 * reached:.0f} %)"
        )
    return (
        f"| {n} | {named} | {len(results)} | {100 * mean('recovered'):.0f} % | {mean('right'):.1f} "
        f"of {mean('best'):.1f} | {mean('terms'):.1f}, {mean('planted'):.1f} | {sloped} | "
        f"{mean('seconds'):.1f} |"
    )


@dataclass(frozen=True)
class Claims:
    """What is said of a noise table: whether the card has terms, tells the classes apart, and is
    called surely better than a guess; the lengths, as set, at which a card is called so.
    """

    terms: bool
    apart: bool
    better: bool
    lengths: tuple[int, ...] = ()

    @property
    def any(self) -> bool:
        return self.apart or self.better or bool(self.lengths)


def noise_claims(own: Learned) -> Claims:
    e = own.answer(own.choice.terms)
    assert e.points is not None
    right = e.points.right
    return Claims(
        bool(e.points.card.terms), tells_apart(right["test"]), surety(e, e.form(POINTS)).good
    )


def noise_said(number: int) -> Claims:
    """The same of table `number` with all lengths."""
    own = learned(noise(number), 0.3)
    lengths = []
    for terms in LENGTHS:
        e = own.answer(terms)
        assert e.points is not None
        if surety(e, e.form(POINTS)).good:
            lengths.append(terms)
    return replace(noise_claims(own), lengths=tuple(lengths))


def noise_tables(numbers: range) -> None:
    told = []
    for number in numbers:
        told.append(noise_said(number))
        if told[-1].any:
            print(f"noise {number}: {told[-1]}", flush=True)
        if len(told) % 10 == 0:
            noise_lines(told)
    noise_lines(told)


def noise_lines(told: list[Claims]) -> None:
    """How often each claim was made so far, with the exact 95 % interval."""

    def tell(claim: str, made: list[bool]) -> None:
        ends = binomtest(sum(made), len(made)).proportion_ci(method="exact")
        between = f"{100 * ends.low:.1f} to {100 * ends.high:.1f} %"
        print(f"  {claim}: {sum(made)} of {len(made)} ({between})", flush=True)

    print(f"noise, {len(told)} tables:", flush=True)
    tell("the card has terms", [own.terms for own in told])
    tell("the card tells the classes apart", [own.apart for own in told])
    tell("the card is called surely better than a guess", [own.better for own in told])
    for terms in LENGTHS:
        tell(f"a card of {terms} terms is called so", [terms in own.lengths for own in told])
    tell("a card of any of these lengths is", [bool(own.lengths) for own in told])


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
