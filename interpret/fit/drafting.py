"""The choices of a draft where the settings leave one open: the same for every table.

Of the choices that need no validation these were right most often over the tables of
benchmarks.rule_truth, clean and with wrong labels. benchmarks.answer_time measures them beside the
settled answer.
"""

from dataclasses import dataclass, replace

from interpret.fit.capacity import FEWEST
from interpret.fit.choose_machine import MachineChoice
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.criteria import CRITERIA
from interpret.fit.find_rule import good_start
from interpret.fit.sample import Sample
from interpret.row_limits import ROWS
from interpret.rules.demands import Demands
from interpret.rules.search import DRAFT, OnProgress, Rule, RuleProblem, ignore
from interpret.settings import Settings
from kernels.svm import HARDEST

KERNEL, COST = "mDNF(3,2)", 4.0
FIT_TO, SIDE, LANGUAGE = "labels", "for", "values"
PRICE, OF_ROWS = 2.0, 1000  # a test costs PRICE rows, or one for each OF_ROWS if more
LANDMARKS = 300  # where there are too many rows for an exact machine
CELLS = 100_000_000  # of rows and landmarks at most


@dataclass(frozen=True)
class DraftSearch:
    """A search that takes the first good rule, from which the full searches would start."""

    def search(self, problem: RuleProblem, on_progress: OnProgress = ignore) -> Rule:  # noqa: ARG002
        """The rule, or the empty one where that is better; no optimum is proven."""
        rule = problem.rule(good_start(problem), DRAFT)
        return replace(rule, bound=max(rule.objective, rule.bound))


def draft_choices(
    sample: Sample, settings: Settings, demands: Demands
) -> tuple[MachineChoice, RuleChoice]:
    """A kernel with its C, and the way to fit the rule; what the settings fix stays as it is."""
    asked = settings.resolved
    C = COST if asked.C is None else asked.C
    if draft_landmarks(sample, settings):
        C = min(C, HARDEST)
    rule = RuleChoice(
        fit_to=asked.fit_to or FIT_TO,
        side=asked.side or SIDE,
        language=asked.language or LANGUAGE,
        price=max(PRICE, len(sample) / OF_ROWS) if asked.price is None else asked.price,
        clauses=asked.clauses or CRITERIA.clauses,
        literals=asked.literals or CRITERIA.literals,
        demands=demands,
    )
    return MachineChoice(asked.kernel or KERNEL, C), rule


def draft_landmarks(sample: Sample, settings: Settings) -> int | None:
    """How many landmarks the draft's machine has; None where it is exact, since rows are few."""
    asked = settings.resolved.landmarks
    if asked is None and len(sample) <= ROWS.drafted_machine:
        return None
    return min(LANDMARKS, asked or LANDMARKS, max(FEWEST, CELLS // len(sample)))
