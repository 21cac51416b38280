"""Which columns the rule can do without, as a picture and in words."""

from collections.abc import Sequence

import plotly.graph_objects as go

from interpret.data.complaints import quoted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.study.without import Without
from interpret.present.wording import MINUS, percent, share_words
from interpret.tell.blocks import Chart
from interpret.tell.charts import LABEL, LIMIT, SERIES, escape, laid_out

PER_COLUMN, AXIS = 34, 64  # pixels
CERTAIN = 1e-6  # of a score; smaller differences are rounding


def without_chart(found: Sequence[Without]) -> Chart:
    """A dot with its interval for each column, the most needed at the top; the line is the rule
    with every column.
    """
    rows = list(range(len(found)))
    names = [escape(one.column, LABEL) for one in found]
    figure = go.Figure(
        go.Scatter(
            x=[100 * one.lost for one in found],
            y=rows,
            error_x={
                "type": "data",
                "array": [100 * (one.high - one.lost) for one in found],
                "color": LIMIT,
            },
            mode="markers",
            marker={
                "size": 11,
                "color": SERIES[0],
                "symbol": ["circle" if one.is_needed else "circle-open" for one in found],
                "line": {"width": 2},
            },
            text=[escape(lost_words(one)) for one in found],
            hovertemplate="%{text}<extra></extra>",
            showlegend=False,
        )
    )
    figure.add_vline(x=0, line={"color": LIMIT, "dash": "dot"})
    figure.update_yaxes(tickvals=rows, ticktext=names, autorange="reversed")
    figure.update_xaxes(title="right on so much less of the rows left out, %", zeroline=False)
    text = " ".join(lost_words(one) for one in found)
    return Chart("without", laid_out(figure, AXIS + PER_COLUMN * len(found), 10), text)


def lost_words(one: Without) -> str:
    """What is lost without the column, on rows left out."""
    sign = -1 if one.lost < 0 else 1  # a rule without the column may be right on more
    ends = sorted((sign * 100 * one.low, sign * 100 * one.high))
    low, high = (f"{end:.1f}".replace("-", MINUS) for end in ends)
    if one.is_needed:
        return (
            f"Without {quoted(one.column)} the rule is right on {percent(one.lost)} less of the "
            f"rows left out ({low} to {high})."
        )
    much = f"{percent(abs(one.lost))} {'less' if sign > 0 else 'more'}"
    return (
        f"Without {quoted(one.column)} the rule is about as right: on {much} of the rows left out "
        f"({low} to {high}), which may be chance."
    )


def without_words(one: Without, e: Explanation) -> list[str]:
    """All that is known of the best rule without the column, in sentences."""
    sentences = [lost_words(one)]
    reached, name = e.rule.objective, quoted(one.column)
    if one.bound < reached - CERTAIN * abs(reached):
        sentences.append(
            f"In this machine no rule of its kind and length scores more than {one.bound:.6g} "
            f"without {name}, and this one scores {reached:.6g}: proven. The machine itself still "
            f"uses {name}."
        )
    sentences.append(
        f"The other columns tell what the rule asks of {name} on {share_words(one.told)} of the "
        f"rows left out; always guessing the most frequent case is right on "
        f"{percent(one.guessed.value)}. A rule without a column may still tell it from the others."
    )
    return sentences
