"""The figures of an answer by their names, as a notebook asks for them."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import plotly.graph_objects as go

from interpret.data.complaints import DataError, listed, quoted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.calibration import benefits, probabilities, reliability, roc_of
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm
from interpret.forms.answer.relevance import literal_weights
from interpret.forms.answer.several import several
from interpret.forms.answer.spread import clause_overlap
from interpret.forms.study.study import Study
from interpret.present import wording
from interpret.tell.blocks import Chart
from interpret.tell.rule.figures import machine
from interpret.tell.rule.figures.card import thermometer, worth
from interpret.tell.rule.figures.clauses import drawn_overlap, ribbons
from interpret.tell.rule.figures.simple_ways import simple_ways
from interpret.tell.rule.figures.verdicts import cards_tried, lengths, overlap, rates, rules_tried

OVERLAP = "overlap"
Drawing: TypeAlias = "Chart | str | None"  # a str is an SVG; None where there is nothing to draw


class SvgFigure(str):
    """A figure as SVG, which a notebook shows; str(picture) can be written to a file."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def _machines(e: Explanation) -> Drawing:
    choice = e.machine_choice
    tried = choice.candidates
    return machine.machines(tried, choice.kernel, choice.C) if tried else None


def _lengths(e: Explanation) -> Drawing:
    shown = rules_tried(e.rule_choice), cards_tried(e.points)
    return lengths(shown) if len(e.rule_choice.curve) > 1 else None


def _of_card(draw: Callable[[Explanation, CardForm], str]) -> Callable[[Explanation], Drawing]:
    """A figure of the card; None where there is none."""
    return lambda e: None if e.points is None else draw(e, e.points)


def _relevance(a: Answer) -> Drawing:
    e = a.explanation
    return machine.relevance(literal_weights(a.train.table, e.attributes, e.machine.weights))


def _roc(a: Answer) -> Drawing:
    curve = roc_of(a.judged.scores, a.judged.y, a.explanation.rule_form.right[a.judged.name])
    return None if curve is None else machine.roc(curve)


def _reliability(a: Answer) -> Drawing:
    probability = probabilities(a.train.scores, a.train.y, a.judged.scores)
    return machine.reliability(reliability(probability, a.judged.y, a.judged.groups))


def _decision_curve(a: Answer) -> Drawing:
    e = a.explanation
    probability = probabilities(a.train.scores, a.train.y, a.judged.scores)
    curve = benefits(probability, e.rule.formula.holds(a.judged.table), a.judged.y)
    return machine.decision_curve(curve, e.settings.costs.worthwhile)


def _lines(a: Answer) -> Drawing:
    return drawn_overlap(clause_overlap(a)) if len(a.explanation.rule.formula.clauses) > 1 else None


OF_DOCUMENT: dict[str, Callable[[Explanation], Drawing]] = {
    "rates": rates,
    "chances": _of_card(thermometer),
    "conditions": _of_card(worth),
    "machines": _machines,
    "lengths": _lengths,
}
OF_ROWS: dict[str, Callable[[Answer], Drawing]] = {
    "lines": _lines,
    "verdicts": ribbons,
    "relevance": _relevance,
    "roc": _roc,
    "reliability": _reliability,
    "decision_curve": _decision_curve,
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
        known = listed(map(quoted, (*OF_DOCUMENT, *OF_ROWS, *OF_STUDY, OVERLAP)))
        raise DataError(f"There is no figure {quoted(name)}. Figures are {known}.")
    if drawing is None:
        raise DataError(
            f"This answer has no figure {quoted(name)}: what it would show was given and not "
            "chosen, no such search ran, or there is no card of points. Choose another figure."
        )
    return drawing.figure if isinstance(drawing, Chart) else SvgFigure(drawing)


def overlapping(answers: Sequence[Answer]) -> go.Figure:
    """How many rows each two rules share; a DataError unless there are several."""
    if len(answers) < 2:
        raise DataError("Rows are shared by several rules, and there is one rule alone.")
    names = [wording.one_of(a.explanation.positive) for a in answers]
    return overlap(names, several(answers).together).figure
