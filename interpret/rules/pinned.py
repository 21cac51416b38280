"""A search beside the pinned parts: the rules that it reports and finds include them."""

from dataclasses import dataclass, replace

from interpret.rules.demands import Given
from interpret.rules.logic import Clause, Formula
from interpret.rules.search import OnProgress, Progress, Rule, RuleProblem, Search, ignore


@dataclass(frozen=True)
class PinnedSearch:
    """Any search, for rules with a given part.

    Its problem is what is left to find (`demands.given`); objective and bound are those of whole
    rules. The pinned conditions alone are a rule too: it covers every row that is left.
    """

    inner: Search
    given: Given

    def search(self, problem: RuleProblem, on_progress: OnProgress = ignore) -> Rule:
        """The whole rule found; the pinned parts may bring its objective below 0."""
        given = self.given

        def tell(progress: Progress) -> object:
            best, objective, bound = progress.best, progress.objective, progress.bound
            return on_progress(
                replace(
                    progress,
                    best=None if best is None else given.formula(best),
                    objective=None if objective is None else given.covered + objective,
                    bound=None if bound is None else given.covered + max(bound, given.alone or 0.0),
                )
            )

        rule = self.inner.search(problem, tell)
        if given.alone is not None and given.alone > 0:
            rule = _or_alone(rule, given.alone)
        proven = rule.proven
        objective, bound = given.covered + rule.objective, given.covered + rule.bound
        return replace(
            rule,
            formula=given.formula(rule.formula),
            objective=objective,
            bound=objective if proven else bound,  # equal up to rounding in the smaller problem
            stopped_by="proof" if proven else rule.stopped_by,
        )


def _or_alone(rule: Rule, alone: float) -> Rule:
    """The rule, or the pinned conditions alone where these weigh as much."""
    bound = max(rule.bound, alone)
    if alone < rule.objective:
        return replace(rule, bound=bound)
    best = replace(rule, formula=Formula((Clause(),)), objective=alone, bound=bound)
    return replace(best, shortest=best.proven)
