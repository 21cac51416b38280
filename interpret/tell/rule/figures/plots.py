"""The figures of an answer by their names, as a notebook asks for them."""

from collections.abc import Callable
from typing import TypeAlias

import plotly.graph_objects as go

from interpret.data.complaints import DataError, listed, quoted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm
from interpret.forms.answer.relevance import literal_weights
from interpret.forms.study.study import Study
from interpret.tell.blocks import Chart
from interpret.tell.rule.figures import machine
from interpret.tell.rule.figures.card import thermometer, worth
from interpret.tell.rule.figures.clauses import ribbons
from interpret.tell.rule.figures.simple_ways import simple_ways
from interpret.tell.rule.figures.verdicts import cards_tried, lengths, rates, rules_tried

Drawing: TypeAlias = "Chart | str | None"  # a str is an SVG; None where there is nothing to draw


class SvgFigure(str):
    """A figure as SVG, which a notebook shows; str(picture) can be written to a file."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def _lengths(e: Explanation) -> Drawing:
    shown = rules_tried(e.rule_choice), cards_tried(e.points)
    return lengths(shown) if len(e.rule_choice.curve) > 1 else None


def _of_card(draw: Callable[[Explanation, CardForm], str]) -> Callable[[Explanation], Drawing]:
    """A figure of the card; None where there is none."""
    return lambda e: None if e.points is None else draw(e, e.points)


def _relevance(a: Answer) -> Drawing:
    e = a.explanation
    return machine.relevance(literal_weights(a.train.table, e.attributes, e.machine.weights))


OF_DOCUMENT: dict[str, Callable[[Explanation], Drawing]] = {
    "rates": rates,
    "chances": _of_card(thermometer),
    "conditions": _of_card(worth),
    "lengths": _lengths,
}
OF_ROWS: dict[str, Callable[[Answer], Drawing]] = {
    "verdicts": ribbons,
    "relevance": _relevance,
}
OF_STUDY: dict[str, Callable[[Explanation, Study], Drawing]] = {"simple_ways": simple_ways}


def plotted(
    name: str, e: Explanation, a: Answer | None, study: Study | None = None
) -> go.Figure | SvgFigure:
    """The figure of that name; a DataError where this answer has none.

    a: None of a document; study: of the answer, where the figure is of OF_STUDY.
    """
    if name in OF_DOCUMENT:
        drawing = OF_DOCUMENT[name](e)
    elif name in OF_ROWS and a is not None:
        drawing = OF_ROWS[name](a)
    elif name in OF_STUDY and study is not None:
        drawing = OF_STUDY[name](e, study)
    elif name in {*OF_ROWS, *OF_STUDY}:
        raise DataError(
            f"The figure {quoted(name)} is of rows, which an answer read from a document does not "
            f"have. There are {listed(map(quoted, OF_DOCUMENT))}."
        )
    else:
        known = listed(map(quoted, (*OF_DOCUMENT, *OF_ROWS, *OF_STUDY)))
        raise DataError(f"There is no figure {quoted(name)}. Figures are {known}.")
    if drawing is None:
        raise DataError(
            f"This answer has no figure {quoted(name)}: what it would show was given and not "
            "chosen, no such search ran, or there is no card of points. Choose another figure."
        )
    return drawing.figure if isinstance(drawing, Chart) else SvgFigure(drawing)
