"""The best rule that is held to something besides the answer's choices, and what it may be held to.

That may be a line which no bound excludes. The bound on the score leaves open which clauses a rule
may have that scores NEAR of the answer's (`interpret.rules.bound`). Of these, those are taken that
cost the answer the least in place of one of its lines, and that cover other rows than each of these
and one another. A rule that must have such a line is held to it (`interpret.rules.demands`).

Such a line was chosen on all training rows, also those that judge it. So rules with it are compared
with rules that must have one of the answer's, which was chosen on the same rows.
"""

from dataclasses import dataclass, replace

import numpy as np

from interpret.fit.choose_rule import RuleChoice
from interpret.fit.find_rule import effort, good_start
from interpret.fit.rule_problem import TrainedMachine, UnpricedProblem, rule_problem
from interpret.fit.sample import Sample
from interpret.rules.bound import not_excluded
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Clause
from interpret.rules.search import Rule
from interpret.rules.wrapping import HeldSearch, SampledSearch, clauses_of, searched
from kernels.svm import BooleanSVC

PROVING, FINDING, LISTING = 20, 80, 5  # times less effort than the answer's search has
NEAR = 0.95  # of the answer's score: what a rule must reach to be nearly as good
LINES, SHARED = 6, 0.5  # how many; of the rows that one of two covers, both cover at most so many


@dataclass(frozen=True, eq=False)
class Learned:
    """What an answer was made from.

    every: all training rows; machine: as it was trained on them; some: those that folds are made
    of; svc: the same machine, untrained; choice: the answer's, with the price for these rows.
    """

    every: Sample
    machine: TrainedMachine
    some: Sample
    svc: BooleanSVC
    choice: RuleChoice
    seed: int


@dataclass(frozen=True)
class Held:
    """What a rule is held to besides the answer's choices.

    forbidden: columns that it may not use; dearer: how many times as much a condition costs; line:
    one that it must have, as searches see it.
    """

    forbidden: tuple[str, ...] = ()
    dearer: float = 1.0
    line: Clause | None = None

    def choice(self, choice: RuleChoice) -> RuleChoice:
        """The choice for such rules."""
        forbidden = (*choice.demands.forbidden, *self.forbidden)
        demands = replace(choice.demands, forbidden=forbidden)
        if self.line is not None:
            demands = replace(demands, clauses=(self.line,))
            choice = replace(choice, clauses=choice.clauses - 1)
        return replace(choice, price=choice.price * self.dearer, demands=demands)


def best_held(rule: Rule, held: Held, learned: Learned, proves: bool = True) -> Rule:
    """The best such rule on all training rows. proves: whether its bound is to be a good one."""
    unpriced = _problem(held, learned)
    problem = replace(unpriced.problem, price=rule.price * held.dearer)
    most = effort(problem) // (PROVING if proves else FINDING)
    exact = SampledSearch(ExactSearch(most, start=(good_start(problem),), proves=proves))
    return HeldSearch(exact, unpriced.given).search(problem)


def lines_of(rule: Rule, learned: Learned) -> list[Clause]:
    """The rule's clauses as searches see them, at most LINES.

    Empty where it may have only one, or was written without its denial.
    """
    way, clauses = learned.choice, rule.formula.clauses
    is_seen = way.clauses > 1 and rule.formula.denied == way.denies
    return [*clauses[:LINES]] if is_seen else []


def lines_left_open(rule: Rule, learned: Learned) -> list[Clause]:
    """Clauses that the bound cannot exclude from rules that score NEAR of what the answer's does,
    at most LINES; none where those of the answer are not known as searches see them.
    """
    if not lines_of(rule, learned):
        return []
    problem = replace(_problem(Held(), learned).problem, price=rule.price)
    few = searched(problem).distinct
    try:
        ours = clauses_of(rule, few)
    except KeyError:  # a test that does not tell these rows apart, as where possible rows are drawn
        return []
    nearly = NEAR * few.objective(ours)
    left = not_excluded(few, nearly, effort(few) / LISTING)
    swapped = {
        one: max(few.objective([*ours[:k], one, *ours[k + 1 :]]) for k in range(len(ours)))
        for one in left
    }
    chosen, table = list[Clause](), learned.every.table
    covers = [clause.holds(table) for clause in rule.formula.clauses]
    for one in sorted(left, key=lambda one: -swapped[one]):
        if len(chosen) == LINES:
            break
        (clause,) = few.single_tests.formula([one]).clauses
        rows = clause.holds(table)
        if all((rows & other).sum() <= SHARED * (rows | other).sum() for other in covers):
            covers.append(rows)
            chosen.append(clause)
    return chosen


def _problem(held: Held, learned: Learned) -> UnpricedProblem:
    choice, rng = held.choice(learned.choice), np.random.default_rng(learned.seed)
    return rule_problem(learned.every, learned.machine, choice.way, choice.limits, rng)
