"""Rule and card beside their machine and simple learners, on the same rows."""

from functools import partial

from interpret.data.complaints import counted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.study.study import Study
from interpret.measures import Confusion
from interpret.present import wording
from interpret.shares import Share
from interpret.tell import svg
from interpret.tell.rule.one_figure import BALANCED, COST, RIGHT, amount, named, one_figure
from interpret.tell.rule.words import counted_rows
from interpret.tell.svg import Plotted, Row, intervals

BETWEEN = ", with 95 % intervals"
Way = tuple[str, Confusion, str]  # name, its verdicts, its size


def ways(e: Explanation, study: Study) -> tuple[Way, ...]:
    """The rule, the card where there is one, their machine, and the simple learners."""
    sizes = {form.called: wording.length_words(form.card) for form in e.forms}
    sizes["machine"] = counted(e.machine.support, "training row")
    shown = [name for name in ("rule", "card", "machine") if name in sizes]
    return (
        *((f"the {name}", e.verdicts[name][e.judged_on], sizes[name]) for name in shown),
        *((b.name, b.counts, b.size) for b in study.baselines),
    )


def rows(e: Explanation, study: Study) -> tuple[Row, ...]:
    """A figure with its interval for each way that has rows to be judged on.

    The form that comes first stands out by its colour.
    """
    dots = []
    for name, counts, size in ways(e, study):
        figure = one_figure(e, counts)
        if figure.ends is not None:
            colour = svg.OCHRE if name == f"the {e.forms[0].called}" else svg.ONE
            hint = f"{figure.text} ({figure.between.removesuffix(' %')})"
            dots.append(
                Row(f"{name} ({size})", (Plotted(figure.value, figure.ends, hint, colour),))
            )
    return tuple(dots)


def simple_ways(e: Explanation, study: Study) -> str:
    """The picture."""
    return intervals(rows(e, study), partial(amount, named(e)))


def simple_ways_words(e: Explanation, between: str = BETWEEN) -> str:
    """What the figures are, and on which rows. between: BETWEEN, or "" without intervals."""
    on = f"on the same {counted_rows(e)}{between}"
    return {
        RIGHT: f"Right {on}.",
        BALANCED: f"Right where both classes count alike, {on}. The simple learners count so too.",
        COST: f"What errors cost, per 100 rows, {on}: less is better. All heed these costs.",
    }[named(e)]


def share_dot(share: Share, name: str = "", colour: str = svg.ONE, *, full: bool = True) -> Plotted:
    """A share of at least one case with its interval. name: what stands before it in words."""
    text = f"{name} {wording.share_words(share)}".strip()
    return Plotted(share.rate, share.ends, text, colour, full)
