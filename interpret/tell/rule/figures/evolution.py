"""An evolution on stage: its rules as a swarm, the best of them, and what that is worth.

One figure whose frames are the generations, so that a page plays them without asking anybody. It
has a fixed width, since the lines of a rule must not be longer than their place.
"""

from collections.abc import Iterator, Sequence
from math import floor
from typing import Any

import plotly.graph_objects as go

from interpret.forms.evolve import Evolved, Stage
from interpret.measures import percent
from interpret.present.wording import clause_words
from interpret.rules.logic import Clause
from interpret.tell.blocks import Chart
from interpret.tell.charts import ACTION, LABEL, LIMIT, POSITIVE, SERIES, escape
from interpret.tell.rule.evolution import evolution_words, worth_words

WIDTH, HEIGHT = 1190, 480
LEFT, RIGHT, TOP, BOTTOM = 135, 10, 22, 60  # pixels around what is drawn
HALF = 0.4  # of the width: where the swarm ends
ROOM = 1.17  # of a strip to its last generation: figures stand behind that
SWARM, FIDELITY, ACCURACY, RELEVANCE = (0.53, 1.0), (0.35, 0.44), (0.23, 0.32), (0.0, 0.2)
LINES, LONGEST = 10, 88  # of a rule: how many, and characters
COLUMNS = 5
START = 0.012  # of a strip: how wide the cell of the first generation is
SECONDS, FASTEST, SLOWEST = 20, 0.3, 1.0  # of the whole, and of one generation
GOLDEN = 0.6180339887498949  # dots of one length are spread evenly by its multiples
GROUND, CLEAR = "rgba(62,111,176,0.08)", "rgba(0,0,0,0)"


def stage(evolved: Evolved) -> Chart:
    """The evolution, which shows its last generation until it is played."""
    stages = evolved.stages
    births = clauses_by_birth(stages)
    order = sorted(
        range(len(evolved.attributes)),
        key=lambda i: (-stages[-1].relevance[i], evolved.attributes[i]),
    )[:COLUMNS]
    drawn = [_traces(evolved, place, births[place], order) for place in range(len(stages))]
    frames = [
        go.Frame(data=traces, traces=[*range(len(traces))], name=str(one.generation.number))
        for one, traces in zip(stages, drawn, strict=True)
    ]
    figure = go.Figure(drawn[-1], frames=frames)
    _lay_out(figure, evolved, order)
    _label(figure, evolved.bound)
    _controls(figure, stages)
    said = f"{evolution_words(evolved)} {worth_words(evolved)}"
    return Chart("evolution", figure, said)


def clauses_by_birth(stages: Sequence[Stage]) -> list[list[tuple[Clause, int]]]:
    """For each stage the clauses of its best rule, each with the generation since which it is in
    the best rule; the oldest first.
    """
    births: list[list[tuple[Clause, int]]] = []
    before: dict[Clause, int] = {}
    for one in stages:
        clauses = one.generation.best.clauses
        before = {clause: before.get(clause, one.generation.number) for clause in clauses}
        births.append(sorted(before.items(), key=lambda pair: pair[1]))
    return births


def _traces(
    evolved: Evolved, place: int, births: list[tuple[Clause, int]], order: Sequence[int]
) -> list[go.Scatter | go.Heatmap]:
    """All that moves, as it is at that stage."""
    so_far = evolved.stages[: place + 1]
    now = so_far[-1]
    numbers = [one.generation.number for one in so_far]
    end = evolved.stages[-1].generation.number
    most = max((max(one.relevance, default=0) for one in evolved.stages), default=0)
    return [
        *_swarm(now),
        *_rule(evolved, now, births),
        *_worth(evolved, place, "fidelity", 3),
        *_worth(evolved, place, "accuracy", 4),
        go.Heatmap(
            x=[-START * max(end, 1), *numbers],  # the edges of cells: each ends at its generation
            y=[*range(len(order))],
            z=[[100 * one.relevance[i] for one in so_far] for i in order],
            zmin=0,
            zmax=100 * most or 1,
            colorscale=[(0, GROUND), (1, SERIES[0])],
            showscale=False,
            xaxis="x5",
            yaxis="y5",
            xgap=1,
            ygap=2,
            hovertemplate="%{z:.1f} % of verdicts change<extra></extra>",
        ),
        _beside([percent(now.relevance[i]) for i in order], [*range(len(order))], 5, end),
    ]


def _swarm(now: Stage) -> Iterator[go.Scatter]:
    one = now.generation
    yield go.Scatter(
        x=[n + 0.7 * (i * GOLDEN % 1 - 0.5) for i, n in enumerate(one.lengths)],
        y=one.objectives,
        customdata=one.lengths,
        mode="markers",
        marker={"color": LIMIT, "size": 6, "opacity": 0.55},
        hovertemplate="weighs %{y:.4g}, %{customdata} conditions<extra></extra>",
    )
    yield go.Scatter(
        x=[sum(len(clause.tests) for clause in one.best.clauses)],
        y=[one.objective],
        mode="markers",
        marker={"color": SERIES[2], "size": 14},
        hovertemplate="the best rule weighs %{y:.4g}<extra></extra>",
    )


def _rule(evolved: Evolved, now: Stage, births: list[tuple[Clause, int]]) -> Iterator[go.Scatter]:
    """The best rule line by line; the clauses that its last improvement brought are marked."""
    one = now.generation
    newest = max((born for _, born in births), default=0)
    texts, colors = [], []
    for clause, born in births[:LINES]:
        is_new = born == newest > 0
        told = f" · new in {born:,}" * is_new
        text = escape(clause_words(clause), LONGEST - len(told))
        texts.append(f"<b>{text}</b>{told}" if is_new else text)
        colors.append(POSITIVE if is_new else LIMIT)
    far = f", {percent(one.objective / evolved.bound)} of the bound"
    if evolved.at_bound(now):
        far = ", as much as any can"
    head = f"<b>Generation {one.number:,}</b>: the best rule weighs {one.objective:.4g}{far}"
    yield go.Scatter(
        x=[0] * len(texts),
        y=[*range(1, len(texts) + 1)],
        mode="markers",
        marker={"color": colors, "size": 9, "symbol": "square"},
        hoverinfo="skip",
        xaxis="x2",
        yaxis="y2",
    )
    yield go.Scatter(
        x=[0.0, *[0.03] * len(texts)],
        y=[*range(len(texts) + 1)],
        text=[head, *texts],
        hovertext=["", *(escape(clause_words(clause), 400) for clause, _ in births[:LINES])],
        mode="text",
        textposition="middle right",
        textfont={"size": 13},
        hoverinfo="text",
        xaxis="x2",
        yaxis="y2",
    )


def _worth(evolved: Evolved, place: int, name: str, axis: int) -> Iterator[go.Scatter]:
    """Fidelity or accuracy on both parts until that stage, and the last one as a text."""
    color = POSITIVE if name == "fidelity" else SERIES[1]
    so_far, end = evolved.stages[: place + 1], evolved.stages[-1].generation.number
    shares = [getattr(one, name) for one in so_far]
    for part, told, line, size in (
        ("train", "training rows", {"dash": "dot", "width": 1.5}, 0),
        ("test", "unseen rows", {"width": 2.5}, 7),
    ):
        yield go.Scatter(
            x=[one.generation.number for one in so_far],
            y=[share[part].percent for share in shares],
            mode="lines+markers",
            line={**line, "color": color},
            marker={"size": [*[0] * place, size], "color": color, "opacity": 1},
            hovertemplate=f"{name} on {told} %{{y:.1f}} %, generation %{{x:,}}<extra></extra>",
            cliponaxis=False,
            xaxis=f"x{axis}",
            yaxis=f"y{axis}",
        )
    train, test = (shares[-1][part] for part in ("train", "test"))
    told = f"<b>{percent(test.value)}</b>, training {percent(train.value)}"
    yield _beside([told], [(_low(evolved, name) + 100) / 2], axis, end)


def _low(evolved: Evolved, name: str) -> float:
    """Where the axis of a share begins: a full ten below all of it."""
    shares = [share.percent for one in evolved.stages for share in getattr(one, name).values()]
    return 10 * floor(min(share for share in shares if share is not None) / 10 - 0.1)


def _beside(texts: Sequence[str], y: Sequence[float], axis: int, end: int) -> go.Scatter:
    """Figures of the generation, right of a strip."""
    return go.Scatter(
        x=[1.01 * max(end, 1)] * len(texts),
        y=y,
        text=texts,
        mode="text",
        textposition="middle right",
        hoverinfo="skip",
        cliponaxis=False,
        xaxis=f"x{axis}",
        yaxis=f"y{axis}",
    )


def _lay_out(figure: go.Figure, evolved: Evolved, order: Sequence[int]) -> None:
    """What stays: the axes, the ceiling, and the names of the strips."""
    generations = [one.generation for one in evolved.stages]
    end, bound = max(1, generations[-1].number), evolved.bound
    lowest = min(0.0, *(min(one.objectives) for one in generations))
    tall = max(bound - lowest, 1e-9)
    longest = max(max(one.lengths) for one in generations)
    strip = {
        "domain": [0, 1],
        "range": [-START * end, ROOM * end],
        "showgrid": False,
        "zeroline": False,
    }
    hidden = {"visible": False, "fixedrange": True}

    def share(name: str, domain: tuple[float, float]) -> dict[str, Any]:
        low = _low(evolved, name)
        told = f"{name}, {low:g} to 100 %"
        mid = (low + 100) / 2
        return {"domain": domain, "range": [low, 101], "tickvals": [mid], "ticktext": [told]}

    names = [escape(evolved.attributes[i], LABEL) for i in order]
    figure.update_layout(
        width=WIDTH,
        height=HEIGHT,
        margin={"l": LEFT, "r": RIGHT, "t": TOP, "b": BOTTOM},
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        showlegend=False,
        dragmode=False,
        xaxis={"domain": [0, HALF], "range": [0, longest + 1], "zeroline": False},
        yaxis={"domain": SWARM, "range": [lowest - 0.06 * tall, bound + 0.16 * tall]},
        xaxis2=hidden | {"domain": [HALF + 0.03, 1], "range": [0, 1]},
        yaxis2=hidden | {"domain": SWARM, "range": [LINES + 0.5, -0.5]},
        xaxis3=strip | {"anchor": "y3", "showticklabels": False},
        yaxis3=share("fidelity", FIDELITY) | {"anchor": "x3"},
        xaxis4=strip | {"anchor": "y4", "showticklabels": False},
        yaxis4=share("accuracy", ACCURACY) | {"anchor": "x4"},
        xaxis5=strip | {"anchor": "y5"} | {"tickvals": _ticks(end)},
        yaxis5={
            "domain": RELEVANCE,
            "anchor": "x5",
            "range": [len(order) - 0.5, -0.5],
            "tickvals": [*range(len(order))],
            "ticktext": names,
        },
    )
    figure.update_xaxes(fixedrange=True, automargin=False, title=None)
    figure.update_yaxes(fixedrange=True, automargin=False, title=None)
    for axis in ("yaxis3", "yaxis4", "yaxis5"):
        figure.layout[axis].update(showgrid=False, zeroline=False)


def _label(figure: go.Figure, bound: float) -> None:
    """The ceiling, and the names of what has no axis title."""
    figure.add_shape(
        type="line",
        **{"x0": 0, "x1": HALF, "xref": "paper", "y0": bound, "y1": bound},
        line={"dash": "dot", "color": LIMIT, "width": 2},
    )
    said = f"bound: no rule weighs more than {bound:.4g}"
    _say(figure, said, x=HALF, y=bound, yref="y", xanchor="right", yanchor="bottom", yshift=7)
    _say(figure, "weight", x=-0.008, y=1, xanchor="right", yanchor="bottom")
    _say(figure, "conditions", x=-0.008, y=SWARM[0], xanchor="right", yanchor="top", yshift=-3)
    _say(figure, "relevance", x=1.01 / ROOM, y=RELEVANCE[1], xanchor="left", yanchor="bottom")
    _say(figure, "generation", x=-0.008, y=0, xanchor="right", yanchor="top", yshift=-3)


def _ticks(end: int) -> list[int]:
    """Round generations up to the last one, and none in the room behind it."""
    step = next(one for one in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 20_000) if end <= 8 * one)
    return [*range(0, end + 1, step)]


def _say(figure: go.Figure, text: str, **place: Any) -> None:
    shown = {"xref": "paper", "yref": "paper", "showarrow": False} | place
    figure.add_annotation(text=text, **shown)


def _controls(figure: go.Figure, stages: Sequence[Stage]) -> None:
    """Play and pause, and a slider to go back."""
    each = 1000 * min(SLOWEST, max(FASTEST, SECONDS / len(stages)))
    at_once = {"mode": "immediate", "transition": {"duration": 0}}

    def button(label: str, frames: Any, **how: Any) -> dict[str, Any]:
        return {"label": label, "method": "animate", "args": [frames, at_once | how]}

    names = [frame.name for frame in figure.frames]
    now = {"frame": {"duration": 0, "redraw": True}}
    playing = {"frame": {"duration": each, "redraw": True}, "fromcurrent": True}
    figure.update_layout(
        updatemenus=[
            {
                "type": "buttons",
                "direction": "left",
                "showactive": False,
                "x": 0,
                "xanchor": "right",
                "y": 0,
                "yanchor": "top",
                "pad": {"t": 22, "r": 10},
                "bgcolor": "rgba(125,138,152,0.12)",
                "bordercolor": LIMIT,
                "buttons": [button("▶ Play", None, **playing), button("Pause", [None], **now)],
            }
        ],
        sliders=[
            {
                "active": len(stages) - 1,
                "x": 0,
                "len": 1 / ROOM,
                "y": 0,
                "yanchor": "top",
                "pad": {"t": 30, "b": 0, "l": 0, "r": 0},
                "currentvalue": {"visible": False},
                "bgcolor": "rgba(125,138,152,0.25)",
                "activebgcolor": ACTION,
                "bordercolor": LIMIT,
                "ticklen": 0,
                "minorticklen": 0,
                "font": {"color": CLEAR},  # the axis above says the generations
                "steps": [button(name, [name], **now) for name in names],
            }
        ],
    )
