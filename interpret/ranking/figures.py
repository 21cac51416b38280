"""The figures of recommending, each with its alternative in words.

Figures have no theme of their own, and text from data passes through the figures' `escape`.
"""

from collections.abc import Sequence

import plotly.graph_objects as go

from interpret.ranking.judging import JudgedMethod
from interpret.ranking.reasons import Place
from interpret.tell.blocks import Chart
from interpret.tell.charts import LIMIT, NEGATIVE, POSITIVE, SERIES, escape, laid_out

ROW, LONG = 30, 26  # pixels of a bar; characters beside it


def methods(judged: Sequence[JudgedMethod], metric: str) -> Chart:
    """Each method's mean, the best on top, with the interval of its difference to the best.

    A method whose bar reaches the line of the best is level with it.
    """
    ordered = sorted(judged, key=lambda judged_method: -judged_method.figures[metric].mean)[::-1]
    means = [judged_method.figures[metric].mean for judged_method in ordered]
    behind = [judged_method.behind[metric] for judged_method in ordered]
    figure = go.Figure()
    figure.add_scatter(
        x=means,
        y=[escape(judged_method.method) for judged_method in ordered],
        mode="markers",
        marker={"color": POSITIVE, "size": 11},
        error_x={
            "array": [difference.mean - difference.low for difference in behind],
            "arrayminus": [difference.high - difference.mean for difference in behind],
            "color": LIMIT,
            "thickness": 2,
        },
        customdata=[(difference.mean, difference.low, difference.high) for difference in behind],
        hovertemplate="%{x:.4f}, behind the best by %{customdata[0]:.4f} (%{customdata[1]:.4f} to "
        "%{customdata[2]:.4f})<extra>%{y}</extra>",
        showlegend=False,
    )
    figure.add_vline(x=means[-1], line={"color": LIMIT, "dash": "dash", "width": 1})
    figure.update_xaxes(title=f"{metric}; bars: the 95 % interval beside the best")
    figure.update_yaxes(showgrid=True)
    laid_out(figure, 90 + 32 * len(ordered), 12)
    ordered = sorted(judged, key=lambda judged_method: -judged_method.figures[metric].mean)
    parts = (
        f"{judged_method.method} {judged_method.figures[metric].mean:.3f} (behind the best by "
        f"{judged_method.behind[metric].low:.3f} to {judged_method.behind[metric].high:.3f})"
        for judged_method in ordered
    )
    return Chart("methods", figure, f"{metric} by method, best first: {'; '.join(parts)}.")


def reasons(places: Sequence[Place], names: Sequence[str]) -> Chart:
    """A bar for each item: what each chosen item adds to its score, and what is subtracted."""
    rows = list(range(len(places)))
    figure = go.Figure()
    most = max((len(place.reasons) for place in places), default=0)
    for i in range(most):
        has = [at for at in rows if i < len(places[at].reasons)]
        figure.add_bar(
            y=has,
            x=[places[at].reasons[i].share for at in has],
            customdata=[escape(names[places[at].reasons[i].item]) for at in has],
            name=("first", "second", "third")[i] + " reason",
            orientation="h",
            marker={"color": SERIES[i]},
            hovertemplate="%{customdata}: %{x:+.4f}<extra></extra>",
        )
    for name, color, values in (
        ("other choices", LIMIT, [place.others for place in places]),
        ("like what was not chosen", NEGATIVE, [-place.common for place in places]),
    ):
        figure.add_bar(
            y=rows,
            x=values,
            name=name,
            orientation="h",
            marker={"color": color},
            hovertemplate=f"{name}: %{{x:+.4f}}<extra></extra>",
        )
    figure.update_yaxes(
        tickvals=rows,
        ticktext=[escape(names[place.item], LONG) for place in places],
        range=[len(places) - 0.5, -0.5],
    )
    figure.update_xaxes(title="adds up to the score")
    laid_out(figure, 120 + ROW * len(places), 60).update_layout(barmode="relative")
    parts = [
        f"{names[place.item]} {place.score:+.3f} by "
        + ", ".join(f"{names[r.item]} {r.share:+.3f}" for r in place.reasons)
        for place in places
    ]
    return Chart("reasons", figure, f"Scores by chosen item: {'; '.join(parts)}.")
