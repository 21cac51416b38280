"""How many rows get which verdict: a hundred dots, and counts of verdicts and of shared rows."""

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from interpret.data.complaints import counted
from interpret.forms.answer.card_figures import NAMES, RULE
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.several import Together
from interpret.measures import Confusion
from interpret.tell import svg
from interpret.tell.blocks import Chart
from interpret.tell.charts import (
    CELL_RIGHT,
    CELL_WRONG,
    FEW,
    LABEL,
    MANY,
    ON_CELL,
    SHORT,
    escape,
    laid_out,
    one_line_of,
)
from interpret.tell.rule.words import counted_rows

MOST = 100  # dots; where there are no more rows than that, each is a row
ABREAST, STEP, RADIUS = 20, 17.2, 5.6
KINDS = (  # found, missed, false alarms, left out: in the order in which they are shown
    ("found", svg.RIGHT, True),
    ("missed", svg.WRONG, False),
    ("false alarm", svg.WRONG, True),
    ("rightly left out", svg.RIGHT, False),
)


def hundred(e: Explanation, form: str = RULE) -> str:
    """A dot for about each hundredth of the rows, and below them how many rows each kind has.

    Full where the form, "rule" or "points", says yes; round where it is right, else square.
    """
    counts = rows_of(e.form(form).right[e.judged_on])
    kinds = [kind for kind, n in enumerate(dots_of(counts)) for _ in range(n)]
    marks = [
        _dot(
            kind,
            RADIUS + 2 + STEP * (i % ABREAST),
            RADIUS + 2 + STEP * (i // ABREAST),
            counts[kind],
        )
        for i, kind in enumerate(kinds)
    ]
    top = STEP * -(-len(kinds) // ABREAST) + 18
    for kind, (name, *_) in enumerate(KINDS):
        x, y = svg.WIDTH / 2 * (kind % 2), top + 20 * (kind // 2)
        plural = "s" if name == "false alarm" and counts[kind] != 1 else ""
        marks.append(_dot(kind, x + RADIUS + 2, y - 4, counts[kind]))
        marks.append(svg.label(x + 22, y, f"{counts[kind]:,} {name}{plural}", svg.WIDTH / 2 - 22))
    return svg.picture(top + 26, hundred_text(e, form), marks)


def hundred_text(e: Explanation, form: str = RULE) -> str:
    """The picture in words."""
    found, missed, alarms, left_out = rows_of(e.form(form).right[e.judged_on])
    return (
        f"Of {counted_rows(e)} the {NAMES[form]} finds {found:,} with "
        f"{e.yes_words} and misses {missed:,}; it raises "
        f"{counted(alarms, 'false alarm')} and rightly leaves out {left_out:,}."
    )


def dots_words(e: Explanation, form: str = RULE) -> str:
    """What a dot is, and how its kinds look."""
    n = e.rule_right[e.judged_on].n
    each = "a row" if n <= MOST else f"about {n / MOST:.3g} rows"
    return f"A dot is {each}: full where the {NAMES[form]} says yes, round where it is right."


def rows_of(counts: Confusion) -> tuple[int, int, int, int]:
    """How many rows there are of each kind."""
    return (
        counts.true_positive,
        counts.false_negative,
        counts.false_positive,
        counts.true_negative,
    )


def dots_of(rows: tuple[int, ...]) -> tuple[int, ...]:
    """How many dots each kind has: together MOST, or one for each row where there are fewer. Shared
    out by largest remainders; of equal ones the first kind gets the dot.
    """
    n = sum(rows)
    if n <= MOST:
        return rows
    whole = [MOST * row // n for row in rows]
    rest = sorted(range(len(rows)), key=lambda kind: -(MOST * rows[kind] % n))
    for kind in rest[: MOST - sum(whole)]:
        whole[kind] += 1
    return tuple(whole)


def _dot(kind: int, x: float, y: float, rows: int) -> str:
    name, colour, filled = KINDS[kind]
    text = f"{name}: {counted(rows, 'row')}"
    if colour == svg.RIGHT:
        return svg.circle(x, y, RADIUS - (not filled), colour, text, filled=filled)
    side = 1.8 * RADIUS
    return svg.rectangle(x - side / 2, y - side / 2, (side, side), colour, text, filled=filled)


def confusions(
    machine: Confusion, rule: Confusion, positive: str, negative: str, name: str = "rule"
) -> Chart:
    """Verdicts against the truth, counted; the colour says which are right, the number how many.

    name: "rule" or "card": what stands beside the machine, and whose verdicts `rule` holds.
    """
    figure = make_subplots(1, 2, subplot_titles=("machine", name), shared_yaxes=True)
    for column, counts in enumerate((machine, rule), start=1):
        cells = [
            [counts.true_positive, counts.false_negative],
            [counts.false_positive, counts.true_negative],
        ]
        said = [
            [f"{n:,}<br>{'right' if truth == verdict else 'wrong'}" for verdict, n in enumerate(of)]
            for truth, of in enumerate(cells)
        ]
        figure.add_heatmap(
            z=[[1, 0], [0, 1]],
            text=said,
            texttemplate="%{text}",
            textfont={"color": ON_CELL, "size": 14},
            coloraxis="coloraxis",
            xgap=2,
            ygap=2,
            hoverinfo="skip",
            row=1,
            col=column,
        )
    classes = (positive, negative)
    axis = {"tickvals": [0, 1], "ticks": "", "showgrid": False, "zeroline": False}
    figure.update_xaxes(title="verdict", ticktext=[escape(c, SHORT) for c in classes], **axis)
    figure.update_yaxes(ticktext=[escape(c, LABEL) for c in classes], **axis)
    figure.update_yaxes(autorange="reversed")
    figure.update_yaxes(title="truth", col=1)
    scale = {"colorscale": [CELL_WRONG, CELL_RIGHT], "cmin": 0, "cmax": 1, "showscale": False}
    laid_out(figure.update_layout(coloraxis=scale), 300)
    return Chart("confusions", figure, _confusions_text(machine, rule, positive, negative, name))


def _confusions_text(
    machine: Confusion, rule: Confusion, positive: str, negative: str, name: str = "rule"
) -> str:
    def told(name: str, c: Confusion) -> str:
        found, spared = c.sensitivity, c.specificity
        return (
            f"The {name} is right on {found.hits:,} of {found.n:,} rows with "
            f"{one_line_of(positive)} and on {spared.hits:,} of {spared.n:,} rows with "
            f"{one_line_of(negative)}."
        )

    return f"{told('machine', machine)} {told(name, rule)}"


def overlap(classes: Sequence[str], together: Together) -> Chart:
    """How many rows each two rules cover both; on the diagonal what each rule covers."""
    names = [escape(name, LABEL) for name in classes]
    k = len(names)
    zeros = [
        (row, column) for row in range(k) for column in range(k) if not together.both[row, column]
    ]
    figure = go.Figure(
        go.Heatmap(
            z=[[n or None for n in row] for row in together.both.tolist()],
            colorscale=[FEW, MANY],
            zmin=0,
            showscale=False,
            text=[[f"{n:,}" if n else "" for n in row] for row in together.both.tolist()],
            texttemplate="%{text}",
            textfont={"color": ON_CELL, "size": 14},
            xgap=2,
            ygap=2,
            customdata=[[[row, column] for column in names] for row in names],
            hovertemplate="%{customdata[0]} and %{customdata[1]}: %{z:,} rows<extra></extra>",
        )
    )
    figure.add_scatter(
        x=[column for _, column in zeros],
        y=[row for row, _ in zeros],
        text=["0"] * len(zeros),
        mode="text",
        hoverinfo="skip",
        showlegend=False,
    )
    axis = {"tickvals": list(range(k)), "ticktext": names, "showgrid": False, "zeroline": False}
    figure.update_xaxes(side="top", range=[-0.5, k - 0.5], **axis)
    figure.update_yaxes(range=[k - 0.5, -0.5], **axis)
    laid_out(figure, 110 + 44 * k, 10)
    each = [f"{name} {n:,}" for name, n in zip(classes, together.both.diagonal(), strict=True)]
    shared = [
        f"{classes[i]} and {classes[j]} {together.both[i, j]:,}"
        for i in range(len(classes))
        for j in range(i)
        if together.both[i, j]
    ]
    return Chart(
        "overlap",
        figure,
        f"Rows that each rule covers: {', '.join(each)}. "
        f"Rows that two rules cover: {', '.join(shared) or 'none'}.",
    )
