"""What a miss must cost so that a rule finds the share of positive rows that is asked for."""

from dataclasses import replace

from interpret.fit.choose_rule import FOLDS, languages, limits_to_try, prices
from interpret.fit.criteria import CRITERIA
from interpret.fit.folds import Folds
from interpret.fit.rules_on_folds import raced
from interpret.fit.sample import Sample, Way
from interpret.measures import percent
from interpret.row_limits import ROWS
from interpret.rules.demands import Demands
from interpret.settings import Settings

DOUBLINGS = 10  # of the cost of a miss, at most
COSTLIEST = 1e9  # that a miss may be


def raised_cost_of_a_miss(
    sample: Sample, settings: Settings, demands: Demands
) -> tuple[Settings, str]:
    """The settings with the cost of a miss doubled until rules find the share of positive rows that
    is asked for, and a sentence on what was reached if none do; then the cost is the least of those
    with the largest share.

    Rules fitted to the labels, which need no machine, are measured on left-out training rows.
    """
    if not settings.at_least or sample.smaller_class < 2:
        return settings, ""
    asked = settings.resolved
    language = asked.language or languages(sample)[0]
    limits = limits_to_try(asked, demands)
    way = Way("labels", asked.side or "for", language)
    reached, most = settings, -1.0
    for doublings in range(DOUBLINGS + 1):
        cost = settings.miss_costs * 2.0**doublings
        if doublings and cost > COSTLIEST:
            break
        costlier = replace(settings, miss_costs=cost)
        counted = sample.counted(costlier.counting)
        folds = Folds.of(counted, FOLDS, settings.seed, ROWS.rule)
        taken = [asked.price] if asked.price is not None else prices(len(folds.sample), way.fit_to)
        best = CRITERIA.best_of(raced(folds, {way: taken}, limits, None), folds.guess)
        share = float((best.right[folds.sample.y[folds.left_out]] > 0).mean())
        if share > most:
            reached, most = costlier, share
        if share >= settings.at_least:
            return costlier, ""
    return reached, (
        f"No cost of a miss that was tried makes rules find {percent(settings.at_least)} of the "
        f"positive rows on left-out training rows: the most is {percent(most)}, where a miss costs "
        f"{reached.miss_costs:g}."
    )
