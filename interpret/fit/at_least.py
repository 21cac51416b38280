"""What a miss must cost so that a rule finds the share of positive rows that is asked for."""

from dataclasses import replace

import numpy as np

from interpret.fit.choose_rule import languages, limits_to_try, prices
from interpret.fit.criteria import CRITERIA
from interpret.fit.machine import classifier
from interpret.fit.sample import Sample, Way
from interpret.fit.validation import Validation
from interpret.rules.demands import Demands
from interpret.settings import Settings

DOUBLINGS = 10  # of the cost of a miss, at most


def enough(sample: Sample, settings: Settings, demands: Demands) -> Settings:
    """The settings with the cost of a miss doubled until rules find enough positive rows.

    Rules fitted to the labels, which need no machine, are measured on left-out training rows.
    """
    if not settings.at_least or sample.smaller_class < 2:
        return settings
    asked = settings.resolved
    language = asked.language or languages(sample)[0]
    limits = limits_to_try(asked, demands)
    way = Way("labels", asked.side or "for", language)
    for _ in range(DOUBLINGS):
        svc = classifier("linear", 1.0, None, settings)
        folds = Validation(sample.counted(settings.counting), svc, settings.seed)
        taken = [asked.price] if asked.price is not None else prices(len(folds.sample), way.fit_to)
        best = CRITERIA.best_of(folds.race({way: taken}, limits, None), folds.guess)
        y = np.concatenate([fold.left_out.y for fold in folds.folds])
        if (best.right[y] > 0).mean() >= settings.at_least:
            break
        settings = replace(settings, miss_costs=2 * settings.miss_costs)
    return settings
