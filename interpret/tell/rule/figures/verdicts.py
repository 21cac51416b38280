"""Verdicts in pictures: how often forms are right, by length too."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import plotly.graph_objects as go

from interpret.data.complaints import counted
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.rules_on_folds import RuleCandidate
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm
from interpret.measures import percent
from interpret.present import wording
from interpret.shares import Share
from interpret.tell import svg
from interpret.tell.blocks import Chart
from interpret.tell.charts import laid_out
from interpret.tell.rule.words import FITTED, counted_rows
from interpret.tell.svg import BLUE, OCHRE, Plotted, Row, intervals

OF_FORMS = svg.ONE, svg.OTHER  # the form that comes first, and the other


def rates(e: Explanation) -> str:
    """Each rate on one axis, with a dot for each form, the first before, and for the machine."""
    return intervals(rate_rows(e), lambda share: percent(share, 0))


def rate_rows(e: Explanation) -> tuple[Row, ...]:
    """The rates that have rows; the machine is a ring."""
    part = e.judged_on
    who = [(name, right[part]) for name, right in e.verdicts.items()]
    shares = {
        "right": [(name, counts.accuracy) for name, counts in who],
        f"finds, of {e.yes_words}": [(name, counts.sensitivity) for name, counts in who],
        "right where it says so": [(n, counts.positive_predictive_value) for n, counts in who],
        f"leaves out, of {e.no_words}": [(name, counts.specificity) for name, counts in who],
        "agrees with the machine": [(form.called, form.fidelity[part]) for form in e.forms],
    }
    rows = []
    for rate, of_rate in shares.items():
        dots = tuple(_dot(*one, place) for place, one in enumerate(of_rate) if one[1].n)
        rows += [Row(rate, dots)] if dots else []
    return tuple(rows)


def _dot(name: str, share: Share, place: int) -> Plotted:
    is_form = name != "machine"
    hint = f"{name} {share.hits:,} of {share.n:,}, {wording.share_words(share)}"
    colour = OF_FORMS[place] if is_form else svg.FAINT
    return Plotted(share.rate, share.ends, hint, colour, full=is_form)


def rates_words(e: Explanation) -> str:
    """How the dots are to be read."""
    names = " and ".join(form.called for form in e.forms)
    return (
        f"On {counted_rows(e)}, with 95 % intervals; from top to bottom {names}, and the machine "
        "as a ring."
    )


TICKS = 8  # along the lengths, at most
RIGHT, CARDS = "right", "cards"  # which of the lines a point is on
COLORS = {RIGHT: BLUE, CARDS: OCHRE}
NAMES = {
    RIGHT: "rules, right on left-out training rows",
    CARDS: "points, right on left-out training rows",
}
SIDES = {"for": "describing the class", "against": "describing the other class"}


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
