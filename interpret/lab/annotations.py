"""Where the labels of a chart's points stand, so that all can be read."""

from collections.abc import Sequence

import numpy as np


def places(x: np.ndarray, y: np.ndarray, names: Sequence[str]) -> list[tuple[float, float]]:
    """How far from its point each label stands, (across, up), on no other point or label if it can.

    x, y: (n_points,), as the distances in shares of the chart's width and height.
    """
    taken = [_box(*at, 0.018, 0.025) for at in zip(x, y, strict=True)]
    found = []
    for left, up, name in zip(x, y, names, strict=True):
        width = 0.0085 * len(name)
        boxes = {
            (across, rise): _box(left + across, up + rise, width, 0.022)
            for rise in (0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.24, -0.24)
            for across in (0, width, -width)
        }
        free = [
            place
            for place, box in boxes.items()
            if _is_inside(box) and not any(_meet(box, own) for own in taken)
        ]
        found.append(free[0] if free else (0, 0.06))
        taken.append(boxes[found[-1]])
    return found


def within(values: np.ndarray, low: float, high: float) -> np.ndarray:
    """The values as shares of the way from low to high."""
    return (values - low) / (high - low) if high > low else np.full(len(values), 0.5)


def _box(x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
    return x - width, x + width, y - height, y + height


def _is_inside(box: tuple[float, ...]) -> bool:
    return box[0] > -0.05 and box[1] < 1.05 and box[2] > 0 and box[3] < 1.1


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]
