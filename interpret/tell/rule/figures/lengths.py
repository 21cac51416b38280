"""A chart by length: how often rules and cards of each length are right."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import plotly.graph_objects as go

from interpret.data.complaints import counted
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.rules_on_folds import RuleCandidate
from interpret.forms.answer.form import CardForm
from interpret.present.wording import percent
from interpret.tell.blocks import Chart
from interpret.tell.charts import laid_out
from interpret.tell.rule.words import FITTED
from interpret.tell.svg import BLUE, OCHRE

TICKS = 8  # along the lengths, at most
RIGHT, CARDS = "right", "cards"  # which of the lines a point is on
COLORS = {RIGHT: BLUE, CARDS: OCHRE}
NAMES = {
    RIGHT: "rules, right on left-out training rows",
    CARDS: "points, right on left-out training rows",
}
SIDES = {"for": "describing the class", "against": "describing the other class, denied"}


@dataclass(frozen=True)
class LengthCurve:
    """How good rules or cards of each length are.

    kind: what they are and what is counted; at: for each length the mean number of tests, and the
    share of rows; answer: the place of the answer, which is drawn larger.
    """

    kind: str
    at: tuple[tuple[float, float], ...]
    answer: int


def rules_tried(choice: RuleChoice) -> LengthCurve:
    """Rules that were tried on left-out training rows."""
    taken, curve = (choice.way, choice.price), choice.curve
    place = next((i for i, one in enumerate(curve) if (one.way, one.price) == taken), -1)
    return LengthCurve(RIGHT, tuple((one.tests, one.accuracy) for one in curve), place)


def cards_tried(scored: CardForm | None) -> LengthCurve:
    """Cards of each length on left-out training rows; nothing without a card."""
    tried = () if scored is None else scored.lengths
    terms = [] if scored is None else [term for term in scored.card.terms if term.clause.tests]
    place = next((i for i, one in enumerate(tried) if one.terms == len(terms)), -1)
    return LengthCurve(CARDS, tuple((one.tests, one.hits / one.n) for one in tried), place)


def lengths(lines: Sequence[LengthCurve]) -> Chart:
    """The chart; lines without a place are left out."""
    figure = go.Figure()
    longest = max((tests for line in lines for tests, _ in line.at), default=1.0)
    for line in lines:
        if not line.at:
            continue
        x, y = zip(*line.at, strict=True)
        figure.add_scatter(
            x=x,
            y=y,
            name=NAMES[line.kind],
            customdata=[[line.kind, i] for i in range(len(x))],
            mode="lines+markers",
            line={"color": COLORS[line.kind]},
            marker={"size": [15 if i == line.answer else 9 for i in range(len(x))]},
            hovertemplate="%{x:.3g} conditions: %{y:.1%}<extra></extra>",
            cliponaxis=False,
        )
    step = max(1, ceil(longest / TICKS))
    figure.update_xaxes(title="length, in conditions", rangemode="tozero", dtick=step)
    figure.update_yaxes(tickformat=".0%")
    laid_out(figure, 320, 30)
    parts = []
    for line in lines:
        places = [
            f"{'1 condition' if tests == 1 else f'{tests:.3g} conditions'}"
            f"{', the answer,' if i == line.answer else ''} {percent(share)}"
            for i, (tests, share) in enumerate(line.at)
        ]
        if places:
            name = NAMES[line.kind]
            parts.append(f"{name[:1].upper()}{name[1:]}, by length: {'; '.join(places)}.")
    return Chart("lengths", figure, " ".join(parts))


def place_words(one: RuleCandidate, choice: RuleChoice, most: tuple[int, int]) -> str:
    """What the rules at a place on the curve were like, and what is fixed if it is taken. most: how
    many clauses, and tests in a clause, the rule may then have.
    """
    clauses, literals = most
    fixed = [
        f"fitted to {FITTED[one.fit_to]}",
        SIDES[one.side],
        f"in the language “{one.language}”",
        f"at a price of {one.price:g} for a condition",
        f"with at most {counted(clauses, 'line')} of {counted(literals, 'condition')}",
    ]
    folds = f"in {choice.folds} folds" if choice.folds else "in validation"
    return (
        f"Such rules had {one.tests:.1f} conditions on average {folds} and were right on "
        f"{percent(one.accuracy)} of the rows left out there; one found on all training rows may "
        f"be longer or shorter. Taking it keeps fixed how the next rule is found: "
        f"{', '.join(fixed)}."
    )
