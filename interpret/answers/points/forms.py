"""Rule or card: each whole procedure is done anew on outer folds and judged on rows left out.

On few rows, validation's figures of the best of many candidates are too good. Here, on the rows of
each outer fold alone, a machine is chosen and trained, and a rule and a card are chosen and found;
both are then judged on the same left-out rows, which took no part in any of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt

import numpy as np
from sklearn.base import clone

from interpret import cores
from interpret.answers.points.card_figures import Forms
from interpret.answers.points.choose import choose_card
from interpret.answers.points.fit import RuleClauses, fitted_card
from interpret.answers.points.validated import Request
from interpret.data.complaints import DataError
from interpret.data.splits import folds
from interpret.fit.capacity import landmarks_for
from interpret.fit.choose_machine import choose_machine
from interpret.fit.choose_rule import RuleChoice, choose_rule_in
from interpret.fit.find_rule import effort, short_problem
from interpret.fit.machine import classifier, train_machine
from interpret.fit.row_weights import TrainedMachine
from interpret.fit.rule_problem import rule_problem
from interpret.fit.sample import Sample, rescaled
from interpret.fit.validation import NEARLY, Validation
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Formula
from interpret.rules.pinned import PinnedSearch
from interpret.rules.sampled import SampledSearch
from interpret.shares import mean_error
from kernels.svm import BooleanSVC

FEW, MANY = 400, 3000  # rows up to which there are five outer folds, and three
SMALL = 200  # rows below which outer folds are made twice, since one division may be luck
ONCE = 1  # how often inner folds are made: another outer fold tells more than repeating them
OUTER = 1000  # is added to the seed, so that no outer fold is one of the folds inside
LEAST = 10  # rows of the smaller class, for folds that tell something
WORK, PER_ROW = 1.5e9, 1.2e6  # about how many additions one fold takes


@dataclass(frozen=True, eq=False)
class _Judged:
    """What each left-out row counts for if rule, or card, is right on it, else 0: (n_left_out,)."""

    rule: np.ndarray
    points: np.ndarray


def compared(
    sample: Sample,
    request: Request,
    lengths: tuple[int, int],
    go_on: cores.GoOn = cores.always,
) -> Forms | None:
    """Both forms on outer folds of the sample; None where too few rows are of one class, or the
    rows of an outer fold cannot be divided again, as by groups of which there are few.

    lengths: the tests of the rule and of the card in the answer. Raises cores.Cancelled where go_on
    returned False.
    """
    if sample.smaller_class < LEAST:
        return None
    n = len(sample)
    times = 2 if n < SMALL and sample.ties.times is None else 1
    seeds = range(request.settings.seed + OUTER, request.settings.seed + OUTER + times)
    k = 5 if n <= FEW else 3
    splits = [split for seed in seeds for split in folds(sample.y, sample.ties, k, seed)]
    splits = splits[:1] if n > MANY else splits
    arguments = [(sample, split, request) for split in splits]
    work = len(splits) * (WORK + PER_ROW * n)
    if request.decide is not None:
        work = cores.for_threads(work)  # the user's model can only run in this process
    try:
        found = list(cores.run(_judged, arguments, work, go_on))
    except DataError:
        return None
    if len(found) < len(splits):
        raise cores.Cancelled
    rule, points, often = np.zeros(n), np.zeros(n), np.zeros(n)
    for (_, left_out), predicted in zip(splits, found, strict=True):
        rule[left_out] += predicted.rule
        points[left_out] += predicted.points
        often[left_out] += 1
    rows = np.flatnonzero(often)
    scale = rescaled(sample.each[rows]) / often[rows]
    rule, points = scale * rule[rows], scale * points[rows]
    groups = sample.ties.rows(rows).groups
    learned = [len(fit) for fit, _ in splits]
    return Forms(
        rule=round(float(rule.sum()), 9),
        points=round(float(points.sum()), 9),
        n=len(rows),
        error=round(error_on_folds(rule - points, learned, groups), 9),
        rule_tests=lengths[0],
        points_tests=lengths[1],
        folds=len(splits),
    )


def error_on_folds(
    differences: np.ndarray, learned: Sequence[int], groups: np.ndarray | None
) -> float:
    """The standard error of the mean difference of two procedures over the rows judged.

    The folds learn from much the same rows, so that what these happen to teach does not average
    out: the variance is larger by the number of rows judged over that of rows learned from (Nadeau
    and Bengio, Machine Learning 52, 2003). differences: of what each row counts for with the one
    and with the other, (n_judged,); learned: from how many rows each fold learned; groups: which
    rows judged belong together, int (n_judged,).
    """
    return mean_error(differences, groups) * sqrt(1 + len(differences) / float(np.mean(learned)))


def _judged(
    sample: Sample,
    split: tuple[np.ndarray, np.ndarray],
    request: Request,
    go_on: cores.GoOn,
) -> _Judged:
    """Rule and card of some of the rows, judged on the others."""
    if go_on() is False:
        raise cores.Cancelled
    (fit, left_out), settings, decide = split, request.settings, request.decide
    taught = sample.as_taught(fit)
    train, unseen = taught.rows(fit).counted(settings.counting), taught.rows(left_out)
    landmarks = landmarks_for(train.examples, train.y, settings)
    chosen = choose_machine(train, settings, landmarks=landmarks)
    svc = classifier(chosen.kernel, chosen.C, landmarks, settings)
    machine = train_machine(clone(svc).set_params(tol=NEARLY), train)
    machine = machine if decide is None else replace(machine, decide=decide)
    rule, rule_choice = _rule(train, svc, machine, request)
    of_rule = RuleClauses.of(rule, rule_choice)
    choice = choose_card(train, svc, request, go_on, again=ONCE, machine_right=chosen.accuracy)
    card = fitted_card(train, choice, machine, request, of_rule).card

    def hits(says: np.ndarray) -> np.ndarray:
        return np.asarray((says == unseen.y) * unseen.each)

    return _Judged(hits(rule.holds(unseen.table)), hits(card.holds(unseen.table)))


def _rule(
    train: Sample,
    svc: BooleanSVC,
    machine: TrainedMachine,
    request: Request,
) -> tuple[Formula, RuleChoice]:
    """The rule of the rows, chosen and found as the answer's is, without its proof; its choice."""
    settings, decide = request.settings, request.decide
    in_folds = partial(Validation, train, svc, settings.seed, decide, again=ONCE)
    choice = choose_rule_in(in_folds, train, settings, demands=request.demands)
    rng = np.random.default_rng(settings.seed)
    unpriced = rule_problem(train, machine, choice.way, choice.limits, rng)
    problem, start = short_problem(unpriced, choice, settings)
    exact = ExactSearch(effort(problem) // 10, start=(start,), proves=False)
    found = PinnedSearch(SampledSearch(exact), unpriced.given).search(problem)
    return choice.way.verdict(found.formula), choice
