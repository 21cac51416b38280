"""Rule and card beside their machine and simple learners, on the same rows."""

from collections.abc import Callable
from dataclasses import replace

from interpret.data.complaints import counted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.study.study import Study
from interpret.measures import EVEN, Confusion, percent
from interpret.present import wording
from interpret.shares import Share
from interpret.tell import svg
from interpret.tell.intervals import Plotted, Row, intervals
from interpret.tell.rule.words import counted_rows, of_hundred

RIGHT, BALANCED, COST = "right", "balanced", "cost"
BETWEEN = ", with 95 % intervals"
Way = tuple[str, Share, Confusion, str]  # name, how often right, its verdicts, its size


def ways(e: Explanation, study: Study) -> tuple[Way, ...]:
    """The rule, the card where there is one, their machine, and the simple learners."""
    part = e.judged_on
    rule, machine = e.rule_right[part], e.machine_right[part]
    rows_kept = counted(e.machine.support, "training row")
    card: tuple[Way, ...] = ()
    if e.points is not None:
        right, size = e.points.right[part], counted(len(e.points.card), "condition")
        card = (("the card", right.accuracy, right, size),)
    return (
        ("the rule", rule.accuracy, rule, wording.length_words(e.rule.formula)),
        *card,
        ("the machine", machine.accuracy, machine, rows_kept),
        *((b.name, b.right, b.counts, b.size) for b in study.baselines),
    )


def judged_by(e: Explanation, study: Study) -> str:
    """The measure that the settings choose by, RIGHT, BALANCED or COST; RIGHT where the judged rows
    are of one class.
    """
    if any(counts.balanced_accuracy is None for _, _, counts, _ in ways(e, study)):
        return RIGHT
    if e.settings.costs != EVEN:
        return COST
    return RIGHT if e.settings.class_weight == "none" else BALANCED


def rows(e: Explanation, study: Study) -> tuple[Row, ...]:
    """A figure with its interval for each way that has rows to be judged on.

    The form that comes first stands out by its colour.
    """
    measure, dots = judged_by(e, study), []
    for name, right, counts, size in ways(e, study):
        if right.n:
            colour = svg.RIGHT if name == f"the {e.forms[0].called}" else svg.ONE
            dot = replace(_plotted(e, right, counts, measure), colour=colour)
            dots.append(Row(f"{name} ({size})", (dot,)))
    return tuple(dots)


def simple_ways(e: Explanation, study: Study) -> str:
    """The picture."""
    return intervals(rows(e, study), scale(e, study))


def scale(e: Explanation, study: Study) -> Callable[[float], str]:
    """How a figure of a way is written."""
    return of_hundred if judged_by(e, study) == COST else percent


def simple_ways_words(e: Explanation, study: Study, between: str = BETWEEN) -> str:
    """What the figures are, and on which rows. between: BETWEEN, or "" without intervals."""
    on = f"on the same {counted_rows(e)}{between}"
    return {
        RIGHT: f"Right {on}.",
        BALANCED: f"Right where both classes count alike, {on}. The simple learners count so too.",
        COST: f"What errors cost, per 100 rows, {on}: less is better. The simple learners heed "
        "these costs too.",
    }[judged_by(e, study)]


def share_dot(share: Share, name: str = "", colour: str = svg.ONE, *, full: bool = True) -> Plotted:
    """A share of at least one case with its interval. name: what stands before it in words."""
    text = f"{name} {wording.share_words(share)}".strip()
    return Plotted(share.rate, share.ends, text, colour, full)


def _plotted(e: Explanation, right: Share, counts: Confusion, measure: str) -> Plotted:
    """A way's figure by a measure."""
    if measure == RIGHT:
        return share_dot(right)
    if measure == BALANCED:
        measured, ends = counts.balanced_accuracy or 0.0, counts.balanced_ends
        low, high = (f"{100 * end:.1f}" for end in ends)
        return Plotted(measured, ends, f"{percent(measured)} ({low} to {high})")
    costs = e.settings.costs
    measured, (low_cost, high_cost) = costs.of(counts) / counts.n, costs.between(counts)
    text = f"{of_hundred(measured)} ({of_hundred(low_cost)} to {of_hundred(high_cost)})"
    return Plotted(measured, (low_cost, high_cost), text)
