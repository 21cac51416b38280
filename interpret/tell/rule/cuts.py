"""What it comes to where a machine or a card says yes: the figures of one cut, and every cut."""

from collections.abc import Sequence

from interpret.forms.answer.totals import AtCut
from interpret.measures import Confusion, Costs
from interpret.present import wording
from interpret.tell.blocks import Fact, Facts, Table
from interpret.tell.rule.card import total_text
from interpret.tell.rule.one_figure import of_hundred

HEAD = (
    *("yes with at least", "sensitivity", "specificity", "right when yes", "right when no"),
    *("right", "cost of 100 rows"),
)


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
    return Facts((*facts, Fact("Cost of 100 rows", _cost(counts, costs), cost)))


def cuts_table(every_cut: Sequence[AtCut], costs: Costs) -> Table:
    """The same for every cut of a card."""
    rows = [
        (
            total_text(one.cut + 1),
            wording.percent(one.counts.sensitivity.value),
            wording.percent(one.counts.specificity.value),
            wording.percent(one.counts.positive_predictive_value.value),
            wording.percent(one.counts.negative_predictive_value.value),
            wording.percent(one.counts.accuracy.value),
            _cost(one.counts, costs),
        )
        for one in every_cut
    ]
    return Table("What each cut comes to", HEAD, rows)


def _cost(counts: Confusion, costs: Costs) -> str:
    return of_hundred(costs.of(counts), counts.n)
