"""One curve of length: how often rules of each length are right, and agree with the machine."""

from collections.abc import Sequence
from math import ceil
from typing import Any

import plotly.graph_objects as go

from interpret.answers.rule.sentences.words import FITTED
from interpret.data.complaints import counted
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.measured import RuleCandidate
from interpret.present.charts import SERIES, laid_out
from interpret.present.wording import percent
from interpret.rules.trade_off import FrontPoint

TICKS = 8  # along the lengths, at most
RIGHT, AGREES = "right", "agrees"  # which of the two lines a point is on
SIDES = {"for": "describing the class", "against": "describing the other class, denied"}


def lengths(
    curve: Sequence[RuleCandidate], place: int, points: Sequence[FrontPoint], chosen: int
) -> go.Figure:
    """place, chosen: the points of either line that are shown larger."""
    figure = go.Figure()
    lines: tuple[tuple[str, str, list[float], list[float], int], ...] = (
        (
            RIGHT,
            "right on left-out training rows",
            [one.tests for one in curve],
            [one.accuracy for one in curve],
            place,
        ),
        (
            AGREES,
            "agrees with the machine",
            [float(point.tests) for point in points],
            [point.agrees / point.rows for point in points],
            chosen,
        ),
    )
    for (line, name, x, y, large), colour in zip(lines, SERIES, strict=True):
        if not x:
            continue
        look: dict[str, Any] = {"color": colour}
        if line == AGREES:
            look |= {"dash": "dot", "shape": "hv"}
        figure.add_scatter(
            x=x,
            y=y,
            name=name,
            customdata=[[line, i] for i in range(len(x))],
            mode="lines+markers",
            line=look,
            marker={"size": [15 if i == large else 9 for i in range(len(x))]},
            hovertemplate="%{x:.3g} tests: %{y:.1%}<extra></extra>",
            cliponaxis=False,
        )
    longest = max([*(one.tests for one in curve), *(point.tests for point in points)], default=1)
    step = max(1, ceil(longest / TICKS))
    figure.update_xaxes(title="length of the rule, in tests", rangemode="tozero", dtick=step)
    figure.update_yaxes(tickformat=".0%")
    return laid_out(figure, 320, 30)


def lengths_text(
    curve: Sequence[RuleCandidate], place: int, points: Sequence[FrontPoint], chosen: int
) -> str:
    """The figure in words."""
    right = [
        f"{one.tests:.1f} tests{', the answer,' if i == place else ''} {percent(one.accuracy)}"
        for i, one in enumerate(curve)
    ]
    agree = [
        f"{counted(point.tests, 'test')}{', shown below,' if i == chosen else ''} "
        f"{percent(point.agrees / point.rows)}"
        for i, point in enumerate(points)
    ]
    lines = ("Right on left-out training rows", right), ("Agrees with the machine", agree)
    return " ".join(f"{name} by length: {'; '.join(told)}." for name, told in lines if told)


def place_words(one: RuleCandidate, choice: RuleChoice, most: tuple[int, int]) -> str:
    """What the rules at a place on the curve were like, and what is fixed if it is taken. most: how
    many clauses, and tests in a clause, the rule may then have.
    """
    clauses, literals = most
    fixed = [
        f"fitted to {FITTED[one.fit_to]}",
        SIDES[one.side],
        f"in the language “{one.language}”",
        f"at a price of {one.price:g} for a test",
        f"with at most {counted(clauses, 'clause')} of {counted(literals, 'test')}",
    ]
    folds = f"in {choice.folds} folds" if choice.folds else "in validation"
    return (
        f"Such rules had {one.tests:.1f} tests on average {folds} and were right on "
        f"{percent(one.accuracy)} of the rows left out there; one found on all training rows may "
        f"be longer or shorter. Taking it keeps fixed how the next rule is found: "
        f"{', '.join(fixed)}."
    )
