"""The picture of benchmarks.scale: seconds and peak memory against rows and columns."""

from pathlib import Path

import numpy as np
from plotly.subplots import make_subplots

from benchmarks.pictures import photographed

COLOURS = {"read": "#5f6b7a", "answer": "#0b6e99", "card": "#7d5ba6", "study": "#c2571a"}
TICKS = {"cpu": [0.01, 0.1, 1, 10, 100, 1000], "peak": [100, 200, 500, 1000, 2000, 5000]}


def picture(cells: dict[str, list[dict]], path: Path) -> None:
    """Seconds and peak memory against rows and columns, all on logarithmic axes, with slopes."""
    figure = make_subplots(2, 2, shared_xaxes=True, horizontal_spacing=0.2, vertical_spacing=0.06)
    for column, by in enumerate(("rows", "columns"), 1):
        for row, (value, unit) in enumerate((("cpu", "CPU seconds"), ("peak", "peak MB")), 1):
            last = {part: cells[by][-1].get(part, {}).get(value, 0) for part in COLOURS}
            upper = max(last, key=last.__getitem__)
            for part, colour in COLOURS.items():
                times = [told for told in cells[by] if part in told]
                x, y = [told[by] for told in times], [told[part][value] for told in times]
                if len(times) < 2 or not all(y):
                    continue
                up = np.polyfit(np.log(x), np.log(y), 1)[0]
                figure.add_scatter(
                    x=x,
                    y=y,
                    mode="lines+markers+text",
                    line={"color": colour},
                    text=[""] * (len(x) - 1) + [f"{part}, slope {up:.2f}"],
                    textposition="top right" if part == upper else "bottom right",
                    cliponaxis=False,
                    textfont={"color": colour},
                    row=row,
                    col=column,
                )
            title = {"rows": "rows, of 20 columns", "columns": "columns, of 10,000 rows"}[by]
            figure.update_xaxes(
                type="log", dtick=1, row=row, col=column, title=title if row == 2 else None
            )
            figure.update_yaxes(
                type="log",
                tickvals=TICKS[value],
                row=row,
                col=column,
                title=unit if column == 1 else None,
            )
    figure.update_layout(
        template="plotly_white",
        width=1100,
        height=640,
        showlegend=False,
        margin={"t": 20, "r": 150},
    )
    photographed(figure, path)
