"""The one figure by which a verdict is judged, wherever it stands: what the settings count.

Where errors have costs, it is what they cost; where both classes count alike, how often the verdict
is right on these; else how often it is right.
"""

from dataclasses import dataclass

from interpret.forms.answer.evidence import guesses_yes
from interpret.forms.answer.explanation import Explanation
from interpret.measures import EVEN, Confusion, percent

RIGHT, BALANCED, COST = "right", "right, both classes counted alike", "cost of 100 rows"


@dataclass(frozen=True)
class OneFigure:
    """name: RIGHT, BALANCED or COST; value, ends: a share, or the cost of a row, with its interval;
    ends are None where there are no rows.
    """

    name: str
    value: float
    ends: tuple[float, float] | None

    @property
    def text(self) -> str:
        """The figure alone: "86.7 %", "47.3"."""
        return amount(self.name, self.value)

    @property
    def between(self) -> str:
        """Its 95 % interval: "79.3 to 92.0 %"; "–" where there are no rows."""
        if self.ends is None:
            return "–"
        low, high = self.ends
        if self.name == COST:
            return f"{of_hundred(low)} to {of_hundred(high)}"
        return f"{100 * low:.1f} to {percent(high)}"

    @property
    def short(self) -> str:
        """The figure with as few words as say what it is: "86.7 % right"."""
        return f"{self.text} lost per 100 rows" if self.name == COST else f"{self.text} right"

    @property
    def words(self) -> str:
        """The figure as a form's: "is right on 86.7 %"."""
        if self.name == COST:
            return f"makes errors that cost {self.text} per 100 rows"
        alike = ", both classes counted alike" if self.name == BALANCED else ""
        return f"is right on {self.text}{alike}"


def named(e: Explanation) -> str:
    """By which figure the verdicts of an answer are judged; RIGHT where all rows are of a class."""
    if e.settings.costs != EVEN:
        return COST
    one_class = e.rule_form.right[e.judged_on].balanced_accuracy is None
    return BALANCED if e.settings.is_balanced and not one_class else RIGHT


def one_figure(e: Explanation, counts: Confusion) -> OneFigure:
    """The figure of a verdict on some rows."""
    name, share = named(e), counts.accuracy
    if name == COST:
        costs = e.settings.costs
        ends = costs.between(counts) if counts.n else None
        return OneFigure(name, costs.of(counts) / max(1, counts.n), ends)
    if name == BALANCED and counts.balanced_accuracy is not None:
        return OneFigure(name, counts.balanced_accuracy, counts.balanced_ends)
    return OneFigure(RIGHT, share.value or 0.0, share.interval)


def least(e: Explanation, counts: Confusion) -> tuple[str, OneFigure]:
    """What always saying the same comes to on these rows: its name, and its figure."""
    always = f"always saying {'yes' if guesses_yes(e) else 'no'}"
    name = one_figure(e, counts).name
    if name == COST:
        guess = e.settings.costs.guessing(guesses_yes(e), counts) / max(1, counts.n)
        return always, OneFigure(name, guess, None)
    if name == BALANCED:
        return "guessing", OneFigure(name, 0.5, None)
    return always, OneFigure(name, e.majority[e.judged_on].value or 0.0, None)


def amount(name: str, value: float) -> str:
    return of_hundred(value) if name == COST else percent(value)


def of_hundred(cost: float, rows: int = 1) -> str:
    """What errors on some rows cost, for 100 of them."""
    return f"{100 * cost / max(1, rows):.3g}"
