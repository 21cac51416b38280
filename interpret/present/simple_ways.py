"""The rule beside its machine and simple learners on the same rows: right, or what errors cost."""

from dataclasses import replace

from interpret.answer.explanation import Explanation
from interpret.data.complaints import counted
from interpret.measures import EVEN, Confusion, Share, percent
from interpret.present import svg, words
from interpret.present.intervals import Plotted, Row, intervals, intervals_text
from interpret.study.study import Study

Way = tuple[str, Share, Confusion | None, str]  # name, how often right, its verdicts, its size


def ways(e: Explanation, study: Study) -> tuple[Way, ...]:
    """The rule first, then its machine, then the simple learners."""
    part = e.judged_on
    rule, machine = e.rule_right[part], e.machine_right[part]
    support = counted(e.machine.support, "support row" if _is_exact(e) else "landmark")
    return (
        ("the rule", rule.accuracy, rule, words.length_words(e.rule.formula)),
        ("the machine", machine.accuracy, machine, support),
        *((b.name, b.right, b.counts, b.size) for b in study.baselines),
    )


def by_cost(e: Explanation, study: Study) -> bool:
    """Whether the ways are judged by what their errors cost, not by how often they are right.

    Older studies do not say which errors the learners make.
    """
    return e.settings.costs != EVEN and all(b.counts is not None for b in study.baselines)


def rows(e: Explanation, study: Study) -> tuple[Row, ...]:
    """A figure with its interval for each way; none where there is no row to judge on."""
    shown = [way for way in ways(e, study) if way[1].n]
    if by_cost(e, study):
        found = [Row(f"{name} ({size})", (_cost(e, counts),)) for name, _, counts, size in shown]
    else:
        found = [Row(f"{name} ({size})", (share_dot(right),)) for name, right, _, size in shown]
    if found:  # the rule has a colour of its own
        first = found[0]
        found[0] = replace(first, dots=(replace(first.dots[0], colour=svg.RIGHT),))
    return tuple(found)


def simple_ways(e: Explanation, study: Study) -> str:
    """The picture."""
    return intervals(rows(e, study), _money if by_cost(e, study) else percent)


def simple_ways_text(e: Explanation, study: Study) -> str:
    return intervals_text(rows(e, study))


def simple_ways_words(e: Explanation, study: Study) -> str:
    """What the dots are, and on which rows."""
    if not by_cost(e, study):
        return f"Right on the same {words.counted_rows(e)}, with 95 % intervals."
    return (
        f"What errors cost a row, on the same {words.counted_rows(e)}, with 95 % intervals: less "
        "is better. The simple learners heed these costs too."
    )


def share_dot(share: Share, name: str = "", colour: str = svg.ONE, *, full: bool = True) -> Plotted:
    """A share of at least one case with its interval. name: what stands before it in words."""
    told = f"{name} {words.share_words(share)}".strip()
    return Plotted(share.rate, share.ends, told, colour, full)


def _cost(e: Explanation, counts: Confusion | None) -> Plotted:
    assert counts is not None, "ways are judged by cost where all their verdicts are known"
    costs = e.settings.costs
    own, (low, high) = costs.of(counts) / counts.n, costs.between(counts)
    return Plotted(own, (low, high), f"{_money(own)} ({_money(low)} to {_money(high)})")


def _money(value: float) -> str:
    return f"{value:.3g}"


def _is_exact(e: Explanation) -> bool:
    return e.machine.landmarks is None
