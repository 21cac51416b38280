"""What it comes to where a machine says yes: the figures of one cut."""

from interpret.measures import Confusion, Costs
from interpret.present import wording
from interpret.tell.blocks import Fact, Facts
from interpret.tell.rule.one_figure import of_hundred


def cut_facts(counts: Confusion, costs: Costs) -> Facts:
    """The errors of a cut on both sides, and what they cost."""
    rates = (
        ("Sensitivity", counts.sensitivity, f"{counts.false_negative:,} missed"),
        ("Specificity", counts.specificity, f"{counts.false_positive:,} false alarms"),
        ("Right when yes", counts.positive_predictive_value, "positive predictive value"),
        ("Right when no", counts.negative_predictive_value, "negative predictive value"),
    )
    facts = [
        Fact(name, wording.percent(share.value), f"{wording.between_words(share)}, {note}")
        if share.n
        else Fact(name, "–", "no such row")
        for name, share, note in rates
    ]
    cost = f"a miss {costs.miss:g}, a false alarm {costs.false_alarm:g}"
    return Facts((*facts, Fact("Cost of 100 rows", of_hundred(costs.of(counts), counts.n), cost)))
