"""Whose rule claims the rows of each class: its own alone, several, none, another one alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.complaints import counted
from interpret.present import svg

HIGH = 40  # of a class, in pixels
KINDS = (  # of a row of a class: which rules claim it, how that is drawn
    ("its own rule alone", svg.RIGHT),
    ("several rules", svg.ONE),
    ("no rule", svg.FAINT),
    ("another rule alone", svg.WRONG),
)


@dataclass(frozen=True)
class Claims:
    """Of the rows of one class: how many of each of KINDS, and how many each other rule alone."""

    name: str
    kinds: tuple[int, int, int, int]
    others: tuple[tuple[str, int], ...]


def claims(names: Sequence[str], says: np.ndarray, truth: np.ndarray) -> tuple[Claims, ...]:
    """For each class who claims its rows.

    says, truth: bool (k, n), whether each rule says that a row is of its class, and whether it is.
    """
    one = says.sum(axis=0) == 1
    found = []
    for i, name in enumerate(names):
        own = truth[i]
        alone = [int((own & one & other).sum()) for other in says]
        several, none = (int((own & rows).sum()) for rows in (says.sum(axis=0) > 1, ~says.any(0)))
        others = [(names[j], n) for j, n in enumerate(alone) if n and j != i]
        kinds = (alone[i], several, none, sum(alone) - alone[i])
        found.append(Claims(name, kinds, tuple(sorted(others, key=lambda other: -other[1]))))
    return tuple(found)


def claimed(shown: Sequence[Claims]) -> str:
    """A bar for each class, as long as it has rows; beneath what its colours mean."""
    most = max((sum(own.kinds) for own in shown), default=0)
    marks = []
    for i, own in enumerate(shown):
        top, start = HIGH * i, 0.0
        rows = counted(sum(own.kinds), "row")
        marks.append(svg.label(0, top + 12, own.name, svg.WIDTH - 90))
        marks.append(svg.label(svg.WIDTH, top + 12, rows, 90, "end"))
        for n, (kind, colour) in zip(own.kinds, KINDS, strict=True):
            width = svg.WIDTH * n / max(1, most)
            told = f"{own.name}, claimed by {kind}: {counted(n, 'row')}"
            if kind == KINDS[-1][0] and own.others:
                told += f" ({', '.join(f'{name} {own_n:,}' for name, own_n in own.others)})"
            marks.append(svg.rectangle(start, top + 18, (width, 12), colour, told))
            start += width
    bottom = HIGH * len(shown) + 6
    for i, (kind, colour) in enumerate(KINDS):
        x, y = svg.WIDTH / 2 * (i % 2), bottom + 20 * (i // 2)
        marks.append(svg.rectangle(x, y, (10, 10), colour))
        marks.append(svg.label(x + 16, y + 10, kind, svg.WIDTH / 2 - 16))
    return svg.picture(bottom + 40, claimed_text(shown), marks)


def claimed_text(shown: Sequence[Claims]) -> str:
    """The picture in words."""
    told = []
    for own in shown:
        alone, several, none, other = own.kinds
        wrongly = "".join(f", {n:,} by that of {name}" for name, n in own.others)
        told.append(
            f"Of {counted(sum(own.kinds), 'row')} of {own.name} its own rule alone claims "
            f"{alone:,}, several rules {several:,}, no rule {none:,}, another rule alone "
            f"{other:,}{wrongly}"
        )
    return f"{'; '.join(told)}."
