"""A line of a rule as a small board, where the columns are the cells of one, as at tic-tac-toe."""

from collections.abc import Sequence
from math import isqrt

from interpret.present import wording
from interpret.rules.logic import Clause, Is, IsNot, Test
from interpret.tell import svg

CELL, ARM = 24, 6  # pixels: a cell, and a mark from its middle


def is_drawn(clauses: Sequence[Clause], cells: Sequence[str]) -> bool:
    """Whether every test says of a cell that one value stands there, or does not."""
    return all(
        isinstance(test, Is | IsNot) and len(test.values) == 1 and test.attribute in cells
        for clause in clauses
        for test in clause.tests
    )


def board(clause: Clause, cells: Sequence[str], colour: str) -> str:
    """The board of a clause of which `is_drawn`. cells: the columns row by row, of a square."""
    across = isqrt(len(cells))
    size = CELL * across
    marks = [svg.rectangle(0.5, 0.5, (size - 1, size - 1), colour, filled=False, stroke=1)]
    for place in range(CELL, size, CELL):
        marks.append(svg.line((place, 1), (place, size - 1), width=0.4))
        marks.append(svg.line((1, place), (size - 1, place), width=0.4))
    for test in clause.tests:
        row, column = divmod(cells.index(test.attribute), across)
        marks.append(_mark(test, CELL * (column + 0.5), CELL * (row + 0.5), colour))
    return svg.picture(size, wording.clause_words(clause), marks, size)


def _mark(test: Test, x: float, y: float, colour: str) -> str:
    """A cross, a circle or the first letter of the value; struck out where it must not stand."""
    value = getattr(test, "values", ("",))[0] or ""
    if value == "x":
        mark = _stroke(x, y, colour, 3) + _stroke(x, y, colour, 3, up=True)
    elif value == "o":
        mark = svg.circle(x, y, ARM, colour, filled=False)
    else:
        mark = svg.label(x, y + 4, value[:1], anchor="middle")
    return mark + (_stroke(x, y, "currentColor", 1.5, up=True) if isinstance(test, IsNot) else "")


def _stroke(x: float, y: float, colour: str, width: float, *, up: bool = False) -> str:
    """A line through the middle of a cell, falling or rising."""
    high = -ARM if up else ARM
    return svg.line((x - ARM, y - high), (x + ARM, y + high), colour, width)
